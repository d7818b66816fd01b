"""A word ends what it names and what its author may end, by whichever way it comes (DEC-24, DEC-26, EVT-9)."""

from pathlib import Path
from typing import Any

import pytest

from renkei.commands.team import RemoveAgent
from renkei.dispatch import RuleSet
from renkei.dispatch.rule_files import load_rules
from renkei.errors import BadInput
from tests.support.authority_team import FREE, AuthorityTeam, refused
from tests.support.dispatch_team import Entry, from_system, name_of
from tests.support.hub_team import open_log


def reply(team: AuthorityTeam, task: str, to: str, *, by: str, status: str = "completed") -> Any:
    body: dict[str, Any] = {"original_task_ref": task, "status": status, "summary": "done", "output_artifacts": []}
    return team.post("TASK_RESULT", body, by=by, to="lead", in_reply_to=to)


@pytest.mark.req("DEC-24", "EVT-1", refused=True)
@pytest.mark.parametrize("way", ["result", "update"])
@pytest.mark.parametrize("by", ["be", "person"])
def test_a_report_completes_the_task_it_names_and_no_other(team: AuthorityTeam, way: str, by: str):
    first, second = team.hand_over(), team.hand_over()
    team.write("be", current_task=second, status="working")
    team.wait("fe", f"task:{second}")
    team.wait("arch", f"task:{first}")
    if way == "result":
        team.result(first, by=by)
    else:
        team.update("completed", first, by=by)
    assert (team.task(first).state, team.task(second).state) == ("completed", "open")
    assert (team.entry("arch"), team.entry("fe")) == (FREE, Entry("blocked", f"task:{second}"))
    assert from_system(team, "fe") == []


@pytest.mark.req("DEC-24", "EVT-1", refused=True)
def test_a_report_does_not_complete_what_its_author_calls_its_work(team: AuthorityTeam):
    task = team.hand_over()
    team.write("be", current_task="login")
    team.wait("fe", "task:login")
    team.result(task)
    assert team.entry("fe").status == "blocked"
    team.result("login")
    assert team.entry("fe") == FREE


@pytest.mark.req("DEC-24", "EVT-1")
def test_one_who_is_done_with_all_says_so_on_the_board(team: AuthorityTeam):
    tasks = [team.hand_over(), team.hand_over()]
    team.write("be", current_task="login")
    for agent, task in zip(("fe", "arch", "qa"), (*tasks, "login"), strict=True):
        team.wait(agent, f"task:{task}")
    team.write("be", status="completed")
    assert [team.entry(agent) for agent in ("fe", "arch", "qa")] == [FREE] * 3


@pytest.mark.req("DEC-24", refused=True)
@pytest.mark.parametrize("status", ["completed", "partial", "failed"])
@pytest.mark.parametrize("by", ["qa", "arch", "lead"])
def test_a_reply_to_a_handoff_is_its_owners(team: AuthorityTeam, by: str, status: str):
    task = team.hand_over(["be", "qa"])
    team.update("working", task)
    with refused(team, "DEC-24", "be"):
        reply(team, "foo", task, by=by, status=status) if by != "lead" else team.post(
            "TASK_RESULT",
            {"original_task_ref": "foo", "status": status, "summary": "x", "output_artifacts": []},
            by=by,
            to="arch",
            in_reply_to=task,
        )
    blocked = {"original_task_ref": "foo", "blocked_by": "x", "needed": "x", "can_continue_partially": True}
    with refused(team, "DEC-24", "be"):
        team.post("TASK_BLOCKED", blocked, by=by, to="fe", in_reply_to=task)
    team.wait("fe", f"task:{task}")
    assert team.entry("fe").status == "blocked"
    assert team.debts() == [(task, "be")]  # qa lost it to be


