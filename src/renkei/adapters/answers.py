"""The answer to an agent's question, as it is said to it: read by models, and by our own agents. Imports nothing."""

from typing import Final

_WHY: Final = "\n\nWhy: "
_NOBODY: Final = "Nobody answers. Decide it yourself, and say in your report what you decided."


def answer_text(question: str, answer: str, why: str = "") -> str:
    """What the one who asked is told; without an answer, that there will be none."""
    if not answer:
        return f"You asked: {question}\n{_NOBODY}"
    return f"You asked: {question}\nThe answer: {answer}{_WHY + why if why else ''}"


def read_answer(text: str, question: str) -> str | None:
    """The answer to a question out of what was said; empty when there will be none, None when it is about another."""
    head = f"You asked: {question}\n"
    if text == head + _NOBODY:
        return ""
    if not text.startswith(f"{head}The answer: "):
        return None
    return text.removeprefix(f"{head}The answer: ").partition(_WHY)[0]
