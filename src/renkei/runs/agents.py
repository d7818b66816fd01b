"""The agents of a run in this process: those at work, and those that are done and wait to be dismissed."""

import queue
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Final

from renkei.adapters.base import Adapter
from renkei.board.run_tables import RunTaskRow
from renkei.kit.words import Say
from renkei.protocol.terms import OffClock
from renkei.runs.attempt import Attempt
from renkei.runs.compressor import Shorts
from renkei.runs.outcome import AttemptEnded, AttemptKey, AttemptSignal, TurnUpdate
from renkei.runs.results import make_legible
from renkei.runs.trace import Trace
from renkei.runs.work import Work
from renkei.runs.workspaces import RunWorkspace

MOMENT: Final = 0.002
"""How long the next result may take to be written together with the one before, in seconds: a commit takes as long."""

_LONGEST_GATHERING: Final = 0.05

_MOST_THREADS: Final = 100_000
"""No limit: the playbook says how many agents are at work at once, and none may wait for another's thread."""


GRACE: Final = 5.0
"""How long an agent that is to end may take, in seconds."""


class AgentPool:
    """`report_dismissed` is told of an attempt whose agent did not end well: why, or None where it was killed."""

    def __init__(
        self,
        workspace: RunWorkspace,
        adapter: Adapter,
        say: Say,
        *,
        grace: float,
        report_dismissed: Callable[[AttemptKey, str | None], None],
        others: Mapping[str, Adapter] | None = None,
    ) -> None:
        self._workspace = workspace
        self._adapter = adapter
        self._others = others or {}
        """By kind, what starts the agents of roles that have another one."""
        self.say = say
        self._grace = grace
        self._report_dismissed = report_dismissed
        self._inbox: queue.SimpleQueue[AttemptSignal | BaseException] = queue.SimpleQueue()
        self._threads = ThreadPoolExecutor(_MOST_THREADS, thread_name_prefix="agent")
        self._shorts = Shorts()
        self.at_work: dict[AttemptKey, Attempt] = {}
        self._done: dict[AttemptKey, AttemptEnded] = {}

    def begin_attempts(self, works: Iterable[Work], trace: Trace) -> None:
        for work in works:
            adapter = self._others.get(work.playbook.roles[work.task.role].agents or "", self._adapter)
            tell = self._inbox.put
            attempt = Attempt(work, self._workspace, adapter, tell, self.say, trace, self._shorts, self._grace)
            self.at_work[attempt.key] = attempt
            self._submit(attempt.carry_out)

    def find_attempts(self, rows: Iterable[RunTaskRow]) -> list[Attempt]:
        """Those of these tasks that are at work here."""
        return [attempt for row in rows if (attempt := self.at_work.get((row.task, row.token)))]

    def list_off_clock(self) -> dict[AttemptKey, OffClock]:
        """Those at which Renkei itself is at work."""
        return {key: why for key, attempt in self.at_work.items() if (why := attempt.clock.off)}

    def cancel(self, key: AttemptKey) -> None:
        """Ends it at once."""
        if attempt := self.at_work.pop(key, None):
            attempt.cancel()

    def shut_down(self, key: AttemptKey) -> None:
        """Asks it to end, and ends it if it does not (ORCH-6); what it still hands back does not count."""
        if attempt := self.at_work.pop(key, None):
            self._submit(partial(self._shut_down_attempt, attempt))

    def _shut_down_attempt(self, attempt: Attempt) -> None:
        if not attempt.shut_down(self._grace):
            self._report_dismissed(attempt.key, None)

    def gather_updates(self, keys: Iterable[AttemptKey], text: str) -> dict[AttemptKey, str]:
        """Asks those at work where they stand, and gives them some time for it; what each of them said."""
        asked = {key: attempt for key in keys if (attempt := self.at_work.get(key))}
        for attempt in asked.values():
            attempt.ask_for_update(text)
        ends, said, others = (
            time.monotonic() + self._grace,
            dict[AttemptKey, str](),
            list[AttemptSignal | BaseException](),
        )
        silent = set(asked)
        while silent and (left := ends - time.monotonic()) > 0:
            try:
                came = self._inbox.get(timeout=left)
            except queue.Empty:
                break
            if isinstance(came, TurnUpdate):
                said[came.key] = came.text
                silent.discard(came.key)
                continue
            others.append(came)
            if isinstance(came, AttemptEnded):
                silent.discard(came.key)
        for each in others:
            self._inbox.put(each)
        return said

    def wait_for_signals(self, seconds: float) -> list[AttemptSignal]:
        """What came in; nothing when the time was up. What comes within a moment comes along."""
        try:
            came = [self._inbox.get(timeout=seconds)]
        except queue.Empty:
            return []
        ends = time.monotonic() + _LONGEST_GATHERING
        try:
            while len(came) < len(self.at_work) and time.monotonic() < ends:
                came.append(self._inbox.get(timeout=MOMENT))
        except queue.Empty:
            pass
        return list(_raise_errors(came))

    def take_ended(self, came: Iterable[AttemptEnded]) -> tuple[list[AttemptEnded], list[AttemptEnded]]:
        """Those that count, and those of attempts that were given up before: nothing of these stays."""
        mine: list[AttemptEnded] = []
        given_up: list[AttemptEnded] = []
        for each in came:
            if self.at_work.pop(each.key, None) is None:
                given_up.append(each)
                self._discard_attempt(each)
                continue
            mine.append(each)
            if each.agent or each.place:
                self._done[each.key] = each
        return mine, given_up

    def _discard_attempt(self, ended: AttemptEnded) -> None:
        if ended.agent:
            ended.agent.cancel()
        if ended.place:
            self._workspace.close_attempt(ended.place)

    def dismiss_done(self, may_go: Callable[[str], bool] = lambda task: True) -> None:
        """Asks those to end whose task says so."""
        gone = [ended for (task, _), ended in self._done.items() if may_go(task)]
        for ended in gone:
            del self._done[ended.key]
            self._submit(partial(self._shut_down_agent, ended))

    def _shut_down_agent(self, ended: AttemptEnded) -> None:
        if agent := ended.agent:
            failure = agent.find_failure(self._grace if agent.let_go() else 0)
            if not agent.shutdown(self._grace):
                self._report_dismissed(ended.key, None)
            elif failure:
                self._report_dismissed(ended.key, make_legible(failure.reason))
        if ended.place:
            self._workspace.close_attempt(ended.place)

    def close(self) -> None:
        """Nothing of a run goes on without the process that carries it out."""
        for attempt in self.at_work.values():
            attempt.cancel()
        self.dismiss_done()
        self._threads.shutdown()

    def _submit(self, act: Callable[[], None]) -> None:
        self._threads.submit(act).add_done_callback(self._pass_on_error)

    def _pass_on_error(self, done: Future[None]) -> None:
        if error := done.exception():
            self._inbox.put(error)


def _raise_errors(came: list[AttemptSignal | BaseException]) -> Iterator[AttemptSignal]:
    """A mistake of ours in a thread ends the run's process, not only a thread that nobody looks at."""
    for each in came:
        if isinstance(each, BaseException):
            raise each
        yield each
