"""Holds for all tests with real clients: as on a user's machine, a hook does not compile what it loads each time."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("compiled")))
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield
