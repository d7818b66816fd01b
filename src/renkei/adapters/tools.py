"""Agents that are the inspectors of a review: real analysers, no model, no key.

The role of a task says which inspector it is; a gate is the auditor, who counts what the inspectors before it found.
"""

import sys

from renkei.adapters.agent_process import AgentProcess
from renkei.adapters.base import Agent, Job
from renkei.adapters.line_agent import LineAgent
from renkei.sentence import Sentence
from renkei.workspace.scratch import ScratchFolder


class Tools:
    """Starts inspectors, each in a process of its own."""

    name = "tools"
    keeps_receipts = True

    def find_team_lack(self) -> Sentence | None:
        return Sentence("inspectors are analysers, and discuss with nobody")

    def start(self, job: Job) -> Agent:
        command = [sys.executable, "-P", "-m", "renkei.adapters.tools_agent"]
        scratch = ScratchFolder()
        try:
            process = AgentProcess(command, job.folder, {**job.env, "TMPDIR": str(scratch.folder)})
        except BaseException:
            scratch.close()
            raise
        return LineAgent(process, job, after=scratch.close)
