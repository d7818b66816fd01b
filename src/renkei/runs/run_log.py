"""A run as the process that carries it out knows it: its state up to what was read, and what is appended to the log.

What is appended changes the state at once; whoever wants to know is told once it is durable.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from renkei.commands.base import Command, Request
from renkei.eventlog.base import View
from renkei.eventlog.records import Record
from renkei.hub import Batch, Hub
from renkei.kit.words import speaker
from renkei.protocol.actors import SYSTEM, Language
from renkei.protocol.base import CONTROL
from renkei.runs.state import RunState, load_run
from renkei.sentence import Translatable

Announce = Callable[[Sequence[Record]], None]


class RunLog:
    """Only one thread appends through it; `post` may be called by any."""

    def __init__(self, hub: Hub, run: str, lang: Language, announce: Announce) -> None:
        self._hub = hub
        self._lang: Language = lang
        self.say = speaker(lang)
        self._announce = announce
        self._unannounced: list[Record] = []
        with hub.read() as view:
            self.state: RunState = load_run(view, run)
            self._read_up_to = view.head.seq

    def lease_fields(self) -> dict[str, Any]:
        """What a command holds that is said under the lease."""
        return {"run": self.state.run.id, "lease": self.state.run.lease}

    def step_fields(self) -> dict[str, Any]:
        """The same for one that was decided on what was seen."""
        return {**self.lease_fields(), "seen": self.state.run.last}

    def render(self, text: Translatable, **params: object) -> str:
        """As the log can hold it: files and agents can say anything."""
        return CONTROL.sub("\ufffd", self.say(text, **params))

    def execute(self, command: Command) -> None:
        with self.open_batch() as batch:
            self.append(batch, command)

    def post(self, command: Command) -> None:
        """A command by itself, from whatever thread: the state has it when it catches up."""
        self._hub.do(self._build_request(command))

    @contextmanager
    def open_batch(self) -> Generator[Batch]:
        """One commit, begun on what others have appended."""
        with self._hub.batch() as batch:
            self._read_records(batch.view)
            yield batch
        self._announce_durable()

    def append(self, batch: Batch, command: Command) -> None:
        outcome = batch.do(self._build_request(command))
        for record, changes in outcome.written:
            self.state.apply_changes(changes)
            self._unannounced.append(record)
        self._read_up_to = outcome.seq

    def catch_up(self) -> None:
        with self._hub.read() as view:
            self._read_records(view)
        self._announce_durable()

    def _build_request(self, command: Command) -> Request:
        return Request(command=command, actor=SYSTEM, lang=self._lang)

    def _read_records(self, view: View) -> None:
        if view.head.seq > self._read_up_to:
            records = view.events(after=self._read_up_to)
            self.state.fold_records(records)
            self._unannounced += records
            self._read_up_to = view.head.seq

    def _announce_durable(self) -> None:
        records, self._unannounced = self._unannounced, []
        self._announce(records)
