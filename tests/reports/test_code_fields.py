"""Code in a field of an object is compared with the place that the same object names (DEC-40)."""

import json
from collections.abc import Callable

import pytest

from renkei.reports.check import check_report
from renkei.reports.formats import ReportClaim
from renkei.reports.tree import MemoryTree

CODE = b"""import jwt


def login(user, password):
    token = make_token(user)
    return token  # for an hour


def logout(user):
    print("bye", {"user": user})
"""
TREE = MemoryTree({"src/auth.py": CODE, "src/other.py": b"value = 1\n" * 9})
TRUE = "token = make_token(user)"
INVENTED = "session = expire(user)"
SEVERAL = "def login(user, password):\n  token = make_token(user)\n  return token"
BRACES = 'print("bye", {"user": user})'
RESULT = {"original_task_ref": "T-1", "status": "completed", "output_artifacts": ["src/auth.py"], "summary": "Done."}
COMPLETION = """## Task Complete: spec

```yaml
status: ok
artifacts: [src/auth.py]
findings:
{}
blockers: []
```
"""


def in_json(code: str, indent: int | None = None, key: str = "code") -> str:
    return json.dumps({"file": "src/auth.py", "line": 5, "severity": "high", key: code}, indent=indent)


def indented(code: str, width: int) -> str:
    return "\n".join(" " * width + line for line in code.split("\n"))


Form = Callable[[str], str]

FORMS: dict[str, Form] = {
    "object": in_json,
    "object on many lines": lambda code: in_json(code, 2),
    "snippet": lambda code: in_json(code, key="snippet"),
    "list of lines": lambda code: json.dumps({"file": "src/auth.py", "line": 5, "code": code.split("\n")}, indent=1),
    "fence": lambda code: f"I found this:\n\n```json\n{in_json(code, 2)}\n```\n",
    "code before the place": lambda code: json.dumps({"snippet": code, "path": "src/auth.py", "line_number": 5}),
    "reference": lambda code: json.dumps({"ref": "src/auth.py:5", "snippet": code}),
    "place in an object of its own": lambda code: json.dumps(
        {"location": {"file": "src/auth.py", "line": 5}, "code": code}
    ),
    "file around": lambda code: json.dumps({"file": "src/auth.py", "findings": [{"line": 5, "code": code}]}),
    "file without a line": lambda code: json.dumps({"file": "src/auth.py", "code": code}),
    "entry among others": lambda code: json.dumps(
        [{"file": "src/other.py", "line": 1, "code": "value = 1"}, {"file": "src/auth.py", "line": 5, "code": code}]
    ),
    "evidence in back-ticks": lambda code: in_json(f"`{code}`", key="evidence"),
    "TASK_RESULT": lambda code: json.dumps({**RESULT, "findings": [json.loads(in_json(code))]}, indent=2),
    "TASK_RESULT on one line": lambda code: json.dumps({**RESULT, "findings": [json.loads(in_json(code))]}),
    "completion": lambda code: COMPLETION.format(
        f"  - file: src/auth.py\n    line: 5\n    code: |\n{indented(code, 6)}"
    ),
    "completion, code first": lambda code: COMPLETION.format(
        f"  - snippet: |-\n{indented(code, 8)}\n    ref: src/auth.py:5"
    ),
    "YAML in a fence": lambda code: f"```yaml\n- file: src/auth.py\n  line: 5\n  code: |\n{indented(code, 4)}\n```",
}
ONE_LINE: dict[str, Form] = {
    "completion, quoted": lambda code: COMPLETION.format(f"  - ref: src/auth.py:5\n    code: '{code}'"),
    "completion, plain": lambda code: COMPLETION.format(f"  - ref: src/auth.py:5\n    code: {code}"),
    "record": lambda code: f"- file: src/auth.py\n  line: 5\n  snippet: `{code}`\n",
}


def states(text: str) -> list[str]:
    return [each.state for each in check_report(text, TREE).references]


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize("form", [*FORMS.values(), *ONE_LINE.values()], ids=[*FORMS, *ONE_LINE])
def test_invented_code_in_a_field_is_a_mismatch(form: Form):
    assert "mismatch" in states(form(INVENTED))


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_several_lines_in_a_field_of_which_one_is_invented_are_a_mismatch(form: Form):
    assert "mismatch" in states(form(f"{TRUE}\n{INVENTED}"))


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize("form", [*FORMS.values(), *ONE_LINE.values()], ids=[*FORMS, *ONE_LINE])
def test_code_in_a_field_that_stands_there_is_verified(form: Form):
    found = check_report(form(TRUE), TREE).references
    assert {each.state for each in found} == {"verified"}
    assert [each.quote for each in found if each.claim.snippet] == ["verified"] * (1 + ("value = 1" in form(TRUE)))


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize("code", [SEVERAL, BRACES, f"{TRUE}  # weak", "def login(user, password):\n    ...\n"])
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_true_code_passes_however_it_is_cut_indented_or_escaped(form: Form, code: str):
    assert set(states(form(code))) <= {"verified", "moved"}


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "value",
    ["E501", "SEC-001", "no-unused-vars", "TS2345", "unused_import", "HTTP 401 (Unauthorized)", "auth/expired", ""],
)
def test_a_code_that_names_a_rule_or_an_error_is_no_quote(value: str):
    assert states(in_json(value)) == ["verified"]
    assert states(COMPLETION.format(f"  - ref: src/auth.py:5\n    code: {value}"))[0] == "verified"


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        in_json("The check of the session is missing (see the login).", key="evidence"),
        in_json(INVENTED, key="suggested_code"),
        in_json(INVENTED, key="fix"),
        in_json(f"# GOOD\n{INVENTED}"),
        json.dumps([{"ref": "src/auth.py:5"}, {"code": INVENTED}]),
        json.dumps({"summary": "See src/auth.py:5", "proposal": {"code": INVENTED}}),
        json.dumps({"file": "src/auth.py", "line": 5, "also": "src/other.py:1", "code": "value = 1"}),
        '{"exit": {"code": 1}, "at": "src/auth.py:5"}',
    ],
)
def test_what_is_proposed_said_or_of_another_object_is_not_compared(text: str):
    assert set(states(text)) == {"verified"}


@pytest.mark.req("DEC-40", refused=True)
def test_the_line_of_the_quote_is_told():
    text = json.dumps({**RESULT, "findings": [json.loads(in_json(INVENTED))]}, indent=2)
    (wrong,) = (each for each in check_report(text, TREE).references if each.state == "mismatch")
    assert isinstance(wrong.claim, ReportClaim)
    assert text.split("\n")[wrong.claim.line - 1].strip().startswith('"code"')
