"""A reading process whose reader does what the name of a file says."""

import sys
import time
from pathlib import Path

from answers.submissions import serve as module

KEPT = []


def read_file(path: Path, **_: object) -> object:
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
