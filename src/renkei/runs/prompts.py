"""What an agent is told when it is started: all of it, for it shares no memory with anybody."""

from collections.abc import Mapping, Sequence
from typing import Any

from renkei.kit.agents import read_contract
from renkei.kit.prompts import read_cooperation, read_prompt, read_role
from renkei.kit.words import Say, speaker
from renkei.playbooks.paths import output_patterns
from renkei.playbooks.teams import list_teammates
from renkei.protocol.actors import Language
from renkei.protocol.playbooks import Playbook, PlaybookTask
from renkei.protocol.yaml import write_yaml


def build_prompt(
    playbook: Playbook,
    task: PlaybookTask,
    *,
    goal: str,
    blackboard: Mapping[str, Any],
    sources: str = "",
    missed: str = "",
    reduced: bool = False,
    findings: str = "",
    contract: str | None = None,
    left_open: Sequence[str] = (),
    doubts: Sequence[str] = (),
    constraints: Sequence[str] = (),
    news: str = "",
    skill: str = "",
    team: bool = True,
    lang: Language = "en",
) -> str:
    """The prompt of one task: role, context, task, files, team, report, prohibitions. Its agent's turn begins with it.

    `skill` says how it is done; `team` whether the agents of the run work as a team.
    """
    say = speaker(lang)
    parts = [
        (say("Role"), _role_text(playbook, task, lang)),
        (say("Goal"), goal),
        (say("Context"), write_yaml(blackboard, sort_keys=True) if blackboard else ""),
        (say("To read"), sources),
        (say("Read directly, for the agent that was to read it failed"), missed),
        (say("Task"), f"{task.title or task.id}\n{task.prompt}"),
        (say("How it is done"), skill),
        (say("Constraints that were decided"), "\n".join(f"- {each}" for each in dict.fromkeys(constraints))),
        (say("Your turn"), news),
        (say("Left open before you"), "\n".join(f"- {each}" for each in left_open)),
        (say("Not verified before you"), "\n".join(f"- {each}" for each in doubts)),
        (say("Do less"), _reduced_text(say) if reduced else ""),
        (say("What was found wrong before"), findings),
        (say("Inputs"), "\n".join(f"- {path}" for path in task.inputs)),
        (say("Output files"), _list_outputs(task, say)),
        (say("Contract"), _contract_text(contract, say) if contract else ""),
        (say("Your team"), _team_text(playbook, task, lang, team=team)),
        (say("While you work"), "\n\n".join(read_prompt(part, lang) for part in ("interim", "question"))),
        (say("When you are done"), _ending_text(task, lang)),
        (say("Not allowed"), read_prompt("prohibitions", lang).format(blackboard=playbook.blackboard)),
    ]
    return "\n\n".join(f"## {title}\n{text.strip()}" for title, text in parts if text.strip()) + "\n"


def build_report_request(task: PlaybookTask, wrong: str, lang: Language = "en") -> str:
    """What an agent is told whose report cannot be read."""
    say = speaker(lang)
    said = say("Your report could not be read: {wrong}\nReport once more.", wrong=wrong)
    return f"{said} {_report_form(task, lang)}"


def _role_text(playbook: Playbook, task: PlaybookTask, lang: Language) -> str:
    role = playbook.roles[task.role]
    say = speaker(lang)
    named = say("You are {agent} ({role}).", agent=task.agent, role=task.role)
    return "\n".join([named, *([read_role(role.template, lang)] if role.template else []), role.prompt])


def _list_outputs(task: PlaybookTask, say: Say) -> str:
    return "\n".join(f"- {path}" for path in output_patterns(task)) or say("None: you only read.")


def _reduced_text(say: Say) -> str:
    return say("An attempt before you failed. Do the most important part well, and leave the rest out.")


def _contract_text(contract: str, say: Say) -> str:
    return say(
        "You work under {contract}. Your report delivers it; whether it is fulfilled is looked up, not believed.",
        contract=contract,
    )


def _team_text(playbook: Playbook, task: PlaybookTask, lang: Language, *, team: bool) -> str:
    """With whom it discusses, and how; or that it does not."""
    if playbook.agent_team is None:
        return ""
    if not playbook.agent_team.teammates:
        return read_prompt("member", lang).format(team=playbook.agent_team.name)
    members = list_teammates(playbook)
    if not team or task.agent not in members or not playbook.peer_messages:
        return read_prompt("alone", lang)
    others = ", ".join(name for name in members if name != task.agent)
    said = read_prompt("team", lang).format(team=playbook.agent_team.name, others=others)
    return f"{said}\n{read_cooperation(task.role, lang)}" if others else read_prompt("alone", lang)


def _ending_text(task: PlaybookTask, lang: Language) -> str:
    form = _report_form(task, lang)
    return form if task.answer in ("sdd", "written") else f"{read_prompt('completion', lang)}\n\n{form}"


def _report_form(task: PlaybookTask, lang: Language) -> str:
    say = speaker(lang)
    if task.kind == "gate":
        return _gate_form(say)
    match task.answer:
        case "result":
            return read_contract(task.agent, lang)
        case "written":
            return say("Answer with this line and nothing else: {line}", line=f"WRITTEN:{task.outputs[0]}")
        case "sdd":
            return say("Answer with the completion report that your instructions name, its token in the first line.")
        case "report":
            return _completion_form(task, say)


def _completion_form(task: PlaybookTask, say: Say) -> str:
    keys = "\n".join(f"  - key: {key}\n    value: ..." for key in task.blackboard_keys)
    outputs = f"contract_outputs:\n{keys}" if keys else "contract_outputs: []"
    said = say(
        "End with this report; it is sent to the leader with the summary `{owner} completed`. ok needs an artifact, "
        "needs_input an open question, blocked a blocker:",
        owner=task.agent,
    )
    return (
        f"{said}\n## Task Complete: {task.id}\n```yaml\nstatus: ok   # or needs_input, conflict, blocked\n"
        f"severity: null   # or P0, P1, P2\nartifacts: [{', '.join(output_patterns(task))}]\n{outputs}\n"
        "open_questions: []\nblockers: []\n```"
    )


def _gate_form(say: Say) -> str:
    said = say(
        "End with this report. overall follows from the counts and is worked out again (P0: ROLLBACK_P0; two P1: "
        "ROLLBACK_P1; else PASS). rollback_targets has an entry for each P1, also one that is left:"
    )
    return (
        f"{said}\n```yaml\noverall: PASS\np0_count: 0\np1_count: 0\np2_count: 0\n"
        "rollback_targets: []   # {phase: TASK, reason: TEXT}\np2_items: []\n```"
    )
