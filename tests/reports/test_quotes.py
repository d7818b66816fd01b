"""Which code is a quote, which place it belongs to, and what it costs to compare it (DEC-40)."""

import pytest

from renkei.reports.check import check_report
from renkei.reports.references import Claim, Reference
from renkei.reports.references import check_claims as check_references
from renkei.reports.references.matching import BUDGET, Matcher
from renkei.reports.tree import MemoryTree
from renkei.reports.tree.content import Plain

CODE = b"""import jwt


def login(user, password):
    token = make_token(user)
    return token  # for an hour


def logout(user):
    print("bye", user)


def wide(
    first: int = 0,
    second: int = 1,
) -> None: ...
"""
TREE = MemoryTree(
    {
        "src/auth.py": CODE,
        "run.sh": b"set -e\nexport TOKEN=1\nmake build\n",
        "tox.ini": b"[tox]\nenvlist = py312\n",
        "ci.yml": b"name: ci\non: pull_request\n",
        "package.json": b'{\n  "name": "shop",\n  "private": true\n}\n',
        "src/page.html": b"<b>1 &lt; 2</b>\n<i>x</i>\n",
    }
)


def quotes(text: str) -> list[tuple[str, str, str | None]]:
    found = check_report(text, TREE).references
    return [(each.claim.reference.text, each.state, each.quote) for each in found]


def fence(code: str, info: str = "python") -> str:
    return f"```{info}\n{code}\n```\n"


