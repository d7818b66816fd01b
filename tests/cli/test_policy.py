"""`renkei policy`: the policy in force, and why something is allowed or refused."""

import json

import pytest

from renkei.entrypoints.cli.folding import columns_of
from tests.support.cli_run import Cli

OWN = """\
limits:
  quick_lookup: {files: 1}
roles:
  builder: {tools: [Read, Edit], writes: [src/]}
rules:
  LEAD-11: {level: L2}
guarded: [secrets/]
"""


def write_policy(cli: Cli, text: str = OWN) -> None:
    (cli.folder / "renkei").mkdir(exist_ok=True)
    cli.file("renkei/policy.yaml", text)


@pytest.mark.req("LEAD-4", "LEAD-7", "LEAD-12", "LEAD-15")
def test_shows_roles_limits_exceptions_and_levels(renkei: Cli):
    out = renkei.ok("policy", "show").out
    assert "security-auditor         Read, Glob, Grep, LS, Bash" in out
    assert "quick_lookup          3      200         300           10       shipped" in out
    assert "  Cost of the alternative: about 700 tokens (an agent)\n" in out
    assert "  Justification: One value does not need an agent\n" in out
    assert "LEAD-6" in out
    assert "[tool.renkei] pyproject.toml" in out
    assert not renkei.store.exists()
    japanese = renkei.ok("--lang", "ja", "policy", "show").out
    assert "単一の値の確認にエージェントのオーバーヘッドは不要" in japanese


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_fits_a_screen(renkei: Cli, lang: str):
    lines = renkei.ok("--lang", lang, "policy", "show").out.splitlines()
    assert max(map(columns_of, lines)) <= 100


def test_says_where_each_value_is_from(renkei: Cli):
    shipped = renkei.json("policy", "show")
    assert shipped["origins"] == {}
    write_policy(renkei)
    (renkei.folder / "pyproject.toml").write_text("[tool.renkei.policy.delegation]\ncode = 'qa-engineer'\n", "utf-8")
    found = renkei.json("policy", "show")
    assert found["digest"] != shipped["digest"]
    assert found["origins"]["limits.quick_lookup.files"] == "renkei/policy.yaml"
    assert found["origins"]["delegation.code"] == "pyproject.toml [policy]"
    assert found["limits"]["quick_lookup"] == {"files": 1, "lines_each": 200, "lines": 300, "seconds": 10}
    assert found["guarded"] == [*shipped["guarded"], "secrets/"]
    lines = renkei.ok("policy", "show").out.splitlines()
    assert next(line for line in lines if line.startswith("quick_lookup ")).endswith("renkei/policy.yaml")
    assert next(line for line in lines if line.startswith("LEAD-11 ")).split()[1] == "L2"
    assert next(line for line in lines if line.startswith("LEAD-1 ")).strip().endswith("shipped")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("limits:\n  quick_lookup: {files: many}\n", "limits.quick_lookup.files (line 2)"),
        ("rules: {DEC-52: {level: L3}}\n", "rules.DEC-52 (line 1)"),
        ("roles: [\n", "renkei/policy.yaml, line"),
        ("limits: {progress_metadata: {files: 3}}\n", "limits.progress_metadata.files (line 1)"),
    ],
)
@pytest.mark.req("DEC-52", refused=True)
def test_a_mistake_in_the_teams_file_is_named(renkei: Cli, text: str, said: str):
    write_policy(renkei, text)
    for words in (("policy", "show"), ("policy", "why", "lead", "read", "a.py")):
        ran = renkei(*words)
        assert (ran.code, ran.out) == (2, "")
        assert "renkei/policy.yaml" in ran.err
        assert said in ran.err


def test_a_mistake_in_pyproject_is_named(renkei: Cli):
    (renkei.folder / "pyproject.toml").write_text("[tool.renkei.policy.limits.search]\nfiles = -1\n", "utf-8")
    ran = renkei("policy", "show")
    assert ran.code == 2
    assert "pyproject.toml [policy] is not valid" in ran.err
    assert "limits.search.files" in ran.err


@pytest.mark.req("LEAD-2", "LEAD-1", "ORCH-2", refused=True)
@pytest.mark.parametrize(
    ("agent", "action", "path", "rule", "role"),
    [
        ("lead", "read", "long.py", "LEAD-2", "code-explorer"),
        ("lead", "edit", "short.py", "LEAD-1", "backend-specialist"),
        ("lead", "write", "tests/test_a.py", "LEAD-1", "qa-engineer"),
        ("lead", "run", "pytest -q", "LEAD-10", "qa-engineer"),
        ("lead", "run", "cat long.py", "LEAD-2", "code-explorer"),
        ("lead", "search", ".", "LEAD-11", "code-explorer"),
        ("security-auditor", "run", "rm short.py", "ORCH-2", None),
        ("security-auditor", "write", "short.py", "ORCH-2", None),
        ("qa-engineer", "start", "code-explorer", "SDD-9", "lead"),
        ("qa-engineer", "write", ".renkei/off", "DEC-52", None),
        ("qa-engineer", "run", "renkei decide DEC-1 A", "DEC-16", None),
    ],
)
def test_says_by_which_rule_something_is_refused(
    renkei: Cli, agent: str, action: str, path: str, rule: str, role: str | None
):
    for number in range(4):
        renkei.file(f"{number}.py", "x\n")
    renkei.file("long.py", "x\n" * 201)
    renkei.file("short.py", "x\n")
    found = renkei.json("policy", "why", agent, action, path)
    assert (found["allowed"], found["rule"], found["delegate_to"]) == (False, rule, role)
    assert found["reason"]
    assert renkei.ok("policy", "why", agent, action, path).out.startswith(f"Refused by {rule}: ")
    assert renkei.ok("--lang", "ja", "policy", "why", agent, action, path).out.startswith(f"{rule} により拒否")


