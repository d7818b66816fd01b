"""The rules in force, in their order, and how far they are followed."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

from renkei.dispatch.base import Cause, Effect, Rule, Trigger, system_effect
from renkei.dispatch.blocks import (
    an_agent_that_goes_on_by_itself_is_blocked_no_more,
    task_blocked,
    wait_for_what_is_there,
    who_begins_to_wait_for_what_does_not_come_is_told,
)
from renkei.dispatch.changes import a_writer_whose_value_does_not_stand_is_told_to_read_again, artifact_updated
from renkei.dispatch.circles import WatchedWaits, tell_new_circles
from renkei.dispatch.completion import task_completed
from renkei.dispatch.conflicts import conflict_detected, the_answer_to_a_conflict_ends_its_blocks
from renkei.dispatch.contracts import CONTRACT_RULES
from renkei.dispatch.decisions import decision_resolved
from renkei.dispatch.departures import (
    a_review_ends_when_all_who_are_left_have_answered,
    the_waits_of_one_who_leaves_are_closed,
    those_who_wait_for_one_who_leaves_are_told,
)
from renkei.dispatch.messages import (
    a_blocked_task_blocks_its_sender_unless_a_part_can_go_on,
    a_blocking_review_request_blocks_its_sender,
    a_decision_request_opens_a_decision,
    a_decision_result_resolves_the_decision,
    a_review_result_frees_the_one_who_asked,
    a_status_update_sets_the_senders_status,
    a_task_result_registers_artifacts_and_sets_the_senders_status,
)
from renkei.dispatch.occasions import Detector, Occasion, occasions_of_event
from renkei.dispatch.release import a_block_that_the_lead_or_a_person_resolves_ends
from renkei.dispatch.rule_files import RuleFile, digest_of_shipped, load_shipped
from renkei.dispatch.run_tasks import (
    a_run_that_ends_ends_the_turns_of_its_agents,
    a_task_of_a_run_shows_in_its_agents_entry,
)
from renkei.dispatch.tasks import (
    a_handed_over_artifact_belongs_to_the_one_who_takes_the_task,
    a_task_belongs_to_the_first_who_starts_it,
    a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so,
    a_task_that_is_called_done_is_closed,
    a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait,
    the_artifacts_of_one_who_leaves_go_to_its_delegator,
    those_who_lose_a_task_to_another_are_told,
    what_a_task_is_to_yield_belongs_to_its_owner,
)
from renkei.eventlog.base import View
from renkei.eventlog.records import canonical_json
from renkei.eventlog.tables import Change
from renkei.lazy import lazy
from renkei.protocol.events import (
    AgentRemoved,
    ArtifactRegistered,
    BlockerAdded,
    BlockerResolved,
    ContractClosed,
    ContractOffered,
    DecisionResolved,
    Event,
    FieldSet,
    MessagePosted,
    RuleStopped,
    TaskClosed,
    TaskTaken,
)
from renkei.protocol.run_events import (
    RunEnded,
    TaskCompleted,
    TaskFailed,
    TasksCompleted,
    TasksStarted,
    TaskStarted,
    TaskVerified,
)
from renkei.values import value

if TYPE_CHECKING:
    from renkei.dispatch import actions
    from renkei.protocol.rules import EventRule
else:
    actions = lazy("renkei.dispatch.actions")  # most commands set off no rule that is data


@dataclass(frozen=True, slots=True)
class RuleScope:
    """From which stage of the layers (`policy.access`) on a rule holds, and what it looks at."""

    stage: int
    triggers: tuple[Trigger, ...]


RULES: Final[dict[Rule, RuleScope]] = {
    a_writer_whose_value_does_not_stand_is_told_to_read_again: RuleScope(1, (FieldSet,)),
    a_status_update_sets_the_senders_status: RuleScope(2, ("STATUS_UPDATE",)),
    a_task_result_registers_artifacts_and_sets_the_senders_status: RuleScope(2, ("TASK_RESULT",)),
    a_blocked_task_blocks_its_sender_unless_a_part_can_go_on: RuleScope(2, ("TASK_BLOCKED",)),
    a_decision_request_opens_a_decision: RuleScope(2, ("DECISION_REQUEST",)),
    a_decision_result_resolves_the_decision: RuleScope(2, ("DECISION_RESULT",)),
    **{rule: RuleScope(3, triggers) for rule, triggers in CONTRACT_RULES.items()},
    a_task_belongs_to_the_first_who_starts_it: RuleScope(2, (FieldSet, "STATUS_UPDATE", "TASK_RESULT", "TASK_BLOCKED")),
    a_task_that_is_called_done_is_closed: RuleScope(2, (FieldSet, ContractClosed, "STATUS_UPDATE", "TASK_RESULT")),
    a_handed_over_artifact_belongs_to_the_one_who_takes_the_task: RuleScope(2, ("TASK_HANDOFF", TaskTaken)),
    a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so: RuleScope(2, ("TASK_HANDOFF", TaskTaken)),
    those_who_lose_a_task_to_another_are_told: RuleScope(2, (TaskTaken,)),
    what_a_task_is_to_yield_belongs_to_its_owner: RuleScope(2, ("TASK_HANDOFF", ContractOffered)),
    the_artifacts_of_one_who_leaves_go_to_its_delegator: RuleScope(2, (AgentRemoved,)),
    a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait: RuleScope(2, (TaskClosed, ContractClosed)),
    the_waits_of_one_who_leaves_are_closed: RuleScope(4, (AgentRemoved,)),
    a_block_that_the_lead_or_a_person_resolves_ends: RuleScope(4, (BlockerResolved,)),
    who_begins_to_wait_for_what_does_not_come_is_told: RuleScope(4, (BlockerAdded,)),
    an_agent_that_goes_on_by_itself_is_blocked_no_more: RuleScope(4, (FieldSet,)),
    a_review_ends_when_all_who_are_left_have_answered: RuleScope(6, (AgentRemoved,)),
    those_who_wait_for_one_who_leaves_are_told: RuleScope(6, (AgentRemoved,)),
    a_blocking_review_request_blocks_its_sender: RuleScope(6, ("REVIEW_REQUEST",)),
    a_review_result_frees_the_one_who_asked: RuleScope(6, ("REVIEW_RESULT",)),
    the_answer_to_a_conflict_ends_its_blocks: RuleScope(6, ("DECISION_RESULT", "TASK_HANDOFF")),
    a_task_of_a_run_shows_in_its_agents_entry: RuleScope(
        6, (TaskStarted, TasksStarted, TaskCompleted, TasksCompleted, TaskVerified, TaskFailed)
    ),
    a_run_that_ends_ends_the_turns_of_its_agents: RuleScope(1, (RunEnded,)),
}
"""The rules in code, in their order: what messages do to the board, contracts, ends of blocks that need no rule."""

DETECTORS: Final[dict[Detector, tuple[Trigger, ...]]] = {
    task_completed: (FieldSet, ContractClosed, "TASK_RESULT", "STATUS_UPDATE"),
    task_blocked: (FieldSet, BlockerAdded),
    wait_for_what_is_there: (BlockerAdded,),
    decision_resolved: (DecisionResolved,),
    conflict_detected: ("CONFLICT_REPORT",),
    artifact_updated: (ArtifactRegistered,),
}
"""The occasions that the rules which are data look at: those that ship, then the team's own."""

