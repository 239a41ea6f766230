import ctypes.util
import os
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from urllib.error import URLError
from urllib.request import Request

import numpy as np
import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from pypdf import PdfReader

from answers.assets import asset
from answers.exam.words import LANGUAGES
from answers.flags import U0_CHANGED, Note
from answers.paper import Mark, Verdict
from answers.sheets.identity import STUDENT_FIELDS, Student, field_name
from answers.sheets.inline_styles import BOLD, ITALIC, with_shifted_letters
from answers.sheets.pdf import FEEDBACK_STYLE, FONTS, FontHandler, ForbiddenFetchError, libraries_by_file, render_pdf
from answers.sheets.sheet import BlankSheet, ExaminerKey, Feedback, Model, sheet_pdf
from tests.answers.sheets.samples import NASH, nash_key, paper_of
from tests.answers.tiny import TINY

FIELDS = {*STUDENT_FIELDS, *(field_name(part.id, item + 1) for part in NASH.parts for item in range(part.count))}
STUDENT = Student("s03", "Three", "Student")
SANDBOX = os.environ | {"PYTHONHASHSEED": "1"}


def blank(student: Student = STUDENT) -> bytes:
    return sheet_pdf(BlankSheet(NASH, 17, student), secret="ours")


@pytest.fixture(scope="module")
def sheet() -> bytes:
    return blank()


@pytest.fixture(autouse=True)
def _no_warning(caplog):
    """WeasyPrint logs what it cannot lay out: here that is a failure."""
    yield
    records = [record.getMessage() for when in ("setup", "call") for record in caplog.get_records(when)]
    # Without libharfbuzz-subset0 fonts are cut by fontTools, which is slower and no fault of a sheet.
    assert [text for text in records if "HarfBuzz-Subset" not in text] == []


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("sheet", "pages"), [(BlankSheet(NASH, 17), 1), (Model(NASH, nash_key()), 1), (ExaminerKey(NASH, nash_key()), 2)]
)
def test_every_face_fits_two_pages(sheet, pages, lang):
    reader = PdfReader(BytesIO(sheet_pdf(sheet, lang=lang)))
    assert len(reader.pages) == pages
    assert [round(float(side) / 72 * 25.4) for side in reader.pages[0].mediabox[2:]] == [210, 297]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("raw", ["17", "W" * 300])
def test_a_marked_paper_fits_two_pages(lang, raw):
    mark = Mark(raw, Verdict.UNREADABLE, Note("ambiguous"), Fraction(0))
    paper = paper_of(NASH, {part.id: (mark,) * part.count for part in NASH.parts}, flags=(U0_CHANGED,))
    assert len(PdfReader(BytesIO(sheet_pdf(Feedback(NASH, nash_key(), paper), lang=lang))).pages) <= 2


def test_both_libraries_find_every_field(sheet):
    with pikepdf.open(BytesIO(sheet)) as pdf:
        by_pikepdf = {str(field.T): str(field.V) for field in pdf.Root.AcroForm.Fields}
    by_pypdf = PdfReader(BytesIO(sheet)).get_form_text_fields()
    assert by_pikepdf == by_pypdf
    assert set(by_pikepdf) == FIELDS
    filled = {name: value for name, value in by_pikepdf.items() if value}
    assert filled == {"name": "Three", "first_name": "Student", "u0": "17"}


def elements(item: pikepdf.Object) -> list[pikepdf.Object]:
    """A part of the structure of a PDF and all parts of it, as they are read aloud."""
    parts = item.get("/K", pikepdf.Array()).as_list() if isinstance(item, pikepdf.Dictionary) else []
    return [item, *(element for part in parts for element in elements(part))]


