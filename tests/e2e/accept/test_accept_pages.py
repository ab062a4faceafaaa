"""What accept writes into pages: line numbers and paths, and not a byte besides."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from projects import git
from quoting import CODE, CONFIG, Site, excerpt

ABOVE = "# one\n# two\n"


def begin(site: Site, fr: bytes, en: bytes) -> Site:
    site.init()
    site.write({"sitemaf.toml": CONFIG, "src/code.py": CODE})
    for language, data in (("fr", fr), ("en", en)):
        target = site.root / f"content/index.{language}.md"
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)
    site.commit()
    said = site.accept()
    assert said.code == 0, said.text
    site.commit()
    return site


FRENCH = (
    "\ufeff---\r\ntitle: Essai\r\n---\r\n\r\nDu texte\tavec L8-L9 et 8-9.  \r\n\r\n"
    "```{excerpt}   src/code.py  \r\n:lines:\tL8–L9\t\r\n:caption: Lignes 8-9\r\n:highlight: 9  \r\n"
    ":note-9: Voir 9.\r\n```\r\n\r\n:lines: 8-9\r\n"
).encode()
ENGLISH = (
    b"---\ntitle: Trial\n---\n\nSome text.\n\n- item\n\n  ~~~~{excerpt} src/code.py\n  :lines: 8-9\n"
    b'  :caption: Lines 8-9\n  :highlight: "second"\n  :note-9: See 9.\n  ~~~~\n\nNo line end'
)


def test_only_the_digits_of_moved_options_change(tmp_path: Path) -> None:
    site = begin(Site(tmp_path), FRENCH, ENGLISH)
    site.write({"src/code.py": ABOVE + CODE}).commit()
    assert site.accept().code == 0
    french = FRENCH.replace("L8–L9\t\r".encode(), "L10–L11\t\r".encode())
    french = french.replace(b":highlight: 9  ", b":highlight: 11  ").replace(b":note-9:", b":note-11:")
    english = ENGLISH.replace(b"  :lines: 8-9", b"  :lines: 10-11").replace(b":note-9:", b":note-11:")
    assert (site.root / "content/index.fr.md").read_bytes() == french
    assert (site.root / "content/index.en.md").read_bytes() == english
    assert not {code for code in site.states() if code.startswith("excerpt-")}


def test_a_list_of_ranges_moves_part_by_part(tmp_path: Path) -> None:
    site = Site(tmp_path).begin(excerpt("src/code.py", ":lines: 4-5,12-13", ":highlight: 5,13"))
    lines = CODE.split("\n")
    site.write({"src/code.py": "\n".join(["#", *lines[:7], "#", "#", *lines[7:]])}).commit()
    assert site.accept().code == 0
    assert ":lines: 5-6,15-16\n:highlight: 6,16\n" in site.pages()[0]
    assert site.states() == set()


def test_a_page_keeps_its_mode_and_a_linked_page_its_link(tmp_path: Path) -> None:
    site = Site(tmp_path).begin()
    page, lock = site.root / "content/index.fr.md", site.root / "sitemaf.lock"
    page.chmod(0o640)
    lock.rename(tmp_path / "real.lock")
    lock.symlink_to("real.lock")
    site.write({"src/code.py": ABOVE + CODE}).commit()
    assert site.accept().code == 0
    assert stat.S_IMODE(page.stat().st_mode) == 0o640
    assert lock.is_symlink()
    assert 'lines = "L10-L11"' in lock.read_text()


def test_accepting_leaves_no_other_file_behind(tmp_path: Path) -> None:
    site = Site(tmp_path).begin()
    site.write({"src/code.py": ABOVE + CODE}).commit()
    assert site.accept().code == 0
    changed = git(site.root, "status", "--porcelain", "--untracked-files=all").split("\n")[:-1]
    assert changed == [" M content/index.en.md", " M content/index.fr.md", " M sitemaf.lock"]


def test_accepting_twice_changes_nothing_the_second_time(tmp_path: Path) -> None:
    site = Site(tmp_path).begin()
    site.write({"src/code.py": ABOVE + CODE}).commit()
    assert site.accept().code == 0
    before = site.lock(), site.pages()
    said = site.accept()
    assert (said.code, said.out, said.err) == (0, "", "nothing to write\n")
    assert (site.lock(), site.pages()) == before


def test_a_dry_run_says_what_would_change_exits_1_and_writes_nothing(tmp_path: Path) -> None:
    site = Site(tmp_path).begin()
    site.write({"src/code.py": ABOVE + CODE}).commit()
    before = site.lock(), site.pages()
    said = site.accept("--dry-run")
    assert said.code == 1
    assert "would have followed" in said.out
    assert site.accept("--dry-run", "--format", "json").codes() == ["excerpt-moved"]
    assert (site.lock(), site.pages()) == before
    assert site.accept().code == 0
    assert site.accept("--dry-run").code == 0


def test_excerpts_that_change_places_keep_their_texts(tmp_path: Path) -> None:
    """`first` moves onto the address of `second`, which moves away itself."""
    both = excerpt("src/code.py", ":lines: 4-5") + "\n\n" + excerpt("src/code.py", ":lines: 8-9")
    site = Site(tmp_path).begin(both)
    site.write({"src/code.py": "#\n#\n#\n#\n" + CODE}).commit()
    assert site.accept().code == 0
    assert all(":lines: 8-9\n```\n\n```{excerpt} src/code.py\n:lines: 12-13" in page for page in site.pages())
    assert site.lock().count("[[pin]]") == 2
    assert site.states() == set()


@pytest.mark.parametrize("words", [[], ["--all"]])
def test_a_move_onto_the_address_of_an_edited_excerpt_is_refused(tmp_path: Path, words: list[str]) -> None:
    both = excerpt("src/code.py", ":lines: 4-5") + "\n\n" + excerpt("src/code.py", ":lines: 8-9")
    site = Site(tmp_path).begin(both)
    lines = CODE.split("\n")
    code = ["import os", "", "", "def new():", "    pass", "", "", lines[3], lines[4], ""]
    site.write({"src/code.py": "\n".join(code)}).commit()
    assert site.states() == {"excerpt-moved", "excerpt-edited"}
    before = site.pages()
    said = site.accept(*words)
    # Named, the edited excerpt holds what stands at its address now: the same text, so both may share it.
    assert said.code == (0 if words else 1)
    if not words:
        assert "is pinned with another text" in said.out
        assert site.pages() == before


def test_one_text_may_be_cited_by_several_pages_and_they_share_a_pin(tmp_path: Path) -> None:
    site = Site(tmp_path).begin()
    page = site.read("content/index.fr.md")
    site.write({"content/more.fr.md": page, "content/more.en.md": page.replace("8-9", "L8-L9")}).commit()
    assert site.accept().code == 0
    assert site.lock().count("[[pin]]") == 1
    site.write({"src/code.py": ABOVE + CODE}).commit()
    assert site.accept().code == 0
    assert ":lines: L10-L11" in site.read("content/more.en.md")
    assert site.states() == set()


def test_drafts_keep_their_pins_and_follow_too(tmp_path: Path) -> None:
    site = Site(tmp_path).begin()
    for language in ("fr", "en"):
        text = site.read(f"content/index.{language}.md").replace("title: Trial", "title: Trial\ndraft: true")
        site.write({f"content/draft.{language}.md": text.replace("8-9", "4-5")})
    site.commit()
    assert site.accept().code == 0
    assert site.states() == set()
    site.write({"src/code.py": ABOVE + CODE}).commit()
    assert site.accept("--prune").code == 0
    assert ":lines: 6-7" in site.read("content/draft.fr.md")
    assert site.lock().count("[[pin]]") == 2


def test_nothing_is_pruned_while_a_page_cannot_be_read_whole(tmp_path: Path) -> None:
    site = Site(tmp_path).begin()
    site.quote("```{exerpt} src/code.py\n:lines: 8-9\n```")
    before = site.lock()
    assert site.accept("content/index.en.md", "--prune").code == 1
    assert "[[pin]]" in site.lock()
    assert site.lock().count("[[pin]]") == before.count("[[pin]]")
