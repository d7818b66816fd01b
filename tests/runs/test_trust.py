"""Results of runs count in `renkei trust` like those of hooks: by the same check, once for each result."""

from collections.abc import Iterator
from typing import Any

import pytest

from renkei.adapters.base import Job, Result, Signal, Text, ToolCall, Usage
from renkei.board.trust import Trust, measure_trust
from renkei.entrypoints.run_costs import describe_claims, format_cost, sum_by_agent
from renkei.kit.words import english
from renkei.runs.view import find_run, run_document
from tests.support.run_agents import OK, Played
from tests.support.run_project import Project, git

TRUE, FALSE = "src/app.py:1", "src/app.py:99"


@pytest.fixture(autouse=True)
def _source(project: Project) -> None:  # pyright: ignore[reportUnusedFunction]
    (project.folder / "src").mkdir()
    (project.folder / "src/app.py").write_text("def login(user):\n    return user.ok\n", "utf-8")
    git(project.folder, "add", "-A")
    git(project.folder, "commit", "-q", "-m", "source")


def result(place: str, confidence: int = 80) -> str:
    return f"""\
## explorer Result

### Status
SUCCESS

### Summary
The login takes a user.

### Findings
- Login is defined at `{place}`

### Key References
| Item | Location | Relevance |
|------|----------|-----------|
| login | `src/app.py:2` | entry |

### Confidence
{confidence} - I read the file
- verified_confidence: {confidence}
- inferred_confidence: {confidence}
- combined_confidence: {confidence}
"""


class Once(list[Signal | str]):
    """Each signal is given once, also to whoever asks for more after a result."""

    def __iter__(self) -> Iterator[Signal | str]:
        while self:
            yield self.pop(0)


def look(**fields: Any) -> dict[str, Any]:
    return {"id": "look", "role": "writer", **fields}


def trusted(project: Project) -> list[Trust]:
    with project.hub.read() as view:
        return measure_trust(view)


def counts(project: Project) -> list[tuple[str | None, int, int, int]]:
    return [(row.agent, row.claims, row.verified, row.false) for row in trusted(project)]


@pytest.mark.req("DEC-45")
def test_the_claims_of_a_result_count_for_its_agent(project: Project):
    project.adapter = Played(lambda job: [Usage(tokens=70, micros=2_000_000), Result(text=result(TRUE))])
    assert project.run({"roles": {"writer": {"model": "m"}}, "tasks": [look()]}, agents="tools").state == "completed"
    [row] = trusted(project)
    assert (row.agent, row.role, row.model, row.category) == ("writer", "writer", "m", "writer")
    assert (row.claims, row.verified, row.false, row.stated, row.tokens, row.cost) == (2, 2, 0, 0.8, 70, 2.0)


@pytest.mark.req("DEC-45", refused=True)
def test_a_false_claim_counts_against_it_and_each_attempt_counts_once(project: Project):
    def play(job: Job) -> list[Signal | str]:
        return [Usage(tokens=10), Result(text=result(FALSE if job.attempt == 1 else TRUE))]

    project.adapter = Played(play)
    policy = {"retries": 1, "then": "stop"}
    assert project.run({"tasks": [look()], "on_failure": policy}, agents="tools").state == "completed"
    assert counts(project) == [("writer", 4, 3, 1)]
    assert trusted(project)[0].tokens == 20
    [first, second] = project.told("ClaimChecked")
    assert (first["outcome"], second["outcome"]) == ("refused", "accepted")
    [refused] = project.told("RuleRefused")
    assert (refused["rule"], refused["actor"], refused["action"]) == ("RES-4", "writer", "report look")


@pytest.mark.req("DEC-45")
def test_going_on_with_a_run_counts_no_result_again(project: Project):
    project.adapter = Played(lambda job: [Result(text=result(TRUE)) if job.task == "look" else OK])
    second = {"id": "next", "role": "writer", "blockedBy": ["look"], "outputs": ["docs/n.md"]}
    run = project.start({"tasks": [look(approval=True), second]}, agents="tools", yes=False)
    assert project.carry_out(run).state == "waiting"
    assert counts(project) == [("writer", 2, 2, 0)]
    project.carry_out(run)
    project.carry_out(run)
    assert counts(project) == [("writer", 2, 2, 0)]


@pytest.mark.req("DEC-45")
def test_a_result_that_is_asked_for_once_more_counts_only_what_it_claims(project: Project):
    project.adapter = Played(lambda job: Once([Result(text="what?"), Usage(tokens=5), Result(text=result(TRUE))]))
    assert project.run({"tasks": [look()]}, agents="tools").state == "completed"
    assert counts(project) == [("writer", 2, 2, 0)]
    assert [each["outcome"] for each in project.told("ClaimChecked")] == ["refused", "accepted"]
    assert trusted(project)[0].tokens == 5


