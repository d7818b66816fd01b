"""The lead starts, coordinates, merges, talks, keeps progress and verifies minimally; the rest it delegates."""

import pytest

from renkei.policy.tool_use import Lookup
from renkei.policy.touches import Span
from tests.support.policy_case import SHIPPED, ask, run, said


@pytest.mark.req("LEAD-10")
@pytest.mark.parametrize(
    "tool", ["Agent", "SendMessage", "TodoWrite", "TaskCreate", "AskUserQuestion", "mcp__renkei__board", "ListAgents"]
)
def test_the_lead_coordinates_talks_and_keeps_its_list(tool: str):
    assert ask("lead", tool).allowed


@pytest.mark.req("LEAD-10", "DEC-22", refused=True)
@pytest.mark.parametrize("tool", ["WebFetch", "WebSearch", "mcp__browser__open", "Monitor"])
def test_any_other_tool_is_refused_with_the_role_to_delegate_to(tool: str):
    ruling = ask("lead", tool)
    assert (ruling.allowed, ruling.rule) == (False, "LEAD-10")
    assert ruling.delegate_to in SHIPPED.roles
    assert ruling.delegate_to in said(ruling)


@pytest.mark.req("LEAD-1", "DEC-22", "TEAM-9", refused=True)
@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("src/app.py", "backend-specialist"),
        ("src/Button.tsx", "frontend-specialist"),
        ("styles/main.css", "frontend-specialist"),
        ("tests/test_app.py", "qa-engineer"),
        ("src/app.test.ts", "qa-engineer"),
        ("specs/login.md", "product-manager"),
        ("design.md", "product-manager"),
        ("README.md", "product-manager"),
        ("Makefile", "backend-specialist"),
        ("/elsewhere/x.py", "backend-specialist"),
    ],
)
def test_the_lead_writes_no_code_test_specification_or_design(path: str, role: str):
    for tool, given in (
        ("Write", {"file_path": path, "content": "new"}),
        ("Edit", {"file_path": path, "old_string": "a", "new_string": "b"}),
        ("apply_patch", {"input": f"*** Update File: {path}\n"}),
        ("Bash", {"command": f"echo new > {path}"}),
        ("Bash", {"command": f"cat <<'EOF' >> {path}\nnew\nEOF"}),
        ("Bash", {"command": f"sed -i s/a/b/ {path}"}),
        ("Bash", {"command": f"ls | tee {path}"}),
        ("Bash", {"command": f"cp x {path}"}),
        ("Bash", {"command": f"rm {path}"}),
        ("Bash", {"command": f"git checkout -- {path}"}),
    ):
        ruling = ask("lead", tool, **given)
        assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "LEAD-1", role), given


@pytest.mark.req("LEAD-1", refused=True)
@pytest.mark.parametrize("command", ["npm audit", "bandit -r src", "semgrep --config auto"])
def test_the_lead_does_no_security_analysis(command: str):
    ruling = run("lead", command)
    assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "LEAD-1", "security-auditor")


@pytest.mark.req("LEAD-10", refused=True)
@pytest.mark.parametrize(
    ("command", "role"),
    [
        ("pytest -q", "qa-engineer"),
        ("npm test", "qa-engineer"),
        ("make build", "backend-specialist"),
        ("python -c 'print(1)'", "backend-specialist"),
        ("git commit -m x", "backend-specialist"),
        ("git apply x.patch", "backend-specialist"),
        ("bash -c 'cat a'", "backend-specialist"),
        ("cat $FILE", "backend-specialist"),
        ("cat $(git ls-files)", "backend-specialist"),
        ("awk '{print}' a.py", "backend-specialist"),
        ("ag x a.py", "backend-specialist"),
    ],
)
def test_what_is_not_on_the_leads_list_is_run_by_others(command: str, role: str):
    ruling = run("lead", command)
    assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "LEAD-10", role)


