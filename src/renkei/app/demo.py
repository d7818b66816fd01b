"""The demonstration: a scripted team builds and reviews a small feature in a repository of its own.

It is a run like any other: the playbook `demo`, agents in processes of their own, one log. Only the person who answers
is played.
"""

import contextlib
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

from renkei.adapters.scripted import Scripted
from renkei.app.log import LogEvent, log_events_of
from renkei.app.project import Project
from renkei.app.run_queries import RECORDS
from renkei.app.runs import agent_environment, run_workspace
from renkei.board.verify import find_flaws
from renkei.commands.base import Request
from renkei.commands.decisions import Decide
from renkei.commands.runs import StartRun
from renkei.errors import ProjectClosed, Refused, StoreError
from renkei.kit.words import Say
from renkei.playbooks.variables import PACE
from renkei.protocol.actors import PERSON, SYSTEM
from renkei.protocol.documents import last_fenced_yaml, parse_document
from renkei.runs.executor import Executor
from renkei.runs.library import find_playbook
from renkei.runs.trace import read_trace
from renkei.runs.view import find_run
from renkei.workspace.repository import Repository
from renkei.workspace.scratch import ScratchFolder

RUN: Final = "R-1"
"""The only run in a store that begins with it."""
LIAR: Final = "guide"
"""The task whose first report names a place that is not there."""

Show = Callable[[LogEvent], None]


@contextmanager
def new_folder(*, keep: bool) -> Generator[Path]:
    """Where it plays: gone afterwards, unless somebody wants to look at it."""
    if keep:
        yield Path(tempfile.mkdtemp(prefix="renkei-demo-")).resolve()
        return
    with ScratchFolder() as scratch:
        yield scratch.folder


def play(project: Project, show: Show, *, patience: float = 0, pace: float = 0) -> dict[str, Any]:
    """Has the team work in an empty folder, shows what comes into the log; what happened, by the log and by git.

    Args:
        patience: how many seconds a person has to answer what the team asks, before it is answered for him.
        pace: how many seconds each task takes at least.
    """
    repository = Repository.create(project.settings.project)
    name = project.do(_start_command(project, repository, pace), actor=PERSON).id
    assert name is not None
    with project.hub.read() as view:
        site = run_workspace(project, find_run(view, name))
    lang, env = project.settings.lang, agent_environment(project)
    with _Audience(project, show, patience):
        Executor(project.hub, name, site, Scripted(), lang=lang, env=env, identify=True).carry_out()
    return _summarize_run(project, repository)


def is_task_contract_step(event: LogEvent) -> bool:
    """Whether it is a step of a contract that the run itself gives and closes: one for each task, told at the end."""
    return event.type.startswith("Contract") and event.actor == SYSTEM.name


def is_invented_reference(data: Mapping[str, Any]) -> bool:
    """Whether a report was refused since it refers to what is not there."""
    return data["kind"] == "report" and "[RES-4]" in data["summary"]


def short_refusal(data: Mapping[str, Any]) -> str:
    """Why it was refused, without where its work is kept."""
    before, rule, _ = data["summary"].partition("[RES-4]")
    return before + rule


def _start_command(project: Project, repository: Repository, pace: float) -> StartRun:
    variables = {
        "python": f'"{sys.executable}"',
        "question": project.say("How are names compared?"),
        "handoff": project.say("Build what the specification says, with a test."),
    } | ({PACE: f"{pace:g}"} if pace else {})
    return StartRun(
        playbook=find_playbook("demo", cwd=project.cwd, project=project.settings.project),
        goal=project.say("Search the list of teas"),
        agents="scripted",
        variables=variables,
        yes=True,
        execute=True,
        merge=True,
        base=repository.head_commit(),
        branch=repository.current_branch(),
    )


