"""The cache: a damaged, foreign, read-only or shared one costs time, never correctness."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from site_builder.effects.store import Store, forget


def filled(root: Path, count: int = 20) -> list[bytes]:
    with Store(root) as store:
        keys = [store.key("page", str(number)) for number in range(count)]
        for number, key in enumerate(keys):
            store.put(key, b"body %d" % number * 50)
    return keys


def found(root: Path, keys: list[bytes]) -> list[bytes | None]:
    with Store(root) as store:
        return [store.get(key) for key in keys]


def right(results: list[bytes | None]) -> bool:
    return all(result in (None, b"body %d" % number * 50) for number, result in enumerate(results))


def database(root: Path) -> Path:
    return root / ".sitemaf/cache/store.sqlite"


def test_what_was_put_is_found_by_the_next_build(tmp_path: Path) -> None:
    keys = filled(tmp_path)
    results = found(tmp_path, keys)
    assert right(results) and None not in results


def test_what_was_put_is_found_before_it_is_flushed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(store.key("a"), b"x")
    assert store.get(store.key("a")) == b"x"
    assert store.get(store.key("b")) is None


def test_parts_of_a_key_do_not_run_together(tmp_path: Path) -> None:
    store = Store(tmp_path)
    keys = [store.key("k", *parts) for parts in (("ab", "c"), ("a", "bc"), ("abc",), (b"ab", "c", ""))]
    assert len(set(keys)) == 4
    assert store.key("k", "a") != store.key("ka")


@pytest.mark.parametrize("cut", [0, 1, 50, 100, 4096, 5000, 9000])
def test_a_truncated_file_is_never_believed(tmp_path: Path, cut: int) -> None:
    keys = filled(tmp_path)
    os.truncate(database(tmp_path), cut)
    assert right(found(tmp_path, keys))
    again = filled(tmp_path)
    assert right(found(tmp_path, again))
    filled(tmp_path)
    assert None not in found(tmp_path, again)


@pytest.mark.parametrize("place", range(0, 16_000, 640))
def test_a_flipped_byte_is_never_believed(tmp_path: Path, place: int) -> None:
    keys = filled(tmp_path, 60)
    data = bytearray(database(tmp_path).read_bytes())
    data[place % len(data)] ^= 0x55
    database(tmp_path).write_bytes(data)
    assert right(found(tmp_path, keys))


@pytest.mark.parametrize(
    "content", [b"", b"no database", os.urandom(8192), b"SQLite format 3\0" + bytes(5000)]
)
def test_any_other_file_in_its_place_is_replaced(tmp_path: Path, content: bytes) -> None:
    database(tmp_path).parent.mkdir(parents=True)
    database(tmp_path).write_bytes(content)
    filled(tmp_path)
    keys = filled(tmp_path)
    assert None not in found(tmp_path, keys)


def test_a_database_of_another_shape_is_a_miss(tmp_path: Path) -> None:
    database(tmp_path).parent.mkdir(parents=True)
    with sqlite3.connect(database(tmp_path)) as connection:
        connection.execute("create table entry (other)")
    connection.close()
    assert right(found(tmp_path, filled(tmp_path)))


def test_a_cache_copied_from_elsewhere_is_never_believed(tmp_path: Path) -> None:
    keys = filled(tmp_path / "a") if (tmp_path / "a").mkdir() is None else []
    (tmp_path / "b").mkdir()
    shutil.copytree(tmp_path / "a/.sitemaf", tmp_path / "b/.sitemaf")
    assert found(tmp_path / "b", keys) == [None] * len(keys)
    filled(tmp_path / "b")
    assert None not in found(tmp_path / "b", keys)


def test_a_forged_row_is_never_believed(tmp_path: Path) -> None:
    keys = filled(tmp_path)
    with sqlite3.connect(database(tmp_path)) as connection:
        connection.execute("update entry set data = ? where key = ?", (b"forged", keys[3]))
        connection.execute(
            "update entry set guard = (select guard from entry where key = ?),"
            " data = (select data from entry where key = ?) where key = ?",
            (keys[0], keys[0], keys[4]),
        )
        connection.execute("update entry set data = 7, guard = null where key = ?", (keys[5],))
    connection.close()
    results = found(tmp_path, keys)
    assert results[3:6] == [None, None, None] or right(results)
    assert right(results)


@pytest.mark.parametrize("what", [".sitemaf", ".sitemaf/cache", ".sitemaf/cache/store.sqlite"])
def test_a_link_in_its_place_is_not_followed(tmp_path: Path, what: str) -> None:
    target = tmp_path / "target"
    target.mkdir()
    project = tmp_path / "project"
    (project / what).parent.mkdir(parents=True)
    (project / what).symlink_to(target)
    keys = filled(project)
    assert right(found(project, keys))
    forget(project)
    assert target.is_dir() and list(target.iterdir()) == []


def test_a_folder_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / ".sitemaf").write_text("no folder")
    keys = filled(tmp_path)
    assert found(tmp_path, keys) == [None] * len(keys)


def test_a_pipe_in_its_place_hangs_nobody(tmp_path: Path) -> None:
    database(tmp_path).parent.mkdir(parents=True)
    os.mkfifo(database(tmp_path))
    filled(tmp_path)
    assert right(found(tmp_path, filled(tmp_path)))


def test_the_least_recently_made_goes_when_the_bound_is_reached(tmp_path: Path) -> None:
    with Store(tmp_path, limit=100_000) as store:
        keys = [store.key(str(number)) for number in range(30)]
        for key in keys:
            store.put(key, bytes(10_000))
            store.flush()
        kept = [store.get(key) is not None for key in keys]
    assert kept == sorted(kept) and 7 <= sum(kept) <= 10
    assert database(tmp_path).stat().st_size < 150_000


def test_clean_forgets_everything_and_nothing_else(tmp_path: Path) -> None:
    keys = filled(tmp_path)
    (tmp_path / ".sitemaf/own.txt").write_text("mine")
    store = Store(tmp_path, clean=True)
    assert not database(tmp_path).exists()
    assert store.get(keys[0]) is None
    assert (tmp_path / ".sitemaf/own.txt").exists()


WRITER = """
import sys
from pathlib import Path
from site_builder.effects.store import Store
for number in range(60):
    with Store(Path(sys.argv[1])) as store:
        for shared in range(20):
            key = store.key("page", str(shared))
            assert store.get(key) in (None, b"body %d" % shared * 50)
            store.put(key, b"body %d" % shared * 50)
