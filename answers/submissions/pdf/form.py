"""Read filled answer sheets, as PDF forms or printed to PDF, as submissions."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

import pikepdf

from answers.assets import shared_words
from answers.errors import CorrigeError
from answers.flags import (
    CUT_OFF,
    DAMAGED,
    DRAWN_ON,
    FIELDS_MERGED,
    FIELDS_MISSING,
    FIELDS_UNKNOWN,
    FLATTENED,
    NO_TEXT,
    OTHER_CODE,
    PAGE_CHANGED,
    PAGE_TWICE,
    PAGE_UNSIGNED,
    PAGES_MISSING,
    SCANNED,
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
    is_sheet_field,
)
from answers.submissions.pdf.additions import as_drawn
from answers.submissions.pdf.comparison import Opened, shows_lost_answers, visible_differences
from answers.submissions.pdf.fields import FormFields, damaged, has_signature, read_fields
from answers.submissions.pdf.pages import (
    Piece,
    PiecePdf,
    is_one_sheet_in_order,
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
    FileSource,
    SheetOf,
    Submission,
    WantedSheet,
    another_exam,
    join_copies,
    refuse_any,
    sheet_submission,
    tidy_name,
)
from answers.submissions.text import appeal_file

Opener: TypeAlias = Callable[..., Opened]
"""A function that opens a PDF, the same PDF only once: a handed-in file or, with `is_blank`, an issued blank sheet."""
SEED = re.compile(r"u₀ ?= ?(\d{1,5})(?!\d)", re.ASCII)


def sheet_again(
    pages: Sequence[str],
    signed: Sequence[Signature],
    exam: ExpectedExam | None,
    sheet: SheetOf | None,
    names: tuple[str, str] = ("", ""),
) -> bytes | None:
    """Return the blank sheet that belongs to pages with the texts `pages`, None if it is not available.

    Exam, seed and student come from the first signature, or else the seed is read from the pages. `names` are the last
    name and first name to print on the sheet.
    """
    identity = signed[0].identity if signed else None
    if identity is None and exam and (seed := SEED.search(tidy_name(*pages))):
        identity = Identity(exam.name, int(seed[1]))
    if identity is None or sheet is None:
        return None
    student = Student(identity.student, *names, file=identity.student)
    lang = likely_language(pages)
    return sheet(WantedSheet(identity.exam, lang, identity.u0, student, identity.content_hash, identity.version))


def likely_language(pages: Sequence[str]) -> str:
    """Return the code of the language of a sheet's pages, such as "fr"."""
    page_words = frozenset(" ".join(pages).split())
    counts = {}  # of the words that are only on blank sheets in a language
    for lang in LANGUAGES:
        own, *others = (
            frozenset(" ".join((text["face"]["blank"], text["hint"]["blank"], text["name"])).split())
            for text in map(shared_words, (lang, *(other for other in LANGUAGES if other != lang)))
        )
        counts[lang] = len(page_words & own.difference(*others))
    return max(counts, key=lambda lang: counts[lang])


