"""What binds gets in by no command whose content nobody reads; where it can be read, it is judged."""

import sys
import tarfile
from pathlib import Path

import pytest

from tests.hooks.test_agent_commits import LOOSER, PLAIN, call, commit
from tests.support.hook_client import Client
from tests.support.hook_project import event, git

PATCH = "--- a/{name}\n+++ b/{name}\n@@ -1 +1,2 @@\n x\n+{line}\n"


@pytest.fixture
def site(client: Client, tmp_path: Path) -> Client:
    """A project whose pyproject.toml says nothing of Renkei, and what somebody may want to bring into it."""
    out = tmp_path / "renkei-out"
    (out / "tree/renkei").mkdir(parents=True)
    (out / "plain").mkdir()
    (out / "tree/renkei/policy.yaml").write_text("limits: {}\n", "utf-8")
    (out / "plain/notes.txt").write_text("x\n", "utf-8")
    (out / "looser.toml").write_text(PLAIN + LOOSER, "utf-8")
    (out / "plain.toml").write_text(PLAIN.replace('"x"', '"renkei-x"'), "utf-8")
    (out / "names").write_text("src/app.py\n.renkei/hook.json\n", "utf-8")
    (out / "plain-names").write_text("src/one.py\nsrc/two.py\n", "utf-8")
    (out / "x.sed").write_text("s/a/b/\n", "utf-8")
    (out / "looser.patch").write_text(PATCH.format(name="pyproject.toml", line="[tool.renkei]"), "utf-8")
    (out / "policy.patch").write_text(PATCH.format(name="renkei/policy.yaml", line="limits: {}"), "utf-8")
    (out / "plain.patch").write_text(PATCH.format(name="src/app.py", line="y = 1"), "utf-8")
    with tarfile.open(out / "x.tar", "w") as archive:
        archive.add(out / "tree/renkei", "renkei")
    git(client.folder, "branch", "same")
    git(client.folder, "switch", "--quiet", "--create", "other")
    commit(client.folder, "limits: {}\n", name="renkei/policy.yaml")
    git(client.folder, "switch", "--quiet", "main")
    (client.folder / "pyproject.toml").write_text(PLAIN, "utf-8")
    return client


