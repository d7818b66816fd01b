"""A step of the framework as a run: found where one was begun, started where none was, and its work brought in."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from renkei.app import run_plans, runs
from renkei.app.consent import Permission
from renkei.app.log import LogEvent, log_events_of
from renkei.app.project import Project
from renkei.app.run_plans import RunRequest
from renkei.app.run_rest import rest_when_asking, waits_for_answer
from renkei.app.runs import AttachedRun, Watch
from renkei.app.sdd_desk import Desk
from renkei.app.spec_files import SpecFiles
from renkei.board.run_tables import RunPlanRow, RunRow, RunTaskRow
from renkei.board.tables import DecisionRow
from renkei.commands.runs import MoveRun
from renkei.errors import BadInput, Refused, RenkeiError
from renkei.files import read_regular
from renkei.kit import sdd as kit
from renkei.playbooks.states import ENDED
from renkei.protocol.playbooks import Playbook, ScriptStep
from renkei.protocol.terms import REHEARSED
from renkei.reports.cpf.batches import Batch
from renkei.runs.view import branch_of, list_runs, open_decisions
from renkei.sdd.agents import AgentDefinition, lint_definition, read_definition
from renkei.sdd.places import is_review_path, spec_file
from renkei.sdd.playbooks import Staff
from renkei.sdd.rehearsal import choose_scripts, read_scripts
from renkei.sdd.spec import read_spec
from renkei.setup.sdd_files import agent_path
from renkei.values import value
from renkei.workspace.repository import Repository
from renkei.workspace.snapshot import bring_in, commit_paths, read_file_at, snapshot_work_tree

PREFIX: Final = "sdd-"
_WITH_NOTES: Final = ("TaskCompleted", "TaskVerified")
"""What tells of work that was taken: a check that was held back comes later."""


@value
class SddOptions:
    """How agents are started, and how far it goes by itself."""

    agents: str | None = None
    permission: Permission = Permission()
    merge: bool = False
    """Let a rehearsal be committed, too."""
    yes: bool = False
    script: str | None = None
    """A file with what scripted agents do."""
    consensus: int = 1
    parallel: int = 32
    cap_tokens: int | None = None
    gate: bool = False
    """Stop after each review and before each wave."""


class StepRuns:
    """Carries the steps of features out as runs of one project."""

    def __init__(self, project: Project, options: SddOptions, watch: Watch, desk: Desk) -> None:
        self._project = project
        self.options = options
        self._watch = watch
        self._desk = desk
        self.files = SpecFiles(project)
        self._scripts = self._load_scripts()

    # Who is started

    def staff(self, feature: str, own: dict[str, list[ScriptStep]], round_: int) -> Staff:
        """The agents as their definitions have them: the project's own file, else ours."""
        scripted = self.options.agents == "scripted"
        scripts = choose_scripts(self._scripts, own, feature, round_) if scripted else {}
        return Staff(
            definitions=self._definition,
            scripts=scripts,
            parallel=self.options.parallel,
        )

    def _definition(self, name: str) -> AgentDefinition:
        """What a person made of it is started so, and what it may more than the table says is told."""
        path = agent_path(name).as_posix()
        text = self.files.read_text(path) or kit.definition(name, self._project.settings.lang)
        found = read_definition(text, path)
        for each in lint_definition(name, text):
            if each.level == "error":
                self._project.caller.note("{path}: {message}. See: renkei agents lint", path=path, message=each.message)
        return found

    def _load_scripts(self) -> dict[str, list[ScriptStep]]:
        if self.options.script is None:
            return {}
        if self.options.agents != "scripted":
            raise BadInput("A script is for a rehearsal, with agents that are scripted.")
        path = Path(self._project.cwd, self.options.script)
        try:
            return read_scripts(read_regular(path), self.options.script)
        except OSError as error:
            raise BadInput("{path} cannot be read ({error}).", path=self.options.script, error=error.strerror) from None

    # Carrying out

    def carry_out(
        self,
        feature: str,
        step: str,
        build: Callable[[], Playbook],
        *,
        taken: Callable[[RunRow], bool],
        take: Watch | None = None,
    ) -> AttachedRun:
        """Goes on with the run of this step that was begun and not taken in, else starts one; and stays with it.

        Args:
            taken: whether the work of a run that has ended is in the files already.
            take: told of each event, and may take its turn to bring what came of it into the work tree.
        """
        found = self.find(feature, step, taken)
        if found and found.state not in ENDED and self.options.agents not in (None, found.agents):
            raise Refused(
                "{run} was begun with {agents} and has not ended. Go on without --agents, or end it first: renkei stop "
                "{run}",
                rule="SDD-28",
                run=found.id,
                agents=found.agents,
            )
        name = found.id if found else self._start(build())
        if found and found.state not in ENDED and not waits_for_answer(self._project, found):
            runs.resume_run(self._project, found.id, execute=self.options.permission.execute)
        self._desk.check_interrupted()
        with self._desk.away():
            return runs.attach(self._project, name, watch=partial(self._watch_run, take), join=self._desk.join)

    def _watch_run(self, take: Watch | None, event: LogEvent) -> None:
        self._desk.check_interrupted()
        with self._desk.speaking:
            self._watch(event)
        if take:
            take(event)
        rest_when_asking(self._project, event)

    def find(self, feature: str, step: str, taken: Callable[[RunRow], bool]) -> RunRow | None:
        """The newest run of a step that is not in the files yet. What another work tree had done is that one's; what
        was done before the feature was begun was another feature's of that name."""
        began = began_at(self._project, feature)
        with self._project.reader.read() as view:
            for row in list_runs(view):
                plan = view.get(RunPlanRow, row.id) if row.playbook == f"{PREFIX}{step}" else None
                if plan is None or plan.variables.get("feature") != feature or not self._is_of_here(plan):
                    continue
                if row.started < began:
                    return None
                if row.state not in ENDED or (row.state == "completed" and not taken(row)):
                    return row
                return None
        return None

    def _is_of_here(self, plan: RunPlanRow) -> bool:
        return plan.work_tree == str(self.repository.root)

    def _start(self, playbook: Playbook) -> str:
        options = self.options
        request = RunRequest(
            playbook=playbook.name,
            goal=playbook.title,
            agents=options.agents,
            variables={},
            yes=options.yes,
            cap_tokens=options.cap_tokens,
            permission=options.permission,
        )
        base = partial(
            snapshot_work_tree, message=f"renkei: the work tree before {playbook.title}", without=is_review_path
        )
        planned = run_plans.plan_run(self._project, request, playbook=playbook, base=base)
        return run_plans.start_run(self._project, planned)

    def require_known_to_git(self, paths: Sequence[str]) -> None:
        """
        Raises:
            Refused: git ignores one of these: agents would work on something else than what stands here.
        """
        for path, rules in self.repository.find_ignore_rules(list(paths)).items():
            raise Refused(
                "Git ignores {path} (by {rules}), so that agents would not have it. Take that rule out, and try again.",
                rule="SDD-20",
                path=path,
                rules=rules,
            )

    # What came of it

    def list_changed_since(self, batch: Batch, paths: Sequence[str]) -> list[str]:
        """Files that are others now than those that a review looked at."""
        with self._project.reader.read() as view:
            row = next((row for row in list_runs(view) if row.at == batch.at and row.playbook.startswith(PREFIX)), None)
        if row is None or not row.base:
            return []
        base = row.base
        return [path for path in paths if _as_text(read_file_at(self.repository, base, path)) != self._text_of(path)]

    def _text_of(self, path: str) -> bytes | None:
        return _as_text(self.files.read_bytes(path))

    @property
    def repository(self) -> Repository:
        return Repository(self._project.work_tree)

    def bring_in(self, row: RunRow) -> list[str]:
        """The work of a run so far, into the work tree; reviews stay out of it."""
        if not row.base or not row.head or row.base == row.head:
            return []
        return bring_in(self.repository, row.base, row.head, without=is_review_path)

    def read_at(self, row: RunRow, path: str) -> bytes | None:
        return read_file_at(self.repository, row.head, path) if row.head else None

    def row(self, name: str) -> RunRow:
        with self._project.hub.read() as view:
            found = view.get(RunRow, name)
        assert found is not None
        return found

    def tasks_of(self, name: str) -> list[RunTaskRow]:
        with self._project.hub.read() as view:
            return view.select(RunTaskRow, order="number", run=name)

    def notes_of(self, row: RunRow) -> dict[str, list[str]]:
        """By task, what was found when its work was taken."""
        with self._project.hub.read() as view:
            told = [each for record in view.events(after=row.seq) for each in log_events_of(record)]
        ended = [each.data for each in told if each.type in _WITH_NOTES and each.data["run"] == row.id]
        return {each["task"]: [str(note) for note in each.get("notes", ())] for each in ended}

    def withholds(self, *names: str) -> bool:
        """Whether what stands there of these features is not to be committed: a rehearsal made it, whoever asks now,
        and nobody said `--merge` (DEC-33)."""
        return not self.options.merge and (
            self.options.agents in REHEARSED or any(find_rehearsed(self._project, name) for name in names)
        )

    def commit(self, paths: list[str], message: str) -> str | None:
        """One commit on the branch that is checked out; where none is, that is told, for git forgets such a commit."""
        made = commit_paths(self.repository, paths, message)
        if made and self.repository.current_branch() is None:
            self._project.caller.note(
                "No branch is checked out, and {commit} is on none. Keep it with: git switch -c NAME",
                commit=made[:10],
            )
        return made

    def delete_branches(self, features: Iterable[str]) -> None:
        """Of runs whose work is committed: a merged branch does not stay (SDD-22)."""
        wanted = set(features)
        repository = self.repository
        with self._project.reader.read() as view:
            for row in list_runs(view):
                plan = view.get(RunPlanRow, row.id) if row.playbook.startswith(PREFIX) else None
                if plan is None or plan.variables.get("feature") not in wanted or row.state not in ENDED:
                    continue
                if not self._is_of_here(plan):
                    continue
                branch = branch_of(row.id)
                if repository.commit_of(f"refs/heads/{branch}") and not repository.find_checkout(branch):
                    repository.run("branch", "-q", "-D", branch)


