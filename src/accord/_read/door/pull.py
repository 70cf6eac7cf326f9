"""The export of a running tool, page by page: Label Studio, Argilla, INCEpTION, doccano.

Only when asked, by the standard library. The token comes from the environment (ACCORD_TOKEN; for
INCEpTION user:password) and is sent to the scheme, host and port of the address and to no other;
no message shows it. How many pages, bytes and seconds a server may take is limited. What is
fetched is put together as the tool's export, which is then read like any other file; nothing else
is kept.

    Label Studio  GET /api/tasks?project&page&page_size&fields=all; a personal access token is
                  first changed for a short one (POST /api/token/refresh)
    Argilla       GET /api/v1/datasets/{id}/records?include=responses&offset&limit
    INCEpTION     GET /api/aero/v1/projects/{id}/documents[/{id}/annotations[/{user}]]
    doccano       POST /v1/projects/{id}/download, GET /v1/tasks/status/{task}, GET the download:
                  its lists of labels show a user nobody else's, its export shows all members'
"""

import base64
import io
import json
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from threading import Thread
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from accord._read.door.read_options import Limits
from accord.errors import AccordError, DataError, UnknownNameError

PAGE = 100
"""Tasks in one answer: more are a long wait without a sign of progress."""
_TRIES = 4
"""Requests before a server counts as gone; the wait doubles after each."""
TIMEOUT = 60
"""Seconds without a sign of the server."""

_ANSWER = 600.0
"""Seconds for one answer: 2 GB, the most that one may be, at a slow 30 Mbit/s."""

_SECONDS = 6 * 3600.0
"""Seconds for a project: a night's worth of the largest."""

_PAGES = 100_000
"""Answers for a project: ten million tasks, in pages of a hundred."""

POLLS = 600
"""Looks at an export that is being made, a second apart: ten minutes."""
_AGAIN = (429, 500, 502, 503, 504)
"""Answers of a server that may be another the next time."""

_Progress = Callable[[int, int], None] | None


def _origin(address: str) -> tuple[str, str, int]:
    """Who is asked: scheme, host and port; ValueError where the address has none."""
    parts = urlsplit(address)
    port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
    return parts.scheme, parts.hostname or "", port


class _SameOrigin(HTTPRedirectHandler):
    """Follows a redirection to the same scheme, host and port only: the token is for no other."""

    def http_error_302(self, *args: Any) -> Any:
        """Follow, or leave the connection closed."""
        try:
            return super().http_error_302(*args)
        except ValueError as error:
            args[1].close()
            if isinstance(error, AccordError):
                raise
            raise DataError(
                f"{args[0].full_url}: redirects to something that is not an address"
            ) from None

    http_error_301 = http_error_303 = http_error_302  # type: ignore[assignment]
    http_error_307 = http_error_308 = http_error_302  # type: ignore[assignment]

    def redirect_request(self, *args: Any) -> Request | None:
        """The request that follows, unless it leads elsewhere."""
        old, new = args[0], args[-1]
        scheme, host, port = _origin(new)
        if (scheme, host, port) != _origin(old.full_url):
            raise DataError(
                f"{old.full_url}: redirects to another server ({scheme}://{host}:{port}), which "
                "gets "
                "no token; give that address if it is right"
            )
        return super().redirect_request(*args)


def _within(seconds: float, url: str, call: Callable[[], bytes]) -> bytes:
    """What a call gives, if it does in time: a server may send its answer byte by byte."""
    got: list[bytes] = []
    wrong: list[BaseException] = []

    def run() -> None:
        try:
            got.append(call())
        except BaseException as error:
            wrong.append(error)

    # In a thread that nobody waits for: no option of a socket limits the time of an answer.
    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(max(seconds, 0.001))
    if wrong:
        raise wrong[0]
    if not got:
        raise DataError(f"{url}: no complete answer after {seconds:.0f} s")
    return got[0]


