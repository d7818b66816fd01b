"""What comes into the log, as server-sent events. One follower reads it, however many listen.

The id of an event is the place of its newest record, `seq:hash`, so that a browser that was away goes on where it was,
and is told to begin anew where another log stands by now. So is who cannot keep up: nobody is waited for.
"""

import asyncio
import contextlib
import re
from collections.abc import AsyncGenerator
from typing import Any, Final

import anyio.to_thread
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from renkei.app.follower import Follower
from renkei.app.oversight import News, Oversight
from renkei.app.people import Visitor, find_returning
from renkei.entrypoints.web.gate import VISITOR
from renkei.entrypoints.web.site import Site
from renkei.errors import BadInput
from renkei.values import value

_PING_SECONDS: Final = 10
"""Who hears nothing for longer than that, twice, is not connected any more, whatever its browser says."""
_MOST_WAITING: Final = 4000
"""How many events may wait for one browser."""
_MOST_BEHIND: Final = 5000
"""Who is further back than this reads everything anew, which is less."""
_BATCH: Final = 500
_PLACE: Final = re.compile(r"([0-9]{1,15})(?::([0-9a-f]{64}))?")
_MOST_PLACES: Final = 8
_RESET: Final = b"event: reset\ndata: {}\n\n"
_PING: Final = b"event: ping\ndata: {}\n\n"
_BEGIN: Final = b"retry: 1000\n: begin\n\n"

Events = list[dict[str, Any]]


@value
class _Begin:
    """Where a stream begins, and what is known of the log: by seq the hash that stands there."""

    after: int
    known: tuple[tuple[int, str], ...]


class _Mailbox:
    """The events that wait for one browser; filled by the follower's thread, emptied in the server's loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: Events = []
        self._place = ""
        self._news = asyncio.Event()
        self.begins_anew = False

    def tell(self, news: News | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody listens any more
            self._loop.call_soon_threadsafe(self._put, news)

    def _put(self, news: News | None) -> None:
        if news is None or len(self._waiting) + len(news.events) > _MOST_WAITING:
            self.begins_anew = True
            self._waiting.clear()
        else:
            self._waiting.extend(news.events)
            self._place = news.place
        self._news.set()

    async def take(self, seconds: float) -> News:
        """What has come, and where it ends; nothing when the time is up."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
        self._news.clear()
        taken, self._waiting = self._waiting, []
        return News(events=taken, place=self._place)

    def wake(self) -> None:
        self._news.set()


def make_stream_routes(site: Site, oversight: Oversight) -> list[BaseRoute]:
    follower = Follower(oversight, site.follow_store)

    async def answer_stream(request: Request) -> Response:
        begin = _read_begin(request)
        return StreamingResponse(
            _stream(site, oversight, follower, request.scope[VISITOR], begin),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )

    return [Route("/api/stream", answer_stream)]


def _read_begin(request: Request) -> _Begin:
    """After the last event that was heard, or the place furthest back: tabs of a browser share a stream."""
    last = request.headers.get("last-event-id")
    given = [_read_place(each) for each in request.query_params.getlist("after")[:_MOST_PLACES] if each]
    heard = [_read_place(last)] if last else []
    after = min((seq for seq, _ in heard or given), default=0)
    return _Begin(after=after, known=tuple((seq, digest) for seq, digest in (*heard, *given) if digest))


def _read_place(given: str) -> tuple[int, str]:
    place = _PLACE.fullmatch(given)
    if place is None:
        raise BadInput("{name}: expected a number, not {given!r}.", name="after", given=given[:50])
    return int(place[1]), place[2] or ""


async def _is_of_this_log(site: Site, oversight: Oversight, begin: _Begin) -> bool:
    for seq, digest in begin.known:
        if not await site.ask(oversight.holds, seq, digest):
            return False
    return True


async def _stream(
    site: Site, oversight: Oversight, follower: Follower, visitor: Visitor, known: _Begin
) -> AsyncGenerator[bytes]:
    mailbox = _Mailbox()
    after = known.after
    async with contextlib.AsyncExitStack() as stack:
        listening = follower.listen(mailbox.tell)
        begin = await anyio.to_thread.run_sync(listening.__enter__)
        stack.callback(listening.__exit__, None, None, None)
        ending = asyncio.ensure_future(_wake_at_end(site, mailbox))
        stack.callback(ending.cancel)
        is_near = after <= begin <= after + _MOST_BEHIND
        if not is_near or not await _is_of_this_log(site, oversight, known):
            yield _RESET
            return
        yield _BEGIN
        while after < begin:  # what came before it listened
            missed = await site.ask(oversight.news, after, _BATCH)
            if missed is None:  # another log stands there by now
                yield _RESET
                return
            after = missed.events[-1]["seq"]
            yield _message(missed.events, missed.place)
        while not site.ending.is_set():
            news = await mailbox.take(_PING_SECONDS)
            events = [each for each in news.events if each["seq"] > after]
            if not await _may_look(site, visitor):
                return
            if mailbox.begins_anew:
                yield _RESET
                return
            if events:
                after = events[-1]["seq"]
                yield _message(events, news.place)
            elif not site.ending.is_set():
                yield _PING


async def _may_look(site: Site, visitor: Visitor) -> bool:
    """Whoever was removed, or whose time is up, is told nothing more."""
    if visitor.name is None or visitor.digest is None:
        return True
    return await site.ask(find_returning, site.project, visitor.name, visitor.digest) is not None


async def _wake_at_end(site: Site, mailbox: _Mailbox) -> None:
    await site.ending.wait()
    mailbox.wake()


def _message(events: Events, place: str) -> bytes:
    return b"id: %b\nevent: news\ndata: %b\n\n" % (place.encode(), to_json(events))
