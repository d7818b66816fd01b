"""What a wave reads, made shorter by a model where the playbook names one (TEAM-7); where that fails, by rules.

The first agent of a wave has it done, and the others take what came of it.
"""

import hashlib
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from renkei.adapters.base import Job
from renkei.context.compression import Compressed, Source, take_short
from renkei.kit.prompts import read_prompt
from renkei.kit.words import Say
from renkei.protocol.playbooks import ContextPlan
from renkei.protocol.terms import COMPRESSOR
from renkei.runs.sources import compress_sources, read_sources
from renkei.runs.work import Work
from renkei.sentence import Sentence

_MOST_TOKENS: Final = 150_000
"""More than this no model is given at once."""

Asked = Callable[[Job], str | Sentence]
"""Has an agent answer; else why it did not."""


class Shorts:
    """What was made shorter in a run, by what it was made of: nobody pays for it twice."""

    def __init__(self) -> None:
        self._made: dict[str, Compressed] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def find_or_make(self, key: str, make: Callable[[], Compressed]) -> Compressed:
        with self._lock:
            own = self._locks.setdefault(key, threading.Lock())
        with own:
            if key not in self._made:
                self._made[key] = make()
            return self._made[key]


def compress_with_model(work: Work, folder: Path, shorts: Shorts, ask: Asked, say: Say) -> Compressed | None:
    """The sources of a task as a model has made them shorter, or rules; None where there are none, or no model is named
    or needed. A rehearsal asks none."""
    plan = work.playbook.context.get(work.task.wave or "")
    rules = compress_sources(plan, folder, say) if plan and plan.model and work.recorded else None
    if plan is None or rules is None or rules.target is None or rules.original_tokens <= rules.target:
        return None
    sources = read_sources(plan, folder, say)

    def make() -> Compressed:
        if rules.original_tokens > _MOST_TOKENS:
            return rules
        answer = ask(_build_job(work, plan, sources, folder))
        return replace(rules, refused=answer) if isinstance(answer, Sentence) else take_short(answer, sources, rules)

    return shorts.find_or_make(_key_of(plan, sources), make)


def _key_of(plan: ContextPlan, sources: list[Source]) -> str:
    parts = [
        plan.strategy,
        str(plan.tokens),
        str(plan.model),
        *(part for each in sources for part in (each.path, each.text)),
    ]
    return hashlib.sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()


def _build_job(work: Work, plan: ContextPlan, sources: list[Source], folder: Path) -> Job:
    """It is given the texts themselves, and no tool."""
    told = read_prompt("compressor", work.lang).format(target=plan.tokens, strategy=plan.strategy)
    texts = "\n\n".join(f"### {each.path}\n{each.text}" for each in sources)
    return Job(
        run=work.row.run,
        task=work.task.id,
        agent=COMPRESSOR,
        role=COMPRESSOR,
        prompt=f"{told}\n\n{texts}\n",
        folder=folder,
        model=plan.model,
        tools=(),
        attempt=work.row.attempt,
        env={name: value for name, value in work.env.items() if name != "RENKEI_TOKEN"},
    )
