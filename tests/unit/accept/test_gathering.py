"""What is asked of the machine: only what judging needs, and each kind of question once."""

from __future__ import annotations

from fakes import FakeFiles, FakeHistory, blob
from site_builder.excerpts.address import print_address
from site_builder.excerpts.gather import gather
from site_builder.excerpts.source import digest
from site_builder.model import (
    Address,
    Evidence,
    ExcerptRequest,
    LineRange,
    LinesAddress,
    Lock,
    Pin,
    SymbolAddress,
    Where,
)

C1, C2 = "1" * 40, "2" * 40
TEXT = b"alpha one\nbeta two\ngamma three\n"


def ask(path: str, first: int, last: int) -> ExcerptRequest:
    return request(path, LinesAddress(ranges=(LineRange(first=first, last=last),)))


def request(path: str, address: Address) -> ExcerptRequest:
    return ExcerptRequest(where=Where(path="content/a.fr.md", line=1), path=path, address=address)


def pin(path: str, data: bytes, first: int, last: int, commit: str = C1) -> Pin:
    lines = data.decode().split("\n")[first - 1 : last]
    return Pin(
        repo_path=path,
        address=print_address(ask(path, first, last).address),
        ranges=(LineRange(first=first, last=last),),
        commit=commit,
        blob=blob(data),
        sha256=digest("".join(f"{line}\n" for line in lines)),
        first=lines[0],
        last=lines[-1],
    )


def lock(*pins: Pin) -> Lock:
    return Lock(pins={(one.repo_path, one.address): one for one in pins})


def one(found: object) -> Evidence:
    assert isinstance(found, dict)
    (evidence,) = found.values()
    assert isinstance(evidence, Evidence)
    return evidence


def test_nothing_is_asked_without_excerpts() -> None:
    history = FakeHistory({C1: {}})
    assert gather([], Lock(), FakeFiles({}), history) == {}
    assert history.asked == []


def test_an_unchanged_file_needs_no_content_from_git() -> None:
    history = FakeHistory({C1: {"a.py": TEXT}})
    found = one(
        gather([ask("a.py", 1, 2)], lock(pin("a.py", TEXT, 1, 2)), FakeFiles({"a.py": TEXT}), history)
    )
    assert history.asked == ["blob_ids"]
    assert found.current is found.head is found.pinned or found.current == found.head == found.pinned == TEXT


def test_a_thousand_excerpts_ask_as_often_as_one() -> None:
    trees = {f"f{number}.py": TEXT + f"{number}\n".encode() for number in range(1000)}
    changed = {path: b"new\n" + data for path, data in trees.items()}
    asked = []
    for amount in (1, 1000):
        paths = list(trees)[:amount]
        history = FakeHistory({C1: trees, C2: changed})
        pins = lock(*(pin(path, trees[path], 1, 2) for path in paths))
        files = FakeFiles(changed)
        assert len(gather([ask(path, 1, 2) for path in paths], pins, files, history)) == amount
        asked.append([question.split()[0] for question in history.asked])
        assert sorted(files.asked) == sorted(paths)
    assert asked[0] == asked[1] == ["blob_ids", "blobs"]


def test_contents_are_asked_only_for_what_differs() -> None:
    history = FakeHistory(
        {C1: {"a.py": TEXT, "b.py": TEXT + b"b\n"}, C2: {"a.py": b"new\n" + TEXT, "b.py": TEXT + b"b\n"}}
    )
    pins = lock(pin("a.py", TEXT, 1, 2), pin("b.py", TEXT + b"b\n", 1, 2))
    gather([ask("a.py", 1, 2), ask("b.py", 1, 2)], pins, FakeFiles(history.commits[C2]), history)
    assert history.asked == ["blob_ids", "blobs 1"]


def test_a_line_map_is_asked_where_several_copies_compete() -> None:
    twice = b"x\n" + TEXT + TEXT
    history = FakeHistory({C1: {"a.py": TEXT}, C2: {"a.py": twice}})
    found = one(
        gather([ask("a.py", 1, 2)], lock(pin("a.py", TEXT, 1, 2)), FakeFiles({"a.py": twice}), history)
    )
    assert found.hunks
    assert "hunks" in history.asked


def test_no_line_map_is_asked_for_a_symbol() -> None:
    twice = b"x\n" + TEXT + TEXT
    history = FakeHistory({C1: {"a.py": TEXT}, C2: {"a.py": twice}})
    symbol = request("a.py", SymbolAddress(name="f"))
    known = pin("a.py", TEXT, 1, 2)
    pins = Lock(pins={("a.py", "symbol:f"): known})
    assert one(gather([symbol], pins, FakeFiles({"a.py": twice}), history)).hunks is None


