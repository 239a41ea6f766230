"""A filled answer sheet, or a printed copy of one, made into a submission."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import TypeAlias

import pikepdf

from answers.assets import shared_words
from answers.errors import CorrigeError
from answers.exam.identity import (
    FIRST_NAME,
    NAME,
    STUDENT_FIELDS,
    Identity,
    Signature,
    Student,
    field_item,
    field_name,
    find_signature,
)
from answers.exam.words import LANGUAGES
from answers.flags import (
    CUT_OFF,
    DAMAGED,
    DRAWN_ON,
    FIELD_REPEATED,
    FIELDS_MERGED,
    FIELDS_MISSING,
    FIELDS_UNKNOWN,
    FLATTENED,
    NO_TEXT,
    NOT_COMPARED,
    ONE_READER,
    OTHER_CODE,
    PAGE_CHANGED,
    PAGE_TWICE,
    PAGE_UNSIGNED,
    PAGES_MISSING,
    READERS_DISAGREE,
    SHOWN_OTHERWISE,
    Flag,
    Place,
)
from answers.messages import Message
from answers.submissions.pdf.additions import as_drawn
from answers.submissions.pdf.comparison import (
    AS_IT_IS,
    Opened,
    ReferenceSheet,
    beside_original,
    beside_text,
    in_boxes,
    other_codes,
)
from answers.submissions.pdf.fields import FormFields, has_signature, read_with_pdfium, read_with_pikepdf
from answers.submissions.pdf.pages import (
    Piece,
    PiecePdf,
    has_stray_fields,
    is_plain,
    is_turned,
    only_pages,
    page_texts,
    piece_pdfs,
    pieces,
    sheet_pages,
    with_unnamed,
)
from answers.submissions.printed.flattened import PrintedTexts, printed_texts
from answers.submissions.printed.layout import Box, Glyph, Layout, blank_boxes, blank_layout, page_glyphs, page_text
from answers.submissions.raw.submission import (
    ExpectedExam,
    FilledSheet,
    SheetOf,
    Source,
    Submission,
    WantedSheet,
    another_exam,
    join_copies,
    refuse_any,
    sheet_submission,
    tidy_name,
    with_sheets,
)

Opener: TypeAlias = Callable[..., Opened]
"""Opens a PDF, once: what was handed in, or, if it `is_blank`, the sheet that was given."""
SEED = re.compile(r"u₀ ?= ?(\d{1,5})(?!\d)", re.ASCII)


def sheet_again(
    pages: Sequence[str],
    seals: Sequence[Signature],
    exam: ExpectedExam | None,
    sheet: SheetOf | None,
    names: tuple[str, str] = ("", ""),
) -> bytes | None:
    """Return the sheet of which `pages` are the text, or None where it is not to be had.

    Exam, seed and student are those of the first signature; without one, the exam is the expected one and the seed that
    of the page. The language is that of the pages. `names` are those on the sheet, if it has any.
    """
    identity = seals[0].identity if seals else _named_by_pages(pages, exam)
    if identity is None or sheet is None:
        return None
    student = Student(identity.student, *names, file=identity.student)
    try:
        return sheet(
            WantedSheet(
                identity.exam, likely_language(pages), identity.u0, student, identity.content_hash, identity.version
            )
        )
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
    words = shared_words(lang)
    return frozenset(" ".join((words["face"]["blank"], words["hint"]["blank"], words["name"])).split())


def _named_by_pages(pages: Sequence[str], exam: ExpectedExam | None) -> Identity | None:
    seed = SEED.search(tidy_name(*pages))
    return Identity(exam.name, int(seed[1])) if seed and exam else None


def read_papers(source: Source) -> tuple[Submission, ...]:
    """Read all papers in a PDF, each as `read_pdf` does: the pages tell by their codes which sheet they are of.

    Pages that were put in another order, or turned, are put back. Of a sheet that is not all there the items of the
    missing pages are `missing`, and the paper is flagged "pages-missing:" with their numbers. Of a page that is there
    twice, filled in differently, the items that differ are `disputed`, and the paper is flagged "page-twice:".
    "fields-merged" says that a program has joined the fields of several papers: what is not drawn on a page is missing.
    """
    read = read_fields(source.content, source.place, source.secret)
    if read is None:
        raise _damaged(source.place)
    form, doubts = read
    try:
        texts = () if form.is_ours else page_texts(source.content, form)
        found = pieces(with_unnamed(sheet_pages(source.content, form, texts, source.secret)))
        is_as_printed = is_plain(found) and not is_turned(source.content) and not has_stray_fields(source.content)
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        texts, found, is_as_printed = (), (), True
    if not found or is_as_printed:
        return (_read(source, form, doubts),)
    sheets = with_sheets(partial(_sheet_of, piece, source, texts) for piece in found)
    try:
        made_pieces = tuple(piece_pdfs(source.content, found, sheets))
    except pikepdf.PdfError as error:
        raise _damaged(source.place) from error
    read_pieces = with_sheets(
        partial(_read_piece, source, piece, made, sheet, form)
        for piece, sheet, made in zip(found, sheets, made_pieces, strict=True)
    )
    papers: defaultdict[str, list[tuple[Piece, Submission]]] = defaultdict(list)
    for piece, submission in zip(found, read_pieces, strict=True):
        papers[piece.token].append((piece, submission))
    whole = tuple(_with_repeated(copies) for copies in papers.values())
    return tuple(replace(one, place=Place(one.place.file)) for one in whole) if len(whole) == 1 else whole


def _sheet_of(piece: Piece, source: Source, texts: Sequence[str]) -> bytes | None:
    own = [texts[place] for place in piece.places if place < len(texts)]
    return sheet_again(own, signatures([piece.token], source.secret), source.exam, source.sheet)


def _read_piece(source: Source, piece: Piece, made: PiecePdf, sheet: bytes | None, whole: FormFields) -> Submission:
    """Read some pages of a sheet, with the numbers that pages have on it."""
    read = read_fields(made.content, source.place, source.secret)
    if read is None:
        raise _damaged(source.place)
    form, doubts = read
    numbers = piece.numbers if piece.missing else ()
    submission = _read(replace(source, content=made.content), form, doubts, numbers, made.lost)
    there = (
        {name for name, box in blank_boxes(sheet).items() if box.page + 1 in piece.numbers} if sheet else frozenset()
    )
    items = (f"{item[0]}.{item[1]}" for item in map(field_item, there) if item)
    lacks_fields = any(item in submission.missing for item in items)
    flags = [_renumbered(flag, piece) for flag in submission.flags if flag != FIELDS_MISSING or lacks_fields]
    if piece.missing:
        flags.append(PAGES_MISSING(", ".join(map(str, piece.missing))))
    if made.merged or (whole.values and not form.values):
        flags.append(FIELDS_MERGED)
    if whole.is_repaired:
        flags.append(DAMAGED)
    places = [place + 1 for place in piece.places]
    inside = Message("page {number}", number=places[0])
    if len(places) > 1:
        inside = Message("pages {numbers}", numbers=", ".join(map(str, places)))
    return replace(
        submission, place=Place(source.place, inside), flags=tuple(dict.fromkeys(flags)), missing_pages=piece.missing
    )


PAGE_NUMBER = re.compile(r"(page )?(\d+)(.*)", re.DOTALL)


def _renumbered(flag: Flag, piece: Piece) -> Flag:
    """Return a flag on a page of a piece, which counts its own, with the number of that page on the sheet."""
    match = PAGE_NUMBER.fullmatch(flag.detail) if flag.slug in OF_PAGES else None
    if match is None or int(match[2]) > len(piece.numbers):
        return flag
    return flag(f"{match[1] or ''}{piece.numbers[int(match[2]) - 1]}{match[3]}")


OF_PAGES = frozenset(flag.slug for flag in (DRAWN_ON, OTHER_CODE, PAGE_CHANGED, PAGE_UNSIGNED))


def _with_repeated(copies: Sequence[tuple[Piece, Submission]]) -> Submission:
    """Return the paper of one sheet of which a file has pages several times."""
    (first, paper), *others = copies
    numbers = set(first.numbers)
    for piece, other in others:
        repeated = sorted(numbers & set(piece.numbers))
        numbers |= set(piece.numbers)
        before = paper.disputed
        paper = join_copies(paper, other)
        if paper.disputed != before:
            paper = replace(paper, flags=(*paper.flags, PAGE_TWICE(", ".join(map(str, repeated)))))
    return paper


def read_pdf(source: Source) -> Submission:
    """Read a filled sheet, or a printed copy of one with the help of the blank sheet that `source.sheet` prints.

    Pages that are not as they were signed are compared with those of the same sheet printed again. Flags say what the
    teacher must look at: those of `read_fields`, `sheet_submission` and `seen_beside`, "fields-unknown",
    "flattened" (the fields are gone, the text of their boxes was read), "cut-off:<field>" (but not all of it there),
    "no-text" (it could not be, or not on all pages: what is absent must be read by eye).

    Damage inside a stored text or its key is not noticed: nothing in a PDF tells it from another answer.
    """
    read = read_fields(source.content, source.place, source.secret)
    if read is None:
        raise _damaged(source.place)
    return _read(source, *read)


def _read(
    source: Source,
    form: FormFields,
    doubts: tuple[Flag, ...],
    numbers: tuple[int, ...] = (),
    lost: frozenset[str] = frozenset(),
) -> Submission:
    """Read a paper that has only the pages of these numbers, if some are named, and no value of the fields `lost`."""
    with ExitStack() as stack:
        opened: Opener = lru_cache(lambda *pdf, **kind: stack.enter_context(Opened(*pdf, **kind)))
        filled, printed = (
            (_from_form(form, source), None) if form.values else _from_print(form, source, opened, numbers)
        )
        if lost:
            filled = replace(filled, values={name: text for name, text in filled.values.items() if name not in lost})
        submission = sheet_submission(filled, source.place, source.exam)
        refuse_any(another_exam(submission.exam, source.place, source.exam))
        may_compare = source.sheet and (printed or form.pages) and filled.signatures and filled.signatures[0].valid
        given = partial(_given, filled, source, opened, numbers) if may_compare else None

        def copy() -> Opened:  # what was handed in, its fields as they are drawn
            return opened(as_drawn(source.content) if form.is_drawn else source.content)

        flags = seen_beside(copy, form, filled, printed, given)
    return replace(submission, flags=tuple(dict.fromkeys((*submission.flags, *doubts, *flags))))


def _given(filled: FilledSheet, source: Source, opened: Opener, numbers: tuple[int, ...]) -> Opened | None:
    """The sheet as it was given, with the name in its fields or without; None if unknown."""
    identity = filled.signatures[0].identity
    for names in (("", ""), (filled.values.get(NAME, ""), filled.values.get(FIRST_NAME, ""))):
        pdf = sheet_again(filled.pages, filled.signatures, source.exam, source.sheet, names)
        if pdf and identity.content_hash and has_signature(pdf, identity.token(source.secret), source.secret):
            return opened(only_pages(pdf, numbers) if numbers else pdf, is_blank=True)
    return None


def _from_form(form: FormFields, source: Source) -> FilledSheet:
    if not any(map(is_sheet_field, form.values)):
        raise _no_sheet("the PDF is a form, but not a sheet of corrige", source.place)
    pages = () if form.is_ours else form.pages or tuple(map(page_text, page_glyphs(source.content) or ()))
    sealed = signatures([form.token, *pages], source.secret)
    unknown = () if _are_asked(form.values, source.exam) else (FIELDS_UNKNOWN,)
    return FilledSheet(form.values, sealed, (*unknown, *_unsealed(pages, sealed, source.secret)), pages)


def _unsealed(pages: Sequence[str], sealed: tuple[Signature, ...], secret: str) -> Iterator[Flag]:
    """Yield a flag for each page that bears no signature, though the file does: it may be of another sheet."""
    if sealed:
        yield from (PAGE_UNSIGNED(number) for number, page in enumerate(pages, 1) if not signatures([page], secret))


def _from_print(
    form: FormFields, source: Source, opened: Opener, numbers: tuple[int, ...]
) -> tuple[FilledSheet, PrintedTexts | None]:
    """Return what stands in the boxes, and how the pages lie on the blank sheet if all was read."""
    glyphs = _letters(form, source.content, opened)
    if glyphs is None:
        raise _damaged(source.place)
    pages = tuple(map(page_text, glyphs))
    sealed = signatures([*pages, form.token], source.secret)
    blank = sheet_again(pages, sealed, source.exam, source.sheet)
    blank = only_pages(blank, numbers) if blank and numbers else blank
    words = (page.anchors for page in opened(blank, is_blank=True)) if blank else ()
    texts = printed_texts(glyphs, blank_layout(blank, words) if blank else Layout({}, ()))
    if not texts.values and not sealed and any(pages):
        raise _no_sheet("the PDF has no form and no seal of corrige", source.place)
    unsealed = tuple(_unsealed(pages, sealed, source.secret))
    if texts.is_whole:
        return FilledSheet(texts.values, sealed, (FLATTENED, *unsealed, *map(CUT_OFF, texts.cut_off)), pages), texts
    if form.is_repaired:
        raise _damaged(source.place)
    return FilledSheet(texts.values, sealed, (FLATTENED, NO_TEXT, *unsealed), pages), None


def _letters(form: FormFields, content: bytes, opened: Opener) -> tuple[tuple[Glyph, ...], ...] | None:
    if form.is_repaired or not form.is_modest:
        return page_glyphs(content)
    try:
        return opened(content).letters
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        return None


def _are_asked(names: Iterable[str], exam: ExpectedExam | None) -> bool:
    """Whether all fields are those of a sheet, and of a sheet of `exam` when it is known."""
    if exam is None:
        return all(map(is_sheet_field, names))
    items = {field_name(part_id, item) for part_id, count in exam.counts.items() for item in range(1, count + 1)}
    return items.issuperset(set(names) - set(STUDENT_FIELDS))


def _damaged(place: str) -> CorrigeError:
    return CorrigeError.one("the PDF is damaged and cannot be read", place=place, remedy="ask for the file again")


def _no_sheet(cause: str, place: str) -> CorrigeError:
    remedy = Message("hand in the answer sheet that corrige printed, or write the answers in a text file")
    return CorrigeError.one(cause, place=place, remedy=remedy)


def signatures(texts: Iterable[str], secret: str) -> tuple[Signature, ...]:
    """Return the different tokens found in `texts`, one in each at most, even broken ones, checked under `secret`."""
    read = (find_signature(text, secret) or find_signature("".join(text.split()), secret) for text in texts)
    return tuple(dict.fromkeys(signature for signature in read if signature))


def read_fields(content: bytes, place: str, secret: str = "") -> tuple[FormFields, tuple[Flag, ...]] | None:
    """Return the form to use, and flags for what the two readers see differently, or None if it cannot be read.

    The text of pikepdf is kept. Flags are "readers-disagree:<field>"; "field-repeated:<field>", of which the first
    text is kept; "one-reader", when only one library could read the form; "damaged", when the file was repaired, and
    read by pikepdf alone. Only fields of a sheet are flagged.
    """
    first = read_with_pikepdf(content, place, secret)
    if first is None:
        return None
    may_ask = first.is_modest and not first.is_repaired
    second = read_with_pdfium(content, is_ours=first.is_ours) if may_ask else None
    if second is None or bool(first.values) != bool(second.values):
        form = second if second and second.values else first
        return replace(form, seen=first.seen), (DAMAGED if first.is_repaired else ONE_READER,)
    form = replace(first, seen=(*first.seen, *second.seen), boxes=second.boxes, pages=second.pages)
    return form, tuple(_differences(first, second))


def is_sheet_field(name: str) -> bool:
    """Whether a field of this name may stand on a sheet."""
    return name in STUDENT_FIELDS or field_item(name) is not None


def _differences(first: FormFields, second: FormFields) -> Iterator[Flag]:
    yield from (FIELD_REPEATED(name) for name in sorted(first.repeated | second.repeated) if is_sheet_field(name))
    names = filter(is_sheet_field, dict.fromkeys((*first.values, *second.values)))
    yield from (READERS_DISAGREE(name) for name in names if first.values.get(name) != second.values.get(name))


MOVED = 1.0  # points that a program may round

ReferenceOpener = Callable[[], Opened | None]


def seen_beside(
    copied: Callable[[], Opened],
    form: FormFields,
    filled: FilledSheet,
    printed: PrintedTexts | None,
    given: ReferenceOpener | None,
) -> tuple[Flag, ...]:
    """Return what `form.seen` tells, made sure and completed by what is seen beside the values of a sheet.

    Fields that are drawn are looked at. Pages that are signed as ours have nothing beside them. Others are compared
    with the sheet that the student was `given`, be they a form, or a printed copy. Flags are those of
    `beside_original`, `beside_text` and `other_codes`, and "shown-otherwise:" with each field that was moved;
    "not-compared" where that sheet is not known. What cannot be compared (None) keeps the flags it had; of a printed
    copy only the boxes are looked at. What cannot be rendered is "damaged".
    """
    if form.is_repaired or not form.is_modest or (form.is_ours and not form.is_drawn):
        return form.seen
    try:
        copy = copied()
        shown = beside_text(copy, form.boxes, form.values) if form.is_drawn else ()
        looked = form.seen if form.is_ours else tuple(_looked_at(copy, form, printed, given))
        sealed = [] if form.is_ours else [signature.identity for signature in filled.signatures]
        return (*looked, *shown, *(other_codes(copy, sealed) if sealed else ()))
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        return (*form.seen, DAMAGED)


def _looked_at(
    copy: Opened, form: FormFields, printed: PrintedTexts | None, given: ReferenceOpener | None
) -> Iterator[Flag]:
    """Yield what pages show beside the sheet that was given, or what can be told without it."""
    sheet = given() if given else None
    if sheet:
        yield from (flag for flag in form.seen if flag.slug != PAGE_CHANGED.slug)
        yield from _compared(copy, form, printed, sheet)
        return
    yield from form.seen
    if printed:
        lying = printed.alignments
        yield from in_boxes(
            copy, {name: lying[box.page].moved(box) for name, box in printed.boxes.items() if box.page in lying}
        )
    if given:
        yield NOT_COMPARED


def _compared(copy: Opened, form: FormFields, printed: PrintedTexts | None, sheet: Opened) -> tuple[Flag, ...]:
    if printed:
        return beside_original(
            copy, ReferenceSheet(sheet, printed.boxes, printed.alignments, is_form=False, ends=printed.ends)
        )
    boxes = blank_boxes(sheet.content)
    original = ReferenceSheet(sheet, boxes, dict.fromkeys(range(len(form.pages)), AS_IT_IS), is_form=True)
    return (*_moved(form.boxes, boxes), *beside_original(copy, original))


def _moved(boxes: Mapping[str, Box], there: Mapping[str, Box]) -> Iterator[Flag]:
    both = (name for name in boxes if name in there)
    return (SHOWN_OTHERWISE(name) for name in both if _is_elsewhere(boxes[name], there[name]))


def _is_elsewhere(box: Box, other: Box) -> bool:
    pairs = ((box.left, other.left), (box.bottom, other.bottom), (box.right, other.right), (box.top, other.top))
    return box.page != other.page or any(abs(edge - there) > MOVED for edge, there in pairs)
