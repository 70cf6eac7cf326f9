"""The page over HTTP: static files, dropped files in, calls of the engine, made files out."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from accord.errors import DataError, inert
from accord.serve.call_types import too_deep
from accord.serve.guard import REPORT_POLICY, App, Guard
from accord.serve.jobs import Bounds, Desk, Spares
from accord.serve.kept import Shelf
from accord.serve.speaking import ENGLISH, page_with_words, page_words, preferred_language
from accord.serve.uploads import Store
from accord.words.said import LANGUAGES, Language, said, spoken

PAGES = {
    "": ("index.html", "text/html; charset=utf-8"),
    "page.css": ("page.css", "text/css; charset=utf-8"),
    "page.js": ("page.js", "text/javascript; charset=utf-8"),
    "engine.js": ("engine.js", "text/javascript; charset=utf-8"),
    "see.js": ("see.js", "text/javascript; charset=utf-8"),
    "answer.js": ("answer.js", "text/javascript; charset=utf-8"),
    "decide.js": ("decide.js", "text/javascript; charset=utf-8"),
    "make.js": ("make.js", "text/javascript; charset=utf-8"),
    "icon.svg": ("icon.svg", "image/svg+xml"),
    **{
        f"words-{language}.json": (f"words-{language}.json", "application/json")
        for language in LANGUAGES
    },
}
"""Address → file of the page and its type; nothing else is sent."""

MOST_TABS = 100
"""Tabs whose files are kept; a new one beyond that ends one that has no files, or asks."""

MOST_AT_WORK = 4
"""Tabs whose processes are kept warm."""

LARGEST_CALL = 8 << 20
"""Bytes of one call: decisions about thousands of disputes fit."""


def page_file(name: str, language: str = ENGLISH) -> tuple[bytes, str]:
    """A file of the page, and its type; the style begins with that of reports."""
    file, kind = PAGES[name]
    if file.startswith("words-"):
        words = page_words(file.removeprefix("words-").removesuffix(".json"))
        return json.dumps(words, ensure_ascii=False).encode(), kind
    own = files("accord.serve").joinpath("pages", file).read_bytes()
    if file == "index.html":
        own = page_with_words(own.decode(), language).encode()
    if file == "page.css":
        own = files("accord._report").joinpath("templates", "report.css").read_bytes() + own
    return own, kind


@dataclass(slots=True)
class Visitors:
    """Everybody who has a tab open: their files, their processes, when they last asked."""

    store: Store
    bench: Spares
    _desks: dict[str, Desk] = field(default_factory=dict)
    _asked: dict[str, float] = field(default_factory=dict)

    def come(self, instead: bool = False) -> str | None:
        """Somebody new; None where all places are taken by people with files.

        With `instead` the one who was silent longest goes, files and all.
        """
        while len(self._desks) >= MOST_TABS:
            silent = sorted(self._asked, key=self._asked.__getitem__)
            free = [one for one in silent if self._is_idle(one)]
            if not free and not instead:
                return None
            self.leave((free or silent)[0])
        person = self.store.new()
        self._desks[person] = Desk(self.bench, str(self.store.folder(person)))
        self._asked[person] = monotonic()
        return person

    def _is_idle(self, person: str) -> bool:
        return not self._desks[person].busy and self.store.is_empty(person)

    def knows(self, person: str) -> bool:
        """Whether somebody of that name is here."""
        return person in self._desks

    def desk(self, person: str) -> Desk:
        """The desk of somebody who asks; KeyError where nobody of that name is here."""
        found = self._desks[person]
        self._asked[person] = monotonic()
        silent = sorted(self._asked, key=self._asked.__getitem__)
        for other in silent[:-MOST_AT_WORK]:
            if other != person and not self._desks[other].busy:
                self._desks[other].rest()
        return found

    def leave(self, person: str) -> None:
        """Somebody goes, and takes everything along."""
        desk = self._desks.pop(person, None)
        self._asked.pop(person, None)
        if desk is not None:
            desk.rest()
            self.store.remove(person)

    def close(self) -> None:
        """Everybody goes."""
        for person in tuple(self._desks):
            self.leave(person)
        self.bench.close()
        self.store.close()


def refused(request: Request, message: str, status: int = 400) -> Response:
    """An answer that says what is wrong, in the language of the page that asks."""
    return JSONResponse({"problem": inert(asked_in(request)(message))}, status)


def asked_in(request: Request) -> Language:
    """The language of a request."""
    return spoken(preferred_language(request.headers.get("accept-language", "")))


@dataclass(frozen=True, slots=True)
class Doors:
    """What can be asked over HTTP, each by one method."""

    people: Visitors
    quit: Callable[[], None]
    language: str | None = None
    resume: bool = False
    shelf: Shelf = field(default_factory=Shelf)
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def static(self, request: Request) -> Response:
        """A file of the page."""
        name = request.path_params.get("name", "")
        if name not in PAGES:
            return refused(request, said("serve.http.nothing"), 404)
        content, kind = page_file(name, self.language or asked_in(request).language)
        return Response(content, media_type=kind)

    async def come(self, request: Request) -> Response:
        """A new tab; where there is no room for one, who comes decides whether another ends."""
        person = self.people.come(instead="instead" in request.query_params)
        if person is None:
            return refused(request, said("serve.http.full", n=MOST_TABS), 429)
        return JSONResponse({"person": person})

    async def here(self, request: Request) -> Response:
        """Whether a tab that was reloaded is still known."""
        return JSONResponse({"here": self.people.knows(request.path_params["person"])})

    async def leave(self, request: Request) -> Response:
        """A tab that is done."""
        self.people.leave(request.path_params["person"])
        return Response(status_code=204)

    async def empty(self, request: Request) -> Response:
        """Away with what was dropped."""
        person = request.path_params["person"]
        self.people.desk(person).rest()
        self.people.store.empty(person)
        return Response(status_code=204)

    async def drop(self, request: Request) -> Response:
        """A dropped file: its name in the address, its bytes in the body."""
        person = request.path_params["person"]
        self.people.desk(person)
        store, name = self.people.store, request.query_params.get("name", "")
        path = None
        try:
            path = store.place(person, name)
            if "again" in request.query_params:  # the tab was loaded anew and knows nothing of it
                path.unlink(missing_ok=True)
                store.forget(person, name)
            file = path.open("xb")
        except FileExistsError:
            return refused(request, said("serve.http.dropped_already", name=name), 409)
        except DataError as error:
            return refused(request, error.message)
        except OSError as error:
            return refused(request, said("serve.http.not_kept", name=name, why=error.strerror))
        problem: Response | None = Response(status_code=400)
        try:
            with file:
                async for part in request.stream():
                    store.take(person, name, len(part))
                    file.write(part)
            problem = None
        except DataError as error:
            problem = refused(request, error.message, 413)
        except OSError as error:
            why = said("serve.http.not_kept", name=name, why=error.strerror)
            problem = refused(request, why, 507)
        except ClientDisconnect:
            pass
        finally:
            if problem is not None:  # a file that did not come whole is not there
                with suppress(OSError, KeyError):
                    path.unlink(missing_ok=True)
                    store.forget(person, name)
        return problem or JSONResponse({"name": name})

    async def call(self, request: Request) -> Response:
        """A call of the engine: a line of JSON for each step, the last with the answer."""
        desk = self.people.desk(request.path_params["person"])
        given = await _body(request)
        if isinstance(given, Response):
            return given
        lines = _lines(desk, request.path_params["name"], given)
        return StreamingResponse(lines, media_type="application/x-ndjson")

    async def kept(self, request: Request) -> Response:
        """What was decided before about files that are dropped now."""
        return await self._shelved(request, lambda name, folder, given: self.shelf.find(name))

    async def keep(self, request: Request) -> Response:
        """Decisions, on disk before the answer goes out."""
        return await self._shelved(request, self.shelf.keep)

    async def unkeep(self, request: Request) -> Response:
        """Away with what was decided about these files."""
        return await self._shelved(request, lambda name, *_: self.shelf.remove(name))

    async def _shelved(
        self, request: Request, does: Callable[[str, Path, dict[str, Any]], Any]
    ) -> Response:
        """Do something with the decisions that belong to the files of a tab."""
        person = request.path_params["person"]
        self.people.desk(person)
        given = await _body(request)
        if isinstance(given, Response):
            return given
        folder = self.people.store.folder(person) / "files"

        def done() -> Any:
            return does(self.shelf.name(folder, given.get("files")), folder, given)

        try:
            async with self.writing:
                return JSONResponse({"kept": await asyncio.to_thread(done)})
        except DataError as error:
            return refused(request, error.message)
        except OSError as error:
            why = error.strerror or type(error).__name__
            return refused(request, said("serve.http.not_kept", name="", why=why), 507)

    async def works(self, request: Request) -> Response:
        """What can be gone on with, where that was asked for; it is nobody's business elsewhere."""
        found = await asyncio.to_thread(self.shelf.all) if self.resume else []
        return JSONResponse({"works": found})

    async def go_on(self, request: Request) -> Response:
        """A tab with the files and decisions of a kept work."""
        person = request.path_params["person"]
        self.people.desk(person)
        if not self.resume:
            return refused(request, said("serve.http.nothing"), 404)
        store, name = self.people.store, request.path_params["name"]
        try:
            folder = store.folder(person) / "files"
            work = await asyncio.to_thread(self.shelf.put_back, name, folder)
        except DataError as error:
            return refused(request, error.message, 404)
        for one in work["files"]:
            store.put(person, one, (folder / one).stat().st_size)
        return JSONResponse({"kept": work})

    async def made(self, request: Request) -> Response:
        """A file that was made: the report to look at, all others to keep."""
        person, name = request.path_params["person"], request.path_params["name"]
        self.people.desk(person)
        folder = self.people.store.folder(person) / "out"
        there = {path.name: path for path in folder.iterdir() if path.is_file()}
        if name not in there:
            return refused(request, said("serve.http.no_file"), 404)
        if name == "report.html" and "keep" not in request.query_params:
            headers = {"content-security-policy": REPORT_POLICY}
            return FileResponse(there[name], media_type="text/html", headers=headers)
        headers = {"content-disposition": f"attachment; filename*=utf-8''{quote(name)}"}
        return FileResponse(there[name], media_type="application/octet-stream", headers=headers)

    async def end(self, request: Request) -> Response:
        """The end of the server."""
        self.quit()
        return Response(status_code=204)

    async def unknown(self, request: Request, error: Exception) -> Response:
        """Somebody who is not here."""
        return refused(request, said("serve.http.unknown"), 410)

    @asynccontextmanager
    async def running(self, app: Any) -> AsyncIterator[None]:
        """From the first process that is warm to the last file that is removed."""
        self.people.bench.warm()
        try:
            yield
        finally:
            self.people.close()


