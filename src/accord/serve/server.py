"""Start the page, open it in a browser, and end without leaving anything behind."""

import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from accord.errors import AccordError, MissingExtraError
from accord.machine import share_address
from accord.serve.jobs import Bounds
from accord.serve.kept import where_kept
from accord.serve.uploads import Store
from accord.words.said import spoken

LOOPBACK = "127.0.0.1"


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens, on a free port where none is named."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    share_address(found)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise AccordError(
            f"cannot use port {port} on {host} ({error.strerror}). Choose another port, or none"
        ) from None
    found.listen(128)
    return found


def host_names(host: str, port: int) -> tuple[str, ...]:
    """The names by which the page may be called."""
    names = {host, LOOPBACK, "localhost"} if host == LOOPBACK else {host}
    return tuple(f"{name}:{port}" for name in sorted(names))


def doorway(store: Store, address: str) -> str:
    """A file that leads to the page: the address itself would be seen in the list of processes by
    other users of the machine."""
    path = Path(store.root, "open.html")
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(
            '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">'
            f'<meta http-equiv="refresh" content="0;url={address}"><title>accord</title>'
            f'<p><a href="{address}">Open accord</a>\n'
        )
    return path.as_uri()


def serve(
    *,
    host: str = LOOPBACK,
    port: int = 0,
    bounds: Bounds | None = None,
    browser: bool = True,
    language: str | None = None,
    resume: bool = False,
    again: str = "",
    say: Callable[[str], Any] = print,
) -> None:
    """Serve the page until it is told to end (Ctrl-C, or the button of the page); in `language`,
    or in that of each browser; with `resume` it goes on with the decisions that were made
    last, which the command `again` does."""
    MissingExtraError.unless("accord serve", "serve", starlette="starlette", uvicorn="uvicorn")
    import uvicorn

    from accord.serve.app import application

    taken = listening(host, port)
    port = taken.getsockname()[1]
    token = token_urlsafe(24)
    store = Store()
    address = f"http://{host}:{port}/{token}/"

    class Server(uvicorn.Server):
        """Ends at once when it is told to: nobody waits for streams."""

        def handle_exit(self, sig: int, frame: Any) -> None:
            self.should_exit = self.force_exit = True

    def quit() -> None:
        server.should_exit = True

    server: Server
    names = host_names(host, port)
    app = application(token, names, bounds or Bounds(), store, quit, language, resume)
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="on",
        access_log=False,
        log_level="critical",
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=1,
    )
    server = Server(config)
    try:
        printed = spoken(language or "en")
        say(printed.of("serve.printed.address", address=address))
        say(printed.of("serve.printed.private"))
        say(printed.of("serve.printed.kept", folder=where_kept(), command=again))
        sys.stdout.flush()
        if browser:
            webbrowser.open(doorway(store, address))
        server.run(sockets=[taken])
    except KeyboardInterrupt:
        pass
    finally:
        taken.close()
        store.close()
