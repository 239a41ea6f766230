"""Visible content other than the blank sheet and the values is flagged with its place, whatever program added it."""

import io
import re
from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pytest

from answers.files import saved as written
from answers.flags import (
    CUT_OFF,
    DRAWN_ON,
    FLATTENED,
    LAST_BOX_EMPTY,
    NOT_COMPARED,
    OTHER_CODE,
    PAGE_CHANGED,
    PAGE_UNSIGNED,
    SEVERAL_SIGNATURES,
    SHOWN_OTHERWISE,
    WRITTEN_OVER,
    Flag,
)
from answers.sheets import sheet as module
from answers.sheets.identity import Identity, Student
from answers.sheets.layout import stamp
from answers.sheets.sheet import BlankSheet, sheet_pdf
from answers.submissions.pdf.comparison import AS_IT_IS, Opened, ReferenceSheet, beside_original, may_show, runs_out
from answers.submissions.raw.submission import FileSource, WantedSheet
from tests.answers.submissions.exams import EXAM, SMALL
from tests.answers.submissions.sheets import (
    ANSWERS,
    KNOWN,
    SECRET,
    TEXTS,
    Change,
    again,
    blank,
    box,
    changed,
    field,
    filled,
    flattened_by_pdfium,
    helvetica,
    hidden_layer,
    printed_by_poppler,
    read_pdf,
    saved,
    typed_by_pypdf,
)


def flags(content: bytes) -> tuple[Flag, ...]:
    submission = read_pdf(FileSource(content, "f.pdf", secret=SECRET, exam=SMALL))
    assert submission.answers == ANSWERS
    return submission.flags


def annotation(kind: str, **entries: Any) -> Change:
    def add(pdf: pikepdf.Pdf) -> None:
        dictionary = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name(f"/{kind}"), Rect=[72, 700, 144, 720], **entries
        )
        pdf.pages[0].Annots.append(pdf.make_indirect(dictionary))

    return add


@pytest.mark.parametrize(
    ("appearance", "before", "flagged"),
    [
        (b"q\nQ\n", "½", (LAST_BOX_EMPTY("q2_3"),)),
        (b"q\nQ\n", "", ()),
        (b"q Q /Tx BMC EMC ", "½", ()),  # pdftk
    ],
)
def test_the_last_box_that_chromium_may_have_lost(appearance: bytes, before: str, flagged: tuple[Flag, ...]) -> None:
    def save(pdf: pikepdf.Pdf) -> None:
        field(pdf, "q2_2").V = pikepdf.String(before)
        field(pdf, "q2_3").AP = pikepdf.Dictionary(N=pdf.make_stream(appearance, BBox=[0, 0, 90, 20]))

    content = changed(save)
    assert read_pdf(FileSource(content, "f.pdf", secret=SECRET, exam=SMALL)).flags == flagged


def test_there_are_twenty_such_flags_at_most() -> None:
    def many(pdf: pikepdf.Pdf) -> None:
        for number in range(100):
            annotation("Ink")(pdf)
            pdf.pages[0].Annots[-1].Rect = [10 * number, 700, 10 * number + 5, 720]

    assert len(flags(changed(many))) == 20


def over(name: str, font: str, text: str = "(12)") -> bytes:
    left, bottom, _, _ = box(name)
    return f"q BT {font} 10 Tf 1 0 0 1 {left + 5} {bottom + 5} Tm {text} Tj ET Q".encode()


def test_text_of_another_program_over_a_field_is_flagged() -> None:
    """In a stream of its own, or in that of the page, as pypdf merges pages."""

    def stamp(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].Resources.Font.F1 = helvetica()
        pdf.pages[0].Contents = pikepdf.Array([pdf.pages[0].Contents, pdf.make_stream(over("q2_3", "/F1"))])

    assert flags(changed(stamp)) == (PAGE_CHANGED(1), WRITTEN_OVER("q2_3"))

    other = pikepdf.new()
    other.add_blank_page(page_size=(595, 842))
    other.pages[0].Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=helvetica()))
    other.pages[0].Contents = other.make_stream(over("q2_3", "/F1"))
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(filled()))
    writer.pages[0].merge_page(pypdf.PdfReader(io.BytesIO(saved(other))).pages[0])
    assert flags(written(writer.write)) == (PAGE_CHANGED(1), WRITTEN_OVER("q2_3"))


