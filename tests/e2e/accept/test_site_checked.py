"""The built site against git and the lock: what readers get is read from the HTML, and asked of git."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from projects import Said, git
from quoting import CODE, Site, excerpt


@pytest.fixture
def site(tmp_path: Path) -> Site:
    site = Site(tmp_path / "site").begin(excerpt("src/code.py", ":lines: 8-9", ":note-9: Look."))
    site.write({".gitignore": "output/\n.sitemaf/\n"}).commit()
    built(site)
    return site


def built(site: Site) -> None:
    said = site.sitemaf("build")  # a process of its own, for it starts workers
    assert said.code == 0, said.text


def checked(site: Site, *options: str) -> Said:
    return site.call("verify", "--skip-demos", "--format", "json", *options)


def page_of(site: Site, folder: str = "output") -> Path:
    return next(
        path for path in (site.root / folder / "en").rglob("index.html") if "data-excerpt" in path.read_text()
    )


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_site_just_built_is_clean(site: Site) -> None:
    said = checked(site)
    assert (said.code, said.codes()) == (0, [])


def test_code_changed_after_the_build_is_a_mismatch_at_its_line(site: Site) -> None:
    page = page_of(site)
    change(page, "second", "2nd")
    said = checked(site)
    assert said.code == 1
    (problem,) = [one for one in said.report["problems"] if one["code"] == "output-mismatch"]
    assert problem["path"] == page.relative_to(site.root).as_posix()
    assert 'data-excerpt="' in page.read_text().split("\n")[problem["line"] - 1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("#L8-L9@", "#L4-L5@"),
        ("L8–L9", "L4–L5"),
        ("src/code.py#", "src/other.py#"),
        ("#L8-L9@", "#L8-L99@"),
    ],
)
def test_a_caption_changed_after_the_build_is_a_mismatch(site: Site, old: str, new: str) -> None:
    change(page_of(site), old, new)
    assert "output-mismatch" in checked(site).codes()


def test_a_site_from_before_the_last_acceptance_is_stale(site: Site) -> None:
    site.write({"src/code.py": "# above\n" + CODE}).commit()
    assert site.accept().code == 0
    said = checked(site)
    assert set(said.codes()) == {"output-stale"}
    assert "L9–L10" in said.report["problems"][0]["message"]
    built(site)
    assert checked(site).code == 0


def test_without_a_built_site_verify_says_so_unless_told_to_skip_it(site: Site) -> None:
    shutil.rmtree(site.root / "output")
    assert checked(site).codes() == ["output-stale"]
    assert checked(site, "--skip-site").code == 0


def test_pages_that_are_missing_or_left_over_are_named(site: Site) -> None:
    page = page_of(site)
    (site.root / "output/en/old").mkdir()
    page.rename(site.root / "output/en/old/index.html")
    said = checked(site)
    messages = [one["message"] for one in said.report["problems"]]
    assert set(said.codes()) == {"output-stale"}
    assert any("are missing" in message and "en/" in message for message in messages)
    assert any("left over" in message and "en/old/index.html" in message for message in messages)


def test_a_published_copy_is_checked_with_site(site: Site, tmp_path: Path) -> None:
    copy = tmp_path / "published"
    shutil.copytree(site.root / "output", copy)
    assert checked(site, "--site", str(copy)).code == 0
    change(next(path for path in copy.rglob("*.html") if "data-excerpt" in path.read_text()), "second", "2nd")
    assert "output-mismatch" in checked(site, "--site", str(copy)).codes()
    assert checked(site).code == 0


def test_white_space_and_hidden_characters_are_compared_as_the_source_has_them(tmp_path: Path) -> None:
    code = "\tif x:\n\t\ty = '\u202e\x0c\u200b\x7f'  \n\n\t\u00e9 = 1 &lt; <b>\n"
    site = Site(tmp_path).begin(
        excerpt("src/code.py", ":lines: 1-4")
        + "\n\n"
        + excerpt("src/code.py", ":lines: 1,4", ":dedent: off"),
        code,
    )
    built(site)
    said = checked(site)
    assert not {code for code in said.codes() if code.startswith("output-")}, said.out


def test_a_shallow_clone_can_check_its_site_too(site: Site, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{site.root}", "part")
    part = Site(tmp_path / "part")
    shutil.copytree(site.root / "output", part.root / "output")
    said = checked(part)
    assert (said.code, set(said.codes())) == (0, {"excerpt-no-history"})
