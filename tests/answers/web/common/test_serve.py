"""A server listens where it was asked to, on this machine unless told otherwise, and is known by its own names."""

import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import uvicorn
from starlette.responses import PlainTextResponse

from answers.errors import CorrigeError
from answers.web.common import serve
from answers.web.common.serve import ConnectionLimit, connection_limit, hosts_of, listen


def test_it_listens_on_this_machine_alone_at_a_free_port() -> None:
    with listen() as listening:
        host, port = listening.getsockname()
        assert (host, port > 0) == ("127.0.0.1", True)
        assert hosts_of(listening) == {f"127.0.0.1:{port}", f"localhost:{port}"}
        assert f"exam.example:{port}" in hosts_of(listening, "Exam.example")


@pytest.mark.parametrize("host", ["127.0.0.1", "no such name"])
def test_an_address_that_cannot_be_had_is_told(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        with pytest.raises(CorrigeError) as exception_info:
            listen(host, taken.getsockname()[1])
        assert "--port" in exception_info.value.problems[0].remedy


@contextmanager
def served(limit: ConnectionLimit, *certificate: Path) -> Iterator[tuple[str, int]]:
    """A server in a thread that answers every request; over TLS with a certificate and its key."""
    listening = listen()
    place = listening.getsockname()
    options: dict[str, Any] = {"http": limit.protocol, "log_level": "critical", "lifespan": "off"}
    config = uvicorn.Config(PlainTextResponse("yes"), timeout_keep_alive=60, **options)
    if certificate:
        config.ssl_certfile, config.ssl_keyfile = certificate
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [limit.listener(listening)]})
    thread.start()
    try:
        yield place
    finally:
        server.should_exit = True
        thread.join()


def connected(place: tuple[str, int], origin: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(place, timeout=5, source_address=(origin, 0))


def answered(connection: socket.socket) -> bool:
    try:
        connection.sendall(GET)
        received = b""
        while not received.endswith(b"yes"):
            received += (some := connection.recv(1000))
            if not some:
                return False
        return received.startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def test_an_address_with_too_many_connections_is_refused_and_no_other() -> None:
    limit = ConnectionLimit(3)
    with served(limit) as place, ExitStack() as opened:
        idle = [opened.enter_context(connected(place)) for _ in range(3)]
        more, other = opened.enter_context(connected(place)), opened.enter_context(connected(place, "127.0.0.2"))
        assert (answered(more), answered(other), answered(idle[0])) == (False, True, True)
        assert limit.refused == {"127.0.0.1": 1}
    assert 100 <= connection_limit().of_address <= 2048


GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
BEGUN = (b"GET / HT", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab")


@pytest.mark.parametrize(
    ("sent", "then"),
    [
        (b"", b""),
        *((part, b"") for part in BEGUN),
        *((GET + part, b"") for part in BEGUN),
        *((GET, part) for part in BEGUN),
    ],
)
def test_a_request_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch, sent: bytes, then: bytes) -> None:
    """The first one, one sent together with another, or one after the answer to another."""
    monkeypatch.setattr(serve, "UNFINISHED", 0.1)
    with served(ConnectionLimit(9)) as place, connected(place) as connection:
        connection.sendall(sent)
        if then:
            assert connection.recv(1000).startswith(b"HTTP/1.1 200")
            connection.sendall(then)
        assert is_ended(connection)


def is_ended(connection: socket.socket) -> bool:
    """Whether the server ends a connection; a time-out fails the test."""
    with suppress(ConnectionError):
        while connection.recv(1000):
            pass
    return True


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    if shutil.which("openssl") is None:
        pytest.skip("OpenSSL makes the certificate")
    folder = tmp_path_factory.mktemp("tls")
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost")
    files = ("-keyout", folder / "key.pem", "-out", folder / "certificate.pem")
    subprocess.run(["openssl", "req", "-x509", *curve, *files], check=True, capture_output=True)
    return folder / "certificate.pem", folder / "key.pem"


def over_tls(connection: socket.socket) -> socket.socket:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(connection)


def test_idle_connections_count_before_their_tls_handshake(certificate: tuple[Path, Path]) -> None:
    limit = ConnectionLimit(3)
    with served(limit, *certificate) as place, ExitStack() as opened:
        idle = [opened.enter_context(connected(place)) for _ in range(3)]
        assert is_ended(opened.enter_context(connected(place)))
        assert limit.refused == {"127.0.0.1": 1}
        assert answered(opened.enter_context(over_tls(connected(place, "127.0.0.2"))))
        assert answered(opened.enter_context(over_tls(idle[0])))


def test_connections_that_end_count_no_longer(certificate: tuple[Path, Path]) -> None:
    limit = ConnectionLimit(1)
    with served(limit, *certificate) as place:
        for _ in range(2):
            with over_tls(connected(place)) as connection:
                assert answered(connection)
            deadline = time.monotonic() + 5
            while limit.open["127.0.0.1"] and time.monotonic() < deadline:
                time.sleep(0.001)
        assert (limit.open["127.0.0.1"], limit.refused, limit.new) == (0, {}, {})


@pytest.mark.parametrize("begun", [b"", b"\x16\x03\x01\x02\x00\x01"])
def test_a_tls_handshake_that_does_not_end_is_ended(
    monkeypatch: pytest.MonkeyPatch, certificate: tuple[Path, Path], begun: bytes
) -> None:
    monkeypatch.setattr(serve, "UNFINISHED", 0.02)
    limit = ConnectionLimit(9)
    with served(limit, *certificate) as place, connected(place) as connection:
        connection.sendall(begun)
        assert is_ended(connection)
    assert limit.open["127.0.0.1"] == 0


def test_a_connection_between_two_requests_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "UNFINISHED", 0.2)
    with served(ConnectionLimit(9)) as place, connected(place) as connection:
        assert answered(connection)
        time.sleep(0.3)
        assert answered(connection)
