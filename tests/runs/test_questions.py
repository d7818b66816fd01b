"""What agents at work ask reaches a person, and the answer reaches the agent; nobody who waits is taken for hung."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from renkei.adapters.base import (
    Agent,
    AgentMessage,
    Answer,
    Broken,
    Job,
    Permission,
    PermissionRequest,
    Question,
    Result,
    Signal,
    Text,
)
from renkei.board.debts import list_owed
from renkei.board.read import list_interrupts
from renkei.board.run_tables import RunAskRow
from renkei.board.tables import ContractRow, DecisionRow
from renkei.commands.decisions import Decide
from renkei.commands.messages import PostMessage
from renkei.commands.run_questions import PutQuestion
from renkei.commands.runs import MoveRun
from renkei.errors import Refused
from renkei.eventlog.records import Record
from renkei.protocol.actors import Actor
from renkei.protocol.messages import DRAFT
from renkei.runs.breaker import next_deadline, replace_hung
from renkei.runs.questions import MOST_PUT, Conversation
from renkei.runs.state import load_run
from renkei.runs.view import open_decisions
from tests.support.hub_team import open_log
from tests.support.run_agents import OK, Clock, Hear, Talking
from tests.support.run_project import Project, opened, opened_outside_git, task

LATER = "2100-01-01T00:00:00Z"


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    yield from opened_outside_git(tmp_path)


def asks(*options: str, **fields: Any) -> Callable[[Job, Hear], Iterator[Signal]]:
    """An agent that asks, goes on when it has heard something, and says what that was."""

    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        yield Question(text="which?", options=options, **fields)
        yield Text(text=hear())
        yield OK

    return talk


def answering(project: Project, option: str, *, why: str | None = None) -> Callable[[Record], None]:
    """A person who answers every question as soon as it is asked."""

    def watch(record: Record) -> None:
        if record.type == "RunAsked":
            project.do(Decide(id=record.document()["decision"], option=option, why=why))

    return watch


class Killed(Exception):
    """The process that carried the run out is gone."""


def killed_when_asked(project: Project, run: str, **options: Any) -> str:
    """Carries a run out until an agent asks something, and dies; the decision that was asked for."""

    def watch(record: Record) -> None:
        if record.type == "RunAsked":
            raise Killed

    with pytest.raises(Killed):
        project.carry_out(run, watch=watch, **options)
    return decisions(project)[-1].id


def decisions(project: Project) -> list[DecisionRow]:
    with project.hub.read() as view:
        return view.select(DecisionRow, order="seq")


# Asked and answered


@pytest.mark.req("CON-3")
def test_a_question_becomes_a_decision_and_its_answer_reaches_the_agent(project: Project):
    project.adapter = adapter = Talking(asks("red", "blue", recommended="red"))
    run = project.start({"tasks": [task("a")]}, yes=False)
    row = project.carry_out(run, watch=answering(project, "blue", why="it is calm"))
    assert row.state == "completed"
    [decision] = decisions(project)
    assert (decision.question, decision.owners, decision.resolution) == ("a needs to know: which?", ["person"], "blue")
    assert [option["label"] for option in decision.options] == ["red", "blue"]
    assert adapter.said == ["You asked: which?\nThe user's answer: blue\n\nWhy: it is calm"]


def test_the_reply_bears_the_id_of_what_was_asked(project: Project):
    def ask_twice(job: Job, hear: Hear) -> Iterator[Signal]:
        yield Question(id=f"{job.task}-1", text="which?", options=("red",))
        yield Question(id=f"{job.task}-2", text="which?", options=("red",))
        hear()
        hear()
        yield OK

    project.adapter = adapter = Talking(ask_twice)
    assert project.run({"tasks": [task("a"), task("b", "a")]}).state == "completed"
    red = [Answer(to=name, question="which?", answer="red") for name in ("a-1", "a-2", "b-1", "b-2")]
    assert adapter.messages == red


def asks_permission(job: Job, hear: Hear) -> Iterator[Signal]:
    yield PermissionRequest(id="p-1", tool="Bash", target="make install")
    hear()
    yield OK


@pytest.mark.parametrize(
    ("answer", "why", "reply"),
    [
        ("allow", "go", Permission(to="p-1", is_granted=True, why="go")),
        ("deny", "too much", Permission(to="p-1", is_granted=False, why="too much")),
        ("in a container", "safer", Permission(to="p-1", is_granted=False, why="in a container: safer")),
    ],
)
def test_what_an_agent_may_not_do_by_itself_is_put_to_a_person(
    project: Project, answer: str, why: str, reply: Permission
):
    project.adapter = adapter = Talking(asks_permission)
    run = project.start({"tasks": [task("a")]}, yes=False)
    assert project.carry_out(run, watch=answering(project, answer, why=why)).state == "completed"
    [decision] = decisions(project)
    assert decision.question == "a needs to know: may it use Bash make install?"
    assert ([option["label"] for option in decision.options], adapter.messages) == (["allow", "deny"], [reply])


def test_with_nobody_there_nothing_is_permitted(project: Project):
    project.adapter = adapter = Talking(asks_permission)
    assert project.run({"tasks": [task("a")]}).state == "completed"
    assert adapter.messages == [Permission(to="p-1", is_granted=False)]


def test_who_reports_waits_no_more_for_a_permission_and_the_question_is_withdrawn(project: Project):
    def gives_up(job: Job, hear: Hear) -> Iterator[Signal]:
        yield PermissionRequest(id="p-1", tool="Bash", target="make install")
        yield OK

    project.adapter = Talking(gives_up)
    run = project.start({"tasks": [task("a")]}, yes=False)
    assert project.carry_out(run).state == "completed"
    [decision] = decisions(project)
    assert (decision.status, decision.resolution) == ("resolved", "withdrawn")


def test_a_question_without_options_takes_any_answer(project: Project):
    project.adapter = adapter = Talking(asks())
    run = project.start({"tasks": [task("a")]}, yes=False)
    assert project.carry_out(run, watch=answering(project, "the one by the door")).state == "completed"
    assert "The user's answer: the one by the door" in adapter.said[0]


def test_while_an_agent_waits_others_go_on_and_the_run_says_what_it_waits_for(project: Project):
    seen: list[list[str]] = []

    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        return asks()(job, hear) if job.task == "a" else iter([OK])

    def watch(record: Record) -> None:
        """Answers when the other task is done."""
        if record.type == "TaskCompleted" and record.document()["task"] == "c":
            with project.hub.read() as view:
                seen.append(open_decisions(view, project.row(run)))
            project.do(Decide(id=seen[0][0], option="yes"))

    project.adapter = Talking(talk)
    run = project.start({"tasks": [task("a"), task("b"), task("c", "b")], "parallel": 2}, yes=False)
    assert project.carry_out(run, watch=watch).state == "completed"
    assert seen == [[decisions(project)[0].id]]


@pytest.mark.parametrize(
    ("options", "recommended", "told"),
    [
        (("red", "blue"), "blue", "The user's answer: blue"),
        (("red", "blue"), None, "The user's answer: red"),
        ((), "green", "The user's answer: green"),
        ((), None, "Nobody answers. Decide it yourself"),
    ],
)
def test_with_nobody_there_it_is_answered_by_what_is_recommended(
    project: Project, options: tuple[str, ...], recommended: str | None, told: str
):
    project.adapter = adapter = Talking(asks(*options, recommended=recommended))
    assert project.run({"tasks": [task("a")]}).state == "completed"
    assert told in adapter.said[0]
    assert decisions(project) == []


def test_questions_are_put_one_after_the_other(project: Project):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        yield Question(text="first?")
        yield Question(text="second?")
        yield Text(text=hear() + hear())
        yield OK

    project.adapter = adapter = Talking(talk)
    run = project.start({"tasks": [task("a")]}, yes=False)
    assert project.carry_out(run, watch=answering(project, "yes")).state == "completed"
    assert [text.splitlines()[0] for text in adapter.said] == ["You asked: first?", "You asked: second?"]


def test_a_result_waits_for_the_answer_and_counts_as_it_is_given_with_it(project: Project):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        yield Question(text="which?")
        yield Result(text="status: ok\nartifacts: [README.md]\nsummary: a guess\n")
        assert "blue" in hear()
        yield Result(text="status: ok\nartifacts: [README.md]\nsummary: blue it is\n")

    project.adapter = Talking(talk)
    run = project.start({"tasks": [task("a")]}, yes=False)
    project.carry_out(run, watch=answering(project, "blue"))
    assert project.task(run, "a").note == "blue it is"


def test_what_no_text_may_hold_does_not_end_the_run(project: Project):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        yield Question(text="\x1b[31m" + "x" * 10_000, options=("", "a\x00", "a\x00"), recommended="none")
        yield Text(text=hear())
        yield OK

    project.adapter = Talking(talk)
    run = project.start({"tasks": [task("a")]}, yes=False)
    assert project.carry_out(run, watch=answering(project, "a\ufffd")).state == "completed"


# The contract


@pytest.mark.req("CON-3")
def test_what_is_asked_under_a_contract_is_a_consultation(project: Project):
    project.adapter = Talking(asks())
    run = project.start({"tasks": [task("a", outputs=["README.md"])]}, yes=False)
    assert project.carry_out(run, watch=answering(project, "yes")).state == "completed"
    with project.hub.read() as view:
        [row] = view.select(ContractRow, order="seq")
    assert (row.consults, row.outcome) == ([decisions(project)[0].id], "completed")


# The clock


@pytest.mark.req("ORCH-12")
def test_the_clock_of_an_agent_that_waits_stands_still(tmp_path: Path):
    clock = Clock(step=100)
    for project in opened(open_log("memory", tmp_path, clock.stamp), tmp_path):
        project.adapter = Talking(asks())
        run = project.start({"tasks": [task("a")], "breaker": {"timeout": 30, "cap": 60}}, yes=False)
        decision = killed_when_asked(project, run, clock=clock.stamp)
        assert (is_hung(project, run, clock.look()), until(project, run)) == (False, None)
        clock.look()
        project.do(Decide(id=decision, option="yes"))
        assert project.task(run, "a").waited == 200_000
        assert (is_hung(project, run, clock.stamp()), until(project, run)) == (False, "2026-05-01T12:04:20.000000Z")
        assert is_hung(project, run, clock.look())


def is_hung(project: Project, run: str, now: str) -> bool:
    with project.hub.read() as view:
        return bool(list(replace_hung(load_run(view, run), now)))


def until(project: Project, run: str) -> str | None:
    with project.hub.read() as view:
        return next_deadline(load_run(view, run))


# What may not wait


def tells(project: Project, priority: str, to: str = "a") -> None:
    project.do(PostMessage(message=DRAFT.validate_python(
        {"type": "FREEFORM", "to": to, "priority": priority, "payload": {"body": f"stop, {priority}"}}
    )))  # fmt: skip


def listens(job: Job, hear: Hear) -> Iterator[Signal]:
    """Shows that it is at work, hears one thing, and shows another sign."""
    yield Text(text="at work")
    yield Text(text=hear())
    yield OK


@pytest.mark.req("MSG-5")
def test_a_blocking_message_reaches_an_agent_at_work_once(project: Project):
    project.adapter = adapter = Talking(listens)
    run = project.start({"tasks": [task("a"), task("a-again", "a", owner="a", script=[])]}, yes=False)

    def watch(record: Record) -> None:
        if record.type == "TaskNoted" and len(adapter.jobs) == 1:
            for priority in ("normal", "high", "blocking"):
                tells(project, priority)
        elif record.type == "TaskNoted":
            tells(project, "blocking", to="a")

    assert project.carry_out(run, watch=watch).state == "completed"
    first, second = adapter.said
    assert "stop, blocking" in first
    assert "stop, normal" not in first
    assert first.count("MSG-") == second.count("MSG-") == 1


@pytest.mark.req("MSG-5")
def test_what_was_written_before_an_agent_is_at_work_reaches_it_when_it_is(project: Project):
    project.adapter = adapter = Talking(listens)
    run = project.start({"tasks": [task("a")]}, yes=False)
    tells(project, "blocking")
    assert project.carry_out(run).state == "completed"
    [said] = adapter.said
    assert "stop, blocking" in said
    with project.hub.read() as view:
        assert list_interrupts(view, "a") == []


# Crashes


def test_an_answer_that_came_while_nobody_carried_the_run_out_is_in_the_next_prompt(project: Project):
    project.adapter = adapter = Talking(asks())
    run = project.start({"tasks": [task("a")]}, yes=False)
    project.do(Decide(id=killed_when_asked(project, run), option="blue"))
    assert project.carry_out(run).state == "completed"
    first, second = adapter.jobs
    assert "blue" not in first.prompt
    assert "You asked: which?\nThe user's answer: blue" in second.prompt
    assert "The user's answer: blue" in adapter.said[-1], "who asks the same again is told at once"
    assert len(decisions(project)) == 1


def test_a_question_that_is_still_open_is_not_asked_twice(project: Project):
    project.adapter = adapter = Talking(asks())
    run = project.start({"tasks": [task("a")]}, yes=False)
    killed_when_asked(project, run)
    assert project.carry_out(run, watch=answering(project, "blue")).state == "completed"
    assert [decision.resolution for decision in decisions(project)] == ["blue"]
    assert "The user's answer: blue" in adapter.said[-1]


def test_an_answer_reaches_the_next_agent_at_work_though_it_did_not_ask(project: Project):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        if job.attempt == 1:
            yield Question(text="which?")
        yield Text(text="at work")
        assert "blue" in hear()
        yield OK

    def watch(record: Record) -> None:
        if record.type == "TaskNoted":
            project.do(Decide(id=decision, option="blue"))

    project.adapter = Talking(talk)
    run = project.start({"tasks": [task("a")]}, yes=False)
    decision = killed_when_asked(project, run)
    assert project.carry_out(run, watch=watch).state == "completed"


@pytest.mark.parametrize("end", ["completed", "skipped", "stopped"])
def test_a_question_whose_answer_nobody_needs_any_more_is_taken_back(project: Project, end: str):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        if job.attempt == 1:
            yield Question(text="which?")
        yield OK if job.attempt > 1 and end == "completed" else Broken(kind="crash", reason="boom")

    project.adapter = Talking(talk)
    policy = {"retries": 1, "then": "escalate" if end == "stopped" else "continue"}
    run = project.run({"tasks": [task("a")], "on_failure": policy}, yes=False)
    if end == "stopped":
        project.do(MoveRun(run=run.id, step="stop"))
    else:
        assert project.tasks(run.id) == {"a": end}
    first = decisions(project)[0]
    assert (first.status, first.resolution) == ("resolved", "withdrawn")
    with project.hub.read() as view:
        rows = view.select(RunAskRow, order="seq", run=run.id)
        assert [row.answer for row in rows if row.kind == "question"] == [""]
        debts = list_owed(view, now=LATER, within=1, debtor="person").items
    assert [debt.message for debt in debts if debt.message == first.message] == []


# Reports that cannot be read


@pytest.mark.req("TEAM-11")
def test_who_cannot_be_understood_is_asked_once_more(project: Project):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        yield Result(text="all is well")
        assert "## Task Complete: a" in hear()
        yield OK

    project.adapter = Talking(talk)
    run = project.run({"tasks": [task("a")]})
    assert (run.state, project.told("TaskFailed")) == ("completed", [])


@pytest.mark.req("TEAM-11")
def test_who_cannot_be_understood_twice_has_failed(project: Project):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        for _ in range(3):
            yield Result(text="all is well")
            hear()

    project.adapter = adapter = Talking(talk)
    run = project.run({"tasks": [task("a")], "on_failure": {"retries": 0, "then": "stop"}})
    assert (run.state, len(adapter.said)) == ("failed", 1)
    assert [each["kind"] for each in project.told("TaskFailed")] == ["report"]


@pytest.mark.req("TEAM-11")
def test_a_gate_that_cannot_be_read_is_asked_once_more(project: Project):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        yield Result(text="fine") if job.brief.gate else OK
        assert "overall: PASS" in hear()
        yield Result(text="overall: PASS\np0_count: 0\np1_count: 0\np2_count: 0\n")

    project.adapter = Talking(talk)
    assert project.run({"tasks": [task("a"), task("review", "a", kind="gate")]}).state == "completed"


def test_a_claim_that_is_false_is_no_matter_of_words(project: Project):
    """What was understood and does not hold fails at once: asking again would only teach it to say less."""
    project.adapter = adapter = Talking(lambda job, hear: iter([Result(text="status: ok\nartifacts: [gone.md]\n")]))
    project.run({"tasks": [task("a")], "on_failure": {"retries": 0, "then": "stop"}})
    assert adapter.said == []


# Who may


@pytest.mark.req("TEAM-9", refused=True)
def test_an_agent_does_not_put_questions_in_the_runs_name(project: Project):
    run = project.start({"tasks": [task("a")]})
    command = PutQuestion(run=run, lease=0, task="a", token=0, question="which?")
    with pytest.raises(Refused) as refused:
        project.do(command, actor=Actor(name="a", via="token"))
    assert refused.value.rule == "TEAM-9"


def test_a_result_that_comes_with_the_answer_waits_for_no_other_one():
    """The agent is quick: it has reported before the run is done with telling it the answer."""
    settled: list[bool] = []

    class Quick:
        def send(self, message: AgentMessage) -> None:
            self.reports = threading.Thread(target=lambda: settled.append(talk.wait_for_answers()))
            self.reports.start()
            self.reports.join(0.5)

    agent = Quick()
    talk = Conversation(put=lambda request: None)
    talk.attach(cast(Agent, agent))
    talk.ask(Question(text="Which colour?"))
    talk.answer("blue", "")
    agent.reports.join()
    assert settled == [False]


@pytest.mark.req("ORCH-5", "ORCH-11")
@pytest.mark.parametrize(
    ("lang", "said", "question", "answer"),
    [
        ("en", "The user has to be asked: which?", "a needs to know: which?", "The user's answer: blue"),
        ("ja", "ユーザーに確認が必要: which?", "aからの確認事項: which?", "ユーザーからの回答: blue"),
    ],
)
def test_what_an_agent_only_says_has_to_be_asked_is_relayed_in_the_seeds_words(
    project: Project, lang: Any, said: str, question: str, answer: str
):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        yield Text(text=f"I have read it.\n{said}\nI go on.")
        yield Text(text=hear())
        yield OK

    adapter = project.adapter = Talking(talk)
    run = project.start({"tasks": [task("a")]}, yes=False)
    asked: list[str] = []

    def reply(record: Record) -> None:
        if record.type == "RunAsked" and not asked:
            asked.append(record.document()["decision"])
            project.do(Decide(id=asked[0], option="blue"))

    project.carry_out(run, watch=reply, lang=lang)
    with project.hub.read() as view:
        decision = view.get(DecisionRow, asked[0])
    assert decision is not None
    assert decision.question == question
    assert answer in adapter.said[0]


PEERS: dict[str, Any] = {"tasks": [task("a"), task("b")], "agent_team": {"name": "t"}}


def _post(project: Project, to: str) -> None:
    draft = DRAFT.validate_python({"type": "FREEFORM", "to": to, "payload": {"body": "hello"}})
    project.do(PostMessage(message=draft), actor=Actor(name="a", via="token"))


def _at_work(project: Project, to: str, **changes: Any) -> list[Refused]:
    """What is refused when an agent at work writes to somebody."""
    refused: list[Refused] = []

    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        if job.task == "a":
            try:
                _post(project, to)
            except Refused as error:
                refused.append(error)
        yield OK

    project.adapter = Talking(talk)
    project.run({**PEERS, **changes})
    return refused


@pytest.mark.req("DEC-14")
def test_agents_of_a_run_write_to_each_other(project: Project):
    assert _at_work(project, "b") == []


@pytest.mark.req("DEC-14", refused=True)
def test_where_the_playbook_switches_that_off_it_is_refused(project: Project):
    [error] = _at_work(project, "b", peer_messages=False)
    assert (error.rule, error.params["others"]) == ("DEC-14", "b")


@pytest.mark.req("ORCH-5", "DEC-14", refused=True)
def test_no_teammate_writes_to_the_user_itself(project: Project):
    [error] = _at_work(project, "person")
    assert error.rule == "ORCH-5"


@pytest.mark.parametrize("is_permission", [True, False])
def test_an_agent_that_asks_without_end_is_put_to_a_person_some_times(project: Project, is_permission: bool):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        for number in range(MOST_PUT + 3):
            yield PermissionRequest(tool="Bash", target=f"{number}") if is_permission else Question(text=f"{number}?")
            hear()
        yield Text(text="The user has to be asked: may I ask more?")
        yield OK

    project.adapter = talking = Talking(talk)
    run = project.run({"tasks": [task("a", outputs=["README.md"])]})
    assert run.state == "completed"
    assert len(project.told("RunAsked")) == MOST_PUT
    assert len(talking.said) == MOST_PUT + 3, "who waits is told"
    assert is_permission == (talking.said[-1] == "denied")
    [done] = project.told("TaskCompleted")
    assert "4 more questions of it were put to nobody" in str(done)
