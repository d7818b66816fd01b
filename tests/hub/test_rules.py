"""Each command says who may give it: nothing that directs a run or touches something outside the store is left open."""

import pytest

from renkei.commands import load_commands
from renkei.commands.base import Command
from renkei.commands.external_acts import ExternalAct
from renkei.commands.run_base import ExecutorCommand

COMMANDS = load_commands()
RUN_COMMANDS = [tag for tag, kind in COMMANDS.items() if kind.__module__.startswith("renkei.commands.run")]


@pytest.mark.parametrize("tag", COMMANDS)
def test_a_tag_is_that_of_its_class(tag: str):
    assert COMMANDS[tag].tag == tag


@pytest.mark.parametrize("tag", [tag for tag in COMMANDS if issubclass(COMMANDS[tag], ExternalAct)])
def test_every_act_outside_the_store_has_a_rule(tag: str):
    assert COMMANDS[tag].who is not None


@pytest.mark.parametrize("tag", RUN_COMMANDS)
def test_every_command_of_a_run_has_a_rule(tag: str):
    assert COMMANDS[tag].who is not None


def test_no_command_is_left_out_of_the_table():
    assert {kind.tag for kind in _leaves(ExternalAct, ExecutorCommand)} <= set(COMMANDS)


def _leaves(*kinds: type[Command]) -> list[type[Command]]:
    return [leaf for kind in kinds for leaf in (_leaves(*kind.__subclasses__()) or [kind])]
