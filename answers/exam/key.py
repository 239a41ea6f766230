"""Compute the key of an exam: the exact answers in a scenario, with their evidence."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf, isfinite
from types import MappingProxyType

from answers.errors import CorrigeError, Problem, TimeLimitError, did_you_mean
from answers.exam.draw import checked_seed
from answers.exam.exam import Exam, drawn_of
from answers.exam.question import Evidence, Misconception, Params, Part, Solution, SolveContext, place_of
from answers.exam.scenario import Scenario
from answers.flags import DEGENERATE_SEED, Flag
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.parsing import Value, Values
from answers.messages import Message


@dataclass(frozen=True, slots=True)
class Key:
    """The exact answers to an exam in one scenario; a key from the cache equals a computed one.

    Attributes
    ----------
    answers
        The values of all items by part id.
    evidence
        Details that the examiner's key prints beside answers, by part id; parts without evidence are absent.
    oral
        Answers to each oral question, by its slug; None in place of an answer that does not exist for this seed.
    margins
        By id of each part whose answer is the best of several candidates: the smallest gap to a candidate that would
        change the answer.
    fingerprint
        Digest of the code that computed the key; empty if unknown.
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
        """The seed of the scenario."""
        return self.scenario.u0

    @property
    def flags(self) -> tuple[Flag, ...]:
        """The flags of the seed: "degenerate seed" for u₀ = 0, of which all terms are 0; else none."""
        return (DEGENERATE_SEED,) if self.u0 == 0 else ()


def make_key(
    exam: Exam, scenario: Scenario | int, *, parts: Collection[str] | None = None, fingerprint: str = ""
) -> Key:
    """Compute the key of `exam` in a scenario.

    Parameters
    ----------
    scenario
        A scenario, or a seed, which stands for the scenario without mistakes. Only later parts use overridden answers;
        the key contains the computed answers.
    parts
        Ids of the parts to compute, without oral questions; all parts if None.

    Raises
    ------
    CorrigeError
        If the seed is not from 0 to 64006, if a part or mistake is unknown, if a solution is invalid, or if a
        right number is outside the domain of its kind.
    """
    scenario = Scenario(scenario) if isinstance(scenario, int) else scenario
    chosen = [exam.part(part_id) for part_id in parts] if parts is not None else exam.parts
    evaluation = _Evaluation(exam, scenario)
    solved = dict(_solutions(evaluation, [part.id for part in sorted(chosen, key=exam.parts.index)]))
    answers = {part_id: solution.values for part_id, solution in solved.items()}
    problems: list[Problem] = []
    for part_id, values in answers.items() if scenario.is_true else ():
        question, part = exam.question_and_part(part_id)
        place = question.place if exam.location.texts else ""
        try:
            _check_values(part, values, place, scenario.u0, is_limited=True)
        except CorrigeError as error:
            problems += error.problems
    if problems:
        raise CorrigeError(problems)
    return Key(
        exam=exam.name,
        scenario=scenario,
        params=evaluation.params,
        answers=answers,
        evidence={part_id: solution.evidence for part_id, solution in solved.items() if solution.evidence},
        oral={} if parts is not None else {oral.slug: oral.solve(evaluation.params, answers) for oral in exam.oral},
        margins={
            part_id: float(solution.margin) for part_id, solution in solved.items() if solution.margin is not None
        },
        fingerprint=fingerprint,
    )


def answers_in_turn(
    exam: Exam,
    scenario: Scenario,
    parts: Iterable[str],
    params: Params | None = None,
    first_items: Mapping[str, int] = MappingProxyType({}),
) -> Iterator[tuple[str, Values]]:
    """Yield pairs of a part id and the answers to this part in a scenario, each as soon as it is computed.

    `first_items` has the number of first answers that are needed of a part, if not all are: others may be missing.
    """
    evaluation = _Evaluation(exam, scenario, params, first_items)
    yield from ((part_id, solution.values) for part_id, solution in _solutions(evaluation, parts))


