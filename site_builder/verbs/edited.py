"""The commonest build, a few edited pages: made anew by what the last build recorded, the others left alone.

In: the stamp of the last build, which says that nothing but these pages changed. Out: the exit code; or None
where an edit shows outside its page (in links, lists, the source browser, what is asked of the machine):
then everything is built.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from time import perf_counter

from site_builder.checks.everything import check_pages, wanted_originals
from site_builder.content.pages import assemble
from site_builder.effects.lock import output_lock
from site_builder.effects.pool_deadline import within
from site_builder.effects.publish import Publication
from site_builder.effects.regular import read_regular
from site_builder.effects.store import Store
from site_builder.effects.store_inputs import Pages
from site_builder.effects.store_stamp import Stamp, renew
from site_builder.effects.store_stamp import read_record as record_of
from site_builder.fill import Filler
from site_builder.model import Facts, Page, Plan, Problem, Translation, value
from site_builder.pipeline import make_page, read_page
from site_builder.render.code import Recent, highlight_by
from site_builder.render.face import face
from site_builder.render.page import MadePage
from site_builder.render.site import view_pages
from site_builder.verbs.ending import CLEAN, PROBLEMS, Options, count_up, has_errors, say, tell
from site_builder.verbs.keeping import KeptCode
from site_builder.verbs.project import Project, Runs, accepted_only, make_plan, open_project
from site_builder.verbs.record import Record, asked, read_record
from site_builder.verbs.unchanged import Asked

MOST = 24  # pages that are fewer work one by one


@value
class Edit:
    """The edited pages as they are now, among the outlines of all others."""

    project: Project
    plan: Plan
    pages: tuple[Page, ...]
    fresh: Mapping[str, Translation]
    texts: Mapping[str, bytes]
    problems: tuple[Problem, ...]  # found in their files


def build_edited(root: Path, words: Asked, stamp: Stamp, started: float) -> int | None:
    if len(stamp.edited) > MOST:
        return None
    options = Options(
        quiet="--quiet" in words, strict="--strict" in words, report_format=words.get("--format", "text")
    )
    with output_lock(root, lambda: say("another build is at work here; waiting for it", quiet=options.quiet)):
        data = record_of(str(root), stamp)  # none of this stamp's, if the other build made another site
        record = read_record(data) if data else None
        edit = _read(root, words.get("--base-url"), stamp.edited, record) if record else None
        if edit is None or record is None:
            return None
        with Store(root) as store, Publication(root, Path(stamp.output)) as publication:
            highlight_by(Recent(KeptCode(store)))
            facts = _ask(edit, record, store, accepted="--accepted" in words)
            made, problems = _make(edit, record, facts)
            if any(record.faces.get(f"{one.language}/{one.key}") != face(one) for one in made):
                return None
            weighed, text = tell("build", problems, root, options, record.counts)
            if has_errors(weighed):
                say("nothing was written: the errors above stand in the way", quiet=options.quiet)
                return PROBLEMS
            for one in made:
                for artifact in one.artifacts:
                    publication.add(artifact)
            publication.keep_rest()
            published = publication.commit()
        told = count_up(record.counts)
        digests: Pages = {path: sha256(data).hexdigest() for path, data in edit.texts.items()}
        renew(str(root), stamp, digests, f"{told}\n{text}".encode(), record.after(edit.fresh, problems))
    say(
        f"built {told} ({published.files} files, {published.written} new); {perf_counter() - started:.2f} s",
        quiet=options.quiet,
    )
    return CLEAN


def _read(root: Path, base_url: str | None, edited: Iterable[str], record: Record) -> Edit | None:
    """Read the edited pages, in every language; None if any of them looks different from outside."""
    project = open_project(root, base_url, with_content=False)
    if not isinstance(project, Project) or project.config.search != "none":
        return None
    outlines = record.translations()
    keys = {outlines[path].key for path in edited if path in outlines}
    paths = [path for path, one in outlines.items() if one.key in keys]
    texts: dict[str, bytes] = {}
    for path in paths:
        data = read_regular(root / path)
        if data is None:
            return None
        texts[path] = data
    if not texts.keys() >= set(edited):  # one of them was no page
        return None
    config, strings = project.config, project.theme.strings
    fresh = {path: read_page((path, data), config, strings, within) for path, data in texts.items()}
    if any(
        _outside(one) != _outside(outlines[path]) or asked(one) != record.asked.get(path)
        for path, one in fresh.items()
    ):
        return None
    plan = make_plan(project)
    demos = [demo.name for demo in plan.demos]
    pages, problems = assemble({**outlines, **fresh}.values(), project.config, record.assets, demos)
    own = (*(problem for one in fresh.values() for problem in one.problems), *problems)
    return Edit(
        project=project,
        plan=replace(plan, pages=pages, assets=record.assets),
        pages=tuple(page for page in pages if page.key in keys),
        fresh=fresh,
        texts=texts,
        problems=tuple(problem for problem in own if problem.where.path in fresh),
    )


def _outside(one: Translation) -> tuple[object, ...]:
    """Everything that other pages, lists and checks see of a translation."""
    headings = tuple((heading.level, heading.text, heading.id, heading.explicit) for heading in one.headings)
    told = (one.key, one.lang, one.url, one.title, one.lead, one.description, one.draft, dict(one.shared))
    return (*told, headings)


def _ask(edit: Edit, record: Record, store: Store, accepted: bool) -> Facts:
    """What these pages want to know; nothing was asked by most."""
    small = replace(edit.plan, pages=edit.pages)
    if not any(asked(one) for one in edit.fresh.values()) and not wanted_originals(
        small, edit.project.config
    ):
        return Facts(revision=record.revision)
    # Git, demos and their processes are for the pages that need them.
    from site_builder.effects.runner import RealRunner
    from site_builder.verbs.gathering import gather
    from site_builder.verbs.running import run_changed

    def runs(plan: Plan) -> Runs:
        return accepted_only(plan) if accepted else run_changed(plan, RealRunner(edit.project.root), store)

    return gather(edit.project, small, runs)


def _make(edit: Edit, record: Record, facts: Facts) -> tuple[list[MadePage], tuple[Problem, ...]]:
    """The pages, and the problems of the whole site."""
    config, theme = edit.project.config, edit.project.theme
    filler = Filler(edit.plan, facts, config)
    site = view_pages(edit.plan.pages, config, record.around)
    made = [one for page in edit.pages for one in make_page(page, filler, site, theme, patience=within)]
    checks = check_pages(replace(edit.plan, pages=edit.pages), config, filler.links, facts.originals)
    others = (problem for problem in record.problems if problem.where.path not in edit.fresh)
    found = (*others, *edit.problems, *(problem for one in made for problem in one.problems), *checks)
    return made, tuple(dict.fromkeys(found))
