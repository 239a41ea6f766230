"""A file that breaks the process that reads it is reported, and the next file is read."""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest

from answers.errors import CorrigeError, Problem
from answers.messages import Message
from answers.sandbox import worker as module
from answers.sandbox.message_json import Sentence
from answers.sandbox.process import LostError
from answers.sandbox.worker import Ask, Worker

GROWN: list[bytearray] = []


@dataclass(frozen=True, slots=True)
class FileRequest:
    place: str


@dataclass(frozen=True, slots=True)
class Answer:
    text: Sentence


def slow() -> None:
    while True:
        pass


def odd() -> None:
    raise RuntimeError("odd")


def wrong() -> None:
    raise CorrigeError(
        [
            Problem(
                Message("{count} page", plural="{count} pages", count=3),
                "é\ud800",
                "ask the student for the file again",
            ),
            Problem("the file is empty", remedy="ask the student for the file again"),
        ]
    )


DONE: dict[str, Callable[[], object]] = {
    "slow": slow,
    "asleep": lambda: time.sleep(60),
    "large": lambda: bytearray(10**9),
    "dead": lambda: sys.exit(3),
    "odd": odd,
    "wrong": wrong,
    "printing": lambda: print("hello"),
    "growing": lambda: GROWN.append(bytearray(200_000_000)),
}


def answer(request: FileRequest, ask: Ask) -> Answer | FileRequest | None:
    """Do the action that the name of the file stands for."""
    if request.place == "another kind":
        return request
    if request.place == "asking":
        return Answer(ask(Answer("a sheet")) + ask(Answer("an exam")))
    DONE.get(request.place, bool)()
    return None if request.place == "nothing" else Answer(Message("{place}, line {at}", place=request.place, at=2))


def broken(name: str) -> Problem:
    cause = Message("the file could not be read ({name})", name=name)
    return Problem(cause, remedy="look at the file, or ask the student for it again")


def serve() -> None:
    module.serve(answer, 500_000_000, broken)


def nothing() -> None:
    """End without becoming ready."""


@pytest.fixture(scope="module")
def reader() -> Iterator[Worker[Answer]]:
    worker = Worker[Answer](f"{__name__}:serve", Answer, Answer)
    yield worker
    worker.close()
    worker.close()


def test_an_answer_comes_back_and_the_process_is_kept(reader: Worker[Answer]) -> None:
    reply = reader.ask(FileRequest("f"), 20, 5)
    child = reader._child
    assert reply == Answer("f, line 2")
    assert isinstance(reply.text, Message)
    assert reply.text.values == {"place": "f", "at": 2}
    assert reader.ask(FileRequest("nothing"), 20, 5) is None
    assert reader.ask(FileRequest("printing"), 20, 5) == Answer("printing, line 2")
    assert child is not None
    assert reader._child is child


def test_what_is_wrong_with_a_file_comes_back_with_its_values(reader: Worker[Answer]) -> None:
    with pytest.raises(CorrigeError) as caught:
        reader.ask(FileRequest("wrong"), 20, 5)
    assert caught.value.problems == (
        Problem("3 pages", "é\ud800", "ask the student for the file again"),
        Problem("the file is empty", remedy="ask the student for the file again"),
    )
    assert isinstance(caught.value.problems[0].cause, Message)
    with pytest.raises(CorrigeError) as caught:
        reader.ask(FileRequest("odd"), 20, 5)
    assert caught.value.problems == (replace(broken("RuntimeError"), place="odd"),)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited under Linux only")
@pytest.mark.parametrize(
    ("place", "clock", "limit"),
    [
        ("slow", 30, "processor"),
        ("asleep", 1, "clock"),
        ("large", 30, None),
        ("dead", 30, None),
        ("another kind", 30, None),
    ],
)
def test_a_file_that_costs_too_much_has_no_answer_and_the_next_one_is_read(
    reader: Worker[Answer], place: str, clock: float, limit: str | None
) -> None:
    before = reader.seconds
    with pytest.raises(LostError) as caught:
        reader.ask(FileRequest(place), clock, 0.5)
    assert caught.value.limit == limit
    assert reader.seconds == before + 0.5
    assert reader._child is None
    assert reader.ask(FileRequest("f"), 20, 5) == Answer("f, line 2")


def test_a_process_is_supplied_with_the_data_that_it_asks_for(reader: Worker[Answer]) -> None:
    reply = reader.ask(FileRequest("asking"), 20, 5, lambda needed: (f"<{needed.text}>", 0.0))
    assert reply == Answer("<a sheet><an exam>")
    with pytest.raises(LostError):
        reader.ask(FileRequest("asking"), 20, 5)
    assert reader.ask(FileRequest("f"), 20, 5) == Answer("f, line 2")


def test_a_process_that_has_grown_is_replaced(reader: Worker[Answer]) -> None:
    assert reader.ask(FileRequest("growing"), 20, 5) == Answer("growing, line 2")
    assert reader._child is None


def test_a_process_that_does_not_start_is_our_fault() -> None:
    with pytest.raises(RuntimeError, match="cannot be started"):
        Worker[Answer](f"{__name__}:nothing", Answer).ask(FileRequest("f"), 20, 5)


@pytest.mark.parametrize(
    "line",
    [
        "", "[]", '[null, {"text": 3}, [], false]', "[" * 100_000, "[null, null, []]", '[{"text": 3}, null, [], false]',
        '[{"text": {"x": 1}}, null, [], false]', '[{"other": ""}, null, [], false]',
        '[null, null, [["cause", "place"]], false]', '[null, null, [["{a.__class__}", "", ""]], 3]',
        "[3, null, [], false]",
    ],
)  # fmt: skip
def test_a_process_that_says_something_else_is_ended(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Child:
        ended = False

        def ask(self, *_: object) -> bytes:
            return line.encode()

        def spent(self) -> float:
            return 0.0

        def end(self) -> None:
            self.ended = True

    child = Child()
    monkeypatch.setattr(module, "start_process", lambda _: child)
    monkeypatch.setattr(module, "wait_until_ready", lambda process: process)
    with pytest.raises(LostError):
        Worker[Answer]("", Answer).ask(FileRequest("f"), 20, 5)
    assert child.ended
