"""`python -m renkei.testing.fakemodel`, as someone starts it to try a team."""

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from renkei.testing.fakemodel import FakeModel
from tests.support.client_http import user

COMMAND = [sys.executable, "-m", "renkei.testing.fakemodel"]


def test_serves_until_it_is_interrupted(tmp_path: Path):
    log = tmp_path / "log.jsonl"
    command = [*COMMAND, "--log", str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout
        url = process.stdout.readline().split()[-1]
        body = json.dumps({"messages": [user("hello")]}).encode()
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{url}/v1/messages", body) as response:
            assert json.loads(response.read())["role"] == "assistant"
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read().splitlines()
    assert process.returncode == 0
    assert rest[1:3] == [f"  export ANTHROPIC_BASE_URL={url}", "  export ANTHROPIC_API_KEY=any"]
    assert rest[3].startswith("  claude -p ")
    assert len(rest) == 4
    assert json.loads(log.read_text("utf-8"))["body"]["messages"] == [user("hello")]


def test_port_that_is_taken_is_named():
    with FakeModel() as model:
        port = model.url.rpartition(":")[2]
        done = subprocess.run([*COMMAND, "--port", port], capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert f"error: port {port} cannot be used" in done.stderr


def test_port_that_cannot_be_is_named():
    done = subprocess.run([*COMMAND, "--port", "99999"], capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert "error: port 99999 cannot be used" in done.stderr
