"""What the tests of this folder share."""

from __future__ import annotations

import pytest
import yaml

from site_builder.source import yaml as loader


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """PyYAML's two parsers: libyaml's, and the one in Python for machines without it."""
    monkeypatch.setattr(loader, "_LOADER", getattr(yaml, request.param))
