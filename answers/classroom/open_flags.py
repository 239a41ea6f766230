"""The flags of papers that nobody has settled, equal ones together, with the evidence that says so."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from answers.classroom.decisions import Decision, Where, flag_name, written_answer
from answers.classroom.marks import Marking
from answers.classroom.nobodys import nobodys_name, open_nobodys
from answers.classroom.settle import Ruling, decision_of
from answers.exam.world import World
from answers.exports.gradebook import Gradebook, Row
from answers.exports.seed_owner import named_seed, seed_owner
from answers.flags import NO_PAPER, NOBODYS, Flag
from answers.grading.worlds import explanations, wrong_items


@dataclass(frozen=True, slots=True)
class Evidence:
    """A wrong answer that is right for another seed: the item, what was written, both right answers as text."""

    item: str
    answer: str
    own: str
    other: str


@dataclass(frozen=True, slots=True)
class Flagged:
    """Whose paper bears a flag, and the answers that say so; of a paper of nobody, its name and its place."""

    student: str
    evidence: tuple[Evidence, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class OpenFlag:
    """A flag that needs a person, and all papers that bear it with the same detail: one decision settles them.

    `owner` is who has the seed that the flag names, "" if it names none.
    """

    flag: Flag
    owner: str
    papers: tuple[Flagged, ...]

    @property
    def is_of_paper(self) -> bool:
        """Whether it is about a paper of somebody: not that one is lacking, nor that it is nobody's."""
        return self.flag.slug not in (NO_PAPER.slug, NOBODYS.slug)

    def decisions(self, ruling: Ruling) -> tuple[Decision, ...]:
        """Return the decisions that a ruling about all of them comes to."""
        name = flag_name(self.flag)
        return tuple(decision_of(one.student, name, written_answer(one.place), ruling) for one in self.papers)


def open_flags(marking: Marking, gradebook: Gradebook, taken: Mapping[Where, Decision]) -> tuple[OpenFlag, ...]:
    """Return the flags of a class that need a person, then who has no paper, then the papers of nobody, one by one."""
    lang = marking.cohort.settings.lang
    equal: defaultdict[Flag, list[Flagged]] = defaultdict(list)
    for row in gradebook.rows:
        for flag in row.flags:
            if flag.needs_teacher:
                equal[flag].append(Flagged(row.student.id, tuple(evidence(marking, row, flag))))
    found = [OpenFlag(flag, seed_owner(flag, gradebook, lang), tuple(papers)) for flag, papers in equal.items()]
    nobodys = (
        OpenFlag(NOBODYS, "", (Flagged(nobodys_name(one), place=str(one.submission.place)),))
        for one in open_nobodys(marking.received, taken)
    )
    return (*sorted(found, key=lambda one: not one.is_of_paper), *nobodys)


def evidence(marking: Marking, row: Row, flag: Flag) -> Iterator[Evidence]:
    """Return the wrong answers of a student that are right for the seed that a flag names, none if it names none."""
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
