"""A filled answer sheet: what two libraries read, compared field by field, made into a submission."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.fields import FIRST_NAME, NAME, STUDENT_FIELDS, U0, field_item, field_name
from answers.exam.identity import Seal, find_seal
from answers.flags import (
    DAMAGED,
    FIELD_REPEATED,
    FIELDS_MISSING,
    FIELDS_UNKNOWN,
    FLATTENED,
    NO_SEAL,
    NO_TEXT,
    ONE_READER,
    READERS_DISAGREE,
    SEAL_NOT_GENUINE,
    SEVERAL_SEALS,
    Flag,
    Place,
)
from answers.submissions.pdf.fields import FormFields, read_with_pdfium, read_with_pikepdf
from answers.submissions.printed.flattened import CUT, LayoutOf, printed_texts, seals
from answers.submissions.printed.glyphs import page_glyphs
from answers.submissions.raw.pdf_limits import UNREADABLE
from answers.submissions.raw.problems import another_exam, refuse_any
from answers.submissions.raw.submission import Submission
from answers.submissions.raw.words import tidy_name

MAX_ITEMS = 100  # of a part whose exam is unknown


@dataclass(frozen=True, slots=True)
class _Source:
    """Where a PDF came from and what to hold it to."""

    place: str
    secret: str
    exam: Exam | None
    layout: LayoutOf | None


def read_pdf(
    content: bytes, place: str, *, secret: str = "", exam: Exam | None = None, layout: LayoutOf | None = None
) -> Submission:
    """Read a filled sheet, or a printed copy of one with the help of `layout`.

    Flags say what the teacher must look at: "readers-disagree:q1a_1" (the text of pikepdf is kept), "one-reader"
    (only one library could read the form), "damaged" (the file was repaired, and read by pikepdf alone),
    "field-repeated:q1a_1" (the first text is kept), "fields-missing", "fields-unknown", "no-seal",
    "seal-not-genuine", "several-seals" (pages of different sheets), "flattened" (the fields are gone, the text of
    their boxes was read), "no-text" (it could not be, or not on all pages: what is absent must be read by eye).

    Damage inside a stored text or its key is not noticed: nothing in a PDF tells it from another answer.

    Raises
    ------
    CorrigeError
        If the file is damaged beyond reading, protected by a password, too long, of another exam, or no sheet.
    """
    source = _Source(place, secret, exam, layout)
    first = read_with_pikepdf(content, place)
    if first is None:
        raise _damaged(place)
    second = read_with_pdfium(content) if first.is_modest and not first.is_repaired else None
    form, flags = _agreed(first, second)
    if any(map(_is_ours, form.values)):
        submission = _from_form(content, form, source)
    elif form.values:
        raise _no_sheet("the PDF is a form, but not a sheet of corrige", place)
    else:
        submission = _from_print(content, form.token, source)
        if form.is_repaired and NO_TEXT in submission.flags:
            raise _damaged(place)
    submission = replace(submission, flags=(*submission.flags, *flags))
    refuse_any(another_exam(submission.exam, place, exam))
    return submission


def _agreed(first: FormFields, second: FormFields | None) -> tuple[FormFields, tuple[Flag, ...]]:
    """Return the form to use, and flags for what the two readers see differently."""
    if second is None or bool(first.values) != bool(second.values):
        form = second if second and second.values else first
        return form, (DAMAGED if first.is_repaired else ONE_READER,)
    flags = [FIELD_REPEATED(name) for name in sorted(first.repeated | second.repeated) if _is_ours(name)]
    names = dict.fromkeys((*first.values, *second.values))
    differ = [name for name in names if first.values.get(name) != second.values.get(name)]
    flags += [READERS_DISAGREE(name) for name in differ if _is_ours(name)]
    return first, tuple(flags)


def _from_form(content: bytes, form: FormFields, source: _Source) -> Submission:
    found = _seals_in(form.token, source.secret) or seals(page_glyphs(content) or (), source.secret)
    unknown = () if _are_asked(form.values, source.exam) else (FIELDS_UNKNOWN,)
    return _submission(form.values, found, source, unknown)


def _from_print(content: bytes, token: str, source: _Source) -> Submission:
    pages = page_glyphs(content)
    if pages is None:
        raise _damaged(source.place)
    found = seals(pages, source.secret) or _seals_in(token, source.secret)
    name = found[0].identity.exam if found else source.exam.name if source.exam else None
    texts = printed_texts(pages, name, source.layout) if name and source.layout else None
    if texts is None and not found and any(pages):
        raise _no_sheet("the PDF has no form and no seal of corrige", source.place)
    whole = texts is not None and texts.complete and any(map(_is_legible, texts.values.items()))
    flags = (FLATTENED,) if whole else (FLATTENED, NO_TEXT)
    return _submission(texts.values if texts else {}, found, source, flags)


def _submission(
    values: Mapping[str, str], found: tuple[Seal, ...], source: _Source, flags: Iterable[Flag]
) -> Submission:
    seal = found[0] if found else None
    answers, is_whole = _answers(values, source.exam)
    missing = () if is_whole or not values else (FIELDS_MISSING,)
    written = tidy_name(values.get(FIRST_NAME, ""), values.get(NAME, ""))
    return Submission(
        place=Place(source.place),
        student=written or (seal.identity.student if seal else ""),
        u0=values.get(U0) or None,
        exam=seal.identity.exam if seal else None,
        answers=answers,
        seal=seal,
        flags=(*flags, *missing, *_seal_flags(found)),
    )


def _answers(values: Mapping[str, str], exam: Exam | None) -> tuple[dict[str, tuple[str, ...]], bool]:
    """Return the texts of each part in the order of its items, and whether no field is missing."""
    found: dict[str, dict[int, str]] = {}
    for name, text in values.items():
        if item := field_item(name):
            found.setdefault(item[0], {})[item[1]] = text
    if exam:
        counts = {part.id: part.count for part in exam.parts}
    else:
        counts = {part: min(max(items), MAX_ITEMS) for part, items in found.items()}
    answers = {
        part: tuple(found[part].get(item, "") for item in range(1, count + 1))
        for part, count in counts.items()
        if part in found
    }
    return answers, all(len(found.get(part, ())) >= count for part, count in counts.items())


def _seals_in(token: str, secret: str) -> tuple[Seal, ...]:
    seal = find_seal(token, secret)
    return (seal,) if seal else ()


def _seal_flags(found: tuple[Seal, ...]) -> Iterator[Flag]:
    if not found:
        yield NO_SEAL
    if len(found) > 1:
        yield SEVERAL_SEALS
    if not all(seal.genuine for seal in found):
        yield SEAL_NOT_GENUINE


def _is_ours(name: str) -> bool:
    return name in STUDENT_FIELDS or field_item(name) is not None


def _is_legible(field: tuple[str, str]) -> bool:
    name, text = field
    return field_item(name) is not None and bool(text.strip(UNREADABLE + CUT))


def _are_asked(names: Iterable[str], exam: Exam | None) -> bool:
    """Whether all fields are those of a sheet, and of a sheet of `exam` when it is known."""
    if exam is None:
        return all(map(_is_ours, names))
    items = {field_name(part.id, item + 1) for part in exam.parts for item in range(part.count)}
    return items.issuperset(set(names) - set(STUDENT_FIELDS))


def _damaged(place: str) -> CorrigeError:
    return CorrigeError.one("the PDF is damaged and cannot be read", place=place, remedy="ask for the file again")


def _no_sheet(cause: str, place: str) -> CorrigeError:
    remedy = "hand in the sheet that corrige made, or write the answers in a text file"
    return CorrigeError.one(cause, place=place, remedy=remedy)
