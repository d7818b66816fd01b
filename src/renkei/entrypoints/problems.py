"""What is wrong in some input, as it is told whoever asked: where it stands, what was expected, what stands there."""

from collections.abc import Mapping
from typing import Any

from renkei.errors import BadInput, Problem, Refused, RenkeiError
from renkei.kit.words import Say
from renkei.sentence import Sentence


def place_text(problem: Problem, say: Say) -> str:
    return say(problem.path) if isinstance(problem.path, Sentence) else problem.path


def problem_text(problem: Problem, say: Say) -> str:
    place = place_text(problem, say)
    if problem.line is not None:
        place = say("{place} (line {line})", place=place, line=problem.line)
    found = "" if problem.value is None else say(", not {value}", value=problem.value)
    return f"{place}: {say(problem.expected, **problem.params)}{found}"


def error_document(error: RenkeiError, message: str, say: Say) -> dict[str, Any]:
    """An error as a program reads it."""
    document: dict[str, Any] = {"exit_code": error.exit_code, "message": message}
    if isinstance(error, Refused):
        document["rule"] = error.rule
    if isinstance(error, BadInput) and error.problems:
        document["problems"] = [
            {
                "path": place_text(problem, say),
                "line": problem.line,
                "value": problem.value,
                "expected": say(problem.expected, **problem.params),
            }
            for problem in error.problems
        ]
    return document


def feature_errors(wrong: Mapping[str, BadInput], say: Say) -> list[dict[str, Any]]:
    """Features whose files cannot be read, as a program reads it."""
    return [
        {"feature": name, **error_document(error, say(error.text, **error.params), say)}
        for name, error in wrong.items()
    ]
