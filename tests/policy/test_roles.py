"""Each role has its tools, its commands and its paths, and no more."""

from pathlib import Path

import pytest

import renkei.kit
from tests.support.policy_case import SHIPPED, ask, run, said

AGENTS = sorted((Path(renkei.kit.__file__).parent / "agents" / "en").glob("*.md"))


@pytest.mark.req("ORCH-2")
@pytest.mark.parametrize("file", AGENTS, ids=lambda file: file.stem)
def test_a_role_may_use_the_tools_that_its_agent_file_names(file: Path):
    tools = next(line for line in file.read_text("utf-8").splitlines() if line.startswith("tools: "))
    for tool in tools.removeprefix("tools: ").split(", "):
        assert ask(file.stem, tool, file_path="notes.md", path="notes.md", command="cat a.py").allowed, tool


@pytest.mark.req("ORCH-2", refused=True)
@pytest.mark.parametrize(
    ("role", "tool"),
    [
        ("security-auditor", "Write"),
        ("security-auditor", "Edit"),
        ("security-auditor", "NotebookEdit"),
        ("security-auditor", "apply_patch"),
        ("system-architect", "Bash"),
        ("system-architect", "Write"),
        ("system-architect", "WebFetch"),
        ("code-explorer", "Bash"),
        ("verification-specialist", "Edit"),
        ("product-manager", "Bash"),
        ("product-manager", "mcp__other__write"),
    ],
)
def test_any_other_tool_is_refused_and_the_tools_it_has_are_named(role: str, tool: str):
    ruling = ask(role, tool, file_path="notes.md", command="ls", input="*** Update File: a.md\n")
    assert (ruling.allowed, ruling.rule) == (False, "ORCH-2")
    assert "Read" in said(ruling)


@pytest.mark.req("ORCH-2")
@pytest.mark.parametrize("tool", ["SendMessage", "mcp__renkei__post_message", "TaskUpdate", "StructuredOutput"])
def test_every_role_can_report(tool: str):
    assert all(ask(role, tool).allowed for role in SHIPPED.roles)


@pytest.mark.req("DEC-21")
@pytest.mark.parametrize("tool", ["Write", "Edit", "Bash", "WebFetch", "mcp__browser__open", "NotebookEdit"])
def test_a_qa_engineer_has_all_tools(tool: str):
    assert ask("qa-engineer", tool, file_path="src/app.py", command="make deploy").allowed


@pytest.mark.req("DEC-21", "TEAM-9", refused=True)
def test_where_a_qa_engineer_writes_ownership_decides():
    ruling = ask("qa-engineer", "Edit", file_path="src/app.py", owners={"src/app.py": "bob"}, agent="quinn")
    assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "TEAM-9", "bob")


@pytest.mark.req("ORCH-2", refused=True)
def test_a_product_manager_writes_documents_and_no_code():
    assert ask("product-manager", "Write", file_path="specs/login.md", content="# Login").allowed
    ruling = ask("product-manager", "Write", file_path="src/login.py", content="x = 1")
    assert (ruling.allowed, ruling.rule) == (False, "ORCH-2")


@pytest.mark.req("SDD-9", refused=True)
@pytest.mark.parametrize("role", ["qa-engineer", "backend-specialist", "code-explorer"])
def test_no_agent_starts_another(role: str):
    assert ask(role, "Agent", prompt="go").rule in ("SDD-9", "ORCH-2")
    assert not ask(role, "Agent", prompt="go").allowed
    assert ask("lead", "Agent", prompt="go").allowed


def test_a_role_that_the_policy_does_not_know_has_no_limits_but_guards_and_ownership():
    assert run("poet", "make poem").allowed
    assert ask("poet", "Write", file_path="src/a.py").allowed
    assert ask("poet", "Write", file_path=".renkei/off").rule == "DEC-52"
    assert ask("poet", "Write", file_path="src/a.py", owners={"src/a.py": "bob"}).rule == "TEAM-9"