async def _body(request: Request) -> dict[str, Any] | Response:
    """The object that a request holds, or what is wrong with it."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_CALL:
            return refused(request, said("serve.http.too_much"), 413)
    try:
        given = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        return refused(request, said("serve.http.json"))
    if not isinstance(given, dict) or too_deep(given):
        return refused(request, said("serve.http.object"))
    return given


async def _lines(desk: Desk, name: str, given: dict[str, Any]) -> AsyncIterator[str]:
    job = desk.run(name, given)
    try:
        async for said in job:
            yield json.dumps(said, ensure_ascii=False, allow_nan=False) + "\n"
    finally:  # who stops listening cancels the job, now
        await job.aclose()


def application(
    token: str,
    hosts: tuple[str, ...],
    bounds: Bounds,
    store: Store,
    quit: Callable[[], None],
    language: str | None = None,
    resume: bool = False,
) -> App:
    """The application; `quit` ends the server; without a language each browser has its own; with
    `resume` it offers kept work."""
    doors = Doors(Visitors(store, Spares(bounds)), quit, language, resume)
    routes = [
        Route("/", doors.static),
        Route("/come", doors.come, methods=["POST"]),
        Route("/quit", doors.end, methods=["POST"]),
        Route("/of/{person}", doors.here),
        Route("/of/{person}", doors.leave, methods=["DELETE"]),
        Route("/of/{person}/files", doors.drop, methods=["PUT"]),
        Route("/of/{person}/files", doors.empty, methods=["DELETE"]),
        Route("/of/{person}/call/{name}", doors.call, methods=["POST"]),
        Route("/of/{person}/made/{name}", doors.made),
        Route("/of/{person}/kept", doors.kept, methods=["POST"]),
        Route("/of/{person}/kept", doors.keep, methods=["PUT"]),
        Route("/of/{person}/kept", doors.unkeep, methods=["DELETE"]),
        Route("/of/{person}/resume/{name}", doors.go_on, methods=["POST"]),
        Route("/works", doors.works),
        Route("/{name}", doors.static),
    ]
    known = {KeyError: doors.unknown}
    return Guard(
        Starlette(routes=routes, lifespan=doors.running, exception_handlers=known), token, hosts
    )
