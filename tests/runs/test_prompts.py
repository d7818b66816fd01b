"""What agents of a run are told: in both languages, with all that they need, and nothing that is not so."""

from pathlib import Path
from typing import get_args

import pytest

from renkei.kit.prompts import ROLES, read_prompt
from renkei.kit.skills import SKILLS, leading_skill, read_skill
from renkei.protocol.actors import Language
from renkei.protocol.playbooks import Playbook
from renkei.runs.library import find_playbook
from renkei.runs.prompts import build_prompt
from tests.support.policy_case import SHIPPED

LANGUAGES: tuple[Language, ...] = get_args(Language)


def shipped(name: str) -> Playbook:
    return find_playbook(name, cwd=Path("/nowhere"), project=Path("/nowhere"))


def prompt_of(playbook: str, task: str, *, lang: Language = "en", team: bool = True) -> str:
    whole = shipped(playbook)
    [found] = [each for each in whole.tasks if each.id == task]
    return build_prompt(whole, found, goal="tea", blackboard={}, team=team, lang=lang)


@pytest.mark.req("ORCH-2", "TEAM-2")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("task", ["security", "quality", "architecture", "completeness", "verification"])
def test_every_prompt_of_a_reviewer_has_limits_completion_protocol_and_the_duty_to_report(task: str, lang: Language):
    text = prompt_of("spec-review", task, lang=lang)
    for part in ("completion", "interim", "question"):
        assert read_prompt(part, lang) in text
    assert "(L1" in text.partition("\n## ")[0]
    assert "INSIGHT RECORDING" in text
    assert "REFERENCE VERIFICATION" in text
    assert "RESULT FORMAT" in text
    assert ("Status" if lang == "en" else "ステータス") in text


@pytest.mark.req("ORCH-9")
@pytest.mark.parametrize(
    ("task", "words"),
    [
        (
            "security",
            ["OWASP Top 10", "Authentication and authorisation", "Input", "Data exposure", "qa-engineer", "at once"],
        ),
        ("quality", ["coverage", "Edge cases", "Acceptance criteria", "security-auditor", "quality gate"]),
        ("architecture", ["Consistency", "Scalability", "Technical debt", "security-auditor", "can be built"]),
    ],
)
def test_a_teammates_prompt_names_its_focus_and_with_whom_it_checks_what(task: str, words: list[str]):
    text = prompt_of("spec-review", task)
    assert all(word in text for word in words)
    assert "the team spec-review-${feature}" in text
    assert "counts as agreement" in text


@pytest.mark.req("ORCH-9", refused=True)
def test_who_is_no_teammate_or_whose_team_was_given_up_is_told_to_discuss_with_nobody():
    for text in (prompt_of("spec-review", "completeness"), prompt_of("spec-review", "security", team=False)):
        assert read_prompt("alone", "en") in text
        assert "counts as agreement" not in text


@pytest.mark.req("TEAM-11", "TEAM-2")
def test_a_completion_report_is_asked_for_in_the_seeds_form():
    text = prompt_of("design-docs", "database")
    assert "## Task Complete: database" in text
    assert "`database completed`" in text
    assert "key: decisions.entities" in text
    assert "status: ok   # or needs_input, conflict, blocked" in text
    assert "Do not write docs/project-context.yaml" in text
    assert read_skill("database", "en") in prompt_with_skill("database")


def prompt_with_skill(name: str) -> str:
    whole = shipped("design-docs")
    [found] = [each for each in whole.tasks if each.id == name]
    return build_prompt(whole, found, goal="tea", blackboard={}, skill=read_skill(name, "en"))


@pytest.mark.req("LEAD-17", "ORCH-13")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_leads_prompt_has_the_advice(lang: Language):
    advice = read_prompt("lead", lang)
    assert advice in leading_skill(lang)
    wanted = {
        "en": [
            "splitting a large task",
            "asking to guessing",
            "failure into the progress file",
            "plain subagents",
            "TeammateIdle",
        ],
        "ja": ["大きなタスク", "推測するより、尋ねる", "進捗ファイル", "サブエージェント", "TeammateIdle"],
    }
    assert all(word in advice for word in wanted[lang])


@pytest.mark.req("ORCH-8")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_skill_of_the_lead_has_its_triggers_model_and_tools_that_the_lead_may_use(lang: Language):
    head = leading_skill(lang).split("---")[1]
    assert "Trigger phrases: agent team, team mode, parallel review team" in head
    assert "model: sonnet" in head
    assert "user-invocable: false" in head
    [line] = [each for each in head.splitlines() if each.startswith("allowed-tools: ")]
    tools = line.removeprefix("allowed-tools: ").split(", ")
    assert tools == [
        "Read", "Write", "Glob", "Grep", "Agent", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet", "SendMessage",
        "AskUserQuestion",
    ]  # fmt: skip
    lead = SHIPPED.roles["lead"].tools
    assert lead is not None
    assert set(tools) <= {*lead, *SHIPPED.every_role}


def test_everything_ships_in_both_languages():
    for lang in LANGUAGES:
        assert all(read_prompt(name, lang) for name in (*ROLES, "member", "alone", "team", "prohibitions"))
        assert all(read_skill(name, lang) for name in SKILLS)


def test_every_shipped_playbook_names_skills_and_prompts_that_ship():
    named = {task.skill for task in shipped("design-docs").tasks if task.skill}
    assert named == set(SKILLS)


@pytest.mark.req("LEAD-6")
def test_the_defaults_of_a_lead_a_model_by_kind_of_work_and_independent_tasks_at_once():
    roles = shipped("spec-review").roles
    models = {name: role.model for name, role in roles.items() if role.model}
    assert models["verification-specialist"] == "haiku", "what matches patterns"
    assert models["security-auditor"] == models["qa-engineer"] == "sonnet", "what analyses"
    assert models["product-manager"] == shipped("design-docs").roles["analyst"].model == "opus", "requirements"
    independent = [task for task in shipped("spec-review").tasks if not task.blocked_by]
    assert shipped("spec-review").parallel >= len(independent) == 5
    assert SHIPPED.rules["LEAD-6"].level == "L2", "a default, which gives way to a reason that is recorded"
