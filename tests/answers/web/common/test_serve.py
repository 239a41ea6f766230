"""A server listens where it was asked to, on this machine unless told otherwise, and is known by its own names."""

import socket

import pytest

from answers.errors import CorrigeError
from answers.web.common.serve import hosts_of, listen


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
