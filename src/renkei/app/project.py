"""A project that is open: its settings, its store, who acts, and whoever asked."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from renkei import settings as settings_module
from renkei.agent_trees import GrantConflict, Tree, attempts_at_work, call_words, find_tree, note_folders, take_grant
from renkei.binding import has_record
from renkei.bootstrap import open_hub, open_reader, open_scratch_hub, store_exists
from renkei.errors import NotFound, ProjectClosed, Refused, StoreError, Unreachable
from renkei.hub import Hub
from renkei.kit.words import translate
from renkei.lazy import lazy
from renkei.policy.identity import Surroundings, token_digest
from renkei.protocol.actors import Actor
from renkei.sentence import Translatable
from renkei.settings import Settings
from renkei.values import value

if TYPE_CHECKING:
    from renkei.adapters.base import ToolServer
    from renkei.app.commit_watch import watch_sessions
    from renkei.app.insight_files import write_insights
    from renkei.binding import refusals
    from renkei.binding.held_texts import text_instead
    from renkei.commands.base import Command, Request
    from renkei.commands.external_acts import ExternalAct
    from renkei.execution import CommitResult
else:
    write_insights = lazy("renkei.app.insight_files:write_insights")
    watch_sessions = lazy("renkei.app.commit_watch:watch_sessions")
    refusals = lazy("renkei.binding.refusals")
    text_instead = lazy("renkei.binding.held_texts:text_instead")
    Request = lazy("renkei.commands.base:Request")

ItemT = TypeVar("ItemT")
BUSY_SECONDS, AGENT_BUSY_SECONDS = 60, 10
"""How long others may keep the store locked: a client gives a tool a minute at most, and then tells its model nothing
that helps."""
_VIEW_SECONDS = 1
"""Whoever only looks does not wait for a store that somebody keeps to himself."""

FileId = tuple[int, int]
"""Device and inode: which file it is, whatever it is called."""


class Caller(Protocol):
    """Whoever asked, while a use case is at work: told what it should know at once, and asked what it alone may say."""

    @property
    def is_at_terminal(self) -> bool:
        """Whether what it says is typed by somebody."""
        ...

    @property
    def can_answer(self) -> bool:
        """Whether somebody reads what is asked, and types an answer."""
        ...

    def note(self, text: Translatable, /, **params: object) -> None:
        """A remark beside the result; a template and its parameters."""
        ...

    def progress(self, items: Iterable[ItemT], label: Translatable, *, total: int | None = None) -> Iterator[ItemT]:
        """Passes items on, each of which may take a while."""
        ...

    def ask_consent(self, folder: Path, commands: Sequence[str]) -> bool:
        """Whether these commands, code of this folder, may be run. Asked only of those who can answer."""
        ...


class SilentCaller:
    """Nobody listens and nobody can be asked: what matters stands in what a use case returns or raises."""

    is_at_terminal = False
    can_answer = False

    def note(self, text: Translatable, /, **params: object) -> None:
        pass

    def progress(self, items: Iterable[ItemT], label: Translatable, *, total: int | None = None) -> Iterator[ItemT]:
        return iter(items)

    def ask_consent(self, folder: Path, commands: Sequence[str]) -> bool:
        return False


@value
class Done:
    """What became of a command."""

    seq: int
    """Where the log ended when it was done."""
    id: str | None = None
    """The message's id, or that of the first event; None when nothing had to change."""
    warnings: tuple[str, ...] = ()
    """What the caller should know though it was carried out, in the project's language."""
    replayed: bool = False
    """The same had been done before, under the same key."""


ServeAgent = Callable[["Project", Path, str], "ToolServer"]
"""Takes the project, the work tree of the agent and its credential."""