INVENTED = fence("    session.expire(user)")
OTHER_LANGUAGES = ("bash", "sh", "json", "yaml", "md", "log", "console", "output", "mermaid", "shell")
BAD_AND_GOOD = "# BAD\n{}\n# GOOD\nx = 1"
PROPOSALS = (
    "推奨される修正:", "Recommendation: use scrypt.", "Instead, do this:", "A safer version would be", "Example usage:",
    "An attacker can run", "Test to add:", "For example:",
)  # fmt: skip
SENTENCES = (
    "Consider guarding `src/auth.py:5`:", "To fix src/auth.py:5, clamp the value:",
    "src/auth.py:5 needs a guard, like so:",
    "`src/auth.py:5` could be made safer with", "A safer version of `src/auth.py:5`:", "Option A for src/auth.py:5:",
    "Insert after `src/auth.py:5`:", "If `src/auth.py:5` were written as", "The test I would add for `src/auth.py:5`:",
    "`src/auth.py:5` — regression test:", "Reproduction for `src/auth.py:5`:",
    "I reproduced the problem with src/auth.py:5:",
    "A user calling `src/auth.py:5` like this gets an error:", "Minimal reproducer (hits src/auth.py:5):",
    "`src/auth.py:5` のテスト例を示します。", "`src/auth.py:5` は次のようにすると安全です。", "対応案：",
)  # fmt: skip
GUTTERS = (
    "5      token = make_token(user)\n6      return token", "   5\ttoken = make_token(user)\n   6\treturn token",
    "L5     token = make_token(user)\nL6     return token", "5-    token = make_token(user)\n6:    return token",
    ">>> 5    token = make_token(user)", "  token = make_token(user)\n> return token",
)  # fmt: skip
DIFF = (
    "--- a/src/auth.py\n+++ b/src/auth.py\n@@ -4,3 +4,3 @@\n def login(user, password):\n{}\n+    token = db.make(user)"
)
OLD = "-token = old(user)\n"
NEW = "\n+token = db.make(user)"


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        f"The fix for login is at `src/auth.py:5`:\n{INVENTED}",
        f"After the login, `src/auth.py:5` should hold:\n{INVENTED}",
        f"An example stands at `src/auth.py:5`:\n{INVENTED}",
        f"修正は `src/auth.py:5` にあります。推奨どおりです:\n{INVENTED}",
        f"`src/auth.py:5` ends the session.\n\nThis is how it does it:\n\n{INVENTED}",
        f"- `src/auth.py:5`\n{fence('    token = make_token(user)')}\n  and then\n{INVENTED}",
        f"`run.sh:2`\n{fence('export SECRET=1', 'bash')}",
        "`package.json:2`\n" + fence('  "name": "bank",', "json"),
        "`src/auth.py:4`\n" + fence("def login(user, password):\n    ...\n    session.expire(user)"),
        "`src/auth.py:5` reads `session = expire(user)`",
        "`return session.token` (`src/auth.py:6`)",
        "- `src/auth.py:5`\n  - Snippet: `session = expire(user)`",
        "- `src/auth.py:5`\n  - Code match: `session = expire(user)`",
        "As `src/auth.py:5` says:\n\n> session = expire(user)\n",
        "See `src/auth.py:5`:\n\n    session = expire(user)\n",
        "" + fence("# src/auth.py:5\nsession = expire(user)"),
        *(f"`src/auth.py:5`\n{fence('session = db.expire(user)', info)}" for info in OTHER_LANGUAGES),
        f"`src/auth.py:5`\n{fence(' session = db.expire(user)', 'diff')}",
        f"`src/auth.py:5`\n{fence('-token = db.expire(user)' + NEW, 'diff')}",
        f"`src/auth.py:5` is weak, for example:\n{INVENTED}",
        f"`src/auth.py:5` should read the user first but it has this proposal:\n{INVENTED}",
        "`src/auth.py:5`\n<pre>\nsession = db.expire(user)\n</pre>",
        "`src/auth.py:5`\n<pre><code>session = db.expire(user)</code></pre>",
        "`src/auth.py:5`\n\n> session = db.expire(user)\n",
        "`src/auth.py:5`:\n\n1. ```python\n   session = db.expire(user)\n   ```",
        "`src/auth.py:5`\n```python\nsession = db.expire(user)",
        fence("session = db.expire(user)") + "— `src/auth.py:5`",
        "This is what we have:\n" + fence("session = db.expire(user)") + "(from src/auth.py:5)",
        '`src/auth.py:5` contains "session = db.expire(user)".',
        "`src/auth.py:5` には「session = db.expire(user)」とあります。",
        "`src/auth.py:5` does `session.items[name] = user` in the clear.",
        "`src/auth.py:5` does `eval(user)`.",
        "`src/auth.py:4`\n" + fence("def login(user, password):\n    # for example\n    session = db.expire(user)"),
        "`src/auth.py:4`\n" + fence("def login(user, password):\n    # fix\n    session = db.expire(user)"),
        fence("session = db.expire(user)", "python:src/auth.py"),
        fence("session = db.expire(user)", "5:5:src/auth.py"),
        fence("session = db.expire(user)", 'python title="src/auth.py"'),
        "**src/auth.py**\n" + fence("session = db.expire(user)"),
        "From src/auth.py:\n\n" + fence("session = db.expire(user)"),
        "`src/auth.py:5`: session = db.expire(user)",
        "src/auth.py:5 | session = db.expire(user)",
        "Evidence: session = db.expire(user) (src/auth.py:5)",
        "- src/auth.py:5\n  - Evidence: session = db.expire(user)",
        f"`src/auth.py:5`\n{fence(BAD_AND_GOOD.format('session = db.expire(user)'))}",
        "`src/auth.py:5`\n\n> ```python\n> session.expire(user)\n> ```",
        "> [!WARNING]\n> `src/auth.py:5`\n> ```python\n> session.expire(user)\n> ```",
        ">> `src/auth.py:5`\n>> ```python\n>> session.expire(user)\n>> ```",
        "`src/auth.py:5`\n\n> session.lock.acquire()\n> session.expire(user)",
        "`src/auth.py:5`\n> session = db.expire(user)",
        "- Wrong compare (src/auth.py:5)\n  Evidence: if user >= 0:",
        "- src/auth.py:5\n  - Evidence: os.system(user + password)",
        "`src/auth.py:5`\n\n```python\nsession.expire(user, 1000)",
        "The function is\n\n"
        + fence("def login(user):\n    session.expire(user)")
        + "\n(`src/auth.py:4-6`); it is used.",
        "The function is\n\n" + fence("def login(user):\n    session.expire(user)") + "\n`src/auth.py:4-6`",
        fence(DIFF.format("-    token = old(user)"), "diff") + "Done: `src/auth.py:4`",
        f"Instead of waiting, `src/auth.py:5` does this:\n{INVENTED}",
        f"I replaced `src/auth.py:5` by\n{INVENTED}",
        f"`src/auth.py:5` should be fixed, for example:\n{INVENTED}",
        f"To hold it, `src/auth.py:5` does:\n{INVENTED}",
        f"The fix introduced in `src/auth.py:5`:\n{INVENTED}",
        f"The fix touches src/auth.py:5, which reads:\n{INVENTED}",
        f"Replace `src/auth.py:5`, which currently says:\n{INVENTED}",
        f"Example: src/auth.py:5\n{INVENTED}",
        f"One example: `src/auth.py:5`:\n{INVENTED}",
        "`tox.ini:2`\n" + fence("envlist = py39\ndeps =\n    pytest", "bash"),
        "`ci.yml:2`\n" + fence("on: push\njobs:", "sh"),
    ],
)
def test_invented_code_is_a_mismatch_wherever_it_is_shown(text: str):
    assert "mismatch" in [state for _, state, _ in quotes(text)]
    assert not check_report(text, TREE).valid


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        f"`src/auth.py:5`\n{fence('token = make_token(user)')}",
        f"`src/auth.py:5`\n{fence('5 | token = make_token(user)')}",
        f"`src/auth.py:5`\n{fence('token = make_token(user)  # never ends')}",
        f"`src/auth.py:10`\n{fence('print(“bye”, user)')}",
        f"`src/page.html:1`\n{fence('<b>1 &amp;lt; 2</b>', 'html')}",
        "`src/auth.py:4`\n" + fence("def login(user, password):\n    ...\n    return token"),
        "`src/auth.py:6`\n" + fence("def login(user, password):\n    ...\n    return token"),
        f"`run.sh:2`\n{fence('export TOKEN=1', 'bash')}",
        f"`src/auth.py` has it:\n{fence('token = make_token(user)')}",
        "`src/auth.py:5` reads `token = make_token(user)`",
        "`return token` (`src/auth.py:6`)",
        f"- `src/auth.py:9` calls `src/auth.py:5`\n{fence('def logout(user):')}",
        f"`src/auth.py:5`\n{fence('token = make_token( user )')}",
        f"`src/auth.py:5`\n{fence('-    token = make_token(user)' + NEW, 'diff')}",
        f"I changed `src/auth.py:5`:\n{fence(OLD + '+    token = make_token(user)', 'diff')}",
        "`src/auth.py:5`\n"
        + fence(
            "--- a/src/auth.py\n@@ -5,2 +5,2 @@\n     token = make_token(user)\n-    return token",
            "diff",
        ),
        f"`src/auth.py:5`\n{fence('token = make_token(user)', 'bash')}",
        "`src/auth.py:5`\n<pre><code>token = make_token(user)</code></pre>",
        fence("token = make_token(user)") + "— `src/auth.py:5`",
        "`src/auth.py:5`: token = make_token(user)",
        fence("token = make_token(user)", "python:src/auth.py"),
        fence("token = make_token(user)", "5:5:src/auth.py"),
        fence("token = make_token(user)", 'python title="src/auth.py"'),
        "**src/auth.py**\n" + fence("token = make_token(user)"),
        "From src/auth.py:\n\n" + fence("token = make_token(user)"),
        f"`src/auth.py:5`\n{fence(BAD_AND_GOOD.format('token = make_token(user)'))}",
        *(f"`src/auth.py:5-6`\n{fence(code)}" for code in GUTTERS),
        "`src/auth.py:13-16`: `def wide(first: int = 0, second: int = 1) -> None:`",
        "`src/auth.py:13`\n" + fence("def wide( first: int = 0, second: int = 1 ) -> None:"),
        "`src/auth.py:5`\n\n> ```python\n> token = make_token(user)\n> ```",
        fence(DIFF.format("-    token = make_token(user)"), "diff") + "Done: `src/auth.py:4`",
        f"`src/auth.py:9`\n{fence('token = make_token(user)')}— `src/auth.py:5`",
    ],
)
def test_what_stands_there_is_verified_whatever_was_done_to_it(text: str):
    assert ("verified", "verified") in [(state, quote) for _, state, quote in quotes(text)]
    assert check_report(text, TREE).valid


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        f"`src/auth.py:5` is wrong. Replace it by:\n{INVENTED}",
        f"`src/auth.py:5` should read:\n{INVENTED}",
        f"- `src/auth.py:5`\n\n**Suggested fix**\n{INVENTED}",
        f"`src/auth.py:5` を次のように修正します:\n{INVENTED}",
        "`src/auth.py:5` fails:\n" + fence("$ pytest\n1 failed", ""),
        "`src/auth.py:5` fails:\n" + fence('{"error": 1}', "json"),
        f"`src/auth.py:5`:\n{fence('client --> server', '')}",
        "`src/auth.py:5` calls `make_token` with `user`, run `make test`",
        "`src/auth.py:5` should be `token = None`",
        "add `token = None` at `src/auth.py:5`",
        f"A test:\n{INVENTED}",
        fence("demo = run(user)") + "\n- `src/auth.py:5`\n- `src/auth.py:6`",
        f"Replace `src/auth.py:5` by:\n{INVENTED}",
        *(f"`src/auth.py:5`\n\n{lead}\n{INVENTED}" for lead in (*PROPOSALS, *SENTENCES)),
        f"`src/auth.py:5`\n{fence('# Suggested fix' + chr(10) + 'session.expire(user)')}",
        "`src/auth.py:5` に `token = scrypt(user)` を使うべきです。",
        "If you pass `user = None`, `src/auth.py:5` fails.",
        "`src/auth.py:5` fails:\n" + fence("count: 3\nstate: open", "yaml"),
        "`src/auth.py:5` is run by\n" + fence("make test && ./deploy.sh --all", "bash"),
        "`src/auth.py:5` prints\n" + fence("user logged in", "output"),
        "`src/auth.py:5`: return values are not checked; see above.",
        "`src/auth.py:5`: the token (for an hour) is kept",
        "`src/auth.py:5`: if the token is gone:",
        "`src/auth.py:5`: timeout = 30 (default)",
        "`src/auth.py:5`: authenticate(user)",
        "`src/auth.py:5`: the token is kept;",
        "`src/auth.py:5` reads settings\n" + fence('name = "shop"\nurl = "a.b"', "toml"),
        "`src/auth.py:5` prints\n" + fence("Point(x=1, y=2)", "output"),
        f"`src/auth.py:5`\n{fence('+token = db.make(user)', 'diff')}",
        f"I removed this at `src/auth.py:5`:\n{fence('-token = db.make(user)', 'diff')}",
        f"`src/auth.py:5`\n{fence('session.expire(user)', 'suggestion')}",
        f"Proposed patch for src/auth.py:5, which reads:\n{INVENTED}",
        f"A counterpart of src/auth.py:5, it reads:\n{INVENTED}",
        f"My version of `src/auth.py:5`, which says:\n{INVENTED}",
        "`tox.ini:2` is used by\n" + fence("tox -e py39\nCI=1 tox", "bash"),
        "Add to `tox.ini:2`:\n" + fence("envlist = py39", "bash"),
        "As commit 1a2b3c4 had it:\n\n"
        + fence(DIFF.format("-    token = old(user)"), "diff")
        + "Now see `src/auth.py:5`",
    ],
)
def test_proposals_output_and_names_are_no_quotes(text: str):
    assert {quote for _, _, quote in quotes(text)} <= {None, "unchecked"}
    assert all(state == "verified" for _, state, _ in quotes(text))