def test_text_in_a_font_of_the_sheet_over_a_field_is_flagged() -> None:
    """Its first letter is shown once more, in a box."""

    def write(pdf: pikepdf.Pdf) -> None:
        content = pdf.pages[0].Contents.read_bytes()
        match = re.search(rb"(/[A-Z]{6}) [\d.]+ Tf.*?<([0-9a-fA-F]{4})", content, re.DOTALL)
        font, letter = match[1].decode(), f"<{match[2].decode()}>"
        pdf.pages[0].Contents = pdf.make_stream(content + b"\n" + over("q2_3", font, letter))

    assert flags(changed(write)) == (WRITTEN_OVER("q2_3"),)


def test_a_picture_on_the_page_is_flagged() -> None:
    def draw(pdf: pikepdf.Pdf) -> None:
        image = pdf.make_stream(b"\0", Subtype=pikepdf.Name.Image, Width=1, Height=1, BitsPerComponent=8)
        pdf.pages[0].Resources.XObject = pikepdf.Dictionary(Im0=image)

    def draw_inside(pdf: pikepdf.Pdf) -> None:
        draw(pdf)
        form = pdf.make_stream(b"/Im0 Do", Subtype=pikepdf.Name.Form, Resources=pdf.pages[0].Resources)
        pdf.pages[0].Resources = pikepdf.Dictionary(
            Font=pdf.pages[0].Resources.Font, XObject=pikepdf.Dictionary(Fm0=form)
        )

    assert flags(changed(draw)) == (PAGE_CHANGED(1),)
    assert PAGE_CHANGED(1) in flags(changed(draw_inside))


def drawn_with(name: str, text: str, *, in_own_font: bool = False) -> bytes:
    with pikepdf.open(io.BytesIO(filled({**TEXTS, name: text}))) as pdf:
        if not in_own_font:
            pdf.Root.AcroForm.DR.Font.Helv = helvetica()
            for field in pdf.Root.AcroForm.Fields:
                field.DA = pikepdf.String("/Helv 10 Tf 0 g")
        pdf.Root.AcroForm.NeedAppearances = True  # else qpdf leaves the fields as they are
        pdf.generate_appearance_streams()
        for field in pdf.Root.AcroForm.Fields:
            field.V = pikepdf.String(TEXTS.get(str(field.T), ""))
        return saved(pdf)


def test_a_field_that_shows_another_text_is_flagged() -> None:
    assert flags(drawn_with("q1b_1", "15")) == (SHOWN_OTHERWISE("q1b_1"),)
    assert flags(drawn_with("q2_3", "7")) == (SHOWN_OTHERWISE("q2_3"),)  # read as blank
    assert flags(drawn_with("q1b_2", "29/46", in_own_font=True)) == (SHOWN_OTHERWISE("q1b_2"),)


def test_fields_drawn_as_they_are_are_not() -> None:
    """qpdf draws a question mark for each letter beyond Latin-1."""
    assert flags(drawn_with("q1b_1", TEXTS["q1b_1"])) == ()
    assert flags(drawn_with("q1b_1", TEXTS["q1b_1"], in_own_font=True)) == ()


@pytest.mark.parametrize(
    ("visible", "value", "expected"),
    [
        ("", "17", True),
        ("1 7\r\n", "17", True),
        ("? 0,333", "≃ 0,333", True),
        ("0,333", "≃ 0,333", True),
        ("0,334", "≃ 0,333", False),
        ("?5", "−5", True),
        ("5", "−5", False),
        ("\u3137", "17", True),
        ("\u3138", "17", False),
        ("17", "7", False),
        ("17", "", False),
        ("(1)", "(1)", True),
        ("1", ".", False),
        ("2345678901", "123456789012", True),
        ("234567890", "123456789012", False),
        ("37 /537", "37\u202f537", True),  # Chromium
        ("37?537", "37\u202f537", True),  # qpdf
        ("37537", "37\u2009537", True),
        ("37 537", "37537", True),
        ("37/537", "37537", False),
        ("37/537", "37 537", False),
        ("37 /538", "37\u202f537", False),
    ],
)
def test_what_may_be_seen_of_a_value(visible: str, value: str, expected: bool) -> None:
    assert may_show(visible, value) == expected