@dataclass(slots=True)
class Server:
    """Where a tool runs, and how it is asked."""

    address: str
    headers: dict[str, str] = field(repr=False)
    limits: Limits
    wait: float = 1.0
    renew: Callable[["Server"], dict[str, str]] | None = field(default=None, repr=False)
    until: float = field(default_factory=lambda: time.monotonic() + _SECONDS)
    answers: int = 0
    received: int = 0

    def get(self, path: str, **query: Any) -> bytes:
        """What the tool answers."""
        return self._ask(path + (f"?{urlencode(query)}" if query else ""), None)

    def _ask(self, path: str, body: Any) -> bytes:
        """The answer to a GET, or to a POST of a body; a passing fault is tried again."""
        url = self.address.rstrip("/") + path
        sent = None if body is None else json.dumps(body).encode()
        kind = {} if body is None else {"Content-Type": "application/json"}
        renewed = False
        for attempt in range(1, _TRIES + 1):
            try:
                asked = Request(url, data=sent, headers=self.headers | kind)
                data = _within(min(_ANSWER, self._left(url)), url, partial(self._read, asked))
                self._count(url, len(data))
                return data
            except HTTPError as error:
                error.close()  # it holds the connection
                if error.code == 401 and self.renew and body is None and not renewed:
                    self.headers, renewed = self.renew(self), True
                    continue
                if error.code in (401, 403):
                    raise DataError(
                        f"{url}: the tool refuses access ({error.code}); set the token in the "
                        "environment (ACCORD_TOKEN)"
                    ) from None
                if error.code not in _AGAIN or attempt == _TRIES:
                    raise DataError(
                        f"{url}: the tool answers {error.code} {_first_line(error.reason)}"
                    ) from None
            except (URLError, HTTPException, OSError, ValueError) as error:
                if isinstance(error, AccordError):
                    raise
                if attempt == _TRIES:
                    reason = getattr(error, "reason", None) or type(error).__name__
                    raise DataError(f"{url}: cannot be reached ({reason})") from None
            time.sleep(min(self.wait * 2 ** (attempt - 1), self._left(url)))
        raise DataError(f"{url}: the tool refuses access; set the token (ACCORD_TOKEN)")

    def _read(self, asked: Request) -> bytes:
        with build_opener(_SameOrigin).open(asked, timeout=TIMEOUT) as answer:
            data: bytes = answer.read(self.limits.file + 1)
            return data

    def _left(self, url: str) -> float:
        left = self.until - time.monotonic()
        if left <= 0:
            raise DataError(f"{url}: the project is incomplete after {_SECONDS / 3600:g} hours")
        return left

    def _count(self, url: str, many: int) -> None:
        """Another answer of so many bytes, within the limits."""
        self.answers += 1
        self.received += many
        self.limits.check("file", many, url, "size in bytes")
        self.limits.check("total", self.received, url, "bytes so far")
        if self.answers > _PAGES:
            raise DataError(f"{url}: more than {_PAGES} answers; the server does not stop sending")

    def json(self, path: str, **query: Any) -> Any:
        """The same, as JSON."""
        return self._parsed(path, self.get(path, **query))

    def post(self, path: str, **body: Any) -> Any:
        """What the tool answers to a body, as JSON."""
        return self._parsed(path, self._ask(path, body))

    def _parsed(self, path: str, data: bytes) -> Any:
        from accord._read.text.json_text import parse_json

        return parse_json(data.decode("utf-8", "replace"), self.address + path, self.limits)


def pull(
    tool: str,
    address: str,
    project: str,
    token: str,
    *,
    limits: Limits | None = None,
    progress: _Progress = None,
    wait: float = 1.0,
) -> tuple[str, bytes]:
    """The suffix and the bytes of the export of a project (a data set, for Argilla)."""
    if tool not in TOOLS:
        raise UnknownNameError.of("tool", tool, TOOLS)
    address = _checked_address(address)
    header, fetch = TOOLS[tool]
    token = _checked_token(tool, token)
    server = Server(address, header(token), limits or Limits(), wait)
    if tool == "label-studio" and token.count(".") == 2:  # a JWT: a personal access token
        server.headers, server.renew = {}, lambda asked: _bearer(asked, token)
    try:
        data = fetch(server, quote(project, safe=""), progress or (lambda done, total: None))
    except AccordError as error:
        if token not in error.message:
            raise
        raise DataError(error.message.replace(token, "…")) from None  # a server that repeats it
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise DataError(
            f"{address}: the answer is not what {tool} gives ({type(error).__name__}); is this the "
            "right tool?"
        ) from None
    if data.startswith(b"PK"):
        _check_members(address, data)
        return ".zip", data
    return SUFFIXES[tool][0], data


