"""The page as a person starts it: a process of its own, asked over real sockets."""

import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, urlsplit

import accord
from tests.heard import LISTENING

SOURCE = Path(accord.__file__).parents[1]


class Running:
    """`accord serve` in a process, with a temporary folder of its own."""

    def __init__(self, *options, place=None):
        self.place = Path(place or tempfile.mkdtemp(prefix="page-test-"))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "accord", "serve", "--no-browser", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(SOURCE), str(LISTENING)]),
                "TMPDIR": str(self.place),
                "XDG_STATE_HOME": str(self.place / "state"),
            },
        )
        line = self.process.stdout.readline()
        assert line.startswith("accord is running at http://"), self.process.stderr.read()
        self.address = line.split()[-1]
        parts = urlsplit(self.address)
        self.host, self.token = parts.netloc, parts.path.strip("/")

    def ask(self, method, path, body=None, *, headers=None, token=None, host=None, origin=...):
        """The status, the headers and the body of one answer; Host and Origin as they should be
        unless said."""
        connection = http.client.HTTPConnection(self.host, timeout=60)
        try:
            connection.putrequest(
                method, f"/{self.token if token is None else token}{path}", skip_host=True
            )
            if host != "":
                connection.putheader("Host", host or self.host)
            if origin is ...:
                origin = f"http://{self.host}"
            if origin is not None:
                connection.putheader("Origin", origin)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            content = json.dumps(body).encode() if isinstance(body, dict) else body or b""
            if "Content-Length" not in (headers or {}):
                connection.putheader("Content-Length", str(len(content)))
            connection.endheaders(content)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def come(self):
        """A new person."""
        status, _, body = self.ask("POST", "/come")
        assert status == 200
        return json.loads(body)["person"]

    def drop(self, person, name, content, **more):
        """Drop a file; the status and what was said."""
        status, _, body = self.ask(
            "PUT", f"/of/{person}/files?name={quote(name, safe='')}", content, **more
        )
        return status, body

    def call(self, person, asked, **given):
        """The answer to a call, and what was said on the way."""
        status, _, body = self.ask("POST", f"/of/{person}/call/{asked}", given)
        assert status == 200, body
        lines = [json.loads(line) for line in body.decode().splitlines()]
        return lines[-1]["answer"], lines[:-1]

    def works(self):
        """The decisions that are kept on disk, by the folder of their files."""
        folder = self.place / "state" / "accord" / "page"
        return {
            path.parent.name: json.loads(path.read_text()) for path in folder.glob("*/work.json")
        }

    def kept(self):
        """All files that are kept, lock and all."""
        return [path for path in self.place.rglob("*") if path.is_file()]

    def processes(self):
        """The processes that it started."""
        pairs = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                pairs.append(
                    (int(stat.parent.name), int(stat.read_text().rpartition(")")[2].split()[1]))
                )
        mine = {self.process.pid}
        for _ in range(4):
            mine |= {pid for pid, parent in pairs if parent in mine}
        return mine - {self.process.pid}

    def end(self):
        """End it if it still runs."""
        with suppress(OSError):
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        self.process.stdout.close()
        self.process.stderr.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