def _solutions(evaluation: "_Evaluation", parts: Iterable[str]) -> Iterator[tuple[str, Solution]]:
    """Yield pairs of a part id and its solution, for the part ids in `parts`."""
    # In a scenario with a mistake that was found in a class, the parts are solved with changed code, in another
    # process; CorrigeError if that fails.
    exam, scenario = evaluation.exam, evaluation.scenario
    changes = [found.mutation for found in exam.misconceptions if found.mutation and found.slug in scenario.mistakes]
    if not changes:
        yield from ((part_id, evaluation.solution(part_id)) for part_id in parts)
        return
    from answers.exam.mutation import exam_code  # rarely needed
    from answers.sandbox.process import SECONDS

    part_ids = list(parts)
    if not exam_code(exam.location).is_loaded(changes[0]):
        with suppress(Exception):  # import the solvers, whose code is changed below
            deque(_solutions(_Evaluation(exam, Scenario(scenario.u0), evaluation.params), part_ids), 0)
    code = exam_code(exam.location)
    seconds = SECONDS * len(part_ids)
    solved = [*code.results(changes, lambda _: [evaluation.solution(part_id) for part_id in part_ids], seconds)]
    if len(changes) > 1 or solved[0] is None:
        raise CorrigeError.single(
            Message(
                "the answers cannot be computed with the mistake {slug}, which you accepted for this class",
                slug=changes[0].slug,
            ),
            remedy=Message(
                "search again: `corrige class mistakes DIR`; or withdraw the mistake: `corrige class mistakes DIR "
                "--withdraw {slug}`",
                slug=changes[0].slug,
            ),
        )
    yield from zip(part_ids, solved[0], strict=True)


def solve_context(exam: Exam, key: Key, part: Part) -> SolveContext[Params]:
    """Return the context with which the solution function of `part` was called when `key` was computed."""
    return _context_and_misconceptions(exam, part, key.params, key.scenario, lambda part_id: key.answers[part_id])[0]


def _context_and_misconceptions(
    exam: Exam, part: Part, params: Params, scenario: Scenario, answers: Callable[[str], Values]
) -> tuple[SolveContext[Params], list[Misconception]]:
    """Return the context for the solution of a part, and the active misconceptions, which have changed the context."""
    # The context gives the earlier answers that the part declares, by label. A question of a composed paper is solved
    # as in its own exam: with the parameters, mistakes and misconceptions of that exam.
    question, _ = exam.question_and_part(part.id)
    ids = dict(zip(part.depends_on_labels, part.depends_on, strict=True))

    overrides = dict(scenario.answer_overrides)

    def override_for(label: str, *, may_lack: bool = True) -> Values | None:
        """Return the override of a part by its label; refuse a part that `depends_on` does not name."""
        if label in ids:
            return overrides.get(ids[label])
        if may_lack and label in part.soft_depends_on:
            return None
        raise LookupError(
            Message(
                "the solution of part {part_id} uses the answers to {other!r}, which the `depends_on` of this part "
                "does not name",
                part_id=part.id,
                other=label,
            )
        )

    def answers_to(label: str) -> Values:
        return override_for(label, may_lack=False) or answers(ids[label])

    source, own = exam.source_of(question), scenario
    if source is not exam:
        prefix = f"{source.name}-"
        slugs = (slug.removeprefix(prefix) for slug in scenario.mistakes if slug.startswith(prefix))
        own = Scenario(scenario.u0, tuple(slugs))
    active = [misconception for misconception in source.misconceptions if misconception.slug in own.mistakes]
    context = SolveContext(drawn_of(params, source), own, answers_to, override_for)
    for misconception in active:
        context = misconception.change(context)
    return context, active


