"""What a request may name: the `Host` it speaks to, and a path inside the site.

In: the raw bytes of a request. Out: a canonical path, or None; whether the host is one of ours. A name that
another machine's DNS can point at this one is never ours (DNS rebinding); an address in digits is safe.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable

LOOPBACK = ("localhost", "127.0.0.1", "::1")
_HOST = re.compile(rb"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+))(?::[0-9]{1,5})?", re.ASCII)
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})", re.ASCII)
_LONGEST = 4096  # bytes of a path


def allowed_hosts(host: str) -> frozenset[str]:
    """What `Host` may hold when listening on `host`; empty text stands for any address in digits."""
    if host in LOOPBACK:
        return frozenset(LOOPBACK)
    if host in ("0.0.0.0", "::"):
        return frozenset((*LOOPBACK, ""))
    return frozenset((*LOOPBACK, host.lower()))


def is_ours(host: bytes | None, allowed: Iterable[str]) -> bool:
    """Whether a `Host` header, with or without a port, names this preview."""
    match = _HOST.fullmatch(host or b"")
    if match is None:
        return False
    name = (match[1] or match[2]).decode().lower()
    return name in allowed or ("" in allowed and _in_digits(name))


def _in_digits(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def canonical(raw: bytes) -> str | None:
    """The path that `raw` (before any `?`) names, decoded once; None if no page can have that address.

    No empty, `.` or `..` part, nothing that begins with a dot, no encoded or reversed slash, no control
    character, strict UTF-8. A final slash stays.
    """
    if not raw.startswith(b"/") or len(raw) > _LONGEST or b"%2f" in raw.lower():
        return None
    if raw.count(b"%") != len(_ESCAPE.findall(raw)):
        return None
    try:
        path = _ESCAPE.sub(lambda found: bytes([int(found[1], 16)]), raw).decode()
    except UnicodeDecodeError:
        return None
    if not path.isprintable() or "\\" in path:
        return None
    parts = path[1:].split("/")
    if any(part.startswith(".") or not part for part in parts[:-1]) or parts[-1].startswith("."):
        return None
    return path
