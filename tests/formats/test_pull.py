"""The export of a running tool: asked as its documentation says, by a small server in the test."""

import base64
import io
import json
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

import accord
from accord._read.door.pull import PAGE, TOOLS, pull
from accord.cli import main
from accord.errors import AccordError, DataError

CAS = {
    "%TYPES": {},
    "%FEATURE_STRUCTURES": [
        {
            "%ID": 1,
            "%TYPE": "uima.cas.Sofa",
            "sofaNum": 1,
            "sofaID": "_InitialView",
            "sofaString": "one two",
        },
        {"%ID": 2, "%TYPE": "custom.Span", "@sofa": 1, "begin": 0, "end": 3, "value": "X"},
    ],
    "%VIEWS": {"_InitialView": {"%SOFA": 1, "%MEMBERS": [2]}},
}


def _task(n):
    made = [
        {
            "completed_by": who,
            "result": [
                {
                    "type": "choices",
                    "from_name": "mood",
                    "to_name": "t",
                    "value": {"choices": [label]},
                }
            ],
        }
        for who, label in ((1, "joy"), (2, "joy" if n % 2 else "fear"))
    ]  # two coders for each task
    return {"id": n, "data": {"text": f"text {n}"}, "annotations": made}


class Tool(BaseHTTPRequestHandler):
    """Answers as Label Studio, Argilla, INCEpTION and doccano do; fails once, if told."""

    def log_message(self, *args):
        """Say nothing."""

    def do_POST(self):
        """Answer a request with a body: a token to be changed, an export to be made."""
        told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(self.path)
        known = self.headers.get("Authorization") in self.server.known
        answers = {
            "/api/token/refresh": {"access": "short"} if told.get("refresh") == "a.b.c" else None,
            "/v1/projects/4/download": {"task_id": "t-1"}
            if known and told == {"format": "JSONL", "exportApproved": False}
            else None,
        }
        answer = answers.get(self.path)
        self.send_response(200 if answer else 401)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def do_GET(self):
        """Answer a request."""
        url = urlsplit(self.path)
        query = {key: value[0] for key, value in parse_qs(url.query).items()}
        self.server.asked.append(self.path)
        if self.server.faults:
            self.send_response(self.server.faults.pop())
            self.end_headers()
            return
        if (
            self.headers.get("Authorization") not in self.server.known
            and self.headers.get("X-Argilla-Api-Key") not in self.server.known
        ):
            self.send_response(401)
            self.end_headers()
            return
        if url.path == "/elsewhere/api/tasks":
            self.send_response(302)
            self.send_header("Location", "http://other.example/api/tasks")
            self.end_headers()
            return
        answer = self.answer(url.path, query)
        self.send_response(200 if answer is not None else 404)
        self.end_headers()
        self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

    def answer(self, path, query):
        """What each tool says."""
        first = int(query.get("offset", 0))
        if path == "/api/tasks":
            size, page = int(query["page_size"]), int(query["page"])
            every = [_task(n) for n in range(1, 251)]
            return {"total": len(every), "tasks": every[(page - 1) * size : page * size]}
        if path == "/api/v1/datasets/d-1/records":
            every = [
                {
                    "id": str(n),
                    "fields": {"text": f"t {n}"},
                    "responses": [
                        {"user_id": "u1", "status": "submitted", "values": {"q": {"value": "yes"}}},
                        {"user_id": "u2", "status": "draft", "values": {"q": {"value": "no"}}},
                    ],
                }
                for n in range(130)
            ]  # more than a page
            return {"items": every[first : first + int(query["limit"])], "total": len(every)}
        return self.documents(path, query) if "aero" in path else self.export(path, query)

    def documents(self, path, query):
        """INCEpTION."""
        base = "/api/aero/v1/projects/7/documents"
        states = (("ann", "COMPLETE"), ("bob", "COMPLETE"), ("cyd", "IN-PROGRESS"), ("dan", "NEW"))
        if path.startswith(f"{base}/3/annotations/"):
            known = query.get("format") == "jsoncas" and not path.endswith("/dan")
            return CAS if known else None
        told = {
            base: [{"id": 3, "name": "d.txt", "state": "NEW"}],
            f"{base}/3/annotations": [{"user": u, "state": s} for u, s in states],
        }
        return {"messages": [], "body": told[path]} if path in told else None

    def export(self, path, query):
        """doccano: a task that is soon ready, and a file of each member."""
        if path == "/v1/tasks/status/t-1":
            self.server.waits += 1
            return {"ready": self.server.waits > 1, "result": None, "error": None}
        if path != "/v1/projects/4/download" or query != {"taskId": "t-1"}:
            return None
        lines = {
            who: "".join(
                json.dumps({"id": n, "text": "in Rome", "label": [[3, 7, tag]]}) + "\n"
                for n in range(3)
            )
            for who, tag in (("ann", "LOC"), ("bob", "ORG"))
        }
        if self.server.together:
            return lines["ann"].encode()
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for who, text in lines.items():
                archive.writestr(f"{who}.jsonl", text)
        return packed.getvalue()


