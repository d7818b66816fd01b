"""design.md: its specs, their acceptance criteria and the files of its components, as far as the software goes by
them."""

from typing import Final, Literal

from renkei import lazy_re as re
from renkei.values import value

_SPEC: Final = re.compile(r"^###[ \t]+Spec[ \t]+(?P<number>[0-9]{1,4})[ \t]*[:：][ \t]*(?P<name>\S.*)$", re.MULTILINE)
_CRITERION: Final = re.compile(r"^(?P<number>[0-9]{1,3})\.[ \t]+(?P<text>\S.*)$")
_HEADING: Final = re.compile(r"^#{1,3}[ \t]+\S")
_COMPONENTS: Final = re.compile(r"^##[ \t]+Components and Interfaces[ \t]*$", re.MULTILINE)
_TICKED: Final = re.compile(r"`([^`\s]+)`")

Stability = Literal["constraint", "contract", "behavior"]
STABILITIES: Final[tuple[Stability, ...]] = ("constraint", "contract", "behavior")
Impact = Literal["BREAKING", "INTERFACE", "COMPATIBLE", "UNKNOWN"]
IMPACTS: Final[dict[str, Impact]] = {"constraint": "BREAKING", "contract": "INTERFACE", "behavior": "COMPATIBLE"}
"""What a change of an acceptance criterion means for those that depend on the feature, by its stability tag."""


@value
class Criterion:
    id: str
    """S1.AC2"""
    text: str
    stability: Stability | None = None


@value
class Design:
    specs: dict[int, str]
    criteria: tuple[Criterion, ...] = ()
    files: tuple[str, ...] = ()
    """Those that the components name, in the column Files."""


def read_design(text: str) -> Design:
    specs: dict[int, str] = {}
    criteria: list[Criterion] = []
    current: int | None = None
    for line in text.splitlines():
        if found := _SPEC.match(line):
            current = int(found["number"])
            specs[current] = found["name"].strip()
        elif _HEADING.match(line):
            current = None
        elif current is not None and (item := _CRITERION.match(line)):
            name, said = f"S{current}.AC{item['number']}", item["text"].strip()
            criteria.append(Criterion(id=name, text=said, stability=_find_stability(said)))
    return Design(specs=specs, criteria=tuple(criteria), files=tuple(_component_files(text)))


def _find_stability(text: str) -> Stability | None:
    return next((each for each in STABILITIES if f"[{each}]" in text), None)


def compare_designs(before: Design, after: Design) -> dict[str, Impact]:
    """By acceptance criterion that changed, went or came, what that means for those that depend on the feature."""
    old, new = ({each.id: each for each in design.criteria} for design in (before, after))
    changed: dict[str, Impact] = {}
    for name in dict.fromkeys((*old, *new)):
        was, now = old.get(name), new.get(name)
        if was and now and was.text == now.text:
            continue
        one = was or now
        assert one is not None
        changed[name] = IMPACTS.get(one.stability or "", "UNKNOWN") if was else "COMPATIBLE"
    return changed


def _component_files(text: str) -> list[str]:
    """From the table of components: what stands in back-ticks, or by itself, in its last column."""
    found = _COMPONENTS.search(text)
    if not found:
        return []
    files: list[str] = []
    rows: list[list[str]] = []
    for line in text[found.end() :].splitlines():
        if line.startswith("## "):
            break
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip().strip("|").split("|")])
    if not rows or "Files" not in rows[0]:
        return []
    at = rows[0].index("Files")
    for row in rows[2:]:
        if len(row) > at:
            cell = row[at]
            files += _TICKED.findall(cell) or [each.strip() for each in cell.split(",") if each.strip()]
    return list(dict.fromkeys(files))