"""


def test_two_builds_may_use_it_at_once(tmp_path: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, tmp_path]) for _ in range(2)]
    assert [writer.wait(120) for writer in writers] == [0, 0]
    with Store(tmp_path) as store:
        keys = [store.key("page", str(number)) for number in range(20)]
    assert None not in found(tmp_path, keys)


def test_a_build_killed_while_it_writes_does_no_harm(tmp_path: Path) -> None:
    keys = filled(tmp_path)
    for _ in range(5):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, tmp_path])
        while writer.poll() is None and not (tmp_path / ".sitemaf/cache/store.sqlite-journal").exists():
            pass
        writer.kill()
        writer.wait()
        assert right(found(tmp_path, keys))


def test_a_forked_worker_opens_its_own_connection(tmp_path: Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            """
import os, sys
from pathlib import Path
from site_builder.effects.store import Store
store = Store(Path(sys.argv[1]))
store.put(store.key("parent"), b"p")
store.flush()
child = os.fork()
if child == 0:
    assert store.get(store.key("parent")) == b"p"
    store.put(store.key("child"), b"c")
    store.flush()
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
print(store.get(store.key("child")))
""",
            tmp_path,
        ],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("b'c'\n", "")


def test_threads_may_share_it(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        thread = threading.Thread(target=lambda: (store.put(store.key("a"), b"a"), store.flush()))
        thread.start()
        thread.join()
        assert store.get(store.key("a")) == b"a"
        store.put(store.key("b"), b"b")
    with Store(tmp_path) as store:
        assert (store.get(store.key("a")), store.get(store.key("b"))) == (b"a", b"b")


def test_read_only_it_writes_nothing(tmp_path: Path) -> None:
    with Store(tmp_path, read_only=True) as store:
        store.put(store.key("a"), b"a")
        assert store.get(store.key("a")) == b"a"
    assert list(tmp_path.iterdir()) == []
    keys = filled(tmp_path)
    before = database(tmp_path).read_bytes()
    with Store(tmp_path, read_only=True) as store:
        assert store.get(keys[2]) == b"body 2" * 50
    assert database(tmp_path).read_bytes() == before
