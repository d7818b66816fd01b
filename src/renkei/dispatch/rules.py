"""The rules in force, in their order, and how far they are followed."""

import hashlib
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Final

from renkei.dispatch.artifacts import a_new_version_is_told_to_those_whose_contract_takes_it_in
from renkei.dispatch.base import Cause, Effect, Rule, Trigger, systems
from renkei.dispatch.blocks import (
    a_blocked_agent_has_a_blocker,
    a_blocker_is_told_to_the_one_who_can_end_it,
    an_agent_that_goes_on_by_itself_is_blocked_no_more,
)
from renkei.dispatch.circles import a_circle_of_waits_is_told_to_the_lead
from renkei.dispatch.completion import completion_frees_waiting_agents
from renkei.dispatch.conflicts import (
    a_conflict_reaches_the_owners_of_the_artifacts,
    a_critical_conflict_blocks_the_owners_of_the_artifacts,
    the_answer_to_a_conflict_ends_its_blocks,
)
from renkei.dispatch.contracts import CONTRACT_RULES
from renkei.dispatch.decisions import those_whom_a_decision_affects_are_told
from renkei.dispatch.departures import (
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
from renkei.dispatch.overrides import a_writer_whose_value_does_not_stand_is_told_to_read_again
from renkei.dispatch.release import a_block_that_the_lead_or_a_person_resolves_ends
from renkei.dispatch.run_tasks import a_task_of_a_run_shows_in_its_agents_entry
from renkei.dispatch.tasks import (
    a_handed_over_artifact_belongs_to_the_one_who_takes_the_task,
    a_task_belongs_to_the_first_who_starts_it,
    a_task_that_is_called_done_is_closed,
    a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait,
    the_artifacts_of_one_who_leaves_go_to_its_delegator,
)
from renkei.dispatch.team_rules import TeamRuleFile, follow, matches
from renkei.eventlog.records import canonical
from renkei.protocol.events import (
    AgentRemoved,
    ArtifactRegistered,
    BlockerAdded,
    BlockerResolved,
    ContractClosed,
    DecisionRequested,
    DecisionResolved,
    Event,
    FieldSet,
    MessagePosted,
    RuleStopped,
    TaskClosed,
    TaskTaken,
)
from renkei.protocol.rules import TeamRule
from renkei.protocol.run_events import (
    TaskCompleted,
    TaskFailed,
    TasksCompleted,
    TasksStarted,
    TaskStarted,
    each_of,
)


@dataclass(frozen=True, slots=True)
class On:
    """From which stage of the layers (`policy.layers`) on a rule holds, and what it looks at."""

    stage: int
    triggers: tuple[Trigger, ...]


RULES: Final[dict[Rule, On]] = {
    a_writer_whose_value_does_not_stand_is_told_to_read_again: On(1, (FieldSet,)),
    a_status_update_sets_the_senders_status: On(2, ("STATUS_UPDATE",)),
    a_task_result_registers_artifacts_and_sets_the_senders_status: On(2, ("TASK_RESULT",)),
    a_blocked_task_blocks_its_sender_unless_a_part_can_go_on: On(2, ("TASK_BLOCKED",)),
    a_decision_request_opens_a_decision: On(2, ("DECISION_REQUEST",)),
    a_decision_result_resolves_the_decision: On(2, ("DECISION_RESULT",)),
    **{rule: On(3, triggers) for rule, triggers in CONTRACT_RULES.items()},
    a_task_belongs_to_the_first_who_starts_it: On(2, (FieldSet, "STATUS_UPDATE", "TASK_RESULT", "TASK_BLOCKED")),
    a_task_that_is_called_done_is_closed: On(2, (FieldSet, "STATUS_UPDATE", "TASK_RESULT")),
    a_handed_over_artifact_belongs_to_the_one_who_takes_the_task: On(2, ("TASK_HANDOFF", TaskTaken)),
    the_artifacts_of_one_who_leaves_go_to_its_delegator: On(2, (AgentRemoved,)),
    a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait: On(2, (TaskClosed, ContractClosed)),
    completion_frees_waiting_agents: On(4, (FieldSet, ContractClosed, "TASK_RESULT", "STATUS_UPDATE")),
    the_waits_of_one_who_leaves_are_closed: On(4, (AgentRemoved,)),
    a_block_that_the_lead_or_a_person_resolves_ends: On(4, (BlockerResolved,)),
    an_agent_that_goes_on_by_itself_is_blocked_no_more: On(4, (FieldSet,)),
    a_blocked_agent_has_a_blocker: On(6, (FieldSet,)),
    a_blocker_is_told_to_the_one_who_can_end_it: On(6, (BlockerAdded,)),
    a_circle_of_waits_is_told_to_the_lead: On(6, (BlockerAdded, TaskTaken, DecisionRequested)),
    those_who_wait_for_one_who_leaves_are_told: On(6, (AgentRemoved,)),
    a_blocking_review_request_blocks_its_sender: On(6, ("REVIEW_REQUEST",)),
    a_review_result_frees_the_one_who_asked: On(6, ("REVIEW_RESULT",)),
    those_whom_a_decision_affects_are_told: On(6, (DecisionResolved,)),
    a_conflict_reaches_the_owners_of_the_artifacts: On(6, ("CONFLICT_REPORT",)),
    a_critical_conflict_blocks_the_owners_of_the_artifacts: On(6, ("CONFLICT_REPORT",)),
    the_answer_to_a_conflict_ends_its_blocks: On(6, ("DECISION_RESULT", "TASK_HANDOFF")),
    a_new_version_is_told_to_those_whose_contract_takes_it_in: On(6, (ArtifactRegistered,)),
    a_task_of_a_run_shows_in_its_agents_entry: On(
        6, (TaskStarted, TasksStarted, TaskCompleted, TasksCompleted, TaskFailed)
    ),
}
"""The built-in rules in their order."""

STAGE_OF_TEAM_RULES: Final = 4

ALL_STAGES: Final = 6

RULES_VERSION: Final = 3
"""Raised when a rule keeps its name and changes its meaning."""

MOST_FOLLOWED: Final = 100
"""How often the team's own rules are followed in one command."""


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """The built-in rules, and those of the team."""

    team: TeamRuleFile | None = None

    @property
    def names(self) -> tuple[str, ...]:
        own = self.team.rules if self.team else ()
        return (*(rule.__name__ for rule in RULES), *(f"team:{rule.name}" for rule in own))

    @cached_property
    def digest(self) -> str:
        parts = [RULES_VERSION, self.names, self.team.digest if self.team else None]
        return hashlib.sha256(canonical(parts).encode()).hexdigest()[:16]


BUILT_IN: Final = RuleSet()


class Dispatch:
    """What follows from the events of one command.

    The built-in rules come to rest by themselves. A rule of the team's is not followed from what it set off itself,
    and all of them together only so often; where that cuts them off, the log says so, once for each rule.
    """

    def __init__(self, rule_set: RuleSet, *, layers: int = ALL_STAGES) -> None:
        self._layers = layers
        self._team = rule_set.team.rules if rule_set.team and layers >= STAGE_OF_TEAM_RULES else ()
        self._followed = 0
        self._stopped: set[tuple[str, str]] = set()

    def effects(self, cause: Cause, chain: tuple[str, ...] = ()) -> list[Effect]:
        """All that follows from an event, by the rules in their order."""
        rules = _looking_at(_trigger(cause.event), self._layers)
        found = [effect for rule in rules for effect in rule(cause)]
        if chain:
            found = [replace(effect, chain=chain) for effect in found]
        for part in _parts(cause) if self._team else ():
            for rule in self._team:
                if matches(rule, part):
                    found.extend(self._by_the_team(rule, part, chain))
        return found

    def _by_the_team(self, rule: TeamRule, cause: Cause, chain: tuple[str, ...]) -> list[Effect]:
        if rule.name in chain:
            return self._stopped_once(RuleStopped(rule=rule.name, reason="repeated", event=cause.seq))
        if self._followed >= MOST_FOLLOWED:
            return self._stopped_once(RuleStopped(rule=rule.name, reason="too many", event=cause.seq))
        self._followed += 1
        found = [replace(effect, chain=(*chain, rule.name)) for effect in follow(rule, cause)]
        return found or self._stopped_once(RuleStopped(rule=rule.name, reason="nobody", event=cause.seq))

    def _stopped_once(self, stopped: RuleStopped) -> list[Effect]:
        if (stopped.rule, stopped.reason) in self._stopped:
            return []
        self._stopped.add((stopped.rule, stopped.reason))
        return [systems(stopped)]


def _parts(cause: Cause) -> list[Cause]:
    """The team's rules look at each of many tasks."""
    if isinstance(cause.event, TasksStarted | TasksCompleted):
        return [replace(cause, event=each) for each in each_of(cause.event)]
    return [cause]


def _trigger(event: Event) -> Trigger:
    return event.kind if isinstance(event, MessagePosted) else type(event)


@cache
def _looking_at(trigger: Trigger, layers: int) -> tuple[Rule, ...]:
    names = {trigger, MessagePosted} if isinstance(trigger, str) else {trigger}
    return tuple(rule for rule, on in RULES.items() if on.stage <= layers and names.intersection(on.triggers))
