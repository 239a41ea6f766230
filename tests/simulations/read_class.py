"""`python -m tests.simulations.read_class [--students 60] [--exam nash]`: what reading a class at the desk costs.

A class is made up: boxes drawn with a font, most with the right value, some wrong, some empty. A program then does
what a teacher does, through the pages, and counts keys and the processor time of every answer of the desk. How long a
person looks is not simulated, and hands are not fonts.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random
from time import process_time

from answers.classroom.folder import Cohort, create_class
from answers.exam.world import World
from tests.answers.classroom.scanned import scan
from tests.answers.tiny import EXAMS
from tests.answers.web.desk.opened import Opened

WRONG, EMPTY = 0.15, 0.1
SLIPS = ("0", "1", "1/2", "0,25", "17", "-3", "2,5")


def main(arguments: list[str] | None = None) -> None:
    """Read a class and print keys a paper and times."""
    parser = argparse.ArgumentParser(description="What reading a class at the desk costs.")
    parser.add_argument("--students", type=int, default=60)
    parser.add_argument(
        "--seeds", type=int, default=8, help="how many different seeds they have: keys take long to make"
    )
    parser.add_argument("--exam", default="nash")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        cohort = _class(Path(name) / "c", options.exam, options.students, options.seeds)
        papers = _papers(cohort, Random(1))
        scan(cohort, papers)
        typing = sum(len(text) + 1 for own in papers.values() for text in own.values())
        keys, times = _read(Opened(cohort.folder), papers)
    for room, spent in times.items():
        spent.sort()
        sys.stdout.write(
            f"{room}: {len(spent)} times, median {_ms(spent, 0.5)}, p95 {_ms(spent, 0.95)}, most {_ms(spent, 1)}\n"
        )
    count = options.students
    sys.stdout.write(f"keys: {keys / count:.0f} a paper; typing every box: {typing / count:.0f}; {keys / typing:.0%}\n")


def _class(folder: Path, exam: str, students: int, seeds: int) -> Cohort:
    rows = "".join(f"s{number:03},Name {number},First,{30 + number % seeds}\n" for number in range(students))
    return create_class(folder, exam, f"student,name,first_name,u0\n{rows}".encode(), "fr", (EXAMS,))


def _papers(cohort: Cohort, rng: Random) -> dict[str, dict[str, str]]:
    def written(right: str) -> str:
        at = rng.random()
        return (
            ""
            if at < EMPTY
            else rng.choice(SLIPS)
            if at < EMPTY + WRONG
            else right.rpartition("= ")[2].rpartition("≈ ")[2]
        )

    keys = {pupil.u0: cohort.key(World(pupil.u0)).answers for pupil in cohort.pupils if pupil.u0 is not None}
    return {
        pupil.student.id: {
            f"{part.id}.{place}": written(part.kind.format(value, "fr"))
            for part in cohort.exam.parts
            for place, value in enumerate(keys[pupil.u0][part.id], 1)
        }
        for pupil in cohort.pupils
        if pupil.u0 is not None
    }


def _read(desk: Opened, papers: dict[str, dict[str, str]]) -> tuple[int, dict[str, list[float]]]:
    """Keys are: an arrow to go on by one crop to one that is crossed, x, Enter; then each text, and Enter."""
    times: dict[str, list[float]] = {
        "sheet opens": [],
        "sheet taken": [],
        "reading opens": [],
        "text tried": [],
        "text kept": [],
    }
    keys = 0

    def timed(name: str, start: float) -> None:
        times[name].append(process_time() - start)

    for item in next(iter(papers.values())):
        while True:
            start = process_time()
            shown = desk.page(f"/contact?item={item}")
            timed("sheet opens", start)
            boxes = list(desk.on_page(shown, "shown"))
            if not boxes:
                break
            crossed = [one for one in boxes if not _agrees(papers[one["student"]][item], desk.right(one))]
            keys += 1 + 2 * len(crossed)
            start = process_time()
            desk.send("/contact", shown=boxes, crossed=crossed, empty=list(desk.on_page(shown, "empty")))
            timed("sheet taken", start)
    while True:
        start = process_time()
        boxes = list(desk.on_page(desk.page("/reading"), "shown"))
        timed("reading opens", start)
        if not boxes:
            return keys, times
        text = papers[boxes[0]["student"]][boxes[0]["item"]]
        others = [one for one in boxes if papers[one["student"]][one["item"]] != text]
        keys += len(text) + 1 + 2 * len(others)
        start = process_time()
        desk.send("/reading/try", shown=boxes, text=text)
        timed("text tried", start)
        start = process_time()
        desk.send("/reading", shown=boxes, crossed=others, text=text, choice="keep")
        timed("text kept", start)


def _agrees(text: str, right: str) -> bool:
    return text == _by_hand(right)


def _by_hand(right: str) -> str:
    """What somebody writes of a value that the key writes in two ways."""
    return right.rpartition("= ")[2].rpartition("≈ ")[2]


def _ms(spent: list[float], share: float) -> str:
    return f"{1000 * spent[min(int(share * len(spent)), len(spent) - 1)]:.0f} ms"


if __name__ == "__main__":
    main()
