"""The agents of a run in this process: those at work, and those that are done and wait to be dismissed."""

import queue
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from renkei.adapters.base import Adapter
from renkei.board.run_tables import RunTaskRow
from renkei.kit.words import Say
from renkei.runs.attempt import Attempt, Ended, Heard, Update
from renkei.runs.crew import Crew
from renkei.runs.site import Site
from renkei.runs.trace import Trace
from renkei.runs.work import Work

Key = tuple[str, int]
"""An attempt: its task and its token."""

MOMENT: Final = 0.002
"""How long the next result may take to be written together with the one before, in seconds: a commit takes as long."""

_LONGEST_GATHERING: Final = 0.05


class Agents:
    """`stubborn` is told of an attempt whose agent had to be ended by force."""

    def __init__(
        self, site: Site, adapter: Adapter, say: Say, *, grace: float, stubborn: Callable[[str, int], None]
    ) -> None:
        self._site = site
        self._adapter = adapter
        self.say = say
        self._grace = grace
        self._stubborn = stubborn
        self._inbox: queue.SimpleQueue[Heard | BaseException] = queue.SimpleQueue()
        self._crew = Crew(self._inbox.put)
        self.at_work: dict[Key, Attempt] = {}
        self._done: dict[Key, Ended] = {}

    def begin(self, works: Iterable[Work], trace: Trace) -> None:
        attempts = {
            (work.row.task, work.row.token): Attempt(work, self._site, self._adapter, self._inbox.put, self.say, trace)
            for work in works
        }
        self.at_work |= attempts
        self._crew.add(attempt.carry_out for attempt in attempts.values())

    def attempts_of(self, rows: Iterable[RunTaskRow]) -> list[Attempt]:
        """Those of these tasks that are at work here."""
        return [attempt for row in rows if (attempt := self.at_work.get((row.task, row.token)))]

    def cancel(self, key: Key) -> None:
        """Ends it at once."""
        if attempt := self.at_work.pop(key, None):
            attempt.cancel()

    def shut_down(self, key: Key) -> None:
        """Asks it to end, and ends it if it does not (ORCH-6); what it still hands back does not count."""
        if attempt := self.at_work.pop(key, None):
            self._crew.add([partial(self._ask_to_end, key, attempt)])

    def _ask_to_end(self, key: Key, attempt: Attempt) -> None:
        if not attempt.shut_down(self._grace):
            self._stubborn(*key)

    def gather_updates(self, keys: Iterable[Key], text: str) -> dict[Key, str]:
        """Asks those at work where they stand, and gives them some time for it; what each of them said."""
        asked = {key: attempt for key in keys if (attempt := self.at_work.get(key))}
        for attempt in asked.values():
            attempt.ask_for_update(text)
        ends, said, others = time.monotonic() + self._grace, dict[Key, str](), list[Heard | BaseException]()
        silent = set(asked)
        while silent and (left := ends - time.monotonic()) > 0:
            try:
                came = self._inbox.get(timeout=left)
            except queue.Empty:
                break
            if isinstance(came, Update):
                said[came.task, came.token] = came.text
                silent.discard((came.task, came.token))
                continue
            others.append(came)
            if isinstance(came, Ended):
                silent.discard((came.end.task, came.end.token))
        for each in others:
            self._inbox.put(each)
        return said

    def wait(self, seconds: float) -> list[Heard]:
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
        return list(self._of_agents(came))

    def _of_agents(self, came: list[Heard | BaseException]) -> Iterator[Heard]:
        """A mistake of ours in a thread ends the run's process, not only a thread that nobody looks at."""
        for each in came:
            if isinstance(each, BaseException):
                raise each
            yield each

    def ended(self, came: Iterable[Ended]) -> tuple[list[Ended], list[Ended]]:
        """Those that count, and those of attempts that were given up before: nothing of these stays."""
        mine: list[Ended] = []
        given_up: list[Ended] = []
        for each in came:
            key = (each.end.task, each.end.token)
            if self.at_work.pop(key, None) is None:
                given_up.append(each)
                self._discard(each)
                continue
            mine.append(each)
            if each.agent or each.place:
                self._done[key] = each
        return mine, given_up

    def _discard(self, ended: Ended) -> None:
        if ended.agent:
            ended.agent.cancel()
        if ended.place:
            self._site.close(ended.place)

    def dismiss(self, may_go: Callable[[str], bool] = lambda task: True) -> None:
        """Asks those to end whose task says so."""
        gone = {key: ended for key, ended in self._done.items() if may_go(key[0])}
        for key in gone:
            del self._done[key]
        self._crew.add(partial(self._shut_down, ended) for ended in gone.values())

    def _shut_down(self, ended: Ended) -> None:
        if ended.agent and not ended.agent.shutdown(self._grace):
            self._stubborn(ended.end.task, ended.end.token)
        if ended.place:
            self._site.close(ended.place)

    def leave(self) -> None:
        """Nothing of a run goes on without the process that carries it out."""
        for attempt in self.at_work.values():
            attempt.cancel()
        self.dismiss()
        self._crew.close()