def test_a_sheet_is_read_aloud_in_its_order(sheet):
    """The requirements of PDF/UA-1 (ISO 14289-1, 7) for a document, its headings and its fields."""
    with pikepdf.open(BytesIO(sheet)) as pdf:
        root = pdf.Root
        assert (str(root.Lang), bool(root.MarkInfo.Marked), bool(root.ViewerPreferences.DisplayDocTitle)) == (
            "fr",
            True,
            True,
        )
        assert str(pdf.docinfo["/Title"]).startswith("Équilibres de Nash")
        read = [element for element in elements(root.StructTreeRoot) if isinstance(element, pikepdf.Dictionary)]
        levels = [str(dictionary.S)[1:] for dictionary in read if str(dictionary.get("/S", "")).startswith("/H")]
        assert levels == ["H1", *["H2"] * len(NASH.questions)]
        fields = [dictionary.K[0].Obj for dictionary in read if dictionary.get("/S") == "/Form"]
        assert {str(field.T) for field in fields} == FIELDS
        spoken = [str(field.TU) for field in fields]
        assert len(set(spoken)) == len(FIELDS)
        assert spoken[2:5] == ["u₀", "Question 1 a, réponse 1", "Question 1 a, réponse 2"]


def test_a_drawing_is_called_by_its_name_its_caption_or_the_heading_above():
    square, drawn = "<svg width='9' height='9'{}><path d='M0 0h9v9z'/></svg>", "<h1>Squares</h1>"
    drawn += square.format(" aria-label='x^2'") + f"<figure>{square.format('')}<figcaption>One</figcaption></figure>"
    page = f"<html lang='en'><title>T</title>{drawn}<h2><b>Question 1</b> (2 pts)</h2>{square.format('')}</html>"
    with pikepdf.open(BytesIO(render_pdf(page, fillable=False))) as pdf:
        read = [element for element in elements(pdf.Root.StructTreeRoot) if isinstance(element, pikepdf.Dictionary)]
        assert [str(dictionary.Alt) for dictionary in read if dictionary.get("/S") == "/Figure"] == [
            "x^2",
            "One",
            "Question 1",
        ]


@pytest.mark.parametrize(("name", "drawn"), [("Müller-Œuvré", "Müller-Œuvré"), ("Дмитрий", "")])
def test_the_student_is_drawn_in_the_fields_for_programs_that_draw_no_values(name: str, drawn: str) -> None:
    """The font lacks the second name: each viewer draws it in a font of its own."""
    pdf = blank(Student("s03", name, "Zoé"))
    with pikepdf.open(BytesIO(pdf)) as document:
        form = document.Root.AcroForm
        assert "/NeedAppearances" not in form  # Firefox and Evince would save values alone
        assert [str(field.T) for field in form.Fields if "/AP" in field] == ["name", "first_name", "u0"][not drawn :]
        boxes = {str(field.T): [float(edge) for edge in field.Rect.as_list()] for field in form.Fields}
    with pypdfium2.PdfDocument(pdf) as document:
        pdfium.FPDFPage_Flatten(document[0], pdfium.FLAT_NORMALDISPLAY)  # without a form, it draws appearances alone
        text = document[0].get_textpage()
        shown = [text.get_text_bounded(*boxes[field]).strip() for field in ("name", "first_name", "u0", "q1a_1")]
    assert shown == [drawn, "Zoé", "17", ""]


@pytest.mark.parametrize("name", ["<b>x</b>", "W" * 5000, "\u202egnp.exe\x00", "e" + "\u0301" * 99, "王 عمر 😀 Ωż"])
def test_no_name_breaks_the_layout(name, sheet, caplog):
    other = blank(Student(name, name, name))
    caplog.clear()  # a machine without a font for a script says so; the sheet does not depend on it
    assert len(PdfReader(BytesIO(other)).pages) == 1
    rectangles = []
    for content in (sheet, other):
        with pikepdf.open(BytesIO(content)) as pdf:
            rectangles.append([list(map(float, field.Rect)) for field in pdf.Root.AcroForm.Fields])
    assert rectangles[0] == rectangles[1]


