"""Parameters of which one is enough for `make test`: the others run in `make test-full` or `make test-stores`."""

from collections.abc import Iterable
from typing import Any, cast

import pytest
from _pytest.mark.structures import ParameterSet


def first_quick(cases: Iterable[object]) -> list[ParameterSet]:
    """The first as it is, each other one slow. A tuple is several values."""
    first, *others = (cast(tuple[Any, ...], case) if isinstance(case, tuple) else (case,) for case in cases)
    return [pytest.param(*first), *(pytest.param(*case, marks=pytest.mark.slow) for case in others)]


ON_KEPT_STORES = [pytest.param(kind, marks=pytest.mark.stores) for kind in ("sqlite", "postgres")]
"""The same suite on the stores that outlive a process: in `make test-stores`; `make test` has it in memory."""
