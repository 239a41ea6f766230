"""Which crops look alike, and which look like a text of some length: a simple distance between pictures of ink.

It only sorts what is shown; a person reads. Crops are ours, made of the page in a process with limits.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from queue import SimpleQueue
from threading import Thread, main_thread

import numpy as np
from numpy.typing import NDArray

from answers.classroom.scans import ScannedBox

Floats = NDArray[np.float32]
SAME = {"0": "0OoD", "1": "1lI|", ",": ",.", ".": ",.", "-": "-−–—", "·": "·.*×"}
"""Signs of numbers that a reader of all texts takes for others."""
SIGNS = "0123456789,./-()√·"
ROWS, STEP = 48, 8
"""Pixels of a line that the net reads, and what its length is a multiple of."""
LEAST = 1e-6
PATIENCE = 0.3
"""Seconds after which what reads looks whether the desk is closed."""
CROSSED = -4.0
"""The logarithm of how likely it is that something is crossed out before the text."""


@dataclass(frozen=True, slots=True)
class Line:
    """Log-likelihoods of no sign and of each of `SIGNS`, a row a step, and of the likeliest of all signs."""

    told: Floats
    best: Floats

    def disagreement(self, texts: Iterable[str]) -> float:
        """Return by how much the likeliest of some texts is less likely than the best of all: about 0 if it agrees."""
        written = (text.replace("−", "-").replace(" ", "") for text in texts)
        classes = ([SIGNS.index(sign) + 1 for sign in text] for text in written if set(text) <= set(SIGNS))
        return float(self.best.sum()) - max((log_likelihood(self, one) for one in classes), default=-np.inf)


def log_likelihood(line: Line, classes: Sequence[int]) -> float:
    """Return the logarithm of how likely some signs are in their order, at once or after something crossed out."""
    states = np.zeros(2 * len(classes) + 1, int)
    states[1::2] = classes
    may_skip = states > 0
    may_skip[3::2] = states[3::2] != states[1:-2:2]
    begun = np.concatenate([[0.0], CROSSED + np.cumsum(line.best[:-1])])
    reached = np.full(len(states), -np.inf)
    for told, start in zip(line.told, begun, strict=True):
        before = np.concatenate([[-np.inf, start], reached])
        skipping = np.where(may_skip, before[:-2], -np.inf)
        reached = np.logaddexp(np.logaddexp(before[2:], before[1:-1]), skipping) + told[states]
    return float(np.logaddexp.reduce(reached[-2:]))


Read = Callable[[NDArray[np.float32]], Line]


def installed() -> Read | None:
    """Return what reads a grey picture of a line; None if the packages or their weights are not there."""
    package = find_spec("rapidocr")
    folder = Path(package.origin).parent / "models" if package and package.origin else Path()
    weights = max(folder.glob("*_rec_*.onnx"), default=None)
    if weights is None or find_spec("onnxruntime") is None:
        return None
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
    known = ["", *session.get_modelmeta().custom_metadata_map["character"].split("\n")]
    columns = [[0], *([known.index(one) for one in SAME.get(sign, sign) if one in known] for sign in SIGNS)]
    return partial(_read, lambda picture: session.run(None, {session.get_inputs()[0].name: picture})[0][0], columns)


def _read(net: Callable[[Floats], Floats], columns: Sequence[Sequence[int]], grey: Floats) -> Line:
    from PIL import Image

    height, width = grey.shape
    size = max(round(width * ROWS / height / STEP), ROWS // STEP) * STEP, ROWS
    small = Image.fromarray(grey.astype(np.uint8)).resize(size, Image.Resampling.BOX)
    told = net(np.repeat(np.asarray(small, np.float32)[None, None] / np.float32(127.5) - 1, 3, 1))
    signs = np.stack([told[:, own].sum(1) for own in columns], 1)
    return Line(np.log(np.maximum(signs, LEAST)), np.log(np.maximum(told.max(1), LEAST)))


@dataclass(slots=True)
class Reader:
    """Reads crops behind, one after the other; nobody waits for it, and whatever fails there, it only knows less.

    When the desk is closed, it ends what it reads: a daemon that is stopped amid that aborts the process.
    """

    load: Callable[[], Read | None] = installed
    _lines: dict[Path, Line] = field(default_factory=dict)
    _asked: set[Path] = field(default_factory=set)
    _queue: SimpleQueue[ScannedBox] = field(default_factory=SimpleQueue)

    def begin(self, boxes: Iterable[ScannedBox]) -> None:
        """Have boxes read that nobody has asked for."""
        is_first = not self._asked
        for box in boxes:
            if box.crop not in self._asked:
                self._asked.add(box.crop)
                self._queue.put(box)
        if is_first and self._asked:
            Thread(target=self._work, name="reader", daemon=False).start()

    def line(self, box: ScannedBox) -> Line | None:
        """Return what was read of a box, None if that is not known."""
        return self._lines.get(box.crop)

    def _work(self) -> None:
        with suppress(Exception):
            read = self.load()
            while read is not None and main_thread().is_alive():
                with suppress(Exception):
                    box = self._queue.get(timeout=PATIENCE)
                    self._lines[box.crop] = read(inside(box))


GRID = (12, 40)
"""Rows and columns that ink is compared in."""
DARKER = 0.75
"""Of the paper's grey: what is darker is ink."""
NEAR = 0.25
"""Two crops are alike when they differ by less than this share of their ink."""
LETTER = 0.62
"""Width of a letter, of the height of the ink."""
INSIDE = 0.8
"""Millimetres within the edge of a box, where its frame is printed."""
MOST = 6
"""Crops that are read together."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The ink of a crop: in a grid of its own, and about how many letters wide it is."""

    grid: NDArray[np.float32]
    letters: float


