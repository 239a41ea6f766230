"""Composes a paper: questions of several exams become those of one, with points, title and duration of its own."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.composed_exam import ComposedExam
from answers.exam.composed_params import OF, composed_draw, drawn_of
from answers.exam.composed_words import Composition, Origin
from answers.exam.exam import Exam
from answers.exam.home import Home
from answers.exam.paper_file import Chosen, Plan
from answers.exam.part import Part
from answers.exam.question import Accepts, Given, Misreading, Mistake, Question, Solve
from answers.exam.subject import declared_subject
from answers.exam.world import World
from answers.messages import Message

ByName: TypeAlias = Callable[[str], Exam]
Told: TypeAlias = Given[Any]  # of an exam's own parameters, as its solutions know them
Solves: TypeAlias = Solve[Any]
Takes: TypeAlias = Accepts[Any]


def compose(plan: Plan, load: ByName, home: Home, problems: Iterable[Problem] = ()) -> ComposedExam:
    """Return the paper that a plan asks for.

    Parameters
    ----------
    load
        Gives an exam by its name.
    home
        Where the paper is; the homes of its exams are added to it.
    problems
        What was already found wrong with the plan, to be told with the rest.

    Raises
    ------
    CorrigeError
        If the plan names an unknown exam or question, a question twice, or one that builds on answers of another that
        does not come before it: all problems together, each with its place.
    """
    found = [*problems]
    exams = dict(_exams(plan, load, found))
    chosen = [one for one in plan.questions if one.exam in exams]
    found += _wrong(chosen, exams)
    if found:
        raise CorrigeError(found)
    origins = tuple(Origin(exams[one.exam], one.number, one.place) for one in chosen)
    return _paper(plan, origins, replace(home, sources=tuple(exam.home for exam in exams.values())))


def _exams(plan: Plan, load: ByName, problems: list[Problem]) -> Iterator[tuple[str, Exam]]:
    for name in dict.fromkeys(one.exam for one in plan.questions):
        try:
            yield name, load(name)
        except CorrigeError as error:
            places = [one.place for one in plan.questions if one.exam == name]
            problems += [replace(problem, place=place) for place in places for problem in error.problems]


def _wrong(chosen: Iterable[Chosen], exams: Mapping[str, Exam]) -> Iterator[Problem]:
    """Questions that there are not, that come twice, or before those that they build on."""
    seen: dict[tuple[str, int], Chosen] = {}
    for one in chosen:
        numbers = [question.number for question in exams[one.exam].questions]
        if one.number not in numbers:
            remedy = did_you_mean(str(one.number), map(str, numbers))
            yield Problem(
                Message("{exam} has no question {number}", exam=one.exam, number=one.number), one.place, remedy
            )
            continue
        if (one.exam, one.number) in seen:
            first = seen[one.exam, one.number].place
            yield Problem(
                Message("question {number} of {exam} stands twice", number=one.number, exam=one.exam),
                one.place,
                Message("leave one out; see {first}", first=first),
            )
            continue
        seen[one.exam, one.number] = one
        question = exams[one.exam].questions[one.number - 1]
        needed = {exams[one.exam].part(part_id).question for part in question.parts for part_id in part.uses}
        for number in sorted(needed - {other for exam, other in seen if exam == one.exam}):
            cause = Message(
                "question {number} of {exam} builds on its question {earlier}",
                number=one.number,
                exam=one.exam,
                earlier=number,
            )
            yield Problem(cause, one.place, Message("put question {number} before it", number=number))


def _paper(plan: Plan, origins: tuple[Origin, ...], home: Home) -> ComposedExam:
    exams = tuple({origin.exam.name: origin.exam for origin in origins}.values())
    seats = {exam.name: _Seat(exam, _renumbered(exam, origins)) for exam in exams}
    composition = Composition(plan.titles, origins, tuple(_definitions(exams, origins)), plan.place)
    return ComposedExam(
        name=plan.name,
        model_seed=exams[0].model_seed,
        draw=composed_draw(exams),
        questions=tuple(
            _question(place, seats[origin.exam.name], origin, one.points, composition)
            for place, (origin, one) in enumerate(zip(origins, plan.questions, strict=True), start=1)
        ),
        misreadings=tuple(misreading for seat in seats.values() for misreading in seat.misreadings()),
        home=home,
        composition=composition,
        minutes=plan.minutes,
    )


def paper_home(path: Path) -> Home:
    """Return the home of the paper in a file: what is made of it is kept under the file's content."""
    digest = sha256(path.read_bytes()).hexdigest()[:12]
    beside = path.with_suffix("")
    return Home(f"corrige_paper_{digest}", path, beside / "templates", beside / "fixtures", str(path))


