"""The files of the spec-driven framework in a work tree: read strictly, written by the lead alone, each whole.

A spec.yaml that Renkei did not write (`renkei.app.spec_record`) was edited behind the lead's back: what is on disk
counts, blocked and unknown phases refuse first, and anything else is adopted with a notice in decisions.md (DEC-17).
"""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from renkei.app.project import Project
from renkei.app.sdd_verdict_log import VerdictLog
from renkei.app.spec_record import SpecRecord
from renkei.errors import BadInput, NotFound, Refused, Unreachable
from renkei.eventlog.private_files import keep_out_of_git, make_folder
from renkei.files import read_regular, remove_drafts, write_whole
from renkei.sdd import handover, places
from renkei.sdd.design import Design, read_design
from renkei.sdd.phases import Operation, refuse_known, require_phase
from renkei.sdd.roadmap import place_in, render_roadmap
from renkei.sdd.spec import Spec, read_spec, write_spec
from renkei.sdd.tasks import Tasks, read_tasks
from renkei.workspace.locks import LockHeld, ProcessLock


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class SpecFiles:
    """What stands in one work tree. Nothing is written but by the methods that say so."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self.root: Path = project.work_tree
        self._records = project.settings.project / ".renkei"
        self._record = SpecRecord(self._records, self.root)
        self.verdicts = VerdictLog(self._records, self.root)

    # Reading

    def list_features(self) -> list[str]:
        folder = self.root / places.SPECS
        if not folder.is_dir():
            return []
        return sorted(each.parent.name for each in folder.glob("*/spec.yaml") if places.is_feature(each.parent.name))

    def load(self, feature: str) -> Spec:
        """
        Raises:
            NotFound: there is no such feature.
            BadInput: its spec.yaml is not right; each line is named.
        """
        places.check_feature(feature)
        path = places.spec_file(feature)
        data = self.read_bytes(path)
        if data is None:
            known = ", ".join(self.list_features()) or "-"
            raise NotFound(
                "There is no feature {feature}: {path} is not there. Make it with: renkei sdd init {feature}. "
                "Known: {known}.",
                feature=feature,
                path=path,
                known=known,
            )
        spec = read_spec(data, path)
        if spec.feature_name != feature:
            raise BadInput(
                "{path} is the spec of {name}, and lies in the folder of {feature}. Name both alike.",
                path=path,
                name=spec.feature_name,
                feature=feature,
            )
        return spec

    def load_all(self) -> dict[str, Spec]:
        """
        Raises:
            BadInput: a spec.yaml is not right.
        """
        return {name: self.load(name) for name in self.list_features()}

    def load_readable(self) -> tuple[dict[str, Spec], dict[str, BadInput]]:
        """What can be read; and by feature what is wrong with the others."""
        specs: dict[str, Spec] = {}
        wrong: dict[str, BadInput] = {}
        for name in self.list_features():
            try:
                specs[name] = self.load(name)
            except BadInput as error:
                wrong[name] = error
        return specs, wrong

    def is_edited(self, feature: str) -> bool:
        """Whether its spec.yaml is none that Renkei wrote, or an earlier one than it wrote here last."""
        data = self.read_bytes(places.spec_file(feature))
        return data is not None and self._record.find_origin(feature, data) in ("edited", "put-back")

    def files_of(self, feature: str) -> list[str]:
        folder = self.root / places.spec_folder(feature)
        return sorted(each.name for each in folder.iterdir() if each.is_file()) if folder.is_dir() else []

    def load_design(self, feature: str) -> Design:
        return read_design(self.read_text(places.design_file(feature)))

    def load_tasks(self, feature: str) -> Tasks | None:
        """
        Raises:
            BadInput: tasks.yaml is not right; each line is named.
        """
        path = places.tasks_file(feature)
        data = self.read_bytes(path)
        return None if data is None else read_tasks(data, path)

    def read_text(self, path: str) -> str:
        data = self.read_bytes(path)
        if data is None:
            return ""
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise BadInput("{name} is not UTF-8 text (byte {at}).", name=path, at=error.start) from None

    def read_bytes(self, path: str) -> bytes | None:
        try:
            return read_regular(self.root / path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise BadInput("{path} cannot be read ({error}).", path=path, error=error.strerror) from None

    # The gate

    def open_gate(self, feature: str, operation: Operation) -> Spec:
        """The spec, if the operation may begin; an edit behind the back is adopted, and told.

        Raises:
            Refused: blocked, unknown or unsuited, in this order.
        """
        spec = self.load(feature)
        refuse_known(spec)
        self.adopt_edit(spec)
        require_phase(spec, operation, self.files_of(feature))
        return spec

    def adopt_edit(self, spec: Spec) -> None:
        """What stands there counts; what Renkei did not write, or not last, is told and recorded."""
        feature = spec.feature_name
        data = self.read_bytes(places.spec_file(feature)) or b""
        origin = self._record.find_origin(feature, data)
        if origin not in ("edited", "put-back"):
            return
        before = self._record.last_phase(feature)
        if origin == "edited":
            self._project.caller.note(
                "spec.yaml of {feature} was edited by hand since Renkei wrote it (phase {before}, now {phase}): what "
                "stands there counts, and decisions.md says so.",
                feature=feature,
                before=before,
                phase=spec.phase,
            )
        else:
            self._project.caller.note(
                "spec.yaml of {feature} was put back to an earlier state that Renkei wrote (phase {before}, now "
                "{phase}): what stands there counts, and decisions.md says so.",
                feature=feature,
                before=before,
                phase=spec.phase,
            )
        how = "edited by hand" if origin == "edited" else "put back to an earlier state"
        self.record_decision(
            "USER_DECISION",
            f"spec.yaml of {feature} was {how} (phase {before} -> {spec.phase})",
            decision="What is on disk counts",
            reason="spec.yaml is the only state",
        )
        self._record.settle(spec, data)

    # Writing: the lead alone

    def save(self, spec: Spec) -> None:
        """Writes the state of a feature. What is to be written is remembered first: a process that is killed in between
        leaves no edit by hand behind."""
        data, path = write_spec(spec), places.spec_file(spec.feature_name)
        self._record.announce(spec, data, before=self.read_bytes(path))
        self.write(path, data)
        self._record.settle(spec, data)

    def save_roadmap(self) -> None:
        """Each spec gets its wave; roadmap.md shows them. Where one cannot be read, nobody knows the waves: all of it
        stays as it is, and that is told, for another feature's step has moved already."""
        specs, wrong = self.load_readable()
        if wrong:
            self._project.caller.note(
                "{path} was not written anew, for these specs cannot be read: {names}. See: renkei sdd status",
                path=places.ROADMAP,
                names=", ".join(wrong),
            )
            return
        placed = place_in(specs)
        for name, spec in placed.items():
            if spec != specs[name]:
                self.save(spec)
        created = min((spec.created_at for spec in specs.values()), default=now())
        self.write(places.ROADMAP, render_roadmap(placed, created=created).encode())

    def write(self, path: str, data: bytes) -> None:
        full = self.root / path
        if not full.resolve().is_relative_to(self.root.resolve()):
            raise Refused("{path} leads out of the repository. Nothing is written there.", rule="SDD-4", path=path)
        try:
            full.parent.mkdir(parents=True, exist_ok=True)
            remove_drafts(full)
            if full.is_file() and read_regular(full) == data:
                return
            write_whole(full, data)
        except OSError as error:
            raise Unreachable("{path} cannot be written ({error}).", path=str(full), error=error.strerror) from None

    def record_decision(self, kind: handover.DecisionType, summary: str, **fields: str) -> None:
        text = handover.append_decision(self.read_text(places.DECISIONS), kind, summary, at=now(), **fields)
        self.write(places.DECISIONS, text.encode())

    def has_decision(self, kind: handover.DecisionType, summary: str) -> bool:
        """Whether it is recorded: a step that was killed and goes on does not record it again."""
        said = " ".join(summary.split())
        return any(
            each.type == kind and each.summary == said
            for each in handover.read_decisions(self.read_text(places.DECISIONS))
        )

    @contextmanager
    def lock(self) -> Generator[None]:
        """One command at a time changes the features of a project.

        Raises:
            Refused: another process does.
        """
        make_folder(self._records)
        keep_out_of_git(self._records)
        try:
            with ProcessLock(self._records / "sdd.lock"):
                yield
        except LockHeld:
            raise Refused(
                "Another process works on the features of this project. Wait for it, or look with: renkei sdd status",
                rule="SDD-3",
            ) from None
