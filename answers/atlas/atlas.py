"""An exam over many seeds: how its answers vary, how near their ties are, and what they are worth without work."""

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
    Load,
    Scores,
    SeedSummary,
    answers_of,
    atlas_seeds,
    constants,
    looks,
    seconds,
    written,
)
from answers.exam.exam import Exam
from answers.exam.key_cache import save
from answers.exam.question import Part, Question
from answers.executors.workers import HERE, ParallelMap
from answers.grading.mark import Item
from answers.kinds.parsing import Value, Values

Found = TypeVar("Found")

ZERO = Fraction(0)
TIMED = 10
"""Seeds whose questions are timed, each solved again: the first ones."""


@dataclass(frozen=True, slots=True)
class Free:
    """Points that papers without work earn: the mean and the greatest over all of them."""

    mean: Fraction
    most: Fraction


@dataclass(frozen=True, slots=True)
class Spelt:
    """How the answers to one thing vary: how many there are, the commonest, and the share of the seeds that have it."""

    distinct: int
    commonest: Values
    share: Fraction


@dataclass(frozen=True, slots=True)
class ItemAtlas:
    """One item: its rank from 1, how it varies, the constant handed in, and the share of its points earned for free."""

    part: Part
    item: int
    spelt: Spelt
    constant: Value
    copied: Fraction
    constants: Fraction


@dataclass(frozen=True, slots=True)
class QuestionAtlas:
    """One question over all seeds."""

    number: int
    points: Fraction
    spelt: Spelt
    copied: Free
    constants: Free
    nearest_tie: tuple[float, int] | None
    """The least margin that its solutions state, with the seed that has it; None when they choose nothing."""
    trivial: Fraction
    """Share of its values that are 0 or 1."""
    seconds: tuple[float, float]
    """Median and greatest time to solve it, over ten seeds."""
    items: tuple[ItemAtlas, ...]


@dataclass(frozen=True, slots=True)
class Atlas:
    """All questions over `seeds` seeds, and whole papers without work."""

    exam: Exam
    seeds: int
    copied: Free
    constants: Free
    questions: tuple[QuestionAtlas, ...]


@dataclass(slots=True)
class Marks:
    """Points of many papers: the sum for each item, the greatest mark of each question and of a whole paper."""

    papers: int = 0
    items: dict[Item, Fraction] = field(default_factory=dict)
    most: dict[int, Fraction] = field(default_factory=dict)
    most_of_all: Fraction = ZERO

    def add(self, exam: Exam, scores: Scores) -> None:
        """Count one more paper."""
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
    """Everything counted over the seeds seen so far."""

    exam: Exam
    answers: dict[int, Counter[Values]] = field(default_factory=dict)
    items: dict[Item, Counter[Values]] = field(default_factory=dict)
    margins: dict[int, tuple[float, int]] = field(default_factory=dict)
    copied: Marks = field(default_factory=Marks)
    constants: Marks = field(default_factory=Marks)

    def add(self, look: SeedSummary) -> None:
        """Count one more seed."""
        for question in self.exam.questions:
            ids = [part.id for part in question.parts]
            whole = tuple(value for part_id in ids for value in look.answers[part_id])
            self.answers.setdefault(question.number, Counter())[whole] += 1
            for part_id in ids:
                if part_id in look.margins:
                    near = look.margins[part_id], look.u0
                    self.margins[question.number] = min(self.margins.get(question.number, near), near)
        for part_id, values in look.answers.items():
            for index, value in enumerate(values):
                self.items.setdefault((part_id, index), Counter())[(value,)] += 1
        for scores in look.copied:
            self.copied.add(self.exam, scores)
        if look.constants is not None:
            self.constants.add(self.exam, look.constants)


