"""A server listens where it was asked to, on this machine unless told otherwise, and is known by its own names."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Thread

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
def served(limit: ConnectionLimit) -> Iterator[tuple[str, int]]:
    """A server in a thread that answers every request."""
    listening = listen()
    config = uvicorn.Config(PlainTextResponse("yes"), http=limit.protocol, log_level="critical", lifespan="off")
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield listening.getsockname()
    finally:
        server.should_exit = True
        thread.join()


def connected(place: tuple[str, int], origin: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(place, timeout=5, source_address=(origin, 0))


def answered(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        return connection.recv(1000).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def test_an_address_with_too_many_connections_is_refused_and_no_other() -> None:
    limit = ConnectionLimit(3)
    with served(limit) as place, ExitStack() as opened:
        idle = [opened.enter_context(connected(place)) for _ in range(3)]
        more, other = opened.enter_context(connected(place)), opened.enter_context(connected(place, "127.0.0.2"))
        assert (answered(more), answered(other), answered(idle[0])) == (False, True, True)
        assert limit.refused == {"127.0.0.1": 1}


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab"])
def test_a_request_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(serve, "UNFINISHED", 0.02)
    with served(ConnectionLimit(9)) as place, connected(place) as connection:
        connection.sendall(begun)
        with suppress(ConnectionError):
            while connection.recv(1000):  # a time-out fails the test
                pass


def test_the_limit_of_an_address_leaves_room_for_others() -> None:
    assert 100 <= connection_limit().of_address <= 2048