@pytest.mark.req("DEC-40", refused=True)
def test_code_in_a_section_about_one_line_is_compared_behind_any_prose():
    text = "### src/auth.py:5\nIt is careful. It logs.\n\nMore of it.\n\nThe code is explicit:\n"
    assert quotes(text + INVENTED) == [("src/auth.py:5", "mismatch", "mismatch")]
    assert quotes(text + fence("    token = make_token(user)")) == [("src/auth.py:5", "verified", "verified")]
    assert quotes(text + "A possible fix:\n" + INVENTED) != [("src/auth.py:5", "mismatch", "mismatch")]


@pytest.mark.req("DEC-40", refused=True)
def test_code_that_much_prose_parts_from_its_place_is_unchecked_and_never_passed_over():
    text = "`src/auth.py:5` is careful.\n\nIt logs.\n\nThe code is explicit:\n"
    assert quotes(text + INVENTED) == [("src/auth.py:5", "verified", "unchecked")]
    assert quotes(text + fence("    token = make_token(user)")) == [("src/auth.py:5", "verified", "verified")]


@pytest.mark.req("DEC-40", refused=True)
def test_code_that_a_colon_leads_to_below_a_list_is_unchecked_and_never_passed_over():
    text = "- `src/auth.py:5` is careful.\n\nIt logs.\n\nMore is said. The code is explicit:\n\n"
    assert quotes(text + INVENTED) == [("src/auth.py:5", "verified", "unchecked")]
    assert quotes(text + fence("    token = make_token(user)")) == [("src/auth.py:5", "verified", "verified")]
    assert quotes(f"{text}## Usage\n\nSo it is called:\n\n{INVENTED}") == [("src/auth.py:5", "verified", None)]


