"""The likelihood of a text is that of all ways to write it; a reader only sorts, and none is needed."""

from collections.abc import Callable
from itertools import groupby, product
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from threading import enumerate as enumerate_threads
from time import monotonic, sleep

import numpy as np
import pytest

from answers.classroom.scans import ScannedBox
from answers.web.desk.alike import CROSSED, SIGNS, Line, Read, Reader, log_likelihood
from tests.answers.classroom.handing_in import tiny_class
from tests.answers.classroom.scanned import scan
from tests.answers.web.desk.opened import Opened

STEPS = 4


def line(seed: int) -> Line:
    told = np.log(np.random.default_rng(seed).dirichlet(np.ones(3), STEPS)).astype(np.float32)
    return Line(told, told.max(1))


def written(path: tuple[int, ...]) -> tuple[int, ...]:
    """What a path says: repetitions are one sign, 0 is none."""
    return tuple(sign for sign, _ in groupby(path) if sign)


@pytest.mark.parametrize("classes", [(), (1,), (1, 1), (1, 2), (2, 1, 2)])
def test_a_text_is_as_likely_as_all_its_paths_from_any_step_on(classes: tuple[int, ...]) -> None:
    for seed in range(3):
        made = line(seed)
        expected = sum(
            np.exp((CROSSED + made.best[:begun].sum() if begun else 0) + made.told[range(begun, STEPS), path].sum())
            for begun in range(STEPS)
            for path in product(range(3), repeat=STEPS - begun)
            if written(path) == classes
        )
        assert np.exp(log_likelihood(made, classes)) == pytest.approx(expected, rel=1e-5)


def says(text: str) -> Line:
    """What a net that is sure says of a text, a step for each sign and one between them."""
    told = np.full((2 * len(text), len(SIGNS) + 1), np.float32(-9))
    told[range(len(told)), [one for sign in text for one in (0, SIGNS.index(sign) + 1)]] = 0
    return Line(told, told.max(1))


def test_the_likeliest_writing_decides_and_what_cannot_be_written_is_never_likely() -> None:
    assert says("0,25").disagreement(["1/4", "0,25"]) == pytest.approx(0, abs=0.1)
    assert says("-17").disagreement(["− 17"]) == pytest.approx(0, abs=0.1)
    assert 3 < says("170,25").disagreement(["0,25"]) < 5 < says("0,25").disagreement(["0,35"])
    assert says("1").disagreement(["x", "{1}"]) == np.inf


def opened(tmp_path: Path, load: Callable[[], Read | None]) -> tuple[Opened, tuple[ScannedBox, ...]]:
    cohort = tiny_class(tmp_path / "c")
    boxes = scan(cohort, {"s01": {"1a.1": "17"}, "s02": {"1a.1": "1700"}, "s03": {"1a.1": "17"}}).boxes
    desk = Opened(cohort.folder)
    desk.desk.reader = Reader(load)
    return desk, boxes


def order(desk: Opened) -> list[str]:
    return [one["student"] for one in desk.on_page(desk.page("/contact"), "shown")]


def wait(known: Callable[[], object]) -> None:
    end = monotonic() + 5
    while not known() and monotonic() < end:
        sleep(0.001)


def test_a_sheet_is_sorted_by_the_reader_once_all_its_boxes_are_read(tmp_path: Path) -> None:
    begun, texts = Event(), SimpleQueue[str]()

    def read(_: object) -> Line:
        begun.set()
        return says(texts.get(timeout=5))

    desk, boxes = opened(tmp_path, lambda: read)
    lengths = order(desk)
    assert begun.wait(5)
    assert not any(one.daemon for one in enumerate_threads() if one.name == "reader")
    assert order(desk) == lengths == ["s01", "s03", "s02"]
    look = desk.desk.look()
    for text in ("9999", *map(look.right_as_written, boxes[1:])):
        texts.put(text)
    wait(lambda: all(map(desk.desk.reader.line, boxes)))
    assert order(desk) == ["s02", "s03", "s01"]


def test_a_crop_that_cannot_be_read_costs_only_itself(tmp_path: Path) -> None:
    texts = ["17", "17"]
    desk, boxes = opened(tmp_path, lambda: lambda _: says(texts.pop()))
    boxes[0].crop.unlink()
    desk.desk.reader.begin(boxes)
    wait(lambda: desk.desk.reader.line(boxes[2]))
    assert [desk.desk.reader.line(box) is None for box in boxes] == [True, False, False]


@pytest.mark.parametrize("found", [None, ZeroDivisionError])
def test_without_a_reader_a_sheet_is_sorted_by_lengths(tmp_path: Path, found: type[Exception] | None) -> None:
    asked = Event()

    def load() -> Read | None:
        asked.set()
        if found:
            raise found
        return None

    desk, _ = opened(tmp_path, load)
    lengths = order(desk)
    assert asked.wait(5)
    assert order(desk) == lengths