@pytest.mark.parametrize(
    ("visible", "line", "value", "expected"),
    [
        ("0,0092", "15 / 1 0,00928 0,25", "0,00928", True),
        ("0,0091", "15 / 1 0,00918 0,25", "0,00928", False),
        ("0,0092", "15 / 1 0,00925 0,25", "0,00928", False),
        ("敮癩牯渠", "15 / 1\r\n敮癩牯渠㐀", "environ 4", True),  # letters of one byte in a font of two
        ("敮癩牯渠", "15 / 1\r\n敮癩牯渠㔀", "environ 4", False),
        ("35/7776 ? 0,00", "35/7776 ? 0,0045 5/1296???0,00386", "35/7776 ≈ 0,0045", True),  # qpdf has no ≈
        ("35/7776 ? 0,00", "35/7776 ? 0,0046 5/1296???0,00386", "35/7776 ≈ 0,0045", False),
    ],
)
def test_what_runs_out_of_a_box(visible: str, line: str, value: str, expected: bool) -> None:
    assert runs_out(visible, line, value) is expected


@pytest.mark.parametrize(("instead", "messages"), [("", ()), ("18", (SHOWN_OTHERWISE("q1a_2"),))])
def test_a_long_text_that_the_next_field_clips_is_not_what_that_field_shows(
    instead: str, messages: tuple[Flag, ...]
) -> None:
    """PDFium draws it over the next field, where it is hidden."""
    texts = {**TEXTS, "q1a_1": "1234567" * 8, "q1a_2": "17"}
    content = typed_by_pypdf(blank(), {**texts, "q1a_2": instead or "17"})

    def value(pdf: pikepdf.Pdf) -> None:
        field(pdf, "q1a_2").V = pikepdf.String("17")

    submission = read_pdf(FileSource(changed(value, content), "f.pdf", secret=SECRET, exam=SMALL))
    assert (submission.answers["1a"], submission.flags) == ((texts["q1a_1"], "17"), messages)


def each_field(name: str | None = None, **entries: Any) -> Change:

    def change(pdf: pikepdf.Pdf) -> None:
        for acro_field in pdf.Root.AcroForm.Fields:
            if name in (None, str(acro_field.T)):
                for key, value in entries.items():
                    acro_field[f"/{key}"] = value

    return change


def in_a_layer(pdf: pikepdf.Pdf) -> None:
    each_field(OC=hidden_layer(pdf))(pdf)


def drawn_as(code: bytes) -> Change:

    def change(pdf: pikepdf.Pdf) -> None:
        look = pdf.make_stream(code, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 90, 20])
        each_field(AP=pikepdf.Dictionary(N=look))(pdf)

    return change


WRITTEN = {name for name, text in TEXTS.items() if re.search("[0-9A-Za-z]", text)}


@pytest.mark.parametrize(
    "change",
    [
        each_field(F=2),
        each_field(F=4 | 32),
        in_a_layer,
        drawn_as(b""),
        drawn_as(b"/Tx BMC EMC"),
        drawn_as(b"/Tx BMC BT /F 10 Tf (  ) Tj <0020> Tj ET EMC"),
        drawn_as(b"/Span <</ActualText (17)>> BDC BT /F 10 Tf (71) Tj ET EMC"),  # programs read 17, a person 71
    ],
)
def test_fields_that_keep_their_values_from_who_looks_are_flagged(change: Change) -> None:
    assert {flag.detail for flag in flags(changed(change)) if flag.slug == SHOWN_OTHERWISE.slug} >= WRITTEN