@pytest.mark.req("DEC-40")
def test_an_elision_counts_where_its_quoted_lines_stand():
    tree = MemoryTree({"a.py": b"first line\n" + b"x\n" * 98 + b"last line\n"})
    quote = fence("first line\n...\nlast line")
    told = {line: check_report(f"`a.py:{line}`\n{quote}", tree).references[0].state for line in (1, 50, 100)}
    assert told == {1: "verified", 50: "moved", 100: "verified"}


def claimed(path: str, line: int, snippet: str) -> Claim:
    return Claim(reference=Reference(text=path, path=path, line=line), snippet=snippet)


@pytest.mark.req("DEC-40")
def test_many_quotes_of_a_file_of_equal_lines_compare_next_to_nothing(monkeypatch: pytest.MonkeyPatch):
    spent: list[int] = []
    stands = Matcher._stands  # pyright: ignore[reportPrivateUsage]

    def counted(self: Matcher, start: int) -> bool:
        before = self.spent
        try:
            return stands(self, start)
        finally:
            spent.append(self.spent - before)

    monkeypatch.setattr(Matcher, "_stands", counted)
    tree = MemoryTree({"a.py": b"same line\n" * 300_000})
    quotes = ["same line\n" * 3, "same line\n" * 300 + "other", "same lime", "same line\n...\nsame line"]
    claims = [claimed("a.py", 1 + number * 1000, quotes[number % 4]) for number in range(160)]
    states = [each.state for each in check_references(claims, tree)]
    assert states == ["verified", "mismatch", "mismatch", "verified"] * 40
    assert sum(spent) < 10_000


