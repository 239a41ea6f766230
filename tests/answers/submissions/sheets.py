"""Sheets of the small exam: blank, filled, printed to PDF; made once for all tests."""

import io
import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pypdfium2

from answers.files import saved as written
from answers.sheets.identity import Student
from answers.sheets.sheet import BlankSheet, sheet_pdf
from answers.submissions.pdf import form
from answers.submissions.raw.submission import FileSource, Submission, WantedSheet
from tests.answers.submissions.exams import EXAM

Change = Callable[[pikepdf.Pdf], Any]
SECRET = "a secret"
KNOWN = Student(id="s03")
TEXTS = {
    "name": "Élève 3",
    "first_name": "É",
    "u0": "17",
    "q1a_1": "1,67·10^9",
    "q1a_2": "≃ 0,333",
    "q1b_1": "−5",
    "q1b_2": "29/45",
    "q2_1": "1 0",
    "q2_2": "½",
    "q2_3": "",
}


def helvetica() -> pikepdf.Dictionary:
    """Return a new font object: an object belongs to the first document that it is added to."""
    return pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)


def hidden_layer(pdf: pikepdf.Pdf) -> pikepdf.Object:
    layer = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="seven"))
    pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=[layer], D=pikepdf.Dictionary(OFF=[layer]))
    return layer


ANSWERS = {"1a": ("1,67·10^9", "≃ 0,333"), "1b": ("−5", "29/45"), "2": ("1 0", "½", "")}


@cache
def blank(lang: str = "fr", student: Student = KNOWN, version: int = 2) -> bytes:
    return sheet_pdf(BlankSheet(EXAM, 17, student), lang=lang, secret=SECRET, version=version)


def again(wanted_sheet: WantedSheet) -> bytes:
    assert (wanted_sheet.exam, wanted_sheet.u0) == ("small", 17)
    return blank(wanted_sheet.lang, wanted_sheet.student, wanted_sheet.version)


def read_pdf(source: FileSource) -> Submission:
    (submission,) = form.read(source)
    return submission


def filled(texts: Mapping[str, str] = TEXTS, pdf: bytes | None = None) -> bytes:
    with pikepdf.open(io.BytesIO(pdf or blank())) as document:
        for field in document.Root.AcroForm.Fields:
            field.V = pikepdf.String(texts.get(str(field.T), str(field.get("/V", ""))))
        return saved(document)


def saved(document: pikepdf.Pdf) -> bytes:
    return written(document.save, deterministic_id=True)


def changed(change: Change, content: bytes | None = None) -> bytes:
    with pikepdf.open(io.BytesIO(content or filled())) as document:
        change(document)
        return saved(document)


def field(document: pikepdf.Pdf, name: str) -> Any:
    (result,) = (item for item in document.Root.AcroForm.Fields if name == item.T)
    return result


def box(name: str) -> list[float]:
    with pikepdf.open(io.BytesIO(blank())) as document:
        return [float(edge) for edge in field(document, name).Rect.as_list()]


def damaged(content: bytes) -> bytes:
    """The same file with a table of contents that is elsewhere than it says."""
    return content[: content.rindex(b"startxref")] + b"startxref\n7\n%%EOF"


def locked(password: str) -> bytes:
    with pikepdf.open(io.BytesIO(filled())) as document:
        return written(document.save, encryption=pikepdf.Encryption(owner="o", user=password))


def scan(pages: int = 1) -> bytes:
    document = pikepdf.new()
    for _ in range(pages):
        document.add_blank_page()
        image = document.make_stream(bytes(100), Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image)
        image.Width, image.Height, image.BitsPerComponent, image.ColorSpace = 10, 10, 8, pikepdf.Name.DeviceGray
        document.pages[-1].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im0=image))
        document.pages[-1].Contents = document.make_stream(b"q 600 0 0 800 0 0 cm /Im0 Do Q")
    return saved(document)


def with_boxes_upside_down(pdf: bytes) -> bytes:
    """The same sheet with boxes as they once were: 20 points high, their corners in the other order.

    What pypdf draws is then too high by as much.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for field in document.Root.AcroForm.Fields:
            x0, y0, x1, _ = (float(edge) for edge in field.Rect.as_list())
            field.Rect = pikepdf.Array([x0, y0 + 20, x1, y0])
        return saved(document)


def left_mirrored(pdf: bytes) -> bytes:
    """The same sheet with pages that never undo their mirroring: what is drawn after them is upside down."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            code, begin, content = page.Contents.read_bytes().partition(b"\nq\n")
            assert begin
            assert content.rstrip().endswith(b"Q")
            page.Contents = document.make_stream(code + b"\n" + content.rstrip()[:-1])
        return saved(document)


def flattened_by_pikepdf(pdf: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        document.Root.AcroForm.NeedAppearances = True  # else qpdf leaves the fields as they are
        document.generate_appearance_streams()
        document.flatten_annotations("all")
        if "/AcroForm" in document.Root:
            del document.Root.AcroForm
        return saved(document)


def flattened_by_pdfium(pdf: bytes) -> bytes:
    with pypdfium2.PdfDocument(pdf) as document:
        document.init_forms()
        for page in document:
            page.flatten()
        return written(document.save)


def typed_by_pypdf(
    pdf: bytes, texts: Mapping[str, str], *, auto_regenerate: bool = False, incremental: bool = False
) -> bytes:
    source = io.BytesIO(pdf)
    writer = pypdf.PdfWriter(source, incremental=True) if incremental else pypdf.PdfWriter(clone_from=source)
    for page in writer.pages:
        writer.update_page_form_field_values(page, dict(texts), auto_regenerate=auto_regenerate)
    return written(writer.write)


def flattened_by_pypdf(pdf: bytes, texts: Mapping[str, str]) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    for page in writer.pages:
        writer.update_page_form_field_values(page, dict(texts), auto_regenerate=False, flatten=True)
    writer.remove_annotations(subtypes="/Widget")
    del writer.root_object["/AcroForm"]
    return written(writer.write)


def printed_by_poppler(pdf: bytes, folder: Path, *options: str) -> bytes:
    (folder / "in.pdf").write_bytes(pdf)
    command = ["pdftocairo", "-pdf", *options, folder / "in.pdf", folder / "out.pdf"]
    subprocess.run(command, check=True, capture_output=True)
    return (folder / "out.pdf").read_bytes()
