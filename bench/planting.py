"""Repositories with a history, and places in them of which it is known by construction what is true.

A repository is a published source release, with a few files of other languages and odd names beside it, one file that
was removed, one that was renamed, ignore rules, and one ignored file that is there. A recipe chooses a place by a
seeded chance and says in which states (DEC-38) it may come out. A recipe that cannot be certain chooses again.
"""

import ast
import os
import random
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from bench.releases import RELEASES, fetch, unpack

BRANCH: Final = "main"
REMOTES: Final = {
    "pytest": "https://github.com/pytest-dev/pytest",
    "tornado": "https://github.com/tornadoweb/tornado",
}
MOVED: Final = {
    "pytest": ("src/_pytest/argcompletion.py", "src/_pytest/_argcomplete.py"),
    "tornado": ("tornado/locale_data.py", "tornado/_locale_data.py"),
}
"""The name that a file had in the first commit, and the one it has now."""
REMOVED: Final = {
    "pytest": ("src/_pytest/resultlog_writer.py", "src/_pytest/stepwise.py"),
    "tornado": ("tornado/stack_context_shim.py", "tornado/gen.py"),
}
"""A file that the second commit removed, and the one whose content it had."""
IGNORED: Final = (
    "/build/\n/dist/\n/htmlcov/\n/coverage.xml\n*.min.js\n*_pb2.py\n/node_modules/\n/.venv/\n/web/dist/\n*.log\n"
)
KEPT_OUT: Final = "build/lib/bundle_manifest.py"
"""Ignored, and there all the same."""


@dataclass(frozen=True, kw_only=True)
class Pick:
    """A place that a template can name, with the states it may come out in."""

    path: str
    line: int | None = None
    end: int | None = None
    text: str = ""
    block: str = ""
    symbol: str = ""
    states: frozenset[str]


@dataclass(frozen=True)
class World:
    """A repository that was put together, and what is in it."""

    name: str
    root: Path
    files: dict[str, list[str]] = field(repr=False)

    @cached_property
    def tails(self) -> Counter[str]:
        """How many files have each tail of a path."""
        every = [path.relative_to(self.root).parts for path in _every_file(self.root)]
        return Counter("/".join(parts[at:]) for parts in every for at in range(len(parts)))

    @cached_property
    def statements(self) -> list[tuple[str, int]]:
        """Statements of Python that stand on one line and once in their file, by path and line."""
        return [
            place for path, lines in self.files.items() if path.endswith(".py") for place in _statements(path, lines)
        ]

    @cached_property
    def definitions(self) -> list[tuple[str, int, str]]:
        """Functions and classes whose name is defined once in its file: path, line, name (methods as Class::name)."""
        return [
            each for path, lines in self.files.items() if path.endswith(".py") for each in _definitions(path, lines)
        ]


def build(name: str, root: Path) -> World:
    """Unpack a release and give it a history."""
    unpack(fetch(RELEASES[name]), root)
    (old, new), (gone, like) = MOVED[name], REMOVED[name]
    (root / gone).write_bytes((root / like).read_bytes())
    (root / new).rename(root / old)
    start_repository(root, f"{REMOTES[name]}.git")
    commit_all(root, "the release")
    (root / gone).unlink()
    (root / old).rename(root / new)
    commit_all(root, "remove one module, rename another")
    write_beside(root)
    ignore = root / ".gitignore"
    ignore.write_text((ignore.read_text("utf-8") if ignore.exists() else "") + IGNORED, "utf-8")
    commit_all(root, "services beside it")
    (root / KEPT_OUT).parent.mkdir(parents=True, exist_ok=True)
    (root / KEPT_OUT).write_text("".join(f"ENTRY_{n} = {n}\n" for n in range(1, 41)), "utf-8")
    return World(name, root, read_texts(root))


def start_repository(root: Path, remote: str = "") -> None:
    """An empty history around the files of a folder."""
    _git(root, "init", "--quiet", "--initial-branch", BRANCH)
    if remote:
        _git(root, "remote", "add", "origin", remote)


