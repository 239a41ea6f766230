from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.web.sitting.log import FILE, Entry, Event, Log, read_log


@contextmanager
def log_at(folder: Path, wall: float = 1000.0, steady: float = 0.0) -> Iterator[Log]:
    log = Log(folder, lambda: wall, lambda: steady)
    yield log
    log.close()


def test_what_is_added_is_read_again_in_its_order(tmp_path: Path) -> None:
    new = Entry(Event.SAVE, student="s01", item="1a.1", text="½ ;\n\0", device="d", sequence=1)
    with log_at(tmp_path) as log:
        entries = [log.stamped(replace(new, sequence=number)) for number in (1, 2)]
        log.add(entries)
    assert [entry.number for entry in entries] == [1, 2]
    assert read_log(tmp_path / FILE) == entries
    with log_at(tmp_path) as log:
        assert log.stamped(Entry(Event.CLOSE)).number == 3


@pytest.mark.parametrize(
    "torn", [b'{"what": "save", "te', b"\xff\xfe", b'{"what": "close", "number": 2, "at": 1001.0}']
)
def test_a_torn_last_line_is_taken_away(tmp_path: Path, torn: bytes) -> None:
    with log_at(tmp_path) as log:
        first = log.stamped(Entry(Event.OPEN, minutes=5))
        log.add([first])
    with (tmp_path / FILE).open("ab") as file:
        file.write(torn)
    assert read_log(tmp_path / FILE) == [first]
    with log_at(tmp_path) as log:
        second = log.stamped(Entry(Event.CLOSE))
        log.add([second])
    assert read_log(tmp_path / FILE) == [first, second]


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"[]",
        b"no",
        b'{"what": "save", "number": 2}',
        b'{"what": "sit", "number": 1}',
        b'{"number": 1, "what": "save", "text": 5}',
    ],
)
def test_a_damaged_line_is_told_with_its_number(tmp_path: Path, line: bytes) -> None:
    (tmp_path / FILE).write_bytes(line + b"\n")
    with pytest.raises(CorrigeError, match="line 1"), log_at(tmp_path):
        pass


def test_a_clock_that_is_set_back_changes_no_order(tmp_path: Path) -> None:
    steady = iter([0.0, 1.0, 2.0])
    with closing(Log(tmp_path, lambda: 1000.0, lambda: next(steady))) as log:
        entries = [log.stamped(Entry(Event.CLOSE)) for _ in range(2)]
        log.add(entries)
    assert [entry.at for entry in entries] == [1001.0, 1002.0]  # the clock of the machine is asked once
    with log_at(tmp_path, wall=10.0, steady=5.0) as log:
        assert log.stamped(Entry(Event.CLOSE)).at == 1002.0
