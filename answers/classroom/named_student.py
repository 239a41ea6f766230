"""A student as a teacher names one: the identifier, or a name that only one student has."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from answers.classroom.lists.table import folded, plain
from answers.errors import CorrigeError, did_you_mean
from answers.exam.identity import Student
from answers.messages import Message

MOST_NAMED = 5
NO_FILES: Mapping[str, str] = MappingProxyType({})


def named_student(students: Iterable[Student], text: str, files: Mapping[str, str] = NO_FILES) -> Student:
    """Return the student whose identifier is `text`, else the stem of whose files, else who alone is meant by it.

    That is by both names in any order, by one, by the file handed in, with or without its folder, or else by a part of
    a name. Capitals, accents and spaces do not count in names, nor capitals in identifiers and stems. `files` has the
    identifier of the student of each file handed in, by its place in the class. CorrigeError says that nobody or
    several are meant.
    """
    known = list(students)
    said = text.strip()
    if exact := [*_called(known, said, lambda one: one.id), *_called(known, said, lambda one: one.stem)]:
        return exact[0]
    namesakes = _namesakes(known, text, {student for place, student in files.items() if _is_file(said, place)})
    if len(namesakes) == 1:
        return namesakes[0]
    raise _nobody_or_several(text, known, namesakes)


def _namesakes(known: list[Student], text: str, handed_in: set[str]) -> list[Student]:
    """Who handed in a file or bears a name, else whose name it is a part of."""
    wanted = plain(text)
    whole = [one for one in known if one.id in handed_in or wanted in _names(one)]
    return whole or [one for one in known if wanted and any(wanted in name for name in _names(one))]


def _nobody_or_several(text: str, known: list[Student], namesakes: list[Student]) -> CorrigeError:
    if namesakes:
        meant = " ; ".join(one.told for one in namesakes[:MOST_NAMED])
        return CorrigeError.one(
            Message("{count} students are called {text!r}", count=len(namesakes), text=text[:60]),
            remedy=Message("give an identifier: {meant}", meant=meant),
        )
    return CorrigeError.one(
        Message("nobody in the class is called {identifier!r}", identifier=text[:60]),
        remedy=did_you_mean(text, [one.id for one in known]),
    )


def _called(students: Iterable[Student], text: str, name: Callable[[Student], str]) -> list[Student]:
    return [one for one in students if text and folded(name(one)) == folded(text)]


def _is_file(text: str, place: str) -> bool:
    """Whether a text is a place in the class, the end of it after a folder, or the same from outside the class."""
    return bool(text) and (text == place or place.endswith(f"/{text}") or text.endswith(f"/{place}"))


def _names(student: Student) -> set[str]:
    first, last = student.first_name, student.name
    return {plain(name) for name in (f"{first} {last}", f"{last} {first}", first, last)} - {""}
