"""Nothing is let in that should not be, and nothing is left behind."""

import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from accord.errors import DataError
from accord.serve.server import doorway, host_names
from accord.serve.uploads import LOCK, PREFIX, Store, clear_stale, safe_name
from tests.cli.commands import called
from tests.serve.running import SOURCE, Running
from tests.serve.test_engine import WIDE, opened

DOORS = [
    ("GET", "/"),
    ("GET", "/page.js"),
    ("POST", "/come"),
    ("POST", "/quit"),
    ("PUT", "/of/x/files?name=a.csv"),
    ("DELETE", "/of/x/files"),
    ("DELETE", "/of/x"),
    ("GET", "/of/x"),
    ("POST", "/of/x/call/read"),
    ("GET", "/of/x/made/report.html"),
]


def alive(process):
    """Whether a process still runs (not as a zombie)."""
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(held, seconds=60):
    """Wait until something holds; a busy machine takes longer, and a broken one for ever."""
    end = time.monotonic() + seconds
    while not held() and time.monotonic() < end:
        time.sleep(0.05)
    assert held()


@pytest.mark.parametrize(("method", "path"), DOORS)
def test_every_door_is_guarded(page, method, path):
    """Without the secret, by another name, or from another site no door opens, and none says what
    is behind it."""
    wrong = [
        ({"token": "wrong"}, 403),
        ({"token": ""}, 403),
        ({"token": page.token[:-1]}, 403),
        ({"token": page.token + "x"}, 403),
        ({"host": "evil.example"}, 421),
        ({"host": "evil.example:" + page.host.split(":")[1]}, 421),
        ({"host": "127.0.0.1"}, 421),
        ({"host": ""}, 400),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "http://127.0.0.1:1"}, 403),
        ({"origin": "null"}, 403),
        ({"headers": {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}}, 403),
        ({"headers": {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"}}, 403),
    ]
    for how, status in wrong:
        found, headers, body = page.ask(method, path, b"", **how)
        assert found == status, how
        assert page.token.encode() not in body
        if status != 400:  # a request without Host is refused before it is one
            assert headers["content-security-policy"] == "default-src 'none'"
    if method != "GET":
        assert page.ask(method, path, b"", origin=None)[0] == 403


def test_a_form_of_another_site_is_refused(page):
    """A form that another site sends, which needs nobody's leave, is refused by its Origin; and a
    page of ours cannot be embedded there."""
    form = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Mode": "navigate"}
    for path in ("/come", "/quit"):
        sent = {
            "origin": "https://evil.example",
            "headers": {**form, "Sec-Fetch-Site": "cross-site"},
        }
        assert page.ask("POST", path, b"a=1", **sent)[0] == 403
        assert page.ask("POST", path, b"a=1", origin=None, headers=form)[0] == 403
    framed = {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "iframe",
    }
    assert page.ask("GET", "/", origin=None, headers=framed)[0] == 403
    opened = {**framed, "Sec-Fetch-Dest": "document"}
    status, headers, _ = page.ask("GET", "/", origin=None, headers=opened)
    assert status == 200
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    preflight = {"Access-Control-Request-Method": "PUT"}
    status, headers, _ = page.ask(
        "OPTIONS", "/come", origin="https://evil.example", headers=preflight
    )
    assert status == 403
    assert not [name for name in headers if name.startswith("access-control")]


def test_the_policy_of_every_answer(page):
    """Nothing may be loaded from elsewhere, nothing is kept by the browser, no cookie is set."""
    for path in ("/", "/page.css", "/nothing"):
        _, headers, _ = page.ask("GET", path)
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert not [word for word in ("unsafe", "http", "*") if word in policy]
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert {"set-cookie", "server"} & set(headers) == set()


def test_it_listens_on_loopback_only(page):
    """Another address of this machine does not answer."""
    port = int(page.host.split(":")[1])
    assert page.host.startswith("127.0.0.1:")
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for other in sorted(others - {"127.0.0.1"}):
        with socket.socket() as wire:
            wire.settimeout(5)
            assert wire.connect_ex((other, port)) != 0


NAMES = [
    "../up.csv",
    "a/../../up.csv",
    "/etc/cron.d/x",
    "..\\up.csv",
    "C:\\x.csv",
    "a/./b.csv",
    "a//b.csv",
    "",
    ".",
    "..",
    "a\0b.csv",
    "a\nb.csv",
    "nul",
    "aux.csv",
    "a" * 300,
    "/".join("a" * 40),
    " a.csv",
    "a.csv ",
    "\ud800.csv",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_stay_inside(name):
    """A name that leads elsewhere, or that a system would read as something else, is refused."""
    with pytest.raises(DataError, match="not a valid file name"):
        safe_name(name)


def test_traversal_over_http(page):
    """Nor does a name lead elsewhere by way of the address: in drops, in made files, in people."""
    person = page.come()
    before = set(page.kept())
    for name in NAMES[:-1]:
        assert page.drop(person, name, b"x")[0] == 400, name
    for way in ("..%2f..%2fin-use", "%2e%2e/in-use", "../../in-use", "..", "%2fetc%2fpasswd"):
        assert page.ask("GET", f"/of/{person}/made/{way}")[0] in (404, 410)
        assert page.ask("GET", f"/{way}")[0] in (403, 404, 410)
    for who in ("..", "%2e%2e", "nobody", "x" * 32, ""):
        assert page.drop(who, "a.csv", b"x")[0] in (403, 404, 405, 410)
    assert set(page.kept()) == before


def test_people_do_not_see_each_other(page):
    """Two tabs have folders and processes of their own; who does not know a name finds nothing."""
    one, two = page.come(), page.come()
    assert page.drop(one, "wide.csv", WIDE.encode())[0] == 200
    seen, _ = page.call(one, "read", files=["wide.csv"])
    assert seen["kind"] == "codings"
    other, _ = page.call(two, "read", files=["wide.csv"])
    assert list(other) == ["problem"]
    page.call(one, "take", files=["wide.csv"], what="study")
    assert page.ask("GET", f"/of/{one}/made/study.jsonl")[0] == 200
    assert page.ask("GET", f"/of/{two}/made/study.jsonl")[0] == 404
    assert page.ask("DELETE", f"/of/{one}")[0] == 204
    assert page.ask("GET", f"/of/{one}/made/study.jsonl")[0] == 410
    assert not [path for path in page.kept() if one in str(path)]


def test_the_folder_is_private(page):
    """Other users of the machine cannot look into the folder."""
    (folder,) = page.place.glob(f"{PREFIX}*")
    assert folder.stat().st_mode & 0o077 == 0


def test_a_file_is_whole_or_not_there(page):
    """A drop that breaks off, and one beyond the limits, leave no file; a name is taken once."""
    person = page.come()
    with socket.create_connection(tuple(page.host.split(":")), timeout=30) as wire:
        wire.sendall(
            f"PUT /{page.token}/of/{person}/files?name=half.csv HTTP/1.1\r\nHost: {page.host}\r\n"
            f"Origin: http://{page.host}\r\nContent-Length: 1000\r\n\r\nhalf".encode()
        )
        until(lambda: any(path.name == "half.csv" for path in page.kept()))
    until(lambda: not any(path.name == "half.csv" for path in page.kept()))
    assert page.drop(person, "a.csv", b"x")[0] == 200
    assert page.drop(person, "a.csv", b"y")[0] == 409
    (kept,) = [path for path in page.kept() if path.name == "a.csv"]
    assert kept.read_bytes() == b"x"


def test_limits_of_drops(tmp_path, monkeypatch):
    """One file, all files together, their number and a full disk have limits."""
    from accord._read.door.read_options import Limits
    from accord.serve import uploads

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    store = Store(Limits(file=10, total=15, members=2))
    try:
        person = store.new()
        store.take(person, "a", 10)
        with pytest.raises(DataError, match="more than 10 bytes"):
            store.take(person, "a", 1)
        store.forget(person, "a")
        store.take(person, "b", 8)
        store.take(person, "c", 7)
        with pytest.raises(DataError, match="more than 2 files"):
            store.place(person, "d")
        with pytest.raises(DataError, match="more than 15 bytes"):
            store.take(person, "c", 1)
        monkeypatch.setattr(uploads, "ROOM", 1 << 60)
        with pytest.raises(DataError, match="the disk is full"):
            store.take(store.new(), "a", 1)
    finally:
        store.close()
    assert list(tmp_path.iterdir()) == []


def _bomb():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csv", b"\0" * (300 << 20))
    return packed.getvalue()


BOMBS = {
    "bomb.zip": _bomb,
    "deep.json": lambda: b"[" * 200_000,
    "lol.xml": lambda: b'<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>',
    "rows.csv": lambda: b"item,coder,label\n" + b'"' * 1_000_000,
    "text.csv": lambda: b"\xff\xfe\x00broken",
    "empty.xlsx": lambda: b"PK\x03\x04 not a workbook",
}


@pytest.fixture(scope="module")
def person(page):
    """Somebody whose processes several tests use."""
    return page.come()


def test_bombs(page, person):
    """A file that would fill the memory, or break its reader, is refused in words, and the page
    goes on."""
    page.drop(person, "wide.csv", WIDE.encode())
    for name, made in BOMBS.items():
        assert page.drop(person, name, made())[0] == 200
        answer, _ = page.call(person, "read", files=[name])
        assert "problem" in answer, name
        assert "bug" not in answer, name
        assert page.call(person, "read", files=["wide.csv"])[0]["kind"] == "codings"


def test_bodies_have_limits_and_forms(page, person):
    """A call is an object of JSON, and not endless; a method that no door has is refused."""
    way = f"/of/{person}/call/read"
    for body in (b"[1]", b"{", b"nan", b"\xff", b"[" * 100_000):
        assert page.ask("POST", way, body)[0] == 400
    assert page.ask("POST", way, b" " * (9 << 20))[0] == 413
    assert page.ask("PATCH", way, b"")[0] == 405
    assert "no call" in page.call(person, "nothing")[0]["problem"]


def test_fifty_drops_at_once(page):
    """Fifty people drop and read files at the same time; each has their own."""

    def one(number):
        person = page.come()
        rows = "id,coder A,coder B\n" + "".join(f"{i},x,{'xy'[i % 2]}\n" for i in range(number + 2))
        status, _ = page.drop(person, f"{number}.csv", rows.encode())
        return person, number, status

    with ThreadPoolExecutor(50) as pool:
        people = list(pool.map(one, range(50)))
    assert [status for _, _, status in people] == [200] * 50
    assert len({person for person, _, _ in people}) == 50
    for person, number, _ in people:
        (kept,) = [path for path in page.kept() if path.name == f"{number}.csv"]
        assert person in str(kept)
    for person, number, _ in people[:1]:
        found, _ = page.call(person, "read", files=[f"{number}.csv"])
        assert found["counts"]["i"] == number + 2
    for person, _, _ in people:
        assert page.ask("DELETE", f"/of/{person}")[0] == 204


def test_who_stops_listening_cancels(page, person):
    """When a job's listener goes, its process is ended; the next job finds a new one."""
    page.call(person, "example", name="entities")
    idle = page.processes()
    body = json.dumps({"files": ["entities.jsonl"], "measure": "gamma", "interval": True}).encode()
    with socket.create_connection(tuple(page.host.split(":")), timeout=60) as wire:
        wire.sendall(
            f"POST /{page.token}/of/{person}/call/report HTTP/1.1\r\nHost: {page.host}\r\n"
            f"Origin: http://{page.host}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        wire.recv(100)  # it has begun
        until(lambda: len(page.processes()) > len(idle) or page.processes() != idle)
        begun = page.processes()
    until(lambda: begun - page.processes())
    assert page.call(person, "about")[0]["version"]


@pytest.mark.full
def test_a_job_has_its_time(tmp_path):
    """What takes longer than it may is ended, and the page goes on."""
    with Running("--seconds", "1", place=tmp_path) as page:
        person = page.come()
        rows = "id,coder A,coder B\n" + "".join(f"{i},x{i % 7},x{i % 5}\n" for i in range(100_000))
        page.drop(person, "large.csv", rows.encode())
        answer, _ = page.call(person, "report", files=["large.csv"])
        assert "stopped after 1 seconds" in answer["problem"]


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="limits of memory are Linux's")
def test_a_job_has_its_memory():
    """A process of the page cannot have more memory than it may, and less than it may it has."""
    lines = (
        "from accord.machine import limit_memory; from accord.serve.worker import _warm\n"
        "limit_memory(1 << 30, written=True); _warm()\n"
        "held = bytearray(1 << 28)\n"
        "try: bytearray(1 << 30)\n"
        "except MemoryError: print('refused')\n"
    )
    where = {**os.environ, "PYTHONPATH": str(SOURCE), "OPENBLAS_NUM_THREADS": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", lines], capture_output=True, text=True, env=where, check=False
    )
    assert (ran.stdout, ran.stderr) == ("refused\n", "")


def test_a_full_memory_is_said(tmp_path, monkeypatch):
    """What does not fit is said, and that its process is spent."""
    engine = opened(tmp_path, wide__csv=WIDE)

    def full(*_, **__):
        raise MemoryError

    monkeypatch.setattr("accord.serve.engine.contents", full)
    answer = engine.call("read", {"files": ["wide.csv"]})
    assert answer == {"problem": "Not enough memory. Try fewer files or items.", "spent": True}


def test_killed_in_the_middle(tmp_path):
    """After kill -9, while files come and jobs run, no process is left; what is left of files is
    gone at the next start, and those of a page that runs are not touched. The button of the page
    ends it well."""
    first, second = Running(place=tmp_path), Running(place=tmp_path)
    try:
        person = first.come()
        first.drop(person, "wide.csv", WIDE.encode())
        first.call(person, "read", files=["wide.csv"])
        other = second.come()
        second.drop(other, "kept.csv", WIDE.encode())
        wire = socket.create_connection(tuple(first.host.split(":")), timeout=60)
        wire.sendall(
            f"PUT /{first.token}/of/{person}/files?name=half.csv HTTP/1.1\r\nHost: {first.host}\r\n"
            f"Origin: http://{first.host}\r\nContent-Length: 99999\r\n\r\nhalf".encode()
        )
        until(lambda: any(path.name == "half.csv" for path in first.kept()))
        started = first.processes()
        assert started
        first.process.send_signal(signal.SIGKILL)
        first.process.wait(30)
        wire.close()
        until(lambda: not any(map(alive, started)))
        with Running(place=tmp_path) as third:
            assert third.call(third.come(), "about")[0]["version"]
            kept = [path.name for path in third.kept()]
            assert {"wide.csv", "half.csv"} & set(kept) == set()
            assert "kept.csv" in kept
            assert third.ask("POST", "/quit")[0] == 204  # the button of the page
            assert third.process.wait(60) == 0
        assert second.call(other, "read", files=["kept.csv"])[0]["kind"] == "codings"
    finally:
        first.end()
        second.end()
    assert first.kept() == []


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.full)]
)
def test_a_signal_leaves_nothing(tmp_path, number):
    """Ctrl-C and SIGTERM end it with all its processes, and all files are gone."""
    with Running(place=tmp_path) as page:
        person = page.come()
        page.drop(person, "wide.csv", WIDE.encode())
        page.call(person, "read", files=["wide.csv"])
        started = page.processes()
        page.process.send_signal(number)
        page.process.wait(60)
        until(lambda: not any(map(alive, started)))
        assert list(tmp_path.iterdir()) == []
        assert "Traceback" not in page.process.stderr.read()