def _checked_address(address: str) -> str:
    """The address of a tool, without anything that is not for it."""
    try:
        scheme, host, _ = _origin(address)
        parts = urlsplit(address)
    except ValueError:
        scheme = ""
    if scheme and "@" in parts.netloc:
        # Not quoted: what stands there is a password.
        raise DataError(
            "the address contains a user name or a password, which others on this machine can see. "
            "leave it out, and set ACCORD_TOKEN (for INCEpTION to user:password)"
        )
    odd = re.search(r"[\x00-\x20\x7f]", address)
    if scheme not in ("http", "https") or not host or parts.query or parts.fragment or odd:
        shown = address if "@" not in address else "the address"
        raise DataError(f"{shown}: expected the address of the tool, e.g. https://host:8080")
    return address


def _checked_token(tool: str, token: str) -> str:
    """The token without the blanks and line ends of copying; never quoted where it is wrong."""
    token = token.strip()
    if tool == "inception":
        if ":" not in token:
            raise DataError("ACCORD_TOKEN: INCEpTION expects user:password, found no colon")
    elif not re.fullmatch(r"[\x21-\x7e]+", token):
        raise DataError(
            "ACCORD_TOKEN: a token has letters, digits and signs of ASCII without blanks; found "
            "something else (an end of line, a quotation mark of a word processor?)"
        )
    return token


