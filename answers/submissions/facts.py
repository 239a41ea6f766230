"""Entry point of the process that describes a PDF or a picture: the program, form, fonts and signatures of the file."""

import pikepdf
import pypdfium2

from answers.errors import Problem
from answers.files import read_limited
from answers.messages import Message
from answers.sandbox import worker
from answers.sandbox.worker import Ask
from answers.sheets.identity import TOKEN, find_page_signature, find_signature, is_sheet_field
from answers.submissions.doctor import Facts, FactsRequest, Font, PageFacts, PageSignature
from answers.submissions.pdf.additions import form_fields
from answers.submissions.pdf.comparison import MM, Opened
from answers.submissions.pdf.fields import USUAL, read_with_pikepdf
from answers.submissions.pdf.pages import FOOTER
from answers.submissions.printed.layout import MAX_PAGES, UNREADABLE, glyphs_of, limit_qpdf, modest_contents, page_text
from answers.submissions.raw.objects import entry
from answers.submissions.scan import MAX_CODED, PICTURES, covered_share, is_scan, qr_codes, scan_codes

MAX_MEMORY = 600_000_000
MAX_BYTES = 50_000_000
MAX_FONTS = 40
MAX_NAME = 60
NUMBER = TOKEN.groups + 2  # the group of a match of `FOOTER` that has the page number


def serve() -> None:
    """Answer requests of the parent process for the facts of a file, until the parent closes the connection."""

    def undescribed(name: str) -> Problem:
        return Problem(
            Message("the file could not be described ({name})", name=name),
            remedy="open the file in its own program, and look whether it is damaged",
        )

    worker.serve(facts, MAX_MEMORY, undescribed)


def facts(request: FactsRequest, _ask: Ask | None = None) -> Facts:
    """Return the technical facts of the PDF or picture `request.path`; a fact that cannot be read has its default.

    CorrigeError if the PDF has a password or more than 40 pages, or if the file is larger than 50 MB.
    """
    path = request.path
    if path.suffix.lower() in PICTURES:
        marks = tuple(mark for code in scan_codes(path) if (mark := _of_code(code, request.secret)))
        return Facts(is_scan=is_scan(path), pages=tuple(PageFacts(0, 0, 0, 0, 0, 1.0, None, mark) for mark in marks))
    content = read_limited(path, MAX_BYTES)
    read = read_with_pikepdf(content, request.place)  # it raises if the file has a password or too many pages
    limit_qpdf()
    try:
        with pikepdf.open(path) as pdf:
            is_readable = modest_contents(pdf) is not None and read is not None and not read.is_repaired
            warnings = [str(warning) for warning in pdf.get_warnings()]
            info, form = pdf.trailer.get("/Info"), pdf.Root.get("/AcroForm")
            widgets = list(form_fields(pdf.pages[:MAX_PAGES]))
            fields = widgets if isinstance(form, pikepdf.Dictionary) else []
            return Facts(
                pdf_version=pdf.pdf_version,
                producer=_program(info, "/Producer"),
                creator=_program(info, "/Creator"),
                is_encrypted=pdf.is_encrypted,
                is_damaged=any(not any(usual in warning for usual in USUAL) for warning in warnings),
                fields=len(fields),
                sheet_fields=sum(is_sheet_field(str(field.get("/T", ""))) for field in fields),
                filled=sum(bool(str(widget.get("/V", ""))) for widget in widgets),
                drawn=sum("/AP" in widget for widget in widgets),
                asks_viewers=isinstance(form, pikepdf.Dictionary) and bool(form.get("/NeedAppearances")),
                is_scan=is_scan(path),
                fonts=_fonts(pdf),
                page_count=len(pdf.pages),
                pages=_pages(content, request.secret) if is_readable else (),
            )
    except pikepdf.PdfError:
        return Facts(is_damaged=True)


def _program(info: pikepdf.Object | None, key: str) -> str:
    """Return the program in the metadata entry `key`, such as "/Producer", cut at 60 characters; "" if absent."""
    text = str(info.get(key, "")) if isinstance(info, pikepdf.Dictionary) else ""
    return "".join(filter(str.isprintable, text))[:MAX_NAME]


def _fonts(pdf: pikepdf.Pdf) -> tuple[Font, ...]:
    fonts: dict[Font, None] = {}
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == pikepdf.Name.Font and "/FontFile" not in item:
            if str(item.get("/Subtype", "")).startswith("/CIDFont"):
                continue  # a part of a font
            inner = entry(item, "/DescendantFonts")
            described = inner[0] if isinstance(inner, pikepdf.Array) and len(inner) else item
            descriptor = entry(described, "/FontDescriptor")
            encoding = entry(item, "/Encoding")
            fonts[
                Font(
                    str(item.get("/BaseFont", ""))[1 : MAX_NAME + 1],
                    str(item.get("/Subtype", ""))[1:],
                    "own" if isinstance(encoding, pikepdf.Dictionary | pikepdf.Stream) else str(encoding or "")[1:],
                    isinstance(descriptor, pikepdf.Dictionary)
                    and any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")),
                    "/ToUnicode" in item,
                )
            ] = None
    return tuple(fonts)[:MAX_FONTS]


def _pages(content: bytes, secret: str) -> tuple[PageFacts, ...]:
    """Return the facts of the first 40 pages of a file that unpacks to no more bytes than an answer sheet may."""
    pages = []
    with pypdfium2.PdfDocument(content) as document, Opened(content) as opened:
        for number in range(min(len(document), MAX_PAGES)):
            page = document[number]
            width, height = page.get_size()
            text = page.get_textpage()
            glyphs = tuple(glyphs_of(text))
            letters, words = [glyph for glyph in glyphs if not glyph.is_space], page_text(glyphs)
            signature, footer, in_text = find_signature(words, secret), FOOTER.search(words), None
            if signature is not None:
                number_in_text = int(footer[NUMBER]) if footer else 0
                in_text = PageSignature(signature.identity.exam, number_in_text, signature.valid)
            codes = qr_codes(opened[number].picture) if number < MAX_CODED else ()
            marks = (_of_code(code.text, secret) for code in codes)
            pages.append(
                PageFacts(
                    round(width * MM),
                    round(height * MM),
                    page.get_rotation(),
                    len(letters),
                    sum(glyph.char == UNREADABLE for glyph in letters),
                    round(covered_share(page) or 0.0, 2),
                    in_text,
                    next(filter(None, marks), None),
                )
            )
            text.close()
    return tuple(pages)


def _of_code(code: str, secret: str) -> PageSignature | None:
    """Return the exam and page that the text of a QR code names; None if the code is not that of an answer sheet."""
    signature = find_page_signature(code, secret)
    return PageSignature(signature[0].identity.exam, signature[1], signature[0].valid) if signature else None
