"""Templates of results in the forms that models write, and the cases that a seed makes of them.

A template file holds records. A record begins with `=== CLASS NAME [key=value ...]`, then come its picks, one on a line
(`A: code suffix=.c`, with `-> absent` where the text makes another state of it), then `---`, then the text:

- `<<A.c>>`: the pick A in a form of FORMS; `<<A.block|first>>`: changed by a filter of FILTERS;
- `{{one|other}}`: one of these by chance; `<<pool image>>`: one of the pool `image` in pools.txt;
- `<<?>>`: in a shell, a slot. Each slot takes one phrase of each class in turn; the others stay empty.
"""

import html
import json
import random
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from bench.planting import BRANCH, REMOTES, Pick, Planter, World

FOLDER: Final = Path(__file__).parent / "corpus" / "templates"
CLASSES: Final = ("true", "false", "no-reference", "doubtful")
FALSE_IN_SHELLS: Final = 2
"""Phrases of the class false for each slot, where the other classes get one."""

FORMS: Final[dict[str, str]] = {
    "c": "{path}:{line}",
    "col": "{path}:{line}:5",
    "r": "{path}:{line}-{end}",
    "two": "{path}:{line},{end}",
    "twosp": "{path}:{line}, {end}",
    "hash": "{path}#L{line}",
    "hashr": "{path}#L{line}-L{end}",
    "L": "{path} L{line}",
    "comma": "{path}, line {line}",
    "paren": "{path} (line {line})",
    "of": "line {line} of {path}",
    "ofr": "lines {line}-{end} of {path}",
    "trace": 'File "{path}", line {line}',
    "ms": "{path}({line},3)",
    "ja": "{path}の{line}行目",
    "japar": "{path}（{line}行目）",
    "url": "{remote}/blob/{branch}/{path}#L{line}",
    "node": "{path}::{symbol}",
}
"""Ways to name a place (DEC-37)."""
ANY: Final = ("c", "col", "r", "hash", "comma", "paren")

