"""The atlas of an exam: statistics of its right answers over many seeds, and of points that are earned without work.

It shows how much answers vary between students, how close solutions come to a tie, and what copied answers, or the same
constants for all students, earn.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from statistics import median
from typing import TypeVar

from answers.atlas.seed_summary import (
    FEWEST,
    PAPERS,
    Answers,
    FreePapers,
    Scores,
    SeedSummary,
    answers_of,
    atlas_seeds,
    constant_answers,
    printed_answers,
    solving_times,
    summarize_seeds,
)
from answers.exam.exam import Exam
from answers.exam.key_cache import Load, save
from answers.exam.question import Part, Question
from answers.executors.workers import SERIAL, ParallelMap
from answers.grading.mark import Item
from answers.kinds.parsing import Value, Values

Result = TypeVar("Result")

ZERO = Fraction(0)
TIMED = 10
"""Number of first seeds of the atlas for which the time to solve each question is measured."""


@dataclass(frozen=True, slots=True)
class PointsWithoutWork:
    """The points that papers without a student's own work earn: mean and maximum over all such papers."""

    mean: Fraction
    most: Fraction


@dataclass(frozen=True, slots=True)
class AnswerVariety:
    """The number of different right answers over the seeds, the commonest, and the share of seeds that have it."""

    distinct: int
    commonest: Values
    share: Fraction


@dataclass(frozen=True, slots=True)
class ItemAtlas:
    """The statistics of an item, one value of an answer, over all seeds."""

    part: Part
    item: int  # number of the item in the part, from 1
    variety: AnswerVariety  # of the right answers
    constant: Value  # value of the item in the paper of constants, which is the same for all seeds
    # mean share of the item's points that copied papers earn, which have the right answers of another seed
    copied: Fraction
    constants: Fraction  # mean share of the item's points that the paper of constants earns


@dataclass(frozen=True, slots=True)
class QuestionAtlas:
    """The statistics of a question over all seeds."""

    number: int
    points: Fraction
    variety: AnswerVariety  # of the right answers to the whole question
    copied: PointsWithoutWork  # points of the question that copied papers earn, which have the answers of another seed
    # points of the question that the paper of constants earns, which is the same for all seeds
    constants: PointsWithoutWork
    # smallest margin of the solutions, and the seed that has this margin; None if the solutions state no margin. The
    # margin of an answer that is the best of several candidates is the gap to a candidate that would change it.
    nearest_tie: tuple[float, int] | None
    trivial: Fraction  # share of the right values that are 0 or 1
    seconds: tuple[float, float]  # median and greatest time to solve the question, in seconds, over ten seeds
    items: tuple[ItemAtlas, ...]


@dataclass(frozen=True, slots=True)
class Atlas:
    """The statistics of an exam over `seeds` seeds, and the points of whole papers `copied` or of `constants`."""

    exam: Exam
    seeds: int
    copied: PointsWithoutWork
    constants: PointsWithoutWork
    questions: tuple[QuestionAtlas, ...]


@dataclass(slots=True)
class PaperTotals:
    """Running totals of many papers: the sum of points by item, and the greatest by question and in all."""

    papers: int = 0
    items: dict[Item, Fraction] = field(default_factory=dict)
    most: dict[int, Fraction] = field(default_factory=dict)
    most_of_all: Fraction = ZERO

    def add(self, exam: Exam, scores: Scores) -> None:
        """Count a paper with these points of each item, in the order of `exam.parts`."""
        self.papers += 1
        earned = dict.fromkeys((question.number for question in exam.questions), ZERO)
        for part, items in zip(exam.parts, scores, strict=True):
            earned[part.question] += sum(items, ZERO)
            for index, score in enumerate(items):
                self.items[part.id, index] = self.items.get((part.id, index), ZERO) + score
        self.most = {number: max(points, self.most.get(number, ZERO)) for number, points in earned.items()}
        self.most_of_all = max(self.most_of_all, sum(earned.values(), ZERO))


