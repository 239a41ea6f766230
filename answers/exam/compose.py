"""Composes a paper: questions of several exams become those of one, with points, title and duration of its own."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias, TypeVar

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.composed_exam import ComposedExam, Composition, composed_draw, drawn_of
from answers.exam.exam import Exam
from answers.exam.location import ExamLocation
from answers.exam.paper_file import Chosen, Plan
from answers.exam.question import Drawn, Misconception, Mistake, Params, Part, Question, Solution, Solve, SolveContext
from answers.exam.scenario import Scenario
from answers.exam.subject import Subject
from answers.kinds.parsing import Values
from answers.messages import Message

T = TypeVar("T")
ByName: TypeAlias = Callable[[str], Exam]


def compose(plan: Plan, load: ByName, location: ExamLocation, problems: Iterable[Problem] = ()) -> ComposedExam:
    """Return the paper that a plan asks for, its exams given by `load`, their homes added to `home`.

    An unknown exam or question, a question that stands twice, or before one whose answers it builds on, is told with
    the `problems` that were already known of the plan: all together, each with its place.
    """
    wrong, exams = [*problems], dict[str, Exam]()
    for name in dict.fromkeys(question.exam for question in plan.questions):
        try:
            exams[name] = load(name)
        except CorrigeError as error:
            places = [question.place for question in plan.questions if question.exam == name]
            wrong += [replace(problem, place=place) for place in places for problem in error.problems]
    wrong += _wrong([question for question in plan.questions if question.exam in exams], exams)
    if wrong:
        raise CorrigeError(wrong)
    return _paper(plan, exams, replace(location, sources=tuple(exam.location for exam in exams.values())))


def _wrong(chosen: Iterable[Chosen], exams: Mapping[str, Exam]) -> Iterator[Problem]:
    """Questions that there are not, that come twice, or before those that they build on."""
    seen: dict[tuple[str, int], str] = {}
    for one in chosen:
        exam = exams[one.exam]
        numbers = [question.number for question in exam.questions]
        if one.number not in numbers:
            near = did_you_mean(str(one.number), map(str, numbers))
            yield Problem(Message("{exam} has no question {number}", exam=one.exam, number=one.number), one.place, near)
        elif (one.exam, one.number) in seen:
            remedy = Message("remove one of the two; see {first}", first=seen[one.exam, one.number])
            yield Problem(
                Message("question {number} of {exam} occurs twice", exam=one.exam, number=one.number), one.place, remedy
            )
        else:
            seen[one.exam, one.number] = one.place
            needed = {
                exam.part(part_id).question
                for part in exam.questions[one.number - 1].parts
                for label, part_id in zip(part.depends_on_labels, part.depends_on, strict=True)
                if label not in part.soft_depends_on
            }
            for number in sorted(needed - {number for name, number in seen if name == one.exam}):
                cause = Message(
                    "question {number} of {exam} depends on its question {earlier}",
                    exam=one.exam,
                    number=one.number,
                    earlier=number,
                )
                yield Problem(cause, one.place, Message("place question {number} before it", number=number))


def _paper(plan: Plan, exams: Mapping[str, Exam], location: ExamLocation) -> ComposedExam:
    questions = tuple(_borrowed(exams, plan.worth))
    sources = {one.origin: exams[one.origin] for one in questions}
    definitions: list[tuple[Exam, int]] = []  # those that the questions need, in their order in each exam
    for exam in sources.values():
        subject = exam.beside("subject", Subject)
        if subject:
            named = {number for one in questions if one.origin == exam.name for number in one.definitions}
            definitions += [(exam, number) for number in subject.needed(named & set(subject.definitions))]
    places = tuple(chosen.place for chosen in plan.questions)
    composition = Composition(plan.titles, tuple(definitions), plan.place, places)

    def renumbered(question: Question) -> Question:
        here = (composition.definition(sources[question.origin], number) for number in question.definitions)
        return replace(question, definitions=tuple(sorted(number for number in here if number is not None)))

    return ComposedExam(
        name=plan.name,
        model_seed=next(iter(sources.values())).model_seed,
        draw=composed_draw(tuple(sources.values())),
        questions=tuple(map(renumbered, questions)),
        # What misconceptions change is bound to the questions of their exam; the paper knows their slugs.
        misconceptions=tuple(
            Misconception(f"{exam.name}-{misconception.slug}")
            for exam in sources.values()
            for misconception in exam.misconceptions
        ),
        location=location,
        sources=sources,
        composition=composition,
        minutes=plan.minutes,
    )


def _borrowed(exams: Mapping[str, Exam], chosen: Iterable[Chosen]) -> Iterator[Question]:
    """The chosen questions under their numbers on the paper, with its points, and otherwise what they are at home."""
    ids: dict[tuple[str, str], str] = {}
    shown: set[tuple[str, Callable[[Drawn], str]]] = set()
    for place, one in enumerate(chosen, start=1):
        exam = exams[one.exam]
        source = exam.questions[one.number - 1]
        drawing, shared = source.drawing, source.shared_drawing
        if drawing is None and shared is not None and (exam.name, shared) not in shown:
            drawing = shared
        if drawing is not None:
            shown.add((exam.name, drawing))
        ids |= {(exam.name, part.label): f"{place}{part.letter}" for part in source.parts}
        whole = sum((part.points for part in source.parts), Fraction(0))
        parts = []
        for part in source.parts:
            here = {label: ids[exam.name, label] for label in part.depends_on_labels if (exam.name, label) in ids}
            # in the proportions of its exam
            points = one.points * part.points / whole if whole else one.points / len(source.parts)
            parts.append(
                replace(
                    part, question=place, points=points, depends_on_labels=tuple(here), depends_on=tuple(here.values())
                )
            )
        yield replace(
            source,
            number=place,
            parts=tuple(parts),
            solve=_solved_at_home(source.solve, exam),
            mistakes=tuple(
                Mistake(f"{exam.name}-{slip.slug}", _solved_at_home(slip.solve, exam)) for slip in source.mistakes
            ),
            accepts=source.accepts and _asked_at_home(source.accepts, exam),
            remarks=source.remarks and _asked_at_home(source.remarks, exam),
            drawing=drawing and _drawn_at_home(drawing, exam),
            shared_drawing=shared and _drawn_at_home(shared, exam),
            origin=exam.name,
        )


def _given_at_home(context: SolveContext[Drawn], exam: Exam) -> SolveContext[Drawn]:
    """What is given to a solution in its own exam: that exam's parameters, and its own mistakes."""
    prefix = f"{exam.name}-"
    own = tuple(slug.removeprefix(prefix) for slug in context.scenario.mistakes if slug.startswith(prefix))
    return exam.apply_misconceptions_before(
        replace(context, params=drawn_of(context.params, exam), scenario=Scenario(context.scenario.u0, own))
    )


def _solved_at_home(solve: Solve[Drawn], exam: Exam) -> Solve[Drawn]:
    def solved(context: SolveContext[Drawn], part: Part) -> Solution:
        home = _given_at_home(context, exam)
        return exam.apply_misconceptions_after(home, part, solve(home, part))

    return solved


def _asked_at_home(
    ask: Callable[[SolveContext[Drawn], Part, Values], T], exam: Exam
) -> Callable[[SolveContext[Drawn], Part, Values], T]:
    return lambda context, part, values: ask(_given_at_home(context, exam), part, values)


def _drawn_at_home(drawing: Callable[[Drawn], str], exam: Exam) -> Callable[[Params], str]:
    return lambda drawn: drawing(drawn_of(drawn, exam))
