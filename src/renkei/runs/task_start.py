"""How a task is started: what the log says of it, its agent's credential, and the work that its attempt begins with."""

from collections.abc import Mapping

from renkei.board.run_tables import RunTaskRow
from renkei.commands.run_base import TaskStart
from renkei.commands.run_steps import StartTasks
from renkei.kit.words import Say
from renkei.policy.identity import new_token, token_digest
from renkei.runs.interrupts import News
from renkei.runs.run_log import RunLog
from renkei.runs.steps import Start
from renkei.runs.task_contracts import is_under_contract, task_contract
from renkei.runs.work import Work, build_work


class TaskStarter:
    """`check` is the command that work has to pass which names none; with `identify` every attempt has its token."""

    def __init__(self, log: RunLog, say: Say, *, check: str | None, env: Mapping[str, str], identify: bool) -> None:
        self._log = log
        self.say = say
        self._check = check
        self._env = env
        self._identify = identify
        self._secrets: dict[str, str] = {}
        """By task, the token of its newest attempt: it is kept nowhere else."""

    def start_tasks_command(self, step: Start) -> StartTasks:
        state = self._log.state
        tasks = [self._take_task(name) for name in step.tasks]
        first = state.graph.tasks[step.tasks[0]]
        phase = f"{state.playbook.name}: {first.wave or first.skill or first.kind}"
        return StartTasks(**self._log.step_fields(), tasks=tasks, phase=phase)

    def _take_task(self, name: str) -> TaskStart:
        state = self._log.state
        playbook, task, row = state.playbook, state.graph.tasks[name], state.tasks[name]
        if row.recheck or row.state == "unverified":
            return TaskStart(task=name, agent=row.agent, base=row.commit_id or row.base, recheck=True)
        contract = None
        if is_under_contract(playbook, task):
            contract = task_contract(playbook, task, self.say, check=task.check or self._check)
        taken = TaskStart(task=name, agent=task.agent, base=state.run.head, contract=contract)
        if not self._identify:
            return taken
        self._secrets[name] = new_token()
        return taken.model_copy(update={"credential": token_digest(self._secrets[name])})

    def build_work(self, row: RunTaskRow, news: News) -> Work:
        return build_work(self._log.state, row, self._agent_environment(row.task), news)

    def _agent_environment(self, task: str) -> dict[str, str]:
        """An agent's processes are that agent to every way in, and never the person who started the run."""
        token = {"RENKEI_TOKEN": self._secrets[task]} if task in self._secrets else {}
        return {**self._env, **token, "RENKEI_RUN": self._log.state.run.id}
