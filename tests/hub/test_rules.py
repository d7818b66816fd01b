"""Who may do what is one table: what it names is there, and nothing that directs a run is left out of it."""

from typing import get_args

from renkei.handlers import HANDLERS
from renkei.handlers.runs import RUN_HANDLERS
from renkei.policy.rules import RULES
from renkei.protocol.commands import ActName, TeamCommand
from renkei.protocol.run_commands import RunCommand


def test_every_rule_is_of_a_command():
    names = {command.__name__ for command in (*get_args(TeamCommand), *get_args(RunCommand))}
    assert set(RULES) <= {*names, *get_args(ActName)}


def test_every_act_outside_the_store_has_a_rule():
    assert set(get_args(ActName)) <= set(RULES)


def test_every_command_of_a_run_has_a_rule():
    assert {command.__name__ for command in get_args(RunCommand)} <= set(RULES)


def test_every_command_has_a_handler():
    assert set(HANDLERS) == set(get_args(TeamCommand))
    assert set(RUN_HANDLERS) == set(get_args(RunCommand))