@pytest.mark.parametrize("change", [each_field(F=2), in_a_layer, drawn_as(b"")])
def test_fields_without_a_value_have_nothing_to_hide(change: Change) -> None:
    submission = read_pdf(FileSource(changed(change, blank()), "f.pdf", secret=SECRET, exam=SMALL))
    assert {flag.detail for flag in submission.flags if flag.slug == SHOWN_OTHERWISE.slug} <= {"u0"}


def with_appearance(kind: str, **entries: Any) -> Change:

    def add(pdf: pikepdf.Pdf) -> None:
        look = pdf.make_stream(b"q BT /F 10 Tf (7) Tj ET Q", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form)
        look.BBox = [0, 0, 90, 20]
        annotation(kind, F=4, AP=pikepdf.Dictionary(N=look), **entries)(pdf)

    return add


SCRIPT = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="event.value = 7")
GOTO = pikepdf.Dictionary(S=pikepdf.Name.GoTo, D=pikepdf.Array([0]))
CHAIN = pikepdf.Dictionary(S=pikepdf.Name.GoTo, D=pikepdf.Array([0]), Next=SCRIPT)
SIGNED = pikepdf.Dictionary(Type=pikepdf.Name.Sig, Filter=pikepdf.Name("/Adobe.PPKLite"), Contents=b"0" * 16)
XFA = b"<xdp:xdp><xfa:datasets><xfa:data><q1b_2>29/46</q1b_2></xfa:data></xfa:datasets></xdp:xdp>"
OTHER = Identity("small", 18, "s04").token(SECRET)
REGION = "page 1, 25–51 × 43–50 mm"
"""72 to 144 points from the left, 842 − 720 to 842 − 700 from the top."""


def rich(name: str, text: str) -> Change:
    return each_field(name, RV=f'<?xml version="1.0"?><body xmlns="http://www.w3.org/1999/xhtml"><p>{text}</p></body>')


def collected(pdf: pikepdf.Pdf) -> None:
    pdf.attachments["other.pdf"] = blank()
    pdf.Root.Collection = pikepdf.Dictionary(Type=pikepdf.Name.Collection)


@pytest.mark.filterwarnings("ignore:This document has")  # of a field that is on a page alone
@pytest.mark.parametrize(
    ("change", "flagged"),
    [
        *(
            (annotation(kind, Contents="7"), (DRAWN_ON(REGION),))
            for kind in ("FreeText", "Ink", "Stamp", "Line", "Text", "Square", "Highlight", "Unknown")
        ),
        *((change, ()) for change in (annotation("Link"), annotation("Popup"), annotation("FreeText", F=2))),
        # what viewers usually do not draw is flagged if it has an appearance
        *((with_appearance(kind), (DRAWN_ON(REGION),)) for kind in ("Widget", "Popup")),
        (with_appearance("Widget", T="push", FT=pikepdf.Name.Btn), (DRAWN_ON(REGION),)),
        (with_appearance("Link", Border=[0, 0, 0]), (DRAWN_ON(REGION),)),
        (annotation("Widget", F=132, T="Signature1", FT=pikepdf.Name.Sig, V=SIGNED), ()),
        (lambda pdf: pdf.add_blank_page(), (PAGE_UNSIGNED(2),)),
        (lambda pdf: setattr(pdf.trailer.Info, "corrigetoken", pikepdf.String(OTHER)), (SEVERAL_SIGNATURES,)),
        (rich("q1b_2", "29<b>/46</b>"), (SHOWN_OTHERWISE("q1b_2"),)),
        (rich("q2_3", "7"), (SHOWN_OTHERWISE("q2_3"),)),
        (rich("q1b_2", "29<b>/45</b>"), ()),
        (lambda pdf: setattr(pdf.Root.AcroForm, "XFA", pdf.make_stream(XFA)), (SHOWN_OTHERWISE("XFA"),)),
        (lambda pdf: setattr(pdf.Root, "OpenAction", GOTO), ()),
    ],
)
def test_what_a_viewer_shows_beside_the_values_is_flagged(change: Change, flagged: tuple[Flag, ...]) -> None:
    assert flags(changed(change)) == flagged


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        # a value, and what is shown; then as asterisks
        (each_field("q1b_2", FT=pikepdf.Name.Ch, Opt=pikepdf.Array([pikepdf.Array(["29/45", "29/46"])])), "q1b_2"),
        (each_field("q1b_2", Ff=1 << 13), "q1b_2"),
        (lambda pdf: setattr(pdf.Root, "OpenAction", SCRIPT), "JavaScript"),
        (lambda pdf: setattr(pdf.Root, "OpenAction", CHAIN), "JavaScript"),
        (
            lambda pdf: setattr(
                pdf.Root, "Names", pikepdf.Dictionary(JavaScript=pikepdf.Dictionary(Names=["a", SCRIPT]))
            ),
            "JavaScript",
        ),
        (lambda pdf: setattr(pdf.pages[0], "AA", pikepdf.Dictionary(O=SCRIPT)), "JavaScript"),
        (each_field("q2_3", AA=pikepdf.Dictionary(F=SCRIPT)), "JavaScript"),
        (collected, "Collection"),
    ],
)
def test_what_may_show_a_value_otherwise_is_flagged(change: Change, detail: str) -> None:
    assert SHOWN_OTHERWISE(detail) in flags(changed(change))


