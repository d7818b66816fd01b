"""Many at once, one commit: requests that come while another commit is under way are carried out together.

Whoever finds nobody else there leads: it carries out all that wait, each in a part of the transaction that is undone by
itself; then one commit makes all of them durable, and only then does anybody get an answer. The first of those who came
meanwhile leads next. No thread of its own is needed, and a single caller pays nothing for it.
Why: docs/why/group-commit.md.
"""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from renkei.errors import RenkeiError
from renkei.eventlog.base import EventLog, Transaction

MOST_TOGETHER: Final = 256
"""How many are carried out in one transaction: more would make the first of them wait too long."""

AskT = TypeVar("AskT")
AnswerT = TypeVar("AnswerT")


@dataclass(slots=True, eq=False)
class _Ticket(Generic[AskT, AnswerT]):
    ask: AskT
    answer: AnswerT | None = None
    error: BaseException | None = None
    done: bool = False
    turn: threading.Lock = field(default_factory=threading.Lock)
    """Held until it is done, or its turn to carry out all that wait."""


class GroupCommit(Generic[AskT, AnswerT]):
    """Carries requests of many threads out on one log.

    `execute` gives the answer to a request, or an error of the caller's making that is to be raised there; what it
    raises itself undoes the whole transaction.
    """

    def __init__(self, log: EventLog, execute: Callable[[Transaction, AskT], AnswerT | RenkeiError]) -> None:
        self._log = log
        self._execute = execute
        self._mutex = threading.Lock()
        self._waiting: deque[_Ticket[AskT, AnswerT]] = deque()
        self._leader: _Ticket[AskT, AnswerT] | None = None

    @property
    def queue_length(self) -> int:
        """How many stand at the door."""
        return len(self._waiting)

    def do(self, ask: AskT) -> AnswerT:
        """The answer to a request, once it is durable."""
        ticket: _Ticket[AskT, AnswerT] = _Ticket(ask)
        self._enqueue(ticket)
        if not ticket.done:
            self._lead_group()
        if ticket.error is not None:
            raise ticket.error
        assert ticket.answer is not None
        return ticket.answer

    def _enqueue(self, ticket: _Ticket[AskT, AnswerT]) -> None:
        """Until it is done, or its turn to lead."""
        with self._mutex:
            self._waiting.append(ticket)
            if self._leader is None:
                self._leader = ticket
                return
            ticket.turn.acquire()
        try:
            ticket.turn.acquire()
        except BaseException:  # whoever was interrupted does not lead
            with self._mutex:
                if ticket in self._waiting:
                    self._waiting.remove(ticket)
                if self._leader is ticket:
                    self._choose_leader()
            raise

    def _lead_group(self) -> None:
        """Carries out all that wait, the leader's own request first; then it is another's turn."""
        tickets: list[_Ticket[AskT, AnswerT]] = []
        try:
            with self._mutex:
                tickets = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_TOGETHER))]
            self._commit_tickets(tickets)
        finally:
            for ticket in tickets[1:]:
                ticket.turn.release()
            with self._mutex:
                self._choose_leader()

    def _choose_leader(self) -> None:
        self._leader = self._waiting[0] if self._waiting else None
        if self._leader is not None:
            self._leader.turn.release()

    def _commit_tickets(self, tickets: list[_Ticket[AskT, AnswerT]]) -> None:
        try:
            self._write_tickets(tickets)
        except RenkeiError as error:  # the store: nothing of it stands
            for ticket in tickets:
                ticket.error = error
        except Exception as error:
            # A mistake of ours in one of them must not be the others' loss.
            if len(tickets) == 1:
                tickets[0].error = error
            else:
                for ticket in tickets:
                    self._commit_tickets([ticket])
        except BaseException as error:  # the process is told to end
            for ticket in tickets:
                ticket.error = error
        for ticket in tickets:
            ticket.done = True

    def _write_tickets(self, tickets: list[_Ticket[AskT, AnswerT]]) -> None:
        with self._log.write() as tx:
            for ticket in tickets:
                answer = self._execute(tx, ticket.ask)
                if isinstance(answer, RenkeiError):
                    ticket.error = answer
                else:
                    ticket.answer, ticket.error = answer, None
