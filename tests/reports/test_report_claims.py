"""Which references a report makes, and which code it quotes for each (RES-7, RES-14)."""

import pytest

from renkei.reports.formats import find_claims, parse_report

HEAD = "## x Result\n### Status\nSUCCESS\n### Summary\ns\n### Findings\n"
"""Six lines: findings begin on line 7."""

Quoted = list[tuple[str, str | None, int]]


def quoted(findings: str) -> Quoted:
    """Reference, snippet and line of each claim."""
    return [
        (claim.reference.text, (claim.snippet if claim.how != "shown" else None), claim.line)
        for claim in find_claims(parse_report(HEAD + findings))
    ]


@pytest.mark.req("RES-14")
def test_the_good_example_pairs_its_code_with_its_reference() -> None:
    found = quoted(
        "src/auth/login.ts:45 で認証を発見\n- 確認済み: Read ツールで確認\n"
        "- コード一致: `export async function authenticate()`\n"
    )
    assert found == [("src/auth/login.ts:45", "export async function authenticate()", 9)]


@pytest.mark.req("RES-14")
def test_the_bad_example_quotes_nothing() -> None:
    assert quoted("src/auth/login.ts:45 で認証を発見\n") == [("src/auth/login.ts:45", None, 7)]


@pytest.mark.req("RES-7")
@pytest.mark.parametrize(
    ("findings", "found"),
    [
        ("- a.py:1 calls b.py:2\n  - Code match: `go()`\n", [("a.py:1", "go()", 8), ("b.py:2", None, 7)]),
        (
            "- a.py:1 calls b.py:2\n  - Code match: `go()`\n  - Code match: `went()`\n",
            [("a.py:1", "go()", 8), ("b.py:2", "went()", 9)],
        ),
        ("- login\n  - Code match: a.py:1 `go()`\n", [("a.py:1", "go()", 8)]),
        ("- login a.py:1\n  - コード一致: `b.py:2` の `went()`\n", [("a.py:1", None, 7), ("b.py:2", "went()", 8)]),
        ("- login a.py:1\n  - Code match: def go():\n", [("a.py:1", "def go():", 8)]),
        ("- login a.py:1\n  - Code match: yes\n", [("a.py:1", None, 7)]),
        ("- login a.py:1\n  - Code match: `a`, `b(1)`\n", [("a.py:1", "a", 8), ("a.py:1", "b(1)", 8)]),
    ],
)
def test_code_on_a_code_match_line_belongs_to_a_reference(findings: str, found: Quoted) -> None:
    assert quoted(findings) == found


@pytest.mark.req("RES-7")
@pytest.mark.parametrize(
    ("findings", "found"),
    [
        ("- `a.py:1`:\n  ```python\n  go()\n  ```\n", [("a.py:1", "go()", 9)]),
        ("`a.py:1`\n\n```\ngo()\n```\n", [("a.py:1", "go()", 10)]),
        ("**X-1**\n```ts\n// a.ts:8 - fixed key\nconst K = 1;\n```\n", [("a.ts:8", "const K = 1;", 9)]),
        ("- key\n  ```ts a.ts:8\n  const K = 1;\n  ```\n", [("a.ts:8", "const K = 1;", 9)]),
        ("- `example/a.py:1`:\n  ```python\n  go()\n  ```\n", [("example/a.py:1", "go()", 9)]),
        ("- `a.py:1`:\n  ```python\n  =====\n  ok = 1\n  ```\n", [("a.py:1", "=====\nok = 1", 9)]),
        ("- `a.py:1`:\n  ```\n  2.8.7 (as of 2.8.6)\n  ---\n  ```\n", [("a.py:1", "2.8.7 (as of 2.8.6)\n---", 9)]),
        ("- Fix for `a.py:1`:\n  ```python\n  better()\n  ```\n", [("a.py:1", None, 7)]),
        ("- `a.py:1` の修正案\n  ```python\n  better()\n  ```\n", [("a.py:1", None, 7)]),
        (
            "- `a.py:1` fails\n  ```console\n  $ pytest c.py:3\n  b.py:2: error\n  ```\n",
            [("a.py:1", None, 7), ("b.py:2", None, 10)],
        ),
        (
            "- `a.py:1` fails\n  ```\n  Traceback (most recent call last):\n  /usr/x.py:2\n  ```\n",
            [("a.py:1", None, 7), ("/usr/x.py:2", None, 10)],
        ),
        ("- flow\n  ```\n  a.py:1 -> b.py:2\n  ```\n", [("a.py:1", None, 9), ("b.py:2", None, 9)]),
        ('- log\n  ```python\n  log("b.py:2")\n  ```\n', []),
    ],
)
def test_a_block_is_a_quote_when_it_shows_what_stands_there(findings: str, found: Quoted) -> None:
    assert quoted(findings) == found


@pytest.mark.req("RES-4")
def test_every_section_is_searched_for_references() -> None:
    report = parse_report(
        "see a.py:1\n## x Result\n### Status\nPARTIAL\n### Summary\nb.py:2\n### Findings\n"
        "- c.py:3\n  and d.py:4\n### Key References\n"
        "| Item | Location | Code |\n|--|--|--|\n| e | e.py:5, f.py:6 | `go()` |\n"
        "### Confidence\n50 - read g.py:7\n### Issues\n"
        "- i | Severity: minor | Location: h.py:8\n### Next Steps\n1. open i.py:9\n"
        "### Blockers\n- j.py:10 | Resolution: k.py:11\n"
        "### Error Details\n- Location: l.py:12\n### Uncertainty\nm.py:13\n### Other\n\nn.py:14\n"
    )
    assert [
        (claim.reference.text, claim.snippet, claim.finding, claim.issue, claim.line) for claim in find_claims(report)
    ] == [
        ("a.py:1", None, None, None, 1),
        ("b.py:2", None, None, None, 6),
        ("c.py:3", None, 0, None, 8),
        ("d.py:4", None, 0, None, 9),
        ("e.py:5", "go()", None, None, 13),
        ("f.py:6", None, None, None, 13),
        ("g.py:7", None, None, None, 15),
        ("h.py:8", None, None, 0, 17),
        ("i.py:9", None, None, None, 19),
        ("j.py:10", None, None, None, 21),
        ("k.py:11", None, None, None, 21),
        ("l.py:12", None, None, None, 23),
        ("m.py:13", None, None, None, 25),
        ("n.py:14", None, None, None, 28),
    ]


@pytest.mark.req("RES-7")
def test_the_tree_settles_what_the_text_leaves_open() -> None:
    report = parse_report(HEAD + "- see notes:3 for it\n")
    assert find_claims(report) == ()
    assert [claim.reference.path for claim in find_claims(report, lambda path: path == "notes")] == ["notes"]
