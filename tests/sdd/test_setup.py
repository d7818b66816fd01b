"""`renkei sdd init` and `status`, `renkei agents lint`: what is written, what stays, who may."""

import json
import os
import re
from pathlib import Path

import pytest

from renkei.kit import sdd as kit
from renkei.sdd.agents import privilege_of, read_definition
from renkei.sdd.commands import common_commands
from tests.support.cli_run import Cli
from tests.support.run_project import git
from tests.support.sdd_project import edit, load

SETTINGS = ".claude/settings.json"
SECTIONS = (
    "Role Architecture", "Chain of Command", "State Management", "Artifact Ownership", "Phase Gate",
    "SubAgent Lifecycle", "SubAgent Platform Constraints", "SubAgent Failure Handling", "Output Suppression",
    "Review Pipeline", "Agent Definitions", "Behavioral Rules", "Execution Conventions", "Git Workflow",
    "Settings Configuration",
)  # fmt: skip


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and not {".git", ".renkei"} & set(path.parts))
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.mark.req("SDD-12")
@pytest.mark.req("SDD-16")
@pytest.mark.req("SDD-17")
def test_init_writes_everything_and_twice_changes_nothing(renkei: Cli):
    renkei.ok("sdd", "init", "auth", "--description", "Log users in")
    assert (load(renkei)["phase"], load(renkei)["version"]) == ("initialized", "1.0.0")
    assert len(list((renkei.folder / ".claude/agents").glob("sdd-*.md"))) == 23
    lead = (renkei.folder / "CLAUDE.md").read_text("utf-8")
    assert "(Lead only)" in lead
    assert "{{" not in lead
    assert all(f"## {section}\n" in lead for section in SECTIONS)
    assert "auth | Log users in | initialized" in (renkei.folder / "specs/roadmap.md").read_text("utf-8")
    before = tree(renkei.folder)
    assert renkei.json("sdd", "init")["changed"] == []
    assert tree(renkei.folder) == before


@pytest.mark.req("SDD-23")
def test_settings_are_env_and_permissions_merged_into_what_is_there(renkei: Cli):
    renkei.ok("sdd", "init")
    assert json.loads((renkei.folder / SETTINGS).read_text()) == {
        "permissions": {"allow": ["Bash(cat:*)", "Bash(echo:*)"]},
        "env": {"CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS": "1"},
    }
    (renkei.folder / SETTINGS).write_text('{"model": "x", "permissions": {"allow": ["Bash(ls:*)"], "deny": ["Read"]}}')
    renkei.ok("sdd", "init", "--no-agent-teams-env")
    assert json.loads((renkei.folder / SETTINGS).read_text()) == {
        "model": "x",
        "permissions": {"allow": ["Bash(ls:*)", "Bash(cat:*)", "Bash(echo:*)"], "deny": ["Read"]},
    }


@pytest.mark.req("SDD-17")
def test_what_a_person_wrote_stays_and_uninstall_takes_the_rest_out(renkei: Cli):
    (renkei.folder / "CLAUDE.md").write_text("# Ours\n")
    (renkei.folder / ".claude/agents").mkdir(parents=True)
    (renkei.folder / ".claude/agents/sdd-builder.md").write_text("mine\n")
    renkei.ok("sdd", "init")
    assert (renkei.folder / ".claude/agents/sdd-builder.md").read_text() == "mine\n"
    assert (renkei.folder / "CLAUDE.md").read_text("utf-8").startswith("# Ours\n\n<!-- renkei:sdd -->")
    (renkei.folder / "CLAUDE.md").write_text((renkei.folder / "CLAUDE.md").read_text("utf-8") + "more\n", "utf-8")
    renkei.ok("uninstall")
    assert (renkei.folder / "CLAUDE.md").read_text("utf-8") == "# Ours\nmore\n"
    assert [path.name for path in (renkei.folder / ".claude/agents").glob("*.md")] == ["sdd-builder.md"]


