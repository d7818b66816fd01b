"""Going on against a rule that gives way to a reason."""

from typing import Final

from renkei.commands.base import Command, CommandContext, Outcome
from renkei.errors import Refused
from renkei.policy.access import DEFAULTS_ARE_THE_TEAMS, LEADS_DEFAULTS_ARE_THE_LEADS, check_access
from renkei.policy.rulings import REASONED
from renkei.protocol.base import FilledText
from renkei.protocol.events import RuleOverridden

_OF_THE_LEAD: Final = "LEAD-"
"""How the ids of rules begin that hold for the lead alone."""


class OverrideRule(Command):
    """Whoever gives it goes on against a rule of level L2, or verifies minimally what a result covers (LEAD-9); the
    reason stands in the log (LEAD-7). What holds for the lead alone is for the lead or a person to override."""

    tag = "OverrideRule"
    who = DEFAULTS_ARE_THE_TEAMS
    is_step = False
    from_outside = False

    rule: FilledText
    reason: FilledText
    level: FilledText = "L1"
    """What the policy in force says of the rule."""

    def decide(self, context: CommandContext) -> Outcome:
        if self.rule.startswith(_OF_THE_LEAD):
            check_access(LEADS_DEFAULTS_ARE_THE_LEADS, context.view, context.actor, self)
        if self.level != "L2" and self.rule not in REASONED:
            raise Refused(
                "{name} is of level {level}: only a rule of level L2 gives way to a reason.",
                rule="LEAD-7",
                name=self.rule,
                level=self.level,
            )
        return Outcome(events=(RuleOverridden(rule=self.rule, actor=context.actor.name, reason=self.reason),))
