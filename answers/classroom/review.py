"""What needs a person: equal answers to the same item are one case, with what each choice would do.

Equal flags are one too, with the answers that say so. Each is decided at once, for all who bear it.

A flag that is not there, or not alone, raises CorrigeError.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import groupby

from answers.classroom.decisions import (
    Decision,
    DecisionKey,
    DecisionKind,
    DecisionTarget,
    Override,
    flag_name,
    written_answer,
)
from answers.classroom.decisions_file import active_class_decisions
from answers.classroom.marks import MarkedClass, Marking, decisions_of, grade_submissions
from answers.classroom.overrides import incorrect_items
from answers.classroom.targets import flag_target, open_unassigned, override_decisions, unassigned_target
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.exports.gradebook import Gradebook, GradebookRow, named_seed, seed_owner
from answers.flags import ERRORS_OF_SEED, NOT_READABLE, UNASSIGNED, WAITS, Flag, Note
from answers.grading.candidates import candidate_lists, candidate_values
from answers.grading.mark import Answers, Item, Response, parse_response, parse_responses
from answers.grading.scenarios import wrong_items
from answers.grading.similarity import explanations, wrong_values
from answers.messages import clauses
from answers.paper import Paper, rounded


@dataclass(frozen=True, slots=True)
class DecisionChoice:
    """One decision that could be taken, and the points that each student of the case would gain by it."""

    kind: DecisionKind
    value: str
    gains: tuple[Fraction, ...]

    @property
    def helped(self) -> int:
        """How many students it gives points."""
        return sum(gain > 0 for gain in self.gains)


@dataclass(frozen=True, slots=True)
class ReviewCase:
    """Items, what was written there, by whom, why they are not marked, and what could be decided.

    They are several of a part where one text holds a list that is not read.
    """

    items: tuple[str, ...]
    answer: str
    note: Note | None
    students: tuple[str, ...]
    choices: tuple[DecisionChoice, ...] = ()
    expected: tuple[str, ...] = ()
    """The right answer of each student."""
    is_open: bool = False
    """Whether others may be right too."""
    incorrect_items: tuple[str, ...] = ()
    """Of a part that earns all or nothing: the other items that are not right, in any of the papers."""

    @property
    def item(self) -> str:
        """What a decision calls them: the item, or the part that a list answers."""
        return self.items[0] if len(self.items) == 1 else self.items[0].partition(".")[0]

    @property
    def targets(self) -> tuple[DecisionTarget, ...]:
        """What a decision about all of them is about."""
        return tuple(DecisionTarget(student, item, self.answer) for student in self.students for item in self.items)


@dataclass(frozen=True, slots=True)
class SeedMatch:
    """A wrong answer that is right for another seed: the item, what was written, both right answers as text."""

    item: str
    answer: str
    own: str
    other: str


@dataclass(frozen=True, slots=True)
class FlaggedPaper:
    """Whose paper bears a flag, and the answers that say so; of a paper of nobody, its name and its place."""

    student: str
    evidence: tuple[SeedMatch, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class OpenFlag:
    """A flag that needs a person, and all papers that bear it with the same detail: one decision settles them.

    `owner` is who has the seed that the flag names, "" if it names none.
    """

    flag: Flag
    owner: str
    papers: tuple[FlaggedPaper, ...]

    @property
    def targets(self) -> tuple[DecisionTarget, ...]:
        """What a decision about all of them is about."""
        return tuple(
            DecisionTarget(paper.student, flag_name(self.flag), written_answer(paper.place)) for paper in self.papers
        )


@dataclass(frozen=True, slots=True)
class Review:
    """Cases in the order of the exam, and what cannot be decided item by item: open flags, equal ones together."""

    cases: tuple[ReviewCase, ...]
    flags: tuple[OpenFlag, ...]

    @property
    def flagged(self) -> int:
        """How many papers bear open flags, one that bears several counted for each."""
        return sum(len(flag.papers) for flag in self.flags)


def refresh_review(marked: MarkedClass) -> tuple[MarkedClass, Review]:
    """Return a class with the decisions that are there now, and what needs a person."""
    again = replace(marked, gradebook=grade_submissions(marked.class_data, marked.marking))
    return again, review(again.marking, again.gradebook, active_class_decisions(marked.class_data))


def review(marking: Marking, gradebook: Gradebook, taken: Mapping[DecisionKey, Decision]) -> Review:
    """Return what needs a person in a class, files that nobody could read apart."""
    groups: defaultdict[tuple[tuple[str, ...], str, Note | None], list[str]] = defaultdict(list)
    for row in gradebook.rows:
        for unread in _unread(marking, row):
            groups[unread].append(row.student.id)
    order = {part.id: i for i, part in enumerate(gradebook.exam.parts)}
    cases = (ReviewCase(items, answer, note, tuple(who)) for (items, answer, note), who in groups.items())
    ordered = sorted(
        cases,
        key=lambda review_case: (order[review_case.item.partition(".")[0]], review_case.items, review_case.answer),
    )
    return Review(
        tuple(_with_choices(review_case, marking, taken) for review_case in ordered),
        _open_flags(marking, gradebook, taken),
    )


def _unread(marking: Marking, row: GradebookRow) -> Iterator[tuple[tuple[str, ...], str, Note | None]]:
    """The items of a student that nobody could read, those of one list together, with what was written and why."""
    groups: defaultdict[tuple[str, str, Note | None], list[str]] = defaultdict(list)
    for name, item in row.unread:
        if item.note != WAITS:
            part = marking.class_data.exam.part(name.partition(".")[0])
            of = part.id if _written(marking, row.student.id, part).is_list else name
            groups[of, written_answer(item.raw), item.note].append(name)
    for (_, answer, note), items in groups.items():
        yield tuple(items), answer, note


def _written(marking: Marking, student: str, part: Part) -> Response:
    return parse_response(part, marking.submissions.versions[student][-1].submission.answers.get(part.id, ()))


def _with_choices(review_case: ReviewCase, marking: Marking, taken: Mapping[DecisionKey, Decision]) -> ReviewCase:
    exam, lang = marking.class_data.exam, marking.class_data.settings.lang
    part = exam.part(review_case.item.partition(".")[0])
    at = [int(item.rpartition(".")[2]) - 1 for item in review_case.items]
    choices = (
        DecisionChoice(
            override.kind,
            override.value,
            tuple(_gains(marking, taken, override_decisions(review_case.targets, override, exam))),
        )
        for override in _overrides(_written(marking, review_case.students[0], part), at, review_case.note)
    )
    pairs = [(paper, paper.u0) for paper in map(marking.as_written, review_case.students)]
    keys = (marking.class_data.key(Scenario(u0)).answers[part.id] for _, u0 in pairs if u0 is not None)
    expected = tuple(clauses([part.kind.format(answers[i], lang) for i in at]) for answers in keys)
    lacks = incorrect_items(part, review_case.items, [paper for paper, u0 in pairs if u0 is not None])
    return replace(review_case, choices=tuple(choices), expected=expected, incorrect_items=lacks, is_open=part.is_open)


def _overrides(written: Response, at: Sequence[int], note: Note | None) -> tuple[Override, ...]:
    """What may be decided of the items at these places: each value that may be meant, right, wrong."""
    meant = candidate_values(written, at[0], note) if len(at) == 1 else candidate_lists(written)
    return (
        *(Override(DecisionKind.VALUE, value) for value in meant),
        Override(DecisionKind.RIGHT),
        Override(DecisionKind.WRONG),
    )


def _gains(marking: Marking, taken: Mapping[DecisionKey, Decision], thought: Sequence[Decision]) -> Iterator[Fraction]:
    """The points that decisions would add for each student to those taken already."""
    enrollments = {enrollment.student.id: enrollment for enrollment in marking.class_data.enrollments}
    for student, decisions in groupby(thought, lambda decision: decision.target.student):
        enrollment = enrollments[student]
        own = decisions_of(enrollment.student, taken)
        new = {decision.target.item: decision for decision in decisions}
        before, after = marking.paper(enrollment, own), marking.paper(enrollment, {**own, **new})
        yield after.score - before.score if before and after else Fraction(0)


def _open_flags(marking: Marking, gradebook: Gradebook, taken: Mapping[DecisionKey, Decision]) -> tuple[OpenFlag, ...]:
    """The flags of a class that need a person, then, one by one, who has no paper, and the papers of nobody."""
    lang = marking.class_data.settings.lang
    equal: defaultdict[tuple[Flag, str], list[FlaggedPaper]] = defaultdict(list)
    for row in gradebook.rows:
        for flag in row.open_flags:
            alone = (
                row.student.id if flag.is_of_no_paper or flag.other_student else ""
            )  # each for a reason of their own
            equal[flag, alone].append(FlaggedPaper(row.student.id, tuple(_evidence(marking, row, flag))))
    flags = [OpenFlag(flag, seed_owner(flag, gradebook, lang), tuple(papers)) for (flag, _), papers in equal.items()]
    nobodys = (
        OpenFlag(
            UNASSIGNED, "", (FlaggedPaper(unassigned_target(version).student, place=str(version.submission.place)),)
        )
        for version in open_unassigned(marking.submissions, taken)
    )
    return (*sorted(flags, key=lambda open_flag: open_flag.flag.is_of_no_paper), *nobodys)


def _evidence(marking: Marking, row: GradebookRow, flag: Flag) -> Iterator[SeedMatch]:
    """The wrong answers of a student that are right for the seed that a flag names, or are those of its paper."""
    seed, paper = named_seed(flag), row.paper
    if seed is None or paper is None or paper.u0 is None:
        return
    class_data = marking.class_data
    own, other = (class_data.key(Scenario(u0)).answers for u0 in (paper.u0, seed))
    for part_id, index in _items(marking, row.student.id, paper, flag, seed):
        write = class_data.exam.part(part_id).kind.format
        values = (write(answers[part_id][index], class_data.settings.lang) for answers in (own, other))
        yield SeedMatch(f"{part_id}.{index + 1}", written_answer(paper.parts[part_id].items[index].raw), *values)


def _items(marking: Marking, student: str, paper: Paper, flag: Flag, seed: int) -> Iterator[Item]:
    """The wrong items of a student that say what a flag says of another seed."""
    exam = marking.class_data.exam

    def answers(of: str) -> Answers:
        written = marking.submissions.versions[of][-1].submission.answers
        return parse_responses(exam, written, u0=marking.as_written(of).u0)

    if flag.slug != ERRORS_OF_SEED.slug:
        wrong = wrong_items(paper.parts)
        for explanation in explanations(exam, answers(student), wrong, [Scenario(seed)], marking.class_data.key):
            yield from explanation.items
        return
    others = (enrollment.student.id for enrollment in marking.class_data.enrollments if enrollment.u0 == seed)
    theirs = [
        wrong_values(marking.as_written(one), answers(one)) for one in others if marking.submissions.versions[one]
    ]
    for item, value in wrong_values(paper, answers(student)).items():
        if any(their.get(item) == value for their in theirs):
            yield item


def student_flag(marking: Marking, gradebook: Gradebook, student: str, flag: str) -> OpenFlag:
    """Return a flag of one student, named as decisions do, open or settled, and the answers that say so."""
    target = flag_target(gradebook, student, flag)
    row = next(row for row in gradebook.rows if row.student.id == target.student)
    meant = next(one for one in row.flags if flag_name(one) == target.item)
    owner = seed_owner(meant, gradebook, marking.class_data.settings.lang)
    return OpenFlag(meant, owner, (FlaggedPaper(target.student, tuple(_evidence(marking, row, meant))),))


def review_document(waiting: Review, gradebook: Gradebook, lang: str) -> dict[str, object]:
    """Return a review as a JSON document, with the papers of nobody, who has none, and what could not be read."""
    return {
        "schema": "corrige/review/1",
        "exam": gradebook.exam.name,
        "cases": [_case_json(review_case, lang) for review_case in waiting.cases],
        "flags": [
            flag_json(open_flag, flagged, lang)
            for open_flag in waiting.flags
            if not open_flag.flag.is_of_no_paper
            for flagged in open_flag.papers
        ],
        "strays": [{"student": paper.student, "file": str(paper.place)} for paper in gradebook.unassigned],
        "absent": list(gradebook.absent),
        "not_readable": [
            {"student": row.student.id, "file": flag.detail}
            for row in gradebook.rows
            for flag in row.open_flags
            if flag.slug == NOT_READABLE.slug
        ],
        "problems": [{"place": p.place, "cause": p.cause, "remedy": p.remedy} for p in gradebook.problems],
    }


def flag_json(open_flag: OpenFlag, paper: FlaggedPaper, lang: str) -> dict[str, object]:
    """Return a flag of one of the papers that bear it, as an object of JSON."""
    evidence = list(map(asdict, paper.evidence))
    said = {"student": paper.student, "flag": str(open_flag.flag), "told": open_flag.flag.render(lang)}
    return {**said, "owner": open_flag.owner or None, "evidence": evidence}


def _case_json(review_case: ReviewCase, lang: str) -> dict[str, object]:
    note = review_case.note
    return {
        "item": review_case.item,
        "items": list(review_case.items),
        "answer": review_case.answer,
        "note": None if note is None else str(note),
        "told": None if note is None else note.render(lang),
        "students": list(review_case.students),
        "expected": list(review_case.expected),
        "others_may_be_right": review_case.is_open,
        "all_or_nothing": list(review_case.incorrect_items),
        "choices": [
            {"decision": str(choice.kind), "value": choice.value, "gains": [rounded(gain) for gain in choice.gains]}
            for choice in review_case.choices
        ],
    }