@pytest.mark.parametrize("profile", kit.PROFILES)
def test_steering_has_the_commands_of_its_profile(renkei: Cli, profile: str):
    renkei.ok("sdd", "init", "--profile", profile)
    tech = (renkei.folder / "steering/tech.md").read_text("utf-8")
    assert "### Common Commands" in tech
    assert "# Test: " in tech
    for name in ("Vision", "Success Criteria", "Anti-Goals"):
        assert f"### {name}" in (renkei.folder / "steering/product.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("tech", "commands"),
    [
        ("### Common Commands\n```yaml\na: b\n```\n```bash\n# Test: make t\n```\n", {"Test": "make t"}),
        ("### よく使うコマンド\n~~~sh\n# Test: make t\n~~~\n", {"Test": "make t"}),
        ("### Common Commands\nNone yet.\n## Other\n```bash\n# Test: make t\n```\n", {}),
    ],
    ids=["behind other code", "in Japanese, by tildes", "of another section"],
)
def test_commands_are_those_of_their_section_alone(tech: str, commands: dict[str, str]):
    assert common_commands(tech) == commands


@pytest.mark.req("SDD-18")
def test_slash_commands_call_renkei(renkei: Cli):
    renkei.ok("sdd", "init")
    roadmap = (renkei.folder / ".claude/commands/sdd-roadmap.md").read_text("utf-8")
    release = (renkei.folder / ".claude/commands/sdd-release.md").read_text("utf-8")
    assert "renkei sdd $ARGUMENTS" in roadmap
    assert "renkei sdd release $ARGUMENTS" in release


@pytest.mark.parametrize("name", ["Auth", "../x", "a b", "handover", "", ".x", "a..b", "x" * 80])
def test_bad_name_of_a_feature_is_refused_and_nothing_is_written(renkei: Cli, name: str):
    before = tree(renkei.folder)
    assert renkei("sdd", "init", name).code == 2 or name == ""
    assert tree(renkei.folder) == before or name == ""


def test_a_feature_is_begun_once_and_comes_after_what_is_there(renkei: Cli):
    renkei.ok("sdd", "init", "auth")
    assert renkei("sdd", "init", "auth").code == 2
    assert renkei("sdd", "init", "api", "--after", "nothing").code == 2
    renkei.ok("sdd", "init", "api", "--after", "auth")
    states = renkei.json("sdd", "status")["specs"]
    assert [(each["feature"], each["wave"], each["dependencies"]) for each in states] == [
        ("auth", 1, []),
        ("api", 2, ["auth"]),
    ]


def test_dry_run_writes_nothing(renkei: Cli):
    before = tree(renkei.folder)
    assert "specs/auth/spec.yaml" in renkei.json("sdd", "init", "auth", "--dry-run")["changed"]
    assert tree(renkei.folder) == before


def test_status_of_nothing_says_how_to_begin(renkei: Cli):
    assert "renkei sdd init FEATURE" in renkei.ok("sdd", "status").out
    assert renkei.json("sdd", "status") == {"specs": [], "unreadable": []}


@pytest.mark.req("SDD-3", refused=True)
def test_an_agent_may_not_begin_a_feature(renkei: Cli):
    renkei.ok("agent", "add", "builder", "--role", "sdd-builder")
    token = renkei.ok("agent", "token", "builder").out.strip()
    ran = renkei("sdd", "init", "auth", env={"RENKEI_TOKEN": token})
    assert ran.code == 4
    assert "[SDD-3]" in ran.err
    assert not (renkei.folder / "specs").exists()


def test_a_spec_that_is_not_right_names_its_line(renkei: Cli):
    renkei.ok("sdd", "init", "auth")
    edit(renkei, orchestration={"retry_count": "x"})
    ran = renkei("sdd", "status")
    assert ran.code == 2
    assert "specs/auth/spec.yaml" in ran.err
    assert "orchestration.retry_count" in ran.err


@pytest.mark.req("DEC-17")
@pytest.mark.req("VIEW-2")
def test_status_tells_of_an_edit_behind_the_back(renkei: Cli):
    renkei.ok("sdd", "init", "auth")
    assert renkei.json("sdd", "status")["specs"][0]["edited_by_hand"] is False
    edit(renkei, phase="design-generated")
    [state] = renkei.json("sdd", "status")["specs"]
    assert (state["edited_by_hand"], state["phase"]) == (True, "design-generated")


