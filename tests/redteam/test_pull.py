"""A server that misbehaves gets no token that is not for it, takes no end of time, memory or pages,
and makes one line; nothing that it sends climbs out of a folder."""

import io
import json
import time
import zipfile

import pytest

from accord._read.door import pull as pulling
from accord._read.door.pull import Server, pull
from accord._read.door.read_options import Limits
from accord.cli import main
from accord.errors import AccordError, DataError
from tests.redteam.misbehaving_tools import MALFORMED, answered, archive, server

TOKEN = "s3cret-s3cret"


def _failure(tool, address, token=TOKEN, **more):
    with pytest.raises(AccordError) as caught:
        pull(tool, address, "1", token, wait=0.001, **more)
    return str(caught.value)


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_answer_is_one_line(name, monkeypatch):
    """Whatever is wrong with it: one line that names the server, and never the token."""
    tool, answer = MALFORMED[name]
    monkeypatch.setattr(pulling, "TIMEOUT", 5)
    token = "ann:pw-s3cret" if tool == "inception" else TOKEN
    with server(answer) as (address, _):
        said = _failure(tool, address, token)
    assert "s3cret" not in said
    assert said.count("\n") == 0
    assert len(said) < 1000


@pytest.mark.parametrize("where", ["https://127.0.0.1:{port}/", "http://127.0.0.1:1/", "//x.test/"])
def test_the_token_stays_with_scheme_host_and_port(where):
    """A redirection to another scheme, port or host is refused before anything is sent there."""

    def elsewhere(request):
        port = request.split("Host: 127.0.0.1:")[1].split("\r\n")[0]
        return answered(b"", "302 Found", Location=where.format(port=port))

    with server(elsewhere) as (address, asked):
        assert "redirects to another server" in _failure("label-studio", address)
        assert len(asked) == 1


def test_a_redirection_within_the_server_is_followed():
    """The same server under another path: the token goes along."""

    def moved(request):
        if "/new/" in request.split("\r\n")[0]:
            return answered({"tasks": [{"id": 1}], "total": 1})
        return answered(b"", "302 Found", Location="/new/tasks")

    with server(moved) as (address, asked):
        assert json.loads(pull("label-studio", address, "1", TOKEN)[1]) == [{"id": 1}]
        assert all(f"Authorization: Token {TOKEN}" in request for request in asked)


@pytest.mark.parametrize("token", [f" {TOKEN}\n", f"{TOKEN}\r\n"])
def test_a_token_loses_the_ends_of_copying(token):
    """Blanks and line ends around it are no part of a token."""
    with server(answered({"tasks": []})) as (address, asked):
        pull("label-studio", address, "1", token)
        assert f"Authorization: Token {TOKEN}\r\n" in asked[0]


@pytest.mark.parametrize(
    "token", [f"{TOKEN}\r\nX-Evil: 1", f"“{TOKEN}”", f"{TOKEN} two", " ", "\0"]
)
@pytest.mark.parametrize("tool", ["label-studio", "argilla", "doccano"])
def test_a_token_that_is_none_is_refused_unseen(tool, token):
    """Signs that no header can hold: a line without the token, and nobody is asked."""
    with server(answered({})) as (address, asked):
        said = _failure(tool, address, token)
        assert asked == []
    assert "ACCORD_TOKEN" in said
    assert "s3cret" not in said


def test_a_server_that_repeats_the_token():
    """A reason that holds the token is shown without it; a server is never shown with its own."""
    with server(answered(b"", f"404 no {TOKEN} here")) as (address, _):
        said = _failure("label-studio", address)
    assert "404 no … here" in said
    assert "s3cret" not in repr(Server("http://host", {"Authorization": TOKEN}, Limits()))


def test_pages_end(monkeypatch):
    """A server with always one task more is left after so many answers."""
    monkeypatch.setattr(pulling, "_PAGES", 5)
    with server(answered({"tasks": [{"id": 1}], "total": 10**9})) as (address, asked):
        assert "more than 5 answers" in _failure("label-studio", address)
        assert len(asked) == 6
    with server(answered({"items": [{"id": 1}], "total": 10**9})) as (address, asked):
        assert "more than 5 answers" in _failure("argilla", address)


def test_bytes_end():
    """So do bytes: of one answer, and of all together."""
    page = answered({"tasks": [{"id": "x" * 1000}], "total": 10**9})
    with server(page) as (address, asked):
        assert "above the limit of 500" in _failure(
            "label-studio", address, limits=Limits(file=500)
        )
        assert len(asked) == 1
        assert "above the limit of 3500" in _failure(
            "label-studio", address, limits=Limits(total=3500)
        )
        assert len(asked) == 1 + 4