@pytest.mark.req("ORCH-2", "DEC-21")
@pytest.mark.parametrize(
    "command",
    [
        "npm audit",
        "npm audit --json",
        "yarn audit",
        "pnpm audit",
        "git log --oneline -5",
        "git diff HEAD~1",
        "git show HEAD:src/app.py",
        "cat src/app.py",
        "/bin/cat src/app.py",
        "head -n 20 src/app.py",
        "tail -5 src/app.py",
        "wc -l src/app.py",
        "ls -la src",
        "find . -name '*.py' -not -path './node_modules/*'",
        "cat src/app.py | grep -n password | head -3",
        "ls src && cat src/app.py; wc -l 'a b.txt'",
        "find . -name '*.py' | xargs grep -n X",
        "find . -name '*.py' -print0 | xargs -0 -r grep -n X | head -3",
        "git ls-files | xargs -n 50 wc -l",
        "grep -rl X src | xargs -I{} head -5 {}",
    ],
)
def test_a_security_auditor_runs_read_only_audit_commands(command: str):
    assert run("security-auditor", command).allowed


@pytest.mark.req("ORCH-2", "DEC-21", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "rm src/app.py",
        "npm audit fix",
        "npm audit --fix",
        "npm install",
        "find . -exec cat {} +",
        "find src -delete",
        "find . -fprint out.txt",
        "find . -name '*.py' | xargs rm",
        "find . -name '*.py' | xargs sed -n 1p",
        "find . | xargs",
        "find . | xargs env",
        "find . | xargs env cat",
        "find . | xargs -I{} {}",
        "find . | xargs sh -c 'cat a'",
        "find . | xargs git ls-files",
        "find . | xargs -a /proc/self/environ echo",
        "find . -printf '/proc/self/environ' | xargs cat",
        "git ls-files --format=/proc/self/environ | xargs cat",
        "echo /proc/self/environ | xargs cat",
        "cat names | xargs cat",
        "xargs cat",
        "find . ; xargs cat",
        "git log --output=out.txt",
        "git diff --outp out.txt",
        "git grep -O less x",
        "git grep -Oless x",
        "git commit -m x",
        "git -c core.pager=sh log",
        "cat a > b",
        "cat a >> b",
        "cat < a",
        "cat a | tee b",
        "cat a | sh",
        "cat $(ls)",
        "cat `ls`",
        "cat $FILE",
        "cat <(ls)",
        "env",
        "printenv",
        "env cat a",
        "PAGER=sh git log",
        "GIT_EXTERNAL_DIFF=./x git diff",
        "./cat a",
        "bash -c 'cat a'",
        "python -c 'print(1)'",
        "cat a & rm b",
        "cat a\nrm b",
        "(cat a)",
        "for f in a b; do cat a; done",
        "cat 'a",
        "cat <<EOF\nx\nEOF",
        "if true; then cat a; fi",
    ],
)
def test_a_security_auditor_runs_nothing_else_and_nothing_that_cannot_be_read(command: str):
    ruling = run("security-auditor", command)
    assert (ruling.allowed, ruling.rule) == (False, "ORCH-2")


@pytest.mark.req("SDD-14", "SDD-26", refused=True)
@pytest.mark.parametrize("role", ["lead", "backend-specialist", "security-auditor", ""])
def test_a_note_before_a_command_is_refused_with_where_it_belongs(role: str):
    ruling = run(role, "# look at the log\ngit log")
    assert (ruling.allowed, ruling.rule) == (False, "SDD-14")
    assert "use the Bash tool's description" in said(ruling)


@pytest.mark.req("SDD-14")
def test_a_command_that_begins_with_an_executable_may_have_notes_behind_it():
    assert run("backend-specialist", "make build # quickly\n# and now the tests\nmake test").allowed


@pytest.mark.req("TEAM-9", refused=True)
@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Edit", {"file_path": "/project/src/../src/app.py"}),
        ("Write", {"file_path": "app.py"}),
        ("MultiEdit", {"file_path": "app.py"}),
        ("NotebookEdit", {"notebook_path": "app.py"}),
        ("Bash", {"command": "echo x > app.py"}),
        ("Bash", {"command": "sed -i s/a/b/ ../src/app.py"}),
        ("Bash", {"command": "cd .. && rm -r src"}),
        ("Bash", {"command": "rm *.py"}),
        ("Bash", {"command": "mv app.py old.py"}),
        ("apply_patch", {"input": "*** Begin Patch\n*** Update File: app.py\n@@\n-a\n+b\n*** End Patch"}),
        ("apply_patch", {"input": "*** Update File: other.py\n*** Move to: app.py\n"}),
        ("Bash", {"command": "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: app.py\n*** End Patch\nEOF"}),
    ],
)
def test_a_file_that_another_writes_is_not_written_by_any_tool(tool: str, given: dict[str, str]):
    ruling = ask("backend-specialist", tool, folder="/project/src", owners={"src/app.py": "bob"}, **given)
    assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "TEAM-9", "bob")
    own = ask("backend-specialist", tool, folder="/project/src", owners={"src/app.py": "me"}, agent="me", **given)
    assert own.allowed
    assert own.writes


