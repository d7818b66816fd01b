"""Agents that follow a script: for tests, for the demonstration, and for faults on request. Needs no model and no key.

A script is a list of steps; `attempt` and `cycle` in a step say when it is taken. Without a script the agent writes
what is asked of it from the goal, the inputs and the blackboard.
"""

import sys

from renkei.adapters.agent_process import AgentProcess
from renkei.adapters.base import Agent, Job
from renkei.adapters.line_agent import LineAgent


class Scripted:
    """Starts scripted agents, each in a process of its own."""

    name = "scripted"
    keeps_receipts = True

    def start(self, job: Job) -> Agent:
        command = [sys.executable, "-P", "-m", "renkei.adapters.scripted_agent"]
        return LineAgent(AgentProcess(command, job.folder, job.env), job)