@pytest.fixture
def tool():
    """A tool that runs on this machine while the test does."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Tool)
    server.asked, server.faults, server.waits, server.together = [], [], 0, False
    server.known = {
        "Token s3cret",
        "Bearer short",
        "s3cret",
        f"Basic {base64.b64encode(b'ann:pw').decode()}",
    }
    server.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


CASES = {
    "label-studio": ("5", "s3cret", {"c": 2, "i": 250}),
    "argilla": ("d-1", "s3cret", {"c": 1, "i": 130}),
    "inception": ("7", "ann:pw", {"c": 2, "i": 1}),
    "doccano": ("4", "s3cret", {"c": 2, "i": 3}),
}


@pytest.mark.parametrize("name", CASES)
def test_a_project_is_fetched_page_by_page(tool, tmp_path, name):
    """All pages are put together as the export, which is read like any other."""
    project, token, counts = CASES[name]
    seen = []
    suffix, data = pull(
        name, tool.address, project, token, wait=0.01, progress=lambda *n: seen.append(n)
    )
    path = tmp_path / f"export{suffix}"
    path.write_bytes(data)
    study = accord.read(path)
    assert {key: study.counts()[key] for key in counts} == counts
    assert seen[-1][0] == seen[-1][1]
    if name == "label-studio":
        assert len(tool.asked) == -(-250 // PAGE)
    if name == "inception":
        assert any("IN_PROGRESS" in note for note in study.audit.notes)


def test_a_passing_fault_is_tried_again(tool):
    """A busy server is asked again; one that stays broken is an error with its answer."""
    tool.faults = [503, 429]
    _, data = pull("argilla", tool.address, "d-1", "s3cret", wait=0.01)
    assert data.count(b"\n") == 130
    tool.faults = [500] * 9
    with pytest.raises(DataError, match="the tool answers 500"):
        pull("doccano", tool.address, "4", "s3cret", wait=0.01)


def test_a_personal_access_token_is_changed_for_a_short_one(tool):
    """Label Studio takes such a token only to give another, which ends after minutes."""
    _, data = pull("label-studio", tool.address, "5", "a.b.c", wait=0.01)
    assert len(json.loads(data)) == 250
    assert tool.asked.count("/api/token/refresh") == 1
    with pytest.raises(DataError, match="refuses access"):
        pull("label-studio", tool.address, "5", "x.y.z", wait=0.01)


def test_a_project_of_doccano_where_all_work_together_is_one_file(tool):
    """Such an export names nobody: it is one file, not one for each member."""
    tool.together = True
    suffix, data = pull("doccano", tool.address, "4", "s3cret", wait=0.01)
    assert (suffix, data.count(b"\n")) == (".jsonl", 3)


def test_what_goes_wrong_is_said_without_the_token(tool):
    """Wrong tokens, projects, addresses and hosts: each is named, the token never."""
    wrong = [
        (("doccano", tool.address, "4", "wr0ng"), "refuses access"),
        (("inception", tool.address, "9", "ann:pw"), "answers 404"),
        (("label-studio", "ftp://host", "4", "s3cret"), "expected the address"),
        (("label-studio", "http://user:s3cret@host", "4", "s3cret"), "user name or a password"),
        (("label-studio", "http://:s3cret@host", "4", "t"), "user name or a password"),
        (("label-studio", "http//:s3cret@host", "4", "t"), "expected the address"),
        (("label-studio", "http://host/?key=1", "4", "s3cret"), "expected the address"),
        (("label-studio", "http://host:port", "4", "s3cret"), "expected the address"),
        (("label-studio", "http://127.0.0.1:9", "4", "s3cret"), "cannot be reached"),
        (("label-studio", f"{tool.address}/elsewhere", "4", "s3cret"), "another server"),
        (("prodigy", tool.address, "4", "s3cret"), "no tool 'prodigy'"),
    ]
    for arguments, message in wrong:
        with pytest.raises(AccordError, match=message) as caught:
            pull(*arguments, wait=0.001)
        assert "s3cret" not in str(caught.value)
        assert "ann:pw" not in str(caught.value)


def test_the_command_writes_the_export_alone(tool, tmp_path, monkeypatch, capsys):
    """`accord pull` takes the token from the environment and writes one file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ACCORD_TOKEN", raising=False)
    with pytest.raises(SystemExit) as stop:
        main(["pull", "doccano", tool.address, "4", "out"])
    assert stop.value.code == 1
    assert "ACCORD_TOKEN" in capsys.readouterr().err
    monkeypatch.setenv("ACCORD_TOKEN", "s3cret")
    with pytest.raises(SystemExit) as stop:
        main(["pull", "doccano", tool.address, "4", "out"])
    assert stop.value.code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["out.zip"]
    assert "s3cret" not in capsys.readouterr().err


def test_an_address_is_not_read_but_fetched():
    """What is given as a file and is an address leads to `accord pull`."""
    with pytest.raises(DataError, match="accord pull"):
        accord.read("https://host/api/projects/3")


def test_the_hint_at_an_address_names_every_tool():
    """What cannot be read from an address is fetched: by which command, from which tools."""
    with pytest.raises(accord.DataError, match="accord pull TOOL ADDRESS PROJECT OUT") as error:
        accord.read("https://host.example/api")
    assert all(tool in str(error.value) for tool in TOOLS)
    assert "ACCORD_TOKEN" in str(error.value)
