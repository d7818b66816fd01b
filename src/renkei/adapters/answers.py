"""The answer to an agent's question in words, for whoever reads them: models, and the prompts of later attempts."""

from typing import Final

_NOBODY: Final = "Nobody answers. Decide it yourself, and say in your report what you decided."


def describe_answer(question: str, answer: str, why: str = "") -> str:
    """What the one who asked is told; without an answer, that there will be none."""
    if not answer:
        return f"You asked: {question}\n{_NOBODY}"
    reason = f"\n\nWhy: {why}" if why else ""
    return f"You asked: {question}\nThe answer: {answer}{reason}"
