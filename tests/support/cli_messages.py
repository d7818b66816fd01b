"""Messages to send, each as short as its type allows."""

from typing import Any


def freeform(body: str = "Good morning", to: str | list[str] = "bob", **header: Any) -> dict[str, Any]:
    return {"type": "FREEFORM", "to": to, "payload": {"body": body}, **header}


def handoff(to: str = "bob", **payload: Any) -> dict[str, Any]:
    task: dict[str, Any] = {
        "task_description": "Build the login",
        "input_artifacts": [],
        "constraints": [],
        "expected_output": {"format": "module", "success_criteria": ["it works"]},
        "authority_scope": "internals",
        "fallback_on_failure": "say what is missing",
    }
    return {"type": "TASK_HANDOFF", "to": to, "payload": {**task, **payload}}


def result(task: str, to: str = "lead", **payload: Any) -> dict[str, Any]:
    outcome: dict[str, Any] = {
        "original_task_ref": task,
        "status": "completed",
        "summary": "It works",
        "output_artifacts": [],
    }
    return {"type": "TASK_RESULT", "to": to, "payload": {**outcome, **payload}}


def status_update(new_status: str = "working", to: str = "lead") -> dict[str, Any]:
    return {"type": "STATUS_UPDATE", "to": to, "payload": {"new_status": new_status, "progress_summary": "half way"}}


def decision_request(name: str = "D-1", to: str = "lead") -> dict[str, Any]:
    options = [{"label": "yes", "analysis": "quick"}, {"label": "no", "analysis": "safe"}]
    return {
        "type": "DECISION_REQUEST",
        "to": to,
        "payload": {"decision_id": name, "question": "Ship it?", "options": options},
    }


def decision_result(chosen: str = "yes", name: str = "D-1", to: str = "bob") -> dict[str, Any]:
    answer = {"decision_id": name, "chosen_option": chosen, "rationale": "It is ready"}
    return {"type": "DECISION_RESULT", "to": to, "payload": answer}
