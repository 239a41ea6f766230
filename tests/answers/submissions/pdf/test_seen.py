"""Visible content other than the blank sheet and the values is flagged, whatever program added it."""

import io
import re
from typing import Any

import pikepdf
import pypdf
import pytest

from answers.flags import (
    DRAWN_ON,
    LAST_BOX_EMPTY,
    PAGE_CHANGED,
    PAGE_UNSIGNED,
    SEVERAL_SIGNATURES,
    SHOWN_OTHERWISE,
    WRITTEN_OVER,
    Flag,
)
from answers.sheets.identity import Identity
from answers.submissions.pdf.comparison import may_show, runs_out
from answers.submissions.raw.submission import FileSource
from tests.answers.submissions.exams import SMALL
from tests.answers.submissions.sheets import (
    ANSWERS,
    SECRET,
    TEXTS,
    Change,
    blank,
    box,
    changed,
    field,
    filled,
    helvetica,
    hidden_layer,
    read_pdf,
    saved,
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
    stream = io.BytesIO()
    writer.write(stream)
    assert flags(stream.getvalue()) == (PAGE_CHANGED(1), WRITTEN_OVER("q2_3"))


def test_text_in_a_font_of_the_sheet_over_a_field_is_flagged() -> None:
    """Its first letter is shown once more, in a box."""

    def write(pdf: pikepdf.Pdf) -> None:
        content = pdf.pages[0].Contents.read_bytes()
        match = re.search(rb"(/[A-Z]{6}) [\d.]+ Tf.*?<([0-9a-fA-F]{4})", content, re.DOTALL)
        assert match is not None
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
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(blank()))
    for page in writer.pages:
        writer.update_page_form_field_values(page, {**texts, "q1a_2": instead or "17"}, auto_regenerate=False)
    stream = io.BytesIO()
    writer.write(stream)

    def value(pdf: pikepdf.Pdf) -> None:
        field(pdf, "q1a_2").V = pikepdf.String("17")

    submission = read_pdf(FileSource(changed(value, stream.getvalue()), "f.pdf", secret=SECRET, exam=SMALL))
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
