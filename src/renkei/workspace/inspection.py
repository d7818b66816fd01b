"""Looks at what was delivered: are the files there, and are they what the contract's schema says?"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from renkei.contracts.text import DOCUMENTS, deliverable_path, output_schema
from renkei.errors import BadInput, RenkeiError, Unreachable
from renkei.git import Git
from renkei.kit.words import Say
from renkei.protocol.contracts import TaskContract
from renkei.protocol.documents import decode_text, parse_document

_MOST_PROBLEMS: Final = 20


def find_missing(contract: TaskContract, root: Path) -> list[str]:
    """Deliverables that name a place in the work tree where nothing is."""
    deliverables = contract.expected_output.deliverables
    return [text for text in deliverables if (path := deliverable_path(text)) and not _find_files(root, path)]


def find_schema_problems(contract: TaskContract, root: Path, artifacts: list[str], say: Say) -> list[str]:
    """Where delivered JSON and YAML files are not what the contract's schema says.

    Raises:
        Unreachable: the extra that checks schemas is not installed.
    """
    schema = output_schema(contract)
    if schema is None or schema.kind == "words":
        return []
    own = [root / schema.text] if schema.kind == "file" else []
    if own and not own[0].is_file():
        return [say("there is no file {path!r}", path=schema.text)]
    try:
        document = schema.document if schema.document is not None else _read_document(own[0], schema.text)
    except RenkeiError as error:
        return [say(error.text, **error.params)]
    delivered = [path for path in _list_documents(contract, root, artifacts) if path not in own]
    if not delivered:
        kinds = ", ".join(DOCUMENTS)
        return [say("no file ({kinds}) was delivered that could be held against the schema", kinds=kinds)]
    problems = (
        each for path in delivered for each in _validate_document(document, path, str(path.relative_to(root)), say)
    )
    return [each for each, _ in zip(problems, range(_MOST_PROBLEMS), strict=False)]


def tree_id(root: Path) -> str | None:
    """The git tree of the last commit, with a `+` when files differ from it; None outside git."""
    try:
        git = Git(root)
        tree = git.read_line("rev-parse", "HEAD^{tree}")
        is_changed = bool(
            git.read_line("status", "--porcelain", "--untracked-files=normal", "--ignore-submodules=dirty")
        )
    except RenkeiError:
        return None
    return f"{tree}+" if tree and is_changed else tree


def _find_files(root: Path, pattern: str) -> list[Path]:
    """Files of the tree under a path or glob; what leads out of the tree finds nothing."""
    relative = pattern.removeprefix("./")
    if Path(relative).is_absolute() or ".." in Path(relative).parts or not relative:
        return []
    found = [root / relative] if (root / relative).exists() else _glob_files(root, relative)
    inside = [path for path in found if path.resolve().is_relative_to(root.resolve())]
    files = (each for path in inside for each in (path.rglob("*") if path.is_dir() else [path]))
    return [path for path in files if path.is_file()]


def _glob_files(root: Path, pattern: str) -> list[Path]:
    try:
        return list(root.glob(pattern))
    except (ValueError, NotImplementedError):
        return []


def _list_documents(contract: TaskContract, root: Path, artifacts: list[str]) -> list[Path]:
    places = [*artifacts, *filter(None, map(deliverable_path, contract.expected_output.deliverables))]
    found = {path: None for place in places for path in _find_files(root, place) if path.suffix in DOCUMENTS}
    return list(found)


def _read_document(path: Path, name: str) -> Any:
    try:
        return parse_document(decode_text(path.read_bytes(), name), name)
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=name, error=error.strerror) from None


def _validate_document(schema: Any, path: Path, name: str, say: Say) -> Iterator[str]:
    try:
        from jsonschema import Draft202012Validator, SchemaError  # the extra [schema]
        from jsonschema.validators import validator_for
        from referencing import Registry
        from referencing.exceptions import Unresolvable
    except ImportError:
        raise Unreachable(
            "The contract has a schema, and what checks it is not installed. Install it with: "
            "uv tool install 'renkei[schema]'"
        ) from None
    try:
        document = _to_json_types(_read_document(path, name))
        validator = validator_for(schema, default=Draft202012Validator)
        validator.check_schema(schema)
        # A registry of its own: what a schema refers to is never fetched from elsewhere.
        for error in validator(schema, registry=Registry[Any]()).iter_errors(document):
            yield f"{name}: {error.json_path}: {error.message}"
    except RenkeiError as error:
        yield say(error.text, **error.params)
    except (SchemaError, Unresolvable) as error:
        yield f"schema: {error}".splitlines()[0]


def _to_json_types(document: Any) -> Any:
    """YAML's dates and the like as JSON would write them."""
    return json.loads(json.dumps(document, default=str))