def test_other_files_are_searched_only_when_the_path_is_gone_and_never_pages() -> None:
    tree = {"b.py": b"x\n" + TEXT, "c.txt": TEXT, "content/d.py": TEXT, "e.py": b"nothing\n"}
    history = FakeHistory({C1: {"a.py": TEXT}, C2: tree})
    files = FakeFiles(tree)
    found = one(gather([ask("a.py", 1, 2)], lock(pin("a.py", TEXT, 1, 2)), files, history))
    assert found.absent
    assert found.elsewhere == (("b.py", LineRange(first=2, last=3)),)
    assert sorted(files.asked) == ["a.py", "b.py", "e.py"]


def test_the_file_that_git_calls_renamed_is_searched_whatever_its_suffix() -> None:
    tree = {"b.txt": TEXT}
    history = FakeHistory({C1: {"a.py": TEXT}, C2: tree})
    found = one(gather([ask("a.py", 1, 2)], lock(pin("a.py", TEXT, 1, 2)), FakeFiles(tree), history))
    assert found.renamed_to == "b.txt"
    assert found.elsewhere == (("b.txt", LineRange(first=1, last=2)),)


def test_copies_in_a_renamed_file_compete_even_where_one_stands_at_the_pinned_lines() -> None:
    twice = TEXT + b"between\n" + TEXT
    history = FakeHistory({C1: {"a.py": twice}, C2: {"b.py": twice}})
    found = one(
        gather([ask("a.py", 1, 2)], lock(pin("a.py", twice, 1, 2)), FakeFiles({"b.py": twice}), history)
    )
    assert len(found.elsewhere) == 2
    assert found.hunks == ()


def test_a_renamed_file_that_has_the_text_is_the_only_one_searched() -> None:
    tree = {"a_copy.py": TEXT, "b.py": TEXT + b"more\n"}
    history = FakeHistory({C1: {"a.py": TEXT + b"more\n", "a_copy.py": TEXT}, C2: tree})
    files = FakeFiles(tree)
    pins = lock(pin("a.py", TEXT + b"more\n", 1, 2))
    found = one(gather([ask("a.py", 1, 2)], pins, files, history))
    assert found.elsewhere == (("b.py", LineRange(first=1, last=2)),)
    assert set(files.asked) == {"a.py", "b.py"}


def test_renames_of_many_pinned_commits_are_one_question() -> None:
    commits = {f"{number:040}": {f"f{number}.py": TEXT + f"{number}\n".encode()} for number in range(50)}
    trees = {path: data for tree in commits.values() for path, data in tree.items()}
    history = FakeHistory({**commits, C2: {"other.py": b"nothing\n"}})
    pins = lock(
        *(pin(path, data, 1, 2, f"{number:040}") for number, (path, data) in enumerate(trees.items()))
    )
    found = gather([ask(path, 1, 2) for path in trees], pins, FakeFiles({"other.py": b"nothing\n"}), history)
    assert all(evidence.absent for evidence in found.values())
    assert history.asked.count("renames") == 1


def test_a_text_without_a_word_of_three_letters_is_not_sought_elsewhere() -> None:
    text = b"}\n  }\n"
    tree = {"b.py": text}
    history = FakeHistory({C1: {"a.py": text, "b.py": text}, C2: tree})
    found = one(gather([ask("a.py", 1, 2)], lock(pin("a.py", text, 1, 2)), FakeFiles(tree), history))
    assert found.elsewhere == ()


def test_newest_commits_are_asked_for_unpinned_excerpts_alone() -> None:
    history = FakeHistory({C1: {"a.py": TEXT, "b.py": TEXT}})
    files = FakeFiles(history.commits[C1])
    pins = lock(pin("a.py", TEXT, 1, 2))
    found = gather([ask("a.py", 1, 2), ask("b.py", 1, 2)], pins, files, history)
    assert found["a.py", "L1-L2"].newest is None
    assert found["b.py", "L1-L2"].newest == C1


def test_a_shallow_clone_is_not_asked_for_newest_commits() -> None:
    history = FakeHistory({C2: {"a.py": TEXT}}, shallow=True)
    files = FakeFiles({"a.py": TEXT})
    found = one(gather([ask("a.py", 1, 2)], lock(pin("a.py", TEXT, 1, 2)), files, history))
    assert found.history == "shallow"
    assert one(gather([ask("a.py", 1, 2)], Lock(), files, history)).newest is None
    assert "newest_commits" not in history.asked


def test_history_says_whether_the_pinned_commit_can_be_read() -> None:
    files, pins = FakeFiles({"a.py": TEXT}), lock(pin("a.py", TEXT, 1, 2))
    for history, said in (
        (FakeHistory({C1: {"a.py": TEXT}}), "here"),
        (FakeHistory({C2: {"a.py": TEXT}}), "absent"),
        (FakeHistory({}), "none"),
    ):
        assert one(gather([ask("a.py", 1, 2)], pins, files, history)).history == said
