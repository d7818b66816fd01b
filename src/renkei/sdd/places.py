"""Where the files of the framework lie, from the top of the repository."""

from typing import Final

from renkei import lazy_re as re
from renkei.errors import BadInput

SPECS: Final = "specs"
STEERING: Final = "steering"
ROADMAP: Final = "specs/roadmap.md"
HANDOVER: Final = "specs/handover"
SESSION: Final = f"{HANDOVER}/session.md"
DECISIONS: Final = f"{HANDOVER}/decisions.md"
BUFFER: Final = f"{HANDOVER}/buffer.md"
KNOWLEDGE: Final = "specs/knowledge"
PRODUCT: Final = f"{STEERING}/product.md"
TECH: Final = f"{STEERING}/tech.md"
STRUCTURE: Final = f"{STEERING}/structure.md"
WAVE_VERDICTS: Final = "specs/verdicts-wave.md"

_FEATURE: Final = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,60}[a-z0-9])?")
_STEERING_NAME: Final = re.compile(r"[\w-]+(?:/[\w-]+)*")
_TAKEN: Final = frozenset({"handover", "knowledge", "roadmap.md", "verdicts-wave.md"})
"""Names in `specs/` that are no feature."""
_WAVE: Final = re.compile(r"wave-[0-9]+(?:-dc)?")
"""What the reviews of a wave are called: a feature of that name would be taken for one."""


def check_feature(name: str) -> str:
    """
    Raises:
        BadInput: it cannot be the name of a feature.
    """
    if not is_feature(name):
        raise BadInput(
            "{name!r} cannot be the name of a feature: it names a folder in specs/. Use small letters, digits and "
            "dashes, as in user-login; not {taken}, nor the name of a wave (wave-1).",
            name=name,
            taken=", ".join(sorted(_TAKEN)),
        )
    return name


def is_feature(name: str) -> bool:
    is_taken = name in _TAKEN or _WAVE.fullmatch(name)
    return not is_taken and bool(_FEATURE.fullmatch(name)) and ".." not in name


def spec_folder(feature: str) -> str:
    return f"{SPECS}/{feature}"


def spec_file(feature: str) -> str:
    return f"{SPECS}/{feature}/spec.yaml"


def design_file(feature: str) -> str:
    return f"{SPECS}/{feature}/design.md"


def research_file(feature: str) -> str:
    return f"{SPECS}/{feature}/research.md"


def tasks_file(feature: str) -> str:
    return f"{SPECS}/{feature}/tasks.yaml"


def verdicts_file(feature: str) -> str:
    return f"{SPECS}/{feature}/verdicts.md"


def review_folder(feature: str, pipeline: int | None = None) -> str:
    """Where the inspectors of a review write; with a consensus, those of one of its pipelines."""
    return f"{SPECS}/{feature}/.review" if pipeline is None else f"{SPECS}/{feature}/.review-{pipeline}"


def wave_review_folder(wave: int, *, dead_code: bool = False) -> str:
    return f"{SPECS}/.review-wave-{wave}{'-dc' if dead_code else ''}"


def steering_file(target: str) -> str | None:
    """The file of steering that an auditor names, as `tech`, `tech.md` or `steering/tech.md`; None where it names
    another one."""
    name = target.strip().removeprefix(f"{STEERING}/").removesuffix(".md")
    return f"{STEERING}/{name}.md" if _STEERING_NAME.fullmatch(name) else None


def is_review_path(path: str) -> bool:
    """Whether a path lies in the folder of a review: what is there is nobody's to keep."""
    return any(part == ".review" or part.startswith(".review-") for part in path.split("/"))