FILTERS: Final[dict[str, Callable[[str], str]]] = {
    "first": lambda text: text.split("\n")[0],
    "last": lambda text: text.split("\n")[-1],
    "dedent": textwrap.dedent,
    "entities": html.escape,
    "typographic": lambda text: re.sub(r'"([^"]*)"', "“\\1”", text).replace("'", "’"),
    "part": lambda text: text[: max(16, len(text) * 2 // 3)].rstrip(),
}


@dataclass(frozen=True, kw_only=True)
class Template:
    """One record of a template file."""

    kind: str
    name: str
    options: dict[str, str]
    picks: tuple[str, ...]
    text: str


@dataclass(frozen=True, kw_only=True)
class Case:
    """A result, with what has to come of it."""

    id: str
    kind: str
    world: str
    text: str
    places: tuple[Pick, ...]
    has_to_be_valid: bool = field(default=True)

    @property
    def is_whole(self) -> bool:
        """Whether it has the form of a result, and is no plain answer."""
        return bool(re.search(r"^## .*(?:Result|結果|Complete: \w+)\s*$|\bTASK_RESULT\b", self.text, re.MULTILINE))


def read_templates() -> list[Template]:
    """All records of all template files, in the order of their names."""
    return [
        each
        for path in sorted(FOLDER.glob("*.txt"))
        for each in _records(path.read_text("utf-8"))
        if path.stem != "pools"
    ]


def read_pools() -> dict[str, list[str]]:
    """Words by pool: `name: one | other`."""
    lines = (FOLDER / "pools.txt").read_text("utf-8").splitlines()
    pairs = (line.split(": ", 1) for line in lines if ": " in line)
    return {name: [each.strip() for each in words.split(" | ")] for name, words in pairs}


def _records(text: str) -> Iterator[Template]:
    for record in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        head, _, rest = record.partition("\n")
        picks, _, body = (
            rest.partition("---\n") if not rest.startswith("---\n") else ("", "", rest.removeprefix("---\n"))
        )
        kind, name, *options = head.split()
        yield Template(
            kind=kind,
            name=name,
            options=dict(each.split("=", 1) for each in options),
            picks=tuple(line for line in picks.splitlines() if line.strip()),
            text=body.rstrip("\n") + "\n",
        )


def make_cases(worlds: Sequence[World], seed: int, times: int) -> list[Case]:
    """Each template in each repository, so many times; shells once for each slot and class."""
    templates, pools = read_templates(), read_pools()
    phrases = {kind: [each for each in templates if each.kind == f"phrase-{kind}"] for kind in CLASSES}
    cases: list[Case] = []
    for template in templates:
        if template.kind in CLASSES:
            for number in range(times * int(template.options.get("times", "1"))):
                world = worlds[number % len(worlds)]
                cases += _case(template, world, f"{template.name}-{number}", seed, pools)
        elif template.kind == "shell":
            cases += _of_shell(template, phrases, worlds, seed, pools)
    return cases


def _of_shell(
    shell: Template, phrases: dict[str, list[Template]], worlds: Sequence[World], seed: int, pools: dict[str, list[str]]
) -> Iterator[Case]:
    parts = shell.text.split("<<?>>")
    for slot in range(1, len(parts)):
        for kind in CLASSES:
            fitting = [each for each in phrases[kind] if each.options["lang"] in (shell.options["lang"], "any")]
            for number in range(FALSE_IN_SHELLS if kind == "false" else 1):
                name = f"{shell.name}-{slot}-{kind}-{number}"
                chance = random.Random(f"{seed} {name}")  # noqa: S311 - the same cases each time
                phrase = chance.choice(fitting)
                text = "".join(parts[:slot]) + phrase.text.strip() + "".join(parts[slot:])
                whole = Template(
                    kind=kind, name=shell.name, options=shell.options, picks=shell.picks + phrase.picks, text=text
                )
                yield from _case(whole, worlds[(slot + number) % len(worlds)], name, seed, pools)


def _case(template: Template, world: World, name: str, seed: int, pools: dict[str, list[str]]) -> Iterator[Case]:
    planter = Planter(world, random.Random(f"{seed} {world.name} {name}"))  # noqa: S311
    for each in template.picks:
        if not _add_pick(planter, each):
            return
    text = _render(template, planter, pools)
    yield Case(
        id=f"{world.name}/{name}",
        kind=template.kind,
        world=world.name,
        text=text.replace("\n", "\r\n") if "crlf" in template.options else text,
        places=tuple(planter.picks.values()),
        has_to_be_valid=template.options.get("valid") != "any",
    )


def _add_pick(planter: Planter, words: str) -> bool:
    name, _, rest = words.partition(":")
    rest, _, states = rest.partition("->")
    how, *options = rest.split()
    found = planter.pick(name.strip(), how, dict(each.split("=", 1) for each in options))
    if found and states:
        planter.picks[name.strip()] = replace(found, states=frozenset(states.strip().split(",")))
    return found is not None


def _render(template: Template, planter: Planter, pools: dict[str, list[str]]) -> str:
    def chosen(match: re.Match[str]) -> str:
        return planter.chance.choice(match[1].split("|"))

    def filled(match: re.Match[str]) -> str:
        text = _value(match[1], planter, pools)
        for each in match[2].split("|")[1:]:
            text = FILTERS[each](text)
        return json.dumps(text, ensure_ascii=False)[1:-1] if template.options.get("escape") == "json" else text

    text = re.sub(r"\{\{([^{}]*\|[^{}]*)\}\}", chosen, template.text)
    return re.sub(r"<<([\w. -]+?)((?:\|[^>|]+)*)>>", filled, text)


def _value(words: str, planter: Planter, pools: dict[str, list[str]]) -> str:
    if words.startswith("pool "):
        return planter.chance.choice(pools[words.removeprefix("pool ")])
    name, _, form = words.partition(".")
    pick = planter.picks[name]
    form = planter.chance.choice(ANY) if form == "any" else form
    if form in FORMS:
        return FORMS[form].format(**vars(pick), remote=REMOTES[planter.world.name], branch=BRANCH)
    if form == "name":
        return pick.path.rsplit("/", 1)[-1]
    if form == "numbered":
        return "\n".join(f"{number:>5} | {line}" for number, line in enumerate(pick.block.split("\n"), pick.line or 1))
    return str(getattr(pick, form))
