"""Results of agents: checked against the code, recorded, put together, converted; what became of their claims."""

import hashlib
import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from renkei.app.project import Project
from renkei.app.recording import make_proofs, prefix_in_project
from renkei.board import trust as board_trust
from renkei.board.tables import ClaimRow
from renkei.board.team import role_of
from renkei.board.trust import DIMENSIONS, Dimension, Trust, list_claims, proof_of
from renkei.commands.checks import RecordCheck
from renkei.errors import BadInput, NotFound
from renkei.protocol.actors import Actor
from renkei.protocol.claims import Usage
from renkei.reports.aggregate import Aggregate, Judged, aggregate, read_weights
from renkei.reports.check import check_report
from renkei.reports.convert import Converted, convert
from renkei.reports.formats import CHECKED, DIALECTS, parse_report
from renkei.reports.proofs.make import record_fields
from renkei.reports.proofs.recheck import find_changed_paths, recheck
from renkei.reports.proofs.repository import Repository
from renkei.reports.proofs.standing import Standing
from renkei.reports.report import Dialect
from renkei.reports.rules import Judgement
from renkei.reports.tree import CommitTree, Tree, WorkingTree
from renkei.sentence import Parameter
from renkei.settings import work_tree
from renkei.values import value


@value
class Code:
    """The code that results speak of."""

    folder: Path
    rev: str | None = None
    """At this commit instead of the working tree."""

    def path_of(self, file: Path) -> str | None:
        """The path of a file in it, if it lies there."""
        path, root = file.resolve(), self.folder.resolve()
        return path.relative_to(root).as_posix() if path.is_relative_to(root) else None

    @contextmanager
    def open_tree(self) -> Generator[Tree, None, None]:
        if self.rev is None:
            yield WorkingTree(self.folder)
            return
        if not self.rev:
            raise BadInput("{option}: expected a commit, not nothing.", option=Parameter("rev"))
        with CommitTree(self.folder, self.rev) as tree:
            yield tree


def find_code(project: Project, repo: str | None = None, rev: str | None = None) -> Code:
    """The folder that is named, else the work tree around the caller, else where the caller is."""
    cwd = project.cwd
    return Code(folder=cwd / repo if repo else work_tree(cwd) or cwd, rev=rev)


@value
class Recording:
    """Whose result it is that is recorded, and what it took."""

    as_name: str | None = None
    usage: Usage


@value
class Recorded:
    agent: str
    claims: int
    """How many claims are kept."""
    is_new: bool
    """Whether it was not recorded before."""


@value
class CheckedResult:
    judgement: Judgement
    recorded: Recorded | None = None


def check_result(
    project: Project,
    text: str,
    *,
    code: Code | None = None,
    dialect: Dialect | None = None,
    file: Path | None = None,
    recording: Recording | None = None,
) -> CheckedResult:
    """Checks one agent's result against the contract and the code; with `recording` it goes into the log, too. `file`
    is where it stands: what it says of itself is no evidence."""
    _require_dialect(dialect, CHECKED)
    code = code or find_code(project)
    itself = code.path_of(file) if file else None
    with code.open_tree() as tree:
        judgement = check_report(text, tree, dialect, itself=itself)
        recorded = _record_check(project, judgement, tree, code.folder, recording) if recording else None
    return CheckedResult(judgement=judgement, recorded=recorded)


def _record_check(project: Project, judgement: Judgement, tree: Tree, root: Path, recording: Recording) -> Recorded:
    """Keeps a check, the same one once only, and the claims of a result that is valid."""
    if not project.has_store:
        raise NotFound(
            "{option}: this project has no store yet. Make one with: renkei agent add NAME --role ROLE",
            option=Parameter("recording"),
        )
    folder = project.settings.project
    if prefix_in_project(root, folder) is None:
        raise BadInput(
            "{option}: {path} is no part of the project {project}.",
            option=Parameter("recording"),
            path=str(root),
            project=str(folder),
        )
    actor = project.actor(recording.as_name)
    command = _record_command(project, judgement, tree, root, actor, recording.usage)
    key = f"check-{hashlib.sha256(command.model_dump_json().encode()).hexdigest()[:32]}"
    done = project.do(command, actor=actor, key=key)
    return Recorded(agent=actor.name, claims=len(command.proofs), is_new=not done.replayed)


