"""The licence list: every package that an installed sitemaf needs, its version and its licence.

In: the metadata of the packages in this environment. Out: one line a package on stdout, sorted; exit 1 if a
package states no licence.
"""

from __future__ import annotations

import sys
from importlib.metadata import Distribution, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def needed(root: str) -> dict[str, Distribution]:
    """`root`'s requirements and theirs, for this interpreter, without `root` itself."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(root)]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in found:
            continue
        found[name] = distribution(name)
        for line in found[name].requires or ():
            requirement = Requirement(line)
            extras = wanted.extras or {""}
            if requirement.marker is None or any(requirement.marker.evaluate({"extra": e}) for e in extras):
                waiting.append(requirement)
    del found[canonicalize_name(root)]
    return found


def licence(package: Distribution) -> str:
    """The SPDX expression, else the licence classifiers, else the first line of the old field."""
    said = package.metadata
    classifiers = [c for c in said.get_all("Classifier") or () if c.startswith("License :: ")]
    if "License-Expression" in said:
        return str(said["License-Expression"])
    if classifiers:
        return ", ".join(c.rpartition(" :: ")[2] for c in classifiers)
    return (said["License"] or "").strip().partition("\n")[0] if "License" in said else ""


def main() -> int:
    packages = needed("sitemaf")
    for name, package in sorted(packages.items()):
        print(f"{name:28} {package.version:20} {licence(package) or 'not stated'}")
    return 0 if all(map(licence, packages.values())) else 1


if __name__ == "__main__":
    sys.exit(main())
