"""The check of the pages finds what does not hold."""

from pathlib import Path

from scripts import docs

COMMANDS = {"send", "agent"}


def faults(text: str) -> list[str]:
    return list(docs.bad_commands(text, COMMANDS, {"demo"}))


def test_shown_commands_that_exist_pass():
    text = """
```console
$ make demo   # a comment about renkei nothing
$ echo hi | renkei --lang ja send --as alice -
renkei printed-not-typed
$ renkei --help
```
```sh
RENKEI_LANG=ja .venv/bin/renkei agent list && renkei --json send x
```
```python
renkei other
```
"""
    assert faults(text) == []


def test_shown_commands_that_do_not_exist_are_named():
    assert faults("```sh\nrenkei --json sned x; make dmeo\n```\n") == [
        "`renkei sned` is not a command",
        "`make dmeo` is not a target",
    ]


def test_links_to_nowhere_are_named(tmp_path: Path):
    (tmp_path / "b.md").write_text("# The first part\n")
    page = tmp_path / "a.md"
    page.write_text("[ok](b.md) [ok](b.md#the-first-part) [no](c.md) [no](b.md#second)\n```sh\n[x](d.md)\n```\n")
    assert list(docs.bad_links(page)) == [
        "link to 'c.md', which does not exist",
        "link to 'b.md#second': no such heading",
    ]