@pytest.mark.req("LEAD-1", "LEAD-10", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "sed -n '1esed -i s/^x1/y/ src/f1.py' README.md",
        "sed -n '1wsrc/new1.py' README.md",
        "sed -n '1w src/new2.py' README.md",
        "sed -n 's/T/x/wsrc/f1.py' README.md",
        "sed -n 's/T/x/e' README.md",
        "sed -n -e p -e '1r src/f1.py' README.md",
        "less -ox README.md",
        "less '+!touch x' README.md",
        "less -kx README.md",
    ],
)
def test_what_a_reading_program_writes_or_runs_is_refused(command: str):
    ruling = run("lead", command, lengths={"README.md": 5})
    assert (ruling.allowed, ruling.rule in ("LEAD-1", "LEAD-10")) == (False, True)


@pytest.mark.req("LEAD-2")
@pytest.mark.parametrize("script", ["1,5p", "/x/p", "s/a/b/gp", "1d;p", "$p", "/a/,/b/{p;q}", "y/ab/cd/;p"])
def test_sed_shows_lines(script: str):
    assert run("lead", f"sed -n '{script}' a.py", lengths={"a.py": 50}).allowed


@pytest.mark.req("LEAD-1", "LEAD-2", "LEAD-11", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "cat src/f4.p?",
        "cat src/{f4,f5}.py",
        "grep -v zzz d.py",
        "grep '[^~]' d.py",
        "grep -n TTL d.py",
        "git diff",
        "git diff HEAD -- d.py",
        "git show HEAD",
        "git show :/init",
        "git show :0:d.py",
        "git log -U5",
        "git log --cc",
        "git log --word-diff",
        "git status -vv",
    ],
)
def test_a_fourth_file_is_not_shown_by_another_program(command: str):
    lookups = tuple(Lookup(path, 10, 0.0) for path in ("a.py", "b.py", "c.py"))
    ruling = run("lead", command, lookups=lookups, lengths={"d.py": 5}, searched=1)
    assert (ruling.allowed, ruling.rule) == (False, "LEAD-2")


@pytest.mark.req("LEAD-2", refused=True)
@pytest.mark.parametrize("command", ["head -n 5 -n 500 a.py", "tail -n 5 --lines=500 a.py", "sed -n -e 1p -ep a.py"])
def test_the_widest_of_several_counts_holds(command: str):
    assert run("lead", command, lengths={"a.py": 900}).rule == "LEAD-2"


@pytest.mark.req("LEAD-2", refused=True)
@pytest.mark.parametrize("command", ["git diff --check -p", "git diff", "git diff --stat --patch"])
def test_what_shows_changes_beside_what_it_counts_is_a_read_of_everything(command: str):
    assert run("lead", command).rule == "LEAD-2"


@pytest.mark.req("LEAD-10")
@pytest.mark.parametrize(
    "command",
    [
        "git status",
        "git diff --stat",
        "git diff --check",
        "git log --oneline -5",
        "ls -la",
        "pwd",
        "date",
        "renkei status 2>/dev/null",
        "git reflog",
        "git cherry -v main",
        "git show-ref",
        "git for-each-ref",
        "git check-ignore x",
        "git config --get remote.origin.url",
    ],
)
def test_the_lead_looks_where_the_work_stands(command: str):
    assert run("lead", command).allowed


READS = [
    ("Read", {"file_path": "{}"}),
    ("Read", {"file_path": "/project/{}"}),
    ("Bash", {"command": "cat {}"}),
    ("Bash", {"command": "cat ./{} | head -50"}),
    ("Bash", {"command": "less '{}'"}),
    ("Bash", {"command": "sed -n '1,40p' {}"}),
    ("Bash", {"command": "head -n 40 {}"}),
    ("Bash", {"command": "tail -40 {}"}),
    ("Bash", {"command": "git show HEAD:{}"}),
    ("Bash", {"command": "cat < {}"}),
    ("Bash", {"command": "grep '' {}"}),
    ("Bash", {"command": "grep -A 500 x {}"}),
    ("Bash", {"command": "column -t {}"}),
    ("Bash", {"command": "column -s , -t {}"}),
    ("Bash", {"command": "nl -b a {}"}),
    ("Bash", {"command": "uniq -f 1 {}"}),
    ("Bash", {"command": "sort -S 1M {}"}),
    ("Bash", {"command": "cut -c 1-200 {}"}),
]


