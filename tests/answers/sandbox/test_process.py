"""Child processes return results within their limits, and nothing else."""

import os
import re
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from answers.sandbox.isolation import protocol_streams, size
from answers.sandbox.process import LostError, iterate_limited, run_limited, start_process


def test_a_result_comes_back_from_another_process_unless_it_fails_or_dies() -> None:
    result = run_limited(lambda: (os.getpid(), {"1a": (1, 2)}))
    assert result[0] != os.getpid()
    assert result[1] == {"1a": (1, 2)}
    assert run_limited(lambda: 1 // 0) is None
    assert run_limited(lambda: os._exit(0)) is None
    assert list(iterate_limited(12 // n for n in (3, 4, 0, 1))) == [4, 3]


def test_a_long_computation_is_stopped_even_inside_a_library() -> None:
    start = monotonic()
    assert run_limited(lambda: sum(range(10**12)), seconds=0.3) is None
    assert monotonic() - start < 5


def test_a_large_one_is_stopped_while_the_marking_goes_on() -> None:
    assert run_limited(lambda: len(bytearray(2 * 10**9)), memory=10**8) is None
    assert run_limited(lambda: len(bytearray(10**7)), memory=10**8) == 10**7


def echo() -> None:
    """Write "ready", then a reply to each line."""
    questions, answers = protocol_streams()
    reply = b"ready"
    while reply:
        print("no answer")
        answers.write(reply + b"\n")
        answers.flush()
        reply = _reply(questions.readline().strip())


def _reply(question: bytes) -> bytes:
    if question == b"sleep":
        sleep(60)
    if question == b"work":
        sum(range(10**12))
    return b"x" * 100 if question == b"long" else question


@pytest.mark.parametrize(("question", "limit"), [(b"sleep", "clock"), (b"work", "processor"), (b"long", "length")])
def test_an_answer_that_costs_too_much_is_lost(question: bytes, limit: str) -> None:
    child = start_process(f"{__name__}:echo")
    assert child.ask(b"", 60) == b"ready"
    assert child.ask(b"hello", 60) == b"hello"
    with pytest.raises(LostError) as caught:
        child.ask(question, 0.5 if limit == "clock" else 30, child.spent() + 0.3, 50)
    assert caught.value.limit == limit
    child.end()


def test_a_process_that_ended_by_itself_has_no_answer() -> None:
    child = start_process("os:getpid")
    with pytest.raises(LostError) as caught:
        child.ask(b"", 60)
    assert caught.value.limit is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it in /proc")
def test_the_size_is_that_of_all_its_memory_resident_or_not() -> None:
    status = Path("/proc/self/status").read_text("ascii")
    (kilobytes,) = re.findall(r"VmSize:\s+(\d+) kB", status)
    assert size() == pytest.approx(1024 * int(kilobytes), rel=0.02)