def _git(root: Path, *words: str) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=false", "-c", "gc.auto=0"]
    at = {"GIT_AUTHOR_DATE": "2025-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2025-01-01T00:00:00Z"}
    subprocess.run(["git", *who, *words], cwd=root, check=True, env={**os.environ, **at})


def commit_all(root: Path, message: str) -> None:
    """One commit of all that is there."""
    _git(root, "add", "--all", "--force")
    _git(root, "commit", "--quiet", "--message", message)


def write_beside(root: Path) -> None:
    """Files of other languages and with odd names; each line is told from every other."""
    shapes = {
        "services/gateway/router.go": 'func handle{n}(w http.ResponseWriter) {{ write(w, "route-{n}") }}',
        "services/gateway/main.go": 'var listener{n} = mustListen("unix", {n})',
        "services/ingest/src/lib.rs": "pub fn decode_{n}(input: &[u8]) -> usize {{ input.len() + {n} }}",
        "services/billing/src/com/acme/InvoiceService.java": "    int total{n}() {{ return lines.get({n}); }}",
        "web/src/app.ts": "export const route{n} = register('/page/{n}');",
        "web/src/components/Cart.tsx": "export const Row{n} = () => <tr data-row={{ {n} }} />;",
        "web/legacy/cart.js": "cart.items[{n}] = parsePrice(raw[{n}]);",
        "web/src/pages/[id]/page.tsx": "export const param{n} = read({n});",
        "native/ring.c": "static int ring_slot_{n}(struct ring *r) {{ return r->slots[{n}]; }}",
        "infra/deploy.yaml": "  replica_{n}: {{ zone: z{n}, weight: {n} }}",
        "notes/what's new.md": "- item {n} of the news",
        "notes/Q&A, part 2.md": "- question {n} and its answer",
        "notes/release plan.md": "- step {n} of the plan",
        "docs/設計/概要.md": "- 第{n}項 構成の説明",
        "Dockerfile": "ENV STEP_{n}={n}",
        "proto/invoice.proto": "  string field_{n} = {n};",
    }
    for path, shape in shapes.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("".join(f"{shape.format(n=n)}\n" for n in range(1, 61)), "utf-8")


def _every_file(root: Path) -> Iterator[Path]:
    return (path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.relative_to(root).parts)


def read_texts(root: Path) -> dict[str, list[str]]:
    """Text files with at least ten lines, as an editor counts them."""
    files: dict[str, list[str]] = {}
    for path in _every_file(root):
        name = path.relative_to(root).as_posix()
        try:
            text = path.read_bytes().decode()
        except UnicodeDecodeError:
            continue
        if name != KEPT_OUT and not re.search("[\0\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029\ufeff]", text):
            lines = text.removesuffix("\n").split("\n")
            files |= {name: lines} if len(lines) >= 10 else {}
    return files


def _statements(path: str, lines: list[str]) -> Iterator[tuple[str, int]]:
    seen = Counter(" ".join(line.split()) for line in lines)
    for node in _nodes(lines):
        if not isinstance(node, (ast.Assign, ast.Return, ast.Raise, ast.Expr, ast.Assert, ast.AnnAssign)):
            continue
        text = " ".join(lines[node.lineno - 1].split())
        is_whole = node.lineno == node.end_lineno and node.end_col_offset == len(
            lines[node.lineno - 1].encode().rstrip()
        )
        is_call = not isinstance(node, ast.Expr) or isinstance(node.value, ast.Call)
        if is_whole and is_call and seen[text] == 1 and _is_quotable(text):
            yield path, node.lineno


def _definitions(path: str, lines: list[str]) -> Iterator[tuple[str, int, str]]:
    named: list[tuple[int, str]] = []
    tree = _parse(lines)
    for node in tree.body if tree else []:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            named.append((node.lineno, node.name))
        if isinstance(node, ast.ClassDef):
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
            named += [(each.lineno, f"{node.name}::{each.name}") for each in methods]
    times = Counter(name for _, name in named)
    yield from ((path, line, name) for line, name in named if times[name] == 1)


def _parse(lines: list[str]) -> ast.Module | None:
    try:
        return ast.parse("\n".join(lines))
    except (SyntaxError, ValueError):
        return None