@pytest.mark.req("TEAM-9", refused=True)
def test_a_file_that_changed_since_it_was_read_is_read_again_first():
    before, now = {"src/app.py": "aaa"}, {"src/app.py": "bbb"}
    ruling = ask("backend-specialist", "Edit", file_path="src/app.py", read_at=before, now_at=now)
    assert (ruling.allowed, ruling.rule) == (False, "TEAM-9")
    assert "has changed since you read it" in said(ruling)
    assert ask("backend-specialist", "Edit", file_path="src/app.py", read_at=before, now_at=before).allowed
    assert ask("backend-specialist", "Write", file_path="src/app.py", read_at={}, now_at=now).allowed
    gone = ask("backend-specialist", "Write", file_path="src/app.py", read_at=before, now_at={"src/app.py": ""})
    assert not gone.allowed


@pytest.mark.req("CON-3", refused=True)
def test_what_has_to_be_consulted_about_waits_for_the_decision():
    ruling = ask("backend-specialist", "Write", file_path="src/app.py", held=("DEC-7",))
    assert (ruling.allowed, ruling.rule) == (False, "CON-3")
    assert "DEC-7" in said(ruling)
    assert ask("backend-specialist", "Read", file_path="src/app.py", held=("DEC-7",)).allowed
    assert ask("backend-specialist", "Write", file_path="src/app.py").allowed


@pytest.mark.req("ORCH-2", refused=True)
@pytest.mark.parametrize("role", ["renkei:security-auditor", "Security-Auditor", "security_auditor"])
def test_a_role_is_the_same_in_another_spelling(role: str):
    assert run(role, "rm src/app.py").rule == "ORCH-2"
    assert run(role, "git log").allowed


@pytest.mark.req("SDD-9", refused=True)
def test_no_agent_starts_another_whatever_it_is_called():
    assert ask("general-purpose", "Agent", prompt="go").rule == "SDD-9"
    assert ask("lead", "Agent", prompt="go", is_subagent=True).rule == "SDD-9"
    assert ask("lead", "Agent", prompt="go").allowed


@pytest.mark.req("ORCH-2")
@pytest.mark.parametrize(
    "tool", ["TaskOutput", "TaskStop", "TaskCreate", "Skill", "WebFetch", "LSP", "mcp__ide__getDiagnostics"]
)
def test_specialists_look_things_up_and_end_what_they_started(tool: str):
    assert ask("backend-specialist", tool).allowed
    assert ask("frontend-specialist", tool).allowed


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("role", ["lead", "qa-engineer", ""])
@pytest.mark.parametrize("tool", ["Read", "Edit", "Write", "NotebookEdit", "Bash", "apply_patch"])
def test_a_call_that_names_no_file_or_command_is_refused(tool: str, role: str):
    field = {"Bash": "command", "apply_patch": "input"}.get(tool, "file_path")
    for given in ({}, {field: ""}, {field: ["src/a.py"]}, {field: 7}):
        assert ask(role, tool, **given).rule == "DEC-52"


@pytest.mark.req("ORCH-2", "DEC-21")
@pytest.mark.parametrize(
    "command",
    [
        "pip-audit",
        "pip-audit -r requirements.txt -f json",
        "bandit -r src",
        "bandit -r src -f json -ll",
        "npm ls",
        "npm ls --all",
        "npm audit --json",
        "rg secret",
        "rg -n 'password' src",
        "sed -n 1,20p src/f1.py",
        "grep -c x src/f1.py 2>/dev/null",
        "grep -rn x src 2>&1",
        "semgrep scan --config auto src",
        "semgrep --config p/python src",
        "renkei inbox security-auditor",
        "renkei turn start",
        "renkei send x.yaml",
        "git -C . log -3",
        "git log -p",
        "sort src/f1.py",
        "tail -n 5 src/f1.py",
        "jq '.env, .scripts.env' package.json",
        "pip check",
        "cargo deny check",
        "python --version",
    ],
)
def test_a_security_auditor_audits_with_the_tools_of_every_language_and_takes_part(command: str):
    assert run("security-auditor", command).allowed