def _check_members(address: str, data: bytes) -> None:
    """Refuse an archive whose members would leave the folder that it is unpacked into."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        raise DataError(
            f"{address}: the answer begins like a zip archive, but is not one"
        ) from None
    for name in names:
        parts = name.replace("\\", "/").split("/")
        if ".." in parts or parts[0] == "" or ":" in parts[0]:
            raise DataError(
                f"{address}: the archive contains {name!r}, which would leave its folder"
            )


def _member(name: Any) -> str:
    """A name as one part of the path of a member: it cannot climb."""
    text = re.sub(r"[/\\:\x00-\x1f]", "_", str(name))
    return text if text.strip(". ") else f"_{text}"


def _pages(
    server: Server, path: str, key: str, progress: Callable[[int, int], None], **query: Any
) -> Iterator[Any]:
    """The records of all pages (offset and limit)."""
    done = 0
    while True:
        page = server.json(path, offset=done, limit=PAGE, **query)
        found = _list(page, key, path)
        yield from _records(found, path)
        done += len(found)
        total = _total(page, done)
        progress(done, total)
        if not found or done >= total:
            return


def _total(page: Any, done: int) -> int:
    """How many there are, as the server says; those that came where it does not."""
    total = page.get("total") if isinstance(page, dict) else None
    return total if type(total) is int and total >= 0 else done


def _records(found: list[Any], path: str) -> list[dict[str, Any]]:
    for one in found:
        if not isinstance(one, dict):
            raise DataError(f"{path}: a record is {type(one).__name__}, expected an object")
    return found


def _first_line(text: Any) -> str:
    return next(iter(str(text).splitlines()), "")


def _list(page: Any, key: str, path: str) -> list[Any]:
    found = page.get(key) if isinstance(page, dict) else page
    if not isinstance(found, list):
        raise DataError(f"{path}: the answer has no list {key!r}; is this the right tool?")
    return found


def _bearer(server: Server, token: str) -> dict[str, str]:
    """The header of a short-lived token, for which a personal access token is changed."""
    asked = Server(server.address, {}, server.limits, server.wait, until=server.until)
    told = asked.post("/api/token/refresh", refresh=token)
    if not isinstance(told, dict) or not isinstance(told.get("access"), str):
        raise DataError(f"{server.address}/api/token/refresh: the answer has no token 'access'")
    return {"Authorization": f"Bearer {_checked_token('label-studio', told['access'])}"}


def _label_studio(server: Server, project: str, progress: Callable[[int, int], None]) -> bytes:
    tasks: list[Any] = []
    page = 1
    while True:
        got = server.json("/api/tasks", project=project, page=page, page_size=PAGE, fields="all")
        found = _records(_list(got, "tasks", "/api/tasks"), "/api/tasks")
        tasks += found
        total = _total(got, len(tasks))
        progress(len(tasks), total)
        if not found or len(tasks) >= total:
            return json.dumps(tasks, ensure_ascii=False).encode()
        page += 1


def _argilla(server: Server, project: str, progress: Callable[[int, int], None]) -> bytes:
    path = f"/api/v1/datasets/{project}/records"
    records = []
    for record in _pages(server, path, "items", progress, include="responses"):
        answers: dict[str, list[dict[str, Any]]] = {}
        for response in record.get("responses") or []:
            who = {"user_id": response.get("user_id"), "status": response.get("status")}
            for question, value in (response.get("values") or {}).items():
                answers.setdefault(question, []).append({"value": value.get("value"), **who})
        name = record.get("external_id") or record.get("id")
        records.append({"id": name, "fields": record.get("fields") or {}, "responses": answers})
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records).encode()


def _inception(server: Server, project: str, progress: Callable[[int, int], None]) -> bytes:
    base = f"/api/aero/v1/projects/{project}/documents"
    documents = _records(_list(server.json(base), "body", base), base)
    listed, packed = [], io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for at, document in enumerate(documents, start=1):
            path = f"{base}/{quote(str(document['id']), safe='')}/annotations"
            for made in _records(_list(server.json(path), "body", path), path):
                name, user = _member(document["name"]), str(made["user"])
                state = _state(made.get("state"))
                if state in ("NEW", "IGNORE"):
                    continue  # never opened: nothing is stored
                listed.append({"name": name, "user": user, "state": state})
                cas = server.get(f"{path}/{quote(user, safe='')}", format="jsoncas")
                archive.writestr(f"annotation/{name}/{_member(user)}.json", cas)
            progress(at, len(documents))
        archive.writestr("exportedproject.json", json.dumps({"annotation_documents": listed}))
    return packed.getvalue()


def _state(told: Any) -> str:
    """The state of a document, as the remote interface and the export call it."""
    names = {"COMPLETE": "FINISHED", "IN-PROGRESS": "IN_PROGRESS", "LOCKED": "IGNORE"}
    return names.get(str(told), str(told))


def _doccano(server: Server, project: str, progress: Callable[[int, int], None]) -> bytes:
    """The export in JSON Lines: a file for each member (zip), or one where all work together."""
    path = f"/v1/projects/{project}/download"
    told = server.post(path, format="JSONL", exportApproved=False)
    task = told.get("task_id") if isinstance(told, dict) else None
    if not isinstance(task, str):
        raise DataError(f"{path}: the answer has no 'task_id'; is this the right tool?")
    for _ in range(POLLS):
        state = server.json(f"/v1/tasks/status/{quote(task, safe='')}")
        if isinstance(state, dict) and state.get("ready"):
            data = server.get(path, taskId=task)
            progress(1, 1)
            return data
        time.sleep(server.wait)
    raise DataError(f"{path}: the export is not ready after {POLLS} requests. Try again later")


def _basic(token: str) -> dict[str, str]:
    return {"Authorization": f"Basic {base64.b64encode(token.encode()).decode()}"}


def _token(token: str) -> dict[str, str]:
    return {"Authorization": f"Token {token}"}


def _key(token: str) -> dict[str, str]:
    return {"X-Argilla-Api-Key": token}


Fetch = Callable[[Server, str, Callable[[int, int], None]], bytes]
TOOLS: dict[str, tuple[Callable[[str], dict[str, str]], Fetch]] = {
    "label-studio": (_token, _label_studio),
    "argilla": (_key, _argilla),
    "inception": (_basic, _inception),
    "doccano": (_token, _doccano),
}
"""Tool → how a token is sent, and how its export is fetched."""

SUFFIXES: dict[str, tuple[str, ...]] = {
    "label-studio": (".json",),
    "argilla": (".jsonl",),
    "inception": (".zip",),
    "doccano": (".jsonl", ".zip"),
}
"""Tool → the suffixes that its export may have; a zip is known by its bytes."""