def read(form: tuple[str, dict[str, str]], path: str, **known: object):
    tool, given = form
    return ask("lead", tool, **{name: text.format(path) for name, text in given.items()}, **known)


@pytest.mark.req("LEAD-2", "LEAD-12", "LEAD-4")
@pytest.mark.parametrize("form", READS)
def test_three_files_may_be_read_and_each_read_is_counted(form: tuple[str, dict[str, str]]):
    lookups: tuple[Lookup, ...] = ()
    for path in ("a.py", "b.py", "c.py"):
        ruling = read(form, path, lookups=lookups, lengths=dict.fromkeys(("a.py", "b.py", "c.py"), 50))
        assert (ruling.allowed, ruling.exception) == (True, "quick_lookup")
        assert [each.path for each in ruling.reads] == [path]
        assert 40 <= ruling.reads[0].lines <= 50
        lookups += ruling.reads


@pytest.mark.req("LEAD-2", "LEAD-1", "DEC-22", refused=True)
@pytest.mark.parametrize("form", READS)
def test_a_fourth_file_is_refused_by_every_way_of_reading(form: tuple[str, dict[str, str]]):
    lookups = tuple(Lookup(path, 10, 0.0) for path in ("a.py", "b.py", "c.py"))
    ruling = read(form, "d.py", lookups=lookups, lengths={"d.py": 5})
    assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "LEAD-2", "code-explorer")
    assert read(form, "a.py", lookups=lookups, lengths={"a.py": 5}).allowed  # one of the three, once more


@pytest.mark.req("LEAD-2")
def test_words_that_are_no_files_are_no_reads():
    for command in ("git log --oneline | tr a-z A-Z", "git branch | tr -d ' *'"):
        ruling = ask("lead", "Bash", command=command)
        assert (ruling.allowed, ruling.reads) == (True, ())


@pytest.mark.req("LEAD-2", refused=True)
def test_lines_of_a_file_and_in_all_are_limited():
    assert ask("lead", "Read", file_path="a.py", lengths={"a.py": 200}).allowed
    assert ask("lead", "Read", file_path="a.py", lengths={"a.py": 201}).rule == "LEAD-2"
    assert ask("lead", "Read", file_path="a.py", offset=50, limit=100, lengths={"a.py": 5000}).allowed
    assert ask("lead", "Read", file_path="a.py").rule == "LEAD-2"  # as long as it may be
    before = (Lookup("a.py", 150, 0.0),)
    assert ask("lead", "Read", file_path="a.py", limit=51, lengths={"a.py": 900}, lookups=before).rule == "LEAD-2"
    assert ask("lead", "Read", file_path="b.py", limit=150, lookups=before).allowed
    assert ask("lead", "Read", file_path="b.py", limit=151, lookups=before).rule == "LEAD-2"
    assert run("lead", "cat a.py b.py", lengths={"a.py": 150, "b.py": 151}).rule == "LEAD-2"
    assert run("lead", "cat a.py b.py c.py d.py", lengths=dict.fromkeys(("a.py", "b.py", "c.py", "d.py"), 1)).rule == (
        "LEAD-2"
    )


@pytest.mark.req("DEC-19", "LEAD-2", refused=True)
def test_a_lookup_is_over_within_ten_seconds():
    asked = "value of TTL?"
    first = (Lookup("a.py", 5, 100.0, asked),)
    assert ask("lead", "Read", file_path="b.py", limit=5, lookups=first, clock=110.0, question=asked).allowed
    late = ask("lead", "Read", file_path="b.py", limit=5, lookups=first, clock=110.5, question=asked)
    assert (late.allowed, late.rule, late.delegate_to) == (False, "LEAD-2", "code-explorer")
    assert "10 seconds" in said(late)
    another = ask("lead", "Read", file_path="b.py", limit=5, lookups=first, clock=200.0, question="value of PORT?")
    assert another.allowed  # another lookup: the files of the phase still count


