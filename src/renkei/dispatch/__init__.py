"""What follows from an event: (event, board) -> events. Pure rules, run inside the append that sets them off."""

from renkei.dispatch.rules import RULE_SET, Cause, Effect, effects

__all__ = ["RULE_SET", "Cause", "Effect", "effects"]
