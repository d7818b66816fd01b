"""A whole valid message of each type, with every field of the seed, and Hypothesis strategies for their payloads."""

from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from renkei.protocol.terms import MessageType

PAYLOADS: Final[dict[MessageType, dict[str, Any]]] = {
    "TASK_HANDOFF": {
        "task_description": "ユーザー認証APIを実装する",
        "input_artifacts": ["auth-api-spec-v2"],
        "expected_output": {"format": "TypeScriptファイル", "success_criteria": ["全テストがパスする"]},
        "constraints": ["既存APIとの後方互換性を維持"],
        "authority_scope": "内部の関数分割",
        "fallback_on_failure": "部分的な成果を返して差分を報告",
    },
    "TASK_RESULT": {
        "original_task_ref": "MSG-1",
        "status": "partial",
        "output_artifacts": ["src/auth.ts"],
        "summary": "Login works; logout is missing.",
        "deviations": ["no logout"],
        "open_questions": ["Which token lifetime?"],
    },
    "TASK_BLOCKED": {
        "original_task_ref": "MSG-1",
        "blocked_by": "decision:D-012",
        "needed": "the token lifetime",
        "can_continue_partially": True,
    },
    "DECISION_REQUEST": {
        "decision_id": "D-012",
        "question": "JWT or sessions?",
        "options": [
            {"label": "JWT", "analysis": "stateless", "recommendation_score": 0.8},
            {"label": "sessions", "analysis": "revocable", "recommendation_score": None},
        ],
        "recommended": "JWT",
        "deadline_steps": 5,
    },
    "DECISION_RESULT": {
        "decision_id": "D-012",
        "chosen_option": "JWT",
        "rationale": "no shared store is needed",
        "additional_constraints": ["at most one hour"],
    },
    "STATUS_UPDATE": {
        "task_ref": "MSG-1",
        "new_status": "working",
        "progress_summary": "half done",
        "estimated_remaining": "two hours",
        "blockers": ["no access to the database"],
    },
    "CONFLICT_REPORT": {
        "conflict_description": "two token lifetimes",
        "conflicting_artifacts": ["spec.md", "src/auth.ts"],
        "conflicting_decisions": ["D-012"],
        "suggested_resolution": "take the specification's",
        "severity": "warning",
    },
    "KNOWLEDGE_SHARE": {
        "topic": "PostgreSQL",
        "content": "Version 15 is used.",
        "relevance_to_recipients": "you write queries",
        "actionable": True,
        "action_suggestion": "test against 15",
    },
    "REVIEW_REQUEST": {"artifact_ref": "src/auth.ts", "review_focus": ["エッジケース"], "blocking": True},
    "REVIEW_RESULT": {
        "artifact_ref": "src/auth.ts",
        "verdict": "changes_requested",
        "findings": [
            {
                "severity": "major",
                "location": "src/auth.ts:12",
                "description": "no expiry",
                "suggested_fix": "set exp",
            }
        ],
        "summary": "one thing to mend",
    },
    "FREEFORM": {
        "intent_hint": "KNOWLEDGE_SHAREに近い",
        "body": "お疲れさまです",
        "requires_response": True,
        "urgency": "high",
    },
}
"""Every field of the seed, filled in."""

EXPECTS: Final[dict[MessageType, str]] = {
    "TASK_HANDOFF": "TASK_RESULT | TASK_BLOCKED",
    "DECISION_REQUEST": "DECISION_RESULT",
    "CONFLICT_REPORT": "DECISION_RESULT | TASK_HANDOFF",
    "REVIEW_REQUEST": "REVIEW_RESULT",
}
"""As the seed writes it."""


def draft(kind: MessageType) -> dict[str, Any]:
    """The message of a type as a sender writes it, with every field of the header."""
    header: dict[str, Any] = {
        "type": kind,
        "to": ["bob", "carol"],
        "priority": "high",
        "context_summary": "認証の実装について。",
        "related_state_refs": [{"type": "decision", "id": "D-012"}],
        "in_reply_to": "MSG-1",
    }
    if kind in EXPECTS:
        header["expected_response_type"] = EXPECTS[kind]
    return {**header, "payload": PAYLOADS[kind]}


