"""A team with something of everything to look at: every type of message, a decision, a block, a contract, a refusal."""

from pathlib import Path
from typing import Any

from renkei.app.board import set_fields
from renkei.app.messages import send
from renkei.app.project import Project, open_project
from renkei.app.team import add_agent
from renkei.protocol.actors import PERSON, Actor
from tests.support.run_project import made_repository

AGENTS = {"lead": "lead", "architect": "architect", "builder": "builder", "reviewer": "reviewer"}


def actor(name: str) -> Actor:
    return PERSON if name == "person" else Actor(name=name, via="terminal")


def post(project: Project, sender: str, type: str, to: str | list[str], payload: dict[str, Any], **more: Any) -> str:  # noqa: A002
    done = send(project, {"type": type, "to": to, "payload": payload, **more}, actor=actor(sender))
    assert done.id is not None
    return done.id


def make_team(folder: Path) -> Path:
    """The project's folder; its store is closed."""
    made_repository(folder)
    (folder / "src").mkdir(exist_ok=True)
    (folder / "src" / "auth.py").write_text("".join(f"line {number}\n" for number in range(1, 61)))
    with open_project(folder, env={}) as project:
        for name, role in AGENTS.items():
            add_agent(project, name, role=role, actor=PERSON)
        fill(project)
    return folder


def fill(project: Project) -> None:
    handoff = post(
        project,
        "lead",
        "TASK_HANDOFF",
        "builder",
        {
            "task_description": "Add the refresh endpoint. See `src/auth.py:12`.",
            "input_artifacts": ["docs/spec.md"],
            "expected_output": {"format": "Python with a test", "success_criteria": ["old tokens are refused"]},
            "constraints": ["no new dependency"],
            "authority_scope": "internal structure",
            "fallback_on_failure": "report what is missing",
        },
        priority="high",
    )
    post(
        project,
        "architect",
        "DECISION_REQUEST",
        "person",
        {
            "decision_id": "D-sessions",
            "question": "Sessions or JWT for the web client?",
            "options": [
                {
                    "label": "Sessions",
                    "analysis": "Can be ended at once.",
                    "pros": "simple to revoke",
                    "cons": "a table more",
                    "recommendation_score": 0.8,
                },
                {
                    "label": "JWT",
                    "analysis": "No state on the server.",
                    "pros": "no look-up",
                    "cons": "cannot be revoked",
                    "recommendation_score": 0.4,
                },
            ],
            "recommended": "Sessions",
        },
        priority="blocking",
    )
    post(
        project,
        "builder",
        "TASK_BLOCKED",
        "lead",
        {
            "original_task_ref": handoff,
            "blocked_by": "decision:D-sessions",
            "needed": "whether sessions or JWT",
            "can_continue_partially": True,
        },
    )
    set_fields(project, {"status": "working", "current_task": "Specification"}, actor=actor("architect"))
    post(
        project,
        "lead",
        "FREEFORM",
        "#general",
        {"body": "Good morning. **Today**: the refresh endpoint.\n- spec\n- code"},
    )
    post(
        project,
        "builder",
        "STATUS_UPDATE",
        "#general",
        {
            "new_status": "working",
            "progress_summary": "Route and model stand, tests next.",
            "estimated_remaining": "2 steps",
        },
    )
    asked = post(
        project,
        "builder",
        "REVIEW_REQUEST",
        "reviewer",
        {"artifact_ref": "src/auth.py", "review_focus": ["rotation", "expiry"], "blocking": False},
    )
    post(
        project,
        "reviewer",
        "REVIEW_RESULT",
        "builder",
        {
            "artifact_ref": "src/auth.py",
            "verdict": "changes_requested",
            "summary": "Rotation is missing.",
            "findings": [
                {
                    "severity": "minor",
                    "location": "src/util.py:9",
                    "description": "The name says another thing than the code does.",
                },
                {
                    "severity": "critical",
                    "location": "src/auth.py:42",
                    "description": "The refresh token is not rotated.",
                    "suggested_fix": "Issue a new one, and end the old.",
                },
            ],
        },
        in_reply_to=asked,
    )
    post(
        project,
        "architect",
        "KNOWLEDGE_SHARE",
        "#general",
        {
            "topic": "Clock skew",
            "content": "Tokens are taken 30 s after their end, too.",
            "relevance_to_recipients": "tests with fixed times",
            "actionable": True,
            "action_suggestion": "use the frozen clock",
        },
    )
    post(
        project,
        "reviewer",
        "CONFLICT_REPORT",
        "lead",
        {
            "conflict_description": "The guide says 15 minutes, the code 10.",
            "conflicting_artifacts": ["docs/guide.md", "src/auth.py"],
            "severity": "warning",
            "suggested_resolution": "follow the code",
        },
    )
    post(project, "lead", "FREEFORM", "person", {"body": "May the old endpoint go?", "requires_response": True})


def fill_channel(project: Project, count: int, channel: str = "load") -> None:
    for number in range(count):
        post(project, "builder", "FREEFORM", f"#{channel}", {"body": f"Message number {number} of the load."})
