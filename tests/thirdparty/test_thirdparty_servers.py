"""`make thirdparty`: real servers from the registries, each documented by one file."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest


@pytest.mark.thirdparty
def test_servers_of_other_people_are_documented_by_one_file_each(capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("check", Path(__file__).with_name("check.py"))
    assert spec is not None and spec.loader is not None
    check = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = check  # its dataclasses look their module up
    spec.loader.exec_module(check)
    with capsys.disabled():  # the figures are what whoever asked for this wants to see
        findings = check.main()
    assert len(findings) == 5
    assert all(finding.contract.tools for finding in findings)
