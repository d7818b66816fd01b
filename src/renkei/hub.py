"""The one door: `do` a request, `read` what is. A change and all it sets off commit together.

Looking loads the tables only; what carries requests out (`execution`) is loaded with the first of them.
"""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property, partial
from typing import TYPE_CHECKING

from renkei.board.team import find_member
from renkei.errors import BadInput, NotFound, Refused, RenkeiError, Stale
from renkei.eventlog.base import EventLog, Transaction, View
from renkei.group_commit import GroupCommit
from renkei.kit.words import speaker
from renkei.lazy import lazy
from renkei.policy import identity
from renkei.policy.access import ALL, CONTEXT, check_context_layer
from renkei.protocol.actors import Actor, Language
from renkei.values import value

if TYPE_CHECKING:
    from renkei.board.fold import refold_tables
    from renkei.commands.base import Request
    from renkei.context.gather import gather_situation
    from renkei.context.render import TurnContext, render_context
    from renkei.context.tokens import Tokenizer
    from renkei.dispatch import RuleSet
    from renkei.execution import CommitResult, Execution, record_refusal
    from renkei.protocol.spend import Spend
else:
    refold_tables = lazy("renkei.board.fold:refold_tables")
    gather_situation = lazy("renkei.context.gather:gather_situation")
    render_context = lazy("renkei.context.render:render_context")
    Execution = lazy("renkei.execution:Execution")
    record_refusal = lazy("renkei.execution:record_refusal")


@value
class Batch:
    """A commit that is being put together."""

    view: View
    execute: "Callable[[Request], CommitResult | RenkeiError]"

    def do(self, request: "Request") -> "CommitResult":
        outcome = self.execute(request)
        if isinstance(outcome, RenkeiError):
            raise outcome
        return outcome


class Hub:
    """Carries requests out on a log."""

    def __init__(
        self,
        log: EventLog,
        *,
        layers: int = ALL,
        rule_set: "RuleSet | None" = None,
        contracts_required: bool = False,
        turns_required: bool = False,
        roots: tuple[str, ...] = (),
        find_budget: Callable[[str, str | None], int | None] | None = None,
        find_tokenizer: "Callable[[str | None], Tokenizer] | None" = None,
        price: "Callable[[Spend], Spend] | None" = None,
    ) -> None:
        """`rule_set`: None for the built-in rules. `roots`: the folders that are the project, by which a path of it
        may begin. `find_budget`: how many tokens a turn context may take, by agent and model. `find_tokenizer`: by
        model; None where tokens are estimated. `price`: gives what was used its cost."""
        self._log = log
        self._commits: GroupCommit[Request, CommitResult] = GroupCommit(log, self._attempt)
        self._rule_set = rule_set
        self._layers = layers
        self._contracts_required = contracts_required
        self._turns_required = turns_required
        self._roots = roots
        self._find_budget = find_budget
        self._find_tokenizer = find_tokenizer
        self._price = price
        if log.is_stale:
            with log.write() as tx:
                refold_tables(tx)

    @property
    def log(self) -> EventLog:
        return self._log

    def read(self) -> AbstractContextManager[View]:
        """One consistent state of everything."""
        return self._log.read()

    def context_for(
        self,
        agent: str,
        *,
        lang: Language = "en",
        changes: int = 50,
        budget: int | None = None,
        explain: bool = False,
        delta: bool = False,
    ) -> "TurnContext":
        """What an agent's turn begins with, in at most `budget` tokens. A look: nothing is marked and no cursor moves.
        `delta`: only what is new since its last turn began.

        Raises:
            NotFound: nobody on the team is called so.
            Refused: that layer is not switched on.
            BadInput: the budget is too small for any context.
        """
        check_context_layer(self._layers)
        with self.read() as view:
            if (member := find_member(view, agent)) is None:
                raise NotFound("No agent is called {name}. `renkei agent list` shows the team.", name=agent)
            found = gather_situation(view, agent, by_keywords=self._layers > CONTEXT, most_changes=changes)
        if budget is None and self._find_budget:
            budget = self._find_budget(agent, member.model)
        tokenizer = self._find_tokenizer(member.model) if self._find_tokenizer else None
        return render_context(found, speaker(lang), budget=budget, tokenizer=tokenizer, explain=explain, delta=delta)

    def identify(self, *, as_name: str | None = None, around: identity.Surroundings = identity.NOBODY_AROUND) -> Actor:
        """Who acts: see `policy.identity`."""
        with self.read() as view:
            return identity.resolve_actor(view, as_name=as_name, around=around)

    def do(self, request: "Request") -> "CommitResult":
        """Carries a request out.

        Raises:
            BadInput, NotFound: nothing was changed.
            Refused: nothing was changed, and the refusal stands in the log.
            StoreError: it was not acknowledged; the message says what that means for the store.
        """
        return self._commits.do(request)

    def authorize(self, request: "Request") -> None:
        """Decides a request and changes nothing: asked before git, files or processes are touched on its behalf.

        Raises:
            BadInput, NotFound: as `do` would.
            Refused: as `do` would, and the refusal stands in the log.
        """
        try:
            with self.read() as view:
                self._execution.authorize(view, request)
        except Stale:
            raise
        except Refused as refusal:
            with self._log.write() as tx:
                record_refusal(tx, request, refusal)
            raise

    @contextmanager
    def batch(self) -> Generator[Batch]:
        """Several requests in one commit, each decided on what those before it led to.

        Raises:
            What `do` raises, for the first request that is not taken: those before it stand.
        """
        refused: RenkeiError | None = None
        with self._log.write() as tx:
            try:
                yield Batch(view=tx, execute=partial(self._execution.attempt, tx))
            except (BadInput, NotFound, Refused) as error:
                refused = error
        if refused is not None:
            raise refused

    def _attempt(self, tx: Transaction, request: "Request") -> "CommitResult | RenkeiError":
        return self._execution.attempt(tx, request)

    @cached_property
    def _execution(self) -> "Execution":
        return Execution(
            layers=self._layers,
            rule_set=self._rule_set,
            contracts_required=self._contracts_required,
            turns_required=self._turns_required,
            roots=self._roots,
            price=self._price,
        )