@pytest.mark.filterwarnings("ignore:This document has")
@pytest.mark.parametrize("name", ["2.q2_3", "q2_3+1"])
def test_a_field_that_a_program_renamed_is_no_drawing(name: str) -> None:
    change = with_appearance("Widget", T=name, FT=pikepdf.Name.Tx)
    assert DRAWN_ON.slug not in [flag.slug for flag in flags(changed(change))]


def compared(content: bytes) -> tuple[Flag, ...]:
    submission = read_pdf(FileSource(content, "f.pdf", secret=SECRET, exam=SMALL, sheet=again))
    assert submission.answers == ANSWERS
    return submission.flags


def drawn(code: str, content: bytes | None = None) -> bytes:

    def add(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].contents_coalesce()
        old = pdf.pages[0].Contents.read_bytes()
        pdf.pages[0].Contents = pdf.make_stream(b"q\n" + old + b"\nQ\n" + code.encode())

    return changed(add, content)


def own_letters(across: float, up: float) -> str:
    with pikepdf.open(io.BytesIO(blank())) as pdf:
        content = pdf.pages[0].Contents.read_bytes()
    match = re.search(rb"(/[A-Z]{6}) [\d.]+ Tf.*?<([0-9a-fA-F]{8})", content, re.DOTALL)
    return f"BT {match[1].decode()} 10 Tf 1 0 0 1 {across} {up} Tm <{match[2].decode()}> Tj ET"


LEFT, BOTTOM, RIGHT, TOP = box("q2_3")  # a field that is left blank
SEVEN = f"{LEFT + 20} {TOP - 3} m {LEFT + 28} {TOP - 3} l {LEFT + 22} {BOTTOM + 3} l S"
IMAGE = f"q 8 0 0 8 {RIGHT + 10} {BOTTOM} cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x20 EI Q"
BESIDE = {
    "letters of the sheet beside a box": own_letters(RIGHT + 8, BOTTOM + 4),
    "a line through a label": f"{LEFT - 22} {BOTTOM + 8} m {LEFT - 5} {BOTTOM + 8} l S",
    "a white rectangle over a box": f"1 g {LEFT - 6} {BOTTOM - 3} 40 {TOP - BOTTOM + 6} re f",
    "a picture": IMAGE,
    "a drawn digit beside a box": f"{LEFT - 12} {TOP} m {LEFT - 12} {BOTTOM} l S",
    "a curve in a margin": "20 400 m 20 500 40 500 40 400 c S",
    "pale yellow": f"1 1 0 rg {RIGHT + 5} {BOTTOM} 10 10 re f",
    "a hair": "0.3 w 200 20 m 300 20 l S",
}
INSIDE = {
    "a drawn digit in a box": SEVEN,
    "a grey box": f"0.8 g {LEFT} {BOTTOM} {RIGHT - LEFT} {TOP - BOTTOM} re f",
    "a picture in a box": IMAGE.replace(str(RIGHT + 10), str(LEFT + 10)),
}