@pytest.mark.req("DEC-19")
def test_a_read_without_a_question_that_comes_later_is_another_lookup_of_the_same_phase():
    before = (Lookup("a.py", 5, 100.0), Lookup("b.py", 5, 130.0))
    assert ask("lead", "Read", file_path="c.py", limit=5, lookups=before, clock=160.0).allowed
    before = (*before, Lookup("c.py", 5, 160.0))
    assert ask("lead", "Read", file_path="d.py", limit=5, lookups=before, clock=190.0).rule == "LEAD-2"


@pytest.mark.req("DEC-19")
def test_a_new_phase_begins_with_nothing_read():
    assert ask("lead", "Read", file_path="d.py", limit=200, lookups=(), clock=9999.0).allowed


@pytest.mark.req("LEAD-12", refused=True)
@pytest.mark.parametrize("path", ["src/x-progress.json", "src/feature-list.json", ".claude/plans/run.py"])
def test_what_is_only_called_so_is_no_progress_file(path: str):
    assert not ask("lead", "Write", file_path=path, content="{}").allowed


@pytest.mark.req("LEAD-2", "LEAD-12", "LEAD-4")
@pytest.mark.parametrize(
    "path", ["claude-progress.json", ".claude/workspaces/main_1/feature-list.json", ".claude/plans/a.md"]
)
def test_progress_and_metadata_files_do_not_count(path: str):
    lookups = tuple(Lookup(each, 100, 0.0) for each in ("a.py", "b.py", "c.py"))
    ruling = ask("lead", "Read", file_path=path, lengths={path: 9000}, lookups=lookups, clock=500.0)
    assert (ruling.allowed, ruling.reads, ruling.exception) == (True, (), "progress_metadata")
    assert ask("lead", "Write", file_path=path, content="{}").exception == "progress_metadata"
    assert run("lead", f"echo '{{}}' > {path}").allowed


@pytest.mark.req("LEAD-12")
def test_a_fallback_read_has_no_limit_in_all_and_showing_none_by_file():
    failed, shown = frozenset({"agent_failed_twice"}), frozenset({"user_asked_display"})
    before = (Lookup("a.py", 200, 0.0), Lookup("b.py", 200, 0.0))
    ruling = ask("lead", "Read", file_path="c.py", limit=200, lookups=before, permissions=failed, clock=60.0)
    assert (ruling.allowed, ruling.exception) == (True, "fallback_read")
    assert ask("lead", "Read", file_path="c.py", limit=300, permissions=shown).exception == "display"


@pytest.mark.req("LEAD-12", refused=True)
def test_each_context_has_its_own_limit():
    failed, shown = frozenset({"agent_failed_twice"}), frozenset({"user_asked_display"})
    three = tuple(Lookup(path, 10, 0.0) for path in ("a.py", "b.py", "c.py"))
    assert ask("lead", "Read", file_path="d.py", limit=9, lookups=three, permissions=failed).rule == "LEAD-2"
    assert ask("lead", "Read", file_path="d.py", limit=201, permissions=failed).rule == "LEAD-2"
    assert ask("lead", "Read", file_path="d.py", limit=301, permissions=shown).rule == "LEAD-2"


@pytest.mark.req("LEAD-9", refused=True)
@pytest.mark.parametrize("form", READS)
def test_what_a_result_covers_is_not_read_again(form: tuple[str, dict[str, str]]):
    ruling = read(form, "a.py", covered={"a.py": "RES-12"}, lengths={"a.py": 5})
    assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "LEAD-9", "verification-specialist")
    assert "RES-12" in said(ruling)
    assert read(form, "b.py", covered={"a.py": "RES-12"}, lengths={"b.py": 50}).allowed