def _nodes(lines: list[str]) -> Iterator[ast.stmt]:
    if len(lines) < 3_000 and (tree := _parse(lines)):
        yield from (node for node in ast.walk(tree) if isinstance(node, ast.stmt))


def _is_quotable(text: str) -> bool:
    return 18 <= len(text) <= 96 and text.isascii() and not re.search(r"`|\.\.\.|\||#|\w:\d|/|\\|<|>|%|--", text)


# ---------------------------------------------------------------------------------------------------- recipes

Recipe = Callable[["Planter", dict[str, str]], Pick | None]
RECIPES: Final[dict[str, Recipe]] = {}
VERIFIED: Final = frozenset({"verified"})
MISSING_FILE: Final = frozenset({"missing_file"})
MISSING_LINE: Final = frozenset({"missing_line"})
MISMATCH: Final = frozenset({"mismatch"})
UNVERIFIED: Final = frozenset({"unverified"})
OUTSIDE: Final = frozenset({"outside", "verified", "unverified"})


def recipe(do: Recipe) -> Recipe:
    """A way to choose a place, by the function's name."""
    RECIPES[do.__name__] = do  # pyright: ignore[reportFunctionMemberAccess]
    return do


class Planter:
    """Chooses places of one repository by one seeded chance."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self.world = world
        self.chance = chance
        self.picks: dict[str, Pick] = {}

    def pick(self, name: str, how: str, options: dict[str, str]) -> Pick | None:
        """A place by a recipe; None where this repository has no such place."""
        for _ in range(400):
            found = RECIPES[how](self, options)
            if found and all(found.path != each.path for each in self.picks.values() if "in" not in options):
                self.picks[name] = found
                return found
        return None

    def file(self, options: dict[str, str]) -> str | None:
        """A file with an ordinary name."""
        if "in" in options:
            return self.picks[options["in"]].path
        end = options.get("suffix", ".py")
        paths = [path for path in self.world.files if path.endswith(end) and _is_ordinary(path)]
        return self.chance.choice(paths) if paths else None

    def lines(self, path: str) -> list[str]:
        return self.world.files[path]


def _is_ordinary(path: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z0-9_./-]+", path)) and "/" in path and "." in path.rsplit("/", 1)[1][1:]


@recipe
def line(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A line that is there."""
    path = planter.file(options)
    if path is None:
        return None
    lines = planter.lines(path)
    at = planter.chance.randint(1, len(lines) - 6)
    end = at + planter.chance.randint(2, 6)
    text = lines[at - 1].strip()
    if len(text) < 8:
        return None
    return Pick(path=path, line=at, end=end, text=text, block="\n".join(lines[at - 1 : end]), states=VERIFIED)