_CHARACTERS = st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\t\n日本語@＠#é\u2028")
_TEXT = st.text(_CHARACTERS, max_size=30)
_FILLED = st.builds("{}{}{}".format, _TEXT, st.sampled_from("a0日é"), _TEXT)
"""With something that a reader sees."""
_FILLED_LIST = st.lists(_FILLED, max_size=3)
_MAYBE = st.none() | _TEXT
_MAYBE_LIST = st.none() | _FILLED_LIST
_URGENCY = st.sampled_from(["blocking", "high", "normal", "low"])


def _options() -> SearchStrategy[list[dict[str, Any]]]:
    score = st.none() | st.floats(min_value=0, max_value=1)
    option = st.fixed_dictionaries({"label": _FILLED, "analysis": _TEXT, "recommendation_score": score})
    return st.lists(option, max_size=3, unique_by=lambda option: option["label"])


_FINDING = st.fixed_dictionaries(
    {
        "severity": st.sampled_from(["critical", "major", "minor", "suggestion"]),
        "location": _FILLED,
        "description": _FILLED,
        "suggested_fix": _MAYBE,
    }
)

STRATEGIES: Final[dict[MessageType, SearchStrategy[dict[str, Any]]]] = {
    "TASK_HANDOFF": st.fixed_dictionaries(
        {
            "task_description": _FILLED,
            "input_artifacts": _FILLED_LIST,
            "expected_output": st.fixed_dictionaries({"format": _FILLED, "success_criteria": _FILLED_LIST}),
            "constraints": _FILLED_LIST,
            "authority_scope": _TEXT,
            "fallback_on_failure": _TEXT,
        }
    ),
    "TASK_RESULT": st.fixed_dictionaries(
        {
            "original_task_ref": _FILLED,
            "status": st.sampled_from(["completed", "partial", "failed"]),
            "output_artifacts": _FILLED_LIST,
            "summary": _FILLED,
            "deviations": _MAYBE_LIST,
            "open_questions": _MAYBE_LIST,
        }
    ),
    "TASK_BLOCKED": st.fixed_dictionaries(
        {
            "original_task_ref": _FILLED,
            "blocked_by": _FILLED,
            "needed": _FILLED,
            "can_continue_partially": st.booleans(),
        }
    ),
    "DECISION_REQUEST": _options().flatmap(
        lambda options: st.fixed_dictionaries(
            {
                "decision_id": _FILLED,
                "question": _FILLED,
                "options": st.just(options),
                "recommended": st.sampled_from([None, *(option["label"] for option in options)]),
                "deadline_steps": st.none() | st.integers(min_value=1, max_value=2**53),
            }
        )
    ),
    "DECISION_RESULT": st.fixed_dictionaries(
        {
            "decision_id": _FILLED,
            "chosen_option": _FILLED,
            "rationale": _FILLED,
            "additional_constraints": _MAYBE_LIST,
        }
    ),
    "STATUS_UPDATE": st.fixed_dictionaries(
        {
            "task_ref": st.none() | _FILLED,
            "new_status": st.sampled_from(["working", "blocked", "completed", "error"]),
            "progress_summary": _FILLED,
            "estimated_remaining": _MAYBE,
            "blockers": _MAYBE_LIST,
        }
    ),
    "CONFLICT_REPORT": st.fixed_dictionaries(
        {
            "conflict_description": _FILLED,
            "conflicting_artifacts": _FILLED_LIST,
            "conflicting_decisions": _MAYBE_LIST,
            "suggested_resolution": _MAYBE,
            "severity": st.sampled_from(["critical", "warning", "info"]),
        }
    ),
    "KNOWLEDGE_SHARE": st.fixed_dictionaries(
        {
            "topic": _FILLED,
            "content": _FILLED,
            "relevance_to_recipients": _TEXT,
            "actionable": st.booleans(),
            "action_suggestion": _MAYBE,
        }
    ),
    "REVIEW_REQUEST": st.fixed_dictionaries(
        {"artifact_ref": _FILLED, "review_focus": _FILLED_LIST, "blocking": st.booleans()}
    ),
    "REVIEW_RESULT": st.fixed_dictionaries(
        {
            "artifact_ref": _FILLED,
            "verdict": st.sampled_from(["approved", "changes_requested", "rejected"]),
            "findings": st.lists(_FINDING, max_size=3),
            "summary": _FILLED,
        }
    ),
    "FREEFORM": st.fixed_dictionaries(
        {"intent_hint": _TEXT, "body": _FILLED, "requires_response": st.booleans(), "urgency": _URGENCY}
    ),
}
"""Any payload of a type."""
