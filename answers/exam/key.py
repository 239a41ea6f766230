"""The key: exam + scenario → every exact answer, with its evidence and a fingerprint of the code that found it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

from answers.errors import CorrigeError, did_you_mean
from answers.exam.draw import Draw, checked_seed
from answers.exam.exam import Exam
from answers.exam.question import Evidence, Params, Part, Solution, SolveContext
from answers.exam.scenario import Scenario
from answers.flags import DEGENERATE_SEED, Flag
from answers.kinds.parsing import Value, Values
from answers.messages import Message


@dataclass(frozen=True, slots=True)
class Key:
    """Exact answers in one scenario, by part id, with the evidence for the examiner.

    `oral` answers the oral questions by slug, None standing for "none". `margins` says how far
    the next candidate is in the parts that choose one. A key from the cache equals a fresh one.
    """

    exam: str
    scenario: Scenario
    params: Params
    answers: Mapping[str, Values]
    evidence: Mapping[str, tuple[Evidence, ...]]
    oral: Mapping[str, tuple[Value | None, ...]]
    margins: Mapping[str, float] = field(default_factory=dict)
    fingerprint: str = ""

    @property
    def u0(self) -> int:
        """The seed."""
        return self.scenario.u0

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What a teacher must know of the seed: for u₀ = 0 the whole sequence is 0, and every draw with it."""
        return (DEGENERATE_SEED,) if self.u0 == 0 else ()


def make_key(
    exam: Exam, scenario: Scenario | int, *, parts: Collection[str] | None = None, fingerprint: str = ""
) -> Key:
    """Compute the key of `exam` in a scenario, or only the given parts of it (then without oral answers).

    A seed alone stands for its true scenario. Replaced answers are those that later parts ask for; the key's own
    answers are computed all the same. A seed outside 0 … 64006, an unknown part or mistake are a CorrigeError.
    """
    scenario = Scenario(scenario) if isinstance(scenario, int) else scenario
    asked = [exam.part(part_id) for part_id in parts] if parts is not None else exam.parts
    evaluation = _evaluation(exam, scenario)
    solved = {part.id: evaluation.solution(part.id) for part in sorted(asked, key=exam.parts.index)}
    answers = {part_id: solution.values for part_id, solution in solved.items()}
    return Key(
        exam=exam.name,
        scenario=scenario,
        params=evaluation.params,
        answers=answers,
        evidence={part_id: solution.evidence for part_id, solution in solved.items() if solution.evidence},
        oral={} if parts is not None else {oral.slug: oral.solve(evaluation.params, answers) for oral in exam.oral},
        margins={part_id: float(one.margin) for part_id, one in solved.items() if one.margin is not None},
        fingerprint=fingerprint,
    )


def answers_in_turn(
    exam: Exam, scenario: Scenario, parts: Iterable[str], params: Params | None = None
) -> Iterator[tuple[str, Values]]:
    """Yield the answers to some parts in a scenario, each with the part's id, as they are found.

    `params` is what the seed draws, where that is known.
    """
    evaluation = _evaluation(exam, scenario, params)
    yield from ((part_id, evaluation.solution(part_id).values) for part_id in parts)


def solve_context(exam: Exam, key: Key, part: Part) -> SolveContext[Params]:
    """Return what the solution of `part` was given for `key`, to ask whether another answer has its property."""
    return _solve_context(exam, part, key.params, key.scenario, lambda part_id: key.answers[part_id])


def _solve_context(
    exam: Exam, part: Part, params: Params, scenario: Scenario, answers: Callable[[str], Values]
) -> SolveContext[Params]:
    """What the solution of a part is given: of earlier answers those that the part declares, by their labels."""
    ids = dict(zip(part.depends_on_labels, part.depends_on, strict=True))

    def id_of(label: str) -> str:
        if label not in ids:
            raise LookupError(
                Message(
                    "part {part_id} looks up the answers to {other!r}, which its `depends_on` does not name",
                    part_id=part.id,
                    other=label,
                )
            )
        return ids[label]

    def asked(label: str) -> Values:
        part_id = id_of(label)
        return scenario.override_for(part_id) or answers(part_id)

    def instead(label: str) -> Values | None:
        return None if label in part.soft_depends_on and label not in ids else scenario.override_for(id_of(label))

    return exam.apply_misconceptions_before(SolveContext(params, scenario, asked, instead))