def _as_text(data: bytes | None) -> bytes | None:
    """Whatever line ends git writes here."""
    return data.replace(b"\r\n", b"\n") if data else data


def find_rehearsed(project: Project, feature: str) -> RunRow | None:
    """A run of scripted agents whose work stands uncommitted: the newest of its step since the feature was begun."""
    repository, began = Repository(project.work_tree), began_at(project, feature)
    committed = read_file_at(repository, "HEAD", spec_file(feature))
    with suppress(BadInput):
        if committed and (taken := read_spec(committed, feature).orchestration.run):
            began = max(began, _started(project, taken))
    newest: dict[str, RunRow] = {}
    with project.reader.read() as view:
        for row in list_runs(view):
            plan = view.get(RunPlanRow, row.id) if row.playbook.startswith(PREFIX) else None
            if plan is None or plan.variables.get("feature") != feature or plan.work_tree != str(repository.root):
                continue
            if row.state == "completed" and row.started > began:
                newest.setdefault(row.playbook, row)
    return next((row for row in newest.values() if row.agents in REHEARSED), None)


def find_questions(project: Project) -> dict[str, str]:
    """By feature, what answers a question that a run of it waits with in this work tree."""
    root = str(Repository(project.work_tree).root)
    found: dict[str, str] = {}
    with project.reader.read() as view:
        for row in list_runs(view):
            plan = view.get(RunPlanRow, row.id) if row.playbook.startswith(PREFIX) and row.state not in ENDED else None
            if plan is None or plan.work_tree != root:
                continue
            for each in filter(None, (view.get(DecisionRow, name) for name in open_decisions(view, row))):
                options = "|".join(option["label"] for option in each.options) or "TEXT"
                found.setdefault(plan.variables["feature"], f"renkei decide {each.id} {options}")
    return found


def began_at(project: Project, feature: str) -> str:
    """When the feature was begun, comparable with the start of a run, which knows parts of a second."""
    data = SpecFiles(project).read_bytes(spec_file(feature))
    return read_spec(data, feature).created_at[:19] if data else ""


def _started(project: Project, run: str) -> str:
    with project.reader.read() as view:
        row = view.get(RunRow, run)
    return row.started if row else ""


def pause_runs(project: Project, features: Iterable[str]) -> None:
    """Runs of these features that are under way: whoever carries one out in this process sees it, and stops."""
    wanted = set(features)
    with project.hub.read() as view:
        going = [row for row in list_runs(view) if row.state not in (*ENDED, "paused")]
        plans = {row.id: view.get(RunPlanRow, row.id) for row in going if row.playbook.startswith(PREFIX)}
    for name, plan in plans.items():
        if plan and plan.variables.get("feature") in wanted:
            note = project.say("interrupted by Ctrl-C")
            with suppress(RenkeiError):  # it has come to its end meanwhile
                project.do(MoveRun(run=name, step="pause", note=note), actor=project.actor())
