"""The fields of a sheet, wherever they were read, made into a submission."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from answers.exam.identity import FIRST_NAME, NAME, U0, Seal, field_item
from answers.flags import FIELDS_MISSING, NO_SEAL, NO_TEXT, SEAL_NOT_GENUINE, SEVERAL_SEALS, Flag, Place
from answers.submissions.raw.asked import Asked
from answers.submissions.raw.submission import Submission
from answers.submissions.raw.words import tidy_name

MAX_ITEMS = 100  # of a part whose exam is unknown


@dataclass(frozen=True, slots=True)
class FilledSheet:
    """The text of each field of a sheet by its name, the different seals on it, and what is remarkable of both.

    `pages` are the texts that are printed on its pages, where they were looked at.
    """

    values: Mapping[str, str]
    seals: tuple[Seal, ...]
    flags: tuple[Flag, ...] = ()
    pages: tuple[str, ...] = ()


def sheet_submission(sheet: FilledSheet, place: str, exam: Asked | None) -> Submission:
    """Return the submission of a sheet, of the exam and student of its first seal.

    A part without any field is absent from the answers; other fields that are absent are blank, and the paper is
    flagged "fields-missing", unless "no-text" tells that pages could not be read. Seals are flagged "no-seal",
    "several-seals", "seal-not-genuine".
    """
    seal = sheet.seals[0] if sheet.seals else None
    answers, is_whole = _answers(sheet.values, exam)
    missing = () if is_whole or not sheet.values or NO_TEXT in sheet.flags else (FIELDS_MISSING,)
    written = tidy_name(sheet.values.get(FIRST_NAME, ""), sheet.values.get(NAME, ""))
    return Submission(
        place=Place(place),
        student=written or (seal.identity.student if seal else ""),
        u0=sheet.values.get(U0) or None,
        exam=seal.identity.exam if seal else None,
        answers=answers,
        seal=seal,
        flags=(*sheet.flags, *missing, *_seal_flags(sheet.seals)),
    )


def _answers(values: Mapping[str, str], exam: Asked | None) -> tuple[dict[str, tuple[str, ...]], bool]:
    """Return the texts of each part in the order of its items, and whether no field is missing."""
    texts: dict[str, dict[int, str]] = {}
    for name, text in values.items():
        if item := field_item(name):
            texts.setdefault(item[0], {})[item[1]] = text
    counts = exam.counts if exam else {part: min(max(items), MAX_ITEMS) for part, items in texts.items()}
    answers = {
        part: tuple(texts[part].get(item, "") for item in range(1, count + 1))
        for part, count in counts.items()
        if part in texts
    }
    return answers, all(len(texts.get(part, ())) >= count for part, count in counts.items())


def _seal_flags(sealed: tuple[Seal, ...]) -> Iterator[Flag]:
    if not sealed:
        yield NO_SEAL
    if len(sealed) > 1:
        yield SEVERAL_SEALS
    if not all(seal.genuine for seal in sealed):
        yield SEAL_NOT_GENUINE
