"""`python -m tests.simulations.read_class [--students 60] [--exam nash]`: what reading a class at the desk costs.

A class is made up: boxes drawn with a font, or with --pens sheets written on and scanned as in `scanned_class`; most
with the right value as it is or rounded, some wrong, some empty. A program then does what a teacher does, through the
pages, and counts keys and the processor time of every answer of the desk. How long a person looks is not simulated.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random
from time import process_time

from answers.classroom.folder import ClassData, create_class
from answers.classroom.submission_set import load_submissions
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.grading.candidates import plain_writing
from answers.web.desk.contact import signs
from tests.answers.classroom.scanned import scan
from tests.answers.tiny import EXAMS
from tests.answers.web.desk.opened import Opened
from tests.simulations.scanned_class import hand_in
from tests.simulations.wrong_answers import wrong

WRONG, EMPTY = 0.15, 0.1
LONGEST = 11


def main(arguments: list[str] | None = None) -> None:
    """Read a class and print keys a paper and times."""
    parser = argparse.ArgumentParser(description="What reading a class at the desk costs.")
    parser.add_argument("--students", type=int, default=60)
    parser.add_argument(
        "--seeds", type=int, default=8, help="how many different seeds they have: keys take long to make"
    )
    parser.add_argument("--exam", default="nash")
    parser.add_argument("--pens", action="store_true", help="write on sheets, scan them, and take what is cut out")
    options = parser.parse_args(arguments)
    rng = Random(1)
    with tempfile.TemporaryDirectory() as name:
        seeds = options.students if options.pens else options.seeds
        class_data = _class(Path(name) / "c", options.exam, options.students, seeds)
        papers = _papers(class_data, rng)
        if options.pens:
            hand_in(class_data, Path(name), rng, papers)
            load_submissions(class_data)
        else:
            scan(class_data, papers)
        typing = sum(len(text) + 1 for own in papers.values() for text in own.values())
        desk = Opened(class_data.folder)
        keys, times = _read(desk, papers)
    for room, spent in times.items():
        spent.sort()
        sys.stdout.write(
            f"{room}: {len(spent)} times, median {_ms(spent, 0.5)}, p95 {_ms(spent, 0.95)}, most {_ms(spent, 1)}\n"
        )
    count = options.students
    sys.stdout.write(f"keys: {keys / count:.0f} a paper; typing every box: {typing / count:.0f}; {keys / typing:.0%}\n")


def _class(folder: Path, exam: str, students: int, seeds: int) -> ClassData:
    rows = "".join(f"s{number:03},Name {number},First,{30 + number % seeds}\n" for number in range(students))
    return create_class(folder, exam, f"student,name,first_name,u0\n{rows}".encode(), "fr", (EXAMS,))


def _papers(class_data: ClassData, rng: Random) -> dict[str, dict[str, str]]:
    keys = {
        enrollment.student.id: class_data.key(Scenario(enrollment.u0))
        for enrollment in class_data.enrollments
        if enrollment.u0 is not None
    }

    def written(part: Part, student: str, at: int) -> str:
        expected, drawn = keys[student].answers[part.id], rng.random()
        if drawn < EMPTY:
            return ""
        right = plain_writing(part, expected, at, "fr")
        if drawn >= EMPTY + WRONG:
            return _by_hand(right)
        others = keys[rng.choice([*keys])].answers[part.id][at], expected[0]
        slips = (_by_hand(wrong(part, expected[at], others, rng)).replace(".", ",") for _ in range(100))
        return next(slip for slip in (*slips, "?") if slip != _by_hand(right) and len(slip) <= LONGEST)

    return {
        student: {
            f"{part.id}.{at + 1}": written(part, student, at)
            for part in class_data.exam.parts
            for at in range(part.count)
        }
        for student in keys
    }


def _read(desk: Opened, papers: dict[str, dict[str, str]]) -> tuple[int, dict[str, list[float]]]:
    """Keys are: those of `_keys` and Enter; then each text, and Enter."""
    snapshot = desk.desk.snapshot()
    desk.page("/")
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
            right = [_by_hand(snapshot.right_as_written(snapshot.boxes[box["student"], item])) for box in boxes]
            agrees = [papers[entry["student"]][item] == own for entry, own in zip(boxes, right, strict=True)]
            crossed = [entry for entry, is_right in zip(boxes, agrees, strict=True) if not is_right]
            keys += 1 + _keys(agrees)
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
        others = [box for box in boxes if papers[box["student"]][box["item"]] != text]
        keys += (len(text) + 1 if text else len(("Esc", "0"))) + 2 * len(others)
        start = process_time()
        desk.send("/reading/try", shown=boxes, text=text)
        timed("text tried", start)
        start = process_time()
        desk.send("/reading", shown=boxes, crossed=others, text=text, choice="keep" if text else "nothing")
        timed("text kept", start)


def _keys(agrees: list[bool]) -> int:
    """Keys to cross what does not agree, by the sign of each; or from one on with one more, and each too many."""
    costs = [len(sign) for sign in signs(len(agrees))]

    def crossed(start: int) -> int:
        return sum(cost for at, (cost, fits) in enumerate(zip(costs, agrees, strict=True)) if fits == (at >= start))

    return min([crossed(len(agrees)), *(cost + 1 + crossed(start) for start, cost in enumerate(costs))])


def _by_hand(text: str) -> str:
    return text.replace("−", "-")


def _ms(spent: list[float], share: float) -> str:
    return f"{1000 * spent[min(int(share * len(spent)), len(spent) - 1)]:.0f} ms"


if __name__ == "__main__":
    main()