class _Evaluation:
    """The solutions computed so far in a scenario; each part is solved when its solution is first needed."""

    def __init__(
        self,
        exam: Exam,
        scenario: Scenario,
        params: Params | None = None,
        first_items: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        """Draw the parameters unless `params` are given; `first_items` is that of `answers_in_turn`."""
        checked_seed(scenario.u0)
        for slug in scenario.mistakes:
            if slug not in exam.mistakes:
                remedy = did_you_mean(slug, exam.mistakes)
                raise CorrigeError.single(
                    Message("the exam {name} has no known mistake {slug!r}", name=exam.name, slug=slug), remedy=remedy
                )
        for part_id, _ in scenario.answer_overrides:
            exam.part(part_id)
        self.exam, self.scenario = exam, scenario
        self.params = params or exam.drawn(scenario.u0)
        self._first_items = first_items
        self._solved: dict[str, Solution] = {}

    def solution(self, part_id: str) -> Solution:
        """Return the solution of a part, changed by the known mistakes of the scenario."""
        if part_id in self._solved:
            return self._solved[part_id]
        exam, scenario = self.exam, self.scenario
        question, part = exam.question_and_part(part_id)
        # the first known mistake of the question that is active in the scenario, else its solution
        solve = next(
            (mistake.solve for mistake in question.mistakes if mistake.slug in scenario.mistakes), question.solve
        )
        try:
            context, active = _context_and_misconceptions(
                exam, part, self.params, scenario, lambda earlier: self.solution(earlier).values
            )
            if part_id in self._first_items:
                context = replace(context, first_items=self._first_items[part_id])
            solution = _checked(exam, part, solve(context, part), context.first_items)
            for misconception in active:
                solution = replace(solution, values=misconception.answers(context, part, solution.values))
            place = place_of(solve) if exam.location.texts else ""
            _check_values(part, solution.values, place, scenario.u0, is_limited=False)
        except (Exception, TimeLimitError) as error:
            if not hasattr(error, "__notes__"):  # the note names the part that failed, not a later one that uses it
                error.add_note(Message("part {part_id}, u0 = {u0}", part_id=part.id, u0=scenario.u0))
            raise
        self._solved[part_id] = solution
        return solution


def _check_values(part: Part, values: Values, place: str, u0: int, *, is_limited: bool) -> None:
    """Raise CorrigeError if a solution at `place` has a number that no student could write.

    It is infinite or, with `is_limited`, outside of its domain.
    """
    if not isinstance(part.kind, Numbers):
        return
    for index, value in enumerate(values):
        for number in value if isinstance(value, tuple) else (value,):
            if not isinstance(number, int | Fraction | float):
                continue
            is_wrong = isinstance(number, float) and not isfinite(number)
            if is_limited and not is_wrong:
                exact = Fraction(number)
                if isinstance(number, float):
                    exact = exact.limit_denominator(10**9)  # it may differ from a limit by rounding
                is_wrong = not part.kind.at(index).domain.fits(exact)
            if is_wrong:
                part_place = Message("part {part_id}", part_id=part.id)
                if place:  # the exam is one file: name the line of the function
                    part_place = Message("{place}, {part}", place=place, part=part_place)
                cause = Message(
                    "the solution of this part returned a value that the kind of the part does not allow, so there is "
                    "no key"
                )
                remedy = Message(
                    "the value is {value}: correct the solution, or the limits of the kind", value=str(value)
                )
                raise CorrigeError([Problem(cause, part_place, remedy, (u0,))])


def _checked(exam: Exam, part: Part, solution: object, first_items: int | None) -> Solution:
    """Return the result of a solution function, with all values or only those of `first_items`."""

    def refusal(cause: Message, remedy: str) -> CorrigeError:
        place = Message("{place}, question {question}, part {id}", place=exam.place, question=part.question, id=part.id)
        return CorrigeError.single(cause, place=place, remedy=remedy)

    if not isinstance(solution, Solution) or not isinstance(solution.values, tuple):
        cause = Message(
            "the function that solves this part returned {found:.80}, which is not a Solution with a tuple of values",
            found=repr(solution),
        )
        raise refusal(cause, "return Solution((value, …))")
    if len(solution.values) not in (part.count, first_items):
        cause = Message(
            "the solution of this part has {values} for {items}",
            values=Message("{count} value", plural="{count} values", count=len(solution.values)),
            items=Message("{count} item", plural="{count} items", count=part.count),
        )
        raise refusal(cause, "return one value for each item of the part")
    for value in solution.values:
        is_text = isinstance(value, str) and isinstance(part.kind, Numbers)
        if isinstance(value, bool) or is_text or not isinstance(value, (int, Fraction, float, str, tuple)):
            cause = Message(
                "the solution of this part has the value {value}, which is not of an allowed type",
                value=repr(value)[:80],
            )
            raise refusal(cause, "give an int, a Fraction, a float or a text, or a tuple of them")
    if not isinstance(solution.evidence, tuple) or len(solution.evidence) > part.count:
        cause = Message(
            "the evidence in the Solution of this part is not a tuple of at most one entry per item ({count})",
            count=part.count,
        )
        raise refusal(cause, "give one evidence per item: Solution(values, (evidence, …))")
    if solution.margin is not None and not 0 <= solution.margin < inf:
        remedy = Message(
            "as margin, give the smallest distance of the answer to the next candidate, or None if there is no "
            "other candidate"
        )
        raise refusal(
            Message(
                "the margin in the Solution of this part is {margin}, which is not a finite number ≥ 0",
                margin=solution.margin,
            ),
            remedy,
        )
    return solution
