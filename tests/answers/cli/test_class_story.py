"""A class: Moodle's list and zip with sub-folders, resubmissions, latecomers, a leaver, ambiguous items."""

import json
import random
import zipfile
from pathlib import Path

import pytest

from answers.classroom.folder import Cohort, open_class
from answers.classroom.marked import marked_class
from answers.classroom.marks import grade_class
from answers.classroom.review import review
from answers.cli.classes.review import decide_each
from answers.exam.world import World
from answers.kinds.numbers.format import format_decimal
from tests.answers.cli.running import Corrige, Outcome

LATE, AGAIN = 3, 5
SEED = 35

pytestmark = pytest.mark.slow


def listed(path: Path, students: int) -> None:
    """The participants of a course as Moodle exports them in French."""
    rows = [f'"Prénom{n}","Nom{n}",{21900000 + n},e{n}@lycee.example,{"AB"[n % 2]}' for n in range(students)]
    header = 'Prénom,"Nom de famille","Numéro d\'identification","Adresse de courriel",Groupes'
    path.write_bytes("\n".join((header, *rows, "")).encode("utf-8-sig"))


def answers(cohort: Cohort, u0: int) -> dict[str, list[str]]:
    """The right answers of a seed, as a student rounds them; lists of one text a part."""
    found = cohort.key(World(u0)).answers
    return {
        part: [str(v) if isinstance(v, int) else format_decimal(v, "fr", digits=3) for v in values]  # type: ignore[arg-type]
        for part, values in found.items()
    }


def doubtful(text: str) -> str:
    """A whole number as a hesitant student writes it, which is nobody's to guess."""
    return f"{text} !" if text.isdigit() else text


def packed(path: Path, cohort: Cohort, ambiguous: int) -> int:
    """Write the archive as Moodle makes it, and return how many items are ambiguous in the last versions."""
    source = random.Random(SEED)
    left, students = ambiguous, len(cohort.pupils)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for n, pupil in enumerate(cohort.pupils[:-2]):  # one hands in nothing, one has left
            assert pupil.u0 is not None
            script = answers(cohort, pupil.u0)
            if source.random() < 0.5:
                script["3b"] = ["1"] * len(script["3b"])
            wanted = min(left, -(-left // (students - 2 - n)))
            for items in script.values():
                for i, text in enumerate(items):
                    if wanted and doubtful(text) != text:
                        items[i], wanted, left = doubtful(text), wanted - 1, left - 1
            folder = f"Prénom{n} Nom{n}_{9000 + n}_assignsubmission_file_/" + ("devoir/" if n % 4 == 0 else "")
            day = 31 if n < LATE else 30
            _add(archive, f"{folder}copie.json", script, (2026, 5, day, 17, 0, 0))
            if n % (students // AGAIN) == 0:
                blank = {part: [""] * len(items) for part, items in script.items()}
                _add(archive, f"{folder}version finale.json", blank, (2026, 5, 29, 9, 0, 0))
    return ambiguous - left


def _add(archive: zipfile.ZipFile, name: str, script: dict[str, list[str]], date: tuple[int, ...]) -> None:
    content = json.dumps({"student": "", "answers": script}, ensure_ascii=False)
    archive.writestr(zipfile.ZipInfo(name, date), content)  # type: ignore[arg-type]


@pytest.mark.parametrize(("students", "ambiguous"), [(12, 40), pytest.param(35, 120, marks=pytest.mark.long)])
def test_a_class_from_its_list_to_its_marks(corrige: Corrige, here: Path, students: int, ambiguous: int) -> None:
    commands: list[str] = []

    def typed(line: str) -> Outcome:
        commands.append(line)
        return corrige(*line.split())

    listed(here / "participants.csv", students)
    commands.append("class init algo --exam nash --students participants.csv")
    known_by = ("--known-by", "numero d identification")  # of two columns that could be
    assert corrige(*commands[0].split(), *known_by).code == 0
    assert typed("class seeds algo --draw 1").code == 0
    count = packed(here / "moodle.zip", open_class(here / "algo"), ambiguous)
    assert typed(f"class remove algo {21900000 + students - 1}").code == 0
    collected = typed("class collect algo moodle.zip --deadline 2026-05-30T18:00")
    assert f"No paper from 1 student: {21900000 + students - 2}" in collected.out
    typed("class grade algo")
    marks = grade_class(open_class(here / "algo"))
    late = [row.student.id for row in marks.rows if row.paper and any(f.slug == "late-" for f in row.paper.flags)]
    assert late == [str(21900000 + n) for n in range(LATE)]
    again = [
        row.student.id for row in marks.rows if row.paper and any(f.slug == "resubmitted-" for f in row.paper.flags)
    ]
    assert len(again) == AGAIN
    commands.append("class review algo")
    marked = marked_class(here / "algo")
    found = review(marked.marking, marked.gradebook, {})
    assert sum(len(case.students) for case in found.cases) == count == ambiguous
    best = iter([_best(case.choices) for case in found.cases] + ["q"])
    assert decide_each(marked, found, lambda: next(best), lambda: "").cases == 0
    assert typed("class grade algo --diff").code == 0
    typed("class grade algo")
    after = grade_class(open_class(here / "algo"))
    assert not any(row.paper and row.paper.needs_teacher for row in after.rows)
    unread = [
        m
        for row in after.rows
        if row.paper
        for p in row.paper.parts.values()
        for m in p.items
        if m.verdict == "unreadable"
    ]
    assert unread == []
    assert len(commands) == 8


def _best(choices: "tuple[object, ...]") -> str:
    """The key of the first value that gives points."""
    helped = [i for i, one in enumerate(choices, 1) if one.value and one.helped]  # type: ignore[attr-defined]
    return str(helped[0])
