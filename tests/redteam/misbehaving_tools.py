"""Servers that misbehave: what each sends, byte for byte, to whoever pulls from it."""

import io
import json
import socket
import threading
import zipfile
from contextlib import contextmanager, suppress


def answered(body, status="200 OK", **headers):
    """A whole answer."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(data)}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + data


def archive(*names):
    """A zip with members of these names."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        for name in names:
            made.writestr(name, "{}")
    return packed.getvalue()


def _deep(levels):
    return b"[" * levels + b"]" * levels


MALFORMED = {
    # tool, what every question is answered with
    "a list of numbers": ("label-studio", answered([1, 2])),
    "tasks that are text": ("label-studio", answered({"tasks": ["a"], "total": 1})),
    "a task that is null": ("label-studio", answered({"tasks": [None]})),
    "no list": ("label-studio", answered({"tasks": {"1": {}}})),
    "a number": ("label-studio", answered(7)),
    "no JSON": ("label-studio", answered(b"<html>sign in</html>")),
    "no UTF-8": ("label-studio", answered(b'{"tasks": [{"id": "\xff')),
    "nothing": ("label-studio", answered(b"")),
    "half a character": ("label-studio", answered(b'{"tasks": [{"id": "\\ud800"}]}')),
    "deep": ("label-studio", answered(_deep(100_000))),
    "a key twice": ("label-studio", answered(b'{"tasks": [], "tasks": []}')),
    "items that are numbers": ("argilla", answered({"items": [1]})),
    "responses that are text": ("argilla", answered({"items": [{"responses": "abc"}]})),
    "values that are a list": ("argilla", answered({"items": [{"responses": [{"values": [1]}]}]})),
    "a value that is text": (
        "argilla",
        answered({"items": [{"responses": [{"values": {"q": "yes"}}]}]}),
    ),
    "documents without names": ("inception", answered({"body": [{"id": 1, "user": "a"}]})),
    "documents without ids": ("inception", answered({"body": [{"name": "a"}]})),
    "documents that are null": ("inception", answered({"body": [None]})),
    "no task": ("doccano", answered({"task_id": 3})),
    "a task that is a list": ("doccano", answered([1])),
    "no status line": ("argilla", b"hello\r\n\r\n"),
    "a body cut short": ("argilla", answered(b"{}").replace(b"Length: 2", b"Length: 200")),
    "a length that is none": ("argilla", answered(b"{}").replace(b"Length: 2", b"Length: -2")),
    "a thousand headers": ("argilla", b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 1000 + b"\r\n"),
    "an endless header": ("argilla", b"HTTP/1.1 200 OK\r\na: " + b"b" * 100_000),
    "chunks that are none": (
        "argilla",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ),
    "an address that is none": ("argilla", answered(b"", "302 Found", Location="http://[::1")),
    "a redirection to a file": (
        "argilla",
        answered(b"", "302 Found", Location="file:///etc/hosts"),
    ),
    "a redirection to itself": ("argilla", answered(b"", "302 Found", Location="/")),
    "nothing at all": ("argilla", b""),
}
"""What is wrong → the tool that is asked for, and the bytes of every answer."""


@contextmanager
def server(answer):
    """A server that sends `answer` (bytes, or what makes them of the request) to all who ask.

    Gives its address and the requests that came.
    """
    listener = socket.create_server(("127.0.0.1", 0))
    asked, over = [], threading.Event()

    def serve():
        while not over.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection, suppress(OSError):
                request = b""
                while b"\r\n\r\n" not in request:
                    part = connection.recv(65536)
                    if not part:
                        break
                    request += part
                asked.append(request.decode("latin-1"))
                pieces = answer(asked[-1]) if callable(answer) else answer
                for piece in [pieces] if isinstance(pieces, bytes) else pieces:
                    connection.sendall(piece)
                    if over.is_set():
                        break

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", asked
    finally:
        over.set()
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(5)
