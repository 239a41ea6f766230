"""The key: exam + world → every exact answer, with its evidence and a fingerprint of the code that found it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from math import inf

from answers.errors import CorrigeError, did_you_mean
from answers.exam.draw import Draw, checked_seed
from answers.exam.exam import Exam
from answers.exam.question import Evidence, Given, Params, Part, Question, Solution, Solve
from answers.exam.world import World
from answers.flags import DEGENERATE_SEED, Flag
from answers.kinds.reading import Value, Values
from answers.messages import Message


@dataclass(frozen=True, slots=True)
class Key:
    """Exact answers in one world, by part id, with the evidence for the examiner.

    `oral` answers the oral questions by slug, None standing for "none". `margins` says how far
    the next candidate is in the parts that choose one. A key from the store equals a fresh one.
    """

    exam: str
    world: World
    params: Params
    answers: Mapping[str, Values]
    evidence: Mapping[str, tuple[Evidence, ...]]
    oral: Mapping[str, tuple[Value | None, ...]]
    margins: Mapping[str, float] = field(default_factory=dict)
    fingerprint: str = ""

    @property
    def u0(self) -> int:
        """The seed."""
        return self.world.u0

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What a teacher must know of the seed: for u₀ = 0 the whole sequence is 0, and every draw with it."""
        return (DEGENERATE_SEED,) if self.u0 == 0 else ()


def make_key(exam: Exam, world: World | int, *, parts: Collection[str] | None = None, fingerprint: str = "") -> Key:
    """Compute the key of `exam` in a world, or only the given parts of it (then without oral answers).

    A seed alone stands for its true world. Replaced answers are those that later parts ask for; the key's own answers
    are computed all the same. A seed outside 0 … 64006, an unknown part or mistake are a CorrigeError.
    """
    world = World(world) if isinstance(world, int) else world
    _check(exam, world)
    asked = [exam.part(part_id) for part_id in parts] if parts is not None else exam.parts
    sitting = _Sitting(exam, world, exam.draw(Draw(world.u0)))
    solved = {part.id: sitting.solution(part.id) for part in sorted(asked, key=exam.parts.index)}
    answers = {part_id: solution.values for part_id, solution in solved.items()}
    return Key(
        exam=exam.name,
        world=world,
        params=sitting.params,
        answers=answers,
        evidence={part_id: solution.evidence for part_id, solution in solved.items() if solution.evidence},
        oral={} if parts is not None else {oral.slug: oral.solve(sitting.params, answers) for oral in exam.oral},
        margins=_margins(solved),
        fingerprint=fingerprint,
    )


def answers_in_turn(
    exam: Exam, world: World, parts: Iterable[str], params: Params | None = None
) -> Iterator[tuple[str, Values]]:
    """Yield the answers to some parts in a world, each with the part's id, as they are found.

    `params` is what the seed draws, where that is known.
    """
    _check(exam, world)
    sitting = _Sitting(exam, world, params or exam.draw(Draw(world.u0)))
    yield from ((part_id, sitting.solution(part_id).values) for part_id in parts)


def _margins(solved: Mapping[str, Solution]) -> dict[str, float]:
    return {part_id: float(one.margin) for part_id, one in solved.items() if one.margin is not None}


def given(exam: Exam, key: Key, part: Part) -> Given[Params]:
    """Return what the solution of `part` was given for `key`, to ask whether another answer has its property."""

    def answers(part_id: str) -> Values:
        return key.world.answers_instead(part_id) or key.answers[part_id]

    return _given(exam, part, key.params, key.world, answers)


def _given(exam: Exam, part: Part, params: Params, world: World, answers: Callable[[str], Values]) -> Given[Params]:
    """What the solution of a part is given: of earlier answers those that the part declares, by their labels."""
    ids = dict(zip(part.asks, part.uses, strict=True))

    def id_of(label: str) -> str:
        if label not in ids:
            raise LookupError(
                Message(
                    "part {part_id} asks for the answers to {other!r}, which its `uses` do not name",
                    part_id=part.id,
                    other=label,
                )
            )
        return ids[label]

    def instead(label: str) -> Values | None:
        return None if label in part.follows and label not in ids else world.answers_instead(id_of(label))

    told = Given(params, world, lambda label: answers(id_of(label)), instead)
    return exam.given(told)


