"""What is wrong in some input, as it is told whoever asked: where it stands, what was expected, what stands there."""

from renkei.errors import Problem
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
