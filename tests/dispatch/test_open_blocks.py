"""What is open costs nothing: a command looks at the waits that it changes, and at no others."""

from pathlib import Path

import pytest

from bench.blocks import GOAL, measure


@pytest.mark.req("DEC-27")
def test_a_thousand_open_blockers_make_no_command_slow(tmp_path: Path):
    slow = {name: full / empty for name, (empty, full) in measure(tmp_path).items() if full > GOAL * empty}
    assert slow == {}
