"""List the unread answers and flags that need a teacher's decision, equal ones together, with each choice's effect.

A flag is a remark on a paper; an open flag is one that the teacher must still examine. CorrigeError is raised for a
flag that does not exist, or that a text does not name uniquely.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import groupby

from answers.classroom.decision_targets import flag_target, open_unassigned, override_decisions
from answers.classroom.decisions import (
    ActiveDecisions,
    DecisionKind,
    DecisionTarget,
    Override,
    flag_name,
    load_decisions,
    written_answer,
)
from answers.classroom.marks import MarkedClass, Marking, decisions_of, grade_submissions
from answers.classroom.overrides import incorrect_items
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.exports.gradebook import Gradebook, GradebookRow, named_seed, seed_owner
from answers.flags import (
    APPEAL,
    ERRORS_OF_SEED,
    NOT_READABLE,
    TO_BE_MARKED,
    UNASSIGNED,
    WAITS,
    Flag,
    Note,
    applying_criteria,
)
from answers.grading.candidates import candidate_lists, candidate_values
from answers.grading.explanation import explain_item
from answers.grading.mark import Response, Responses, parse_response, parse_responses, wrong_items
from answers.grading.seed_search import items_right_in
from answers.grading.similarity import wrong_values
from answers.messages import Message, clauses, language, number_text
from answers.paper import rounded
from answers.sheets.view import criterion_views, plain_note_text, verdict_text

SHOWN_ANSWER = 80
"""The most characters of an answer that are shown with an appeal."""


@dataclass(frozen=True, slots=True)
class DecisionChoice:
    """One possible decision on a case, and the points that each student of the case would gain."""

    kind: DecisionKind
    value: str
    gains: tuple[Fraction, ...]

    @property
    def helped(self) -> int:
        """The number of students of the case who would gain points by the decision."""
        return sum(gain > 0 for gain in self.gains)


@dataclass(frozen=True, slots=True)
class ReviewCase:
    """One case to decide: an unread answer, the reason (`note`), and all students who wrote it.

    It has several items if one list that cannot be read answers a part.
    """

    items: tuple[str, ...]
    answer: str
    note: Note | None
    students: tuple[str, ...]
    choices: tuple[DecisionChoice, ...] = ()
    expected: tuple[str, ...] = ()
    """The right answer of each student, as text."""
    is_open: bool = False
    """Whether other answers may be right too."""
    incorrect_items: tuple[str, ...] = ()
    """If the part is marked all or nothing, its other items that are not right in some of the papers."""

    @property
    def item(self) -> str:
        """The name of the case in decisions: the item, or the part if a list answers all its items."""
        return self.items[0] if len(self.items) == 1 else self.items[0].partition(".")[0]

    @property
    def targets(self) -> tuple[DecisionTarget, ...]:
        """The targets of a decision on the case, for all items and students."""
        return tuple(DecisionTarget(student, item, self.answer) for student in self.students for item in self.items)


@dataclass(frozen=True, slots=True)
class SeedMatch:
    """A wrong answer that is right for another seed, and the right answers for the student's seed and that seed."""

    item: str
    answer: str
    own: str
    other: str


@dataclass(frozen=True, slots=True)
class FlaggedPaper:
    """One paper with a flag, and the answers that led to the flag.

    `student` is an identifier; for a paper without a student it names the file, and `place` is the place of the paper.
    """

    student: str
    evidence: tuple[SeedMatch, ...] = ()
    place: str = ""
    reasons: tuple[str, ...] = ()
    """For an appeal, a sentence on each contested item: why it is marked as it is, and what may explain the answer."""
    file: str = ""
    """The file that the flag is about; see `Flag.file`."""


@dataclass(frozen=True, slots=True)
class OpenFlag:
    """A flag that needs the teacher, with all papers that have it with the same detail; one decision settles them all.

    `owner` is the label of the students with the seed that the flag names, "" if it names none.
    """

    flag: Flag
    owner: str
    papers: tuple[FlaggedPaper, ...]

    @property
    def targets(self) -> tuple[DecisionTarget, ...]:
        """The targets of a decision about the flag, for all papers."""
        flag = flag_name(self.flag)
        return tuple(
            DecisionTarget(each.student, flag, each.file or written_answer(each.place)) for each in self.papers
        )


@dataclass(frozen=True, slots=True)
class Review:
    """What a teacher must decide in a class: cases in the order of the exam, and open flags, equal flags together."""

    cases: tuple[ReviewCase, ...]
    flags: tuple[OpenFlag, ...]

    @property
    def flagged(self) -> int:
        """The number of pairs of a paper and an open flag that the paper has."""
        return sum(len(flag.papers) for flag in self.flags)


def refresh_review(marked: MarkedClass) -> tuple[MarkedClass, Review]:
    """Apply the current decisions of the store to a marked class; return the class and what the teacher must decide."""
    log = load_decisions(marked.class_data)
    again = replace(marked, log=log, gradebook=grade_submissions(marked.marking, log))
    return again, review(again)