@pytest.mark.req("LEAD-9")
def test_minimal_verification_with_a_reason_is_allowed_within_the_limits():
    known = {"covered": dict.fromkeys("abcd", "RES-12"), "permissions": frozenset({"verification_reason"})}
    lengths = dict.fromkeys("abcd", 20)
    ruling = run("lead", "cat a b c", lengths=lengths, **known)
    assert (ruling.allowed, ruling.exception, len(ruling.reads)) == (True, "minimal_verification", 3)
    assert run("lead", "cat a b c d", lengths=lengths, **known).rule == "LEAD-9"
    assert run("lead", "cat a", lengths={"a": 201}, **known).rule == "LEAD-2"


@pytest.mark.req("LEAD-11")
@pytest.mark.parametrize(
    ("tool", "given", "known"),
    [
        ("Grep", {"pattern": "TTL", "path": "src/app.py"}, {"lengths": {"src/app.py": 900}}),
        ("Grep", {"pattern": "TTL", "path": "src"}, {"searched": 3}),
        ("Glob", {"pattern": "src/*.toml"}, {"searched": 0}),
        ("LS", {"path": "src"}, {}),
        ("Bash", {"command": "grep -n TTL src/app.py src/b.py src/c.py"}, {}),
        ("Bash", {"command": "grep -rn TTL src"}, {"searched": 2}),
        ("Bash", {"command": "find src -name '*.toml'"}, {"searched": 1}),
        ("Bash", {"command": "git log | grep x"}, {}),
        ("Bash", {"command": "ls src"}, {}),
        ("Bash", {"command": "ls src/*.py"}, {}),
        ("Bash", {"command": "git log | rg ''"}, {}),
        ("Bash", {"command": "du -sh ."}, {}),
    ],
)
def test_one_narrow_search_is_allowed(tool: str, given: dict[str, str], known: dict[str, object]):
    assert ask("lead", tool, **given, **known).allowed


@pytest.mark.req("LEAD-11", "LEAD-1", refused=True)
@pytest.mark.parametrize(
    ("tool", "given", "known"),
    [
        ("Grep", {"pattern": "TTL"}, {}),
        ("Grep", {"pattern": "TTL", "path": "src"}, {"searched": 4}),
        ("Glob", {"pattern": "**/*.py"}, {}),
        ("Glob", {"pattern": "src/*.py"}, {"searched": 4}),
        ("Bash", {"command": "grep -rn TTL ."}, {}),
        ("Bash", {"command": "grep -n TTL a b c d"}, {}),
        ("Bash", {"command": "grep -n TTL src/*.py"}, {}),
        ("Bash", {"command": "find . -name '*.py'"}, {}),
        ("Bash", {"command": "git grep TTL"}, {}),
        ("Bash", {"command": "cat src/*.py"}, {}),
        ("Bash", {"command": "ls -R"}, {}),
        ("Bash", {"command": "grep -rn ''"}, {}),
        ("Bash", {"command": "rg ''"}, {}),
        ("Bash", {"command": "cd src && rg TTL"}, {}),
        ("Bash", {"command": "git log | grep -r ''"}, {}),
        ("Bash", {"command": "grep -R '' --include=*.py"}, {}),
        ("Bash", {"command": "du -a ."}, {}),
        ("Bash", {"command": "du -a"}, {}),
    ],
)
def test_a_wider_search_goes_to_the_explorer(tool: str, given: dict[str, str], known: dict[str, object]):
    ruling = ask("lead", tool, **given, **known)
    assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "LEAD-11", "code-explorer")


@pytest.mark.req("LEAD-13")
@pytest.mark.parametrize(
    "question",
    [
        "What is CACHE_TTL set to?",
        "CACHE_TTL の設定は？",
        "Is `validateEmail` defined here?",
        "ここに `validateEmail` は定義されている？",
        "Acceptance criteria of the login feature",
        "The [database] section of the configuration",
        "",
    ],
)
def test_a_lookup_asks_for_one_value_or_section(question: str):
    ruling = ask("lead", "Read", file_path="a.py", limit=20, question=question)
    assert ruling.allowed
    assert ruling.reads[0].question == question
    assert run("lead", "head -20 a.py", description=question).allowed