@pytest.mark.req("ORCH-2", "DEC-21", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "cat /proc/self/environ",
        "grep -a . /proc/self/environ",
        "git diff --no-index /etc/passwd x",
        "git diff --textconv",
        "git log --textconv",
        "npm audit --registry http://evil",
        "npm audit --userconfig=/tmp/x",
        "npm audit --prefix /tmp/x",
        "npm ls --prefix=/tmp",
        "tail -F x",
        "tail -f src/f1.py &",
        "pip-audit --fix",
        "pip-audit -o out",
        "bandit -r src -o out",
        "semgrep --autofix --config auto",
        "semgrep -o out",
        "semgrep scan --config auto --json-output=out",
        "semgrep --sarif-output out",
        "trivy fs --generate-default-config .",
        "npm audit --cache=src",
        "jq -n env",
        "jq -n '$ENV.PATH'",
        "jq -r '\"\\(env|keys)\"' package.json",
        "python --version -c x",
        "/usr/bin/time -o out ls",
        "rg --pre sh x",
        "sed -n 'w out' src/f1.py",
        "sed -n '1e id' src/f1.py",
        "sed -n 1,3p src/f1.py > out",
        "grep x src/f1.py 2> out",
        "cat src/f1.py > /dev/null < src/f2.py",
        "sort -o out src/f1.py",
        "git -C /tmp log",
        "renkei decide DEC-1 A",
        "renkei run x",
        "env",
        "printenv",
        "cat ../proc/self/environ",
        "wc --files0-from=/proc/self/environ",
        "sort --files0-from /proc/self/environ",
        "diff --from-file=/proc/self/environ a",
        "pip-audit -r /proc/self/environ",
        "cd /proc/self && pip-audit -r environ",
        "git blame --ignore-revs-file=/proc/self/environ src/app.py",
        'jq -n \'import "x" as $x {search: "/tmp"}; $x\'',
    ],
)
def test_an_audit_writes_nothing_goes_nowhere_else_and_reads_no_environment(command: str):
    assert not run("security-auditor", command).allowed


@pytest.mark.req("DEC-21", refused=True)
def test_no_tool_of_a_security_auditor_reads_an_environment():
    assert ask("security-auditor", "Read", file_path="/proc/self/environ").rule == "DEC-21"
    assert ask("security-auditor", "Grep", pattern="KEY", path="/proc").rule == "DEC-21"
    assert ask("backend-specialist", "Read", file_path="/proc/meminfo").allowed


LOOKS = [
    "tree src", "stat x", "diff a b", "git describe", "sort x | uniq", "rg x src/a.py", "file x", "realpath x",
    "git ls-tree HEAD", "git rev-list HEAD", "comm a b", "cmp a b", "column x", "sha256sum x", "printf x",
]  # fmt: skip


@pytest.mark.req("ORCH-2", "LEAD-10")
@pytest.mark.parametrize("command", LOOKS)
def test_lead_and_auditor_look_with_plain_commands(command: str):
    for role in ("lead", "security-auditor"):
        ruling = run(role, command, lengths={"a": 1, "b": 1, "x": 1, "src/a.py": 1}, searched=1)
        assert ruling.allowed, said(ruling)


@pytest.mark.req("ORCH-2", "LEAD-10", refused=True)
@pytest.mark.parametrize("command", ["tree -o x src", "sort -o x y", "uniq a b", "file -C -m x"])
def test_lead_and_auditor_write_nothing_with_them(command: str):
    assert not run("lead", command).allowed
    assert not run("security-auditor", command).allowed


@pytest.mark.req("ORCH-2")
def test_the_web_is_looked_at_by_who_explores_and_audits():
    for role in ("code-explorer", "security-auditor", "product-manager"):
        assert ask(role, "WebSearch", query="x").allowed
    assert not ask("system-architect", "WebSearch", query="x").allowed
    ruling = ask("lead", "WebFetch", url="https://example.org")
    assert (ruling.rule, ruling.delegate_to) == ("LEAD-10", "code-explorer")


@pytest.mark.req("ORCH-2")
def test_tools_of_other_servers_are_a_roles_by_data():
    assert ask("backend-specialist", "mcp__github__create_issue").allowed
    role = SHIPPED.roles["security-auditor"]
    more = role._replace(tools=(*(role.tools or ()), "mcp__x__*"))
    team = SHIPPED._replace(roles={**SHIPPED.roles, "security-auditor": more})
    assert ask("security-auditor", "mcp__x__scan", policy=team).allowed


