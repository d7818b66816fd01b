"""A run as one file of HTML: nothing in it is loaded from anywhere, nothing in it is run."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Final

from renkei.entrypoints.run_costs import describe_claims, format_cost, sum_by_agent
from renkei.kit.words import Say
from renkei.sentence import Translatable

_STYLE: Final = """
:root{color-scheme:light;--line:#d9dde4;--muted:#5a6272;--good:#14713f;--wait:#8a4f00;--bad:#b3251d;--soft:#f4f5f8}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--line:#333a46;--muted:#a0a8b8;--good:#5fce91;--wait:#f0b35c;--bad:#ff8f85;--soft:#1b1f27}}
body{font:14px/1.5 system-ui,"Hiragino Sans","Noto Sans CJK JP",sans-serif;max-width:960px;margin:32px auto;padding:0 16px;overflow-wrap:anywhere}
h1{font-size:22px;margin:0}h2{font-size:16px;margin:32px 0 8px}p{margin:4px 0}
.muted{color:var(--muted)}.good{color:var(--good)}.wait{color:var(--wait)}.bad{color:var(--bad)}.state{font-weight:600}
table{border-collapse:collapse;width:100%;overflow-wrap:break-word}th,td{text-align:left;padding:6px 10px;border-bottom:1px solid var(--line);vertical-align:top}
th{font-size:12px;color:var(--muted)}section.gate{border:1px solid var(--line);border-radius:8px;padding:12px 16px;margin:8px 0}
.steps{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:12px}.box{border:1px solid var(--line);border-radius:8px;padding:8px 10px;margin:6px 0;background:var(--soft)}
h2{break-after:avoid}.box,section.gate,tr{break-inside:avoid}code{font-family:ui-monospace,monospace;font-size:12.5px}
@media(max-width:600px){table{display:block;overflow-x:auto}}
"""  # noqa: E501 - a style

_TONES: Final = {
    "completed": ("■", "good"), "PASS": ("■", "good"), "failed": ("✕", "bad"), "ROLLBACK_P0": ("↩", "bad"),
    "ROLLBACK_P1": ("↩", "wait"), "unverified": ("◇", "wait"), "waiting": ("○", "muted"), "skipped": ("–", "muted"),
    "running": ("▶", "wait"), "paused": ("‖", "wait"), "stopped": ("□", "muted"),
}  # fmt: skip

_WORDS: Final[Mapping[str, Translatable]] = {
    "completed": "completed", "failed": "failed", "unverified": "unverified", "waiting": "waiting",
    "skipped": "skipped", "running": "running", "paused": "paused", "stopped": "stopped",
}  # fmt: skip
"""Verdicts of gates stay as the protocol says them."""


def render_report(run: Mapping[str, Any], say: Say, lang: str) -> str:
    """`run`: as `run_graph` answers it."""
    parts = [
        _head(run, say),
        _steps(run, say),
        _gates(run, say),
        _tasks(run, say),
        _agents(run, say),
        _list(say("Left out"), (f"{each['task']}: {each['reason']}" for each in run["report"]["skipped"])),
        _list(say("Not verified"), (f"{each['task']}: {each['command']}" for each in run["report"]["unverified"])),
        _list(say("Refused files"), (f"{each['path']} ({each['rule']})" for each in run["report"]["refused"])),
        _list(say("Contradictions"), (f"{each['task']}: {each['key']}" for each in run["report"]["conflicts"])),
        _list(say("Asked and answered"), (_ask(each, say) for each in run["asks"])),
        _list(say("Warnings"), run["report"]["warnings"]),
    ]
    title = escape(f"{run['playbook']} {run['id']}")
    return (
        f'<!doctype html><html lang="{escape(lang)}"><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _head(run: Mapping[str, Any], say: Say) -> str:
    facts = [
        _state(run["state"], say),
        escape(say("{count} tasks", count=len(run["dag"]))),
        escape(say("{tokens} tokens, {cost}", tokens=f"{run['tokens']:,}", cost=format_cost(run, say))),
    ]
    if claims := describe_claims(run, say):
        facts.append(escape(claims))
    if run["branch"]:
        facts.append(f"<code>{escape(run['branch'])}</code>")
    rehearsal = say("REHEARSAL: agents that followed a script. Nothing here is a verdict on the code.")
    note = f'<p class="wait state">{escape(rehearsal)}</p>' if run["report"]["rehearsal"] else ""
    verdict = run["report"]["verdict"]
    said = f"<p>{escape(say('Verdict: '))}<b>{escape(str(verdict['verdict']))}</b></p>" if verdict else ""
    return (
        f"<h1>{escape(run['playbook'])} <span class=muted>{escape(run['id'])}</span></h1>"
        f"<p>{escape(run['goal'])}</p><p>{' · '.join(facts)}</p>{note}{said}"
    )


def _steps(run: Mapping[str, Any], say: Say) -> str:
    columns: dict[int, list[Mapping[str, Any]]] = {}
    for task in run["dag"]:
        columns.setdefault(task["depth"], []).append(task)
    boxes = "".join(
        f'<div class="step"><span class=muted>{escape(say("Step {n}", n=depth + 1))}</span>'
        + "".join(
            f'<div class="box"><b>{escape(task["title"] or task["task"])}</b><br>{_state(_state_of(task), say)}'
            f"<br><span class=muted>{escape(task['agent'] or '')}</span></div>"
            for task in columns[depth]
        )
        + "</div>"
        for depth in sorted(columns)
    )
    return f"<h2>{escape(say('Graph'))}</h2><div class=steps>{boxes}</div>"


def _gates(run: Mapping[str, Any], say: Say) -> str:
    if not run["gates"]:
        return ""
    found = "".join(
        f'<section class="gate"><p>{_state(gate["overall"], say)} {escape(gate["task"])} · '
        f"{escape(say('cycle {n}', n=gate['cycle']))} · P0 {gate['p0_count']}, P1 {gate['p1_count']}, "
        f"P2 {gate['p2_count']}</p>"
        + "".join(f"<p>{escape(line)}</p>" for line in gate["findings"])
        + (
            f"<p class=muted>{escape(say('Sent back: '))}{escape(', '.join(gate['rollback_targets']))}</p>"
            if gate["rollback_targets"]
            else ""
        )
        + "</section>"
        for gate in run["gates"]
    )
    return f"<h2>{escape(say('Gate'))}</h2>{found}"


def _tasks(run: Mapping[str, Any], say: Say) -> str:
    head = "".join(
        f"<th>{escape(say(each))}</th>" for each in ("Task", "State", "Agent", "Attempt", "Tokens", "Cost", "Note")
    )
    rows = "".join(
        f"<tr><td>{escape(task['task'])}</td><td>{_state(_state_of(task), say)}</td>"
        f"<td>{escape(task['agent'] or '-')}</td><td>{task['attempt']}</td><td>{task['tokens']:,}</td>"
        f"<td>{escape(format_cost(task, say))}</td>"
        f"<td>{escape(task['note'])}</td></tr>"
        for task in run["dag"]
    )
    return f"<h2>{escape(say('Tasks'))}</h2><table><tr>{head}</tr>{rows}</table>"


def _agents(run: Mapping[str, Any], say: Say) -> str:
    rows = "".join(
        f"<tr><td>{escape(agent)}</td><td>{used['tokens']:,}</td><td>{escape(format_cost(used, say))}</td></tr>"
        for agent, used in sum_by_agent(run).items()
    )
    head = "".join(f"<th>{escape(say(each))}</th>" for each in ("Agent", "Tokens", "Cost"))
    return f"<h2>{escape(say('Used by agent'))}</h2><table><tr>{head}</tr>{rows}</table>" if rows else ""


def _list(title: str, items: Iterable[str]) -> str:
    found = [f"<li>{escape(each)}</li>" for each in items]
    return f"<h2>{escape(title)}</h2><ul>{''.join(found)}</ul>" if found else ""


def _ask(ask: Mapping[str, Any], say: Say) -> str:
    return f"{ask['question'] or ask['decision']} → {ask['answer'] or say('waits')}"


def _state_of(task: Mapping[str, Any]) -> str:
    return task["gate"]["overall"] if task["gate"] else task["state"]


def _state(state: str, say: Say) -> str:
    shape, tone = _TONES.get(state, ("○", "muted"))
    word = say(_WORDS[state]) if state in _WORDS else state
    return f'<span class="state {tone}">{shape} {escape(word)}</span>'