@dataclass(slots=True)
class Tally:
    """Running counts over the seeds added so far: right answers by question and item, and least margins with seeds."""

    exam: Exam
    answers: dict[int, Counter[Values]] = field(default_factory=dict)
    items: dict[Item, Counter[Values]] = field(default_factory=dict)
    margins: dict[int, tuple[float, int]] = field(default_factory=dict)
    copied: PaperTotals = field(default_factory=PaperTotals)
    constants: PaperTotals = field(default_factory=PaperTotals)

    def add(self, summary: SeedSummary) -> None:
        """Add the right answers, margins and papers without work of one seed to the counts."""
        for question in self.exam.questions:
            ids = [part.id for part in question.parts]
            whole = tuple(value for part_id in ids for value in summary.answers[part_id])
            self.answers.setdefault(question.number, Counter())[whole] += 1
            for part_id in ids:
                if part_id in summary.margins:
                    near = summary.margins[part_id], summary.u0
                    self.margins[question.number] = min(self.margins.get(question.number, near), near)
        for part_id, values in summary.answers.items():
            for index, value in enumerate(values):
                self.items.setdefault((part_id, index), Counter())[(value,)] += 1
        for scores in summary.copied:
            self.copied.add(self.exam, scores)
        if summary.constants is not None:
            self.constants.add(self.exam, summary.constants)


def make_atlas(
    load: Load, count: int, parallel_map: ParallelMap = SERIAL, progress: Callable[[int], None] = lambda _: None
) -> Atlas:
    """Compute the atlas of an exam over `count` seeds, 65 to 64006.

    *Copied* papers have the right answers of another seed, over all ordered pairs of 40 seeds. The paper of *constants*
    has for each item the value that is right most often for 25 other seeds, and is marked for all seeds but these 25.
    Both are marked like students' papers. Keys are saved in the key cache. All results except times are the same for
    any `parallel_map`.

    `load` loads the exam, in each worker process too; `progress` is called with the number of seeds done so far.
    CorrigeError if the code of the exam fails, or `count` is out of range.
    """
    exam, seeds = load(), atlas_seeds(count)
    times = list(parallel_map(partial(solving_times, load), seeds[:TIMED]))  # before keys of these seeds are cached
    known = list(_saved(exam, seeds[:FEWEST], parallel_map(partial(answers_of, load), seeds[:FEWEST])))
    constants = constant_answers(exam, known[PAPERS:])
    copied = {u0: printed_answers(exam, answers) for u0, answers in zip(seeds[:PAPERS], known, strict=False)}
    paper = printed_answers(exam, constants)
    groups = (
        (FreePapers(copied, paper), seeds[:PAPERS]),
        (FreePapers(), seeds[PAPERS:FEWEST]),  # the constants are made from the keys of these seeds
        (FreePapers(constants=paper), seeds[FEWEST:]),
    )
    summaries = (
        summary
        for free, some in groups
        for summary in _saved(exam, some, parallel_map(partial(summarize_seeds, load, free), some))
    )
    tally = Tally(exam)
    for done, summary in enumerate(summaries, start=1):
        tally.add(summary)
        progress(done)
    return Atlas(
        exam,
        count,
        _free(tally.copied),
        _free(tally.constants),
        tuple(
            _question(tally, question, constants, [by_question[question.number] for by_question in times])
            for question in exam.questions
        ),
    )


def _saved(exam: Exam, seeds: Iterable[int], results: Iterable[tuple[Result, bytes | None]]) -> Iterator[Result]:
    """Yield the result for each seed, and save the key content that comes with it, unless None, in the key cache."""
    for u0, (result, content) in zip(seeds, results, strict=True):
        save(exam, u0, content)
        yield result


def _question(tally: Tally, question: Question, constants: Answers, times: Sequence[float]) -> QuestionAtlas:
    """Return the statistics of a question; `times` are the seconds to solve it for some seeds."""
    items, trivial, counted = [], 0, 0
    for part in question.parts:
        share = part.points / part.count
        for index in range(part.count):
            place = part.id, index
            counts = tally.items[place]
            trivial += sum(often for (value,), often in counts.items() if value in (0, 1))
            counted += counts.total()
            copied, constant = (
                totals.items[place] / totals.papers / share if share else ZERO
                for totals in (tally.copied, tally.constants)
            )
            items.append(ItemAtlas(part, index + 1, _variety(counts), constants[part.id][index], copied, constant))
    return QuestionAtlas(
        question.number,
        sum((part.points for part in question.parts), ZERO),
        _variety(tally.answers[question.number]),
        _free(tally.copied, question),
        _free(tally.constants, question),
        tally.margins.get(question.number),
        Fraction(trivial, counted),
        (median(times), max(times)),
        tuple(items),
    )


