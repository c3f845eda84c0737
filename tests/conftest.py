"""What all tests share: they read English, whatever the terminal of whoever runs them speaks; and in CI none is skipped."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

collect_ignore = ["fifth_game"]
"""A package of its own, offered to tests that ask for it."""


@pytest.fixture(autouse=True)
def _speak_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUPANA_LANG", "en")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Elsewhere something may be missing, and the summary says what; CI has everything."""
    report = yield
    if report.skipped and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
    return report
