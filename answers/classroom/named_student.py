"""A student as a teacher names one: the identifier, or a name that only one student has."""

from collections.abc import Iterable

from answers.classroom.lists.headers import plain
from answers.errors import CorrigeError, did_you_mean
from answers.exam.identity import Student
from answers.messages import Message

MOST_NAMED = 5


def named_student(students: Iterable[Student], text: str) -> Student:
    """Return the student whose identifier is `text`, else who alone is called so: both names in any order, or one.

    Capitals, accents and spaces do not count in names, nor capitals in identifiers.

    Raises
    ------
    CorrigeError
        If nobody or several are meant.
    """
    known = list(students)
    for one in known:
        if one.id.casefold() == text.strip().casefold():
            return one
    wanted = plain(text)
    found = [one for one in known if wanted and wanted in _names(one)]
    if len(found) == 1:
        return found[0]
    if found:
        meant = ", ".join(one.id for one in found[:MOST_NAMED])
        raise CorrigeError.one(
            Message("{count} students are called {text!r}", count=len(found), text=text[:60]),
            remedy=Message("give an identifier: {meant}", meant=meant),
        )
    raise CorrigeError.one(
        Message("nobody in the class is called {identifier!r}", identifier=text[:60]),
        remedy=did_you_mean(text, [one.id for one in known]),
    )


def _names(student: Student) -> set[str]:
    first, last = student.first_name, student.name
    return {plain(name) for name in (f"{first} {last}", f"{last} {first}", first, last)} - {""}
