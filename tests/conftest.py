"""Holds for all tests: a `req` mark names known requirements, and the Hypothesis profile of `make test`."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)

REQUIREMENTS: dict[str, dict[str, object]] = tomllib.loads(
    (Path(__file__).parent / "spec" / "requirements.toml").read_text("utf-8")
)
KNOWN = {req for area in REQUIREMENTS.values() for req in area if req not in {"title", "must"}}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("req"):
            unknown = [str(req) for req in mark.args if req not in KNOWN]
            if unknown or not mark.args:
                raise pytest.UsageError(f"{item.nodeid}: unknown requirement {', '.join(unknown) or '(none named)'}")
            if mark.kwargs not in ({}, {"refused": True}):
                raise pytest.UsageError(f"{item.nodeid}: a req mark takes ids and `refused=True`, nothing else")
