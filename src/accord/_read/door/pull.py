"""The export of a running tool, page by page: Label Studio, Argilla, INCEpTION, doccano.

Only when asked, by the standard library. The token comes from the environment (ACCORD_TOKEN; for
INCEpTION user:password) and is sent to the host of the address and to no other. What is fetched is
put together as the tool's export, which is then read like any other file; nothing else is kept.

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
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from accord._read.door.read_options import Limits
from accord.errors import DataError, UnknownNameError

PAGE = 100
TRIES = 4
TIMEOUT = 60
POLLS = 600
AGAIN = (429, 500, 502, 503, 504)
"""Answers of a server that may be another the next time."""

Progress = Callable[[int, int], None] | None


class _SameHost(HTTPRedirectHandler):
    """Follows a redirection on the same host only: the token is for no other."""

    def redirect_request(self, *args: Any) -> Request | None:
        """The request that follows, unless it leads elsewhere."""
        old, new = args[0], args[-1]
        if urlsplit(old.full_url).netloc != urlsplit(new).netloc:
            raise DataError(f"{old.full_url}: leads to another host ({urlsplit(new).netloc})")
        return super().redirect_request(*args)


@dataclass(slots=True)
class Server:
    """Where a tool runs, and how it is asked."""

    address: str
    headers: dict[str, str]
    limits: Limits
    wait: float = 1.0
    renew: Callable[["Server"], dict[str, str]] | None = None

    def get(self, path: str, **query: Any) -> bytes:
        """What the tool answers."""
        return self._ask(path + (f"?{urlencode(query)}" if query else ""), None)

    def _ask(self, path: str, body: Any) -> bytes:
        """The answer to a GET, or to a POST of a body; a passing fault is tried again."""
        url = self.address.rstrip("/") + path
        sent = None if body is None else json.dumps(body).encode()
        kind = {} if body is None else {"Content-Type": "application/json"}
        opener, renewed = build_opener(_SameHost), False
        for attempt in range(1, TRIES + 1):
            try:
                asked = Request(url, data=sent, headers=self.headers | kind)
                with opener.open(asked, timeout=TIMEOUT) as answer:
                    data: bytes = answer.read(self.limits.file + 1)
                self.limits.check("file", len(data), url, "size in bytes")
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
                if error.code not in AGAIN or attempt == TRIES:
                    raise DataError(
                        f"{url}: the tool answers {error.code} {error.reason}"
                    ) from None
            except (URLError, HTTPException, OSError) as error:
                if attempt == TRIES:
                    reason = getattr(error, "reason", None) or error
                    raise DataError(f"{url}: cannot be reached ({reason})") from None
            time.sleep(self.wait * 2 ** (attempt - 1))
        raise DataError(f"{url}: the tool refuses access; set the token (ACCORD_TOKEN)")

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
    progress: Progress = None,
    wait: float = 1.0,
) -> tuple[str, bytes]:
    """The suffix and the bytes of the export of a project (a data set, for Argilla)."""
    if tool not in TOOLS:
        raise UnknownNameError.of("tool", tool, TOOLS)
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.username:
        raise DataError(f"{address}: needed the address of the tool, e.g. https://host:8080")
    header, fetch = TOOLS[tool]
    server = Server(address, header(token), limits or Limits(), wait)
    if tool == "label-studio" and token.count(".") == 2:  # a JWT: a personal access token
        server.headers, server.renew = {}, lambda asked: _bearer(asked, token)
    data = fetch(server, quote(project, safe=""), progress or (lambda done, total: None))
    if data.startswith(b"PK"):
        return ".zip", data
    return (".json" if tool == "label-studio" else ".jsonl"), data


def _pages(
    server: Server, path: str, key: str, progress: Callable[[int, int], None], **query: Any
) -> Iterator[Any]:
    """The records of all pages (offset and limit)."""
    done = 0
    while True:
        page = server.json(path, offset=done, limit=PAGE, **query)
        found = _list(page, key, path)
        yield from found
        done += len(found)
        total = page.get("total", done)
        progress(done, total if isinstance(total, int) else done)
        if not found or done >= (total if isinstance(total, int) else done):
            return


def _list(page: Any, key: str, path: str) -> list[Any]:
    found = page.get(key) if isinstance(page, dict) else page
    if not isinstance(found, list):
        raise DataError(f"{path}: the answer has no list {key!r}; is this the right tool?")
    return found


def _bearer(server: Server, token: str) -> dict[str, str]:
    """The header of a short-lived token, for which a personal access token is changed."""
    asked = Server(server.address, {}, server.limits, server.wait)
    told = asked.post("/api/token/refresh", refresh=token)
    if not isinstance(told, dict) or not isinstance(told.get("access"), str):
        raise DataError(f"{server.address}/api/token/refresh: the answer has no token 'access'")
    return {"Authorization": f"Bearer {told['access']}"}


def _label_studio(server: Server, project: str, progress: Callable[[int, int], None]) -> bytes:
    tasks: list[Any] = []
    page = 1
    while True:
        got = server.json("/api/tasks", project=project, page=page, page_size=PAGE, fields="all")
        found = _list(got, "tasks", "/api/tasks")
        tasks += found
        total = got.get("total", len(tasks))
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
    documents = _list(server.json(base), "body", base)
    listed, packed = [], io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for at, document in enumerate(documents, start=1):
            path = f"{base}/{quote(str(document['id']), safe='')}/annotations"
            for made in _list(server.json(path), "body", path):
                name, user = str(document["name"]).replace("/", "_"), str(made["user"])
                state = _state(made.get("state"))
                if state in ("NEW", "IGNORE"):
                    continue  # never opened: nothing is stored
                listed.append({"name": name, "user": user, "state": state})
                cas = server.get(f"{path}/{quote(user, safe='')}", format="jsoncas")
                archive.writestr(f"annotation/{name}/{user.replace('/', '_')}.json", cas)
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
    raise DataError(f"{path}: the export is not ready after {POLLS} questions; try again later")


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