def as_form(content: bytes, _: Path) -> bytes:
    return content


def printed_by_chrome(content: bytes, _: Path) -> bytes:
    return flattened_by_pdfium(content)


PRINTERS = [(as_form, ()), (printed_by_chrome, (FLATTENED,)), (printed_by_poppler, (FLATTENED,))]


@pytest.mark.parametrize(("printer", "usual"), PRINTERS)
def test_an_honest_sheet_is_not_flagged(tmp_path: Path, printer: Any, usual: tuple[Flag, ...]) -> None:
    assert compared(printer(filled(), tmp_path)) == usual
    assert compared(printer(drawn(""), tmp_path)) == usual  # not as it was signed, but nothing is seen


@pytest.mark.parametrize(("printer", "usual"), PRINTERS)
@pytest.mark.parametrize("code", BESIDE.values(), ids=BESIDE)
def test_what_is_drawn_beside_the_boxes_is_flagged_with_its_region(
    tmp_path: Path, code: str, printer: Any, usual: tuple[Flag, ...]
) -> None:
    result = compared(printer(drawn(code), tmp_path))
    assert result[: len(usual)] == usual
    assert result[len(usual) :]
    assert {flag.slug for flag in result[len(usual) :]} == {DRAWN_ON.slug}


@pytest.mark.parametrize(("printer", "usual"), PRINTERS)
@pytest.mark.parametrize("code", INSIDE.values(), ids=INSIDE)
def test_what_is_drawn_in_a_box_is_flagged_with_its_field(
    tmp_path: Path, code: str, printer: Any, usual: tuple[Flag, ...]
) -> None:
    assert compared(printer(drawn(code), tmp_path)) == (*usual, SHOWN_OTHERWISE("q2_3"))


def test_a_letter_that_is_painted_over_in_a_printed_copy_is_flagged() -> None:
    left, bottom, _, top = box("q1b_2")
    painted = drawn(f"1 g {left} {bottom} 9 {top - bottom} re f", flattened_by_pdfium(filled()))
    assert compared(painted) == (FLATTENED, SHOWN_OTHERWISE("q1b_2"))


@pytest.mark.parametrize(
    ("length", "beside", "texts", "answer"),
    [
        (10, "", (), "8888888888"),  # all of it is there
        (10, f"{RIGHT + 40} {BOTTOM} m {RIGHT + 40} {TOP} l S", (DRAWN_ON.slug,), "8888888888"),
        (40, "", (CUT_OFF.slug,), "88888⋯"),  # 5.56 points each, in a box of 34
    ],
)
def test_a_text_that_a_program_lets_run_out_of_its_box_is_no_drawing(
    length: int, beside: str, texts: tuple[str, ...], answer: str
) -> None:
    def write(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        page.Resources.Font.Helv = helvetica()
        text = f"BT /Helv 10 Tf 1 0 0 1 {LEFT + 3} {BOTTOM + 4} Tm ({'8' * length}) Tj ET {beside}"
        page.contents_add(text.encode())

    submission = read_pdf(
        FileSource(changed(write, flattened_by_pdfium(filled())), "f.pdf", secret=SECRET, exam=SMALL, sheet=again)
    )
    assert tuple(flag.slug for flag in submission.flags) == (FLATTENED.slug, *texts)
    assert submission.answers["2"][2] == answer


PLATE = "0.9 g 100 100 200 100 re f\n"
LABEL = "BT /F 20 Tf 0 g 120 140 Td (29) Tj ET\n"


def page(code: str) -> bytes:
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(400, 300))
    pdf.pages[0].Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=helvetica()))
    pdf.pages[0].Contents = pdf.make_stream(code.encode())
    return saved(pdf)


