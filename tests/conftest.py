"""What all tests share: they read English, whatever the terminal of whoever runs them speaks."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _speak_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUPANA_LANG", "en")