def read(source: FileSource) -> tuple[Submission, ...]:
    """Read all papers in a PDF: filled sheets with form fields, or sheets that a program has printed to PDF.

    A printed copy has no form fields, and is read with the help of the blank sheet that `source.sheet` returns.

    Pages in another order are put in order, and turned pages are turned back. If pages of a sheet are missing, their
    items are `missing`, and the paper is flagged "pages-missing:". If a page is there twice with different answers,
    these items are `disputed`, and the paper is flagged "page-twice:". "fields-merged" says that a program has merged
    the fields of several papers: a value that the page does not show is then missing.

    Pages that changed since corrige signed them are compared with the same sheet printed again. Other flags are those
    of `read_fields`, `sheet_submission` and `visible_differences`; "fields-unknown"; "flattened" (the text in the boxes
    was read); "cut-off:<field>"; "no-text" (some or all pages could not be read). A printed copy that shows answers,
    but has lost its text, is flagged "scanned". A marked paper with an appeal in its form is read as `appeal_file`
    reads it.

    Damage inside a stored text or its key is not noticed, since nothing distinguishes it from another answer.
    """
    form, doubts = read_fields(source.content, source.place, source.secret)
    try:
        texts = () if form.is_ours else page_texts(source.content, form)
        sheet_pieces = pieces(with_unnamed(sheet_pages(source.content, form, texts, source.secret)))
        is_as_printed = is_one_sheet_in_order(sheet_pieces) and not form.must_be_mended
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        texts, sheet_pieces, is_as_printed = (), (), True
    if (appeal := appeal_file.read_pdf(form.values, form.token, texts, source)) is not None:
        return appeal
    if not sheet_pieces or is_as_printed:
        return (_read(source, form, doubts, token=sheet_pieces[0].token if sheet_pieces else ""),)
    sheets = []
    for piece in sheet_pieces:
        piece_texts = [texts[place] for place in piece.places if place < len(texts)]
        signed = signatures([piece.token], source.secret)
        sheets.append(sheet_again(piece_texts, signed, source.exam, source.sheet))
    try:
        pdfs = tuple(piece_pdfs(source.content, sheet_pieces, sheets))
    except pikepdf.PdfError as error:
        raise damaged(source.place) from error
    papers: defaultdict[str, list[tuple[Piece, Submission]]] = defaultdict(list)
    for piece, sheet, pdf in zip(sheet_pieces, sheets, pdfs, strict=True):
        papers[piece.token].append((piece, _read_piece(source, piece, pdf, sheet, form)))
    submissions = []
    for (first, first_copy), *copies in papers.values():
        paper, numbers = first_copy, set(first.numbers)
        for piece, copy in copies:
            joined = join_copies(paper, copy)
            repeated = ", ".join(map(str, sorted(numbers & set(piece.numbers))))
            flags = () if joined.disputed == paper.disputed else (PAGE_TWICE(repeated),)
            paper = replace(joined, flags=(*joined.flags, *flags))
            numbers |= set(piece.numbers)
        submissions.append(paper)
    if len(submissions) == 1:
        return (replace(submissions[0], place=Place(source.place)),)
    return tuple(submissions)


PAGE_NUMBER = re.compile(r"(page )?(\d+)(.*)", re.DOTALL)
OF_PAGES = frozenset(flag.slug for flag in (DRAWN_ON, OTHER_CODE, PAGE_CHANGED, PAGE_UNSIGNED))
"""Flags whose detail begins with the number of a page."""


def _read_piece(source: FileSource, piece: Piece, pdf: PiecePdf, sheet: bytes | None, whole: FormFields) -> Submission:
    """Return the submission in a piece, some pages of one sheet; flags have the page numbers of the sheet."""
    form, doubts = read_fields(pdf.content, source.place, source.secret)
    numbers = piece.numbers if piece.missing else ()
    submission = _read(replace(source, content=pdf.content), form, doubts, numbers, pdf.lost, piece.token)
    boxes = blank_boxes(sheet) if sheet else {}
    fields = {name for name, box in boxes.items() if box.page + 1 in piece.numbers}
    items = (f"{item[0]}.{item[1]}" for item in map(field_item, fields) if item)
    lacks_fields = any(item in submission.missing for item in items)
    flags = []
    for flag in submission.flags:
        match = PAGE_NUMBER.fullmatch(flag.detail) if flag.slug in OF_PAGES else None
        if match and int(match[2]) <= len(piece.numbers):
            flags.append(flag(f"{match[1] or ''}{piece.numbers[int(match[2]) - 1]}{match[3]}"))
        elif flag != FIELDS_MISSING or lacks_fields:
            flags.append(flag)
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


