"""Composing a paper: questions of several exams in one exam, with its own points, title and duration."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.composed_exam import ComposedExam, composed_draw, drawn_of
from answers.exam.exam import Exam
from answers.exam.location import ExamLocation
from answers.exam.paper_file import PaperPlan, PaperQuestion
from answers.exam.question import Drawn, Params, Question
from answers.exam.subject import Subject
from answers.messages import Message

ByName: TypeAlias = Callable[[str], Exam]


def compose(plan: PaperPlan, load: ByName, location: ExamLocation, problems: Iterable[Problem] = ()) -> ComposedExam:
    """Return the paper that a plan describes.

    Parameters
    ----------
    load
        Returns an exam by its name.
    location
        Location of the paper; the locations of its exams are added.
    problems
        Problems of the plan that are already known.

    Raises
    ------
    CorrigeError
        With all problems: those given, unknown exams and questions, questions that occur twice, and questions placed
        before another one that they depend on.
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


def _wrong(chosen: Iterable[PaperQuestion], exams: Mapping[str, Exam]) -> Iterator[Problem]:
    """Yield the problems of the chosen questions: unknown, chosen twice, or before a question they depend on."""
    places: dict[tuple[str, int], str] = {}
    for question in chosen:
        exam, place = exams[question.exam], question.place
        numbers = [question.number for question in exam.questions]
        name, number = question.exam, question.number
        if number not in numbers:
            near = did_you_mean(str(number), map(str, numbers))
            yield Problem(Message("{exam} has no question {number}", exam=name, number=number), place, near)
        elif (name, number) in places:
            remedy = Message("remove one of the two; see {first}", first=places[name, number])
            yield Problem(Message("question {number} of {exam} occurs twice", exam=name, number=number), place, remedy)
        else:
            places[name, number] = place
            needed = {
                exam.part(part_id).question
                for part in exam.questions[number - 1].parts
                for label, part_id in zip(part.depends_on_labels, part.depends_on, strict=True)
                if label not in part.soft_depends_on
            }
            for earlier in sorted(needed - {other for exam_name, other in places if exam_name == name}):
                cause = Message(
                    "question {number} of {exam} depends on its question {earlier}",
                    exam=name,
                    number=number,
                    earlier=earlier,
                )
                yield Problem(cause, place, Message("place question {number} before it", number=earlier))


def _paper(plan: PaperPlan, exams: Mapping[str, Exam], location: ExamLocation) -> ComposedExam:
    questions = tuple(_borrowed(exams, plan.worth))
    sources = {question.origin: exams[question.origin] for question in questions}
    definitions: list[tuple[Exam, int]] = []  # the definitions that the questions need, in their order in each exam
    for exam in sources.values():
        subject = exam.beside("subject", Subject)
        if subject:
            named = {
                number for question in questions if question.origin == exam.name for number in question.definitions
            }
            definitions += [(exam, number) for number in subject.needed(named & set(subject.definitions))]
    numbers = {(exam.name, number): place for place, (exam, number) in enumerate(definitions, start=1)}

    def renumbered(question: Question) -> Question:
        here = (numbers.get((question.origin, number)) for number in question.definitions)
        return replace(question, definitions=tuple(sorted(number for number in here if number is not None)))

    return ComposedExam(
        name=plan.name,
        model_seed=next(iter(sources.values())).model_seed,
        draw=composed_draw(tuple(sources.values())),
        questions=tuple(map(renumbered, questions)),
        misconceptions=tuple(
            replace(misconception, slug=f"{exam.name}-{misconception.slug}")
            for exam in sources.values()
            for misconception in exam.misconceptions
        ),
        location=location,
        sources=sources,
        plan=plan,
        definitions=tuple(definitions),
    )


def _borrowed(exams: Mapping[str, Exam], chosen: Iterable[PaperQuestion]) -> Iterator[Question]:
    """Yield the chosen questions with their numbers and points on the paper; they are solved as in their own exams."""
    ids: dict[tuple[str, str], str] = {}
    shown: set[tuple[str, Callable[[Drawn], str]]] = set()
    for place, choice in enumerate(chosen, start=1):
        exam = exams[choice.exam]
        source = exam.questions[choice.number - 1]
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
            points = choice.points * part.points / whole if whole else choice.points / len(source.parts)
            parts.append(
                replace(
                    part, question=place, points=points, depends_on_labels=tuple(here), depends_on=tuple(here.values())
                )
            )
        yield replace(
            source,
            number=place,
            parts=tuple(parts),
            mistakes=tuple(replace(mistake, slug=f"{exam.name}-{mistake.slug}") for mistake in source.mistakes),
            drawing=drawing and _draw_in_own_exam(drawing, exam),
            shared_drawing=shared and _draw_in_own_exam(shared, exam),
            origin=exam.name,
        )


def _draw_in_own_exam(drawing: Callable[[Drawn], str], exam: Exam) -> Callable[[Params], str]:
    return lambda drawn: drawing(drawn_of(drawn, exam))
