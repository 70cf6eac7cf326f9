"""Who may ask: only the page that was opened here, by whoever has its secret address.

Every request is checked before anything of it is read: the name by which this machine was called
(no other name that points here), the site that asks (no other site), and the secret in the address.
Every answer forbids the browser to load, embed or tell anything elsewhere.
"""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from secrets import compare_digest
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""The page: its own scripts and styles, nothing from elsewhere."""

REPORT_POLICY = "sandbox allow-scripts allow-downloads allow-modals; frame-ancestors 'self'"
"""The report inside the page: its own policy holds, and it cannot reach the page around it."""

HEADERS = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Guard:
    """The application behind its checks."""

    def __init__(self, app: App, token: str, hosts: Iterable[str]) -> None:
        self.app, self.token = app, token
        self.hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it without a word about what is here."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # no other kind of connection is offered
            return
        refused = self._refused(scope)
        if refused is not None:
            await _plain(send, *refused)
            return
        prefix = f"/{self.token}"
        inner = {**scope, "path": scope["path"][len(prefix) :] or "/", "root_path": ""}
        inner["raw_path"] = inner["path"].encode("utf-8")

        async def sealed(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = [(k.lower(), v) for k, v in message.get("headers", ())]
                known = {key for key, _ in headers}
                extra = {**HEADERS, "content-security-policy": POLICY}
                headers += [
                    (key.encode(), value.encode())
                    for key, value in extra.items()
                    if key.encode() not in known
                ]
                message = {**message, "headers": headers}
            await send(message)

        await self.app(inner, receive, sealed)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """The number and the words of a refusal; None where all is well."""
        headers: dict[bytes, list[bytes]] = {}
        for key, value in scope["headers"]:
            headers.setdefault(key.lower(), []).append(value)
        host = headers.get(b"host", [])
        # Against DNS rebinding: a site that makes its name lead to 127.0.0.1 still sends its own
        # name here.
        if len(host) != 1 or host[0].decode("latin-1").lower() not in self.hosts:
            return 421, "this address is not served here"
        secret = scope["path"].split("/")[1] if scope["path"].count("/") else ""
        # In constant time, so that the secret cannot be guessed sign by sign; and after the host,
        # so that strangers learn nothing about it.
        if not compare_digest(secret.encode("utf-8", "replace"), self.token.encode()):
            return 403, "the address is not complete; open the one that accord serve printed"
        origin = headers.get(b"origin", [])
        own = {f"http://{name}" for name in self.hosts}
        reads = scope["method"] in ("GET", "HEAD")
        if origin and (len(origin) != 1 or origin[0].decode("latin-1").lower() not in own):
            return 403, "request from another site refused"
        # Browsers send an origin with everything that changes something; what does not is no
        # browser page of ours.
        if not reads and not origin:
            return 403, "request refused: missing origin"
        site = headers.get(b"sec-fetch-site", [b"same-origin"])[0]
        opened = headers.get(b"sec-fetch-mode", [b""])[0] == b"navigate"
        top = headers.get(b"sec-fetch-dest", [b"document"])[0] == b"document"
        # A link from elsewhere may open the page in a tab; framing it or fetching from it may not.
        if site not in (b"same-origin", b"none") and not (reads and opened and top):
            return 403, "request from another site refused"
        return None


async def _plain(send: Send, status: int, text: str) -> None:
    body = f"accord: {text}\n".encode()
    extra = {**HEADERS, "content-security-policy": "default-src 'none'"}
    headers = [(key.encode(), value.encode()) for key, value in extra.items()]
    headers += [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
