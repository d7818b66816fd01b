"""The team of the hub's suites, on every kind of store."""

from tests.support.hub_fixtures import store, team

__all__ = ["store", "team"]
