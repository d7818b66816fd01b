"""What was redacted is nowhere in the store any more."""

from pathlib import Path

from renkei.commands.messages import RedactBody
from renkei.commands.team import AddAgent
from tests.support.store_process import bytes_of
from tests.support.store_team import SECRET, do, flaws_of, open_hub, report_status, said, say

TRACES = [SECRET.encode(), b"is 4711", "発射".encode(), b"\\u767a"]


def traces(path: Path) -> list[str]:
    return [f"{name}: {trace!r}" for name, content in bytes_of(path).items() for trace in TRACES if trace in content]


def test_redacted_text_is_in_no_file_of_an_open_store(tmp_path: Path):
    path = tmp_path / "renkei.db"
    hub = open_hub(path)
    name = said(say(hub, SECRET))
    assert traces(path)
    do(hub, RedactBody(target=name))
    assert traces(path) == []
    assert flaws_of(hub.log) == []


def test_redacted_text_is_in_no_file_after_others_were_written_around_it(tmp_path: Path):
    path = tmp_path / "renkei.db"
    hub = open_hub(path)
    do(hub, AddAgent(name="bob", role="builder"))
    for number in range(20):
        say(hub, f"before {number} {'x' * 500}")
    name = said(report_status(hub, "bob", SECRET))
    for number in range(20):
        say(hub, f"after {number} {'x' * 500}")
    hub.log.close()

    hub = open_hub(path)
    assert traces(path)
    do(hub, RedactBody(target=name))
    assert traces(path) == []
    hub.log.close()
    assert traces(path) == []
    assert flaws_of(open_hub(path).log) == []
