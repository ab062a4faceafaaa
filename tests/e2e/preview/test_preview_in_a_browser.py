"""The preview in a real browser: edits appear by themselves, the place is kept, pages run no script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Frame, Page

from previews import Preview
from projects import Project, sitemaf

LONG = "\n".join(f"Paragraph {number}, to scroll by.\n" for number in range(200))


def comes(place: Page | Frame, holds: str) -> bool:
    """Wait for the moment in which an expression is true; after half a minute it is not.

    A poll from outside would be evaluated as text, which the policies of page and wrapper forbid.
    """
    look = f"const look = () => ({holds}) ? seen(true) : requestAnimationFrame(look)"
    found: bool = place.evaluate(
        f"() => new Promise(seen => {{ {look}; look(); setTimeout(() => seen(false), 30_000) }})"
    )
    return found


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    folder = tmp_path_factory.mktemp("preview")
    assert sitemaf("init", folder / "site", folder=folder).code == 0
    project = Project(folder / "site").init()
    project.write({"content/long.en.md": f"# Long\n\n{LONG}", "content/long.fr.md": f"# Longue\n\n{LONG}"})
    project.commit()
    running = Preview(project, "--port", "0")
    yield running
    assert running.stop() == 130


@pytest.fixture
def tab(browser: Browser, preview: Preview) -> Iterator[Page]:
    page = browser.new_page()
    page.faults = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.faults.append(str(error)))  # type: ignore[attr-defined]
    page.on("console", lambda line: page.faults.append(line.text) if line.type == "error" else None)  # type: ignore[attr-defined]
    yield page
    faults = page.faults  # type: ignore[attr-defined]
    page.close()
    assert faults == []


def opened(tab: Page, preview: Preview, path: str) -> Frame:
    tab.goto(preview.address + path)
    tab.wait_for_selector("iframe#page")
    frame = tab.frames[1]
    frame.wait_for_url(f"{preview.address}{path}")
    frame.wait_for_load_state()
    return frame


def edit(preview: Preview, path: str, text: str) -> None:
    target = preview.project.root / path
    target.write_text(target.read_text() + f"\n{text}\n")


def test_a_pages_address_leads_to_the_wrapper_and_back(tab: Page, preview: Preview) -> None:
    frame = opened(tab, preview, "/en/long/")
    assert tab.url == f"{preview.address}/_preview/en/long/"
    assert tab.title() == frame.title() != ""
    assert frame.evaluate("document.scripts.length") == 0
    frame.locator("a[href='../../en/'] >> visible=true").first.click()
    assert comes(tab, "!location.pathname.includes('/long/')")


def test_an_edit_appears_and_the_place_is_kept(tab: Page, preview: Preview) -> None:
    frame = opened(tab, preview, "/en/long/")
    frame.evaluate("window.scrollTo({ top: 900, behavior: 'instant' })")
    for number in range(5):
        edit(preview, "content/long.en.md", f"Appended {number}.")
        assert comes(frame, f"document.body.textContent.includes('Appended {number}.')")
        assert frame.evaluate("scrollY") == 900


def test_a_new_style_is_applied_with_the_place_kept(tab: Page, preview: Preview) -> None:
    frame = opened(tab, preview, "/en/long/")
    frame.evaluate("window.scrollTo({ top: 900, behavior: 'instant' })")
    assert comes(tab, "document.title !== 'Preview'")
    css = (Path(__file__).parents[3] / "templates/theme.css").read_text()
    preview.project.write({"templates/theme.css": css + "\nbody { outline: 3px solid rebeccapurple }\n"})
    assert comes(
        tab,
        "frames[0].document.body && getComputedStyle(frames[0].document.body).outlineStyle === 'solid'"
        " && frames[0].scrollY === 900",
    )


def test_a_broken_edit_is_told_above_the_last_good_page(tab: Page, preview: Preview) -> None:
    frame = opened(tab, preview, "/en/")
    good = (preview.project.root / "content/index.en.md").read_text()
    preview.project.write({"content/index.en.md": good.replace("title: ", "title: [", 1)})
    assert comes(tab, "document.getElementById('said').innerText.includes('front-matter')")
    assert "content/index.en.md" in tab.inner_text("#said")
    assert frame.evaluate("document.body.textContent.includes('three lines long')")
    preview.project.write({"content/index.en.md": good})
    assert comes(tab, "!document.getElementById('said').innerText.includes('front-matter')")


def test_code_in_what_is_told_looks_like_code(tab: Page, preview: Preview) -> None:
    opened(tab, preview, "/en/")
    good = (preview.project.root / "content/index.en.md").read_text()
    preview.project.write({"content/index.en.md": good.replace("lead: ", "laed: ", 1)})
    assert comes(tab, "document.getElementById('list').innerText.includes('laed is no key')")
    assert "laed" in tab.locator("#list .message code").all_inner_texts()
    assert "lead" in tab.locator("#list .help code").all_inner_texts()
    assert "`" not in tab.inner_text("#list")
    preview.project.write({"content/index.en.md": good})
    assert comes(tab, "!document.getElementById('list').innerText.includes('laed')")


def test_a_link_to_another_site_does_not_leave_the_frame(tab: Page, preview: Preview) -> None:
    edit(preview, "content/long.fr.md", "[elsewhere](https://example.invalid/)")
    frame = opened(tab, preview, "/fr/long/")
    with tab.context.expect_page() as other:
        frame.click("text=elsewhere")
    assert other.value.url.startswith(("https://example.invalid", "about:blank", "chrome-error"))
    other.value.close()
    assert frame.url == f"{preview.address}/fr/long/"
