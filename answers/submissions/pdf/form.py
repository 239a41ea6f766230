"""Read a filled answer sheet, or a printed copy of a sheet, as a submission."""

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
from answers.messages import LANGUAGES, Message
from answers.sheets.identity import (
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
"""Open a PDF once: a submitted file or, with `is_blank`, an issued blank sheet."""
SEED = re.compile(r"u₀ ?= ?(\d{1,5})(?!\d)", re.ASCII)


def sheet_again(
    pages: Sequence[str],
    signed: Sequence[Signature],
    exam: ExpectedExam | None,
    sheet: SheetOf | None,
    names: tuple[str, str] = ("", ""),
) -> bytes | None:
    """Return the blank sheet with the texts `pages`, None if it is not available.

    Exam, seed and student are those of the first signature; without a signature, the exam is the expected exam and the
    seed is read from the pages. The language is that of the pages. `names` are the last name and first name of the
    student on the sheet.
    """
    identity = signed[0].identity if signed else _named_by_pages(pages, exam)
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
    """Return the language with most words on the pages, among words that only its blank sheets have."""
    page_words = frozenset(" ".join(pages).split())
    return max(LANGUAGES, key=lambda lang: len(page_words & _distinctive_words(lang)))


@cache
def _distinctive_words(lang: str) -> frozenset[str]:
    return _blank_words(lang).difference(*(_blank_words(other) for other in LANGUAGES if other != lang))


def _blank_words(lang: str) -> frozenset[str]:
    """Return the words on every blank sheet, of any exam."""
    words = shared_words(lang)
    return frozenset(" ".join((words["face"]["blank"], words["hint"]["blank"], words["name"])).split())


def _named_by_pages(pages: Sequence[str], exam: ExpectedExam | None) -> Identity | None:
    seed = SEED.search(tidy_name(*pages))
    return Identity(exam.name, int(seed[1])) if seed and exam else None


def read_papers(source: Source) -> tuple[Submission, ...]:
    """Read all papers in a PDF, each as `read_pdf` does; codes on the pages say which sheet they belong to.

    Pages in another order are put in order, and turned pages are turned back. If pages of a sheet are missing, their
    items are `missing`, and the paper is flagged "pages-missing:" with the page numbers. If a page is there twice with
    different answers, the items that differ are `disputed`, and the paper is flagged "page-twice:". The flag
    "fields-merged" says that a program has merged the fields of several papers: values not drawn on a page are missing.
    """
    read = read_fields(source.content, source.place, source.secret)
    if read is None:
        raise _damaged(source.place)
    form, doubts = read
    try:
        texts = () if form.is_ours else page_texts(source.content, form)
        sheet_pieces = pieces(with_unnamed(sheet_pages(source.content, form, texts, source.secret)))
        is_as_printed = (
            is_plain(sheet_pieces) and not is_turned(source.content) and not has_stray_fields(source.content)
        )
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        texts, sheet_pieces, is_as_printed = (), (), True
    if not sheet_pieces or is_as_printed:
        return (_read(source, form, doubts),)
    sheets = with_sheets(partial(_sheet_of, piece, source, texts) for piece in sheet_pieces)
    try:
        pdfs = tuple(piece_pdfs(source.content, sheet_pieces, sheets))
    except pikepdf.PdfError as error:
        raise _damaged(source.place) from error
    read_pieces = with_sheets(
        partial(_read_piece, source, piece, pdf, sheet, form)
        for piece, sheet, pdf in zip(sheet_pieces, sheets, pdfs, strict=True)
    )
    papers: defaultdict[str, list[tuple[Piece, Submission]]] = defaultdict(list)
    for piece, submission in zip(sheet_pieces, read_pieces, strict=True):
        papers[piece.token].append((piece, submission))
    submissions = tuple(_with_repeated(copies) for copies in papers.values())
    if len(submissions) > 1:
        return submissions
    return tuple(replace(submission, place=Place(submission.place.file)) for submission in submissions)


def _sheet_of(piece: Piece, source: Source, texts: Sequence[str]) -> bytes | None:
    piece_texts = [texts[place] for place in piece.places if place < len(texts)]
    return sheet_again(piece_texts, signatures([piece.token], source.secret), source.exam, source.sheet)


def _read_piece(source: Source, piece: Piece, pdf: PiecePdf, sheet: bytes | None, whole: FormFields) -> Submission:
    """Read some pages of a sheet; flags have the page numbers of the sheet."""
    read = read_fields(pdf.content, source.place, source.secret)
    if read is None:
        raise _damaged(source.place)
    form, doubts = read
    numbers = piece.numbers if piece.missing else ()
    submission = _read(replace(source, content=pdf.content), form, doubts, numbers, pdf.lost)
    boxes = blank_boxes(sheet) if sheet else {}
    fields = {name for name, box in boxes.items() if box.page + 1 in piece.numbers}
    items = (f"{item[0]}.{item[1]}" for item in map(field_item, fields) if item)
    lacks_fields = any(item in submission.missing for item in items)
    flags = [_renumbered(flag, piece) for flag in submission.flags if flag != FIELDS_MISSING or lacks_fields]
    if piece.missing:
        flags.append(PAGES_MISSING(", ".join(map(str, piece.missing))))
    if pdf.merged or (whole.values and not form.values):
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
    """Return a flag of a page of a piece, with the page number of the sheet instead of that in the piece."""
    match = PAGE_NUMBER.fullmatch(flag.detail) if flag.slug in OF_PAGES else None
    if match is None or int(match[2]) > len(piece.numbers):
        return flag
    return flag(f"{match[1] or ''}{piece.numbers[int(match[2]) - 1]}{match[3]}")


OF_PAGES = frozenset(flag.slug for flag in (DRAWN_ON, OTHER_CODE, PAGE_CHANGED, PAGE_UNSIGNED))


def _with_repeated(copies: Sequence[tuple[Piece, Submission]]) -> Submission:
    """Join the copies of a sheet when a file has some of its pages several times."""
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
    """Read a filled sheet, or a printed copy with the help of the blank sheet that `source.sheet` prints.

    Pages that differ from the signed pages are compared with the same sheet printed again. Flags say what the teacher
    must look at: those of `read_fields`, `sheet_submission` and `visible_differences`; "fields-unknown"; "flattened"
    (the form has no fields any more, the text in their boxes was read); "cut-off:<field>" (its text may be incomplete);
    "no-text" (some or all pages could not be read: the teacher has to read them).

    Damage inside a stored text or its key is not noticed: a PDF has nothing to distinguish it from another answer.
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
    """Read a paper with only the pages `numbers`, if any are given, without the values of the fields `lost`."""
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
        issued = partial(_issued_sheet, filled, source, opened, numbers) if may_compare else None

        def copy() -> Opened:  # the submitted file with its fields as drawn
            return opened(as_drawn(source.content) if form.is_drawn else source.content)

        flags = visible_differences(copy, form, filled, printed, issued)
    return replace(submission, flags=tuple(dict.fromkeys((*submission.flags, *doubts, *flags))))


def _issued_sheet(filled: FilledSheet, source: Source, opened: Opener, numbers: tuple[int, ...]) -> Opened | None:
    """Return the sheet as issued, with the name in its fields or without; None if unknown."""
    identity = filled.signatures[0].identity
    for names in (("", ""), (filled.values.get(NAME, ""), filled.values.get(FIRST_NAME, ""))):
        pdf = sheet_again(filled.pages, filled.signatures, source.exam, source.sheet, names)
        if pdf and identity.content_hash and has_signature(pdf, identity.token(source.secret), source.secret):
            return opened(only_pages(pdf, numbers) if numbers else pdf, is_blank=True)
    return None


def _from_form(form: FormFields, source: Source) -> FilledSheet:
    if not any(map(is_sheet_field, form.values)):
        raise _no_sheet(Message("the PDF is a form, but not a sheet of corrige"), source.place)
    pages = () if form.is_ours else form.pages or tuple(map(page_text, page_glyphs(source.content) or ()))
    signed = signatures([form.token, *pages], source.secret)
    unknown = () if _are_known(form.values, source.exam) else (FIELDS_UNKNOWN,)
    return FilledSheet(form.values, signed, (*unknown, *_unsigned(pages, signed, source.secret)), pages)


def _unsigned(pages: Sequence[str], signed: tuple[Signature, ...], secret: str) -> Iterator[Flag]:
    """Yield a flag for each page without a signature in a file with one: the page may belong to another sheet."""
    if signed:
        yield from (PAGE_UNSIGNED(number) for number, page in enumerate(pages, 1) if not signatures([page], secret))


def _from_print(
    form: FormFields, source: Source, opened: Opener, numbers: tuple[int, ...]
) -> tuple[FilledSheet, PrintedTexts | None]:
    """Return the texts in the boxes, and the alignment of the pages with the blank sheet if all were read."""
    glyphs = _letters(form, source.content, opened)
    if glyphs is None:
        raise _damaged(source.place)
    pages = tuple(map(page_text, glyphs))
    signed = signatures([*pages, form.token], source.secret)
    blank = sheet_again(pages, signed, source.exam, source.sheet)
    blank = only_pages(blank, numbers) if blank and numbers else blank
    words = (page.anchors for page in opened(blank, is_blank=True)) if blank else ()
    texts = printed_texts(glyphs, blank_layout(blank, words) if blank else Layout({}, ()))
    if not texts.values and not signed and any(pages):
        raise _no_sheet(Message("the PDF has no form and no signature of corrige"), source.place)
    unsigned = tuple(_unsigned(pages, signed, source.secret))
    if texts.is_whole:
        return FilledSheet(texts.values, signed, (FLATTENED, *unsigned, *map(CUT_OFF, texts.cut_off)), pages), texts
    if form.is_repaired:
        raise _damaged(source.place)
    return FilledSheet(texts.values, signed, (FLATTENED, NO_TEXT, *unsigned), pages), None


def _letters(form: FormFields, content: bytes, opened: Opener) -> tuple[tuple[Glyph, ...], ...] | None:
    if form.is_repaired or not form.is_modest:
        return page_glyphs(content)
    try:
        return opened(content).letters
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        return None


def _are_known(names: Iterable[str], exam: ExpectedExam | None) -> bool:
    """Say whether all names are fields of a sheet, of the given exam if it is known."""
    if exam is None:
        return all(map(is_sheet_field, names))
    items = {field_name(part_id, item) for part_id, count in exam.counts.items() for item in range(1, count + 1)}
    return items.issuperset(set(names) - set(STUDENT_FIELDS))


def _damaged(place: str) -> CorrigeError:
    return CorrigeError.single("the PDF is damaged and cannot be read", place=place, remedy="ask for the file again")


def _no_sheet(cause: Message, place: str) -> CorrigeError:
    remedy = Message("hand in the answer sheet that corrige printed, or write the answers in a text file")
    return CorrigeError.single(cause, place=place, remedy=remedy)


def signatures(texts: Iterable[str], secret: str) -> tuple[Signature, ...]:
    """Return the different signatures in `texts`, at most one in each, checked with `secret`; invalid ones too."""
    read = (find_signature(text, secret) or find_signature("".join(text.split()), secret) for text in texts)
    return tuple(dict.fromkeys(signature for signature in read if signature))


def read_fields(content: bytes, place: str, secret: str = "") -> tuple[FormFields, tuple[Flag, ...]] | None:
    """Read a form with two libraries; return it with flags for differences, or None if it cannot be read.

    Texts are those of pikepdf. Flags are "readers-disagree:<field>"; "field-repeated:<field>", whose first text is
    used; "one-reader", if only one library could read the form; "damaged", if the file was repaired and read by pikepdf
    alone. Only fields of a sheet are flagged.
    """
    first = read_with_pikepdf(content, place, secret)
    if first is None:
        return None
    may_use_pdfium = first.is_modest and not first.is_repaired
    second = read_with_pdfium(content, is_ours=first.is_ours) if may_use_pdfium else None
    if second is None or bool(first.values) != bool(second.values):
        form = second if second and second.values else first
        return replace(form, seen=first.seen), (DAMAGED if first.is_repaired else ONE_READER,)
    form = replace(first, seen=(*first.seen, *second.seen), boxes=second.boxes, pages=second.pages)
    return form, tuple(_differences(first, second))


def is_sheet_field(name: str) -> bool:
    """Say whether a sheet may have a field of this name."""
    return name in STUDENT_FIELDS or field_item(name) is not None


def _differences(first: FormFields, second: FormFields) -> Iterator[Flag]:
    yield from (FIELD_REPEATED(name) for name in sorted(first.repeated | second.repeated) if is_sheet_field(name))
    names = filter(is_sheet_field, dict.fromkeys((*first.values, *second.values)))
    yield from (READERS_DISAGREE(name) for name in names if first.values.get(name) != second.values.get(name))


MOVED = 1.0  # points by which a program may round coordinates

ReferenceOpener = Callable[[], Opened | None]


def visible_differences(
    copied: Callable[[], Opened],
    form: FormFields,
    filled: FilledSheet,
    printed: PrintedTexts | None,
    issued: ReferenceOpener | None,
) -> tuple[Flag, ...]:
    """Return the flags of `form.seen` and those for visible content other than the values of the sheet.

    Drawn fields are compared with their values. Pages whose signature is valid have nothing else on them. Other pages,
    of a form or of a printed copy, are compared with the sheet as `issued`. Flags are those of `beside_original`,
    `beside_text` and `other_codes`; "shown-otherwise:" with each moved field; "not-compared" if the issued sheet is not
    available. Without comparison (None), the flags of the form stay, and of a printed copy only the boxes are checked.
    A file that cannot be rendered is "damaged".
    """
    if form.is_repaired or not form.is_modest or (form.is_ours and not form.is_drawn):
        return form.seen
    try:
        copy = copied()
        shown = beside_text(copy, form.boxes, form.values) if form.is_drawn else ()
        flags = form.seen if form.is_ours else tuple(_page_flags(copy, form, printed, issued))
        identities = [] if form.is_ours else [signature.identity for signature in filled.signatures]
        return (*flags, *shown, *(other_codes(copy, identities) if identities else ()))
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        return (*form.seen, DAMAGED)


def _page_flags(
    copy: Opened, form: FormFields, printed: PrintedTexts | None, issued: ReferenceOpener | None
) -> Iterator[Flag]:
    """Yield flags for additions to the issued sheet, or those that can be found without this sheet."""
    sheet = issued() if issued else None
    if sheet:
        yield from (flag for flag in form.seen if flag.slug != PAGE_CHANGED.slug)
        yield from _compared(copy, form, printed, sheet)
        return
    yield from form.seen
    if printed:
        alignments, boxes = printed.alignments, printed.boxes.items()
        yield from in_boxes(
            copy, {name: alignments[box.page].moved(box) for name, box in boxes if box.page in alignments}
        )
    if issued:
        yield NOT_COMPARED


def _compared(copy: Opened, form: FormFields, printed: PrintedTexts | None, sheet: Opened) -> tuple[Flag, ...]:
    if printed:
        return beside_original(
            copy, ReferenceSheet(sheet, printed.boxes, printed.alignments, is_form=False, ends=printed.ends)
        )
    boxes = blank_boxes(sheet.content)
    original = ReferenceSheet(sheet, boxes, dict.fromkeys(range(len(form.pages)), AS_IT_IS), is_form=True)
    return (*_moved(form.boxes, boxes), *beside_original(copy, original))


def _moved(boxes: Mapping[str, Box], original: Mapping[str, Box]) -> Iterator[Flag]:
    names = (name for name in boxes if name in original)
    return (SHOWN_OTHERWISE(name) for name in names if _is_elsewhere(boxes[name], original[name]))


def _is_elsewhere(box: Box, other: Box) -> bool:
    pairs = ((box.left, other.left), (box.bottom, other.bottom), (box.right, other.right), (box.top, other.top))
    return box.page != other.page or any(abs(edge - other_edge) > MOVED for edge, other_edge in pairs)
