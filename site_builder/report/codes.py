"""Every code a problem may have: its weight in `build` and in `verify`, and its title.

The names are `subject-state`. In `build` drift is a warning, so that an author can look at unfinished work;
in `verify` it is an error, so that nobody publishes it. A problem with a severity of its own keeps that.
"""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.model import Severity, value

E, W = Severity.ERROR, Severity.WARNING


@value
class Code:
    name: str
    build: Severity
    verify: Severity
    title: str


_ROWS: tuple[tuple[str, Severity, Severity, str], ...] = (
    ("asset-active", W, E, "a file beside the pages would run something in the reader's browser"),
    ("config", E, E, "a setting in sitemaf.toml, sitemaf.lock or a demo.toml cannot be used"),
    ("demo-deadline", E, E, "a demo ran longer than its deadline"),
    ("demo-exit", E, E, "a demo ended with another exit code than declared"),
    ("demo-output-limit", E, E, "a demo printed more than a transcript may hold"),
    ("demo-program", E, E, "a demo's program cannot be started, or its answer cannot be read"),
    ("demo-wrote-source", E, E, "a demo changed files of the project while it ran"),
    ("directive-unknown", E, E, "a page uses a directive that does not exist"),
    ("excerpt-address", E, E, "an excerpt's address names no lines, or names them twice"),
    (
        "excerpt-address-moved",
        W,
        E,
        "the pinned text stands at other lines, where the address still finds it",
    ),
    ("excerpt-ambiguous", W, E, "the pinned text occurs several times and nothing says which is meant"),
    ("excerpt-edited", W, E, "the quoted lines were changed"),
    ("excerpt-file", E, E, "a quoted file cannot be quoted"),
    ("excerpt-gone", W, E, "a quoted file is gone and its text is nowhere else"),
    ("excerpt-highlight", W, E, "a highlight or note lies outside its excerpt"),
    ("excerpt-mismatch", E, E, "the lock says what git does not"),
    ("excerpt-moved", W, E, "the pinned text moved to other lines of its file"),
    ("excerpt-no-history", W, W, "git cannot show the pinned commit"),
    ("excerpt-out-of-range", W, E, "the quoted lines lie past the end of the file"),
    ("excerpt-partial", W, W, "an excerpt begins or ends inside a statement"),
    ("excerpt-renamed", W, E, "a quoted file has another name now"),
    ("excerpt-uncommitted", W, E, "the quoted lines are in the working tree only"),
    ("excerpt-unpinned", W, E, "an excerpt was never accepted"),
    ("excerpt-unused", W, E, "the lock pins an excerpt that no page quotes"),
    ("excerpt-whitespace", W, E, "only the white space of the quoted lines was changed"),
    ("front-matter", E, E, "the front matter of a page cannot be used"),
    ("link-anchor", W, E, "a link leads to a place that its page does not have"),
    ("link-target", W, E, "a link or image leads nowhere"),
    ("option-unknown", E, E, "a directive has an option or a name that does not exist"),
    ("output-mismatch", W, E, "the built site shows something else than git holds"),
    ("output-stale", W, E, "the built site is older than what it was made of"),
    ("page-collision", E, E, "two files would become the same page"),
    ("page-encoding", E, E, "a file of the project cannot be read"),
    ("parity-blocks", W, E, "translations have different admonitions, figures or tables"),
    ("parity-excerpts", W, E, "translations quote different excerpts"),
    ("parity-headings", W, E, "translations have different headings"),
    ("parity-links", W, E, "translations link to different pages"),
    ("parity-strings", W, E, "the theme has no words in a language of the site"),
    ("parity-transcripts", W, E, "translations show different transcripts or contracts"),
    ("parity-words", W, W, "translations differ in code words or numbers"),
    ("transcript-drift", W, E, "a run says something else than its accepted transcript"),
    ("transcript-unaccepted", W, E, "a run has no accepted transcript"),
    ("translation-missing", E, E, "a page lacks a language of the site"),
    ("translation-stale", W, E, "the original changed after this translation was reviewed"),
    ("value-drift", W, E, "a value in a sentence is no longer the program's"),
    ("value-unknown", E, E, "a value in a sentence names nothing that has one value"),
    ("value-unpinned", W, E, "a value in a sentence was never accepted"),
)

CODES: Mapping[str, Code] = {
    name: Code(name=name, build=build, verify=verify, title=title) for name, build, verify, title in _ROWS
}