REFUSED = [
    "cp {out}/looser.toml pyproject.toml",
    "cp {out}/gone.toml pyproject.toml",
    "mv {out}/looser.toml pyproject.toml",
    "cat {out}/looser.toml >> pyproject.toml",
    "cat {out}/looser.toml | tee pyproject.toml",
    "tee pyproject.toml < {out}/looser.toml",
    "curl -s http://example.org | tee pyproject.toml",
    "python3 make.py > pyproject.toml",
    "git show other:pyproject.toml > pyproject.toml",
    "base64 -d {out}/x > pyproject.toml",
    "sed -i -f {out}/x.sed pyproject.toml",
    "cp {out}/looser.toml tmp.toml; cp tmp.toml pyproject.toml",
    "ln -s {out}/tree/renkei renkei",
    "ln -s {out}/tree/renkei .",
    "mv {out}/tree/renkei renkei",
    "mv {out}/tree/renkei .",
    "cp -r {out}/tree/renkei .",
    "cp -r {out}/tree/. .",
    "rsync -a {out}/tree/ .",
    "rclone copy {out}/tree .",
    "tar xf {out}/x.tar",
    "tar -xzf {out}/x.tar -C .",
    "unzip {out}/x.zip",
    "git apply {out}/policy.patch",
    "git apply {out}/looser.patch",
    "patch -p1 < {out}/policy.patch",
    "patch -p1 -i {out}/looser.patch",
    "cat {out}/policy.patch | git apply",
    "cat {out}/looser.patch | patch -p1",
    "printf '[tool.ren%s.verify]\\n' kei >> pyproject.toml",
    "printf '%s%s' '[tool.ren' 'kei]' >> pyproject.toml",
    "printf '[tool.ren' >> pyproject.toml; printf 'kei]\\n' >> pyproject.toml",
    "echo -e '[tool.ren\\x6bei]' >> pyproject.toml",
    "echo '[tool.\"ren\\u006bei\"]' >> pyproject.toml",
    "chmod -x {program}",
    "chmod a-x {program}",
    "find . -name hook.json -exec rm {{}} +",
    "find . -name hook.json -delete",
    "find / -name hook.json -delete",
    "find . -name 'code-expl*.md' -exec sed -i 1d {{}} +",
    "find . -name 'code-expl*.md' | xargs sed -i 1d",
    "grep -rl renkei:contract . | xargs sed -i 1d",
    "git checkout other -- .",
    "git checkout other .",
    "git restore -s other .",
    "git reset --hard other",
    "git restore -sother .",
    "git diff main other | git apply",
    "git diff main other | patch -p1",
    "git show other | git apply",
    "git diff main other > {out}/new.patch; git apply {out}/new.patch",
    'git apply <<< "$(git diff main other)"',
    "git apply <(cat {out}/policy.patch)",
    "git rm -f '*.json'",
    "git rm -f ':(top)*.json'",
    "find . -iname 'HOOK.JSON' -delete",
    "find . -name '*.json' | while read -r f; do echo > \"$f\"; done",
    "xargs rm < {out}/names",
    "xargs -a {out}/names rm",
    "rm $(cat {out}/names)",
    "rm `cat {out}/names`",
    "while read -r f; do rm $f; done < {out}/names",
    "tar -T {out}/names --remove-files -cf {out}/y.tar",
]
ALLOWED = [
    "cp {out}/plain.toml pyproject.toml",
    "cat {out}/plain/notes.txt >> notes.txt",
    "sed -i 's/1.0.0/1.0.1/' pyproject.toml",
    "echo '# end' >> pyproject.toml",
    "echo '# one' >> pyproject.toml; echo '# two' >> pyproject.toml",
    "printf '%s\\n' '# one' '# two' >> pyproject.toml",
    "printf '# end\\n' >> pyproject.toml",
    "cat {out}/plain.patch | git apply",
    "git log -3 | cat",
    "cp pyproject.toml {out}/kept.toml",
    "cp -r {out}/plain/. .",
    "cp -r . {out}/copy",
    "rsync -a --exclude .git ./ {out}/copy/",
    "rsync -a {out}/plain/ .",
    "rclone copy {out}/plain .",
    "mv src/app.py src/main.py",
    "mv src/app.py ..",
    "ln -s src/app.py app.py",
    "tar xf {out}/x.tar -C build",
    "tar czf {out}/y.tgz src",
    "tar tf {out}/x.tar",
    "unzip -l {out}/x.zip",
    "unzip {out}/x.zip -d build",
    "git apply {out}/plain.patch",
    "patch -p1 < {out}/plain.patch",
    "chmod +x build.sh",
    "chmod -R u+w src",
    "find . -name __pycache__ -exec rm -rf {{}} +",
    "find . -name '*.md' -not -path './.claude/*' -exec sed -i 1d {{}} +",
    "find . -name '*.py' | xargs wc -l",
    "grep -rl user.ok . | xargs sed -i s/ok/fine/",
    "git checkout same -- .",
    "git checkout other -- src/app.py",
    "git restore .",
    "git reset --hard same",
    "git diff main same | git apply",
    "git diff main other -- src | git apply",
    "git diff src | git apply -R",
    "git rm -f '*.pyc'",
    "find . -name '*.json' | while read -r f; do wc -l \"$f\"; done",
    "xargs touch < {out}/plain-names",
    "cat {out}/plain-names | xargs rm -f",
    "cat {out}/names",
]


def spell(command: str, tmp_path: Path) -> str:
    program = Path(sys.executable).with_name("renkei")
    return command.format(out=tmp_path / "renkei-out", program=program)


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("command", REFUSED)
def test_content_that_is_not_read_does_not_get_in(site: Client, tmp_path: Path, command: str):
    answer = call(site, spell(command, tmp_path))
    assert answer["decision"] == "block"
    assert "[DEC-52]" in answer["reason"]


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize("command", ALLOWED)
def test_what_can_be_read_and_loosens_nothing_does(site: Client, tmp_path: Path, command: str):
    assert call(site, spell(command, tmp_path)) is None


@pytest.mark.req("DEC-52", refused=True)
def test_the_table_of_the_project_is_not_changed_from_a_linked_work_tree(client: Client, tmp_path: Path):
    (client.folder / "pyproject.toml").write_text(PLAIN + LOOSER, "utf-8")
    git(client.folder, "worktree", "add", "--quiet", str(tmp_path / "other"))
    who = {"agent_id": "id-b", "agent_type": "backend-specialist"}
    place = str(client.folder / "pyproject.toml")
    for tool, asked in (
        ("Write", {"file_path": place, "content": PLAIN}),
        ("Bash", {"command": f"echo x > {place}"}),
        ("Bash", {"command": "echo x > ../project/pyproject.toml"}),
        ("Bash", {"command": "cp ../renkei-out/looser.toml ../project/pyproject.toml"}),
    ):
        answer = client.answer(event("PreToolUse", tmp_path / "other", tool_name=tool, tool_input=asked, **who))
        assert answer["decision"] == "block", asked