def make_atlas(
    load: Load, count: int, parallel_map: ParallelMap = HERE, progress: Callable[[int], None] = lambda _: None
) -> Atlas:
    """Look at `count` seeds, 65 … 64006, of the exam that `load` loads in every worker; CorrigeError if the exam fails.

    *Copied*: another student's right answers handed in, over all ordered pairs of 40 seeds. *Constants*: for each item
    the value that is right most often for 25 seeds, marked on all other seeds. Both are marked as students' papers are.
    Computed keys go to the key store, as many as it holds, and not into memory. All results but the times are the same
    for any executor. `progress` is called with the number of seeds looked at so far.
    """
    exam, seeds = load(), atlas_seeds(count)
    taken = list(parallel_map(partial(seconds, load), seeds[:TIMED]))  # first: later, caches would know these seeds
    known = list(_kept(exam, seeds[:FEWEST], parallel_map(partial(answers_of, load), seeds[:FEWEST])))
    paper = constants(exam, known[PAPERS:])
    copied = {u0: written(exam, answers) for u0, answers in zip(seeds[:PAPERS], known, strict=False)}
    same = written(exam, paper)
    parts = (
        (FreePapers(copied, same), seeds[:PAPERS]),
        (FreePapers(), seeds[PAPERS:FEWEST]),  # which taught the constants
        (FreePapers(constants=same), seeds[FEWEST:]),
    )
    looked = (
        look for free, some in parts for look in _kept(exam, some, parallel_map(partial(looks, load, free), some))
    )
    tally = Tally(exam)
    for done, look in enumerate(looked, start=1):
        tally.add(look)
        progress(done)
    return Atlas(
        exam,
        count,
        _free(tally.copied),
        _free(tally.constants),
        tuple(
            _question(tally, question, paper, [times[question.number] for times in taken])
            for question in exam.questions
        ),
    )


def _kept(exam: Exam, seeds: Iterable[int], found: Iterable[tuple[Found, bytes | None]]) -> Iterator[Found]:
    """Return the findings for each seed, and save the keys that workers computed in this cache."""
    for u0, (finding, content) in zip(seeds, found, strict=True):
        save(exam, u0, content)
        yield finding


def _question(tally: Tally, question: Question, paper: Answers, times: Sequence[float]) -> QuestionAtlas:
    items, trivial, counted = [], 0, 0
    for part in question.parts:
        share = part.points / part.count
        for index in range(part.count):
            place = part.id, index
            counts = tally.items[place]
            trivial += sum(often for (value,), often in counts.items() if value in (0, 1))
            counted += counts.total()
            copied, same = (
                marks.items[place] / marks.papers / share if share else ZERO
                for marks in (tally.copied, tally.constants)
            )
            items.append(ItemAtlas(part, index + 1, _spelt(counts), paper[part.id][index], copied, same))
    return QuestionAtlas(
        question.number,
        sum((part.points for part in question.parts), ZERO),
        _spelt(tally.answers[question.number]),
        _free(tally.copied, question),
        _free(tally.constants, question),
        tally.margins.get(question.number),
        Fraction(trivial, counted),
        (median(times), max(times)),
        tuple(items),
    )


def _spelt(counts: Counter[Values]) -> Spelt:
    (commonest, often), *_ = counts.most_common(1)
    return Spelt(len(counts), commonest, Fraction(often, counts.total()))


def _free(marks: Marks, question: Question | None = None) -> Free:
    """What papers without work earn of a question, or of all."""
    if question is None:
        return Free(sum(marks.items.values(), ZERO) / marks.papers, marks.most_of_all)
    places = [(part.id, index) for part in question.parts for index in range(part.count)]
    return Free(sum((marks.items[place] for place in places), ZERO) / marks.papers, marks.most[question.number])


OF = 20
"""Marks are judged out of 20, whatever the points of the exam."""
COPIED_MEAN, COPIED_MOST, CONSTANTS_MEAN = Fraction(3, 2), Fraction(4), Fraction(2)
QUESTION_SHARE = Fraction(1, 4)
"""The most that a question may give of its points, in the mean, to either paper without work."""
NEAREST_TIE = 1e-9
"""A choice nearer than this may be decided by the order in which floats are summed."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal: its slug, the value reached, the limit, and the questions that miss it, if it is about each."""

    slug: str
    value: float | None
    limit: float
    met: bool
    questions: tuple[int, ...] = ()
    is_share: bool = False


def goals(atlas: Atlas) -> tuple[Goal, ...]:
    """Return every goal, met or not; those of an exam that declares itself kept as printed too."""
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
    """Return the goals that an exam misses: none for one that declares itself kept as printed."""
    return () if atlas.exam.as_printed else tuple(goal for goal in goals(atlas) if not goal.met)


def _mark(slug: str, atlas: Atlas, points: Fraction, limit: Fraction) -> Goal:
    value = OF * points / atlas.exam.points if atlas.exam.points else Fraction(0)
    return Goal(slug, float(value), float(limit), value <= limit)


def _share(slug: str, earned: Iterable[tuple[QuestionAtlas, Fraction]]) -> Goal:
    shares = {
        question_atlas.number: points / question_atlas.points
        for question_atlas, points in earned
        if question_atlas.points
    }
    over = tuple(number for number, share in shares.items() if share > QUESTION_SHARE)
    return Goal(slug, float(max(shares.values(), default=0)), float(QUESTION_SHARE), not over, over, is_share=True)
