"""Source releases that measurements work on: pinned by version and digest, fetched once."""

import hashlib
import re
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
TOOLS: Final = ROOT / ".tools"


@dataclass(frozen=True)
class Release:
    """One version of a package, as its authors published it."""

    name: str
    version: str
    digest: str


RELEASES: Final = {
    each.name: each
    for each in (
        Release("pytest", "8.4.1", "7c67fd69174877359ed9371ec3af8a3d2b04741818c51e5e99cc1742251fa93c"),
        Release("tornado", "6.5.1", "84ceece391e8eb9b2b95578db65e920d2a61070260594819589609ba9bc6308c"),
        Release("django", "5.2.4", "a1228c384f8fa13eebc015196db7b3e08722c5058d4758d20cb287503a540d8f"),
        Release("sphinx", "8.2.3", "398ad29dee7f63a75888314e9424d40f52ce5a6a87ae88e7071e80af296ec348"),
        Release("black", "26.10.1", "5f9f83beae62437e060dafd53d7f1fc327e3d3494f74d72ee5c2b73eb90fc4e7"),
        Release("hatch", "1.18.2", "7f365f1a5b8f1a8162813daed9bf9fce83f15dc933fc99c6d04cbb942e64f4d0"),
        Release("fastapi", "0.162.4", "4abdb1ef367090678d8bc664631df432ae7a1bfe7709c37547d3606e667650e3"),
        Release("httpx", "0.28.1", "75e98c5f16b0f35b567856f597f06ff2270a374470a5c2392242528e3e3e42fc"),
        Release("litestar", "2.25.0", "7fad91fcd89367fcd26534ab19b6b05763cc67ab9574baa914546089e1ed1fb4"),
        Release("mkdocs", "1.6.1", "7b432f01d928c084353ab39c57282f29f92136665bdd6abf7c1ec8d822ef86f2"),
        Release("pydantic", "2.14.3", "1054f237f4d4733e5a30e1e2333bd33a2004ab9ab1510bd053a9a31bb48e232d"),
        Release("boltons", "26.2.0", "d39cfd15c1a1c3bd4d705c82252fa9edb8e4f5e8cc039f8e39afac7b1b47e92c"),
        Release("flask_cors", "4.0.1", "eeb69b342142fdbf4766ad99357a7f3876a2ceb77689dc10ff912aac06c389e4"),
        Release("humanize", "4.9.0", "582a265c931c683a7e9b8ed9559089dea7edcf6cc95be39a3cbc2c5d5ac2bcfa"),
        Release("itsdangerous", "2.2.0", "e0050c0b7da1eea53ffaf149c0cfbb5c6e2e2b69c4bef22c81fa6eb73e5f6173"),
        Release("schedule", "1.2.2", "15fe9c75fe5fd9b9627f3f19cc0ef1420508f9f9a46f45cd0769ef75ede5f0b7"),
        Release("watchdog", "7.1.0", "d3861e255416f49a1384474cb2efa097de165fb330d4c5432ce6708b509ed922"),
        Release("click", "8.1.7", "ca9853ad459e787e2192211578cc907e7594e294c7ccc834310722b41b9ca6de"),
        Release("tenacity", "8.2.3", "5398ef0d78e63f40007c1fb4c0bff96e1911394d2fa8d194f77619c05ff6cc8a"),
        Release("python-dotenv", "1.0.1", "e324ee90a023d808f1959c46bcbc04446a10ced277783dc6ee09987c37ec10ca"),
        Release("structlog", "24.4.0", "b27bfecede327a6d2da5fbc96bd859f114ecc398a6389d664f62085ee7ae6fc4"),
        Release("cachetools", "5.5.2", "1a661caa9175d26759571b2e19580f9d6393969e5dfca11fdb1f947a23e640d4"),
        Release("tabulate", "0.9.0", "0095b12bf5966de529c0feb1fa08671671b3368eec77d7ef7ab114be2c068b3c"),
        Release("waitress", "3.0.2", "682aaaf2af0c44ada4abfb70ded36393f0e307f4ab9456a215ce0020baefc31f"),
        Release("marshmallow", "4.4.0", "9e6ffa8511012ca89732324c1c253efd7b4d35632dcbdf80aa793fe01804af3e"),
        Release("arrow", "1.4.0", "ed0cc050e98001b8779e84d461b0098c4ac597e88704a655582b21d116e526d7"),
        Release("requests", "2.32.3", "55365417734eb18255590a9ff9eb97e9e1da868d4ccd6402399eaf68af20a760"),
        Release("simplejson", "3.19.3", "8e086896c36210ab6050f2f9f095a5f1e03c83fa0e7f296d6cba425411364680"),
        Release("textual", "8.2.8", "3f106a9fbc73e39dd266c9712432087de78a6d644084c7c241d6a25c3169115b"),
    )
}


def fetch(release: Release) -> Path:
    """The archive, from the index that this machine is set up for."""
    archive = TOOLS / "evidence" / f"{release.name}-{release.version}.tar.gz"
    if not archive.exists():
        pip = [TOOLS / "bin" / "uv", "tool", "run", "--quiet", "pip"]
        wanted = ["--no-deps", "--no-binary", ":all:", f"{release.name}=={release.version}"]
        subprocess.run([*pip, "download", "--quiet", "--dest", archive.parent, *wanted], check=True)
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != release.digest:
        sys.exit(f"{archive} has the digest {found}, not {release.digest}; remove it and try again")
    return archive


def fetch_any(package: str) -> Path:
    """A release by its name: `NAME==VERSION` from PyPI, `NAME@VERSION` from npm. What it is stays with the index."""
    folder = TOOLS / "packages"
    folder.mkdir(parents=True, exist_ok=True)
    if not (found := _archives(folder, package)):
        pip = [TOOLS / "bin" / "uv", "tool", "run", "--quiet", "pip", "download", "--quiet", "--no-deps"]
        command = ["npm", "pack", "--silent", package] if "@" in package else [*pip, "--no-binary", ":all:", package]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        found = _archives(folder, package)
    return found[0]


def _archives(folder: Path, package: str) -> list[Path]:
    """The archives of a release: indexes write `-`, `_` and `.` in a name as they like."""
    wanted = _plain(package.replace("==", "-").replace("@", "-"))
    return [path for path in folder.glob("*.t*gz") if _plain(re.sub(r"\.t(ar\.)?gz$", "", path.name)) == wanted]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def unpack(archive: Path, folder: Path) -> None:
    """The plain files of a release, without its outer folder."""
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            place = folder.joinpath(*Path(member.name).parts[1:])
            data = tar.extractfile(member)
            if data and ".." not in place.parts:
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data.read())