@pytest.mark.req("DEC-40", "DEC-44")
def test_what_would_take_too_long_is_unverified_and_not_false():
    tree = MemoryTree({"a.py": b"aa bb cc\n" * 100_000 + b"zz\nbb cc x\n"})
    (checked,) = check_references([claimed("a.py", 1, "aa bb c\n" * 20 + "bb cc x")], tree)
    assert (checked.state, checked.quote) == ("unverified", "unchecked")


@pytest.mark.parametrize("count", [1_000, 4_000])
def test_the_work_for_a_quote_grows_no_faster_than_the_file(count: int):
    plain = Plain(b"aa bb cc\n" * count)
    matcher = Matcher((("aa bb",), ("bb aa",)), plain)
    assert matcher.next_match(0) is None
    assert matcher.spent <= 2 * count < BUDGET


@pytest.mark.req("DEC-40")
def test_quotes_have_no_length_limit():
    lines = [f"value_{number} = {number}" for number in range(2_000)]
    tree = MemoryTree({"a.py": "\n".join(lines).encode()})
    good, bad = "\n".join(lines), "\n".join([*lines[:-1], "value_1999 = 0"])
    assert [each.state for each in check_references([claimed("a.py", 1, good), claimed("a.py", 1, bad)], tree)] == [
        "verified",
        "mismatch",
    ]


@pytest.mark.req("RES-7", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        f"The key is logged at src/auth.py:9999:\n{fence('import jwt')}",
        f"src/auth.py:9999\n{fence('(user)')}",
        f"src/auth.py:5-9999\n{fence('token = make_token(user)')}",
        f"See `src/auth.py:5` and `src/auth.py:9999`.\n{fence('token = make_token(user)')}",
    ],
)
def test_a_line_that_the_file_does_not_have_is_not_moved_by_code_that_tells_nothing(text: str):
    assert "missing_line" in [state for _, state, _ in quotes(text)]


