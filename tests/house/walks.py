"""Two walks through the house, followed call by call: u₀ → blank PDF, and a filled PDF → the student's feedback.

A file is on a walk if one of its functions runs, what runs on import apart. It is entered again for each file, beyond
the first, whose functions call its own: a loop over parts is one way, not forty. The reading process runs here, in a
thread; keys come from the store, as those of a class do. `python -m tests.house.walks [ROOT]` prints every way.
"""

import io
import os
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from types import FrameType
from unittest.mock import patch

import pikepdf

from answers.exam.catalogue import load_exam
from answers.exam.settings import Settings
from answers.exam.store import kept_key
from answers.exam.world import World
from answers.grading.grade import grade_files
from answers.grading.worlds import variants
from answers.limited.process import Child
from answers.sheets.sheet import Blank, Feedback, sheet_pdf
from answers.submissions import read, serve
from tests.house.sources import BUILDINGS
from tests.house.table import Mark

HOUSE = Path(__file__).parents[2]
PREFIXES = tuple(f"{HOUSE / building}{os.sep}" for building in BUILDINGS)
EXAM, U0, WRONG = "nash", 17, "q1a_1"
MOST = {"u₀ → blank PDF": 20, "filled PDF → feedback": 35}
"""Files at most."""
AGAIN = 2
"""How often a file may be entered again."""


@dataclass(frozen=True)
class Walk:
    """The files of a walk, each with those that call it, and how many functions ran."""

    callers: Mapping[str, tuple[str, ...]]
    functions: int

    def marks(self, name: str) -> Iterator[Mark]:
        """Yield how many rooms and files there are on the walk, and how many are entered again too often."""
        most, rooms = MOST[name], {path.rpartition("/")[0] for path in self.callers}
        yield Mark(f"{name}: rooms", len(rooms))
        yield Mark(f"{name}: files", len(self.callers), goal=f"≤ {most}", met=len(self.callers) <= most)
        yield Mark(f"{name}: functions", self.functions)
        often = sorted(((len(callers) - 1, path) for path, callers in self.callers.items()), reverse=True)
        places = [f"{again}  {path}" for again, path in often if again > AGAIN]
        yield Mark(f"… files entered again over {AGAIN} times", len(places), goal="0", met=not places, places=places)


def walks() -> dict[str, Walk]:
    """Take both walks; an answer of the paper is wrong, for what wrong answers come from to be looked for."""
    exam = load_exam(EXAM)
    kept_key(exam, World(U0))
    variant_of = variants(exam)
    for slug in exam.mistakes:  # as in a class: what known mistakes answer is kept
        variant_of(World(U0, (slug,)), ("1a",))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "s01.pdf"
        file.write_bytes(_filled(sheet_pdf(Blank(exam, U0)), _texts(exam.name)))
        return {
            "u₀ → blank PDF": followed(lambda: sheet_pdf(Blank(load_exam(EXAM), U0))),
            "filled PDF → feedback": followed(lambda: _feedback(file)),
        }


def _feedback(file: Path) -> None:
    with _read_here():
        graded = grade_files([file], Settings(), EXAM)
    (paper,) = graded.papers
    sheet_pdf(Feedback(graded.exam, kept_key(graded.exam, World(U0)), paper))


def _texts(name: str) -> dict[str, str]:
    exam = load_exam(name)
    key = kept_key(exam, World(U0))
    values = ((part, index, one) for part in exam.parts for index, one in enumerate(key.answers[part.id], 1))
    return {f"q{part.id}_{index}": part.kind.format(one, "fr") for part, index, one in values} | {WRONG: "1"}


def _filled(blank: bytes, texts: Mapping[str, str]) -> bytes:
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(blank)) as pdf:
        for field in pdf.Root.AcroForm.Fields:
            field.V = pikepdf.String(texts.get(str(field.T), ""))
        pdf.save(stream)
    return stream.getvalue()


class _Thread(Child):
    """A child that is a thread of this process, and ends by itself."""

    def _kill(self) -> None:
        """Nothing: it would be this process."""


@contextmanager
def _read_here() -> Iterator[None]:
    """Let the reading process be a thread, without limits, to be followed."""

    asked, told = os.pipe(), os.pipe()
    ways = os.fdopen(asked[0], "rb"), os.fdopen(told[1], "wb")
    thread = threading.Thread(target=serve.serve, daemon=True)
    child = _Thread(os.getpid(), lambda: None, lambda: None, os.fdopen(told[0], "rb"), os.fdopen(asked[1], "wb"))

    def started(_: str) -> Child:
        thread.start()
        return child

    read.reader(os.getpid()).close()
    with (
        patch.multiple(read, started=started, MAX_SECONDS=inf, MAX_WAIT=600.0),
        patch.multiple(serve, ways=lambda: ways, limit_memory=lambda _: None),
    ):
        yield
    read.reader(os.getpid()).close()


def followed(go: Callable[[], object]) -> Walk:
    """Return the walk that a call takes."""
    callers: defaultdict[str, dict[str, None]] = defaultdict(dict)
    functions = set[tuple[str, int]]()

    def follow(frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(PREFIXES) and frame.f_code.co_name != "<module>":
            caller = _caller(frame)
            if caller is not None:
                functions.add((path, frame.f_code.co_firstlineno))
                if caller != path:
                    callers[str(Path(path).relative_to(HOUSE))][caller] = None

    threading.setprofile(follow)
    sys.setprofile(follow)
    try:
        go()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return Walk({path: tuple(from_) for path, from_ in callers.items()}, len(functions))


def _caller(frame: FrameType) -> str | None:
    """The nearest file that leads to a call, None if that is what runs on import."""
    back = frame.f_back
    while back and not back.f_code.co_filename.startswith(PREFIXES):
        back = back.f_back
    if back is None:
        return ""
    return None if back.f_code.co_name == "<module>" else back.f_code.co_filename


def main() -> None:
    """Print each walk, file by file in the order in which they are entered, with those that call it."""
    for name, walk in walks().items():
        print(f"{name}: {len(walk.callers)} files, {walk.functions} functions")
        for path, callers in walk.callers.items():
            print(f"  {path} ← {', '.join(Path(one).stem for one in callers) or 'the door'}")


if __name__ == "__main__":
    main()
