"""A reading process whose reader does what the name of a file says."""

import os
import socket
from collections.abc import Callable, Mapping
from pathlib import Path

from answers.submissions import serve as module
from answers.submissions.read import ReadRequest

HARMS: Mapping[str, Callable[[Path], object]] = {
    "writes": lambda path: path.write_bytes(b""),
    "connects": lambda _: socket.create_connection(("127.0.0.1", 9), 1),
    "starts": lambda _: os.fork(),
    "ends": lambda _: os.kill(os.getppid(), 0),
}


def read_file(request: ReadRequest, _ask: object) -> object:
    HARMS[request.path.name](request.path)
    return ()


def serve() -> None:
    module.read_file = read_file  # type: ignore[assignment]
    module.serve()