@pytest.mark.req("SDD-1")
@pytest.mark.req("SDD-9")
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_23_agents_are_least_privileged_and_none_starts_another(lang: str):
    assert len(kit.AGENTS) == 23
    for name in kit.AGENTS:
        found = read_definition(kit.definition(name, lang), name)
        known = privilege_of(name)
        assert known is not None
        assert (found.name, found.model, found.tools) == (name, known.model, known.tools)
        assert not {"Task", "Agent"} & set(found.tools or ())


@pytest.mark.req("SDD-20")
@pytest.mark.req("SDD-11")
@pytest.mark.parametrize(("lang", "steps", "limits"), [("en", "## Steps", "## Limits"), ("ja", "## 手順", "## 制限")])
def test_each_definition_is_whole_and_review_agents_return_a_path_alone(lang: str, steps: str, limits: str):
    for name in kit.AGENTS:
        body = read_definition(kit.definition(name, lang), name).body
        assert "{{" not in body
        assert steps in body
        assert limits in body
        assert ("WRITTEN:" in body) is ("inspector" in name or "auditor" in name)


def test_definitions_say_the_same_words_of_the_framework_in_both_languages():
    """Categories, keywords of CPF, tokens and fields of reports are no prose: they are read by programs."""
    for name in kit.AGENTS:
        english, japanese = (read_definition(kit.definition(name, lang), name) for lang in ("en", "ja"))
        assert _words_of(english.body) == _words_of(japanese.body), name
        assert re.search("[ぁ-ん]", japanese.description), name
        assert not re.search("[ぁ-ん]", english.description), name


def _words_of(body: str) -> set[str]:
    categories = re.findall(r"`(?:[CHML]\|)?([a-z0-9]+(?:-[a-z0-9]+)+)`", body)
    forms = "\n".join(re.findall(r"^```\w*\n(.*?)^```", body, re.DOTALL | re.MULTILINE))
    fields = re.findall(r"^[\w ]+(?=:|$)|^\[[A-Z]+\]|^[A-Z]+(?=\|)", forms, re.MULTILINE)
    return {*categories, *fields, *re.findall(r"(?:specs|steering)/[\w/.-]*\w", body)}


@pytest.mark.req("SDD-12")
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_lint_finds_nothing_in_what_init_writes(renkei: Cli, lang: str):
    renkei.ok("--lang", lang, "sdd", "init")
    assert "23 agents, 0 errors, 0 warnings." in renkei.ok("agents", "lint").out
    written = (renkei.folder / ".claude/agents/sdd-builder.md").read_text("utf-8")
    assert written == kit.definition("sdd-builder", lang)


AGENT = "---\nname: {name}\ndescription: {said}\nmodel: sonnet\ntools: {tools}\n---\nDo it.\n"


@pytest.mark.req("SDD-12", refused=True)
@pytest.mark.req("SDD-25", refused=True)
@pytest.mark.parametrize(
    ("stem", "text", "said"),
    [
        ("sdd-builder", AGENT.format(name="sdd-builder", said="SDD", tools="Read, Task"), "may not start another"),
        ("sdd-builder", AGENT.format(name="sdd-builder", said="SDD", tools="Read, WebFetch"), "needs no more than"),
        ("sdd-inspector-quality", AGENT.format(name="sdd-inspector-quality", said="SDD", tools="Edit"), "Edit"),
        ("sdd-builder", AGENT.format(name="builder", said="SDD", tools="Read"), "expected sdd-builder"),
        ("sdd-builder", AGENT.format(name="sdd-builder", said="Builds things", tools="Read"), "does not name SDD"),
        ("sdd-builder", "---\nname: sdd-builder\ndescription: SDD\n---\nx\n", "model is missing"),
        ("sdd-Builder_x", AGENT.format(name="sdd-Builder_x", said="SDD", tools="Read"), "expected sdd-ROLE"),
        ("sdd-builder", "no front matter\n", "front matter"),
        ("helper", "---\nname: helper\n---\nx\n", "description is missing"),
    ],
)
def test_lint_refuses_what_breaks_the_table(renkei: Cli, stem: str, text: str, said: str):
    (renkei.folder / "agents").mkdir()
    renkei.file(f"agents/{stem}.md", text)
    ran = renkei("agents", "lint", "agents")
    assert ran.code == 1
    assert said in ran.out
    [found] = renkei("agents", "lint", "agents", "--json").document
    assert found["valid"] is False


