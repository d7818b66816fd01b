"""What a test has opened and does not close itself; closed after it (tests/conftest.py)."""

from contextlib import ExitStack

OPENED = ExitStack()