def shape(box: ScannedBox) -> Shape:
    """Return the ink of a box, by the file of its crop, which never changes under one name."""
    return _shape(box.crop, None if box.spills else box.rectangle[2:])


def inside(box: ScannedBox) -> NDArray[np.float32]:
    """Return the grey picture of a box; where the margin of the scan is all around, of what is inside its frame."""
    return _inside(box.crop, None if box.spills else box.rectangle[2:])


def _inside(crop: Path, size: tuple[float, float] | None) -> NDArray[np.float32]:
    from PIL import Image

    with Image.open(crop) as picture:
        grey = np.asarray(picture.convert("L"), dtype=np.float32)
    if size is not None and size[0] > size[1]:
        (height, width), (across, down) = grey.shape, size
        scale = max((width - height) / (across - down), 1.0)
        edge = max(round((width - across * scale) / 2 + INSIDE * scale), 0)
        if 2 * edge < min(width, height):
            grey = grey[edge : height - edge, edge : width - edge]
    return grey


@lru_cache(20_000)
def _shape(crop: Path, size: tuple[float, float] | None) -> Shape:
    from PIL import Image

    grey = _inside(crop, size)
    ink = np.clip(1 - grey / max(float(np.median(grey)) * DARKER, 1.0), 0, 1)
    rows, columns = np.flatnonzero(ink.max(1) > 0), np.flatnonzero(ink.max(0) > 0)
    if not len(rows):
        return Shape(np.zeros(GRID, np.float32), 0.0)
    own = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    small = Image.fromarray((255 * own).astype(np.uint8)).resize(GRID[::-1], Image.Resampling.BOX)
    return Shape(np.asarray(small, dtype=np.float32) / np.float32(255), own.shape[1] / (LETTER * own.shape[0]))


def distance(one: Shape, other: Shape) -> float:
    """Return how much two crops differ: 0 for the same ink, about 1 for nothing in common."""
    both = float(one.grid.sum() + other.grid.sum())
    lengths = abs(one.letters - other.letters) / max(one.letters, other.letters, 1.0)
    return float(np.abs(one.grid - other.grid).sum()) / both + lengths if both else 0.0


def disagreement(box: ScannedBox, text: str) -> float:
    """Return by how many letters what is written is longer or shorter than a text would be."""
    return abs(shape(box).letters - len(text))


def alike(first: ScannedBox, others: Sequence[ScannedBox]) -> list[int]:
    """Return which of other boxes look like one, the nearest first."""
    known = shape(first)
    distances = [(distance(known, shape(one)), at) for at, one in enumerate(others)]
    return [at for how, at in sorted(distances) if how < NEAR][: MOST - 1]