def _renumbered(exam: Exam, origins: Iterable[Origin]) -> dict[str, str]:
    """The id that each chosen part of an exam has on the paper, by its own."""
    return {
        part.id: f"{place}{part.letter}"
        for place, origin in enumerate(origins, start=1)
        if origin.exam.name == exam.name
        for part in exam.questions[origin.number - 1].parts
    }


def _definitions(exams: Iterable[Exam], origins: Iterable[Origin]) -> Iterator[Origin]:
    """The definitions that the chosen questions need, exam by exam in their order there."""
    for exam in exams:
        subject = declared_subject(exam)
        numbers = [origin.number for origin in origins if origin.exam.name == exam.name]
        named = {one for number in numbers for one in exam.questions[number - 1].definitions}
        if subject is not None:
            yield from (Origin(exam, number) for number in subject.needed(named & set(subject.definitions)))


@dataclass(frozen=True, slots=True)
class _Seat:
    """An exam in a paper: what its solutions are given there, as if they were at home."""

    exam: Exam
    ids: Mapping[str, str]

    def given(self, told: Told) -> Told:
        return Given(
            drawn_of(told.params, self.exam.name), self.world(told.world), lambda own: told.answers(self.ids[own])
        )

    def world(self, world: World) -> World:
        prefix = f"{self.exam.name}-"
        mistakes = tuple(slug.removeprefix(prefix) for slug in world.mistakes if slug.startswith(prefix))
        replaced = dict(world.replaced)
        own = tuple((part_id, replaced[new]) for part_id, new in self.ids.items() if new in replaced)
        return World(world.u0, mistakes, own)

    def misreadings(self) -> Iterator[Misreading]:
        for misreading in self.exam.misreadings:
            yield Misreading(f"{self.exam.name}-{misreading.slug}", self._changed_by(misreading))

    def _changed_by(self, misreading: Misreading) -> Callable[[Told], Told]:
        """What a misreading changes here: the parameters of its own exam."""

        def change(told: Told) -> Told:
            changed = {f"{OF}{self.exam.name}": misreading.change(self.given(told)).params}
            return replace(told, params=replace(told.params, **changed))

        return change

    def part(self, part: Part, number: int) -> Part:
        """A part under its own number, with the points and tolerance that it has here."""
        own = {new: old for old, new in self.ids.items()}
        return replace(part, question=number, uses=tuple(own[one] for one in part.uses))

    def solve(self, solve: Solves, number: int) -> Solves:
        return lambda told, part: solve(self.given(told), self.part(part, number))

    def accepts(self, accepts: Takes, number: int) -> Takes:
        return lambda told, part, values: accepts(self.given(told), self.part(part, number), values)


def _question(place: int, seat: _Seat, origin: Origin, points: Fraction, composition: Composition) -> Question:
    """A question of an exam as one of the paper: its number, its points, and otherwise what it is at home."""
    source = origin.exam.questions[origin.number - 1]
    accepts, drawing = source.accepts, source.drawing
    return replace(
        source,
        number=place,
        parts=tuple(
            _part(part, place, share, seat) for part, share in zip(source.parts, _shares(source, points), strict=True)
        ),
        solve=seat.solve(source.solve, source.number),
        accepts=None if accepts is None else seat.accepts(accepts, source.number),
        drawing=None if drawing is None else lambda drawn: drawing(drawn_of(drawn, seat.exam.name)),
        mistakes=tuple(
            Mistake(f"{seat.exam.name}-{mistake.slug}", seat.solve(mistake.solve, source.number))
            for mistake in source.mistakes
        ),
        definitions=tuple(_numbers(source, origin.exam, composition)),
    )


def _numbers(source: Question, exam: Exam, composition: Composition) -> Iterator[int]:
    """The numbers that the definitions of a question have on the paper."""
    for number, origin in enumerate(composition.definitions, start=1):
        if any(origin.is_of(exam, one) for one in source.definitions):
            yield number


def _part(part: Part, place: int, points: Fraction, seat: _Seat) -> Part:
    return replace(part, question=place, points=points, uses=tuple(seat.ids[own] for own in part.uses))


def _shares(source: Question, points: Fraction) -> list[Fraction]:
    """The paper's points for each part of a question, in the proportions of its exam."""
    whole = sum((part.points for part in source.parts), Fraction(0))
    if not whole:
        return [points / len(source.parts)] * len(source.parts)
    return [points * part.points / whole for part in source.parts]
