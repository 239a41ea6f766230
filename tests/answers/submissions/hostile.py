"""A reading process whose reader does what the name of a file says."""

import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from answers.submissions import serve as module
from answers.submissions.read import Question

KEPT = []
HARMS: Mapping[str, Callable[[Path], object]] = {
    "writes": lambda path: path.write_bytes(b""),
    "connects": lambda _: socket.create_connection(("127.0.0.1", 9), 1),
    "starts": lambda _: os.fork(),
    "ends": lambda _: os.kill(os.getppid(), 0),
}


def read_file(question: Question, _: object) -> object:
    path = question.path
    if harm := HARMS.get(path.name):
        harm(path)
    match path.name:
        case "slow":
            while True:
                pass
        case "asleep":
            time.sleep(60)
        case "large":
            return bytearray(10**9)
        case "dead":
            sys.exit(3)
        case "odd":
            raise RuntimeError("odd")
        case "printing":
            print("hello")
        case "growing":
            KEPT.append(bytearray(200_000_000))
    return ()


def serve() -> None:
    module.read_file = read_file  # type: ignore[assignment]
    module.serve()


def rubbish() -> None:
    """Something else than an answer."""
    print("[]", flush=True)
    print(sys.stdin.readline(), flush=True)


def nothing() -> None:
    """A process that does not start."""
