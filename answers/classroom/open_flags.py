"""The flags of papers that nobody has settled, with whose seed they speak of and the answers that say so."""

from collections.abc import Iterator
from dataclasses import dataclass

from answers.classroom.decisions import written_answer
from answers.classroom.marks import Marking
from answers.exam.world import World
from answers.exports.gradebook import Gradebook, Row
from answers.exports.seed_owner import named_seed, seed_owner
from answers.flags import Flag
from answers.grading.worlds import explanations, wrong_items


@dataclass(frozen=True, slots=True)
class Evidence:
    """A wrong answer that is right for another seed: the item, what was written, both right answers as text."""

    item: str
    answer: str
    own: str
    other: str


@dataclass(frozen=True, slots=True)
class OpenFlag:
    """A flag that needs a person, on whose paper; `owner` is who has the seed that it names, "" if it names none."""

    student: str
    flag: Flag
    owner: str
    evidence: tuple[Evidence, ...]


def open_flags(marking: Marking, gradebook: Gradebook) -> tuple[OpenFlag, ...]:
    """Return the flags of the papers of a class that need a person, in the order of the list."""
    lang = marking.cohort.settings.lang
    return tuple(
        OpenFlag(row.student.id, flag, seed_owner(flag, gradebook, lang), tuple(_evidence(marking, row, flag)))
        for row in gradebook.rows
        if row.paper is not None
        for flag in row.paper.flags
        if flag.needs_teacher
    )


def _evidence(marking: Marking, row: Row, flag: Flag) -> Iterator[Evidence]:
    """The wrong answers that are right for the seed that a flag names."""
    seed, paper = named_seed(flag), row.paper
    if seed is None or paper is None or paper.u0 is None:
        return
    cohort = marking.cohort
    own, other = (cohort.key(World(u0)).answers for u0 in (paper.u0, seed))
    written = marking.received.versions[row.student.id][-1].submission.answers
    for found in explanations(cohort.exam, written, wrong_items(paper.parts), [World(seed)], cohort.key):
        for part_id, index in found.items:
            told = cohort.exam.part(part_id).kind.format
            values = (told(answers[part_id][index], cohort.settings.lang) for answers in (own, other))
            yield Evidence(f"{part_id}.{index + 1}", written_answer(paper.parts[part_id].items[index].raw), *values)