def review(marked: MarkedClass) -> Review:
    """Return the unread answers and flags of a class that need the teacher's decision, but no unreadable files.

    Flags of students without a paper come after those of papers, and papers without a student last.
    """
    marking, gradebook, decisions = marked.marking, marked.gradebook, marked.active
    groups: defaultdict[tuple[tuple[str, ...], str, Note | None], list[str]] = defaultdict(list)
    for row in gradebook.rows:
        unread: defaultdict[tuple[str, str, Note | None], list[str]] = defaultdict(list)
        for name, item in row.unread:
            if item.note not in (WAITS, TO_BE_MARKED):
                part = gradebook.exam.part_of(name)
                group = part.id if _written(marking, row.student.id, part).is_list else name  # a list is one case
                unread[group, written_answer(item.raw), item.note].append(name)
        for (_, answer, note), items in unread.items():
            groups[tuple(items), answer, note].append(row.student.id)
    order = {part.id: i for i, part in enumerate(gradebook.exam.parts)}
    cases = sorted(groups.items(), key=lambda group: (order[group[0][0][0].partition(".")[0]], *group[0][:2]))
    equal: defaultdict[tuple[Flag, str], list[FlaggedPaper]] = defaultdict(list)
    for row in gradebook.rows:
        for flag in row.open_flags:
            is_separate = flag.has_no_paper or flag.other_student or flag.explanation  # since the reasons differ
            equal[flag, row.student.id if is_separate else ""].append(_flagged(marking, row, flag))
    lang = marking.class_data.settings.lang
    flags = [OpenFlag(flag, seed_owner(flag, gradebook, lang), tuple(papers)) for (flag, _), papers in equal.items()]
    unassigned = (
        OpenFlag(UNASSIGNED, "", (FlaggedPaper(version.target.student, place=str(version.submission.place)),))
        for version in open_unassigned(marking.submissions, decisions)
    )
    return Review(
        tuple(_with_choices(ReviewCase(*key, tuple(students)), marking, decisions) for key, students in cases),
        (*sorted(flags, key=lambda open_flag: open_flag.flag.has_no_paper), *unassigned),
    )


def _written(marking: Marking, student: str, part: Part) -> Response:
    return parse_response(part, marking.submissions.versions[student][-1].submission.answers.get(part.id, ()))


def _with_choices(review_case: ReviewCase, marking: Marking, decisions: ActiveDecisions) -> ReviewCase:
    """Return a case with its possible decisions: each value that the text may mean, right, and wrong."""
    exam, lang = marking.class_data.exam, marking.class_data.settings.lang
    part = exam.part_of(review_case.item)
    at = [int(item.rpartition(".")[2]) - 1 for item in review_case.items]
    written = _written(marking, review_case.students[0], part)
    values = candidate_values(written, at[0], review_case.note) if len(at) == 1 else candidate_lists(written)
    choices, enrollments = [], marking.class_data.by_id
    for kind, value in (*((DecisionKind.VALUE, v) for v in values), (DecisionKind.RIGHT, ""), (DecisionKind.WRONG, "")):
        new_decisions = override_decisions(review_case.targets, Override(kind, value), exam)
        gains = []
        for student, own in groupby(new_decisions, lambda decision: decision.target.student):
            enrollment = enrollments[student]
            taken = decisions_of(enrollment.student, decisions)
            new = {decision.target.item: decision for decision in own}
            before, after = (marking.paper(enrollment, some) for some in (taken, {**taken, **new}))
            gains.append(after.score - before.score if before and after else Fraction(0))
        choices.append(DecisionChoice(kind, value, tuple(gains)))
    pairs = [(paper, paper.u0) for paper in map(marking.as_written, review_case.students)]
    keys = (marking.class_data.key(Scenario(u0)).answers[part.id] for _, u0 in pairs if u0 is not None)
    expected = tuple(clauses([part.kind.format(answers[i], lang) for i in at]) for answers in keys)
    incorrect = incorrect_items(part, review_case.items, [paper for paper, u0 in pairs if u0 is not None])
    return replace(
        review_case, choices=tuple(choices), expected=expected, incorrect_items=incorrect, is_open=part.is_open
    )


def _flagged(marking: Marking, row: GradebookRow, flag: Flag) -> FlaggedPaper:
    """Return the paper of a row with a flag; if the flag names another seed, with the wrong answers that led to it."""
    seed, paper, class_data, evidence = named_seed(flag), row.paper, marking.class_data, list[SeedMatch]()
    if seed is not None and paper is not None and paper.u0 is not None:
        exam, versions = class_data.exam, marking.submissions.versions

        def responses(student: str) -> Responses:
            u0 = marking.as_written(student).u0
            return parse_responses(exam, versions[student][-1].submission.answers, u0=u0)

        answers = responses(row.student.id)
        if flag.slug == ERRORS_OF_SEED.slug:
            owners = (enrollment.student.id for enrollment in class_data.enrollments if enrollment.u0 == seed)
            theirs = [wrong_values(marking.as_written(own), responses(own)) for own in owners if versions[own]]
            own_values = wrong_values(paper, answers).items()
            items = [item for item, value in own_values if any(their.get(item) == value for their in theirs)]
        else:
            items = list(items_right_in(exam, class_data.key(Scenario(seed)), answers, wrong_items(paper.parts)))
        right = [class_data.key(Scenario(u0)).answers for u0 in (paper.u0, seed)]
        for part_id, index in items:
            write, raw = exam.part(part_id).kind.format, paper.parts[part_id].items[index].raw
            values = (write(of_seed[part_id][index], class_data.settings.lang) for of_seed in right)
            evidence.append(SeedMatch(f"{part_id}.{index + 1}", written_answer(raw), *values))
    reasons = tuple(appeal_reasons(marking, row, flag))
    return FlaggedPaper(row.student.id, tuple(evidence), reasons=reasons, file=flag.file)


