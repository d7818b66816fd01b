"""What comes into the log, as server-sent events. One follower reads it, however many listen.

The id of an event is the seq of its newest record, so that a browser that was away goes on where it was. Who cannot
keep up is not waited for: it is told to begin anew.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import Any, Final

import anyio.to_thread
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from renkei.app.follower import Follower
from renkei.app.oversight import Oversight
from renkei.app.people import Visitor, find_returning
from renkei.entrypoints.web.gate import VISITOR
from renkei.entrypoints.web.site import Site
from renkei.errors import BadInput

_PING_SECONDS: Final = 10
"""Who hears nothing for longer than that, twice, is not connected any more, whatever its browser says."""
_MOST_WAITING: Final = 4000
"""How many events may wait for one browser."""
_MOST_BEHIND: Final = 5000
"""Who is further back than this reads everything anew, which is less."""
_BATCH: Final = 500
_RESET: Final = b"event: reset\ndata: {}\n\n"
_PING: Final = b"event: ping\ndata: {}\n\n"
_BEGIN: Final = b"retry: 1000\n: begin\n\n"

Events = list[dict[str, Any]]


class _Mailbox:
    """The events that wait for one browser; filled by the follower's thread, emptied in the server's loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: Events = []
        self._news = asyncio.Event()
        self.begins_anew = False

    def tell(self, events: Events | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody listens any more
            self._loop.call_soon_threadsafe(self._put, events)

    def _put(self, events: Events | None) -> None:
        if events is None or len(self._waiting) + len(events) > _MOST_WAITING:
            self.begins_anew = True
            self._waiting.clear()
        else:
            self._waiting.extend(events)
        self._news.set()

    async def take(self, seconds: float) -> Events:
        """What has come; nothing when the time is up."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
        self._news.clear()
        taken, self._waiting = self._waiting, []
        return taken

    def wake(self) -> None:
        self._news.set()


def make_stream_routes(site: Site, oversight: Oversight) -> list[BaseRoute]:
    follower = Follower(oversight, site.follow_store)

    async def answer_stream(request: Request) -> Response:
        after = _read_after(request)
        return StreamingResponse(
            _stream(site, oversight, follower, request.scope[VISITOR], after),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )

    return [Route("/api/stream", answer_stream)]


def _read_after(request: Request) -> int:
    given = request.headers.get("last-event-id") or request.query_params.get("after") or "0"
    if not given.isascii() or not given.isdecimal() or len(given) > 15:
        raise BadInput("{name}: expected a number, not {given!r}.", name="after", given=given[:50])
    return int(given)


async def _stream(
    site: Site, oversight: Oversight, follower: Follower, visitor: Visitor, after: int
) -> AsyncGenerator[bytes]:
    mailbox = _Mailbox()
    async with contextlib.AsyncExitStack() as stack:
        listening = follower.listen(mailbox.tell)
        begin = await anyio.to_thread.run_sync(listening.__enter__)
        stack.callback(listening.__exit__, None, None, None)
        ending = asyncio.ensure_future(_wake_at_end(site, mailbox))
        stack.callback(ending.cancel)
        if after > begin or begin - after > _MOST_BEHIND:
            yield _RESET
            return
        yield _BEGIN
        while after < begin:  # what came before it listened
            events = await site.ask(oversight.events, after, _BATCH)
            if not events:  # another log stands there by now
                yield _RESET
                return
            after = events[-1]["seq"]
            yield _message(events)
        while not site.ending.is_set():
            events = [each for each in await mailbox.take(_PING_SECONDS) if each["seq"] > after]
            if not await _may_look(site, visitor):
                return
            if mailbox.begins_anew:
                yield _RESET
                return
            if events:
                after = events[-1]["seq"]
                yield _message(events)
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


def _message(events: Events) -> bytes:
    return b"id: %d\nevent: news\ndata: %b\n\n" % (events[-1]["seq"], to_json(events))
