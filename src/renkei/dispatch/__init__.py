"""What follows from an event: (event, board) -> events. Pure rules, run inside the append that sets them off."""

from renkei.dispatch.base import Cause, Effect
from renkei.dispatch.rules import BUILT_IN, Dispatch, RuleSet

__all__ = ["BUILT_IN", "Cause", "Dispatch", "Effect", "RuleSet"]