@pytest.mark.req("LEAD-13", refused=True)
@pytest.mark.parametrize(
    "question",
    [
        "Understand the whole architecture",
        "全体的なアーキテクチャの理解",
        "Which trade-offs were made?",
        "Analyse the design decisions",
        "Find the integration points between the features",
        "機能間の統合ポイントの特定",
        "Read several related files for context",
        "Summarise this document",
        "ドキュメントの要約",
    ],
)
def test_a_question_that_asks_for_more_is_delegated(question: str):
    for ruling in (
        ask("lead", "Read", file_path="a.py", limit=20, question=question),
        run("lead", "head -20 a.py", description=question),
    ):
        assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "LEAD-13", "code-explorer")


@pytest.mark.req("DEC-51", refused=True)
@pytest.mark.parametrize(
    ("name", "kind", "other"),
    [
        ("qa-engineer", "security-auditor", "qa-engineer"),
        ("QA_Engineer", "security-auditor", "qa-engineer"),
        ("scout", "qa-engineer", "security-auditor"),
        ("lead", "qa-engineer", "lead"),
        ("scout", "", "security-auditor"),
    ],
)
def test_an_agent_is_not_started_under_the_name_of_what_it_is_not(name: str, kind: str, other: str):
    given = {"name": name, "prompt": "go"} | ({"subagent_type": kind} if kind else {})
    ruling = ask("lead", "Agent", members={"scout": "security-auditor"}, **given)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-51")
    assert other in said(ruling)


@pytest.mark.req("DEC-51")
@pytest.mark.parametrize(
    ("name", "kind"),
    [("scout", "security-auditor"), ("builder-1", "backend-specialist"), ("qa-engineer", "renkei:qa-engineer")],
)
def test_an_agent_has_a_name_of_its_own_or_that_of_its_kind(name: str, kind: str):
    assert ask(
        "lead", "Agent", members={"scout": "security-auditor"}, name=name, subagent_type=kind, prompt="go"
    ).allowed


@pytest.mark.req("DEC-20", "SDD-13", refused=True)
@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Agent", {"prompt": "go"}),
        ("SendMessage", {"to": "bob"}),
        ("Edit", {"file_path": "a.md"}),
        ("Write", {"file_path": "claude-progress.json"}),
        ("Bash", {"command": "echo x > claude-progress.json"}),
        ("Bash", {"command": "renkei resume"}),
        ("Bash", {"command": "renkei run review"}),
        ("Bash", {"command": "/usr/bin/renkei run review"}),
        ("Bash", {"command": "renkei --json send update.yaml"}),
        ("Bash", {"command": "renkei contract offer c.yaml"}),
        ("Bash", {"command": "renkei contract resume TC-1"}),
        ("Bash", {"command": "renkei board --json set goal=all"}),
        ("Bash", {"command": "renkei sdd handover --save"}),
        ("Bash", {"command": "renkei chat general 'go on'"}),
        ("Bash", {"command": "renkei inbox lead --handled"}),
        ("Bash", {"command": "renkei policy override LEAD-9 --why x"}),
        ("Bash", {"command": "git status && renkei sdd run login"}),
        ("Bash", {"command": "python -m renkei retry 1 build"}),
        ("mcp__renkei__post", {"type": "TASK_HANDOFF"}),
        ("mcp__renkei__ask", {"to": "bob", "question": "go on?"}),
        ("mcp__renkei__contract_verify", {"id": "TC-1"}),
        ("mcp__plugin_renkei_renkei__decide", {"id": "D-1", "option": "a"}),
        ("ScheduleWakeup", {"delaySeconds": 60, "prompt": "go on"}),
        ("TaskCreate", {"subject": "go on"}),
        ("TaskUpdate", {"taskId": "1", "owner": "bob"}),
        ("TeamCreate", {"team_name": "x"}),
        ("Skill", {"skill": "x"}),
        ("SlashCommand", {"command": "/go"}),
        ("EnterWorktree", {}),
        ("create_goal", {"objective": "go on"}),
    ],
)
def test_after_compaction_nothing_starts_resumes_or_is_edited(tool: str, given: dict[str, str]):
    ruling = ask("lead", tool, compacted=True, **given)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-20")


