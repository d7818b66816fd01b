"""What a turn context costs beside the length of the log: time, tokens, what is told, and what a prompt cache can hold.

A log of 1,000,000 messages of 50 agents beside one of 1,000 (60 % to one agent, 15 % to three, 25 % to all; 5 % of them
blocking), each with 200 new ones since the agent's last turn. The times are of the library: board, tiers, budget, text.
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

from renkei.board.fold import fold_event, stamp_of
from renkei.board.tables import SCHEMA, InboxRow
from renkei.commands.base import Request
from renkei.commands.board import SetFields
from renkei.commands.team import AddAgent
from renkei.commands.turns import StartTurn
from renkei.eventlog.base import Transaction
from renkei.eventlog.records import Draft
from renkei.eventlog.sqlite import SqliteLog
from renkei.hub import Hub
from renkei.protocol.actors import PERSON, Actor
from renkei.protocol.events import Event, MessageBody, MessagePosted, MessagesHandled
from renkei.tokenizers import find_tokenizer

AGENTS: Final = 50
NEW: Final = 200
READER: Final = "agent-7"
BATCH: Final = 5_000
MOST_GROWTH: Final = 3.0
"""Times as long from the long log as from the short one."""
MOST_P50_MS: Final = 2.0
MOST_P99_MS: Final = 5.0
LEAST_RECALL: Final = 0.95
"""Of what the reader needs: what names it, and what goes to all about the subject of its task."""
LEAST_SAVING: Final = 10.0
"""Times fewer tokens than the last 1,000 messages of the group log."""

_TOPICS: Final = (
    "The parser of the configuration reads comments now; lines and columns of errors are those of the file.",
    "Login takes an opaque session id. Clients that send a JWT are answered with 401 and a body in problem+json.",
    "決済画面の文言を確定しました。エラー時の表示は設計書の 4.2 を参照してください。",
    "Migration 0042 adds an index on orders(customer_id, created_at); it takes 40 s on the staging data.",
)


def main() -> int:
    """Measure and print; 1 only with --check and a goal that is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000, help="length of the long log (default 1000000)")
    parser.add_argument("--looks", type=int, default=300, help="how often each is measured (default 300)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="exit 1 when a goal is missed")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = {
            str(count): measure(Path(folder) / f"{count}.db", count, args.looks) for count in (1_000, args.messages)
        }
    short, long = found.values()
    found["growth"] = {"p50": round(long["p50_ms"] / short["p50_ms"], 2), "goal": MOST_GROWTH}
    print(json.dumps(found, ensure_ascii=False) if args.json else _describe(found))
    return 1 if args.check and not is_met(found) else 0


def is_met(found: dict[str, Any]) -> bool:
    *logs, growth = found.values()
    fast = all(each["p50_ms"] <= MOST_P50_MS and each["p99_ms"] <= MOST_P99_MS for each in logs)
    told = all(
        each["critical_told"] == 1 and each["needed_told"] >= LEAST_RECALL and each["saving"] >= LEAST_SAVING
        for each in logs
    )
    return fast and told and all(each["over_budget"] == 0 for each in logs) and growth["p50"] <= MOST_GROWTH


def measure(path: Path, messages: int, looks: int) -> dict[str, Any]:
    """All figures of one log."""
    log = SqliteLog(path, SCHEMA)
    hub = Hub(log, find_tokenizer=find_tokenizer)
    _found_team(hub)
    chance = random.Random(1)  # noqa: S311 - the same each time
    _fill(log, messages - NEW, chance, handled=True)
    _take_turn(hub)
    before = hub.context_for(READER).text
    _fill(log, NEW, chance, handled=False)
    context = hub.context_for(READER)
    times, processor = list[float](), list[float]()
    for _ in range(looks):
        used, started = time.process_time(), time.perf_counter()
        context = hub.context_for(READER)
        times.append((time.perf_counter() - started) * 1000)
        processor.append((time.process_time() - used) * 1000)
    waiting, needed = _critical_ids(log), _needed_ids(log)
    group_log = find_tokenizer(None).count(_group_log(log, 1_000))
    result = {
        "messages": messages,
        "p50_ms": round(statistics.median(times), 3),
        "p99_ms": round(sorted(times)[int(len(times) * 0.99)], 3),
        "processor_p50_ms": round(statistics.median(processor), 3),
        "tokens": context.tokens,
        "saving": round(group_log / context.tokens, 1),
        "over_budget": max(0, find_tokenizer(None).count(context.text) - context.budget),
        "critical": len(waiting),
        "critical_told": sum(f"[{each}]" in context.text for each in waiting) / len(waiting),
        "needed": len(needed),
        "needed_told": round(
            sum(f"{each}\n" in context.text or f"[{each}]" in context.text for each in needed) / len(needed), 3
        ),
        "delta_tokens": hub.context_for(READER, delta=True).tokens,
        "common_prefix": round(_common_prefix(before, context.text) / len(before), 3),
    }
    log.close()
    return result