def test_time_ends(monkeypatch):
    """An answer that comes byte by byte is no reason to wait for ever."""
    monkeypatch.setattr(pulling, "_ANSWER", 0.5)

    def dripping(request):
        yield b"HTTP/1.1 200 OK\r\n\r\n"
        for _ in range(100):
            time.sleep(0.1)
            yield b" "

    with server(dripping) as (address, _):
        began = time.monotonic()
        assert "no complete answer after" in _failure("label-studio", address)
        assert time.monotonic() - began < 5
    monkeypatch.setattr(pulling, "_SECONDS", 0.3)

    def slow(request):
        time.sleep(0.2)
        return answered({"tasks": [{"id": 1}], "total": 10**9})

    with server(slow) as (address, _):
        assert "after" in _failure("label-studio", address)


def test_members_do_not_climb():
    """Names of documents and users become parts of paths that stay in their folder; an archive that
    comes with others is refused."""

    def project(request):
        path = request.split(" ")[1].split("?")[0]
        if path.endswith("/annotations"):
            return answered({"body": [{"user": "..", "state": "COMPLETE"}]})
        if path.endswith("/documents"):
            return answered({"body": [{"id": 1, "name": "../../../etc"}, {"id": 2, "name": ".."}]})
        return answered({})

    with server(project) as (address, _):
        _, data = pull("inception", address, "1", "ann:pw")
    names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert names == [
        "annotation/.._.._.._etc/_...json",
        "annotation/_../_...json",
        "exportedproject.json",
    ]
    for name in ("../up.jsonl", "a/../../up.jsonl", "/etc/passwd", "..\\up.jsonl", "C:\\up.jsonl"):

        def export(request, name=name):
            path = request.split(" ")[1]
            if "status" in path:
                return answered({"ready": True})
            return answered({"task_id": "t"}) if "taskId" not in path else answered(archive(name))

        with server(export) as (address, _):
            assert "would leave its folder" in _failure("doccano", address)


@pytest.mark.parametrize("force", [False, True])
def test_force_is_about_the_name_that_is_written(force, tmp_path, monkeypatch, capsys):
    """`accord pull … export` writes export.json: that file is kept unless --force replaces it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ACCORD_TOKEN", TOKEN)
    (tmp_path / "export.json").write_text("mine", "utf-8")
    with server(answered({"tasks": [{"id": 1}]})) as (address, asked):
        with pytest.raises(SystemExit) as stop:
            main(["pull", "label-studio", address, "1", "export", *(["--force"] if force else [])])
        assert len(asked) == int(force)  # and is looked at before anything is fetched
    assert stop.value.code == int(not force)
    assert ((tmp_path / "export.json").read_text("utf-8") == "mine") is not force
    assert ("exists" in capsys.readouterr().err) is not force


def test_a_late_suffix_is_checked_too(tmp_path, monkeypatch, capsys):
    """doccano's export may be one of two forms: the name is checked when the form is known."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ACCORD_TOKEN", TOKEN)
    (tmp_path / "export.zip").write_text("mine", "utf-8")

    def export(request):
        path = request.split(" ")[1]
        if "status" in path:
            return answered({"ready": True})
        return answered({"task_id": "t"}) if "taskId" not in path else answered(archive("a.jsonl"))

    with server(export) as (address, _), pytest.raises(SystemExit):
        main(["pull", "doccano", address, "1", "export"])
    assert (tmp_path / "export.zip").read_text("utf-8") == "mine"
    assert "export.zip already exists" in capsys.readouterr().err


def test_a_project_that_is_no_name():
    """Signs of addresses in the name of a project stay in it."""
    with server(answered({"items": []})) as (address, asked):
        pull("argilla", address, "../../admin?x=1#", TOKEN)
        assert "/datasets/..%2F..%2Fadmin%3Fx%3D1%23/records?" in asked[0]


def test_an_answer_that_is_no_archive():
    """What begins as an archive but is not one is refused."""

    def export(request):
        path = request.split(" ")[1]
        if "status" in path:
            return answered({"ready": True})
        return answered({"task_id": "t"}) if "taskId" not in path else answered(b"PK\x03\x04 no")

    with server(export) as (address, _), pytest.raises(DataError, match="but is not one"):
        pull("doccano", address, "1", TOKEN)