def appeal_reasons(marking: Marking, row: GradebookRow, flag: Flag) -> Iterator[str]:
    """Yield sentences on items that a student contests: answer, verdict, right answer, and what explains the answer."""
    paper, item = row.paper, flag.detail.partition(" – ")[0]
    part_id, _, number = item.partition(".")
    if flag.slug != APPEAL.slug or paper is None or paper.u0 is None or part_id not in paper.parts:
        return
    class_data, submission = marking.class_data, marking.submissions.versions[row.student.id][-1].submission
    shown_in, part = language(), class_data.exam.part(part_id)
    for index, mark in enumerate(paper.parts[part_id].items):
        if number not in ("", str(index + 1)):
            continue
        note = plain_note_text(mark.note, class_data.exam.words(shown_in)) if mark.note else ""
        if applied := applying_criteria(mark.note):
            views = criterion_views(part, shown_in, applied[0])
            note = " ; ".join(filter(None, (*(f"{v.points} {v.text}" for v in views if v.applies), applied[1])))
        name = f"{part_id}.{index + 1}"
        explanation = explain_item(class_data.exam, submission, name, class_data.key, paper.u0)
        yield Message(
            "{item}: the student wrote {answer!r}; verdict: {verdict}, {points} of {most} points; the right "
            "answer is {expected}",
            item=name,
            answer=written_answer(mark.raw)[:SHOWN_ANSWER],
            verdict=verdict_text(mark, shown_in) + (f" ({note})" if note else ""),
            points=number_text(str(mark.score)),
            most=number_text(str(paper.parts[part_id].share(index))),
            expected=part.kind.format(explanation.expected, shown_in),
        )
        for tried in explanation.attempts:  # a known mistake is the note of the verdict, if the evidence is sufficient
            if tried.outcome == "right" and tried.kind != "mistake":
                yield Message(
                    "this answer is right for u₀ = {detail}"
                    if tried.kind == "seed"
                    else "this answer is right if one uses the student’s own answers to {detail}",
                    detail=tried.detail,
                )


def student_flag(marked: MarkedClass, student: str, flag: str) -> OpenFlag:
    """Return a flag of a student, also a settled one, with the answers that led to it.

    `flag` is the name of the flag in `corrige class decide`.
    """
    marking, gradebook = marked.marking, marked.gradebook
    target = flag_target(gradebook, student, flag)
    row = next(row for row in gradebook.rows if row.student.id == target.student)
    matching = next(flag for flag in row.flags if flag_name(flag) == target.item)
    owner = seed_owner(matching, gradebook, marking.class_data.settings.lang)
    return OpenFlag(matching, owner, (_flagged(marking, row, matching),))


def review_document(waiting: Review, gradebook: Gradebook, lang: str) -> dict[str, object]:
    """Return a review as a JSON document, with unassigned papers, students without a paper, and unreadable files."""
    return {
        "schema": "corrige/review/1",
        "exam": gradebook.exam.name,
        "cases": [
            {
                "item": review_case.item,
                "items": list(review_case.items),
                "answer": review_case.answer,
                "note": None if review_case.note is None else str(review_case.note),
                "told": None if review_case.note is None else review_case.note.render(lang),
                "students": list(review_case.students),
                "expected": list(review_case.expected),
                "others_may_be_right": review_case.is_open,
                "all_or_nothing": list(review_case.incorrect_items),
                "choices": [
                    {"decision": str(choice.kind), "value": choice.value, "gains": list(map(rounded, choice.gains))}
                    for choice in review_case.choices
                ],
            }
            for review_case in waiting.cases
        ],
        "flags": [
            flag_json(open_flag, flagged, lang)
            for open_flag in waiting.flags
            if not open_flag.flag.has_no_paper
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
    """Return a flag of one paper as a JSON object, with its sentence in "fr" or "en"."""
    evidence = list(map(asdict, paper.evidence))
    fields = {"student": paper.student, "flag": str(open_flag.flag), "told": open_flag.flag.render(lang)}
    reasons = {"reasons": list(paper.reasons)} if paper.reasons else {}
    return {**fields, "owner": open_flag.owner or None, "evidence": evidence, **reasons}
