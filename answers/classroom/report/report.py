"""Compute the report on a class: scores, questions, items, frequent mistakes, and cases to examine."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from math import sqrt
from statistics import fmean, median, pstdev

from answers.classroom.by_hand import Agreement
from answers.classroom.fair_seeds import Fact
from answers.exam.exam import Exam
from answers.exports.gradebook import Gradebook, GradebookRow, papers_with_answers_of
from answers.exports.tables import ExportTable
from answers.flags import NO_PAPER, Flag, Note
from answers.paper import Mark, Paper, Verdict

ZERO = Fraction(0)
FEWEST = 3
"""The least number of papers from which a correlation is computed."""
BINS = 20
"""The number of intervals of the histogram."""


@dataclass(frozen=True, slots=True)
class ScoreStatistics:
    """Statistics of scores, in the unit of the scores; `deviation` is the standard deviation of the population."""

    papers: int
    mean: float
    median: float
    deviation: float
    least: float
    most: float


def spread(scores: Sequence[Fraction]) -> ScoreStatistics | None:
    """Return the statistics of some scores; None if there are no scores."""
    if not scores:
        return None
    values = list(map(float, scores))
    return ScoreStatistics(len(values), fmean(values), median(values), pstdev(values), min(values), max(values))


def histogram(scores: Iterable[Fraction], most: Fraction) -> tuple[int, ...]:
    """Count scores from 0 to `most` in 20 equal intervals closed below; the last interval contains `most` too."""
    counts = [0] * BINS
    for score in scores:
        if not 0 <= score <= most:
            raise ValueError(f"a score of {score} is not between 0 and {most}")
        counts[min(BINS - 1, int(score * BINS / most)) if most else 0] += 1
    return tuple(counts)


def discrimination(earned: Sequence[Fraction], totals: Sequence[Fraction]) -> float | None:
    """Return the correlation between the points of an item and those of the rest of the paper, from −1 to 1.

    `earned` has the points of the item, and `totals` the points of the paper, for each paper. For an item that is right
    or wrong it is the point-biserial correlation. The item is left out of the total, since it would correlate with
    itself. The result is None with fewer than three papers, or if all items or all rests are equal.

    Source: corrected item-total correlation; Lord and Novick, Statistical Theories of Mental Test Scores, 1968, § 15.5.
    """
    count = len(earned)
    if count < FEWEST:
        return None
    rests = [total - points for points, total in zip(earned, totals, strict=True)]
    mean, rest = (sum(some, ZERO) / count for some in (earned, rests))
    covariance = sum(((a - mean) * (b - rest) for a, b in zip(earned, rests, strict=True)), ZERO)
    variances = sum((a - mean) ** 2 for a in earned) * sum((b - rest) ** 2 for b in rests)
    return float(covariance) / sqrt(variances) if variances else None


EARNING = (Verdict.RIGHT, Verdict.FOLLOW_THROUGH)
"""The verdicts with which an item counts as fully successful."""

SCHEMA = "corrige/report/1"


@dataclass(frozen=True, slots=True)
class QuestionReport:
    """One question: the share of its points that the class earned, from 0 to 1, and its discrimination.

    `discrimination` is the correlation of the question with the rest of the paper, from −1 to 1; None if it is
    undefined.
    """

    number: int
    points: Fraction
    success: float
    discrimination: float | None


@dataclass(frozen=True, slots=True)
class ItemReport:
    """One item: its part, its number in the part from 1, the counts of its verdicts, success and discrimination.

    `success` is the share of papers with a right answer, or one consistent with an earlier answer. A partly right
    answer counts for the share of the points that the teacher gave. `discrimination` is the correlation of the item
    with the rest of the paper, from −1 to 1; None if it is undefined.
    """

    part: str
    item: int
    verdicts: Counter[Verdict]
    success: float
    discrimination: float | None


@dataclass(frozen=True, slots=True)
class FrequentRemark:
    """A remark on answers that are not right: the numbers of items and of papers that have it, and the parts."""

    note: Note
    items: int
    papers: int
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenItem:
    """A paper or item that a person must check: the student, the item, the answer as written, and the reason.

    `item` is a name such as "4b.1", or "" for a whole paper. `student` is a name, "?" if unknown.
    """

    student: str
    item: str
    raw: str
    note: Note


@dataclass(frozen=True, slots=True)
class PaperReport:
    """The entry of a student in the report: open flags, and remarks on wrong answers with their frequencies.

    `papers_with_answers_of` names the students whose papers, by an open flag, have the answers to this student's seed.
    """

    student: str
    flags: tuple[Flag, ...]
    notes: tuple[tuple[Note, int], ...]
    papers_with_answers_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """The report on a class; without marked papers `spread` is None and the lists are empty.

    `spread` has the statistics of the marks of all marked papers, and `histogram` their numbers in 20 equal intervals
    from 0 to the highest mark. `frequent` has the remarks that many answers have, `doubts` what a person must check,
    `flags` the numbers of open flags, `copies` the papers with open flags or with answers that another paper has, and
    `fairness` the facts that compare the seeds with random ones. `provisional` is the number of marked papers that
    still need the teacher; `settled` has the statistics of the other marked papers.
    """

    gradebook: Gradebook
    """The gradebook from which the report is computed."""
    spread: ScoreStatistics | None
    histogram: tuple[int, ...]
    questions: tuple[QuestionReport, ...]
    items: tuple[ItemReport, ...]
    frequent: tuple[FrequentRemark, ...]
    doubts: tuple[OpenItem, ...]
    flags: tuple[tuple[Flag, int], ...]
    copies: tuple[PaperReport, ...]
    decisions: ExportTable
    fairness: tuple[Fact, ...]
    provisional: int = 0
    settled: ScoreStatistics | None = None
    agreements: tuple[tuple[str, Agreement], ...] = ()
    """The agreement of two markers on written answers, by part, where answers were marked twice."""

    @property
    def zeros(self) -> int:
        """The number of students with a zero for a missing paper; nothing else in the report counts these zeros."""
        return sum(row.value is not None for row in self.gradebook.all_rows if row.marked is None)


def make_report(
    gradebook: Gradebook,
    decisions: ExportTable,
    fairness: Iterable[Fact] = (),
    agreements: Iterable[tuple[str, Agreement]] = (),
) -> Report:
    """Return the report on a class, computed from the marked papers of students in the class list alone.

    `decisions` is the table of `exporting.decisions_table`, `fairness` has the facts of `read_fairness`, and
    `agreements` has the parts that two persons marked, with the agreement of their marks.
    """
    exam, rows = gradebook.exam, gradebook.all_rows
    papers = [row.paper for row in gradebook.rows if row.paper is not None and row.paper.u0 is not None]
    totals, marks = [paper.score for paper in papers], [paper.value for paper in papers]
    doubts = list[OpenItem]()
    for row in rows:
        name = row.student.display_name or "?"
        doubts += (OpenItem(name, "", "", flag) for flag in row.open_flags)
        if row.student.id:  # for unassigned papers only the papers are listed, not their items
            doubts += (OpenItem(name, item, mark.raw, mark.note) for item, mark in row.unread if mark.note is not None)
    copies = []
    for row in rows:
        names = papers_with_answers_of(row, gradebook)
        if row.open_flags or names:
            own = _marks(row.paper) if row.paper is not None else ()
            notes = Counter(mark.note for _, mark in own if mark.note and mark.verdict is Verdict.WRONG)
            copies.append(
                PaperReport(row.student.display_name or "?", row.open_flags, tuple(notes.most_common()), names)
            )
    questions = []
    for question in exam.questions if papers else ():
        ids = [part.id for part in question.parts]
        left_out = (item.points for item in gradebook.settled if item.item.partition(".")[0] in ids)
        points = sum((part.points for part in question.parts), ZERO) - sum(left_out, ZERO)
        earned = [sum((paper.parts[part].score for part in ids), ZERO) for paper in papers]
        most = sum((paper.parts[part].points for paper in papers for part in ids), ZERO)
        success = float(sum(earned, ZERO) / most) if most else 0.0
        questions.append(QuestionReport(question.number, points, success, discrimination(earned, totals)))
    return Report(
        gradebook,
        spread(marks),
        histogram(marks, gradebook.out_of),
        tuple(questions),
        tuple(_items(exam, papers, totals)) if papers else (),
        tuple(_frequent(exam, papers)),
        tuple(doubts),
        tuple(_flags(rows)),
        tuple(copies),
        decisions,
        tuple(fairness),
        sum(paper.needs_teacher for paper in papers),
        spread([paper.value for paper in papers if not paper.needs_teacher]),
        tuple(agreements),
    )


def _items(exam: Exam, papers: Sequence[Paper], totals: Sequence[Fraction]) -> Iterator[ItemReport]:
    for part in exam.parts:
        for index in range(part.count):
            marks = [paper.parts[part.id].items[index] for paper in papers]
            share = part.points / part.count
            # The share of an item's own points, from 0 to 1, regardless of the other items of its part.
            rightness = [
                mark.score / share if mark.verdict is Verdict.PARTLY_RIGHT else Fraction(mark.verdict in EARNING)
                for mark in marks
            ]
            verdicts = Counter(mark.verdict for mark in marks)
            success = float(sum(rightness, ZERO) / len(marks))
            correlation = discrimination([share * fraction for fraction in rightness], totals)
            yield ItemReport(part.id, index + 1, verdicts, success, correlation)


def _frequent(exam: Exam, papers: Iterable[Paper]) -> list[FrequentRemark]:
    """Return the remarks on items that are not right, the most frequent first."""
    items: Counter[Note] = Counter()
    papers_with: dict[Note, set[int]] = defaultdict(set)
    parts: dict[Note, set[str]] = defaultdict(set)
    for at, paper in enumerate(papers):
        for part_id, mark in _marks(paper):
            if mark.note is not None and mark.verdict is not Verdict.RIGHT:
                items[mark.note] += 1
                papers_with[mark.note].add(at)
                parts[mark.note].add(part_id)
    ordered = sorted(items, key=lambda note: (-len(papers_with[note]), -items[note], str(note)))
    in_order = {note: tuple(part.id for part in exam.parts if part.id in parts[note]) for note in ordered}
    return [FrequentRemark(note, items[note], len(papers_with[note]), ids) for note, ids in in_order.items()]


def _flags(rows: Iterable[GradebookRow]) -> list[tuple[Flag, int]]:
    """Return the number of papers with each flag, regardless of its detail, the most frequent first.

    Missing papers are counted separately by how the teacher has settled them.
    """
    flags: dict[tuple[str, str], list[Flag]] = {}
    for row in rows:
        for flag in {flag.slug: flag for flag in row.flags}.values():
            plain = replace(flag, reason="", explanation="", other_student="", detail="…" if flag.detail else "")
            flags.setdefault((flag.slug, plain.render("en") if flag.slug == NO_PAPER.slug else ""), []).append(plain)
    return sorted(((equal[0], len(equal)) for equal in flags.values()), key=lambda one: (-one[1], str(one[0])))


def _marks(paper: Paper) -> Iterator[tuple[str, Mark]]:
    return ((part_id, mark) for part_id, part in paper.parts.items() for mark in part.items)


def report_json(report: Report) -> Mapping[str, object]:
    """Return the results of a report as JSON: scores in points, success as a share from 0 to 1, remarks by slug.

    `scores` and `discrimination` are None if there are too few papers.
    """
    counts = Counter[str]()  # by slug: settled and open absences are counted together
    for flag, count in report.flags:
        counts[str(flag)] += count
    items = []
    for item in report.items:
        verdicts = Counter(str(verdict.promised) for verdict in item.verdicts.elements())
        figures = {"success": item.success, "discrimination": item.discrimination}
        items.append({"item": f"{item.part}.{item.item}", "verdicts": dict(verdicts), **figures})
    return {
        "schema": SCHEMA,
        "exam": report.gradebook.exam.name,
        "students": len(report.gradebook.all_rows),
        "scores": None if report.spread is None else asdict(report.spread),
        "histogram": list(report.histogram),
        "questions": [
            {
                "question": question.number,
                "points": float(question.points),
                "success": question.success,
                "discrimination": question.discrimination,
            }
            for question in report.questions
        ],
        "items": items,
        "frequent": [
            {"note": str(remark.note), "items": remark.items, "papers": remark.papers, "parts": list(remark.parts)}
            for remark in report.frequent
        ],
        "doubts": [
            {"student": doubt.student, "item": doubt.item or None, "raw": doubt.raw, "note": str(doubt.note)}
            for doubt in report.doubts
        ],
        "flags": [
            {"flag": flag, "papers": count} for flag, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
        ],
        "problems": list(map(str, report.gradebook.problems)),
        "agreements": [{"part": part, **asdict(agreement)} for part, agreement in report.agreements],
        "fairness": [{"fact": fact.slug, "class": fact.value, "random": fact.random} for fact in report.fairness],
    }