@pytest.mark.req("DEC-20", "SDD-13")
def test_after_compaction_the_lead_looks_and_talks_and_agents_go_on():
    for tool in ("AskUserQuestion", "TodoWrite", "TaskStop", "mcp__renkei__inbox", "mcp__plugin_renkei_renkei__read"):
        assert ask("lead", tool, compacted=True).allowed
    assert ask("lead", "Read", file_path="claude-progress.json", compacted=True).allowed
    for looks in (
        "renkei status",
        "renkei --json board",
        "renkei runs show",
        "renkei contract --json show TC-1",
        "renkei --version",
        "renkei sdd handover",
        "renkei run --help",
        "renkei decide",
        "git log --oneline | head -5",
    ):
        assert run("lead", looks, compacted=True).allowed, looks
    assert ask("backend-specialist", "Edit", file_path="a.py", compacted=True).allowed


@pytest.mark.req("LEAD-15")
def test_an_exception_is_a_permission_and_never_a_duty():
    assert ask("lead", "Agent", prompt="read a.py", permissions=frozenset({"agent_failed_twice"})).allowed


@pytest.mark.req("LEAD-15", "LEAD-4", refused=True)
def test_a_part_of_the_conditions_is_not_enough():
    asked = frozenset({"user_asked_direct"})
    ruling = ask("lead", "Edit", file_path="a.md", old_string="should", new_string="must", permissions=asked)
    assert not ruling.allowed  # asked for, and not trivial
    assert not ask(
        "lead", "Edit", file_path="a.md", old_string="recieve", new_string="receive"
    ).allowed  # and not asked


@pytest.mark.req("LEAD-1", refused=True)
def test_every_path_that_a_call_names_counts():
    assert ask("lead", "NotebookEdit", file_path="claude-progress.json", notebook_path="src/a.ipynb").rule == "LEAD-1"
    patch = {"input": "*** Update File: claude-progress.json\n", "patch": "*** Update File: src/a.py\n"}
    assert ask("lead", "apply_patch", **patch).rule == "LEAD-1"
    assert ask("lead", "apply_patch", input=patch["input"]).allowed


@pytest.mark.req("LEAD-10")
@pytest.mark.parametrize(
    "tool",
    ["EnterWorktree", "PushNotification", "request_user_input", "get_goal", "enter_plan_mode", "tracker_create_task"],
)
def test_the_lead_coordinates_in_every_client(tool: str):
    assert ask("lead", tool).allowed


@pytest.mark.req("LEAD-10")
@pytest.mark.parametrize(
    "command",
    [
        "git branch",
        "git branch -a",
        "git -C . status",
        "git --no-pager log -3",
        "git worktree list",
        "git stash list",
        "git remote -v",
        "git ls-files",
        "git tag",
        "git tag -l 'v*'",
        "test -f claude-progress.json && echo yes",
        "[ -f claude-progress.json ]",
        "jq . claude-progress.json",
        "mkdir -p .claude/workspaces/x",
        "which node",
        "command -v node",
        "sleep 5",
        "date -Iseconds",
        "date +%s",
        "date -d yesterday +%F",
        "gh pr list",
        "gh pr view 3 --json title",
        "sed -n 1,3p README.md",
        "git status",
        "git -C /project log -3",
    ],
)
def test_the_lead_looks_at_branches_pull_requests_and_its_own_files(command: str):
    lengths = {"README.md": 1, "claude-progress.json": 1}
    assert run("lead", command, lengths=lengths).allowed