STAGE_OF_DATA_RULES: Final = 4

ALL_STAGES: Final = 6

STAGE_OF_SHIPPED: Final[dict[str, int]] = {"task_completed": STAGE_OF_DATA_RULES}
"""From which stage on a rule that ships holds, where that is not the last: the specification begins with this one."""

CODE_RULES: Final = (*(rule.__name__ for rule in RULES), "a_circle_of_waits_is_told_to_the_lead")

RULES_VERSION: Final = 5
"""Raised when a rule keeps its name and changes its meaning."""

MOST_FOLLOWED: Final = 100
"""How often the team's own rules are followed in one command."""


def layer_of_rule(rule: "EventRule", *, ships: bool) -> int:
    """From which stage on a rule that is data holds."""
    return STAGE_OF_SHIPPED.get(rule.name, ALL_STAGES) if ships else STAGE_OF_DATA_RULES


@value
class RuleSet:
    """The rules in code, those that ship as data, and those of the team."""

    team: RuleFile | None = None

    @property
    def names(self) -> tuple[str, ...]:
        own = self.team.rules if self.team else ()
        data = (*(f"shipped:{rule.name}" for rule in load_shipped().rules), *(f"team:{rule.name}" for rule in own))
        return (*CODE_RULES, *data)

    @cached_property
    def digest(self) -> str:
        parts = [RULES_VERSION, CODE_RULES, digest_of_shipped(), self.team.digest if self.team else None]
        return hashlib.sha256(canonical_json(parts).encode()).hexdigest()[:16]