@pytest.mark.req("DEC-45", "DEC-33", refused=True)
def test_a_rehearsal_counts_for_nobody(project: Project):
    script = [{"read": "src/app.py"}, {"report": result(TRUE)}]
    assert project.run({"tasks": [look(script=script)]}).state == "completed"
    assert (trusted(project), project.events("ClaimChecked")) == ([], [])


@pytest.mark.req("DEC-45", "RES-8")
def test_the_specialist_adds_nothing_to_the_agent_whose_result_it_looks_at(project: Project):
    def play(job: Job) -> list[Signal | str]:
        if job.brief.verify:
            verdicts = "".join(f"- place: {place}\n  verdict: confirmed\n" for place in job.brief.verify)
            return [ToolCall(name="Read"), Usage(tokens=500), Result(text=f"verdicts:\n{verdicts}")]
        return [Usage(tokens=10), Result(text=result(TRUE, 90))]

    project.adapter = Played(play)
    project.run({"tasks": [look()]}, agents="tools")
    [row] = trusted(project)
    assert (row.claims, row.verified, row.tokens) == (2, 2, 10)


@pytest.mark.req("DEC-45", refused=True)
def test_what_no_log_can_hold_is_written_down_legibly(project: Project):
    project.adapter = Played(lambda job: [Result(text=result("src/a\ud800b.py:3"))])
    policy = {"retries": 0, "then": "stop"}
    assert project.run({"tasks": [look()], "on_failure": policy}, agents="tools").state == "failed"
    assert counts(project) == [("writer", 2, 1, 1)]
    [checked] = project.told("ClaimChecked")
    assert "src/a\ufffdb.py:3" in [each["text"] for each in checked["references"]]


def shown(project: Project, run: str) -> dict[str, Any]:
    with project.hub.read() as view:
        return run_document(view, find_run(view, run))


@pytest.mark.req("DEC-45")
def test_a_run_says_what_each_agent_used_for_which_task_and_how_many_claims_a_dollar_has_verified(project: Project):
    def play(job: Job) -> list[Signal | str]:
        if job.brief.verify:
            verdicts = "".join(f"- place: {place}\n  verdict: confirmed\n" for place in job.brief.verify)
            return [ToolCall(name="Read"), Usage(tokens=500, micros=500_000), Result(text=f"verdicts:\n{verdicts}")]
        return [Usage(tokens=10, micros=500_000), Result(text=result(FALSE if job.attempt == 1 else TRUE, 90))]

    project.adapter = Played(play)
    run = project.run({"tasks": [look()], "on_failure": {"retries": 1, "then": "stop"}}, agents="tools").id
    document = shown(project, run)
    assert {(each["agent"], each["task"], each["tokens"], each["cost"]) for each in document["spend"]} == {
        ("writer", "look", 20, 1.0),
        ("verification-specialist", "look", 500, 0.5),
    }
    assert document["claims"] == {"made": 4, "verified": 3, "false": 1, "verified_per_dollar": 2.0}
    assert describe_claims(document, english) == "3 of 4 claims verified, 1 false; 2.0 verified claims per dollar"
    assert sum_by_agent(document)["writer"] == {"tokens": 20, "cost": 1.0, "unpriced": 0}


@pytest.mark.req("DEC-45", refused=True)
def test_where_a_part_has_no_price_nobody_says_what_a_dollar_brought(project: Project):
    def play(job: Job) -> list[Signal | str]:
        return [Usage(tokens=10, micros=500_000), Usage(tokens=7), Result(text=result(TRUE))]

    project.adapter = Played(play)
    document = shown(project, project.run({"tasks": [look()]}, agents="tools").id)
    assert (document["claims"]["verified"], document["claims"]["verified_per_dollar"]) == (2, None)
    assert format_cost(sum_by_agent(document)["writer"], english) == "$0.5000 and more"


@pytest.mark.req("ORCH-3", "ORCH-10")
def test_what_an_agent_marks_in_its_result_or_on_the_way_to_it_is_kept_once_the_result_holds(project: Project):
    learned = "\nLEARNED: the login trusts its caller (src/app.py:2)\n"

    def play(job: Job) -> list[Signal | str]:
        if job.attempt == 1:
            return [Text(text="PATTERN: every handler has a twin"), Result(text=result(FALSE) + learned)]
        return [Text(text="INSIGHT: nobody calls the login twice"), Result(text=result(TRUE) + learned)]

    project.adapter = Played(play)
    policy = {"retries": 1, "then": "stop"}
    assert project.run({"tasks": [look()], "on_failure": policy}, agents="tools").state == "completed"
    kept = [(each["category"], each["source"]) for each in project.told("InsightCaptured")]
    assert kept == [("insight", "writer"), ("learned", "writer")], "what was refused marks nothing"


@pytest.mark.req("ORCH-3", "DEC-33", refused=True)
def test_a_rehearsal_marks_nothing(project: Project):
    script = [{"read": "src/app.py"}, {"say": "PATTERN: every handler has a twin"}, {"report": result(TRUE)}]
    assert project.run({"tasks": [look(script=script)]}).state == "completed"
    assert project.told("InsightCaptured") == []
