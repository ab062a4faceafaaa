"""The sidebar: whole on a small site, bounded on a large one."""

from __future__ import annotations

from dataclasses import replace

from shown_site import config, theme
from site_builder.model import Page, Revision
from site_builder.render.navigation import AROUND, Navigation
from site_builder.render.site import Card, DemoCard, Entry, SiteView, reading_order


def site(count: int) -> SiteView:
    keys = ["index", "guides/index", *(f"guides/page-{n}" for n in range(count)), "about/index", "about/us"]
    entries = {
        key: Entry(
            key=key, url=f"/en/{key.removesuffix('index')}/".replace("//", "/"), title=key, written_in="en"
        )
        for key in keys
    }
    return SiteView(
        config=config(),
        revision=Revision(commit=None),
        entries={"en": entries},
        cards={key: Card(key=key, languages=("en",)) for key in keys},
        demos={},
    )


def navigation(count: int) -> Navigation:
    return Navigation("en", site(count), theme().words("en"))


def test_a_small_site_shows_every_page_and_marks_one() -> None:
    html = navigation(10).sidebar("/en/guides/page-3/")
    assert html.count("<li>") == 10 + 5
    assert html.count("aria-current") == 1
    assert '<a href="../../../en/guides/page-3/" aria-current="page">' in html


def test_a_large_site_shows_the_neighbours_and_a_link_for_each_other_folder() -> None:
    html = navigation(5000).sidebar("/en/guides/page-2500/")
    assert html.count("<li>") == 2 * AROUND + 1 + 1 + 1 + 1
    assert ">guides/page-2501<" in html
    assert ">about/index<" in html
    assert ">about/us<" not in html


def test_the_sidebar_folds_without_script() -> None:
    html = navigation(3).sidebar("/en/")
    assert html.count("<details open><summary>") == 2


def test_a_demo_whose_title_a_page_bears_is_called_by_its_folder() -> None:
    cards = [
        DemoCard(name="Demo1", title={"en": "guides/page-1"}, folder="demos/Demo1", files=()),
        DemoCard(name="Demo2", title={"en": "Another title"}, folder="demos/Demo2", files=()),
    ]
    view = replace(site(3), demos={card.name: card for card in cards})
    html = Navigation("en", view, theme().words("en")).sidebar("/en/")
    assert html.count(">guides/page-1<") == 1
    assert ">Demo1<" in html
    assert ">Another title<" in html


def test_the_trail_leads_from_the_home_page_through_folders() -> None:
    assert [one.key for one in navigation(3).trail("guides/page-1")] == [
        "index",
        "guides/index",
        "guides/page-1",
    ]
    assert [one.key for one in navigation(3).trail("guides/index")] == ["index", "guides/index"]
    assert [one.key for one in navigation(3).trail("index")] == ["index"]


def test_neighbours_follow_the_reading_order() -> None:
    before, after = navigation(3).neighbours("guides/index")
    assert (before and before.key, after and after.key) == ("index", "guides/page-0")
    assert navigation(3).neighbours("index")[0] is None
    assert navigation(3).neighbours("about/us")[1] is None


def test_a_folder_s_home_comes_before_its_pages() -> None:
    pages = [
        Page(key=key, order=order, translations={})
        for key, order in (("guides/about", 0.0), ("guides/index", 0.0), ("index", 0.0), ("first", -1.0))
    ]
    keys = [page.key for page in sorted(pages, key=reading_order)]
    assert keys == ["first", "index", "guides/index", "guides/about"]
