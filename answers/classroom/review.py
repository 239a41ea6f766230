"""What needs a person: equal answers to the same item are one case, with what each choice would do."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from answers.classroom.decisions import Decision, Kind, Where, written_answer
from answers.classroom.lacking import lacking
from answers.classroom.marks import Marking, decisions_of
from answers.classroom.open_flags import Flagged, OpenFlag, open_flags
from answers.classroom.roster import Pupil
from answers.classroom.settle import Ruling, decision_of
from answers.exam.world import World
from answers.exports.gradebook import Gradebook
from answers.flags import Note
from answers.grading.values_meant import values_meant
from answers.paper import rounded


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision that could be taken, and the points that each student of the case would gain by it."""

    kind: Kind
    value: str
    gains: tuple[Fraction, ...]

    @property
    def helped(self) -> int:
        """How many students it gives points."""
        return sum(gain > 0 for gain in self.gains)


@dataclass(frozen=True, slots=True)
class Case:
    """An item, what was written there, by whom, why it is not marked, and what could be decided."""

    item: str
    answer: str
    note: Note | None
    students: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    expected: tuple[str, ...] = ()
    """The right answer of each student."""
    lacking: tuple[str, ...] = ()
    """Of a part that earns all or nothing: the other items that are not right, in any of the papers."""

    def decisions(self, ruling: Ruling) -> tuple[Decision, ...]:
        """Return the decisions that a ruling about all of them comes to."""
        return tuple(decision_of(student, self.item, self.answer, ruling) for student in self.students)


@dataclass(frozen=True, slots=True)
class Review:
    """Cases in the order of the exam, and what cannot be decided item by item: open flags, equal ones together."""

    cases: tuple[Case, ...]
    flags: tuple[OpenFlag, ...]


def review(marking: Marking, gradebook: Gradebook, taken: Mapping[Where, Decision]) -> Review:
    """Return what needs a person in a class, files that nobody could read apart."""
    groups: defaultdict[tuple[str, str, Note | None], list[str]] = defaultdict(list)
    for row in gradebook.rows:
        for name, item in row.unread:
            groups[name, written_answer(item.raw), item.note].append(row.student.id)
    order = {part.id: i for i, part in enumerate(gradebook.exam.parts)}
    cases = (Case(item, answer, note, tuple(who)) for (item, answer, note), who in groups.items())
    ordered = sorted(cases, key=lambda case: (order[case.item.partition(".")[0]], case.item, case.answer))
    return Review(tuple(_with_choices(case, marking, taken) for case in ordered), open_flags(marking, gradebook, taken))


def _with_choices(case: Case, marking: Marking, taken: Mapping[Where, Decision]) -> Case:
    part = marking.cohort.exam.part(case.item.partition(".")[0])
    pupils = {pupil.student.id: pupil for pupil in marking.cohort.pupils}
    whose = [pupils[student] for student in case.students]
    values = [(Kind.VALUE, value) for value in values_meant(case.answer, part, case.note)]
    choices = tuple(
        Choice(kind, value, tuple(_gain(marking, pupil, taken, _thought(case, pupil, kind, value)) for pupil in whose))
        for kind, value in (*values, (Kind.RIGHT, ""), (Kind.WRONG, ""))
    )
    index = int(case.item.rpartition(".")[2]) - 1
    papers = [paper for student in case.students if (paper := marking.as_written(student)).u0 is not None]
    keys = (marking.cohort.key(World(paper.u0)).answers[part.id] for paper in papers if paper.u0 is not None)
    expected = tuple(part.kind.format(answers[index], marking.cohort.settings.lang) for answers in keys)
    return replace(case, choices=choices, expected=expected, lacking=lacking(part, [case.item], papers))


def _thought(case: Case, pupil: Pupil, kind: Kind, value: str) -> Decision:
    return Decision(pupil.student.id, case.item, kind, value, case.answer, "", "", "")


def _gain(marking: Marking, pupil: Pupil, taken: Mapping[Where, Decision], thought: Decision) -> Fraction:
    """The points that a decision would add to those taken already."""
    own = decisions_of(pupil.student, taken)
    before, after = marking.paper(pupil, own), marking.paper(pupil, {**own, thought.item: thought})
    return after.score - before.score if before and after else Fraction(0)


def review_document(found: Review, gradebook: Gradebook, lang: str) -> dict[str, object]:
    """Return a review as a JSON document, with the papers of nobody, who has none, and what could not be read."""
    return {
        "schema": "corrige/review/1",
        "exam": gradebook.exam.name,
        "cases": [_case_json(case, lang) for case in found.cases],
        "flags": [flag_json(one, paper, lang) for one in found.flags if one.is_of_paper for paper in one.papers],
        "strays": [{"student": paper.student, "file": str(paper.place)} for paper in gradebook.strays],
        "absent": list(gradebook.absent),
        "problems": [{"place": p.place, "cause": p.cause, "remedy": p.remedy} for p in gradebook.problems],
    }


def flag_json(one: OpenFlag, paper: Flagged, lang: str) -> dict[str, object]:
    """Return a flag of one of the papers that bear it, as an object of JSON."""
    evidence = [
        {"item": item.item, "answer": item.answer, "own": item.own, "other": item.other} for item in paper.evidence
    ]
    told = {"student": paper.student, "flag": str(one.flag), "told": one.flag.told(lang)}
    return {**told, "owner": one.owner or None, "evidence": evidence}


def _case_json(case: Case, lang: str) -> dict[str, object]:
    note = case.note
    return {
        "item": case.item,
        "answer": case.answer,
        "note": None if note is None else str(note),
        "told": None if note is None else note.told(lang),
        "students": list(case.students),
        "expected": list(case.expected),
        "all_or_nothing": list(case.lacking),
        "choices": [
            {"decision": str(one.kind), "value": one.value, "gains": [rounded(gain) for gain in one.gains]}
            for one in case.choices
        ],
    }