def _read(
    source: FileSource,
    form: FormFields,
    doubts: tuple[Flag, ...],
    numbers: tuple[int, ...] = (),
    lost: frozenset[str] = frozenset(),
    token: str = "",
) -> Submission:
    """Return the submission on the pages `numbers` of a sheet, without the values of the fields `lost`."""
    content, secret = source.content, source.secret
    with ExitStack() as stack:
        opened: Opener = lru_cache(lambda *pdf, **kind: stack.enter_context(Opened(*pdf, **kind)))
        printed: PrintedTexts | None = None
        if form.values:
            if not any(map(is_sheet_field, form.values)):
                raise _no_sheet(
                    Message("the PDF is a form, but not an answer sheet of corrige, so it has no answers to mark"),
                    source.place,
                )
            values = form.values
            pages = () if form.is_ours else form.pages or tuple(map(page_text, page_glyphs(content) or ()))
            signed = signatures([form.token, *pages, token], secret)
            exam = source.exam_of(signature.identity.exam for signature in signed[:1])
            known: Iterable[str] = filter(is_sheet_field, values)
            if exam:
                items = (field_name(part, item) for part, count in exam.counts.items() for item in range(1, count + 1))
                known = (*items, *STUDENT_FIELDS)
            flags = [FIELDS_UNKNOWN] if set(values).difference(known) else []
        else:
            printed, pages, signed = _read_print(source, form, opened, numbers, token)
            exam = source.exam_of(signature.identity.exam for signature in signed[:1])
            if signed and printed.lost and shows_lost_answers(lambda: opened(content), form, printed):
                submission = sheet_submission({}, signed, (SCANNED,), source.place, exam)
                refuse_any(another_exam(submission.exam, source.place, exam))
                return submission
            values, flags = printed.values, [FLATTENED] if printed.is_whole else [FLATTENED, NO_TEXT]
        if signed:  # a page without a signature may belong to another sheet
            lost_pages = printed.lost if printed else frozenset()  # the code of such a page has named its sheet
            flags += (
                PAGE_UNSIGNED(number)
                for number, page in enumerate(pages, 1)
                if number - 1 not in lost_pages and not signatures([page], secret)
            )
        if printed and printed.is_whole:
            flags += map(CUT_OFF, printed.cut_off)
        else:
            printed = None  # without all pages, there is nothing to compare
        values = {name: text for name, text in values.items() if name not in lost}
        submission = sheet_submission(values, signed, tuple(flags), source.place, exam)
        refuse_any(another_exam(submission.exam, source.place, exam))

        def issued() -> Opened | None:  # with the name in its fields or without
            identity = signed[0].identity
            for names in (("", ""), (values.get(NAME, ""), values.get(FIRST_NAME, ""))):
                pdf = sheet_again(pages, signed, exam, source.sheet, names)
                if pdf and identity.content_hash and has_signature(pdf, identity.token(secret), secret):
                    return opened(only_pages(pdf, numbers) if numbers else pdf, is_blank=True)
            return None

        def copy() -> Opened:  # the submitted file with its fields as drawn
            return opened(as_drawn(content) if form.drawn and form.is_redrawn else content)

        may_compare = source.sheet and (printed or form.pages) and signed and signed[0].valid
        identities = [signature.identity for signature in signed]
        differences = visible_differences(copy, form, identities, printed, issued if may_compare else None)
    return replace(submission, flags=tuple(dict.fromkeys((*submission.flags, *doubts, *differences))))


def _read_print(
    source: FileSource, form: FormFields, opened: Opener, numbers: tuple[int, ...], token: str
) -> tuple[PrintedTexts, tuple[str, ...], tuple[Signature, ...]]:
    """Return the texts in the boxes of a printed copy, the text of each page, and the signatures on the pages."""
    glyphs, is_opened = None, False
    if form.is_repaired or not form.is_modest:
        glyphs = page_glyphs(source.content)
    else:
        with suppress(Exception):  # a hostile file makes the libraries raise anything
            glyphs, is_opened = opened(source.content).letters, True
    if glyphs is None:
        raise damaged(source.place)
    pages = tuple(map(page_text, glyphs))
    signed = signatures([*pages, form.token, token], source.secret)
    blank = sheet_again(pages, signed, source.exam, source.sheet)
    blank = only_pages(blank, numbers) if blank and numbers else blank
    words = (page.anchors for page in opened(blank, is_blank=True)) if blank else ()
    layout = blank_layout(blank, words) if blank else Layout({}, ())

    def letters_without(number: int, texts: Collection[int], box: Box) -> tuple[Glyph, ...] | None:
        return opened(source.content).letters_without(number, texts, box) if is_opened else None

    printed = printed_texts(glyphs, layout, letters_without)
    if not printed.values and not signed and any(pages):
        raise _no_sheet(
            Message("the PDF is not an answer sheet of corrige: it has neither a form nor the signature on its pages"),
            source.place,
        )
    if form.is_repaired and not printed.is_whole:
        raise damaged(source.place)
    return printed, pages, signed


def _no_sheet(cause: Message, place: str) -> CorrigeError:
    remedy = Message("hand in the answer sheet that corrige printed, or write the answers in a text file")
    return CorrigeError.single(cause, place=place, remedy=remedy)


def signatures(texts: Iterable[str], secret: str) -> tuple[Signature, ...]:
    """Return the different signatures in `texts`, at most one in each text, valid or not."""
    read = (find_signature(text, secret) or find_signature("".join(text.split()), secret) for text in texts)
    return tuple(dict.fromkeys(signature for signature in read if signature))
