"""Private folders of runs: in use they are left alone, abandoned they are cleared away."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from site_builder.effects.scratch import clear_abandoned, scratch_folder


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    clear_abandoned.cache_clear()
    return tmp_path


def test_a_folder_is_private_and_gone_with_its_run(temporary: Path) -> None:
    with scratch_folder() as folder:
        assert folder.stat().st_mode & 0o077 == 0
        (folder / "file").write_text("x")
    assert list(temporary.iterdir()) == []


def test_what_a_killed_build_left_is_removed_by_the_next_and_nothing_else(temporary: Path) -> None:
    with scratch_folder() as in_use:
        names = {
            "old": temporary / "sitemaf-old",
            "young": temporary / "sitemaf-young",
            "other": temporary / "other",
        }
        for folder in names.values():
            folder.mkdir()
            (folder / "file").write_text("x")
        for folder in (in_use, names["old"], names["other"]):
            os.utime(folder, (1, 1))
        clear_abandoned.cache_clear()
        with scratch_folder():
            assert not names["old"].exists()
            assert in_use.exists()
        assert names["young"].exists()
        assert names["other"].exists()
