"""`renkei mcp`: the tools of this project for a coding agent, over standard input and output."""

import argparse
from typing import TYPE_CHECKING

from renkei.app.clients import require_mcp
from renkei.app.project import Project
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.mcp.answers import AgentCaller, Desk
from renkei.kit.words import Say
from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.entrypoints.mcp.server import serve_stdio
else:
    serve_stdio = lazy("renkei.entrypoints.mcp.server:serve_stdio")


def add_mcp_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """It takes none: who calls is known by its token or its client's hook, never by a word of the command."""


def handle_mcp(context: Context, args: argparse.Namespace) -> int:
    require_mcp()
    asked, caller = context.project, AgentCaller(context.project.say)
    with Project(asked.settings, asked.cwd, env=asked.env, caller=caller, for_agents=True) as project:
        serve_stdio(Desk(project, caller))
    return 0