def test_stale_folders_are_ours_and_held_by_nobody(tmp_path, monkeypatch):
    """Only folders of the right name that nobody holds are removed; links are left alone."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    store = Store()
    left = tmp_path / f"{PREFIX}left"
    left.mkdir()
    (left / LOCK).write_bytes(b"")
    (left / "data.csv").write_text("x")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / f"{PREFIX}link").symlink_to(elsewhere)
    clear_stale()
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {store.root.name, "elsewhere", f"{PREFIX}link"}
    store.close()


def test_the_address_is_not_seen_by_others(tmp_path, monkeypatch):
    """The browser is opened on a file that only we can read, so the secret is in no list of
    processes; and the page has its own names only."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    store = Store()
    try:
        file = doorway(store, "http://127.0.0.1:1/secret/")
        assert "secret" not in file
        (path,) = store.root.glob("open.html")
        assert path.stat().st_mode & 0o077 == 0
        assert "url=http://127.0.0.1:1/secret/" in path.read_text()
    finally:
        store.close()
    assert host_names("127.0.0.1", 7) == ("127.0.0.1:7", "localhost:7")
    assert host_names("10.0.0.1", 7) == ("10.0.0.1:7",)


def test_other_hosts_need_a_word(capsys):
    """An address that others reach is refused, with what it would mean."""
    said = called(capsys, "serve", "--host", "0.0.0.0", code=2).err
    assert "without encryption" in said
    assert "--i-know" in said


def test_a_port_that_is_taken(capsys):
    """A port that is taken is said in a line."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = called(capsys, "serve", "--no-browser", "--port", str(port), code=1).err
    assert f"port {port}" in said


def test_ps_does_not_show_the_secret(page):
    """No process of the page has the secret among its arguments."""
    listed = []
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            listed.append(line.read_bytes())
    assert any(b"serve" in line for line in listed)
    assert not any(page.token.encode() in line for line in listed)
