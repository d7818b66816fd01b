"""The roadmap: features in waves, by what each depends on. spec.yaml says it; roadmap.md shows it (SDD-18, SDD-21)."""

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Final

from renkei.errors import BadInput, Refused
from renkei.sdd.spec import Place, Spec

MARK: Final = "<!-- written by renkei sdd from each spec.yaml: change it there -->"


def dependencies_of(spec: Spec) -> list[str]:
    return list(spec.roadmap.dependencies) if spec.roadmap else []


def plan_waves(specs: Mapping[str, Spec]) -> dict[str, int]:
    """By feature, its wave: one behind the last of what it depends on, or the one that it names if that is later.

    Raises:
        Refused: they wait for each other in a circle; the way around is named.
        BadInput: one depends on a feature that is not there.
    """
    graph = {name: dependencies_of(spec) for name, spec in specs.items()}
    for name, needed in graph.items():
        if unknown := [each for each in needed if each not in specs]:
            raise BadInput(
                "{feature} depends on {unknown}, which has no spec. Make it with: renkei sdd init {unknown}",
                feature=name,
                unknown=unknown[0],
            )
    waves: dict[str, int] = {}
    for name in topological_order(graph):
        place = specs[name].roadmap
        behind = max((waves[each] for each in graph[name]), default=0) + 1
        waves[name] = max(behind, place.wave if place else 1)
    return waves


def topological_order(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """
    Raises:
        Refused: there is a circle.
    """
    try:
        return list(TopologicalSorter({name: sorted(needed) for name, needed in sorted(graph.items())}).static_order())
    except CycleError as error:
        way: list[str] = error.args[1]
        raise Refused(
            "These features wait for each other: {way}. Take one of the dependencies out of its spec.yaml.",
            rule="SDD-18",
            way=" -> ".join(reversed(way)),
        ) from None


def downstream_of(specs: Mapping[str, Spec], feature: str) -> dict[str, int]:
    """All that depend on a feature, each with how many steps lie between: 1 for those that name it."""
    found: dict[str, int] = {}
    level = [feature]
    distance = 0
    while level:
        distance += 1
        level = [
            name
            for name, spec in specs.items()
            if name not in found and name != feature and set(dependencies_of(spec)) & set(level)
        ]
        found.update(dict.fromkeys(level, distance))
    return found


def place_in(specs: Mapping[str, Spec]) -> dict[str, Spec]:
    """The specs, each with the wave that it belongs to."""
    waves = plan_waves(specs)
    return {
        name: spec.model_copy(update={"roadmap": Place(wave=waves[name], dependencies=dependencies_of(spec))})
        for name, spec in specs.items()
    }


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def render_roadmap(specs: Mapping[str, Spec], *, created: str) -> str:
    """What roadmap.md holds."""
    waves = plan_waves(specs)
    done = all(spec.phase == "implementation-complete" for spec in specs.values())
    lines = [
        "# Roadmap",
        MARK,
        "",
        f"- Created: {created}",
        f"- Status: {'complete' if done and specs else 'in progress'}",
        f"- Specs: {len(specs)}",
        f"- Waves: {max(waves.values(), default=0)}",
        "",
        "## Wave Overview",
    ]
    for number in sorted(set(waves.values())):
        lines += ["", f"### Wave {number}", "", "| Spec | Description | Phase |", "|---|---|---|"]
        lines += [
            f"| {name} | {_cell(specs[name].description) or '-'} | {_cell(specs[name].phase)} |"
            for name in sorted(waves)
            if waves[name] == number
        ]
    lines += ["", "## Dependencies", ""]
    lines += [f"- {name}: {', '.join(dependencies_of(spec)) or 'none'}" for name, spec in sorted(specs.items())] or [
        "- none"
    ]
    lines += ["", "## Execution Flow", ""]
    for number in sorted(set(waves.values())):
        names = ", ".join(sorted(name for name in waves if waves[name] == number))
        lines.append(f"{number}. {names}" + (", then the quality gate of the wave" if len(specs) > 1 else ""))
    return "\n".join(lines) + "\n"