@pytest.mark.req("DEC-24", "DEC-26")
@pytest.mark.parametrize("by", ["be", "person"])
def test_its_owner_completes_a_task_by_a_reply_to_its_handoff(team: AuthorityTeam, by: str):
    task = team.hand_over()
    team.wait("fe", f"task:{task}")
    reply(team, "the login form", task, by=by)
    assert (team.entry("fe"), team.debts(), team.task(task).state) == (FREE, [], "completed")


@pytest.mark.req("DEC-24", "DEC-26", refused=True)
def test_a_report_on_one_task_in_reply_to_another_is_about_the_one(team: AuthorityTeam):
    first, second = team.hand_over(), team.hand_over()
    team.wait("fe", f"task:{second}")
    reply(team, first, second, by="be")
    assert team.debts() == [(second, "be")]
    assert (team.entry("fe").status, team.task(second).state) == ("blocked", "open")
    team.wait("arch", f"task:{second}")
    assert team.entry("arch").status == "blocked"


@pytest.mark.req("DEC-26", "MSG-3", refused=True)
@pytest.mark.parametrize("kind", ["TASK_RESULT", "TASK_BLOCKED"])
@pytest.mark.parametrize("by", ["qa", "lead"])
def test_a_question_is_not_settled_in_anothers_place(team: AuthorityTeam, by: str, kind: Any):
    asked = {"body": "which port?", "requires_response": True}
    question = name_of(team.post("FREEFORM", asked, by="fe", to="be", priority="blocking"))
    words: dict[str, Any] = {
        "TASK_RESULT": {"original_task_ref": question, "status": "failed", "summary": "no", "output_artifacts": []},
        "TASK_BLOCKED": {
            "original_task_ref": question, "blocked_by": "x", "needed": "x", "can_continue_partially": True
        },
    }  # fmt: skip
    team.post(kind, words[kind], by=by, to="arch")
    team.post(kind, words[kind], by=by, to="arch", in_reply_to=question)
    assert (team.debts(), team.waiting("be")) == ([(question, "be")], [question])
    team.post(kind, words[kind], by="be", to="fe")
    assert team.debts() == []


@pytest.mark.req("DEC-24", refused=True)
def test_who_took_a_task_up_by_its_name_stays_its_owner_while_it_does_something_else(team: AuthorityTeam):
    team.write("be", current_task="login")
    team.wait("fe", "task:login")
    team.write("qa", current_task="login")
    team.write("be", current_task="other")
    with refused(team, "DEC-24", "be or a person"):
        team.result("login", by="qa")
    with refused(team, "DEC-24", "be or a person"):
        team.update("completed", "login", by="qa")
    team.write("qa", status="completed", current_task=None)
    assert team.entry("fe").status == "blocked"
    team.result("login")
    assert team.entry("fe") == FREE


@pytest.mark.req("DEC-24")
@pytest.mark.parametrize("end", ["completed", "removed", "handed over"])
def test_a_name_is_anothers_once_its_owner_has_done_it_left_or_handed_it_over(team: AuthorityTeam, end: str):
    team.write("be", current_task="login")
    if end == "completed":
        team.result("login")
    elif end == "removed":
        team.do(RemoveAgent(name="be"), by="person")
    else:
        team.hand_over("qa", by="be", task_description="login")
    team.write("qa", current_task="login")
    team.wait("fe", "task:login")
    with refused(team, "DEC-24", "qa or a person"):
        team.result("login", by="arch")
    team.result("login", by="qa")
    assert team.entry("fe") == FREE


@pytest.mark.req("DEC-24", refused=True)
@pytest.mark.parametrize("by", ["lead", "arch", "qa"])
def test_nobody_hands_over_anothers_name(team: AuthorityTeam, by: str):
    team.write("be", current_task="login")
    team.hand_over("fe", by=by, task_description="login")
    with refused(team, "DEC-24", "be or a person"):
        team.result("login", by="fe")
    team.result("login")


