"""Git's name for a content, computed here: bytes → blob id. Comparing names saves reading contents."""

from __future__ import annotations

from hashlib import sha1, sha256

_SHA256_DIGITS = 64


def blob_id(data: bytes, like: str = "") -> str:
    """The blob id of `data`, in the hash of `like`, another id of the same repository (SHA-1 by default)."""
    header = b"blob %d\0" % len(data)
    if len(like) == _SHA256_DIGITS:
        return sha256(header + data).hexdigest()
    return sha1(header + data, usedforsecurity=False).hexdigest()
