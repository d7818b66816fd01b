"""What is written to agents of a run: mentions and blocking messages reach them at work, each once (MSG-5); all that
is new for an agent stands in the prompt that its turn begins with (TURN-1)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from renkei.board.fold import event_of
from renkei.board.posts import find_post
from renkei.board.read import list_interrupts
from renkei.board.tables import DecisionRow, InboxRow
from renkei.board.team import find_member
from renkei.commands.base import Request
from renkei.commands.inbox import ShowInterrupts
from renkei.context.interruption import render_interruption
from renkei.errors import Refused
from renkei.eventlog.base import View
from renkei.eventlog.records import Record
from renkei.hub import Hub
from renkei.kit.words import speaker
from renkei.protocol.actors import Actor, Language
from renkei.protocol.events import MessagePosted
from renkei.runs.questions import Listener
from renkei.values import value


@value
class News:
    """What an agent finds when its turn begins."""

    context: str = ""
    constraints: tuple[str, ...] = ()
    """Of decisions that it was told of."""


NO_NEWS: Final = News()


class Interrupts:
    """Who was written to and is not told yet. The store knows what was shown, so that a hook shows it no more."""

    def __init__(self, hub: Hub, lang: Language, agents: Iterable[str]) -> None:
        self._hub = hub
        self._lang: Language = lang
        self._agents = frozenset(agents)
        self._called: set[str] = set()
        self._written_to: set[str] = set()
        """Who has, or had, something in its inbox: most agents of most runs never have."""

    def look_up_unread(self) -> None:
        """What was written before the run was taken on."""
        with self._hub.read() as view:
            self._written_to |= {agent for agent in self._agents if _has_unhandled(view, agent)}
            self._called |= {agent for agent in self._written_to if list_interrupts(view, agent)}

    def take_records(self, records: Iterable[Record]) -> None:
        for record in records:
            if record.type == MessagePosted.__name__:
                event = event_of(record)
                assert isinstance(event, MessagePosted)
                called = event.readers if event.priority == "blocking" else event.mentioned
                self._called |= self._agents.intersection(called)
                self._written_to |= self._agents.intersection(event.readers)

    def news_for(self, agent: str) -> News:
        """What `renkei context` shows of an agent whose turn begins; nothing where nobody has written to it."""
        if agent not in self._written_to:
            return NO_NEWS
        with self._hub.read() as view:
            if find_member(view, agent) is None or not _has_unhandled(view, agent):
                return NO_NEWS
            constraints = tuple(_list_constraints(view, agent))
        try:
            return News(context=self._hub.context_for(agent, lang=self._lang).text, constraints=constraints)
        except Refused:  # that layer is not switched on
            return News(constraints=constraints)

    def deliver(self, at_work: Callable[[str], Sequence[Listener]]) -> None:
        """To each who is at work, in all of its attempts."""
        for agent in sorted(self._called):
            if listeners := at_work(agent):
                self._called.discard(agent)
                self._interrupt_agent(agent, listeners)

    def _interrupt_agent(self, agent: str, listeners: Sequence[Listener]) -> None:
        with self._hub.read() as view:
            waiting = list_interrupts(view, agent)
        if waiting:
            for listener in listeners:
                listener.ask_for_update(render_interruption(agent, waiting, speaker(self._lang)))
            shown = ShowInterrupts(reader=agent, up_to=waiting[-1].seq)
            self._hub.do(Request(command=shown, actor=Actor(name=agent, via="system"), lang=self._lang))


def _has_unhandled(view: View, agent: str) -> bool:
    return bool(view.select(InboxRow, order="seq", reader=agent, handled=False, limit=1))


def _list_constraints(view: View, agent: str) -> Iterator[str]:
    for row in view.select(InboxRow, order="seq", reader=agent, handled=False, direct=True):
        message = find_post(view, row.message)
        refs = message.related_state_refs if message else []
        for name in dict.fromkeys(ref["id"] for ref in refs if ref["type"] == "decision"):
            decision = view.get(DecisionRow, name)
            yield from decision.constraints if decision else ()