@recipe
def code(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A statement that is there, with the two lines around it as a block."""
    if "suffix" in options:
        found = line(planter, options)
        return found if found and found.path.startswith(("services/", "web/", "native/", "infra/")) else None
    places = planter.world.statements
    if "in" in options:
        places = [each for each in places if each[0] == planter.picks[options["in"]].path]
    if not places:
        return None
    path, at = planter.chance.choice(places)
    lines = planter.lines(path)
    block = lines[at - 1 : at + 2]
    if options.get("has", "") not in lines[at - 1] or sum(lines[at - 1].strip() in each for each in lines) > 1:
        return None
    if (
        not _is_ordinary(path)
        or len(block) < 3
        or not block[2].strip()
        or re.search(r"```|\w:\d|\"\"\"|/", "".join(block))
    ):
        return None
    return Pick(path=path, line=at, end=at + 2, text=lines[at - 1].strip(), block="\n".join(block), states=VERIFIED)


@recipe
def long_code(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A block of more than twenty lines that is there."""
    path = planter.file(options)
    if path is None or len(planter.lines(path)) < 60:
        return None
    at = planter.chance.randint(10, len(planter.lines(path)) - 40)
    block = planter.lines(path)[at - 1 : at + planter.chance.randint(20, 30)]
    text = "\n".join(block)
    if not block[0].strip() or not block[-1].strip() or re.search(r"```|\w:\d|\.\.\.|/|Traceback|>>>|\$ ", text):
        return None
    return Pick(path=path, line=at, end=at + len(block) - 1, text=block[0].strip(), block=text, states=VERIFIED)


@recipe
def long_altered(planter: Planter, options: dict[str, str]) -> Pick | None:
    """Such a block, with an invented line in the middle."""
    found = long_code(planter, options)
    if not found:
        return None
    block = found.block.split("\n")
    block[len(block) // 2] = f"    {_invent(planter, found.path)[0]}"
    return replace(found, block="\n".join(block), states=MISMATCH)


@recipe
def unsuffixed(planter: Planter, _: dict[str, str]) -> Pick | None:
    """A line of a file whose name has no suffix."""
    return Pick(path="Dockerfile", line=planter.chance.randint(1, 50), end=60, states=VERIFIED)


@recipe
def unsuffixed_beyond(planter: Planter, _: dict[str, str]) -> Pick | None:
    """A line after the last one of such a file."""
    return Pick(path="Dockerfile", line=planter.chance.randint(70, 900), states=MISSING_LINE)


@recipe
def definition(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A function, class or method, at its line."""
    inside = options.get("kind") == "method"
    places = [each for each in planter.world.definitions if ("::" in each[2]) is inside and _is_ordinary(each[0])]
    path, at, name = planter.chance.choice(places)
    lines = planter.lines(path)
    if len(name) < 6 or at + 2 > len(lines):
        return None
    return Pick(
        path=path,
        line=at,
        end=at + 2,
        text=lines[at - 1].strip(),
        block="\n".join(lines[at - 1 : at + 2]),
        symbol=name,
        states=VERIFIED,
    )


@recipe
def file(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A file that is there, cited without a line."""
    path = planter.file(options)
    return Pick(path=path, states=VERIFIED) if path else None


@recipe
def odd(planter: Planter, _: dict[str, str]) -> Pick | None:
    """A line of a file whose name has a blank, a comma, an apostrophe, brackets or Japanese letters."""
    path = planter.chance.choice(
        ["notes/what's new.md", "notes/Q&A, part 2.md", "notes/release plan.md", "docs/設計/概要.md"]
    )
    return Pick(path=path, line=planter.chance.randint(1, 60), end=60, states=VERIFIED)


@recipe
def bracketed(planter: Planter, _: dict[str, str]) -> Pick | None:
    """A line of a file in a folder with brackets."""
    return Pick(path="web/src/pages/[id]/page.tsx", line=planter.chance.randint(1, 50), end=60, states=VERIFIED)


@recipe
def tail(planter: Planter, options: dict[str, str]) -> Pick | None:
    """The end of exactly one path."""
    path = planter.file(options)
    if path is None:
        return None
    parts = path.split("/")
    short = "/".join(parts[planter.chance.randint(1, len(parts) - 1) :])
    if planter.world.tails[short] != 1 or not _is_long_enough(short):
        return None
    lines = planter.lines(path)
    at = planter.chance.randint(1, len(lines) - 6)
    return Pick(path=short, line=at, end=at + 3, text=lines[at - 1].strip(), states=VERIFIED)


def _is_long_enough(short: str) -> bool:
    return len(short) > 7


@recipe
def kept_out(planter: Planter, _: dict[str, str]) -> Pick | None:
    """A line of a file that is ignored and there."""
    return Pick(path=KEPT_OUT, line=planter.chance.randint(1, 40), states=VERIFIED)


@recipe
def moved(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A statement, cited at another line of its file."""
    found = code(planter, options)
    if not found or found.line is None:
        return None
    lines = planter.lines(found.path)
    at = planter.chance.randint(1, len(lines))
    return replace(found, line=at, states=frozenset({"moved"})) if abs(at - found.line) > 12 else None


@recipe
def beyond(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A line after the last one."""
    path = planter.file(options)
    if path is None:
        return None
    at = len(planter.lines(path)) + planter.chance.choice([7, 23, 61, 118, 240, 977, 5000])
    return Pick(path=path, line=at, end=at + 4, text=_invent(planter, path)[0], states=MISSING_LINE)


@recipe
def overrun(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A range that begins in the file and ends after its last line."""
    found = line(planter, options)
    return replace(found, end=len(planter.lines(found.path)) + 40, states=MISSING_LINE) if found else None


@recipe
def ghost(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A path that no commit ever had, spelt like one of this tree."""
    path = planter.file(options)
    if path is None:
        return None
    folder, _, name = path.rpartition("/")
    stem, _, end = name.rpartition(".")
    word = planter.chance.choice(["retry", "session_store", "token_guard", "quota", "shard_map", "ledger", "replay"])
    ways = (
        f"{folder}/{word}_{stem.strip('_')}.{end}",
        f"{folder}/{word}/{stem}_impl.{end}",
        f"{folder}/{word}{len(path)}.{end}",
    )
    other = planter.chance.choice(ways)
    if planter.world.tails[other] or planter.world.tails[other.rsplit("/", 1)[1]]:
        return None
    at = planter.chance.randint(4, 400)
    return Pick(
        path=other, line=at, end=at + 5, text=_invent(planter, other)[0], symbol="RetryBudget", states=MISSING_FILE
    )


@recipe
def outsider(planter: Planter, _: dict[str, str]) -> Pick | None:
    """A path that leaves the tree."""
    path = planter.chance.choice(
        ["../billing-core/ledger/post.py", "../../shared/auth/tokens.py", "../infra-live/vault/main.tf"]
    )
    return Pick(path=path, line=planter.chance.randint(2, 90), states=MISSING_FILE)


@recipe
def recased(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A path in other letters than it has."""
    path = planter.file(options)
    if path is None:
        return None
    folder, _, name = path.rpartition("/")
    return (
        Pick(path=f"{folder}/{name[0].upper()}{name[1:]}", line=3, states=MISSING_FILE) if name[0].islower() else None
    )


@recipe
def misquote(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A place that is there, with code that is not."""
    found = line(planter, options)
    if not found:
        return None
    text, more = _invent(planter, found.path)
    return replace(found, text=text, block=f"{text}\n{more}", states=MISMATCH)


@recipe
def altered(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A statement that is there, with one of its words changed."""
    found = code(planter, options)
    if not found:
        return None
    words = [
        each for each in re.findall(r"[A-Za-z_]{5,}", found.text) if each not in ("return", "raise", "assert", "yield")
    ]
    if not words:
        return None
    word = planter.chance.choice(words)
    text = found.text.replace(word, f"{word[:-2]}_{planter.chance.choice(['cached', 'legacy', 'unsafe'])}", 1)
    return replace(found, text=text, block=found.block.replace(found.text, text, 1), states=MISMATCH)


@recipe
def half_invented(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A block whose first line is there and whose others are not."""
    found = code(planter, options)
    if not found:
        return None
    first = found.block.split("\n")[0]
    indent = first[: len(first) - len(first.lstrip())]
    text, more = _invent(planter, found.path)
    return replace(found, block=f"{first}\n{indent}{text}\n{indent}{more}", states=MISMATCH)


@recipe
def no_name(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A file that is there, with a name that is not defined in it."""
    path = planter.file(options)
    name = planter.chance.choice(
        ["RetryBudget", "TestQuotaLimits::test_over_limit", "acquire_lease_token", "LedgerMixin"]
    )
    return Pick(path=path, symbol=name, states=frozenset({"missing_name"})) if path else None


@recipe
def ambiguous(planter: Planter, _: dict[str, str]) -> Pick | None:
    """The end of several paths."""
    world = planter.world
    several = [
        end for end, times in world.tails.items() if times > 1 and re.fullmatch(r"[\w/]+\.(py|rst|html|txt)", end)
    ]
    several = [end for end in several if end not in world.files and not (world.root / end).exists()]
    return Pick(path=planter.chance.choice(sorted(several)), line=planter.chance.randint(1, 2), states=UNVERIFIED)


@recipe
def ignored(planter: Planter, _: dict[str, str]) -> Pick | None:
    """A path that the ignore rules cover, and that is not there."""
    word = planter.chance.choice(["report", "bundle", "worker", "summary", "index"])
    ways = ("build/lib/{}_gen.py", "dist/{}_meta.json", "htmlcov/{}.html", "web/dist/{}.js", "web/legacy/{}.min.js")
    path = planter.chance.choice([*ways, "proto/{}_pb2.py", "node_modules/{}/lib/main.js"]).format(word)
    return Pick(path=path, line=planter.chance.randint(1, 900), states=UNVERIFIED)


@recipe
def stdlib(planter: Planter, _: dict[str, str]) -> Pick | None:
    """A path of Python's own library."""
    name = planter.chance.choice(
        ["json/decoder.py", "asyncio/base_events.py", "subprocess.py", "logging/__init__.py", "ssl.py"]
    )
    where = planter.chance.choice(["/usr/lib/python3.11", "/usr/local/lib/python3.12", "/usr/lib/python3.13"])
    return Pick(path=f"{where}/{name}", line=planter.chance.randint(1, 300), states=OUTSIDE)


@recipe
def package(planter: Planter, _: dict[str, str]) -> Pick | None:
    """A path of an installed package."""
    name = planter.chance.choice(
        ["requests/sessions.py", "urllib3/connectionpool.py", "click/core.py", "jinja2/loaders.py"]
    )
    where = planter.chance.choice(["/usr/local/lib/python3.12/site-packages", ".venv/lib/python3.12/site-packages"])
    return Pick(path=f"{where}/{name}", line=planter.chance.randint(1, 300), states=OUTSIDE)


@recipe
def removed(planter: Planter, _: dict[str, str]) -> Pick | None:
    """A file that the branch had and has no more."""
    path = REMOVED[planter.world.name][0]
    return Pick(path=path, line=planter.chance.randint(1, 60), end=70, states=frozenset({"removed"}))


@recipe
def renamed(planter: Planter, _: dict[str, str]) -> Pick | None:
    """The name that a file had; its text is where it has gone."""
    old, new = MOVED[planter.world.name]
    return Pick(path=old, line=planter.chance.randint(1, 30), text=new, states=frozenset({"removed"}))


@recipe
def flagged(planter: Planter, options: dict[str, str]) -> Pick | None:
    """A path that is not there, which the agent itself marks as not looked up (DEC-4)."""
    found = ghost(planter, options)
    return replace(found, states=UNVERIFIED | MISSING_FILE) if found else None


INVENTED: Final = {
    "py": (
        ("self._lease_budget = compute_lease_budget(limit={n})", "return self._lease_budget.remaining({n})"),
        ("password_digest = hashlib.md5(secret_{n}).hexdigest()", "store.save_plaintext(password_digest)"),
        ("if retry_quota_{n} > self.max_retry_quota:", "    raise QuotaExhausted(retry_quota_{n})"),
        ("cursor.execute(build_ledger_query(user_{n}))", "rows = cursor.fetch_ledger_rows()"),
        ("token_cache_{n}.invalidate(session.owner_key)", "audit.emit_token_event(session.owner_key)"),
    ),
    "go": (("token{n} := mintToken(ctx, owner)", "audit.Emit(token{n})"),),
    "rs": (("let lease_{n} = pool.acquire_lease()?;", "ledger.commit(lease_{n})?;"),),
    "c": (("static void wipe_ring_{n}(struct ledger *l);", "free(l->token_{n});"),),
    "js": (("const lease{n} = await acquireLease(owner);", "ledger.commit(lease{n});"),),
    "": (("The lease budget number {n} is never returned.", "The ledger keeps token {n} in plain text."),),
}


def _invent(planter: Planter, path: str) -> tuple[str, str]:
    """Two lines of code that nobody has written, in the language of a file."""
    end = path.rsplit(".", 1)[-1]
    kind = {"ts": "js", "tsx": "js", "java": "js", "pyi": "py"}.get(end, end)
    first, second = planter.chance.choice(INVENTED.get(kind, INVENTED[""]))
    n = planter.chance.randint(100, 999)
    return first.format(n=n), second.format(n=n)
