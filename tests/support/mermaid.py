"""A table of states as mermaid draws it, to compare with what a page shows."""

from collections.abc import Mapping
from typing import Any


def draw_states(table: Mapping[tuple[Any, Any], str]) -> str:
    arrows = [f"    {at or '[*]'} --> {to}: {step}" for (at, step), to in table.items()]
    leads_on = {at for at, _ in table}
    ends = [f"    {state} --> [*]" for state in dict.fromkeys(table.values()) if state not in leads_on]
    return "\n".join(("stateDiagram-v2", *arrows, *ends))