@pytest.mark.parametrize(
    ("code", "slug"),
    [
        (PLATE + LABEL, ""),
        (PLATE, NOT_COMPARED.slug),
        (PLATE + LABEL.replace("29", "2 "), NOT_COMPARED.slug),
        (PLATE + LABEL.replace("29", "27"), DRAWN_ON.slug),
        (f"{PLATE} {LABEL} 110 130 60 40 re f", DRAWN_ON.slug),
        (f"{PLATE} {LABEL} 0.9 g 110 130 60 40 re f", DRAWN_ON.slug),
        (f"{PLATE} {LABEL} 0.9 G 20 w 110 147 m 170 147 l S", DRAWN_ON.slug),
        (f"{PLATE} {LABEL} q 60 0 0 40 110 130 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \xe6 EI Q", DRAWN_ON.slug),
        (f"{PLATE} {LABEL} BT /F 40 Tf 0.9 g 115 132 Td (MMM) Tj ET", DRAWN_ON.slug),
        (LABEL + PLATE, DRAWN_ON.slug),
    ],
)
def test_a_printed_copy_that_lost_what_nothing_new_covers_accuses_nobody(code: str, slug: str) -> None:
    def slugs(*, is_form: bool) -> set[str]:
        with Opened(page(code)) as copy, Opened(page(PLATE + LABEL), is_blank=True) as sheet:
            result = beside_original(copy, ReferenceSheet(sheet, {}, {0: AS_IT_IS}, is_form=is_form))
        return {flag.slug for flag in result}

    assert slugs(is_form=False) == ({slug} if slug else set())
    assert slugs(is_form=True) == ({DRAWN_ON.slug} if slug else set())


def look(pdf: pikepdf.Pdf, name: str, code: str) -> None:
    left, bottom, right, top = box(name)
    field(pdf, name).AP = pikepdf.Dictionary(
        N=pdf.make_stream(
            code.encode(),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Form,
            BBox=[0, 0, right - left, top - bottom],
            Resources=pikepdf.Dictionary(Font=pikepdf.Dictionary(F=helvetica())),
        )
    )


SHOWN = "BT /F 10 Tf 0 g 2 5 Td (29/45) Tj ET"
RUNS_OUT = SHOWN.replace("10 Tf 0 g 2", f"10 Tf 0 g {box('q1b_2')[2] - box('q1b_2')[0] - 16}")
"""Its last letters are drawn to the right of the box, where they are invisible."""


@pytest.mark.parametrize(
    ("code", "is_honest"),
    [
        (SHOWN, True),
        (f"/Tx BMC q 1 1 200 16 re W n {SHOWN} Q EMC", True),
        (SHOWN.replace("0 g", "1 g"), False),
        (SHOWN.replace("0 g", "3 Tr"), False),
        (SHOWN.replace("(29/45) Tj", "(29) Tj 1 g (/45) Tj"), False),
        (f"{SHOWN} 40 3 m 40 15 l S", False),
        (f"{SHOWN} 1 g 0 0 12 20 re f", False),
        (f"q 12 0 200 20 re W n {SHOWN} Q", False),
        (SHOWN.replace("29/45", "29/46"), False),
        (RUNS_OUT, True),
        (RUNS_OUT.replace("29/45", "29/46"), False),
        (RUNS_OUT.replace("29/45", "28/45"), False),
    ],
)
def test_a_field_shows_its_value_and_nothing_else(code: str, is_honest: bool) -> None:
    assert compared(changed(lambda pdf: look(pdf, "q1b_2", code))) == (() if is_honest else (SHOWN_OTHERWISE("q1b_2"),))


def test_a_field_that_viewers_are_asked_to_draw_anew_may_be_drawn_empty() -> None:
    def asked(pdf: pikepdf.Pdf) -> None:
        look(pdf, "q1b_2", "/Tx BMC EMC")
        pdf.Root.AcroForm.NeedAppearances = True

    assert compared(changed(asked)) == ()


