"""Mentions and blocking messages reach the agents of a run at work, each message once (MSG-5)."""

from collections.abc import Callable, Iterable, Sequence

from renkei.board.fold import event_of
from renkei.board.interrupts import interrupts
from renkei.context.interruption import interruption
from renkei.eventlog.records import Record
from renkei.hub import Hub
from renkei.kit.words import speaker
from renkei.protocol.commands import Actor, Language, Request, ShowInterrupts
from renkei.protocol.events import MessagePosted
from renkei.runs.questions import Listener


class Interrupts:
    """Who was written to and is not told yet. The store knows what was shown, so that a hook shows it no more."""

    def __init__(self, hub: Hub, lang: Language, agents: Iterable[str]) -> None:
        self._hub = hub
        self._lang: Language = lang
        self._agents = frozenset(agents)
        self._called: set[str] = set()

    def look(self) -> None:
        """What was written before the run was taken on."""
        with self._hub.read() as view:
            self._called |= {agent for agent in self._agents if interrupts(view, agent)}

    def take(self, records: Iterable[Record]) -> None:
        for record in records:
            if record.type == MessagePosted.__name__:
                event = event_of(record)
                assert isinstance(event, MessagePosted)
                called = event.readers if event.priority == "blocking" else event.mentioned
                self._called |= self._agents.intersection(called)

    def hand_over(self, at_work: Callable[[str], Sequence[Listener]]) -> None:
        """To each who is at work, in all of its attempts."""
        for agent in sorted(self._called):
            if listeners := at_work(agent):
                self._called.discard(agent)
                self._tell(agent, listeners)

    def _tell(self, agent: str, listeners: Sequence[Listener]) -> None:
        with self._hub.read() as view:
            waiting = interrupts(view, agent)
        if waiting:
            for listener in listeners:
                listener.interrupt(interruption(agent, waiting, speaker(self._lang)))
            shown = ShowInterrupts(reader=agent, up_to=waiting[-1].seq)
            self._hub.do(Request(command=shown, actor=Actor(name=agent, via="system"), lang=self._lang))
