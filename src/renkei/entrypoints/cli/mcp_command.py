"""`renkei mcp`: the tools of this project for a coding agent, over standard input and output."""

import argparse
from importlib.util import find_spec
from typing import TYPE_CHECKING

from renkei.app.project import Project
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.mcp.answers import AgentCaller, Desk
from renkei.errors import Unreachable
from renkei.installed import install_command
from renkei.kit.words import Say
from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.entrypoints.mcp.server import serve_stdio
else:
    serve_stdio = lazy("renkei.entrypoints.mcp.server:serve_stdio")


def add_mcp_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """It takes none: who calls is known by its token or its client's hook, never by a word of the command."""


def handle_mcp(context: Context, args: argparse.Namespace) -> int:
    if find_spec("mcp_types") is None:  # the package of version 2, and nobody else's
        raise Unreachable(
            "The MCP server needs an extra that is not installed. Type: {command}", command=install_command("mcp")
        )
    asked, caller = context.project, AgentCaller(context.project.say)
    with Project(asked.settings, asked.cwd, env=asked.env, caller=caller, for_agents=True) as project:
        serve_stdio(Desk(project, caller))
    return 0