@pytest.mark.req("ORCH-2", "LEAD-10", refused=True)
def test_tools_of_other_servers_are_not_the_leads_and_the_auditors_by_themselves():
    for role in ("lead", "security-auditor", "system-architect"):
        assert not ask(role, "mcp__github__create_issue").allowed
        assert ask(role, "mcp__renkei__post").allowed


@pytest.mark.req("SDD-9", refused=True)
@pytest.mark.parametrize("role", ["backend-specialist", "qa-engineer", ""])
@pytest.mark.parametrize(
    "command",
    [
        "claude",
        "claude -p hi",
        "claude --settings '{\"disableAllHooks\":true}' -p hi",
        "echo hi | claude",
        "CLAUDE_CONFIG_DIR=/tmp/c /usr/bin/claude -p x",
        "codex -c hooks=false exec hi",
        "gemini -p hi",
        "claude mcp add x -- y",
        "npx -y @openai/codex@latest exec hi",
        "pnpm dlx @anthropic-ai/claude-code -p x",
        "node node_modules/.bin/claude -p x",
        "node node_modules/@anthropic-ai/claude-code/cli.js -p x",
        "sh -c 'claude -p x'",
        "$(which claude) -p hi",
        'bash -c "$(echo claude -p x)"',
        "tmux new-session -d 'claude -p x'",
        "python -c \"import subprocess; subprocess.run(['claude', '-p', 'x'])\"",
    ],
)
def test_no_agent_starts_a_client_from_a_shell(role: str, command: str):
    ruling = run(role, command)
    assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "SDD-9", "lead")


@pytest.mark.req("SDD-9")
@pytest.mark.parametrize(
    "command",
    [
        "claude --version",
        "codex mcp list",
        "node node_modules/@anthropic-ai/claude-code/cli.js --version",
        "which gemini",
        "npm install -g @anthropic-ai/claude-code",
        "pytest tests/claude -p no:cacheprovider",
        "pytest -k 'codex or gemini'",
        "grep -rn 'claude -p' docs",
        "git commit -m 'use claude -p'",
    ],
)
def test_what_a_client_says_of_itself_is_looked_at(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("ORCH-2", "DEC-21", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "npm ls --logs-dir=./logs",
        "npm outdated --cache ./c",
        "pip check --log-file ./x",
        "pip list --local-log=x",
        "pip list --outdated --cache-dir=./c",
        "safety check -asu",
        "safety check -sj out.json",
        "gitleaks detect --log-opts=--output=src/app.py",
        "gitleaks git --log-opts '-1 --output=src/app.py'",
        "semgrep --json-out=x src",
        "uniq - x",
    ],
)
def test_an_audit_writes_by_no_option_of_its_tools(command: str):
    ruling = run("security-auditor", command)
    assert (ruling.allowed, ruling.rule) == (False, "ORCH-2")


@pytest.mark.req("ORCH-2")
@pytest.mark.parametrize(
    "command",
    [
        "semgrep --json src",
        "semgrep scan --config p/python --sarif src",
        "gitleaks detect --log-opts=main..HEAD",
        "pip list --outdated",
        "npm ls --depth=0",
        "safety check -r requirements.txt",
    ],
)
def test_an_option_that_only_begins_like_one_that_writes_passes(command: str):
    assert run("security-auditor", command).allowed


@pytest.mark.req("DEC-21", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "cat /dev/fd/../environ",
        "cd /dev/fd && cat ../environ",
        "cd /dev && cat fd/../environ",
        "cat /dev/f?/../environ",
        "cat /pro?/self/environ",
        "cat ~/../proc/self/environ",
        "find /dev/fd/.. -name environ",
    ],
)
def test_an_auditor_reads_no_environment_by_another_way_to_it(command: str):
    ruling = run("security-auditor", command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-21")


@pytest.mark.req("DEC-21")
@pytest.mark.parametrize(
    "command", ["ls /dev/fd", "cat src/proc/x", "cat /etc/hosts", "ls /", "grep -n proc src/app.py"]
)
def test_what_is_no_way_to_it_is_read(command: str):
    assert run("security-auditor", command).allowed