class _Audience:
    """Follows the log while the run goes on, shows each event, and answers what a person is asked."""

    def __init__(self, project: Project, show: Show, patience: float) -> None:
        self._project = project
        self._patience = patience
        self._show = show
        self._shown = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow_log, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *exception: object) -> None:
        self._over.set()
        self._thread.join()
        self._catch_up()

    def _follow_log(self) -> None:
        with contextlib.suppress(StoreError, ProjectClosed):  # the page was closed while the team was at work
            while not self._over.is_set():
                self._catch_up()
                self._project.hub.log.wait_for_events(self._shown, 0.2)

    def _catch_up(self) -> None:
        for event in _read_events(self._project, after=self._shown):
            self._shown = event.seq
            self._show(event)
            if event.type == "DecisionRequested":
                self._answer_in_time(event.data)

    def _answer_in_time(self, asked: Mapping[str, Any]) -> None:
        if not self._patience:
            self._answer_decision(asked)
            return
        waiting = threading.Timer(self._patience, self._answer_decision, (asked,))
        waiting.daemon = True
        waiting.start()

    def _answer_decision(self, asked: Mapping[str, Any]) -> None:
        """As a person would with `renkei decide`: the option that is best argued for."""
        project = self._project
        best = max(asked["options"], key=lambda option: option["recommendation_score"])
        why = project.say(
            "Decided as a person would: renkei decide {id} '{option}'", id=asked["decision"], option=best["label"]
        )
        command = Decide(id=asked["decision"], option=best["label"], why=why)
        with contextlib.suppress(Refused):  # a person was faster
            project.hub.do(Request(command=command, actor=PERSON, lang=project.settings.lang))


def _read_events(project: Project, after: int = 0) -> list[LogEvent]:
    with project.hub.read() as view:
        return [event for record in view.events(after=after) for event in log_events_of(record)]


def _summarize_run(project: Project, repository: Repository) -> dict[str, Any]:
    events = _read_events(project)
    failed = [event.data for event in events if event.type == "TaskFailed"]
    gates = [event.data["overall"] for event in events if event.type == "GateDecided"]
    answers = [event.data["chosen_option"] for event in events if event.type == "DecisionResolved"]
    closed = [event for event in events if event.type == "ContractClosed"]
    given = [event.data["outcome"] for event in closed if is_task_contract_step(event)]
    contract = next((event.data["outcome"] for event in closed if not is_task_contract_step(event)), None)
    references = [short_refusal(data) for data in failed if is_invented_reference(data)]
    hung = [data["agent"] for data in failed if data["kind"] == "hung"]
    completed = [event.data for event in events if event.type == "TaskCompleted"]
    found = [data["summary"] for data in completed if data["task"] == "review"]
    state = next((event.data["state"] for event in events if event.type == "RunEnded"), "-")
    with project.hub.read() as view:
        proven = not any(find_flaws(view))
    commits = repository.run("log", "--format=%s", "--no-merges", "main").splitlines()
    files = repository.run("ls-tree", "-r", "--name-only", "main").splitlines()
    as_promised = state == "completed" and gates == ["ROLLBACK_P1", "PASS"] and contract == "completed"
    return {
        "ok": bool(as_promised and proven and answers and references and hung),
        "state": state,
        "decisions": answers,
        "references_caught": references,
        "lie": _compare_reports(read_trace(project.settings.project / RECORDS / RUN, LIAR), project.say),
        "hung_agents_replaced": hung,
        "gates": gates,
        "gate_findings": [each for each in found if each],
        "contract": contract,
        "task_contracts": dict(Counter(given)),
        "commits": len(commits) - 1,
        "files": files,
        "events": len(events),
        "log_proven": proven,
    }


def _compare_reports(signals: Iterable[Mapping[str, Any]], say: Say) -> dict[str, str]:
    """Of a task that was done twice: what was reported first, what the next agent was told, and what that reported."""
    found = list(signals)
    prompts = [signal["prompt"] for signal in found if signal["signal"] == "Job"]
    reports = [signal["text"] for signal in found if signal["signal"] == "Result"]
    if len(reports) < 2:
        return dict.fromkeys(("reported", "told", "came_back"), "-")
    _, _, wrong = prompts[-1].partition(f"## {say('What was found wrong before')}\n")
    return {
        "reported": _format_report(reports[0]),
        "told": short_refusal({"summary": wrong.partition("\n")[0]}),
        "came_back": _format_report(reports[-1]),
    }


def _format_report(text: str) -> str:
    """The fields of a report that say something."""
    fields = parse_document(last_fenced_yaml(text), "report")
    return "; ".join(f"{name}: {_join_values(value)}" for name, value in fields.items() if value)


def _join_values(value: Any) -> str:
    return ", ".join(map(str, cast(list[Any], value))) if isinstance(value, list) else str(value)