@pytest.mark.req("RES-7")
def test_code_that_stands_once_tells_where_a_line_beyond_the_file_went():
    assert [state for _, state, _ in quotes(f"src/auth.py:9999\n{fence('token = make_token(user)')}")] == ["moved"]


@pytest.mark.req("DEC-44")
def test_many_places_before_many_fences_are_paired_in_bounded_work():
    text = "`src/auth.py:5` " * 300 + "\n\n" + fence("return token") * 300
    assert max(len(each.claim.others) for each in check_report(text, TREE).references) < 100


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "quoted", ["return (\n    spent\n    > limit\n)", "> limit", "  spent\n> limit", "spent\n    > limit"]
)
def test_an_operator_at_the_beginning_of_a_line_is_no_mark(quoted: str):
    tree = MemoryTree(
        {"src/stop.py": b"def stops(spent, limit):\n    return (\n        spent\n        >= limit\n    )\n"}
    )
    (found,) = check_report(f"`src/stop.py:2-5`:\n\n```python\n{quoted}\n```\n", tree).references
    assert found.state == "mismatch"


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize("name", ["Evidence", "証拠"])
@pytest.mark.parametrize(
    ("cell", "state", "quote"),
    [
        ("`return token`", "verified", "verified"),
        ("`return session.token(user)`", "mismatch", "mismatch"),
        ("token", "verified", None),
    ],
)
def test_the_code_in_a_column_of_evidence_has_to_stand_at_the_place_of_its_row(
    name: str, cell: str, state: str, quote: str | None
):
    text = f"| Place | Problem | {name} |\n|---|---|---|\n| src/auth.py:6 | lives long | {cell} |\n"
    assert [each[1:] for each in quotes(text)] == [(state, quote)]


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "* **src/auth.py:5-6** — the token:\n\n      session = Session(user)\n      return session.expire(user)\n",
        "src/auth.py:5: `session.expire(user)`\nsrc/auth.py:6: `return token  # for an hour`\n",
        "- `src/auth.py:5`: `session.expire(user)`\n",
        "src/auth.py:5 pins `token = Session(user)`.",
        "`login()` (src/auth.py:5) makes it — `token = session.expire(user)` — without a lock.",
        "1. `login` (`src/auth.py:4`)\n2. `logout` (same file, line 9), which tells it:\n"
        "   ```python\n   mail(user)\n   ```\n",
        '```python title="src/auth.py" linenums="5"\nsession = Session(user)\n```\n',
        "In **src/auth.py**, it is made so:\n\n```python\nsession = Session(user)\n```\n",
        "It is made so:\n\n```python\n    session = Session(user)\n```\n\nSee src/auth.py:5. It has no lock.",
        "```python\n    session = Session(user)\n```\n（src/auth.py:5 を参照）",
        "The code is\n\n> session = Session(user)\n\nin src/auth.py:5.",
        "The code is\n\n> session = Session(user)\n\n(src/auth.py:5).",
        "The comparison\n\n> session = Session(user)\n\nsits at src/auth.py:5.",
        "It ends with\n\n> return token.age > user.limit + 1\n\nin src/auth.py:6.",
        "取り出しは\n\n> session = Session(user)\n\nとなっており（src/auth.py:5）、安全です。",
        "The session is new:\n\n```python\n    session = Session(user)\n```\n\nTaken from src/auth.py:5.",
        "The farewell is\n\n> see you, {user}, until tomorrow\n\nin src/auth.py:10.",
        "The farewell in src/auth.py:10 is\n\n> see you, {user}, until tomorrow",
        "文は\n\n> see you, {user}, until tomorrow\n\nで、src/auth.py:10 にあります。",
    ],
)
def test_code_that_stands_nowhere_is_a_mismatch_however_it_is_put(text: str):
    assert "mismatch" in [state for _, state, _ in quotes(text)]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "* **src/auth.py:5-6** — the token:\n\n      token = make_token(user)\n      return token\n",
        "src/auth.py:5: `make_token(user)`\n",
        "`login()` (src/auth.py:5) makes it — `token = make_token(user)` — without a lock.",
        "> src/auth.py:13-16\n> ```python\n> def wide(\n"
        ">     first: int = 0,\n>     second: int = 1,\n> ) -> None: ...\n> ```\n",
        "1. `login` (`src/auth.py:4`)\n2. `logout` (same file, line 9)\n   ```python\n   def logout(user):\n   ```\n",
        "It is made so:\n\n```python\n    token = make_token(user)\n```\n\nSee src/auth.py:5.",
        "The code is\n\n> token = make_token(user)\n\nin src/auth.py:5.",
        "コードは\n\n> token = make_token(user)\n\nで、src/auth.py:5 にあります。",
    ],
)
def test_code_that_stands_there_is_verified_however_it_is_put(text: str):
    assert {state for _, state, _ in quotes(text)} == {"verified"}
    assert "verified" in [quote for _, _, quote in quotes(text)]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "On `src/auth.py:5`:\n\n> `make_token(user)` – could be `make_token(user, hours=1)`.\n",
        "On `src/auth.py:5`:\n\n> nit: `session.expire(user)` would do, so the token is not needed.\n",
        "`src/auth.py:5`:\n```python\ntoken = make_token(user)\n```\nI would pass it on:\n"
        "```python\ntoken = make_token(user, key)\n```\n",
        "`src/auth.py:5` forgets the key. Something like the following would do:\n"
        "```python\ntoken = make_token(user, key)\n```\n",
        "`src/auth.py:5` は鍵を渡していません。例えばこう直せます：\n```python\ntoken = make_token(user, key)\n```\n",
        "src/auth.py:5 should rather be short — `token = Token(user)` — as elsewhere.",
        "To reproduce:\n\n```python\nlogin(None, None)\n```\n\nSee src/auth.py:5.",
        "It could be:\n\n```python\n    session = Session(user)\n```\n\nSee src/auth.py:5.",
        "> Why is the session never closed?\n\nIn src/auth.py:5 a token is made, no session.",
        "It greets with\n\n> good bye, Ann\n\nin src/auth.py:10.",
        "> session = Session(user)\n\nThis was proposed for src/auth.py:5.",
        "This would do:\n\n```python\n    session = Session(user)\n```\n\nPut it below src/auth.py:5.",
        "It is done so elsewhere:\n\n```python\n    session = Session(user)\n```\n\nUnlike src/auth.py:5, it locks.",
        "Try\n\n> session = Session(user)\n\ninstead of src/auth.py:5.",
    ],
)
def test_a_remark_with_code_in_it_and_a_proposal_are_no_quotes(text: str):
    assert "mismatch" not in [state for _, state, _ in quotes(text)]