def _common_prefix(before: str, after: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))


def _found_team(hub: Hub) -> None:
    for number in range(AGENTS):
        name = f"agent-{number}"
        hub.do(Request(command=AddAgent(name=name, role="developer"), actor=PERSON))
        fields: dict[str, str | None] = {
            "status": "working",
            "current_task": f"{_TOPICS[number % len(_TOPICS)][:40]} ({number})",
        }
        hub.do(Request(command=SetFields(fields=fields, based_on=None), actor=Actor(name=name, via="terminal")))


def _take_turn(hub: Hub) -> None:
    """Twice, so that everything before is behind the agent's last turn."""
    for _ in range(2):
        actor = Actor(name=READER, via="terminal")
        hub.do(Request(command=StartTurn(), actor=actor))
        hub.do(Request(command=SetFields(fields={"status": "working"}, based_on=None), actor=actor))


def _fill(log: SqliteLog, count: int, chance: random.Random, *, handled: bool) -> None:
    """Puts messages into the log as posting them would; with `handled` their readers have done with them."""
    for start in range(0, count, BATCH):
        with log.write() as tx:
            readers: dict[str, list[str]] = {}
            for _ in range(min(BATCH, count - start)):
                posted = _sample_message(tx.head.seq + 1, chance)
                _append(tx, posted, posted.sender)
                for reader in posted.readers if handled else ():
                    readers.setdefault(reader, []).append(posted.id)
            for reader, messages in readers.items():
                _append(tx, MessagesHandled(reader=reader, messages=messages), reader)


def _sample_message(seq: int, chance: random.Random) -> MessagePosted:
    """About a kilobyte."""
    sender, *others = (f"agent-{each}" for each in chance.sample(range(AGENTS), 4))
    kind = chance.random()
    to: str | list[str] = others[0] if kind < 0.6 else others if kind < 0.75 else "all"
    if seq % 40 == 0 and sender != READER:
        to = READER  # so that each log has some that are critical
    everybody = [f"agent-{each}" for each in range(AGENTS) if f"agent-{each}" != sender]
    topic = chance.choice(_TOPICS)
    body = MessageBody(
        context_summary=topic, related_state_refs=[], payload={"body": f"{topic} " * (900 // len(topic))}
    )
    return MessagePosted(
        id=f"MSG-{seq}",
        kind="FREEFORM",
        sender=sender,
        to=to,
        readers=everybody if to == "all" else [to] if isinstance(to, str) else to,
        priority="blocking" if chance.random() < 0.05 or to == READER else "normal",
        body=body,
    )


def _append(tx: Transaction, event: Event, actor: str) -> None:
    data = event.model_dump(by_alias=True)
    body = data.pop("body", None)
    record = tx.append(Draft(type=type(event).__name__, actor=actor, via="terminal", body=body, data=data))
    tx.apply(fold_event(tx, event, stamp_of(record)))


def _critical_ids(log: SqliteLog) -> list[str]:
    with log.read() as view:
        rows = view.select(InboxRow, order="seq", reader=READER, handled=False, direct=True, urgent=True)
        return [row.message for row in rows]


def _needed_ids(log: SqliteLog) -> list[str]:
    """Of the messages that wait for the reader: those that name it, and those to all about the subject of its task."""
    subject = _TOPICS[int(READER.rpartition("-")[2]) % len(_TOPICS)]
    with log.read() as view:
        rows = view.select(InboxRow, order="seq", reader=READER, handled=False)
        bodies = {each.seq: each.body or "" for each in view.events_at([row.seq for row in rows])}
        return [row.message for row in rows if row.direct or subject in json.loads(bodies[row.seq])["context_summary"]]


def _group_log(log: SqliteLog, count: int) -> str:
    """The newest messages as a group chat would give them to everybody."""
    with log.read() as view:
        return "\n".join(_newest_texts(view.events(after=max(0, view.head.seq - 2 * count)), count))


def _newest_texts(records: list[Any], count: int) -> Iterator[str]:
    posted = [each for each in records if each.type == "MessagePosted"]
    for each in posted[-count:]:
        yield f"{each.actor}: {json.loads(each.body)['payload']['body'] if each.body else ''}"


def _describe(found: dict[str, Any]) -> str:
    *logs, growth = found.values()
    lines = [
        f"{each['messages']:>9} messages: p50 {each['p50_ms']} ms, p99 {each['p99_ms']} ms "
        f"(processor: p50 {each['processor_p50_ms']} ms), {each['tokens']} tokens, "
        f"{each['saving']} times fewer than the group log ({each['delta_tokens']} as a delta), "
        f"{each['critical']} critical, told {each['critical_told']:.0%}, "
        f"{each['needed']} needed, told {each['needed_told']:.0%}, "
        f"common prefix with the turn before {each['common_prefix']:.0%}"
        for each in logs
    ]
    return "\n".join((*lines, f"growth {growth['p50']} times, at most {growth['goal']}"))


if __name__ == "__main__":
    sys.exit(main())