@pytest.mark.slow
def test_another_process_makes_the_same_bytes(sheet, tmp_path):
    code = (
        "import sys; from answers.exam.catalogue import load_exam; from answers.sheets.identity import Student;"
        "from answers.sheets.sheet import BlankSheet, sheet_pdf;"
        "sheet = BlankSheet(load_exam('nash'), 17, Student('s03', 'Three', 'Student'));"
        "sys.stdout.buffer.write(sheet_pdf(sheet, secret='ours'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=SANDBOX)
    assert done.stdout == sheet
    assert done.stderr == b""


@pytest.mark.parametrize(
    "html",
    [
        '<img src="file:///etc/passwd">',
        '<img src="http://127.0.0.1:9/x.png">',
        '<img src="data:image/png;base64,AAAA">',
        '<link rel=stylesheet href="https://127.0.0.1:9/x.css">',
        "<style>body { background: url(file:///etc/passwd) }</style>",
        "<style>@import url(ftp://127.0.0.1/x.css);</style>",
        "<style>@font-face { font-family: x; src: url(file:///etc/passwd) } body { font-family: x }</style>x",
        '<style>@font-face { font-family: y; src: url("corrige:/../words.toml") } body { font-family: y }</style>x',
        '<base href="file:///etc/"><img src="passwd">',
        '<object data="file:///etc/passwd"></object>',
        '<link rel=attachment href="file:///etc/passwd">',
    ],
)
def test_a_page_can_fetch_nothing(html):
    with pytest.raises(ForbiddenFetchError, match="Error fetching"):
        render_pdf(html, fillable=False)


def test_an_image_in_a_drawing_is_not_fetched_either(tmp_path, caplog):
    """WeasyPrint only logs this one: the drawing is left out."""
    inner = tmp_path / "inner.svg"
    inner.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>')
    page = '<svg width="9" height="9"><image href="{}" width="9" height="9"/></svg>'
    present, absent = (
        render_pdf(page.format(path.as_uri()), fillable=False) for path in (inner, tmp_path / "absent.svg")
    )
    assert present == absent
    assert "Failed to render SVG" in caplog.text
    caplog.clear()


def test_a_page_that_is_xml_is_drawn_as_html_is():
    drawing = '<p>a</p><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
    page = f'<html lang="en"><head><title>x</title></head><body>{drawing}<p>b &amp; <var>c</var></p></body></html>'
    as_html = render_pdf(page.replace('lang="en"', "lang=en"), fillable=False)
    assert render_pdf(page, fillable=False) == as_html
    assert render_pdf(page.replace(' xmlns="http://www.w3.org/2000/svg"', ""), fillable=False) == as_html


@pytest.mark.parametrize(
    ("size", "height"),
    [
        ('width="60mm" height="50mm"', 50),
        ('width="30mm" height="10mm"', 10),
        ("", 24),
        ('class="low" height="50mm"', 24),
    ],
)
def test_a_drawing_is_as_large_as_it_says(size: str, height: float) -> None:
    """Without a size it would be as wide as the page: it is 24 mm high. Two letters stand a whole height apart."""
    letters = '<text x="50" y="0">A</text><text x="50" y="100">B</text>'
    svg = f'<svg viewBox="0 0 100 100" {size} font-family="Corrige Field">{letters}</svg>'
    first, second = TINY.questions
    exam = replace(TINY, questions=(replace(first, drawing=lambda _: svg), second))
    heights = {}
    page = PdfReader(BytesIO(sheet_pdf(BlankSheet(exam, 17)))).pages[0]
    page.extract_text(visitor_text=lambda text, space, own, *_: heights.update({text.strip(): (space, own)}))
    low, high = (own[5] * space[3] + space[5] for space, own in (heights["B"], heights["A"]))
    assert abs(high - low) * 25.4 / 72 == pytest.approx(height, abs=0.01)


def test_pages_are_left_upright_for_what_is_stamped_on_them(sheet):
    """The state of the graphics is put back at the end, and corners are lower left, upper right, as others expect."""
    with pikepdf.open(BytesIO(sheet)) as pdf:
        for page in pdf.pages:
            steps = [str(step.operator) for step in pikepdf.parse_content_stream(page)]
            assert (steps[:2], steps[-1]) == (["BMC", "q"], "Q")
            assert steps.count("q") == steps.count("Q")
        for field in pdf.Root.AcroForm.Fields:
            left, low, right, high = map(float, field.Rect)
            assert left < right
            assert low < high


def test_the_fonts_of_the_sheets_are_opened_and_nothing_else():
    for name in FONTS:
        answer = FontHandler().corrige_open(Request(f"corrige:/{name}"))
        assert (answer.status, answer.url, answer.headers["Content-Type"]) == (200, f"corrige:/{name}", "font/otf")
        assert answer.read() == asset("templates", "fonts", name).read_bytes()
    for name in ("", "sheet.css", "../sheet.css", "fonts/text-regular.otf", "TEXT-REGULAR.OTF"):
        with pytest.raises(URLError) as caught:
            FontHandler().corrige_open(Request(f"corrige:/{name}"))
        assert caught.value.reason == f"{name} is not a font of the sheets"


def test_metadata_says_nothing_of_the_machine(sheet):
    reader = PdfReader(BytesIO(sheet))
    assert set(reader.metadata or {}) == {
        "/Title",
        "/Producer",
        *(f"/corrige{name}" for name in ("token", "pages", "exam", "u0", "face", "lang")),
    }
    assert not re.search(rb"/(tmp|home|root|work)/", sheet)


HEARD = """
import sys
started = []
sys.addaudithook(lambda event, given: started.append(given[0]) if event == "subprocess.Popen" else None)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere libraries are searched for")
def test_a_page_is_printed_without_a_search():
    program = f"""{HEARD}
from answers.sheets.pdf import render_pdf
assert render_pdf("<p>x</p>", fillable=False).startswith(b"%PDF-")
print(started)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_search_is_as_before_afterwards():
    search = ctypes.util.find_library
    with pytest.raises(KeyError), libraries_by_file():
        raise KeyError
    assert ctypes.util.find_library is search


PAGE = '<html lang="fr"><body data-token="t" data-page="p" data-running="r"><p>Avant</p>{}</body></html>'
WORDS = "À travailler : −0,5 pt chacune ; « déjà vu » ≈ 1/2"


def drawn(html: str) -> bytes:
    with pypdfium2.PdfDocument(render_pdf(PAGE.format(html), fillable=False, style=FEEDBACK_STYLE)) as document:
        assert len(document) == 1
        return np.asarray(document[0].render(scale=2).to_numpy()).tobytes()


def test_letters_are_shifted_and_nothing_else() -> None:
    html = "<p>a <b>A b</b> <var>é</var><b class='x'>C</b><var>d<sub>1</sub></var><b>&lt;</b><b>\ufdfd</b></p>"
    shifted = f"{chr(BOLD + 65)} {chr(BOLD + 98)} {chr(ITALIC + 0xE9)}"
    assert with_shifted_letters(html) == (
        f"<p>a {shifted}<b class='x'>C</b><var>d<sub>1</sub></var><b>&lt;</b>\ufdfd</p>"
    )
    pair = '<span class="pair">({}, 2)</span>'
    assert with_shifted_letters(pair.format("<b>i</b>")) == f"({chr(BOLD + 105)},\u00a02)"
    assert with_shifted_letters(pair.format("<sub>1</sub>")) == pair.format("<sub>1</sub>")


@pytest.mark.slow
def test_shifted_letters_are_drawn_as_bold_ones() -> None:
    assert drawn(f"<p><b>{WORDS}</b></p>") == drawn(f'<p><b class="element">{WORDS}</b></p>')
    assert drawn(f"<p><b>{WORDS}</b></p>") != drawn(f"<p>{WORDS}</p>")


@pytest.mark.slow
def test_programs_read_the_letters_themselves() -> None:
    html = f"<p><b>{WORDS}</b> et <var>E</var>(<var>G</var>) = 2 <var>β</var></p>"
    pdf = render_pdf(PAGE.format(html), fillable=False, style=FEEDBACK_STYLE)
    with pypdfium2.PdfDocument(pdf) as document:
        texts = [document[0].get_textpage().get_text_range(), PdfReader(BytesIO(pdf)).pages[0].extract_text()]
    assert all(f"{WORDS} et E(G) = 2 β" in text.replace("\u00a0", " ") for text in texts)