class Project:
    """Use cases and queries work on it. The store is opened once, when it is first needed; closed at the end of the
    block, or with `close`."""

    def __init__(
        self,
        settings: Settings,
        cwd: Path,
        *,
        env: Mapping[str, str] | None = None,
        caller: Caller | None = None,
        words: Sequence[str] = (),
        for_agents: bool = False,
        serve_agent: ServeAgent | None = None,
    ) -> None:
        """
        Args:
            env: what the caller's surroundings say of it, its credential (RENKEI_TOKEN) above all.
            words: the command line as it was typed, by which a client's hook may have granted it.
            for_agents: models ask here: none of them is a person, wherever the process stands (DEC-51), and what they
                hand in and write belongs into a turn (DEC-28).
            serve_agent: opens what answers the tool calls of an agent that a run starts from here.
        """
        self.settings = replace(settings, turns_required=True) if for_agents else settings
        self._for_agents = for_agents
        self.serve_agent = serve_agent
        self._busy_seconds = AGENT_BUSY_SECONDS if for_agents else BUSY_SECONDS
        self.cwd = cwd
        self.env: Mapping[str, str] = {} if env is None else env
        self._words = words
        self.caller: Caller = caller or SilentCaller()
        self._opened = ExitStack()
        self._hub: Hub | None = None
        self._reader: Hub | None = None
        self._viewer: Hub | None = None
        self._file: FileId | None = None
        self._is_closed = False
        self._is_waived = False

    def for_agent(self, folder: Path, caller: Caller) -> "Project":
        """The same project, for an agent that works in a folder of its own: what this one was opened with is no
        credential there."""
        file = settings_module.store_path(self.settings.store, self.cwd)
        settings = replace(self.settings, store=f"sqlite:///{file.resolve()}") if file else self.settings
        env = {name: each for name, each in self.env.items() if name != "RENKEI_TOKEN"}
        return Project(settings, folder, env=env, caller=caller, for_agents=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        self._is_closed = True
        self._opened.close()

    @property
    def hub(self) -> Hub:
        """The store, made if there is none. Raises: Refused, where it or the rules are not as a person set them."""
        self._require_open()
        if self._hub is None:
            self._hub = self._open(open_hub, "rules", "layers")
        return self._hub

    @property
    def reader(self) -> Hub:
        """The store for looking only."""
        self._require_open()
        if self._hub is not None:
            return self._hub
        if self._reader is None:
            self._reader = self._open(open_reader)
        return self._reader

    @property
    def viewer(self) -> Hub:
        """The store for telling where the project stands: whatever differs from what a person set, and without waiting
        long for who keeps it to himself."""
        self._require_open()
        if self._viewer is None:
            self._viewer = open_reader(
                self.settings, self.cwd, busy_seconds=_VIEW_SECONDS, held_prices=self.find_held_prices
            )
            self._opened.callback(self._viewer.log.close)
        return self._viewer

    def _open(self, open_store: Callable[..., Hub], *texts: str) -> Hub:
        """The store, if it and these texts are as a person set them, where one did."""
        is_bound = not self._is_waived and has_record(self.settings.project, self.env)
        if is_bound:
            self.look_at_commits()
            refusals.require_store(self.settings, self.env, lambda: self.has_store)
            self.require_bound(*texts)
        hub = open_store(self.settings, self.cwd, busy_seconds=self._busy_seconds, held_prices=self.find_held_prices)
        self._opened.callback(hub.log.close)
        if is_bound:
            with hub.read() as view:
                refusals.require_same_log(self.settings, self.env, view)
        return hub

    def find_held_prices(self) -> str | None:
        """The team's prices as a person set them, where their file says others; None: the file holds."""
        return text_instead(self.settings.project, self.env, "prices")

    def waive_binding(self) -> None:
        """For what a person does about the binding itself: files that differ keep nobody from it."""
        self._is_waived = True

    def require_bound(self, *texts: str, of: Path | None = None) -> None:
        """Refuses to go by what the project's files say there, or those `of` another, if a person set it otherwise
        (DEC-52)."""
        self.look_at_commits(of)
        for what in texts:
            refusals.require_text(of or self.settings.project, self.env, what)

    def look_at_commits(self, of: Path | None = None) -> None:
        """What was committed while an agent is at work does not count as a person's, also before a hook has looked."""
        with suppress(OSError, Unreachable):
            watch_sessions(of or self.settings.project, self.env)

    @property
    def has_store(self) -> bool:
        return self._hub is not None or store_exists(self.settings, self.cwd)

    @property
    def is_at_hand(self) -> bool:
        """Whether its store is open, a file, and still the same: to read there waits for nobody."""
        path = self._store_file
        return self._hub is not None and path is not None and identify_file(path) == self._file

    def follow_store(self) -> FileId | None:
        """For a process that stays: another file in the store's place is opened in its stead. What it is now; None for
        a server, and where none was yet. The old one stays open to the end, so that no other file gets its number.

        Raises:
            StoreError: it was there, and is gone.
        """
        path = self._store_file
        found = identify_file(path) if path else None
        if self._file and not found:
            raise StoreError(
                "The store {path} is gone, and nothing was done. Tell the person: it has to be put back, or made anew "
                "with renkei init.",
                path=str(path),
            )
        if found != self._file:
            self._file, self._hub, self._reader = found, None, None
        return found

    def require_same_store(self, before: FileId | None) -> None:
        """
        Raises:
            StoreError: what was written since may stand in a file that nobody finds any more.
        """
        path = self._store_file
        if before and path and identify_file(path) != before:
            raise StoreError(
                "The store {path} was replaced or removed meanwhile: what was done may be lost. Look whether it is "
                "there, and tell the person.",
                path=str(path),
            )

    @property
    def work_tree(self) -> Path:
        """The work tree that the caller is in, if it is one of this project's; else the project's own."""
        return settings_module.work_tree_of(self.settings.project, self.cwd)

    def say(self, text: Translatable, /, **params: object) -> str:
        """In the project's language."""
        return translate(self.settings.lang, text, **params)

    def identify(self, as_name: str | None = None) -> Actor:
        """Who acts: the one place that finds it out. It looks only, and leaves no store behind.

        Raises:
            NotFound: nobody on the team is called so.
            Refused: there is a token, and it is nobody's, or somebody else's; or this is inside an agent's or a
                client's process, and nobody there is known to be a person.
        """
        return self.reader.identify(as_name=as_name, around=self.surroundings)

    def identify_bearer(self, token: str) -> Actor:
        """Who has sent a request with this token, from a process that nobody knows: one that works in an attempt's own
        processes alone is nobody's here.

        Raises:
            Refused: it is no agent's.
        """
        tree = Tree(is_inside=True, elsewhere=attempts_at_work(self._note_folders))
        return self.reader.identify(around=Surroundings(token=token, tree=tree, now=time.time()))

    @cached_property
    def _note_folders(self) -> list[Path]:
        """Found once: a server asks for every request."""
        file = self._store_file
        return note_folders(self.settings.project, self.env, file.parent if file else None)

    @cached_property
    def _store_file(self) -> Path | None:
        return settings_module.store_path(self.settings.store, self.cwd)

    def identify_attempt(self, token: str) -> Actor:
        """Who has spoken to this process on the pipe of an attempt that it has started, with this credential.

        Raises:
            Refused: it is no agent's, or no longer.
        """
        tree = Tree(is_inside=True, attempt=token_digest(token))
        return self.reader.identify(around=Surroundings(token=token, tree=tree, now=time.time()))

    def identify_call(self, call: str | None) -> Actor:
        """Who makes one of the many calls of a process that stays: looked up anew, for tokens end and clients join.

        Args:
            call: what the client calls it by, under which its hook may have granted it.

        Raises:
            Refused: no agent is known to make it.
        """
        words = call_words(call) if call else ()
        return self.reader.identify(around=self._look_around(words))

    @cached_property
    def surroundings(self) -> Surroundings:
        """What is known of the caller beside what it says of itself; a grant for its command is used up by it."""
        return self._look_around(self._words)

    def _look_around(self, words: Sequence[str]) -> Surroundings:
        file = settings_module.store_path(self.settings.store, self.cwd)
        tree = find_tree(self.settings.project, self.env, store=file.parent if file else None)
        tree = tree._replace(is_inside=tree.is_inside or self._for_agents)
        granted, is_ambiguous = None, False
        if tree.is_inside and words:
            try:
                granted = take_grant(self.settings.project, words)
            except GrantConflict:
                is_ambiguous = True
        return Surroundings(
            token=self.env.get("RENKEI_TOKEN"),
            tree=tree,
            granted=granted,
            is_ambiguous=is_ambiguous,
            now=time.time(),
        )

    def actor(self, as_name: str | None = None) -> Actor:
        """The same for who is about to change something: a store that is there is opened for that, and once only."""
        if self.has_store:
            _ = self.hub
        return self.identify(as_name)

    def onlooker(self, as_name: str | None = None) -> Actor | None:
        """Who looks, for what anybody may see: a token that is nobody's is None."""
        try:
            return self.identify(as_name)
        except Refused:
            if as_name:
                raise
            return None

    def authorize(self, command: "Command", *, actor: Actor, key: str | None = None) -> None:
        """Has the hub decide before git, a file or a process is touched. A project without a store gets none by it."""
        self.reader.authorize(Request(command=command, actor=actor, key=key, lang=self.settings.lang))

    def authorize_act(self, act: "ExternalAct", *, actor: Actor | None = None) -> Actor:
        """The same for what is done outside the store; who does it."""
        actor = actor or self.identify()
        self.authorize(act, actor=actor)
        return actor

    def commit(self, command: "Command", *, actor: Actor, key: str | None = None) -> "CommitResult":
        """Carries a command out and passes on what the caller should know.

        Raises:
            BadInput, NotFound, Refused: nothing was changed, and no store is made by what fails.
        """
        request = Request(command=command, actor=actor, key=key, lang=self.settings.lang)
        if not self.has_store:
            open_scratch_hub(self.settings.layers).do(request)
        outcome = self.hub.do(request)
        for note in outcome.notes:
            self.caller.note(note.text, **note.params)
        if any(each.record.type in ("InsightCaptured", "BodyRedacted") for each in outcome.written):
            self.show_insights()
        return outcome

    def show_insights(self) -> None:
        """Brings the files of insights up to date. What was asked for is done, whether they can be written or not."""
        try:
            with self.reader.read() as view:
                write_insights(view, self.settings.project)
        except OSError as error:
            self.caller.note("{path} cannot be written ({error}).", path=error.filename, error=error.strerror)

    def do(self, command: "Command", *, actor: Actor, key: str | None = None) -> Done:
        """The same, with what a way in passes on."""
        outcome = self.commit(command, actor=actor, key=key)
        warnings = tuple(self.say(note.text, **note.params) for note in outcome.notes)
        return Done(seq=outcome.seq, id=outcome.id, warnings=warnings, replayed=outcome.replayed)

    def _require_open(self) -> None:
        if self._is_closed:
            raise ProjectClosed("The project {folder} is closed. Open it anew.", folder=str(self.settings.project))


def identify_file(path: Path) -> FileId | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def open_project(
    folder: str | Path | None = None,
    *,
    store: str | None = None,
    lang: str | None = None,
    env: Mapping[str, str] | None = None,
    caller: Caller | None = None,
) -> Project:
    """The project around a folder (default: the current one). Nothing is made or opened before it is needed.

    Raises:
        NotFound: there is no such folder.
        BadInput: its settings are wrong.
    """
    cwd = Path.cwd() if folder is None else Path(folder).absolute()
    if not cwd.is_dir():
        raise NotFound("There is no folder {path}.", path=str(cwd))
    settings = settings_module.load(project=None, store=store, lang=lang, env=env or {}, cwd=cwd)
    return Project(settings, cwd, env=env, caller=caller)
