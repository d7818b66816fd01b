"""The remote that a release goes to: what stands there, and the push. With the person's own settings of git, for only
those lead there (credentials, SSH, proxies)."""

import subprocess
from collections.abc import Sequence

from renkei.errors import Unreachable
from renkei.git.running import LIMIT, time_limit
from renkei.workspace.repository import Repository


def find_remote(repository: Repository) -> str | None:
    names = repository.run("remote").splitlines()
    return "origin" if "origin" in names else names[0] if names else None


def list_remote(repository: Repository, remote: str, refs: Sequence[str]) -> dict[str, str]:
    """By ref what it points to there."""
    listed = _call_transport(repository, "ls-remote", remote, *refs).stdout
    found = (line.partition("\t") for line in listed.splitlines())
    return {ref: pointed for pointed, _, ref in found if ref in refs}


def list_remote_tags(repository: Repository, remote: str) -> list[str]:
    listed = _call_transport(repository, "ls-remote", "--tags", "--refs", remote).stdout
    return [line.partition("refs/tags/")[2] for line in listed.splitlines()]


def push_release(repository: Repository, remote: str, trunk: str, branch: str, tag: str) -> None:
    refs = [f"refs/heads/{branch}", f"refs/tags/{tag}", f"refs/heads/{trunk}"]
    pushed = _call_transport(repository, "push", "--quiet", "--atomic", remote, *(f"{ref}:{ref}" for ref in refs))
    if pushed.returncode:
        raise Unreachable(
            "{tag} is made here, and could not be pushed ({said}). When that is mended, give the same command again, "
            "or: git push --atomic {remote} {trunk} {branch} {tag}",
            tag=tag,
            said=" ".join(pushed.stderr.split())[-500:],
            remote=remote,
            trunk=trunk,
            branch=branch,
        )


def _call_transport(repository: Repository, *words: str) -> subprocess.CompletedProcess[str]:
    """Without hooks. It may ask at the terminal. One that does not end in time has failed."""
    command = ["git", "-c", "core.hooksPath=/dev/null", *words]
    seconds = time_limit(words[0])
    try:
        return subprocess.run(  # noqa: S603
            command,
            cwd=repository.root,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        said = f"git {words[0]} did not end within {seconds:g} s; {LIMIT} sets more"
        return subprocess.CompletedProcess(command, returncode=1, stdout="", stderr=said)
