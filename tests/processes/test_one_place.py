"""Only one package makes calls that POSIX alone has: there Windows can follow."""

import re
from pathlib import Path

import pytest

import renkei

SOURCE = Path(renkei.__file__).parent
THE_PLACE = SOURCE / "processes"

POSIX_ONLY = re.compile(
    r"\bos\.(?:fork|forkpty|setsid|setpgid|setpgrp|getpgid|killpg|kill|wait(?:pid|[34])?|posix_spawnp?|exec[lv]p?e?)\b"
    r"|\bfrom (?:os|signal|pty|resource) import\b"
    r"|\bSIG(?:KILL|HUP|CHLD|STOP|CONT)\b|\bpidfd_|\bsetrlimit\b|\bimport pty\b"
    r"|\b(?:start_new_session|preexec_fn|pass_fds|process_group)\b"
    r"|\bos\.(?:O_(?:NONBLOCK|NOCTTY|NOFOLLOW|CLOEXEC|DIRECTORY)|gete?[ug]id|f?chown|fchmod|mkfifo|[gs]et_blocking|uname|getloadavg|sysconf)\b"
    r"|^\s*(?:import|from) (?:fcntl|resource|pwd|grp|termios|tty)\b|\bselect\.(?:select|poll|epoll|kqueue)\b"
    r"|\b(?:open|readlink|listdir|scandir)\(f?[\"']/proc/"
)
"""Also in programs that are written down as text."""


def posix_calls(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if POSIX_ONLY.search(line)]


def test_calls_of_posix_are_made_in_one_place():
    files = [path for path in SOURCE.rglob("*.py") if THE_PLACE not in path.parents]
    assert len(files) > 100
    found = {str(path.relative_to(SOURCE)): posix_calls(path.read_text(encoding="utf-8")) for path in files}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        "pid = os.fork()",
        "os.kill(pid, 9)",
        "os.killpg(group, signal.SIGKILL)",
        "subprocess.Popen(words, start_new_session=True)",
        "subprocess.run(words, preexec_fn=os.setsid)",
        "from os import fork",
        "resource.setrlimit(resource.RLIMIT_DATA, (1, 1))",
        "import fcntl",
        "flags = os.O_RDONLY | os.O_NOFOLLOW",
        "if status.st_uid == os.geteuid():",
        "select.select([0], [], [], 1)",
        "os.set_blocking(pipe.fileno(), False)",
        'with open(f"/proc/{pid}/environ", "rb") as file:',
    ],
)
def test_such_a_call_elsewhere_would_be_found(line: str):
    assert posix_calls(f"import os\n    {line}\n") == [line]


@pytest.mark.parametrize(
    "line", ["subprocess.Popen(words)", "process.kill()", "os.getpid()", "skill = 1", "os.O_RDONLY"]
)
def test_what_every_system_has_may_stand_anywhere(line: str):
    assert posix_calls(line) == []
