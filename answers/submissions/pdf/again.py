"""The sheet that pages say they are, printed again."""

import re
from collections.abc import Sequence
from functools import cache

from answers.assets import house_words
from answers.errors import CorrigeError
from answers.exam.identity import Identity, Seal, Student
from answers.exam.words import LANGUAGES
from answers.submissions.raw.asked import Asked, SheetOf, WantedSheet
from answers.submissions.raw.words import tidy_name

SEED = re.compile(r"u₀ ?= ?(\d{1,5})(?!\d)", re.ASCII)


def sheet_again(
    pages: Sequence[str],
    seals: Sequence[Seal],
    exam: Asked | None,
    sheet: SheetOf | None,
    names: tuple[str, str] = ("", ""),
) -> bytes | None:
    """Return the sheet of which `pages` are the text, or None where it is not to be had.

    Exam, seed and student are those of the first seal; without one, the exam is the expected one and the seed that of
    the page. The language is that of the pages. `names` are those on the sheet, if it has any.
    """
    identity = seals[0].identity if seals else _unsealed(pages, exam)
    if identity is None or sheet is None:
        return None
    student = Student(identity.student, *names, file=identity.student)
    try:
        return sheet(WantedSheet(identity.exam, likely_language(pages), identity.u0, student, identity.look))
    except CorrigeError:  # the exam is not installed, or has no such seed
        return None


def likely_language(pages: Sequence[str]) -> str:
    """Return the language of sheets of which the pages have most words that the other has not on a blank sheet."""
    seen = frozenset(" ".join(pages).split())
    return max(LANGUAGES, key=lambda lang: len(seen & _own_words(lang)))


@cache
def _own_words(lang: str) -> frozenset[str]:
    return _blank_words(lang).difference(*(_blank_words(other) for other in LANGUAGES if other != lang))


def _blank_words(lang: str) -> frozenset[str]:
    """What the house says on a blank sheet, whatever the exam."""
    words = house_words(lang)
    return frozenset(" ".join((words["face"]["blank"], words["hint"]["blank"], words["name"])).split())


def _unsealed(pages: Sequence[str], exam: Asked | None) -> Identity | None:
    seed = SEED.search(tidy_name(*pages))
    return Identity(exam.name, int(seed[1])) if seed and exam else None