def test_fields_that_were_exchanged_and_pages_that_are_added_are_flagged() -> None:
    def exchange(pdf: pikepdf.Pdf) -> None:
        first, two = (field(pdf, name) for name in ("q1b_1", "q1b_2"))
        first.Rect, two.Rect = two.Rect.as_list(), first.Rect.as_list()

    assert PAGE_CHANGED(2) in compared(changed(lambda pdf: pdf.add_blank_page()))
    assert set(compared(changed(exchange))) == {SHOWN_OTHERWISE("q1b_1"), SHOWN_OTHERWISE("q1b_2")}


def test_a_sheet_that_version_1_printed_is_compared_with_the_same_printed_again() -> None:
    content = changed(lambda pdf: pdf.trailer.Info.__delitem__("/corrigepages"), filled(TEXTS, blank(version=1)))
    assert compared(content) == ()
    assert compared(flattened_by_pdfium(content)) == (FLATTENED,)


def test_the_code_of_another_is_flagged(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Identity("small", 18, "s04").token(SECRET, 1)
    monkeypatch.setattr(module, "stamp", lambda _, *page: stamp(other, *page))
    pdf = sheet_pdf(BlankSheet(EXAM, 17, Student("s03")), secret=SECRET)
    monkeypatch.undo()

    def unseal(document: pikepdf.Pdf) -> None:
        del document.trailer.Info.corrigepages

    content = changed(unseal, filled(TEXTS, pdf))
    result, code = compared(content)
    assert (code.slug, result.slug) == (OTHER_CODE.slug, DRAWN_ON.slug)
    assert all(re.fullmatch(r"page 1, 1\d–[23]\d × 1\d–[23]\d mm", flag.detail) for flag in (code, result))
    for printed in (content, flattened_by_pdfium(content)):  # also where there is nothing to compare it with
        assert OTHER_CODE.slug in {flag.slug for flag in read_pdf(FileSource(printed, "f.pdf", secret=SECRET)).flags}


@pytest.mark.slow
def test_a_seal_of_pages_is_of_one_sheet() -> None:
    """That of another student's sheet, or of a sheet before it was drawn on, signatures nothing."""
    with pikepdf.open(io.BytesIO(blank(student=Student("s04")))) as other:
        signature = str(other.trailer.Info.corrigepages)

    def take(pdf: pikepdf.Pdf) -> None:
        pdf.trailer.Info.corrigepages = pikepdf.String(signature)

    assert compared(changed(take, drawn(BESIDE["a picture"])))
    assert compared(changed(take)) == ()  # compared, and found the same


def hide(pdf: pikepdf.Pdf, code: str) -> str:
    pdf.pages[0].Resources.Properties = pikepdf.Dictionary(L=hidden_layer(pdf))
    return f"/OC /L BDC {code} EMC"


def sealed_otherwise(wanted_sheet: WantedSheet) -> bytes:
    return sheet_pdf(BlankSheet(EXAM, 17, KNOWN), secret="another", version=wanted_sheet.version)


@pytest.mark.parametrize("kind", ["3 Tr", "7 Tr", "1 g", "layer"])
def test_letters_that_nobody_sees_in_a_printed_copy_are_flagged(kind: str) -> None:
    """An answer that the page is read to have, and does not show."""
    left, bottom, _, _ = box("q2_3")

    def write(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].Resources.Font.F1 = helvetica()
        code = f"BT /F1 10 Tf {kind if kind != 'layer' else '0 g'} {left + 5} {bottom + 5} Td (7) Tj ET"
        pdf.pages[0].contents_add(f"q {hide(pdf, code) if kind == 'layer' else code} Q".encode())

    content = changed(write, flattened_by_pdfium(filled()))
    for sheet, others in ((again, {FLATTENED}), (sealed_otherwise, {FLATTENED, NOT_COMPARED})):
        submission = read_pdf(FileSource(content, "f.pdf", secret=SECRET, exam=SMALL, sheet=sheet))
        assert submission.answers["2"][2] == "7"
        assert set(submission.flags) == {SHOWN_OTHERWISE("q2_3"), *others}