@dataclass(frozen=True, slots=True)
class _Sitting:
    """The parts solved so far in one world; each is solved once, when it is asked for."""

    exam: Exam
    world: World
    params: Params
    solved: dict[str, Solution] = field(default_factory=dict)

    def solution(self, part_id: str) -> Solution:
        if part_id not in self.solved:
            question, part = self.exam.asked(part_id)
            self.solved[part_id] = self._solution(question, part)
        return self.solved[part_id]

    def _solution(self, question: Question, part: Part) -> Solution:
        told = _given(self.exam, part, self.params, self.world, self._answers)
        try:
            solution = _checked(self.exam, part, _solve_in(self.world, question)(told, part))
            return self.exam.answered(told, part, solution)
        except Exception as error:
            if not hasattr(error, "__notes__"):  # of the part that failed, not of those that ask for it
                error.add_note(Message("part {part_id}, u0 = {u0}", part_id=part.id, u0=self.world.u0))
            raise

    def _answers(self, part_id: str) -> Values:
        return self.world.answers_instead(part_id) or self.solution(part_id).values


def _checked(exam: Exam, part: Part, found: object) -> Solution:
    """The solution of a part, if it is one."""
    if isinstance(found, Solution) and isinstance(found.values, tuple):
        fault = next(_faults(part, found), None)
    else:
        fault = Message("its solution is {found:.80}", found=repr(found)), Message("return Solution((value, …))")
    if fault is not None:
        place = Message(
            "{place}, question {question}, part {id}",
            place=exam.home.place or exam.name,
            question=part.question,
            id=part.id,
        )
        raise CorrigeError.one(fault[0], place=place, remedy=fault[1])
    assert isinstance(found, Solution)
    return found


def _faults(part: Part, found: Solution) -> Iterator[tuple[Message, Message]]:
    """What is wrong with a solution, and what to do."""
    if len(found.values) != part.count:
        cause = Message(
            "its solution has {values} for {items}",
            values=Message("{count} value", plural="{count} values", count=len(found.values)),
            items=Message("{count} item", plural="{count} items", count=part.count),
        )
        yield cause, Message("give one value an item")
    for value in found.values:
        if isinstance(value, bool) or not isinstance(value, (int, Fraction, float, tuple)):
            cause = Message("its solution has the value {value}", value=repr(value)[:80])
            yield cause, Message("give int, Fraction or float, or a tuple of codes")
    if not isinstance(found.evidence, tuple) or len(found.evidence) > part.count:
        cause = Message("its evidence is not a tuple of at most {count}", count=part.count)
        yield cause, Message("give one evidence an item: Solution(values, (evidence, …))")
    if found.margin is not None and not 0 <= found.margin < inf:
        remedy = Message("give the least gap to the next candidate, or None where there is none")
        yield Message("its margin is {margin}", margin=found.margin), remedy


def _solve_in(world: World, question: Question) -> Solve[Params]:
    """The question's solution, or the first of its known mistakes that the world makes."""
    return next((one.solve for one in question.mistakes if one.slug in world.mistakes), question.solve)


def _check(exam: Exam, world: World) -> None:
    checked_seed(world.u0)
    parts = {part.id for part in exam.parts}
    for slug in world.mistakes:
        if slug not in exam.mistakes:
            remedy = did_you_mean(slug, exam.mistakes)
            raise CorrigeError.one(
                Message("{name} has no known mistake {slug!r}", name=exam.name, slug=slug), remedy=remedy
            )
    for part_id in chain(*(pair[:1] for pair in world.replaced)):
        if part_id not in parts:
            exam.part(part_id)
