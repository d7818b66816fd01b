"""A playbook from its text, with every mistake in it named by place: what has to fit together fits."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, Final

from renkei.errors import BadInput, Problem
from renkei.kit.prompts import ROLES
from renkei.playbooks.blackboard import KEY_PREFIXES, is_key
from renkei.playbooks.graph import Graph, find_cycle
from renkei.playbooks.paths import leaves_the_tree, output_patterns, patterns_overlap
from renkei.playbooks.teams import find_strangers
from renkei.playbooks.variables import ALWAYS, variables_in
from renkei.protocol.documents import MOST_PROBLEMS, decode_text, parse_document, validate
from renkei.protocol.playbooks import PLAYBOOK, Playbook, PlaybookTask
from renkei.protocol.yaml import Lines
from renkei.sentence import Sentence

LEAD: Final = "lead"
"""Whoever is called this directs the work, and edits no file (TEAM-9)."""

Path = tuple[str | int, ...]
Mistake = tuple[Path, Sentence]


def load_playbook(data: bytes, name: str) -> Playbook:
    """The playbook that a file holds.

    Raises:
        BadInput: with a problem for every mistake.
    """
    text = decode_text(data, name)
    document = parse_document(text, name)
    playbook = validate(PLAYBOOK, document, name, text=text)
    if problems := list(find_problems(playbook, document, lines=Lines.of(text))):
        raise BadInput("{name} is not valid.", problems=problems[:MOST_PROBLEMS], name=name)
    return playbook


def find_mistakes(playbook: Playbook, document: Any) -> Iterator[Mistake]:
    """What does not fit together in a playbook whose fields are right."""
    yield from _find_repeated_ids(playbook)
    yield from _find_unknown_names(playbook)
    yield from _find_missing_predecessors(playbook)
    yield from _find_bad_paths(playbook)
    yield from _find_bad_keys(playbook)
    yield from _find_unknown_variables(playbook, document)
    yield from _find_non_members(playbook)
    yield from _find_lead_outputs(playbook)
    yield from _find_team_mistakes(playbook)
    yield from _find_unknown_templates(playbook)
    names = {task.id for task in playbook.tasks}
    way = find_cycle({task.id: [each for each in task.blocked_by if each in names] for task in playbook.tasks})
    if way:
        at = next(number for number, task in enumerate(playbook.tasks) if task.id == way[0])
        yield ("tasks", at, "blockedBy"), Sentence("expected no circle: {way}", way=" -> ".join(way))
    elif len(names) == len(playbook.tasks) and all(set(task.blocked_by) <= names for task in playbook.tasks):
        yield from _find_backward_waves(playbook)
        yield from _find_double_owners(playbook)


def find_problems(
    playbook: Playbook, document: Any, *, within: Path = (), lines: Lines | None = None
) -> Iterator[Problem]:
    """The same for people; `within`: where the playbook stands in a larger document."""
    for path, expected in find_mistakes(playbook, document):
        line = lines.at(path) if lines else None
        yield Problem(path=_format_path((*within, *path)), expected=expected, params={}, line=line)


def _find_repeated_ids(playbook: Playbook) -> Iterator[Mistake]:
    seen: set[str] = set()
    for number, task in enumerate(playbook.tasks):
        if task.id in seen:
            yield ("tasks", number, "id"), Sentence("expected each task once; {task} stands here again", task=task.id)
        seen.add(task.id)


def _find_unknown_names(playbook: Playbook) -> Iterator[Mistake]:
    names = [task.id for task in playbook.tasks]
    waves = playbook.waves or [task.wave for task in playbook.tasks if task.wave]
    for number, task in enumerate(playbook.tasks):
        for at, name in enumerate(task.blocked_by):
            if name not in names:
                yield ("tasks", number, "blockedBy", at), _none_of("task", name, names)
        if task.role not in playbook.roles:
            yield ("tasks", number, "role"), _none_of("role", task.role, playbook.roles)
        if task.wave and task.wave not in waves:
            yield ("tasks", number, "wave"), _none_of("wave", task.wave, waves)
    for wave in playbook.context:
        if wave not in waves:
            yield ("context", wave), _none_of("wave", wave, waves)


def _none_of(kind: str, name: str, known: Iterable[str]) -> Sentence:
    listed = ", ".join(dict.fromkeys(known)) or "-"
    return Sentence(
        "expected a {kind} of this playbook; {name} is none of: {known}", kind=kind, name=name, known=listed
    )


def _find_non_members(playbook: Playbook) -> Iterator[Mistake]:
    if not playbook.team:
        return
    for number, task in enumerate(playbook.tasks):
        names = {"owner" if task.owner else "role": task.owner or task.role, "worker": task.worker}
        for field, name in names.items():
            if name and name not in playbook.team:
                yield ("tasks", number, field), _none_of("team member", name, playbook.team)


def _find_lead_outputs(playbook: Playbook) -> Iterator[Mistake]:
    for number, task in enumerate(playbook.tasks):
        if task.agent.lower() == LEAD and output_patterns(task):
            expected = Sentence("expected a `worker` beside it: {name} edits no file itself", name=task.agent)
            yield ("tasks", number, "owner" if task.owner else "role"), expected


def _find_team_mistakes(playbook: Playbook) -> Iterator[Mistake]:
    """ORCH-7: a team is small unless it says otherwise, and its members do something."""
    team = playbook.agent_team
    if team is None:
        return
    for at, name in enumerate(find_strangers(playbook)):
        yield ("agent_team", "teammates", at), _none_of("participant", name, (task.agent for task in playbook.tasks))
    if len(team.teammates) > team.most:
        expected = Sentence(
            "expected at most {most} teammates, not {count} [ORCH-7]", most=team.most, count=len(team.teammates)
        )
        yield ("agent_team", "teammates"), expected


def _find_unknown_templates(playbook: Playbook) -> Iterator[Mistake]:
    for name, role in playbook.roles.items():
        if role.template and role.template not in ROLES:
            yield ("roles", name, "template"), _none_of("prompt that ships", role.template, ROLES)


def _find_missing_predecessors(playbook: Playbook) -> Iterator[Mistake]:
    for number, task in enumerate(playbook.tasks):
        if task.kind in ("reduce", "gate", "audit", "aggregate") and not task.blocked_by:
            expected = Sentence("expected the tasks whose results it takes: it is a {kind}", kind=task.kind)
            yield ("tasks", number, "blockedBy"), expected


def _find_bad_paths(playbook: Playbook) -> Iterator[Mistake]:
    for number, task in enumerate(playbook.tasks):
        places: list[tuple[Path, str]] = [
            *((("outputs", at), path) for at, path in enumerate(task.outputs)),
            *((("inputs", at), path) for at, path in enumerate(task.inputs)),
            *([(("output_dir",), task.output_dir)] if task.output_dir else []),
        ]
        for place, path in places:
            if leaves_the_tree(path):
                yield ("tasks", number, *place), _expect_inside(path)
    for wave, plan in playbook.context.items():
        for at, path in enumerate(plan.sources):
            if leaves_the_tree(path):
                yield ("context", wave, "sources", at), _expect_inside(path)
            elif any("**" in part and part != "**" for part in path.split("/")):
                expected = Sentence(
                    "expected `**` to stand for whole folders, between slashes, not {path!r}", path=path
                )
                yield ("context", wave, "sources", at), expected


def _expect_inside(path: str) -> Sentence:
    return Sentence("expected a path inside the repository, not {path!r}", path=path)


def _find_bad_keys(playbook: Playbook) -> Iterator[Mistake]:
    for number, task in enumerate(playbook.tasks):
        for at, key in enumerate(task.blackboard_keys):
            if not is_key(key):
                known = ", ".join(KEY_PREFIXES)
                expected = Sentence(
                    "expected one key, no pattern, that begins with one of {known}, not {key!r}", known=known, key=key
                )
                yield ("tasks", number, "blackboard_keys", at), expected


def _find_unknown_variables(playbook: Playbook, document: Any) -> Iterator[Mistake]:
    known = [*ALWAYS, *playbook.variables]
    places: list[tuple[Path, Any]] = [(("tasks", number), task) for number, task in enumerate(document["tasks"])]
    places += [((name,), document[name]) for name in ("agent_team", "context") if name in document]
    for place, part in places:
        for name in dict.fromkeys(variables_in(part)):
            if name not in known:
                yield place, _none_of("variable", name, known)


def _find_backward_waves(playbook: Playbook) -> Iterator[Mistake]:
    order = {wave: number for number, wave in enumerate(playbook.waves)}
    wave_of = {task.id: task.wave for task in playbook.tasks}
    for number, task in enumerate(playbook.tasks):
        for at, name in enumerate(task.blocked_by):
            mine, other = order.get(task.wave or ""), order.get(wave_of[name] or "")
            if mine is not None and other is not None and other > mine:
                expected = Sentence(
                    "expected no task of a later wave: {task} is of {later}, this of {wave}",
                    task=name,
                    later=wave_of[name],
                    wave=task.wave,
                )
                yield ("tasks", number, "blockedBy", at), expected


def _find_double_owners(playbook: Playbook) -> Iterator[Mistake]:
    """Two tasks that can be at work at once, or two owners in one wave, may not both write a file."""
    if not _may_clash(playbook):
        return
    graph = Graph(playbook)
    before = {name: graph.before(name) for name in graph.tasks}
    writers = [(number, task) for number, task in enumerate(playbook.tasks) if output_patterns(task)]
    for (_, one), (number, other) in combinations(writers, 2):
        in_order = one.id in before[other.id] or other.id in before[one.id]
        two_owners = one.wave is not None and one.wave == other.wave and one.agent != other.agent
        path = _find_overlap(one, other) if two_owners or not in_order else None
        if path:
            expected = Sentence(
                "expected one owner of a file: {path} is {owner}'s (task {task})",
                path=path,
                owner=one.agent,
                task=one.id,
            )
            yield ("tasks", number, "outputs"), expected


def _may_clash(playbook: Playbook) -> bool:
    """A quick no for playbooks of many tasks that all write different files."""
    patterns = [pattern for task in playbook.tasks for pattern in output_patterns(task)]
    return len(set(patterns)) < len(patterns) or any(character in each for each in patterns for character in "*?[")


def _find_overlap(one: PlaybookTask, other: PlaybookTask) -> str | None:
    """A folder yields to whoever names a file in it."""
    if bool(one.outputs) != bool(other.outputs):
        return None
    pairs = ((mine, theirs) for mine in output_patterns(one) for theirs in output_patterns(other))
    return next((theirs for mine, theirs in pairs if patterns_overlap(mine, theirs)), None)


def _format_path(path: Path) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