@pytest.mark.req("DEC-24")
def test_the_log_repeats_no_name_that_somebody_wrote(team: AuthorityTeam):
    team.write("be", current_task="the customer's login")
    team.write("be", status="completed")
    assert team.last("TaskClosed")["task"].startswith("E-")
    assert team.task("the customer's login").state == "completed"


@pytest.mark.req("DEC-26", refused=True)
def test_the_blocked_one_does_not_choose_who_ends_its_conflict(team: AuthorityTeam):
    task = team.hand_over()
    team.result(task, "partial", output_artifacts=["api.md"])
    report = team.conflict(by="fe", conflicting_artifacts=["api.md"], conflicting_decisions=["D-9"])
    assert team.entry("be") == Entry("blocked", f"conflict:{report}")
    team.ask("D-9", by="be", to="qa")
    team.decide("D-9", by="qa", to="be")
    assert team.entry("be").status == "blocked"
    with refused(team, "DEC-26", "lead or a person"):
        team.decide("D-10", by="qa", to="be", in_reply_to=report)
    team.decide("D-10", by="lead", to="be", in_reply_to=report)
    assert team.entry("be") == FREE


@pytest.mark.req("DEC-26")
def test_the_owner_of_a_decision_that_the_report_found_ends_the_conflict(team: AuthorityTeam):
    team.result(team.hand_over(), "partial", output_artifacts=["api.md"])
    team.ask("D-9", by="fe", to="arch")
    team.conflict(by="fe", conflicting_artifacts=["api.md"], conflicting_decisions=["D-9"])
    team.decide("D-9", by="arch", to="be")
    assert team.entry("be") == FREE


def team_with_rule(tmp_path: Path, status: str, agent: str = "be") -> AuthorityTeam:
    text = f"rules: [{{name: own, on: error, do: [{{set_status: {{agent: {agent}, status: {status}}}}}]}}]"
    team = AuthorityTeam(open_log("memory", tmp_path), rule_set=RuleSet(team=load_rules(text.encode(), "rules.yaml")))
    team.join("lead", role="lead").join("be", "fe", "qa", "arch")
    return team


@pytest.mark.req("EVT-9", "DEC-26", refused=True)
@pytest.mark.parametrize("status", ["working", "idle"])
@pytest.mark.parametrize("by", ["conflict", "own wait"])
def test_a_teams_rule_lifts_no_block(tmp_path: Path, status: str, by: str):
    team = team_with_rule(tmp_path, status)
    if by == "conflict":
        team.result(team.hand_over(), "partial", output_artifacts=["api.md"])
        team.conflict(by="fe", conflicting_artifacts=["api.md"])
    else:
        team.wait("be", "agent:fe")
    before = team.entry("be")
    team.write("qa", status="error")
    assert (before.status, team.entry("be")) == ("blocked", before)
    assert team.last("RuleStopped")["reason"] == "refused"
    assert team.flaws() == []


@pytest.mark.req("EVT-9")
@pytest.mark.parametrize("status", ["working", "idle", "error", "blocked"])
def test_a_teams_rule_sets_the_status_of_one_whom_nothing_blocks(tmp_path: Path, status: str):
    team = team_with_rule(tmp_path, status)
    team.update("working")
    team.write("qa", status="error")
    assert team.entry("be").status == status


@pytest.mark.req("EVT-9", refused=True)
def test_a_teams_rule_may_tell_trouble_of_one_who_is_blocked(tmp_path: Path):
    team = team_with_rule(tmp_path, "error")
    team.wait("be", "agent:fe")
    team.write("qa", status="error")
    assert (team.entry("be").status, team.blocker().resolved) == ("error", False)


@pytest.mark.req("EVT-9", "DEC-24", refused=True)
def test_no_teams_rule_says_that_somebody_is_done(tmp_path: Path):
    with pytest.raises(BadInput) as caught:
        team_with_rule(tmp_path, "completed")
    assert [problem.path for problem in caught.value.problems] == ["rules[0].do[0].set_status.status"]