@dataclass(frozen=True, slots=True)
class _Evaluation:
    """The parts solved so far in one scenario; each is solved once, when it is asked for."""

    exam: Exam
    world: Scenario
    params: Params
    solved: dict[str, Solution] = field(default_factory=dict)

    def solution(self, part_id: str) -> Solution:
        if part_id in self.solved:
            return self.solved[part_id]
        question, part = self.exam.question_and_part(part_id)
        # the question's solution, or the first of its known mistakes that the scenario makes
        solve = next(
            (mistake.solve for mistake in question.mistakes if mistake.slug in self.world.mistakes), question.solve
        )
        context = _solve_context(self.exam, part, self.params, self.world, lambda other: self.solution(other).values)
        try:
            solution = self.exam.apply_misconceptions_after(
                context, part, _checked(self.exam, part, solve(context, part))
            )
        except Exception as error:
            if not hasattr(error, "__notes__"):  # of the part that failed, not of those that ask for it
                error.add_note(Message("part {part_id}, u0 = {u0}", part_id=part.id, u0=self.world.u0))
            raise
        self.solved[part_id] = solution
        return solution


def _evaluation(exam: Exam, scenario: Scenario, params: Params | None = None) -> _Evaluation:
    """Begin to solve an exam in a scenario, if there can be such a scenario."""
    checked_seed(scenario.u0)
    for slug in scenario.mistakes:
        if slug not in exam.mistakes:
            remedy = did_you_mean(slug, exam.mistakes)
            raise CorrigeError.one(
                Message("{name} has no known mistake {slug!r}", name=exam.name, slug=slug), remedy=remedy
            )
    for part_id, _ in scenario.answer_overrides:
        exam.part(part_id)
    return _Evaluation(exam, scenario, params or exam.draw(Draw(scenario.u0)))


def _checked(exam: Exam, part: Part, found: object) -> Solution:
    """Return the solution of a part, if it is one; else a CorrigeError says what is wrong with it, and what to do."""

    def refusal(cause: Message, remedy: Message) -> CorrigeError:
        place = Message(
            "{place}, question {question}, part {id}",
            place=exam.location.place or exam.name,
            question=part.question,
            id=part.id,
        )
        return CorrigeError.one(cause, place=place, remedy=remedy)

    if not isinstance(found, Solution) or not isinstance(found.values, tuple):
        cause = Message("its solution is {found:.80}", found=repr(found))
        raise refusal(cause, Message("return Solution((value, …))"))
    if len(found.values) != part.count:
        cause = Message(
            "its solution has {values} for {items}",
            values=Message("{count} value", plural="{count} values", count=len(found.values)),
            items=Message("{count} item", plural="{count} items", count=part.count),
        )
        raise refusal(cause, Message("give one value per item"))
    for value in found.values:
        if isinstance(value, bool) or not isinstance(value, (int, Fraction, float, tuple)):
            cause = Message("its solution has the value {value}", value=repr(value)[:80])
            raise refusal(cause, Message("give int, Fraction or float, or a tuple of codes"))
    if not isinstance(found.evidence, tuple) or len(found.evidence) > part.count:
        cause = Message("its evidence is not a tuple of at most {count}", count=part.count)
        raise refusal(cause, Message("give one evidence per item: Solution(values, (evidence, …))"))
    if found.margin is not None and not 0 <= found.margin < inf:
        remedy = Message("give the smallest distance to the next candidate, or None if there is no other")
        raise refusal(Message("its margin is {margin}", margin=found.margin), remedy)
    return found
