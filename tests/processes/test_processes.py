"""The one runner for processes: limits, exit codes, starts that fail, and an end that leaves nothing."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from renkei.processes import supervised
from renkei.processes.ancestry import MARK
from renkei.processes.supervised import Head, NotExecutable, SupervisedProcess, SupervisorLost, Tail
from tests.support.process_ends import DAEMONS, daemon_command, is_at_work, is_gone, read_pid, soon

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="there is no subreaper: docs/why/processes.md")
MARKED = DAEMONS[:2]
"""Those that keep their environment."""


@contextmanager
def started(line: str, folder: Path) -> Generator[SupervisedProcess]:
    """A line of the shell at work."""
    process = SupervisedProcess(["/bin/sh", "-c", line], folder, env=os.environ, stdout=Tail(1000))
    try:
        yield process
    finally:
        process.end()


def run(line: str, folder: Path, *, seconds: float = 60, env: dict[str, str] | None = None) -> tuple[int | None, str]:
    out = Head(100_000)
    code = supervised.run(["/bin/sh", "-c", line], folder, seconds=seconds, env=env or os.environ, stdout=out)
    return code, out.text


def daemon(kind: str, folder: Path) -> tuple[str, Path]:
    return daemon_command(kind, folder / "pid"), folder / "pid"


@pytest.mark.req("DEC-54")
@pytest.mark.parametrize("kind", DAEMONS)
class TestADaemonEnds:
    def test_when_the_command_has_ended(self, kind: str, tmp_path: Path):
        line, pid = daemon(kind, tmp_path)
        assert run(f"{line}; exit 3", tmp_path)[0] == 3
        assert not is_at_work(read_pid(pid))

    def test_when_the_command_is_out_of_time(self, kind: str, tmp_path: Path):
        line, pid = daemon(kind, tmp_path)
        assert run(f"{line}; sleep 600", tmp_path, seconds=2)[0] is None
        assert not is_at_work(read_pid(pid))

    def test_when_somebody_ends_the_command(self, kind: str, tmp_path: Path):
        line, pid = daemon(kind, tmp_path)
        with started(f"{line}; sleep 600", tmp_path) as process:
            daemon_id = read_pid(pid)
        assert not is_at_work(daemon_id)
        assert not is_at_work(process.pid)

    def test_when_the_command_kills_its_supervisor(self, kind: str, tmp_path: Path):
        line, pid = daemon(kind, tmp_path)
        with pytest.raises(SupervisorLost):
            run(f"{line}; kill -9 $PPID; sleep 600", tmp_path)
        assert not is_at_work(read_pid(pid))

    @pytest.mark.parametrize("stop", ["kill -STOP $PPID", "(while :; do kill -STOP $PPID; done) &"])
    def test_when_the_command_has_stopped_its_supervisor(
        self, kind: str, stop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(supervised, "_GRACE", 2)
        line, pid = daemon(kind, tmp_path)
        with started(f"{stop}\n{line}; sleep 600", tmp_path):
            daemon_id = read_pid(pid)
        assert is_gone(daemon_id)

    def test_when_the_command_has_killed_the_server_and_stopped_its_supervisor(self, kind: str, tmp_path: Path):
        line, pid = daemon(kind, tmp_path)
        with started(f"kill -9 $(ps -o ppid= -p $PPID); kill -STOP $PPID; {line}; sleep 600", tmp_path):
            daemon_id = read_pid(pid)
        assert not is_at_work(daemon_id)

    def test_when_whoever_started_the_command_is_killed(self, kind: str, tmp_path: Path):
        line, pid = daemon(kind, tmp_path)
        with starter(f"{line}; sleep 600") as parent:
            daemon_id = read_pid(pid)
            parent.kill()
            assert is_gone(daemon_id)


@pytest.mark.req("DEC-54")
@pytest.mark.parametrize("kind", MARKED)
def test_what_is_left_when_supervisor_and_server_are_killed_is_known_by_its_mark(kind: str, tmp_path: Path):
    line, pid = daemon(kind, tmp_path)
    kill = "kill -9 $(ps -o ppid= -p $PPID) $PPID"
    with pytest.raises(SupervisorLost):
        run(f"{line}; {kill}; sleep 600", tmp_path)
    assert not is_at_work(read_pid(pid))
    assert run("echo on", tmp_path) == (0, "on\n")


def test_processes_go_on_when_the_server_is_killed(tmp_path: Path):
    os.mkfifo(tmp_path / "go")
    with started("kill -9 $(ps -o ppid= -p $PPID); touch killed; read line < go; exit 5", tmp_path) as process:
        assert soon((tmp_path / "killed").exists)
        assert run("echo on", tmp_path) == (0, "on\n")
        (tmp_path / "go").write_text("\n", "utf-8")
        assert process.wait(60) == 5


@ON_LINUX
def test_a_process_that_forks_on_and_on_is_caught(tmp_path: Path):
    """Each one starts the next in a new session and ends."""
    chain = "import os\nopen('up', 'w')\nwhile True:\n    if os.fork(): os._exit(0)\n    os.setsid()\n"
    (tmp_path / "chain.py").write_text(f"MARK = 'chain of {tmp_path}'\n{chain}", "utf-8")
    with started(f"'{sys.executable}' -I -S {tmp_path}/chain.py; sleep 600", tmp_path):
        assert soon((tmp_path / "up").exists)
    assert not [each for each in _command_lines() if f"{tmp_path}/chain.py" in each]


def _command_lines() -> list[str]:
    found = list[str]()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_text("utf-8", errors="replace"))
        except OSError:
            continue
    return found


def test_nobody_else_is_ended(tmp_path: Path):
    """A process of ours that was not started here, in a session of its own; and another command at work."""
    with subprocess.Popen(["sleep", "600"], start_new_session=True) as other:
        try:
            with started("sleep 600", tmp_path) as process:
                for line in ("kill -9 $PPID", "kill -9 $(ps -o ppid= -p $PPID) $PPID"):
                    with pytest.raises(SupervisorLost):
                        run(line, tmp_path)
                assert (is_at_work(other.pid), is_at_work(process.pid)) == (True, True)
        finally:
            other.kill()


_STARTER = """\
import os, sys, time
from pathlib import Path
from renkei.processes.supervised import SupervisedProcess, Tail
process = SupervisedProcess(["/bin/sh", "-c", sys.argv[1]], Path.cwd(), env=os.environ, stdout=Tail(1000))
time.sleep(600)
"""


@contextmanager
def starter(line: str) -> Generator[subprocess.Popen[bytes]]:
    """Another process that has started a line of the shell and stays."""
    with subprocess.Popen([sys.executable, "-c", _STARTER, line]) as parent:
        try:
            yield parent
        finally:
            parent.kill()


def test_nothing_is_left_of_a_process_that_ends_without_a_word(tmp_path: Path):
    code = _STARTER.replace("time.sleep(600)", "print(process.pid, process._server._process.pid)")
    words = [sys.executable, "-c", code, "sleep 600"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    assert [is_at_work(int(pid)) for pid in done.stdout.split()] == [False, False]


@pytest.mark.parametrize(("line", "code"), [("exit 0", 0), ("exit 77", 77), ("kill -TERM $$", -signal.SIGTERM)])
def test_the_exit_code_is_the_commands_own(line: str, code: int, tmp_path: Path):
    assert run(line, tmp_path)[0] == code


def test_folder_environment_and_outputs_are_its_own(tmp_path: Path):
    out, err = Head(1000), Head(1000)
    env = {"PATH": os.environ["PATH"], "X": "\udcff"}
    line = 'pwd; printf %s "$X"; echo wrong >&2'
    assert supervised.run(["/bin/sh", "-c", line], tmp_path, seconds=60, env=env, stdout=out, stderr=err) == 0
    assert (out.text, err.text) == (f"{tmp_path.resolve()}\n\ufffd", "wrong\n")


def test_it_gets_no_files_but_its_three(tmp_path: Path):
    with started("sleep 600", tmp_path):
        assert run("ls /proc/self/fd 2>/dev/null || ls /dev/fd", tmp_path)[1].split()[:3] == ["0", "1", "2"]
        assert len(run("ls /proc/self/fd 2>/dev/null || ls /dev/fd", tmp_path)[1].split()) == 4  # and that of `ls`


def test_it_is_in_a_session_of_its_own(tmp_path: Path):
    with started("sleep 600", tmp_path) as process:
        assert os.getsid(process.pid) == os.getpgid(process.pid) == process.pid


def test_an_input_may_be_a_file_or_a_pipe(tmp_path: Path):
    (tmp_path / "in").write_bytes(b"from a file")
    out = Head(1000)
    with (tmp_path / "in").open("rb") as given:
        assert supervised.run(["cat"], tmp_path, seconds=60, env=os.environ, stdin=given, stdout=out) == 0
    process = SupervisedProcess(["cat"], tmp_path, env=os.environ, stdin=supervised.PIPE, stderr=Tail(100))
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"from a pipe\n")
    process.stdin.flush()
    assert (out.text, process.stdout.readline()) == ("from a file", b"from a pipe\n")
    process.end()
    process.end()
    assert process.wait(0) == -signal.SIGKILL


def test_of_an_output_only_so_much_is_kept(tmp_path: Path):
    out = Head(10)
    supervised.run(["echo", "0123456789 and more"], tmp_path, seconds=60, env=os.environ, stdout=out)
    assert out.text == "0123456789"


@pytest.mark.req("DEC-32")
class TestAStartThatFails:
    @pytest.mark.parametrize(
        ("command", "folder"),
        [("no-such-program", "."), ("./not-executable", "."), ("true", "no-such-folder"), ("a\0b", ".")],
    )
    def test_by_the_program_or_folder_is_told_as_that(self, command: str, folder: str, tmp_path: Path):
        (tmp_path / "not-executable").write_text("", "utf-8")
        with pytest.raises(NotExecutable) as told:
            SupervisedProcess([command], tmp_path / folder, env=os.environ, stdout=Tail(100))
        named = folder if folder != "." else command
        assert str(told.value.filename).endswith(named)

    @pytest.mark.parametrize("limit", ["files", "files-of-the-server"])
    def test_by_the_operating_system_is_told_as_another_thing(self, limit: str, tmp_path: Path):
        """With a limit of files that lets nothing be started, in a process of its own."""
        done = subprocess.run([sys.executable, "-W", "error", "-c", _NO_ROOM, limit], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.split() == ["StartRefused", "0"]


_NO_ROOM = """\
import os, resource, sys
from contextlib import ExitStack
from pathlib import Path
from renkei.processes.supervised import SupervisedProcess, StartRefused, Tail
whole = resource.getrlimit(resource.RLIMIT_NOFILE)

def limit(files):
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, whole[1]))

def start(word, ended):
    process = SupervisedProcess(["sleep", word], Path("/"), env=os.environ, stdout=Tail(100))
    ended.callback(process.end)
    return process

with ExitStack() as ended:
    limit(32)
    start("0", ended)
    limit(whole[0] if sys.argv[1] == "files-of-the-server" else 8)
    try:
        for _ in range(40):
            start("600", ended)
    except StartRefused as error:
        print(type(error).__name__)
limit(whole[0])
with ExitStack() as ended:
    print(start("0", ended).wait(60))
"""


def test_the_mark_of_an_outer_process_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(MARK, ".outer")
    assert run(f'echo "${MARK}"', tmp_path)[1].startswith(".outer.")
