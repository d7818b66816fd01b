"""How this Renkei was installed, so that what is printed works as it is printed."""

import json
import re
import shlex
import shutil
import sys
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")


def extra_packages(extra: str) -> list[str]:
    """The packages that an extra consists of; where nobody knows them, one that is not there."""
    try:
        lines = requires("renkei") or []
    except PackageNotFoundError:
        return [f"renkei[{extra}]"]
    wanted = [line for line in lines if re.search(rf"""extra == ['"]{extra}['"]""", line)]
    return [found[0] for line in wanted if (found := _NAME.match(line))]


def version_of(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def own_command() -> str:
    """How this command is called from any folder: by its name where that leads here, else by its path."""
    own = Path(sys.executable).with_name("renkei")
    named = shutil.which("renkei")
    if not own.is_file() or (named and Path(named).resolve() == own.resolve()):
        return "renkei"
    return shlex.quote(str(own))


def install_command(extra: str) -> str:
    """The command that adds an extra to this installation: by the tool that made it, from where it came."""
    source, is_editable = _install_source()
    wanted = shlex.quote(f"{source}[{extra}]")
    if Path(sys.prefix, "uv-receipt.toml").is_file():
        return f"uv tool install {wanted}"
    if Path(sys.prefix, "pipx_metadata.json").is_file():
        return f"pipx install --force {wanted}"
    wanted = f"--editable {wanted}" if is_editable else wanted
    python = shlex.quote(sys.executable)
    if uv := _uv_command(source):
        return f"{uv} pip install --python {python} {wanted}"
    return f"{python} -m pip install {wanted}"


def _install_source() -> tuple[str, bool]:
    """Where it was installed from: a folder, a file, or its name in a registry; and whether it is worked on there."""
    try:
        text = distribution("renkei").read_text("direct_url.json")
    except PackageNotFoundError:
        text = None
    found: Any = json.loads(text or '{"url": ""}')
    place = urlsplit(str(found["url"]))
    if place.scheme != "file":
        return "renkei", False
    return unquote(place.path), bool(found.get("dir_info", {}).get("editable"))


def _uv_command(source: str) -> str | None:
    """uv, also where only a clone has it for itself, which then trusts what the system trusts, as it does for make."""
    if shutil.which("uv"):
        return "uv"
    own = Path(source, ".tools", "bin", "uv")
    return f"{shlex.quote(str(own))} --system-certs" if own.is_file() else None
