"""The replay of invented histories: sitemaf and the oracle agree, and a disagreement would be seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from histories import Invented

from projects import contents, git


def invented(folder: Path, seed: int, commits: int) -> tuple[Path, list[str]]:
    made = Invented(folder, seed)
    made.live(commits)
    return folder, git(folder, "rev-list", "--first-parent", "--reverse", "HEAD").split()


@pytest.mark.parametrize("seed", [1, 2])
def test_sitemaf_and_the_oracle_agree_about_an_invented_history(tmp_path: Path, seed: int) -> None:
    from replay import replay, table

    folder, line = invented(tmp_path / "made", seed, commits=60)
    before = contents(folder)
    found = replay(folder, 120, [(line[0], line[40])], seed)
    assert found.disagreements == []
    assert found.captions > 60
    assert len(found.states) >= 6, found.states
    assert sum(found.followed[state] for state in ("moved", "renamed")) > 5
    assert "disagreements: 0" in table(found)
    assert contents(folder) == before


def test_what_the_oracle_says_otherwise_is_a_disagreement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import replay as replaying
    from replay_oracle import Fate, Oracle

    true = Oracle.fate

    def mistaken(self: Oracle, quoted: object) -> Fate | None:
        """Every moved excerpt one line too low, every other one fine."""
        fate = true(self, quoted)  # type: ignore[arg-type]
        if fate is None or fate.state != "moved":
            return Fate("ok")
        ((path, spans),) = fate.places
        return Fate("moved", ((path, tuple((first + 1, last + 1) for first, last in spans)),))

    monkeypatch.setattr(Oracle, "fate", mistaken)
    folder, line = invented(tmp_path / "made", 5, commits=25)
    found = replaying.replay(folder, 60, [(line[0], line[-1])], 5)
    assert any("sitemaf says edited, the oracle ok" in one for one in found.disagreements)
    assert any("sitemaf finds it at" in one for one in found.disagreements)
