"""spec.yaml: the state of one feature, and the only place where it stands (SDD-3, SDD-21).

Read strictly, every mistake with its line; written whole. What a phase allows is `renkei.sdd.phases`.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from renkei.protocol.base import FilledText, Model, Text
from renkei.protocol.documents import decode_text, parse_document, validate
from renkei.protocol.yaml import write_yaml
from renkei.sdd import places

Count = Annotated[int, Field(ge=0)]
Version = Annotated[str, Field(pattern=r"^[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}$")]
"""Which round something belongs to: counted up when it has to be done again."""
LastAction = Literal["tasks-generated", "impl-complete"]


class Change(Model):
    version: Version
    action: FilledText
    timestamp: FilledText


class VersionRefs(Model):
    design: Version | None = None
    implementation: Version | None = None


class Implementation(Model):
    files_created: list[FilledText] = []
    """Also the index of what may be changed only by a revision."""


class Orchestration(Model):
    retry_count: Count = 0
    spec_update_count: Count = 0
    last_phase_action: LastAction | None = None
    run: FilledText | None = None
    """The newest run whose work was taken into this spec."""


class BlockedInfo(Model):
    blocked_by: FilledText
    reason: FilledText = "upstream_failure"
    blocked_at_phase: FilledText | None = None


class Place(Model):
    """Where a spec stands in the roadmap."""

    wave: Annotated[int, Field(ge=1)] = 1
    dependencies: list[FilledText] = []


class Spec(Model):
    feature_name: FilledText
    created_at: FilledText
    updated_at: FilledText
    language: FilledText = "en"
    description: Text = ""
    """What it is for, in a line: the roadmap shows it, and agents are told it."""
    version: Version = "1.0.0"
    changelog: list[Change] = []
    version_refs: VersionRefs = VersionRefs()
    phase: Text
    """Any word: which are known is the gate's to say, in the specification's words."""
    implementation: Implementation = Implementation()
    orchestration: Orchestration = Orchestration()
    blocked_info: BlockedInfo | None = None
    roadmap: Place | None = None
    tracked: list[FilledText] = []
    """Findings that a review let pass and nobody has dealt with yet."""
    proposals: list[FilledText] = []
    """What auditors propose for steering, as `file|decision`: a person decides before the feature goes on."""


_SPEC: Final[TypeAdapter[Spec]] = TypeAdapter(Spec)


def read_spec(data: bytes, name: str) -> Spec:
    """The state of a feature.

    Raises:
        BadInput: with the line of every mistake.
    """
    text = decode_text(data, name)
    return validate(_SPEC, parse_document(text, name), name, text=text)


def write_spec(spec: Spec) -> bytes:
    return write_yaml(spec.model_dump()).encode()


def new_spec(feature: str, *, at: str, language: str, description: str = "", dependencies: Sequence[str] = ()) -> Spec:
    return Spec(
        feature_name=feature,
        created_at=at,
        updated_at=at,
        language=language,
        description=description,
        roadmap=Place(wave=1, dependencies=list(dependencies)),
        phase="initialized",
        changelog=[Change(version="1.0.0", action="initialized", timestamp=at)],
    )


def record_change(spec: Spec, action: str, *, at: str, **fields: Any) -> Spec:
    """The spec with other values, and a line in its changelog that says so."""
    changed = spec.model_copy(update={**fields, "updated_at": at})
    line = Change(version=changed.version, action=action, timestamp=at)
    return changed.model_copy(update={"changelog": [*spec.changelog, line]})


def own_paths(spec: Spec) -> tuple[str, ...]:
    """What is a feature's alone: its code, and all below its folder."""
    return (*spec.implementation.files_created, f"{places.spec_folder(spec.feature_name)}/")


def raise_minor(version: str) -> str:
    """The next minor version: a design that was written anew."""
    major, minor, _ = version.split(".")
    return f"{major}.{int(minor) + 1}.0"