CHANGE = "@@ -1,2 +1,2 @@\n import os\n-key = 1\n+key = 2"
HEADS = (
    "--- a/src/vault.py\n+++ b/src/vault.py\n",
    "diff --git a/src/vault.py b/src/vault.py\nindex 1a2..3b4 100644\n",
)


def states_of_change(change: str, lead: str = "The fix") -> dict[str, str]:
    found = check_report(f"`src/auth.py:5` is weak.\n\n{lead}:\n\n{fence(change, 'diff')}", TREE).references
    return {each.claim.reference.path: each.state for each in found}


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "head", [*HEADS, HEADS[1] + HEADS[0], f"{DIFF.format('-    token = make_token(user)')}\n{HEADS[0]}"]
)
def test_a_change_of_a_file_that_is_not_there_is_false(head: str):
    assert states_of_change(f"{head}{CHANGE}") == {"src/auth.py": "verified", "src/vault.py": "missing_file"}


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    ("change", "lead"),
    [
        ("--- /dev/null\n+++ b/src/vault.py\n@@ -0,0 +1 @@\n+key = 2", "The fix"),
        (f"{HEADS[1]}new file mode 100644\n--- /dev/null\n+++ b/src/vault.py\n@@ -0,0 +1 @@\n+key = 2", "The fix"),
        (f"{HEADS[0]}@@ -0,0 +1 @@\n+key = 2", "The fix"),
        (f"{HEADS[0]}+key = 2", "The fix"),
        (f"{HEADS[0]}{CHANGE}", "A new file holds the key"),
        (f"{HEADS[0]}{CHANGE}", "As commit 1a2b3c4 had it"),
    ],
)
def test_a_change_that_makes_a_file_or_is_of_the_past_claims_no_file(change: str, lead: str):
    assert set(states_of_change(change, lead).values()) <= {"verified", "unverified", "outside"}