BUILT_IN: Final = RuleSet()


class Dispatch:
    """What follows from the events of one command.

    The rules in code and those that ship come to rest by themselves. A rule of the team's is not followed from what it
    set off itself, and all of them together only so often; where that cuts them off, the log says so, once for each.
    """

    def __init__(self, rule_set: RuleSet, *, layers: int = ALL_STAGES) -> None:
        self._layers = layers
        self._team = rule_set.team.rules if rule_set.team and layers >= STAGE_OF_DATA_RULES else ()
        self._waits = WatchedWaits()
        self._followed = 0
        self._stopped: set[tuple[str, str]] = set()

    def remember(self, view: View, changes: Sequence[Change]) -> None:
        """Before rows are written: who waits for whom, as far as they change it."""
        if self._layers >= ALL_STAGES:
            self._waits.remember(view, changes)

    def final_effects(self, cause: Cause) -> list[Effect]:
        """What follows from all of a command together, once nothing more follows from its events: new circles."""
        return list(tell_new_circles(cause, self._waits.find_new(cause.view)))

    def effects(self, cause: Cause, chain: tuple[str, ...] = ()) -> list[Effect]:
        """All that follows from an event, by the rules in their order."""
        trigger = _trigger_of(cause.event)
        found = [effect for rule in _rules_for(trigger, self._layers) for effect in rule(cause)]
        occasions = [each for detect in _detectors_for(trigger, self._layers) for each in detect(cause)]
        found.extend(effect for occasion in occasions for effect in self._effects_of_shipped(occasion))
        if chain:
            found = [replace(effect, chain=chain) for effect in found]
        for occasion in (*occasions, *occasions_of_event(cause)) if self._team else ():
            for rule in self._team:
                if actions.matches(rule, occasion):
                    found.extend(_drop_repeated(self._effects_of_team(rule, occasion, chain), found))
        return found

    def _effects_of_shipped(self, occasion: Occasion) -> list[Effect]:
        """They act on those concerned and on nobody else: mostly there are none, and no rule has to be read."""
        if not occasion.concerns_somebody:
            return []
        rules = [rule for rule in load_shipped().rules if layer_of_rule(rule, ships=True) <= self._layers]
        return [
            effect
            for rule in rules
            if actions.matches(rule, occasion)
            for effect in actions.follow_rule(rule, occasion)
        ]

    def _effects_of_team(self, rule: "EventRule", occasion: Occasion, chain: tuple[str, ...]) -> list[Effect]:
        seq = occasion.cause.seq
        if rule.name in chain:
            return self._report_stop_once(RuleStopped(rule=rule.name, reason="repeated", event=seq))
        if self._followed >= MOST_FOLLOWED:
            return self._report_stop_once(RuleStopped(rule=rule.name, reason="too many", event=seq))
        self._followed += 1
        found = [replace(effect, chain=(*chain, rule.name)) for effect in actions.follow_rule(rule, occasion)]
        if actions.is_rule_refused(rule, occasion):
            return [*found, *self._report_stop_once(RuleStopped(rule=rule.name, reason="refused", event=seq))]
        if not found and actions.misses_everybody(rule, occasion):
            return self._report_stop_once(RuleStopped(rule=rule.name, reason="nobody", event=seq))
        return found

    def _report_stop_once(self, stopped: RuleStopped) -> list[Effect]:
        if (stopped.rule, stopped.reason) in self._stopped:
            return []
        self._stopped.add((stopped.rule, stopped.reason))
        return [system_effect(stopped)]


def _drop_repeated(effects: list[Effect], found: list[Effect]) -> list[Effect]:
    """A team's rule that says what another says already does not say it twice."""
    return [effect for effect in effects if all(effect.event != each.event for each in found)]


def _trigger_of(event: Event) -> Trigger:
    return event.kind if isinstance(event, MessagePosted) else type(event)


@cache
def _rules_for(trigger: Trigger, layers: int) -> tuple[Rule, ...]:
    names = {trigger, MessagePosted} if isinstance(trigger, str) else {trigger}
    return tuple(rule for rule, on in RULES.items() if on.stage <= layers and names.intersection(on.triggers))


@cache
def _detectors_for(trigger: Trigger, layers: int) -> tuple[Detector, ...]:
    if layers < STAGE_OF_DATA_RULES:
        return ()
    return tuple(detector for detector, triggers in DETECTORS.items() if trigger in triggers)