def _variety(counts: Counter[Values]) -> AnswerVariety:
    (commonest, often), *_ = counts.most_common(1)
    return AnswerVariety(len(counts), commonest, Fraction(often, counts.total()))


def _free(totals: PaperTotals, question: Question | None = None) -> PointsWithoutWork:
    """Return the mean and greatest points that papers earn for a question, or for the whole exam if it is None."""
    if question is None:
        return PointsWithoutWork(sum(totals.items.values(), ZERO) / totals.papers, totals.most_of_all)
    places = [(part.id, index) for part in question.parts for index in range(part.count)]
    points = sum((totals.items[place] for place in places), ZERO)
    return PointsWithoutWork(points / totals.papers, totals.most[question.number])


OF = 20
"""Scale of the goals on points: they are out of 20, whatever the total of the exam."""
COPIED_MEAN, COPIED_MOST, CONSTANTS_MEAN = Fraction(3, 2), Fraction(4), Fraction(2)
QUESTION_SHARE = Fraction(1, 4)
"""Greatest mean share of its points that a question may give to copied papers, or to the paper of constants."""
NEAREST_TIE = 1e-9
"""Least margin of a solution: below it, the order in which floats are summed may change an answer."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A limit that the statistics of an exam should keep, with the value that they have.

    `slug` is the name of the goal, `value` the value of the exam (None if there is nothing to compare), `limit` the
    limit of the value, and `met` whether the goal is met. `questions` are the numbers of the questions that miss it.
    `is_share` tells whether value and limit are shares, from 0 to 1.
    """

    slug: str
    value: float | None
    limit: float
    met: bool
    questions: tuple[int, ...] = ()
    is_share: bool = False


def goals(atlas: Atlas) -> tuple[Goal, ...]:
    """Return every goal for an exam, met or not, also for an exam with the questions of its document as printed."""
    margins = {
        question.number: question.nearest_tie[0] for question in atlas.questions if question.nearest_tie is not None
    }
    near = tuple(number for number, margin in margins.items() if margin < NEAREST_TIE)
    return (
        _mark("copied-mean", atlas, atlas.copied.mean, COPIED_MEAN),
        _mark("copied-most", atlas, atlas.copied.most, COPIED_MOST),
        _mark("constants-mean", atlas, atlas.constants.mean, CONSTANTS_MEAN),
        _share("copied-question", [(question, question.copied.mean) for question in atlas.questions]),
        _share("constants-question", [(question, question.constants.mean) for question in atlas.questions]),
        Goal("nearest-tie", min(margins.values(), default=None), NEAREST_TIE, not near, near),
    )


def missed(atlas: Atlas) -> tuple[Goal, ...]:
    """Return the goals that the exam of an atlas misses; none if it keeps the questions of its document as printed."""
    return () if atlas.exam.as_printed else tuple(goal for goal in goals(atlas) if not goal.met)


def _mark(slug: str, atlas: Atlas, points: Fraction, limit: Fraction) -> Goal:
    """Judge points out of the whole exam, turned into a mark out of 20: at most `limit`."""
    value = OF * points / atlas.exam.points if atlas.exam.points else Fraction(0)
    return Goal(slug, float(value), float(limit), value <= limit)


def _share(slug: str, earned: Iterable[tuple[QuestionAtlas, Fraction]]) -> Goal:
    """Judge the share of each question's points in `earned`: none may be above QUESTION_SHARE."""
    shares = {
        question_atlas.number: points / question_atlas.points
        for question_atlas, points in earned
        if question_atlas.points
    }
    over = tuple(number for number, share in shares.items() if share > QUESTION_SHARE)
    return Goal(slug, float(max(shares.values(), default=0)), float(QUESTION_SHARE), not over, over, is_share=True)
