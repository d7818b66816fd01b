"""How many examples a property is tried with: all in `make test-full`, a quarter of them in `make test`."""

from hypothesis import settings

FEWEST = 10


def examples(number: int) -> int:
    """As many of this number as the profile has of a hundred."""
    return max(min(number, FEWEST), number * settings().max_examples // 100)
