"""A project that `renkei init` has set up, and the real Claude Code at work in it: who was refused what."""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple

from renkei.testing.claude import Result, run_claude
from renkei.testing.fakemodel import FakeModel, Request, Step, script
from tests.support.cli_run import COMMAND, Ran
from tests.support.hook_project import init, log, repository, run

TOOLS = ("Agent", "Bash", "Edit", "Read", "Write", "mcp__renkei")


class Called(NamedTuple):
    """What a model reads of a call that it made."""

    text: str
    is_error: bool

    @property
    def rule(self) -> str:
        """The rule that a refusal names; empty for what passed."""
        return self.text.rpartition("[")[2].partition("]")[0] if self.is_error and "[" in self.text else ""


class Ended(NamedTuple):
    """A run of the client that has ended."""

    result: Result
    requests: Sequence[Request]

    @property
    def calls(self) -> list[Called]:
        """What the main thread reads of its calls, in their order."""
        return _calls_in(self.requests[-1])

    def asked_by(self, prompt: str) -> list[Request]:
        """What the subagent with these words at the beginning of its prompt asked its model."""
        return [each for each in self.requests if _is_asked(each, prompt)]

    def calls_of(self, prompt: str) -> list[Called]:
        """What the subagent with these words in its prompt reads of its calls."""
        return _calls_in(self.asked_by(prompt)[-1])

    @property
    def rules(self) -> list[str]:
        return [each.rule for each in self.calls]


class Waiting(NamedTuple):
    """A run of the client that may still be at work."""

    model: FakeModel
    future: Future[Ended]

    @property
    def ended(self) -> Ended:
        return self.future.result()


class GuardedProject:
    """A repository with `src/app.py` and the hooks of `renkei init --claude`."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = repository(folder)
        init(self.folder, *words)

    def work(
        self,
        *steps: Step,
        model: FakeModel | None = None,
        args: Sequence[str] = (),
        home: Path | None = None,
        prompt: str = "Go on.",
        env: Mapping[str, str] | None = None,
    ) -> Ended:
        """The client to its end, which it has to reach whatever the hooks said."""
        if model is None:
            with FakeModel() as model:
                return self.work(*steps, model=model, args=args, home=home, prompt=prompt, env=env)
        result = run_claude(
            f"{prompt} {script([*steps, says('Done.')])}",
            cwd=self.folder,
            model=model,
            allowed_tools=TOOLS,
            args=args,
            home=home,
            env={**around(), **(env or {})},
        )
        assert (result.is_error, result.exit_code) == (False, 0), result.stderr
        return Ended(result, model.requests)

    def run(self, *words: str, stdin: bytes = b"") -> Ran:
        """A person's command in a terminal of their own; it has to succeed."""
        ran = run(*words, folder=self.folder, stdin=stdin)
        assert ran.code == 0, ran.err
        return ran

    def refused(self) -> list[tuple[str, str, str]]:
        """Rule, actor and mode of each refusal in the log."""
        found = [event["data"] for event in log(self.folder) if event["type"] == "RuleRefused"]
        return [(each["rule"], each["actor"], each["mode"]) for each in found]

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path


def around() -> dict[str, str]:
    """As in the person's own shell: the record of what they set, and the installed command by its name."""
    return {
        "XDG_STATE_HOME": os.environ["XDG_STATE_HOME"],
        "PATH": f"{COMMAND.parent}{os.pathsep}{os.environ['PATH']}",
        "LANG": "C.UTF-8",
    }


def says(text: str) -> Step:
    return {"text": text}


def bash(command: str, **more: object) -> Step:
    return {"tool": "Bash", "input": {"command": command, "description": "a step", **more}}


def write(path: Path, text: str = "x = 1\n") -> Step:
    return {"tool": "Write", "input": {"file_path": str(path), "content": text}}


def read(path: Path) -> Step:
    return {"tool": "Read", "input": {"file_path": str(path)}}


def edit(path: Path, old: str, new: str) -> Step:
    return {"tool": "Edit", "input": {"file_path": str(path), "old_string": old, "new_string": new}}


def starts(agent: str, *steps: Step, prompt: str = "Do it.") -> Step:
    """The main thread lets an agent take these steps, and waits for it."""
    given = {"description": "work", "prompt": f"{prompt} {script(steps)}", "subagent_type": agent}
    return {"tool": "Agent", "input": {**given, "run_in_background": False}}


def _is_asked(request: Request, prompt: str) -> bool:
    """Whether this is a subagent's request whose prompt begins with these words."""
    turns = request.conversation.turns if request.conversation else ()
    return any(text.startswith(prompt) for turn in turns if turn.role == "user" for text in turn.texts)


def _calls_in(request: Request) -> list[Called]:
    blocks = [block for message in request.body["messages"] for block in _blocks(message)]
    return [
        Called(_text_of(block.get("content")), is_error=bool(block.get("is_error")))
        for block in blocks
        if block.get("type") == "tool_result"
    ]


def _blocks(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    return [] if isinstance(content, str) else content


def _text_of(content: str | list[dict[str, Any]] | None) -> str:
    return content if isinstance(content, str) else "\n".join(str(each.get("text", "")) for each in content or [])
