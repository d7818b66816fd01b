"""What binds agents is written by none of them, and what is a person's is not said from an agent's shell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.policy_case import ask, run, said

ROLES = ["backend-specialist", "qa-engineer", "lead", ""]
GUARDED = [
    ".renkei/off",
    ".renkei/hook.json",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".claude/hooks/x.sh",
    ".claude/agents/qa-engineer.md",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".mcp.json",
    ".git/hooks/pre-commit",
    "renkei/rules.yaml",
    "renkei/prices.yaml",
    "renkei/review.toml",
    "renkei/policy.yaml",
    "~/.claude/settings.json",
    "/home/me/.local/state/renkei/projects/a.json",
    ".RENKEI/off",
]


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("path", GUARDED)
def test_guarded_files_are_written_by_no_tool(path: str, role: str):
    for tool, given_input in (
        ("Write", {"file_path": path, "content": ""}),
        ("Edit", {"file_path": f"./src/../{path}" if path[0] not in "/~" else path}),
        ("NotebookEdit", {"notebook_path": path}),
        ("apply_patch", {"input": f"*** Begin Patch\n*** Add File: {path}\n+x\n*** End Patch"}),
        ("Bash", {"command": f"echo x > '{path}'" if path[0] != "~" else f"echo x > {path}"}),
    ):
        ruling = ask(role, tool, **given_input)
        assert (ruling.allowed, ruling.rule) == (False, "DEC-52"), tool
        assert "renkei off" not in said(ruling)


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "path", ["src/renkei/policy.py", ".gitignore", ".github/ci.yml", ".claude/plans/a.md", "docs/renkei.md", "git/x"]
)
def test_what_only_looks_like_it_is_written(path: str):
    assert ask("backend-specialist", "Write", file_path=path, content="").allowed
    assert run("backend-specialist", f"touch {path}").allowed


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "touch .renkei/off",
        "touch ./.renkei/../.renkei/off",
        "touch '.ren'kei/\"off\"",
        "touch .ren\\kei/off",
        "touch $'\\x2erenkei/off'",
        "cd .renkei && touch off",
        "cd .renkei; touch off",
        "(cd .renkei; touch off)",
        "HOME=.renkei; cd; touch off",
        "pushd .renkei && touch off",
        "env -C .renkei touch off",
        "env --chdir=.renkei touch off",
        "X=.renkei; touch $X/off",
        "X=.renkei; touch ${X}/off",
        'export X=.renkei; touch "$X/off"',
        "cat > .renkei/off",
        "echo x >> .renkei/off",
        "echo x >| .renkei/off",
        "echo x &> .renkei/off",
        "echo x 2> .renkei/off",
        "echo x | tee -a .renkei/off",
        "sed -i s/enforce/observe/ .renkei/hook.json",
        "sed --in-place s/a/b/ .mcp.json",
        "cp x .claude/settings.json",
        "cp settings.local.json .claude",
        "cp -t .claude settings.json",
        "cp --target-directory=.claude settings.json",
        "mv x .mcp.json",
        "mv .claude elsewhere",
        "mv .renkei elsewhere",
        "rsync -a x/ .claude/",
        "install -m 644 x .mcp.json",
        "ln -s x .renkei/off",
        "ln -s .renkei elsewhere",
        "ln -sf ../.claude/settings.json y",
        "dd if=x of=.git/hooks/pre-commit",
        "truncate -s 0 .renkei/renkei.db",
        "chmod 000 .renkei/hook.json",
        "rm -rf .renkei",
        "rm -rf .",
        "rm -rf ./",
        "rm -rf ../project",
        "rm -rf ..",
        "rm -rf /",
        "rm -rf ~",
        "rm -rf .r*",
        "rm -rf .[a-z]*/off",
        "touch {.renkei/off,x}",
        "rm -rf .claude",
        "find . -delete",
        "find .renkei -type f -exec rm {} \\;",
        "git clean -fdx",
        "git checkout -- .mcp.json",
        "git checkout HEAD -- .claude",
        "git restore .claude/settings.json",
        "git rm .mcp.json",
        "git config core.hooksPath x",
        "git -C . config core.fsmonitor x",
        "tar xf a.tar -C .renkei",
        "unzip a.zip -d .claude/hooks",
        "curl -o .mcp.json http://example.org",
        "python -c \"open('.renkei/off', 'w')\"",
        "python3 - <<'EOF'\nopen('.renkei/off', 'w')\nEOF",
        "node -e \"require('fs').writeFileSync('.mcp.json', '')\"",
        "perl -pi -e s/a/b/ .mcp.json",
        "bash -c 'touch .renkei/off'",
        "sh -ec 'cd .renkei && touch off'",
        "sh <<EOF\ntouch .renkei/off\nEOF",
        "eval 'touch .renkei/off'",
        "echo .renkei/off | xargs touch",
        "xargs -I{} touch .renkei/{} < names",
        "nohup timeout 5 nice -n 3 touch .renkei/off",
        "sudo -u me touch .renkei/off",
        "for f in .renkei/off; do rm $f; done",
        "if true; then touch .renkei/off; fi",
        "[[ -f x ]] && touch .renkei/off",
        "echo $(touch .renkei/off)",
        "echo `touch .renkei/off`",
        'touch "$(pwd)/.renkei/off"',
        "cat <<EOF > x\n$(touch .renkei/off)\nEOF",
        "true || touch .renkei/off",
        "true & touch .renkei/off",
        "true\ntouch .renkei/off",
        "touch a\\\n .renkei/off",
        "echo x > $HOME/.codex/config.toml",
        "uniq x .mcp.json",
        "sort -o .mcp.json x",
        "awk '{print > \".renkei/off\"}' x",
        "sed -n 'w .renkei/off' x",
        "trap 'touch .renkei/off' EXIT",
        "curl -o.renkei/off http://example.org",
        "wget -O.renkei/off http://example.org",
        "gcc -o.renkei/off x.c",
        "foo @.renkei/off",
        "foo x:.renkei/off",
        "foo --out=.renkei/off",
        "sqlite3 .ren*/*.db 'delete from events'",
        "cd .renk* && touch off",
        "chmod -R a-w .",
        "chmod -R a-w .claude",
        "ls -d .[a-z]* | xargs rm -rf",
        "rm -rf .*",
        "touch {x,.renkei}/off",
        "git clean -xfd -e foo",
        "git update-ref -d refs/renkei/merged/x",
        "git push . HEAD:refs/renkei/agents/x",
        "git config --local --unset core.bare",
        "git config --global core.hooksPath x",
        "git config alias.x '!sh'",
        "cp x ~/.claude.json",
        "pip uninstall -y renkei",
        "uv tool uninstall renkei",
        "echo x > ~/.gitconfig",
        "cp -ft.claude/agents README.md",
        "cp --target=.claude/agents README.md",
        "mv -vt.claude/agents README.md",
        "cp --recursive /tmp/evil/.claude .",
        "tar -czf.mcp.json src",
        "tar -cf /tmp/x.tar --remove-files .",
        "curl -so.mcp.json http://example.org",
        "chmod 000 .claude",
        "shopt -s dotglob; chmod 000 *",
        "shopt -s dotglob\nrm -f *.json",
        "GLOBIGNORE=x; rm -f *.json",
        "shopt -s extglob\nrm -f @(.mcp.json|x)",
        "shopt -s extglob\nrm -rf .!(git)",
        "cd .claude; cd nowhere; > settings.local.json",
        "cd nowhere; echo x > renkei/policy.yaml",
        "cd nowhere || true; echo x > renkei/policy.yaml",
        "(cd nowhere; echo x > renkei/policy.yaml)",
        "env -S'touch .renkei/off'",
        "a=.ren; a+=kei; touch $a/off",
        "a=(.renkei); touch $a/off",
        "IFS=,; c=touch,.renkei/off; $c",
        "{touch,.renkei/off}",
        'touch $".renkei/off"',
        "touch .ren$1kei/off",
        "git -c alias.z=config z core.hooksPath /tmp",
        "git --work-tree=.claude/agents checkout HEAD -- README.md",
        "GIT_WORK_TREE=.claude/agents git checkout HEAD -- README.md",
        "git sparse-checkout set src",
        'rm -rf "$(git rev-parse --git-dir)/hooks"',
        'echo x > "$(git rev-parse --git-path hooks/pre-commit)"',
        'cd "$(git rev-parse --git-common-dir)" && echo x > hooks/pre-commit',
        "git rev-parse --git-path hooks/x | xargs touch",
        "GIT_TEMPLATE_DIR=/tmp/t git init",
        "export GIT_TEMPLATE_DIR=/tmp/t; git init",
        "git -c init.templateDir=/tmp/t init",
        "git config init.templateDir /tmp/t",
        "export GIT_WORK_TREE=.claude/agents; git checkout HEAD -- README.md",
        "export PAGER='tee .renkei/off'; git log",
        "git maintenance start",
        "printf 'a\\n.mcp.json\\n' | xargs touch",
        "echo -e 'a\\n.mcp.json' | xargs touch",
        "bash -O dotglob -c 'rm -f *.json'",
        "BASHOPTS=dotglob bash -c 'rm -f *.json'",
        "cp -l .renkei/hook.json h",
        "cp -s .renkei/hook.json h",
        "printf '.claude\\n' > l; git rm -rq --pathspec-from-file=l",
        "echo x > ~/.claude/plugins/known_marketplaces.json",
        "git rebase --root -x 'rm -rf .cl*'",
        "git rebase main --exec='rm -rf .cl*'",
        "git filter-branch --tree-filter 'rm -rf .cl*' HEAD",
        "git submodule foreach 'cd ..; rm -rf .cl*'",
        "git bisect run rm -rf .cl*",
    ],
)
def test_no_command_writes_a_guarded_file_however_it_is_spelt(command: str):
    for role in ("backend-specialist", ""):
        ruling = run(role, command)
        assert (ruling.allowed, ruling.rule) == (False, "DEC-52")


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    [
        "cat .renkei/hook.json",
        "ls -la .renkei .git",
        "grep -r enforce .renkei",
        "jq . .claude/settings.json",
        "git diff .mcp.json",
        "git add .mcp.json",
        "git commit -m 'about .renkei/ and .git/'",
        "git checkout -- .",
        "git config --get user.name",
        "echo .renkei",
        "rm -rf build",
        "rm -rf *.pyc",
        "find src -name '*.pyc' -delete",
        "cp -r src build",
        "make test",
        "pytest -q > out.txt 2>&1",
        "gh pr create --body 'it is about .renkei/ in general'",
        "python -c 'print(1)'",
        "touch a b && rm b",
        "pytest -q --ignore=.git",
        "ruff check . --exclude .git",
        "tar --exclude=.git -czf /tmp/x.tgz .",
        "rsync -a --exclude .git src/ /tmp/x/",
        "python3 -c \"print('.git')\"",
        "python -m json.tool .renkei/hook.json",
        "find . -name '*.pyc' -delete",
        "rm -rf src/*",
        "rm -rf Library",
        "mkdir -p src/{a,b}",
        "cp build/* dist/",
        "cp docs/* /tmp/",
        "cd */ && ls",
        "git config user.email a@b.c",
        "git config pull.rebase true",
        "git log refs/renkei/merged/x",
        "git clean -fd",
        "docker run -v $PWD/src:/src alpine true",
        "tar czf /tmp/c.tgz .claude",
        "find .claude -name '*.md'",
        "mypy renkei",
        "npm install --save-dev renkei-lint",
        "curl -s https://x/policy.yaml",
        "cpio -t < a.cpio",
        "7z x a.7z -o/tmp/x",
        "cp -t build src/a.py",
        "chmod 755 scripts",
        "chmod +x .",
        "shopt -s globstar; wc -l src/**/*.py",
        "arr=(a b); for x in ${arr[@]}; do echo $x; done",
        "n=0; n+=1; echo $n",
        "while IFS=, read -r a b; do echo $a; done < data.csv",
        "cd src || exit 1; echo x > renkei/policy.yaml.txt",
        "git sparse-checkout list",
        "git -c alias.z=log z",
        "mkdir -p {src,tests}/unit",
        'cd "$(git rev-parse --show-toplevel)" && make',
        'cat "$(git rev-parse --git-dir)/HEAD"',
        'if [ -d "$(git rev-parse --git-path rebase-merge)" ]; then git rebase --abort; fi',
        "git -c init.defaultBranch=main init /tmp/r",
        "git maintenance run",
        "export DEBUG=1; pytest",
        "printf 'a\\nb\\n' | xargs touch",
        "bash -O globstar -c 'wc -l src/**/*.py'",
        "git rebase -x 'make test' -x 'rm -rf build' main",
        "git submodule foreach 'git pull'",
        "git submodule update --init",
        "git bisect run make test",
    ],
)
def test_what_writes_no_guarded_file_is_run(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-52")
def test_a_folder_of_the_project_is_not_the_users_state_folder():
    assert run("backend-specialist", "rm -rf ./tmp", guarded=("/tmp/state/renkei/",)).allowed
    assert not run("backend-specialist", "rm -rf /tmp/state", guarded=("/tmp/state/renkei/",)).allowed


@pytest.mark.req("DEC-52")
def test_a_refusal_says_what_is_the_matter():
    assert "no agent writes it" in said(run("backend-specialist", "touch .renkei/off"))
    assert "cannot be told" in said(run("backend-specialist", "foo .renkei/off"))
    assert "can be in ." in said(run("backend-specialist", "rm -rf ."))


NAMES = [".renkei/off", ".mcp.json", ".claude/settings.json", ".git/config", ".codex/x"]


@st.composite
def spellings(draw: st.DrawFn) -> tuple[str, str]:
    """A guarded path as a shell may be told it, and how to get to where it is written from."""
    path = draw(st.sampled_from(NAMES))
    before = draw(st.lists(st.sampled_from(["./", "src/../", ".//", "a/b/../../", "/project/"]), max_size=3))
    spelt = "".join(before[-1:] if "/project/" in before else before) + path
    written = "".join(draw(st.sampled_from([char, f"'{char}'", f'"{char}"', f"\\{char}"])) for char in spelt)
    folder = draw(st.sampled_from(["", "cd . && ", "cd src && cd .. && ", "cd /project; ", "env -C . ", "(cd .); "]))
    return folder, written


@pytest.mark.req("DEC-52", refused=True)
@given(spelt=spellings(), writer=st.sampled_from(["touch {}", "rm -f {}", "tee {}", "cp x {}", "sed -i s/a/b/ {}"]))
def test_no_spelling_of_a_guarded_path_is_written(spelt: tuple[str, str], writer: str):
    folder, path = spelt
    ruling = run("backend-specialist", folder + writer.format(path))
    assert (ruling.allowed, ruling.rule) == (False, "DEC-52")


PYPROJECT = '[project]\nname = "x"\nversion = "1.0.0"\n\n[tool.renkei]\nlayers = 4\n\n[tool.ruff]\nline-length = 100\n'


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    ("tool", "given_input"),
    [
        ("Edit", {"old_string": "layers = 4", "new_string": "layers = 1"}),
        ("Edit", {"old_string": "[tool.renkei]", "new_string": "[tool.other]"}),
        ("Edit", {"old_string": "[tool.ruff]", "new_string": "[tool.renkei.verify]\ncommands = []\n[tool.ruff]"}),
        ("MultiEdit", {"edits": [{"old_string": "layers = 4\n", "new_string": ""}]}),
        ("Write", {"content": '[project]\nname = "x"\n'}),
        ("Bash", {"command": "sed -i s/4/1/ pyproject.toml"}),
        ("Bash", {"command": "rm pyproject.toml"}),
    ],
)
def test_the_table_of_renkei_is_changed_by_no_agent(tool: str, given_input: dict[str, object]):
    given_input = {"file_path": "pyproject.toml", **given_input} if tool != "Bash" else given_input
    ruling = ask("backend-specialist", tool, texts={"pyproject.toml": PYPROJECT}, **given_input)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-52")


@pytest.mark.req("DEC-52")
def test_the_rest_of_its_file_is():
    for old, new in (("line-length = 100", "line-length = 120"), ('version = "1.0.0"', 'version = "1.0.1"')):
        ruling = ask(
            "backend-specialist", "Edit", file_path="pyproject.toml", old_string=old, new_string=new,
            texts={"pyproject.toml": PYPROJECT},
        )  # fmt: skip
        assert ruling.allowed


@pytest.mark.req("DEC-16", refused=True)
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    "command",
    [
        "$(which renkei) off",
        "`which renkei` off",
        "echo 'renkei off' | sh",
        "echo 'renkei off' | at now",
        "at now <<< 'renkei off'",
        "at now <<EOF\nrenkei off\nEOF",
        "crontab - <<EOF\n* * * * * renkei off\nEOF",
        "ssh localhost <<< 'renkei off'",
        "script -qc 'renkei off' /dev/null",
        "tmux send-keys 'renkei off' Enter",
        "systemd-run --user renkei off",
        "ssh localhost renkei off",
        "renkei decide DEC-1 A --why x",
        "renkei --json decide DEC-1 A",
        "renkei --project . decide DEC-1 A",
        "renkei accept",
        "renkei off",
        "renkei on",
        "renkei redact MSG-1",
        "renkei uninstall",
        "renkei init --claude --mode observe",
        "renkei agent token lead",
        "renkei agent --json token lead",
        "renkei agent add eve --role lead",
        "renkei send --as bob x.yaml",
        "renkei send --as=bob x.yaml",
        "renkei send --a bob x.yaml",
        "renkei contract accept C-1 --approve",
        "renkei run review --yes",
        "renkei check x --exec",
        "ls && renkei decide DEC-1 A",
        "cd src; renkei off",
        ".venv/bin/renkei off",
        "python -m renkei off",
        "uv run renkei decide DEC-1 A",
        "timeout 5 renkei off",
        "bash -c 'renkei off'",
        "echo $(renkei agent token lead)",
        "re\\nkei off",
        "'renkei' 'off'",
        "R=renkei; $R off",
        "renkei $VERB",
        "renkei $(echo off)",
        "python -c \"import os; os.system('renkei off')\"",
        "echo off | xargs renkei",
        "r=ren; r+=kei; $r off",
        "ren$1kei off",
        "{renkei,off}",
        "/x/bin/r[e]nkei off",
        "RENKEI off",
        "renkei --proj . off",
        "renkei --project=. off",
        "uvx --from renkei renkei off",
        "uv run --with x renkei off",
        "npx -p x renkei off",
        "renkei person add bob",
        "python -sm renkei.entrypoints.cli off",
        "python -c 'from renkei.entrypoints.cli import main; main([\"off\"])'",
    ],
)
def test_a_persons_commands_are_not_given_from_an_agents_shell(command: str, role: str):
    ruling = run(role, command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-16")


@pytest.mark.req("DEC-16")
@pytest.mark.parametrize(
    "command",
    ["renkei status", "renkei inbox bob", "renkei log --limit 5", "renkei send x.yaml", "renkei board --since 3"],
)
def test_other_commands_of_renkei_are(command: str):
    assert run("backend-specialist", command).allowed
    assert run("lead", command).allowed


@pytest.mark.req("DEC-16")
def test_the_package_is_looked_at_from_python():
    assert run("backend-specialist", "python -c 'import renkei; print(renkei.__version__)'").allowed


@pytest.mark.req("DEC-16")
@pytest.mark.parametrize("command", ["renkei decide", "renkei decide --help", "renkei off --help", "renkei init -h"])
def test_help_and_what_waits_are_looked_at(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-51", refused=True)
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    "command",
    ["echo '{}' | renkei hook", "renkei hook < f", "/x/renkei --json hook", "renkei statusline", "sh -c 'renkei hook'"],
)
def test_hooks_are_called_by_no_agent(command: str, role: str):
    ruling = run(role, command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-51")


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command", ["sed -n '1w.renkei/off' a", "sed 's/a/b/w.renkei/x' a", "sed '1etouch .renkei/off' a"]
)
def test_a_script_of_sed_writes_no_guarded_file(command: str):
    assert run("backend-specialist", command).rule == "DEC-52"


@pytest.mark.req("DEC-51", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "env -u RENKEI_TOKEN renkei inbox bob",
        "env -uRENKEI_TOKEN renkei inbox bob",
        "env -i renkei inbox bob",
        "RENKEI_TOKEN= renkei inbox bob",
        "RENKEI_TOKEN=abc renkei inbox bob",
        "RENKEI_HOOKS=off claude -p hi",
        "unset RENKEI_TOKEN; renkei inbox bob",
        "export RENKEI_TOKEN=abc",
        "XDG_STATE_HOME=/tmp/x renkei status",
        "HOME=/tmp renkei status",
        "export HOME=/tmp; renkei status",
        "env - renkei inbox bob",
        "env --ignore-env renkei inbox bob",
    ],
)
def test_an_agent_does_not_change_who_it_is(command: str):
    ruling = run("backend-specialist", command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-51")


@pytest.mark.req("DEC-51")
@pytest.mark.parametrize("command", ["RENKEI_LANG=ja renkei status", "HOME=/tmp make test", "DEBUG=1 pytest"])
def test_other_variables_are_the_agents_to_set(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-52", "DEC-16", refused=True)
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        ("git -c alias.x='!touch .renkei/off' x", "DEC-52"),
        ("git -c core.pager='tee .renkei/off' log", "DEC-52"),
        ("git rebase -x 'touch .renkei/off' HEAD~1", "DEC-52"),
        ("git submodule foreach 'rm -f ../.mcp.json'", "DEC-52"),
        ("GIT_EXTERNAL_DIFF='sh -c \"touch .renkei/off\"' git diff", "DEC-52"),
        ("PAGER='tee .renkei/off' git log", "DEC-52"),
        ("make CMD='touch .renkei/off' run", "DEC-52"),
        ("docker run -v .:/w alpine sh -c 'touch /w/.renkei/off'", "DEC-52"),
        ("npx -c 'touch .renkei/off'", "DEC-52"),
        ("ssh localhost 'cd p; touch .renkei/off'", "DEC-52"),
        ("watch -n 1 'touch .renkei/off'", "DEC-52"),
        ("nobody-knows-this --do 'x > .renkei/off'", "DEC-52"),
        ("nobody-knows-this -m 'touch .renkei/off'", "DEC-52"),
        ("make CMD='renkei off' run", "DEC-16"),
        ("GIT_EDITOR='renkei off' git commit", "DEC-16"),
        ("export EDITOR='renkei decide DEC-1 A'; git commit", "DEC-16"),
        ("tmux new-session renkei decide DEC-1 A", "DEC-16"),
        ("docker exec c renkei accept", "DEC-16"),
        ("nobody-knows-this 'renkei agent token lead'", "DEC-16"),
        ("alias r=renkei\nr off", "DEC-16"),
        ('bash -c "$(echo renkei off)"', "DEC-16"),
        ("docker run -v .renkei:/w alpine touch /w/off", "DEC-52"),
        ("docker run --mount type=bind,source=.renkei,target=/w alpine touch /w/off", "DEC-52"),
        ("chmod -x $(which renkei)", "DEC-52"),
        ('rm "$(command -v renkei)"', "DEC-52"),
        ("git init --separate-git-dir=/tmp/g", "DEC-52"),
        ("git init --separate-git-dir /tmp/g .", "DEC-52"),
        ("git init --template=/tmp/t", "DEC-52"),
        ("docker run -v .claude:/w alpine rm /w/settings.json", "DEC-52"),
        ("docker run -v $PWD/.claude:/w alpine rm /w/settings.json", "DEC-52"),
        ("docker run --mount type=bind,src=.claude,dst=/w alpine true", "DEC-52"),
        ("docker run -v $(pwd):/w alpine rm -rf /w/.claude", "DEC-52"),
        ("python -c \"import shutil; shutil.rmtree('.claude')\"", "DEC-52"),
        ("prettier --write .claude", "DEC-52"),
        ("python -c \"open('pyproject.toml', 'a').write('[tool.renkei]')\"", "DEC-52"),
        ("tomlq -i '.tool.renkei.x=1' pyproject.toml", "DEC-52"),
        ("echo x > $(which renkei)", "DEC-52"),
        ("pip install renkei==0.0.1", "DEC-52"),
        ("pip install ./renkei-9.9.whl", "DEC-52"),
        ("cd renkei && curl -O http://x/policy.yaml", "DEC-52"),
        ("curl --output-dir renkei -O http://x/policy.yaml", "DEC-52"),
        ("wget -P renkei http://x/policy.yaml?raw=1", "DEC-52"),
        ("cpio -i < a.cpio", "DEC-52"),
        ("7z x a.7z", "DEC-52"),
        ("renk?i off", "DEC-16"),
    ],
)
def test_a_text_that_any_program_is_given_may_be_a_program(command: str, rule: str):
    ruling = run("backend-specialist", command)
    assert (ruling.allowed, ruling.rule) == (False, rule)


@pytest.mark.req("DEC-52", "DEC-16")
@pytest.mark.parametrize(
    "command",
    [
        "git -c user.name=x commit -m 'about .renkei/ and renkei off'",
        "gh pr create --title 'guard .mcp.json' -b 'type renkei accept, see .renkei/'",
        "gh issue create --body='renkei init fails in .claude/'",
        "npm run build -- --out dist",
        "make run ARGS='--port 80'",
        "docker run alpine sh -c 'echo hello; ls /'",
        "uv pip install renkei",
        "LANG=C make test",
        "GIT_EDITOR='code --wait' git commit",
        "uv run --with pytest pytest -q",
        "uvx --from build pyproject-build",
        "git rebase -x 'make test' HEAD~3",
        "find . -name '*.py' | xargs -I{} touch {}",
        "find . -type f -not -path '*/.git/*' -exec sed -i s/a/b/ {} +",
        "zip -r a.zip src -x '*.pyc' '.git/*'",
        "cp .mcp.json /tmp/m.json",
        "ls -l $(which renkei)",
        "git init",
        "git init -q -b main /tmp/r",
        "git init --bare /tmp/r.git",
        "docker run --rm -v $PWD:/w -w /w node npm test",
    ],
)
def test_other_texts_are_no_matter(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "pkill -STOP -f 'renkei hook'", "pkill -f hook", "pkill -9 renkei", "killall renkei", "pkill -f .",
        "kill -9 -1", "pkill -f $X", "sh -c 'pkill -f renkei'", "pkill python", "pkill -9 -u me", "killall -u me",
        "kill $(pgrep -f renkei)", "pgrep -f 'renkei hook' | xargs kill -9", "fuser -k .renkei/renkei.db",
        "kill -9 $(ps aux | grep 'renkei hook' | awk '{print $2}')",
    ],
)  # fmt: skip
def test_no_agent_ends_the_processes_that_guard_it(command: str):
    ruling = run("backend-specialist", command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-52")


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    [
        "pkill -f 'manage.py runserver'", "killall chrome", "kill 4711", "kill -9 4711", "pgrep -f renkei",
        "pkill -P 4711",
        "kill $(lsof -t -i:3000)", "ps aux | grep vite | awk '{print $2}' | xargs kill",
    ],
)  # fmt: skip
def test_other_processes_are_ended(command: str):
    assert run("backend-specialist", command).allowed


WITH_TABLE = '[project]\nversion = "1.0.0"\n\n[tool.renkei.verify]\ncommands = ["make"]\n'


@pytest.mark.req("DEC-52")
def test_a_command_is_judged_by_what_it_would_make_of_a_table():
    known = {"texts": {"pyproject.toml": WITH_TABLE}}
    bump = "sed -i s/1.0.0/1.0.1/ pyproject.toml"
    assert not run("qa-engineer", bump, **known).allowed  # nobody has told what becomes of it
    after = WITH_TABLE.replace("1.0.0", "1.0.1")
    assert run("qa-engineer", bump, **known, becomes={"pyproject.toml": after}).allowed
    looser = WITH_TABLE.replace("make", "true")
    assert run("qa-engineer", bump, **known, becomes={"pyproject.toml": looser}).rule == "DEC-52"


@pytest.mark.req("DEC-52", refused=True)
def test_a_server_of_others_is_handed_no_guarded_path():
    for path in (".mcp.json", "/project/.renkei/off", "file:///project/.claude/settings.json"):
        ruling = ask("backend-specialist", "mcp__files__write_file", at={"path": [path]})
        assert (ruling.allowed, ruling.rule) == (False, "DEC-52")
    for given_input in (
        {"files": {".mcp.json": "{}"}},
        {"arguments": '{"path": ".renkei/off"}'},
        {"uri": "file:///project/%2erenkei/off"},
        {"path": "/my project/.mcp.json"},
    ):
        ruling = ask("backend-specialist", "mcp__files__write_file", **given_input)
        assert (ruling.allowed, ruling.rule) == (False, "DEC-52")
    assert ask("backend-specialist", "mcp__files__write_file", path="src/x.py", text="about .mcp.json").allowed
    assert ask("backend-specialist", "mcp__files__write_file", files={"src/x.py": "[see .mcp.json]"}).allowed
    assert ask("backend-specialist", "mcp__renkei__post", text=".mcp.json").allowed


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "zip -r a.zip src -x x -O .mcp.json",
        "find . -not -path './.renkei/off' -exec touch ${X:-.renkei/off} \\;",
        "find . -name x | xargs -I% cp % .mcp.json",
        "cp /tmp/evil.json .mcp.json",
        "cp .mcp.json /other/.mcp.json",
    ],
)
def test_what_is_left_out_or_copied_elsewhere_hides_nothing(command: str):
    ruling = run("backend-specialist", command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-52")


@pytest.mark.req("ORCH-2", refused=True)
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    "command",
    [
        "tmux",
        "tmux new -d -s work",
        "tmux new -d bash",
        "tmux new-session -d 'bash -i'",
        "tmux split-window -h",
        "screen -dmS work",
        "tmux send-keys -t 0 ren",
        "tmux send-keys 'kei off' Enter",
        "screen -S work -X stuff x",
        "xdotool type x",
    ],
)
def test_no_agent_types_into_a_terminal_that_stays_open(command: str, role: str):
    ruling = run(role, command)
    assert (ruling.allowed, ruling.rule) == (False, "ORCH-2" if role != "lead" else ruling.rule)


@pytest.mark.req("ORCH-2")
@pytest.mark.parametrize(
    "command",
    [
        "tmux new -d -s dev 'npm run dev'",
        "tmux new-session -d -s dev npm run dev",
        "tmux send-keys -t dev C-c",
        "tmux capture-pane -p -t dev",
        "tmux ls",
        "tmux kill-session -t dev",
        "screen -dmS dev npm start",
        "screen -ls",
    ],
)
def test_a_terminal_is_opened_for_a_command_and_looked_at(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "F=$(echo .mcp.json); echo x > $F",
        "read F <<< .mcp.json; echo x > $F",
        'printf -v F .mcp.json; echo x > "$F"',
        "set -- .mcp.json; echo x > $1",
        "A=(.mcp.json); echo x > ${A[0]}",
        'echo x > "${Z:-.mcp.json}"',
        "for f in .*/settings.json; do : > $f; done",
    ],
)
def test_where_only_the_shell_knows_what_is_written_no_guarded_name_may_stand(command: str):
    ruling = run("backend-specialist", command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-52")


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    [
        "out=$(mktemp); pytest > $out; tail $out",
        "for f in src/*.py; do sed s/a/b/ $f > $f.new; done",
        "for f in */*.json; do jq . $f > $f.tmp; done",
        "git clean -n",
        "git clean -fdn",
    ],
)
def test_where_none_does_it_is_run(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-16", refused=True)
@pytest.mark.parametrize(
    "given_input",
    [
        {"command": "renkei", "args": ["off"]},
        {"cmd": "renkei", "args": ["decide", "DEC-1", "A"]},
        {"executable": "renkei", "arguments": "accept"},
        {"argv": ["sh", "-c", "renkei off"]},
    ],
)
def test_nor_is_a_server_of_others_told_a_persons_command(given_input: dict[str, object]):
    ruling = ask("backend-specialist", "mcp__shell__run", **given_input)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-16")
    assert ask("backend-specialist", "mcp__shell__run", command="pytest", args=["-q", "tests"]).allowed


def test_what_only_prints_or_goes_where_nobody_knows_writes_no_file():
    for command in ("curl -s http://localhost:8000/login | jq .", "cp -r src $tmp/", "git clean -n"):
        assert run("backend-specialist", command).writes == ()
    assert run("backend-specialist", "curl -sSLO http://example.org/a.txt").writes == ("a.txt",)


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("role", ["qa-engineer", ""])
@pytest.mark.parametrize(
    ("tool", "given_input", "rule"),
    [
        ("Monitor", {"command": "rm -rf .claude"}, "DEC-52"),
        ("PowerShell", {"command": "rm .mcp.json"}, "DEC-52"),
        ("local_shell", {"command": ["sh", "-c", "rm -rf .claude"]}, "DEC-52"),
        ("REPL", {"code": "fs.rmSync('.claude')"}, "DEC-52"),
        ("mcp__shell__run", {"cmd": "touch .renkei/off"}, "DEC-52"),
        ("mcp__shell__run", {"cmd": "touch off", "cwd": ".renkei"}, "DEC-52"),
        ("write_anything", {"target": ".mcp.json"}, "DEC-52"),
        ("Monitor", {"command": "renkei off"}, "DEC-16"),
        ("Monitor", {"command": "claude -p x"}, "SDD-9"),
    ],
)
def test_a_tool_that_nobody_knows_is_judged_by_what_it_is_given(
    tool: str, given_input: dict[str, object], rule: str, role: str
):
    ruling = ask(role, tool, **given_input)
    assert (ruling.allowed, ruling.rule) == (False, rule)


@pytest.mark.req("DEC-52")
def test_and_used_for_everything_else():
    assert ask("qa-engineer", "Monitor", command="tail -f /tmp/log").allowed
    assert ask("qa-engineer", "REPL", code="1 + 1").allowed
    assert ask("lead", "Agent", subagent_type="qa-engineer", prompt=".mcp.json").allowed


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("path", ["~/.bashrc", "/home/me/.zshrc", "~/.config/systemd/user/x.service", "~/.ssh/rc"])
def test_what_a_persons_own_shells_run_is_written_by_no_agent(path: str):
    assert ask("backend-specialist", "Write", file_path=path, content="x").rule == "DEC-52"
    assert run("backend-specialist", f"echo x >> {path}").rule == "DEC-52"


@pytest.mark.req("ORCH-2", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "at -f /tmp/x.sh now",
        "echo /tmp/x.sh | batch",
        "crontab /tmp/c",
        "crontab -e",
        "systemd-run --user /tmp/x.sh",
        "ssh localhost /tmp/x.sh",
        "ssh -p 22 me@127.0.0.1 /tmp/x.sh",
        "launchctl submit -l x -- /tmp/x.sh",
    ],
)
def test_no_agent_has_something_started_outside_of_its_client(command: str):
    ruling = run("backend-specialist", command)
    assert (ruling.allowed, ruling.rule) == (False, "ORCH-2")


@pytest.mark.req("ORCH-2")
@pytest.mark.parametrize("command", ["crontab -l", "at -l", "ssh example.org uptime", "launchctl list"])
def test_what_is_started_elsewhere_is_looked_at(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "flock .renkei/off true",
        "flock -w 5 .renkei/off true",
        "flock -n .renkei/off -c true",
        "/usr/bin/time -o .renkei/off true",
        "/usr/bin/time --output=.renkei/off true",
        "/usr/bin/time -p -o.renkei/off true",
        "renkei runs report --html .claude/settings.local.json",
        "renkei runs report --html=.renkei/hook.json",
        "renkei runs report --ht .renkei/off",
        "renkei export -o .claude/settings.json --force",
        "renkei export -o.renkei/off",
        "renkei backup .renkei/off",
        "rsync -a --delete empty/ .",
        "rsync -a --del src/ ./",
        "rsync -a --delete --exclude .git src/ /project",
        "rsync -a --remove-source-files . /tmp/x/",
        "rclone sync x .",
        "rclone -P --transfers 4 sync x . --exclude .git",
        "rclone sync x .claude",
        "rclone copy x .claude/agents",
        "rclone copyto x/a.json .claude/settings.json",
        "rclone move . /tmp/x",
        "rclone purge .claude",
        "rclone delete .",
        "rclone bisync . /tmp/x",
        "git -C .renkei init",
        "git init --quiet .claude/agents/x",
    ],
)
def test_what_a_program_writes_beside_its_work_is_no_guarded_file(command: str):
    ruling = run("backend-specialist", command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-52")


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    [
        "flock /tmp/lock make test",
        "flock 9 make test",
        "/usr/bin/time -o /tmp/t.txt pytest",
        "time pytest",
        "timeout 60 pytest",
        "renkei runs report --html report.html",
        "renkei runs report --html",
        "renkei review --base main",
        "rsync -a --delete src/ /tmp/copy/",
        "rsync -a --delete dist/ public/",
        "rsync -a src/ .",
        "rclone sync src /tmp/copy",
        "rclone sync dist public",
        "rclone sync . remote:copy",
        "rclone copy src .",
        "rclone lsl .",
        "git init",
        "git init --quiet /tmp/x",
        "git -C /tmp/x init -q --bare",
        "python src/calc.py --output .renkei-out",
    ],
)
def test_and_any_other_is(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-16", refused=True)
def test_a_persons_command_stands_in_no_address_of_a_program():
    assert run("backend-specialist", "socat - EXEC:'renkei off'").rule == "DEC-16"


INDEX = "a[$(touch .renkei/off)]"


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("role", ["backend-specialist", "security-auditor", "lead"])
@pytest.mark.parametrize(
    "command",
    [
        f"test -v '{INDEX}'",
        f"[ -v '{INDEX}' ]",
        f"[[ -v '{INDEX}' ]]",
        f"printf -v '{INDEX}' x",
        f"read '{INDEX}' <<< x",
        "read -r 'a[`touch .renkei/off`]' <<< x",
        f"declare '{INDEX}=1'",
        f"let '{INDEX}'",
        f"mapfile '{INDEX}' < x",
        'test -v "a[\\$(touch .renkei/off)]"',
        f"x='{INDEX}'; : $((x))",
        f"x='{INDEX}'; let x",
        f"x='{INDEX}'; echo ${{b[x]}}",
        f"for x in '{INDEX}'; do (( x )); done",
        f"f() {{ (( $1 )); }}; f '{INDEX}'",
        f"read x <<< '{INDEX}'; : $((x))",
        "x='$(touch .renkei/off)'; echo ${x@P}",
        "PS4='$(touch .renkei/off)'; set -x; true",
    ],
)
def test_what_the_shell_reads_once_more_is_read_as_commands_though_it_was_quoted(command: str, role: str):
    assert not run(role, command).allowed


@pytest.mark.req("ORCH-2", "LEAD-1", refused=True)
@pytest.mark.parametrize("role", ["security-auditor", "lead"])
@pytest.mark.parametrize(
    "command", ["test -v 'a[$(rm src/app.py)]'", "printf -v 'a[`rm src/app.py`]' x", "printf -v PATH bin; ls"]
)
def test_who_has_a_list_of_commands_runs_no_other_by_an_index_or_a_variable(command: str, role: str):
    assert not run(role, command).allowed


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    [
        "awk '{a[$(NF-1)]++} END {for (k in a) print k}' README.md",
        "grep -nE '[$(){}]' src/app.py",
        "a=(1 2); echo ${a[0]}; grep 'x[$(]' src/app.py",
        "msg='look at $(cat .renkei/hook.json)'; echo \"$msg\"",
        "printf -v now '%(%s)T' -1",
        "[[ $x == 'a[b]' ]] && echo same",
    ],
)
def test_a_quoted_word_that_runs_nothing_is_a_word(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "uniq - .mcp.json",
        "cat x | uniq -c - .claude/settings.json",
        "xxd - .renkei/off",
        "echo 61 | xxd -r - .renkei/off",
        "sort -uo .mcp.json x",
        "sort -ruo.mcp.json x",
        "git grep -O'touch .renkei/off' x",
        "git grep -hO'touch .renkei/off' x",
        "git grep --open='touch .renkei/off' x",
        "/usr/bin/time -ao .renkei/off true",
        "/usr/bin/time --outpu=.renkei/off true",
        "touch .renk${x:-ei}/off",
        "touch .ren${x:=kei}/off",
        "prettier --write --ignore-unknown .mcp.json",
        "eslint --fix --no-ignore .mcp.json",
        "python3 -m zipfile -e x.zip .",
        "python3 -m tarfile -e x.tar",
        "tree -o .mcp.json",
        "tree -ao.mcp.json",
        "env -vS 'touch .renkei/off'",
    ],
)
def test_a_file_that_is_written_is_seen_in_every_form_of_an_option(command: str):
    ruling = run("backend-specialist", command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-52")


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    [
        "uniq -c - out.txt",
        "xxd -l 64 .mcp.json",
        "sort -u -o out.txt x",
        "sort -t o -k 1 .mcp.json",
        "git grep -n --only-matching login",
        "time -p pytest",
        "touch ${x:-out}/a",
        "prettier --check . --ignore-path .prettierignore",
        "eslint --fix --ignore-pattern .renkei src",
        "codespell --skip .git,.venv src",
        "black --exclude .renkei src",
        "python3 -m zipfile -e x.zip /tmp/x",
        "python3 -m zipfile -l x.zip",
    ],
)
def test_options_that_name_no_guarded_file_to_write_pass(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "ln -s ../src docs/l; echo x > docs/l/../renkei/policy.yaml",
        "cd docs/l && echo x > ../renkei/policy.yaml",
        "cd -P docs/l && cd .. && echo x > renkei/policy.yaml",
        "echo x > docs/h/../.bashrc",
        "cp x docs/h/../.bashrc",
    ],
)
def test_up_from_a_folder_is_up_from_where_a_link_leads_to(command: str):
    ruling = run("backend-specialist", command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-52")


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    ["cd src && cat ../README.md > ../out.txt", "cp src/../.mcp.json /tmp/m.json", "cd -P src && pytest", "ls ../x"],
)
def test_going_up_to_what_nobody_guards_passes(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "for HOME in .renkei; do touch $HOME/off; done",
        "for PWD in .renkei; do touch $PWD/off; done",
        "read HOME <<< .renkei; touch $HOME/off",
        "X=src; for X in .renkei; do touch $X/off; done",
        "X=src; for i in 1 2; do touch $X/off; X=.renkei; done",
        "X=src; read X <<< .renkei; touch $X/off",
        'X=src; Z=; read $Z""X <<< .renkei; touch $X/off',
        "XY=src; read X{Y,} <<< .renkei; touch $XY/off",
        "X=src; read $'\\x58' <<< .renkei; touch $X/off",
        "X=src; printf -v X .renkei; touch $X/off",
        "X=src; eval X=.renkei; touch $X/off",
        "X=; : ${X:=.renkei}; touch $X/off",
        "X=src; select X in .renkei; do touch $X/off; done",
        "X=src; f() { touch $X/off; }; X=.renkei; f",
        "X=src; declare -n Y=X; Y=.renkei; touch $X/off",
    ],
)
def test_a_variable_that_is_given_another_value_meanwhile_may_lead_anywhere(command: str):
    ruling = run("backend-specialist", command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-52")


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize(
    "command",
    [
        "OUT=build; mkdir -p $OUT && cp -r .claude/plans $OUT/",
        "OUT=build; touch $OUT/a; cat .codex/config.toml",
        "X=a; touch $X; X=b; touch $X",
        "cd $HOME/work && touch notes.md",
        'read -r NAME < names.txt; mkdir -p "$NAME"',
    ],
)
def test_a_variable_with_one_value_is_followed(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-51", refused=True)
@pytest.mark.parametrize(
    "command",
    [
        "prlimit --pid $PPID --locks=unlimited",
        "prlimit -xunlimited sh x.sh",
        "ulimit -Hx unlimited",
        "python3 -c 'import resource as r; r.setrlimit(r.RLIMIT_LOCKS, (-1, -1))'",
    ],
)
def test_the_limit_that_says_whose_a_process_is_is_raised_by_no_agent(command: str):
    ruling = run("backend-specialist", command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-51")


@pytest.mark.req("DEC-51")
@pytest.mark.parametrize(
    "command", ["prlimit", "prlimit --locks", "prlimit --nofile=1024 make", "ulimit -a", "ulimit -n 4096"]
)
def test_other_limits_are_an_agents_to_set(command: str):
    assert run("backend-specialist", command).allowed


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    "command",
    ["HOME=$PWD/.renkei; touch ~/off", "export HOME=.renkei; touch ~/off", "D=.ren; D=${D}kei; rm -rf $D"],
)
def test_what_a_variable_was_given_last_is_followed_too(command: str):
    ruling = run("backend-specialist", command)
    assert (ruling.allowed, ruling.rule) == (False, "DEC-52")


@pytest.mark.req("TEAM-9", refused=True)
def test_and_who_writes_a_file_by_it_is_asked():
    command = "F=src/a.py; touch $F; F=src/b.py; touch $F"
    assert run("backend-specialist", command).allowed
    assert run("backend-specialist", command, owners={"src/b.py": "other"}).rule == "TEAM-9"