@pytest.mark.req("SDD-25")
def test_lint_only_warns_where_another_folder_says_less(renkei: Cli):
    (renkei.folder / "agents").mkdir()
    renkei.file("agents/helper.md", "---\nname: helper\ndescription: Helps\n---\nHelp.\n")
    ran = renkei.ok("agents", "lint", "agents")
    assert "warning  agents/helper.md" in ran.out
    assert renkei("agents", "lint", "nowhere").code == 3
    git(renkei.folder, "status")


@pytest.mark.req("SDD-17")
def test_the_leads_block_and_steering_are_written_in_japanese_with_the_same_words_of_the_framework(renkei: Cli):
    english = kit.lead_block("1", "en")
    renkei.ok("--lang", "ja", "sdd", "init", "--profile", "typescript")
    written = (renkei.folder / "CLAUDE.md").read_text("utf-8")
    assert re.findall("^## .*", written, re.MULTILINE) == re.findall("^## .*", english, re.MULTILINE)
    assert _words_of(written) >= _words_of(english)
    assert "起動するのは Lead である" in written
    for name in kit.STEERING:
        text = (renkei.folder / f"steering/{name}.md").read_text("utf-8")
        own = kit.steering(name, "typescript")
        assert re.findall("^#+ .*", text, re.MULTILINE) == re.findall("^#+ .*", own, re.MULTILINE)
        assert re.search("[ぁ-ん]", text)
    assert common_commands((renkei.folder / "steering/tech.md").read_text("utf-8"))["Test"] == "npm test"


@pytest.mark.req("SDD-20")
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_inspector_of_rules_knows_the_headings_that_the_architect_is_told_to_write(lang: str):
    architect = read_definition(kit.definition("sdd-architect", lang), "a").body
    inspector = " ".join(read_definition(kit.definition("sdd-inspector-rulebase", lang), "i").body.split())
    assert len(headings := re.findall("`## ([A-Z][A-Za-z ]+)`", architect)) == 10
    assert [each for each in headings if each not in inspector] == []


def test_a_description_of_any_form_is_a_line_of_the_roadmap(renkei: Cli):
    renkei.ok("sdd", "init", "auth", "--description", "log in\n| or out")
    roadmap = (renkei.folder / "specs/roadmap.md").read_text("utf-8")
    assert "| auth | log in \\| or out | initialized |" in roadmap.splitlines()


@pytest.mark.req("SDD-12", refused=True)
def test_lint_names_what_cannot_be_read_and_goes_on_with_the_others(renkei: Cli):
    folder = renkei.folder / "agents"
    folder.mkdir()
    os.mkfifo(folder / "pipe.md")
    (folder / "folder.md").mkdir()
    (folder / "endless.md").symlink_to("/dev/zero")
    (folder / "nowhere.md").symlink_to("gone")
    (folder / "bytes.md").write_bytes(b"---\nname: \xff\n---\n")
    (folder / "good.md").write_text("---\nname: good\ndescription: d\nmodel: m\ntools: Read\n---\nDo it.\n")
    ran = renkei("agents", "lint", "agents", "--json")
    assert ran.code == 1
    valid = {each["path"]: each["valid"] for each in ran.document}
    assert [path for path, is_valid in valid.items() if is_valid] == ["agents/good.md"]
    assert len(valid) == 6


@pytest.mark.req("SDD-3", refused=True)
@pytest.mark.parametrize("path", ["specs/auth/spec.yaml", "specs/auth/tasks.yaml", "specs/auth/verdicts.md"])
@pytest.mark.parametrize("kind", ["pipe", "endless", "folder"])
def test_what_is_no_file_is_named_and_neither_waited_for_nor_read(renkei: Cli, path: str, kind: str):
    renkei.ok("sdd", "init", "auth")
    place = renkei.folder / path
    place.unlink(missing_ok=True)
    match kind:
        case "pipe":
            os.mkfifo(place)
        case "endless":
            place.symlink_to("/dev/zero")
        case _:
            place.mkdir()
    ran = renkei("sdd", "status")
    assert ran.code == 2
    assert path in ran.out + ran.err