@pytest.mark.req("LEAD-2", "LEAD-11", "ORCH-2", "LEAD-10")
@pytest.mark.parametrize(
    ("agent", "action", "path", "exception"),
    [
        ("lead", "read", "short.py", "quick_lookup"),
        ("lead", "read", "claude-progress.json", "progress_metadata"),
        ("lead", "search", "short.py", None),
        ("lead", "start", "code-explorer", None),
        ("security-auditor", "run", "git log", None),
        ("code-explorer", "search", ".", None),
        ("qa-engineer", "write", "src/a.py", None),
    ],
)
def test_says_that_something_is_allowed(renkei: Cli, agent: str, action: str, path: str, exception: str | None):
    renkei.file("short.py", "x\n")
    found = renkei.json("policy", "why", agent, action, path)
    assert (found["allowed"], found["rule"], found["exception"]) == (True, None, exception)
    assert renkei.ok("policy", "why", agent, action, path).out.startswith("Allowed")


def test_a_member_has_the_limits_of_its_role(team: Cli):
    write_policy(team)
    assert team.json("policy", "why", "bob", "write", "src/a.py")["rule"] == "ORCH-2"
    assert team.json("policy", "why", "bob", "edit", "src/a.py")["allowed"]
    assert team.json("policy", "why", "bob", "edit", "docs/a.md")["rule"] == "ORCH-2"
    assert team.json("policy", "why", "alice", "run", "make")["allowed"]  # a role that the policy does not know
    ran = team("policy", "why", "nobody", "read", "a.py")
    assert ran.code == 3
    assert "code-explorer" in ran.err
    assert team("policy", "why", "bob", "sing", "a.py").code == 2


@pytest.mark.req("LEAD-7")
def test_a_rule_of_level_l2_is_overridden_with_a_reason_that_is_recorded(team: Cli):
    write_policy(team)
    lead = {"RENKEI_TOKEN": team.ok("agent", "token", "lead").out.strip()}
    assert "LEAD-11" in team.ok("policy", "override", "LEAD-11", "--why", "the explorer is down", env=lead).out
    event = team.log()[-1]
    assert (event["type"], event["data"]["rule"], event["data"]["reason"]) == (
        "RuleOverridden", "LEAD-11", "the explorer is down",
    )  # fmt: skip
    assert event["data"]["actor"] == event["actor"] != "person"
    assert team.json("policy", "override", "LEAD-6", "--why", "one model only")["rule"] == "LEAD-6"


@pytest.mark.req("LEAD-7")
def test_any_member_overrides_a_default_that_holds_for_everybody(team: Cli, token: dict[str, str]):
    write_policy(team, "rules: {SDD-14: {level: L2}}\n")
    assert "SDD-14" in team.ok("policy", "override", "SDD-14", "--why", "no runtime here", env=token).out


@pytest.mark.req("LEAD-6", "LEAD-7", refused=True)
def test_a_default_of_the_lead_is_overridden_by_no_other_agent(team: Cli, token: dict[str, str]):
    words = ("policy", "override", "LEAD-6", "--why", "one model only")
    for own, env in (((), token), (("--as", "bob"), None)):
        before = len(team.log())
        ran = team(*words, *own, env=env)
        assert ran.code == 4
        assert "LEAD-7" in ran.err
        assert "A person or the lead may." in ran.err
        assert [event["type"] for event in team.log()[before:]] == ["RuleRefused"]


@pytest.mark.req("LEAD-7", refused=True)
def test_no_reason_overrides_another_level_and_a_reason_has_to_be_given(team: Cli):
    before = len(team.log())
    ran = team("policy", "override", "LEAD-11", "--why", "I want to")
    assert ran.code == 4
    assert "LEAD-7" in ran.err
    assert team("policy", "override", "DEC-52", "--why", "x").code == 4
    assert team("policy", "override", "LEAD-6").code == 2
    assert team("policy", "override", "LEAD-6", "--why", " ").code == 2
    assert team("policy", "override", "LEAD-99", "--why", "x").code == 3
    assert [event["type"] for event in team.log()[before:]] == ["RuleRefused", "RuleRefused"]
    write_policy(team)
    assert json.loads(team.ok("--json", "policy", "override", "LEAD-11", "--why", "x").out)["reason"] == "x"


@pytest.mark.req("DEC-52")
def test_answers_by_what_the_hooks_go_by_and_names_the_file_that_says_otherwise(renkei: Cli):
    write_policy(renkei)
    renkei.ok("init", "--claude", "--mode", "enforce")
    write_policy(renkei, "limits: {quick_lookup: {files: 9}}\n")
    out = renkei.ok("policy", "why", "builder", "edit", "docs/x.md").out
    assert "Refused by ORCH-2" in out
    assert "renkei/policy.yaml says otherwise, and nothing is done by it" in out
    shown = renkei.json("policy", "show")
    assert shown["limits"]["quick_lookup"]["files"] == 1
    assert shown["left_out"] == ["renkei/policy.yaml"]
    assert "renkei/policy.yaml says otherwise" in renkei.ok("policy", "show").out
    renkei.ok("accept")
    assert renkei.json("policy", "show")["limits"]["quick_lookup"]["files"] == 9
