"""A filled answer sheet, or a printed copy of one, made into a submission."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from answers.errors import CorrigeError
from answers.exam.fields import STUDENT_FIELDS, field_name
from answers.exam.identity import Seal
from answers.flags import FIELDS_UNKNOWN, FLATTENED, NO_TEXT, PAGE_UNSEALED, Flag
from answers.messages import Message
from answers.submissions.pdf.agreement import is_sheet_field, read_fields
from answers.submissions.pdf.beside import seen_beside
from answers.submissions.pdf.fields import FormFields
from answers.submissions.printed.flattened import Fit, LayoutOf, Pages, PrintedTexts, printed_texts
from answers.submissions.printed.glyphs import page_glyphs, page_text
from answers.submissions.raw.asked import Asked, SheetOf
from answers.submissions.raw.filled import FilledSheet, sheet_submission
from answers.submissions.raw.problems import another_exam, refuse_any
from answers.submissions.raw.seals import seals
from answers.submissions.raw.submission import Submission


@dataclass(frozen=True, slots=True)
class _Source:
    """A PDF, where it came from, and what to hold it to."""

    content: bytes
    place: str
    secret: str
    exam: Asked | None
    layout: LayoutOf | None


def read_pdf(
    content: bytes,
    place: str,
    *,
    secret: str = "",
    exam: Asked | None = None,
    layout: LayoutOf | None = None,
    sheet: SheetOf | None = None,
) -> Submission:
    """Read a filled sheet, or a printed copy of one with the help of `layout`.

    Pages that are not as they were sealed are compared with those of the same sheet printed again by `sheet`. Flags say
    what the teacher must look at: those of `read_fields`, `sheet_submission` and `seen_beside`, "fields-unknown",
    "flattened" (the fields are gone, the text of their boxes was read), "no-text" (it could not be, or not on all
    pages: what is absent must be read by eye).

    Damage inside a stored text or its key is not noticed: nothing in a PDF tells it from another answer.

    Raises
    ------
    CorrigeError
        If the file is damaged beyond reading, protected by a password, too long, of another exam, or no sheet.
    """
    source = _Source(content, place, secret, exam, layout)
    read = read_fields(content, place, secret)
    if read is None:
        raise _damaged(place)
    form, doubts = read
    filled, fit = (_from_form(form, source), None) if form.values else _from_print(form, source)
    submission = sheet_submission(filled, place, exam)
    refuse_any(another_exam(submission.exam, place, exam))
    seen = seen_beside(content, form, filled, fit, sheet)
    return replace(submission, flags=tuple(dict.fromkeys((*submission.flags, *doubts, *seen))))


def _from_form(form: FormFields, source: _Source) -> FilledSheet:
    if not any(map(is_sheet_field, form.values)):
        raise _no_sheet("the PDF is a form, but not a sheet of corrige", source.place)
    pages = () if form.is_ours else form.pages or tuple(map(page_text, page_glyphs(source.content) or ()))
    found = seals([form.token, *pages], source.secret)
    unknown = () if _are_asked(form.values, source.exam) else (FIELDS_UNKNOWN,)
    return FilledSheet(form.values, found, (*unknown, *_unsealed(pages, found, source.secret)), pages)


def _unsealed(pages: Sequence[str], found: tuple[Seal, ...], secret: str) -> Iterator[Flag]:
    """Yield a flag for each page that bears no seal, though the file does: it may be of another sheet."""
    if found:
        yield from (PAGE_UNSEALED(number) for number, page in enumerate(pages, 1) if not seals([page], secret))


def _from_print(form: FormFields, source: _Source) -> tuple[FilledSheet, Fit | None]:
    """Return what stands in the boxes, and how the pages lie on the blank sheet if all was read."""
    glyphs = page_glyphs(source.content)
    if glyphs is None:
        raise _damaged(source.place)
    pages = tuple(map(page_text, glyphs))
    found = seals([*pages, form.token], source.secret)
    texts = _texts(glyphs, found[0].identity.exam if found else "", form.lang, source)
    if texts is None and not found and any(pages):
        raise _no_sheet("the PDF has no form and no seal of corrige", source.place)
    unsealed = tuple(_unsealed(pages, found, source.secret))
    if texts is not None and texts.is_whole:
        return FilledSheet(texts.values, found, (FLATTENED, *unsealed), pages), texts.fit
    if form.is_repaired:
        raise _damaged(source.place)
    return FilledSheet(texts.values if texts else {}, found, (FLATTENED, NO_TEXT, *unsealed), pages), None


def _texts(pages: Pages, sealed: str, lang: str, source: _Source) -> PrintedTexts | None:
    """Return what was typed on a sheet of the exam that its seal names, else of the one that is expected."""
    name = sealed or (source.exam.name if source.exam else "")
    return printed_texts(pages, name, source.layout, lang) if name and source.layout else None


def _are_asked(names: Iterable[str], exam: Asked | None) -> bool:
    """Whether all fields are those of a sheet, and of a sheet of `exam` when it is known."""
    if exam is None:
        return all(map(is_sheet_field, names))
    items = {field_name(part.id, item + 1) for part in exam.parts for item in range(part.count)}
    return items.issuperset(set(names) - set(STUDENT_FIELDS))


def _damaged(place: str) -> CorrigeError:
    return CorrigeError.one("the PDF is damaged and cannot be read", place=place, remedy="ask for the file again")


def _no_sheet(cause: str, place: str) -> CorrigeError:
    remedy = Message("hand in the sheet that corrige made, or write the answers in a text file")
    return CorrigeError.one(cause, place=place, remedy=remedy)
