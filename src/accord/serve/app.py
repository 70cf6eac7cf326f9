"""The page over HTTP: static files, dropped files in, calls of the engine, made files out."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib.resources import files
from time import monotonic
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from accord.errors import DataError, inert
from accord.serve.guard import REPORT_POLICY, App, Guard
from accord.serve.jobs import Bounds, Desk, Spares
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
"""Tabs whose files are kept; a new one beyond that ends the one that was silent longest."""

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

    def come(self) -> str:
        """Somebody new."""
        while len(self._desks) >= MOST_TABS:
            self.leave(min(self._asked, key=self._asked.__getitem__))
        person = self.store.new()
        self._desks[person] = Desk(self.bench, str(self.store.folder(person)))
        self._asked[person] = monotonic()
        return person

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

    async def static(self, request: Request) -> Response:
        """A file of the page."""
        name = request.path_params.get("name", "")
        if name not in PAGES:
            return refused(request, said("serve.http.nothing"), 404)
        content, kind = page_file(name, self.language or asked_in(request).language)
        return Response(content, media_type=kind)

    async def come(self, request: Request) -> Response:
        """A new tab."""
        return JSONResponse({"person": self.people.come()})

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
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > LARGEST_CALL:
                return refused(request, said("serve.http.too_much"), 413)
        try:
            given = json.loads(body or b"{}")
        except (ValueError, RecursionError):
            return refused(request, said("serve.http.json"))
        if not isinstance(given, dict):
            return refused(request, said("serve.http.object"))
        lines = _lines(desk, request.path_params["name"], given)
        return StreamingResponse(lines, media_type="application/x-ndjson")

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
) -> App:
    """The application; `quit` ends the server; without a language each browser has its own."""
    doors = Doors(Visitors(store, Spares(bounds)), quit, language)
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
        Route("/{name}", doors.static),
    ]
    known = {KeyError: doors.unknown}
    return Guard(
        Starlette(routes=routes, lifespan=doors.running, exception_handlers=known), token, hosts
    )