@pytest.mark.req("LEAD-10", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "git branch foo",
        "git branch --list -D main",
        "git branch -d main",
        "git branch -D main",
        "git -C /tmp status",
        "git -c core.pager=sh log",
        "git tag v1",
        "git tag -l -d v1",
        "git tag -d v1",
        "git stash",
        "git stash pop",
        "git stash list -p",
        "git worktree add ../x",
        "git worktree remove x",
        "git remote add x y",
        "git remote set-url origin y",
        "mkdir src/x",
        "jq -f src/f1.py claude-progress.json",
        "date -s 12:00",
        "date -us 12:00",
        "date -Iseconds -s 12:00",
        "gh pr create",
        "gh pr merge 3",
        "gh pr list --web",
        "sleep 5; rm src/f1.py",
        "test -f x > src/new.py",
        "touch src/x",
    ],
)
def test_what_looks_like_looking_and_is_not_is_refused(command: str):
    assert run("lead", command).rule in ("LEAD-1", "LEAD-2", "LEAD-10")


@pytest.mark.req("LEAD-2", "LEAD-10")
def test_a_diff_counts_as_a_look_at_the_lines_that_it_shows():
    shown = (Span("src/a.py", 1, 20), Span("src/b.py", 1, 30))
    ruling = run("lead", "git diff", shown=shown)
    assert ruling.allowed
    assert [(each.path, each.lines) for each in ruling.reads] == [("src/a.py", 20), ("src/b.py", 30)]
    assert run("lead", "git diff", shown=()).reads == ()


@pytest.mark.req("LEAD-2", refused=True)
@pytest.mark.parametrize(
    "shown",
    [
        None,
        (Span("a", 1, 201),),
        (Span("a", 1, 150), Span("b", 1, 151)),
        tuple(Span(f"f{at}", 1, 1) for at in range(4)),
    ],
)
def test_a_diff_over_the_limits_or_of_nobody_knows_what_is_refused(shown: tuple[Span, ...] | None):
    ruling = run("lead", "git diff", shown=shown)
    assert (ruling.allowed, ruling.rule) == (False, "LEAD-2")


@pytest.mark.req("LEAD-1", refused=True)
@pytest.mark.parametrize(
    "command",
    ["renkei runs report --html src/app.py", "renkei runs report R-1 --html=src/app.py", "renkei export -o src/app.py"],
)
def test_the_lead_writes_no_code_by_a_report_of_renkei(command: str):
    assert run("lead", command).rule == "LEAD-1"


@pytest.mark.req("LEAD-10")
def test_the_lead_looks_at_a_report_of_renkei():
    assert run("lead", "renkei runs report --html").allowed


@pytest.mark.req("LEAD-1", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "cd .claude/workspaces/nowhere; echo x > app.py",
        "cd nowhere; cd .claude/workspaces/x; echo x > app.py",
        "cd .claude/workspaces/x || true; echo x > app.py",
        "(cd .claude/workspaces/x; echo x > app.py)",
        "cd .claude/workspaces/x && ls; echo x > app.py",
    ],
)
def test_a_cd_that_fails_leaves_the_lead_no_place_for_code(command: str):
    assert not run("lead", command).allowed
    assert not run("lead", f"true; {command}").allowed


@pytest.mark.req("LEAD-1")
def test_behind_a_cd_that_has_to_work_it_keeps_its_own_files():
    assert run("lead", "cd .claude/workspaces/x && echo x > notes.md").allowed
    assert run("lead", "cd .; echo '{}' > claude-progress.json").allowed


@pytest.mark.req("LEAD-2", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "wc --files0-from=d",
        "sort --files0-from d",
        "du --files0-from=d",
        "diff --from-file=a b c d",
        "diff --to-file d a",
    ],
)
def test_a_file_that_an_option_names_is_read_as_well(command: str):
    three = tuple(Lookup(path, 10, 0.0) for path in "abc")
    lengths = dict.fromkeys("abcd", 5)
    assert run("lead", command, lengths=lengths, lookups=three).rule == "LEAD-2"
