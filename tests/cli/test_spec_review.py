"""`renkei run spec-review`: five reviewers, three of them a team, and one judged list (seed 002)."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.cli_run import Cli
from tests.support.run_project import made_repository

SPEC = """# Login

FR-001 A member logs in with a password.

It should be fast and suitable.

Sessions are kept in a cache.
"""
FIVE = ["security", "quality", "architecture", "completeness", "verification"]
REHEARSE = ("--agents", "scripted", "--var", "feature=login", "--yes")
TEAM = ["Running in agent team mode.", "3 reviewers cross-check each other as a team."]
ALONE = [
    "The agent team tools are not available in this environment.",
    "Going on with subagents that work in parallel.",
    "What differs:",
    "- Reviewers do not discuss with each other",
    "- Each reviewer hands back its result by itself",
    "- There is no great difference in quality and precision",
]


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    return Cli(made_repository(tmp_path / "project", {"docs/spec.md": SPEC}), monkeypatch, capsys)


def prompts(renkei: Cli, task: str) -> list[str]:
    signals = renkei.json("runs", "trace", "R-1", task)["signals"]
    return [each["prompt"] for each in signals if each["signal"] == "Job"]


def own(renkei: Cli, **changes: Any) -> str:
    """The playbook that ships, with scripts of a test for its tasks."""
    shipped: dict[str, Any] = yaml.safe_load(
        (Path(__file__).parents[2] / "src/renkei/kit/playbooks/spec-review.yaml").read_text("utf-8")
    )
    for task in shipped["tasks"]:
        task.update(changes.pop(task["id"], {}))
    return renkei.file("../own.yaml", json.dumps({**shipped, **changes}))


@pytest.mark.req("ORCH-1", "ORCH-7", "DEC-13", "DEC-33")
def test_a_team_reviews_a_specification_and_comes_to_one_list_with_its_verdict(renkei: Cli):
    ran = renkei.ok("run", "spec-review", *REHEARSE)
    notice = ran.err.splitlines()
    assert "Team: spec-review-login" in notice
    assert [line for line in notice if line in TEAM] == TEAM
    shown = renkei.json("runs", "show", "R-1")
    assert [each["task"] for each in shown["dag"] if each["state"] == "completed"] == [*FIVE, "verdict"]
    verdict = shown["report"]["verdict"]
    assert verdict["verdict"] == "GO"
    [agreed] = [each for each in verdict["findings"] if each["location"] == "docs/spec.md:3"]
    assert agreed["reported_by"] == ["security-auditor", "verification-specialist"]
    assert agreed["confidence"] == 70, "what two report counts as agreement"
    assert "REHEARSAL GO" in ran.out
    assert "spec-review-login" in prompts(renkei, "security")[0]


@pytest.mark.slow
@pytest.mark.req("ORCH-1")
def test_the_notice_is_the_seeds_in_japanese_too(renkei: Cli):
    ran = renkei.ok("--lang", "ja", "run", "spec-review", *REHEARSE)
    assert "Agent Team モードで実行します。\n3名のレビュアーがチームとして相互検証を行います。" in ran.err
    assert "## ロール\nあなたは security-auditor" in prompts(renkei, "security")[0]


@pytest.mark.req("ORCH-1", refused=True)
def test_without_a_team_what_is_missing_is_named_and_five_subagents_do_it(renkei: Cli):
    ran = renkei.ok("run", "spec-review", *REHEARSE, "--no-team")
    notice = ran.err.splitlines()
    assert "Missing: no team was wanted" in notice
    assert [line for line in notice if line in ALONE] == ALONE
    assert not set(TEAM) & set(notice)
    assert all("discusses with you" in prompts(renkei, task)[0] for task in FIVE)
    assert renkei.json("runs", "show", "R-1")["state"] == "completed"
    silent = renkei("--json", "run", "spec-review", *REHEARSE, "--no-team")
    assert ALONE[0] in silent.err, "the notice is never left out"


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", [f"Missing: {sys.executable} does not answer as an agent that can be spoken to while it works", *ALONE]),
        (
            "ja",
            [
                f"不足: {sys.executable} は、作業中に話しかけられるエージェントとして応答しません",
                "Agent Team ツールは現在の環境で利用できません。",
                "既存のサブエージェント並列実行モードで続行します。",
            ],
        ),
    ],
)
@pytest.mark.req("ORCH-1", "TEAM-10", refused=True)
def test_a_client_that_does_not_answer_is_named_and_the_fallback_is_taken(renkei: Cli, lang: str, lines: list[str]):
    """Its role has agents of another kind than the run."""
    silent = [sys.executable, "-c", "print('hello')"]
    (renkei.folder / ".renkei").mkdir()
    renkei.file(".renkei/config.toml", f"[workspace]\nacp = {json.dumps(silent)}\n")
    tasks = [{"id": "a", "role": "reader", "prompt": "Look."}]
    playbook = {"name": "p", "agent_team": {"name": "t"}, "roles": {"reader": {"agents": "acp"}}, "tasks": tasks}
    path = renkei.file("../p.yaml", json.dumps(playbook))
    ran = renkei("--lang", lang, "run", path, "--agents", "tools", "--yes")
    notice = ran.err.splitlines()
    assert [line for line in notice if line in lines] == lines


@pytest.mark.slow
@pytest.mark.req("ORCH-6", "DEC-12", "DEC-34")
def test_a_hung_reviewer_is_replaced_by_one_of_its_role_and_the_others_go_on(renkei: Cli):
    hangs = [{"attempt": 1, "idle": True}, {"attempt": 1, "hang": True}]
    path = own(renkei, quality={"script": [*hangs, {"derive": {}}]})
    renkei.ok("run", path, *REHEARSE)
    tasks = {each["task"]: each for each in renkei.json("runs", "show", "R-1")["dag"]}
    assert {name: (tasks[name]["state"], tasks[name]["attempt"]) for name in FIVE} == {
        **dict.fromkeys(FIVE, ("completed", 1)),
        "quality": ("completed", 2),
    }
    assert renkei.json("runs", "show", "R-1")["warnings"] == ["Agent qa-engineer failed, results may be incomplete"]


@pytest.mark.req("ORCH-6", refused=True)
def test_when_two_hang_the_team_is_given_up_for_five_subagents_and_is_not_tried_again(renkei: Cli):
    hangs: list[dict[str, Any]] = [{"attempt": 1, "idle": True}, {"attempt": 1, "hang": True}, {"derive": {}}]
    path = own(renkei, security={"script": hangs}, quality={"script": hangs})
    ran = renkei.ok("run", path, *REHEARSE)
    assert "team-fallback-full" in ran.out
    assert [line for line in ran.err.splitlines() if line in ALONE] == ALONE
    again = prompts(renkei, "security")[-1]
    assert "discusses with you" in again
    renkei("retry", "R-1", "security")
    assert "discusses with you" in prompts(renkei, "security")[-1], "no team again in this session"
    assert {each["task"] for each in renkei.json("runs", "show", "R-1")["dag"] if each["state"] == "completed"} >= {
        *FIVE
    }


@pytest.mark.req("DEC-47", "LEAD-5", refused=True)
def test_a_review_without_its_security_auditor_waits_for_the_user_and_is_never_go(renkei: Cli):
    path = own(renkei, security={"script": [{"crash": "boom"}]})
    ran = renkei("run", path, *REHEARSE[:-1])
    assert ran.code == 1
    [asked] = renkei.json("decide")["decisions"]
    assert "security-auditor failed at security" in asked["question"]
    renkei.ok("decide", asked["id"], "skip")
    ended = renkei("resume")
    assert "REHEARSAL INCOMPLETE: no result of security" in ended.out
    assert ended.code == 5


@pytest.mark.slow
@pytest.mark.req("RES-2", "TEAM-11", refused=True)
def test_a_reviewer_that_lies_or_hands_back_another_form_is_refused_and_its_second_answer_taken(renkei: Cli):
    lies = {"script": [{"derive": {"invent": "docs/spec.md:99"}}]}
    form: dict[str, Any] = {"script": [{"report": {"contract_outputs": []}}, {"derive": {}}]}
    renkei.ok("run", own(renkei, security=lies, quality=form), *REHEARSE)
    tasks = {each["task"]: each for each in renkei.json("runs", "show", "R-1")["dag"]}
    assert (tasks["security"]["state"], tasks["security"]["attempt"]) == ("completed", 2)
    assert (tasks["quality"]["state"], tasks["quality"]["attempt"]) == ("completed", 1)
    [failed] = [each for each in renkei.json("runs", "trace", "R-1")["events"] if each["type"] == "TaskFailed"]
    assert "docs/spec.md:99" in json.dumps(failed)


@pytest.mark.req("TEAM-10", refused=True)
def test_a_skill_that_is_nowhere_is_named_before_the_first_step(renkei: Cli):
    path = own(renkei, quality={"skill": "web-requirements"}, security={"skill": "tea-tasting"})
    ran = renkei("run", path, *REHEARSE)
    assert (ran.code, "tea-tasting" in ran.err, "web-requirements" in ran.err) == (5, True, False)
    assert not renkei.store.exists()


@pytest.mark.req("TEAM-10")
def test_a_skill_of_the_projects_own_stands_in_the_prompt(renkei: Cli):
    skill = "---\nname: tea-tasting\n---\nTaste it.\n"
    made_repository(renkei.folder.parent / "other", {".claude/skills/tea-tasting/SKILL.md": skill})
    renkei.enter(renkei.folder.parent / "other")
    alone: dict[str, Any] = {
        "name": "p",
        "roles": {"r": {}},
        "tasks": [{"id": "a", "role": "r", "skill": "tea-tasting"}],
    }
    (renkei.folder.parent / "p.json").write_text(json.dumps(alone), "utf-8")
    renkei.ok("run", "../p.json", "--agents", "scripted", "--yes")
    assert "## How it is done\nTaste it." in prompts(renkei, "a")[0]


@pytest.mark.req("ORCH-7", refused=True)
def test_a_team_of_more_than_three_has_to_say_so(renkei: Cli):
    four = ["security-auditor", "qa-engineer", "system-architect", "product-manager"]
    ran = renkei("playbook", "check", own(renkei, agent_team={"name": "t", "teammates": four}))
    assert (ran.code, "at most 3 teammates, not 4 [ORCH-7]" in ran.err) == (2, True)
    renkei.ok("playbook", "check", own(renkei, agent_team={"name": "t", "teammates": four, "most": 4}))
