"""What the files of a project say now of what binds, and what they say in a person's commit."""

from functools import partial
from pathlib import Path
from typing import NamedTuple

from renkei.binding.commits import find_committed
from renkei.binding.marks import find_marked_agents
from renkei.binding.texts import FILES, current_texts, decode, read_tables, table_text
from renkei.settings import mask_store_url, read_named_store
from renkei.setup.hook_settings import OFF, read_settings


class Held(NamedTuple):
    """What the files say."""

    mode: str
    """Empty where there is no file of settings for the hooks."""
    deadline: float
    off: bool
    store: str
    named: str
    marks: tuple[str, ...]
    texts: dict[str, str]


def read_held(project: Path) -> Held:
    hooks = read_settings(project) or {"mode": "", "store": "", "deadline": 0}
    return Held(
        mode=hooks["mode"],
        deadline=hooks["deadline"],
        off=(project / OFF).exists(),
        store=hooks["store"],
        named=mask_named_store(project),
        marks=find_marked_agents(project),
        texts=current_texts(project),
    )


def mask_named_store(project: Path) -> str:
    """The store that the project's files name, as it may be shown."""
    return mask_store_url(read_named_store(project))


def where_it_stands(what: str) -> str:
    """The file or table that a text comes from."""
    return FILES.get(what) or (
        "layers, contracts, turns" if what == "layers" else f"[{what.removesuffix('_settings')}]"
    )


def find_committed_store(project: Path) -> str | None:
    """The store that files name as a person committed them."""
    store = read_tables(partial(_find_committed_data, project)).get("store")
    if not isinstance(store, str):
        return None
    path = store.removeprefix("sqlite:///")
    return mask_store_url(store) if path == store else f"sqlite:///{project / path}"


def find_committed_text(project: Path, what: str) -> str | None:
    """A text in the newest commit that no run made; None where no such commit holds it."""
    if what in FILES:
        found = find_committed(project, FILES[what])
        return None if found is None else decode(found.data)
    return table_text(read_tables(partial(_find_committed_data, project)), what) or None


def _find_committed_data(project: Path, path: str) -> bytes | None:
    found = find_committed(project, path)
    return found.data if found else None
