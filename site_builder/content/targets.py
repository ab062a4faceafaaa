"""What an author wrote as the target of a link or an image: text → its kind, or why it is refused."""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import quote, urlsplit

from site_builder.model import value

SAFE_SCHEMES = (
    "http", "https", "mailto", "tel", "sms", "geo", "ftp", "sftp", "ssh", "git", "irc", "ircs", "matrix",
    "news", "nntp", "urn", "vscode", "webcal", "xmpp",
)  # fmt: skip
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
# Browsers drop these before they look for a scheme (WHATWG URL, "basic URL parser").
_DROPPED = re.compile("[\t\n\r]")
_HOST = re.compile(r"[/\\]{2}")  # `//host` and `/\host`, which takes the page's own scheme
_STRIPPED = "".join(map(chr, range(0x21)))
# What would hide, reorder or end an address where it stands; spaces of every kind included.
_UNWRITABLE = re.compile(
    '[\x00-\x20\x7f-\xa0"<>\\\\^`{|}\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff'
    "\ufff9-\ufffb\ud800-\udfff]"
)


@value
class Refusal:
    message: str
    help: str


def written(target: str) -> str:
    """The target without the white space around it, of whatever kind; whoever judges a target judges this."""
    return target.strip()


def address(target: str) -> str:
    """An external target as it stands in a page: percent-encoded where a character could deceive."""
    return _UNWRITABLE.sub(lambda found: quote(found[0], safe="", errors="replace"), target)


def scheme_of(target: str) -> str | None:
    """The scheme as a browser would see it, in lower case."""
    found = _SCHEME.match(_DROPPED.sub("", target.lstrip(_STRIPPED)))
    return found[1].lower() if found else None


def is_external(target: str) -> bool:
    """Whether the target is an address rather than a file of the project."""
    if ":" not in target and target[:1] > " " and target[:1] not in "/\\":
        return False
    return (
        scheme_of(target) is not None or _HOST.match(_DROPPED.sub("", target).lstrip(_STRIPPED)) is not None
    )


def _can_be_read(target: str) -> bool:
    """Whether programs that read pages can take the address apart; `http://[::1` they cannot."""
    try:
        urlsplit(target)
    except ValueError:
        return False
    return True


def refuse(target: str, kind: Literal["link", "image"]) -> Refusal | None:
    """Why no page may carry this target, if so."""
    scheme = scheme_of(target)
    if kind == "image" and is_external(target):
        if scheme == "data":
            return Refusal(message="an image cannot be a `data:` text", help="save it beside the page")
        return Refusal(
            message=f"the image `{target[:80]}` is on another host",
            help="copy it beside the page; pages load nothing from elsewhere",
        )
    if scheme is None:
        if is_external(target):
            return Refusal(message=f"the link `{target[:80]}` names no scheme", help="write `https://…`")
        return None if target.strip() else Refusal(message="the link leads nowhere", help="write its target")
    if scheme in SAFE_SCHEMES:
        unread = Refusal(
            message=f"`{target[:80]}` is no address", help="write it as a browser shows it: `https://…`"
        )
        return None if _can_be_read(target) else unread
    return Refusal(
        message=f"a page cannot link to `{scheme}:`",
        help="link to a page, a file beside it, or an address with " + ", ".join(SAFE_SCHEMES[:4]),
    )
