"""An exam over many seeds: how its answers vary, how near their ties are, and what they are worth without work."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from statistics import median
from typing import TypeVar

from answers.atlas.all_looks import all_looks
from answers.atlas.free_papers import Answers, FreePapers, constants, written
from answers.atlas.look import Load, Look, answers_of, looks, seconds
from answers.atlas.seeds import EVERY, FEWEST, PAPERS, atlas_seeds
from answers.atlas.tally import Marks, Tally
from answers.exam.exam import Exam
from answers.exam.part import Part
from answers.exam.question import Question
from answers.exam.sent_key import Sent, keep_sent
from answers.executors.workers import HERE, Spread
from answers.grading.worlds import Item
from answers.kinds.reading import Value, Values

Found = TypeVar("Found")

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
    """One question over all seeds.

    Attributes
    ----------
    nearest_tie
        The least margin that its solutions state, with the seed that has it; None when they choose nothing.
    trivial
        Share of its values that are 0 or 1.
    seconds
        Median and greatest time to solve it, over ten seeds.
    """

    number: int
    points: Fraction
    spelt: Spelt
    copied: Free
    constants: Free
    nearest_tie: tuple[float, int] | None
    trivial: Fraction
    seconds: tuple[float, float]
    items: tuple[ItemAtlas, ...]


@dataclass(frozen=True, slots=True)
class Atlas:
    """All questions over `seeds` seeds, and whole papers without work."""

    exam: Exam
    seeds: int
    copied: Free
    constants: Free
    questions: tuple[QuestionAtlas, ...]


def make_atlas(
    load: Load, count: int, spread: Spread = HERE, progress: Callable[[int], None] = lambda _: None
) -> Atlas:
    """Look at `count` seeds of the exam that `load` loads.

    *Copied*: another student's right answers handed in, over all ordered pairs of 40 seeds. *Constants*: for each item
    the value that is right most often for 25 seeds, marked on all other seeds. Both are marked as students' papers are.
    Of all 64006 seeds what is found is kept as it comes: begun again, it goes on. Memory does not hold the keys.

    Parameters
    ----------
    load
        Called by every worker.
    spread
        Who looks; all but the times is the same for any.
    progress
        Called with the number of seeds looked at so far.

    Raises
    ------
    CorrigeError
        If `count` is outside 65 … 64006, or an exam of the teacher's own fails.
    """
    exam, seeds = load(), atlas_seeds(count)
    taken = list(spread(partial(seconds, load), seeds[:TIMED]))  # first: later, caches would know these seeds
    known = list(_kept(exam, seeds[:FEWEST], spread(partial(answers_of, load), seeds[:FEWEST])))
    paper = constants(exam, known[PAPERS:])
    tally = Tally(exam)
    for done, look in enumerate(_looks(load, exam, seeds, known, paper, spread), start=1):
        tally.add(look)
        progress(done)
    return _atlas(tally, count, paper, taken)


def _looks(
    load: Load, exam: Exam, seeds: Sequence[int], known: Sequence[Answers], paper: Answers, spread: Spread
) -> Iterator[Look]:
    """Look at all seeds: at the first ones with the papers that they copy from each other."""
    copied = {u0: written(exam, answers) for u0, answers in zip(seeds[:PAPERS], known, strict=False)}
    same = written(exam, paper)
    parts = (
        (FreePapers(copied, same), seeds[:PAPERS]),
        (FreePapers(), seeds[PAPERS:FEWEST]),  # which taught the constants
        (FreePapers(constants=same), () if len(seeds) == EVERY else seeds[FEWEST:]),
    )
    for free, some in parts:
        yield from _kept(exam, some, spread(partial(looks, load, free), some))
    if len(seeds) == EVERY:
        yield from all_looks(load, exam, FreePapers(constants=same), frozenset(seeds[:FEWEST]), spread)


def _kept(exam: Exam, seeds: Iterable[int], found: Iterable[tuple[Found, Sent]]) -> Iterator[Found]:
    """What was found of each seed; the keys that came with it are kept here."""
    for u0, (one, sent) in zip(seeds, found, strict=True):
        keep_sent(exam, u0, sent)
        yield one


def _atlas(tally: Tally, count: int, paper: Answers, taken: Sequence[Mapping[int, float]]) -> Atlas:
    exam = tally.exam
    return Atlas(
        exam,
        count,
        _free_total(tally.copied),
        _free_total(tally.constants),
        tuple(
            _question(tally, question, paper, [times[question.number] for times in taken])
            for question in exam.questions
        ),
    )


def _question(tally: Tally, question: Question, paper: Answers, times: Sequence[float]) -> QuestionAtlas:
    number = question.number
    items = tuple(_item(tally, part, index, paper) for part in question.parts for index in range(part.count))
    return QuestionAtlas(
        number,
        sum((part.points for part in question.parts), Fraction(0)),
        _spelt(tally.answers[number]),
        _free(tally.copied, question),
        _free(tally.constants, question),
        tally.margins.get(number),
        _trivial(tally, question),
        (median(times), max(times)),
        items,
    )


def _item(tally: Tally, part: Part, index: int, paper: Answers) -> ItemAtlas:
    place, share = (part.id, index), part.points / part.count
    copied, same = (
        _mean(marks, [place]) / share if share else Fraction(0) for marks in (tally.copied, tally.constants)
    )
    return ItemAtlas(part, index + 1, _spelt(tally.items[place]), paper[part.id][index], copied, same)


def _spelt(counts: Counter[Values]) -> Spelt:
    (commonest, often), *_ = counts.most_common(1)
    return Spelt(len(counts), commonest, Fraction(often, counts.total()))


def _free(marks: Marks, question: Question) -> Free:
    places = [(part.id, index) for part in question.parts for index in range(part.count)]
    return Free(_mean(marks, places), marks.most[question.number])


def _free_total(marks: Marks) -> Free:
    return Free(_mean(marks, marks.items), marks.most_of_all)


def _mean(marks: Marks, places: Iterable[Item]) -> Fraction:
    return sum((marks.items[place] for place in places), Fraction(0)) / marks.papers


def _trivial(tally: Tally, question: Question) -> Fraction:
    counted = [tally.items[part.id, index] for part in question.parts for index in range(part.count)]
    trivial = sum(often for counts in counted for (value,), often in counts.items() if value in (0, 1))
    return Fraction(trivial, sum(counts.total() for counts in counted))