def _record_command(
    project: Project, judgement: Judgement, tree: Tree, root: Path, actor: Actor, usage: Usage
) -> RecordCheck:
    with project.reader.read() as view:
        role = role_of(view, actor.name)
    return RecordCheck(
        agent=actor.name,
        agent_id=actor.name,
        session="",
        mode="enforce",
        contract=True,
        proofs=make_proofs(judgement, tree, root=root, project=project.settings.project, role=role),
        usage=usage,
        action="check",
        **record_fields(judgement, role, project.say),
    )


def aggregate_results(
    project: Project,
    texts: Mapping[str, str],
    *,
    code: Code | None = None,
    dialect: Dialect | None = None,
    weights: str | None = None,
) -> Aggregate:
    """Puts the results of several agents together, each checked; `texts` by file, `-` for one that has none, `weights`
    the name of a profile, without it the project's setting."""
    _require_dialect(dialect)
    code = code or find_code(project)
    roots = tuple(dict.fromkeys((os.path.realpath(code.folder), str(code.folder.absolute()))))
    judged: list[Judged] = []
    with code.open_tree() as tree:
        for file, text in project.caller.progress(texts.items(), "checking results", total=len(texts)):
            judgement = check_report(text, tree, dialect, itself=code.path_of(project.cwd / file), form=True)
            judged.append(Judged(source="<stdin>" if file == "-" else file, judgement=judgement, roots=roots))
    return aggregate(judged, read_weights(weights or project.settings.weights))


@value
class ConvertedResult:
    source: Dialect
    """The dialect that it was written in."""
    converted: Converted


def convert_result(text: str, to: Dialect, *, source: Dialect | None = None) -> ConvertedResult:
    """One result in another dialect."""
    _require_dialect(source)
    _require_dialect(to)
    report = parse_report(text, source)
    return ConvertedResult(source=report.dialect, converted=convert(report, to))


def _require_dialect(dialect: Dialect | None, known: Sequence[Dialect] = tuple(DIALECTS)) -> None:
    if dialect is not None and dialect not in known:
        raise BadInput("dialect: expected one of {known}, not {name!r}.", known=", ".join(known), name=dialect)


@value
class Claim:
    """An accepted claim, and how it stands on the current commit."""

    row: ClaimRow
    standing: Standing

    @property
    def id(self) -> str:
        return f"E-{self.row.seq}.{self.row.number}"


@value
class Claims:
    claims: Sequence[Claim]
    commit: str | None
    titles: Mapping[str, str]
    """Of the commits since which claims are false."""
    kept: int
    """How many claims there are, those included that were not asked about."""

    @property
    def is_any_false(self) -> bool:
        return any(each.standing.state == "false" for each in self.claims)


def recheck_claims(project: Project, *, since: str | None = None) -> Claims:
    """Every accepted claim, checked again; with `since` those about files that have changed since a commit."""
    with project.reader.read() as view:
        rows = list_claims(view)
    with Repository(project.work_tree) as repository:
        chosen = _rows_changed_since(rows, since, repository)
        standings = recheck([proof_of(row) for row in chosen], repository)
        found = [Claim(row=row, standing=each) for row, each in zip(chosen, standings, strict=True)]
        titles = repository.titles({each.standing.since for each in found if each.standing.since})
        return Claims(claims=found, commit=repository.commit, titles=titles, kept=len(rows))


def _rows_changed_since(rows: list[ClaimRow], rev: str | None, repository: Repository) -> list[ClaimRow]:
    if rev is None:
        return rows
    changed = find_changed_paths(map(proof_of, rows), rev, repository)
    is_other_tree = repository.tree_of(repository.resolve_commit(rev)) != repository.tree
    return [row for row in rows if row.path in changed or (row.kind == "run" and is_other_tree)]


def list_trust(project: Project, by: Sequence[str] = ()) -> list[Trust]:
    """How often each agent was right, how sure it was, and what that took; by some of agent, role, model and category,
    by all four where none is named.

    Raises:
        BadInput: there is no such dimension.
    """
    dimensions = _check_dimensions(by)
    with project.reader.read() as view:
        return board_trust.measure_trust(view, dimensions)


def _check_dimensions(named: Sequence[str]) -> tuple[Dimension, ...]:
    for name in named:
        if name not in DIMENSIONS:
            raise BadInput(
                "{option}: expected some of {known}, not {name!r}.",
                option=Parameter("by"),
                known=", ".join(DIMENSIONS),
                name=name,
            )
    return tuple(each for each in DIMENSIONS if each in named) or DIMENSIONS
