"""What a test has opened and does not close itself; closed after it (conftest.py)."""

from contextlib import ExitStack

OPENED = ExitStack()
