"""Documents as Word (ECMA-376) and LibreOffice (OpenDocument 1.3) write them, cut to what is text."""

import io
import zipfile
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any
from xml.etree.ElementTree import tostring

import openpyxl
import pytest
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Color, Font, PatternFill
from openpyxl.xml.constants import SHEET_MAIN_NS

from answers.errors import CorrigeError
from answers.files import saved as written
from answers.submissions.raw.submission import UNREAD, FileSource
from answers.submissions.text.office_file import office_text, read_workbook, workbook_text

WORD = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{}</w:body></w:document>'
WRITER = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"'
    ' xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><office:automatic-styles>'
    '<style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>'
    '<style:style style:name="T2"><style:text-properties text:display="none"/></style:style></office:automatic-styles>'
    "<office:body><office:text>{}</office:text></office:body></office:document-content>"
)


def document(members: Mapping[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def packed(member: str, content: str | bytes) -> bytes:
    return document({"mimetype": "", member: content})


def rewritten(content: bytes, *pairs: tuple[bytes, bytes], **more: bytes) -> bytes:
    """A workbook in which the second text of each pair replaces the first, with further members."""
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        members = {name: book.read(name) for name in book.namelist()}
    for old, new in pairs:
        members = {name: member.replace(old, new) for name, member in members.items()}
    return document({**members, **{f"xl/{name}.xml": member for name, member in more.items()}})


def run(text: str, look: str = "") -> str:
    return f'<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def field(instruction: str, result: str = "") -> str:
    begin, separate, end = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end"))
    return f"{begin}<w:r><w:instrText>{instruction}</w:instrText></w:r>{separate + result if result else ''}{end}"


WORD_STYLES = (
    '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    '<w:style w:type="character" w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style>'
    '<w:style w:type="character" w:styleId="S"><w:basedOn w:val="Base"/></w:style>'
    '<w:style w:type="character" w:styleId="Loop"><w:basedOn w:val="Loop"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="P"><w:rPr><w:strike/></w:rPr></w:style></w:styles>'
)


def seven(look: str) -> str:
    return run("2: 5") + run("7", look)


def cells(merge: str) -> str:
    first, second = run("1a: 17"), run("2: 5")
    hidden = f"<w:tc><w:tcPr>{merge}</w:tcPr><w:p>{second}</w:p></w:tc>"
    return f"</w:p><w:tbl><w:tr><w:tc><w:p>{first}</w:p></w:tc>{hidden}</w:tr></w:tbl><w:p>"


CELL = f"<w:p>{run('1a: 5')}</w:p></w:tc></w:tr></w:tbl><w:p>{run('2: 3')}"


@pytest.mark.parametrize(
    ("paragraph", "text"),
    [
        (run("1a: 1") + run("7"), "1a: 17"),
        ("<w:ins>" + run("1a: 17") + "</w:ins><w:del><w:r><w:delText>18</w:delText></w:r></w:del>", "1a: 17"),
        (run("4b: 1,67·10") + run("9", '<w:vertAlign w:val="superscript"/>'), "4b: 1,67·10⁹"),
        (run("1a: 5·10") + run("-3", '<w:vertAlign w:val="superscript"/>'), "1a: 5·10⁻³"),
        (run("1a: ") + "<w:r><w:noBreakHyphen/><w:t>5</w:t></w:r>", "1a: -5"),
        (run("2: 101") + run("2", '<w:vertAlign w:val="subscript"/>'), "2: 101₂"),
        (run("2: ") + "<w:r><w:drawing><w:t>7</w:t></w:drawing></w:r>", f"2: {UNREAD}"),
        ("<w:r><w:pict/></w:r>", ""),
        (run("1a: 17") + "<w:r><w:br/></w:r>" + run("2: 3"), "1a: 17\n2: 3"),
        (run("1a: 1") + "<w:r><w:ptab/></w:r>" + run("2"), "1a: 1\t2"),
        (run("1a: 1") + "<w:subDoc/>", f"1a: 1{UNREAD}"),
        (run("1a: 2") + run("n+1", '<w:vertAlign w:val="superscript"/>'), "1a: 2ⁿ⁺¹"),
        (run("1a: 2") + run("1/2", '<w:vertAlign w:val="superscript"/>'), f"1a: 2¹/{UNREAD}²"),
        (run("1a: 17") + '<w:r><w:footnoteReference w:id="2"/></w:r>', f"1a: 17{UNREAD}"),
        (run("1a: ") + "<w:r><w:ruby><w:rt/><w:rubyBase>" + run("7") + "</w:rubyBase></w:ruby></w:r>", f"1a: {UNREAD}"),
        (run("1a: 3") + field(r"EQ \f(1;2)"), f"1a: 3{UNREAD}"),  # Word shows 3½, and stores no result
        (run("1a: ") + field("FORMDROPDOWN"), f"1a: {UNREAD}"),
        (run("1a: ") + field("=5+5", run("10")) + run("3"), "1a: 103"),
        (run("1a: ") + field("REF a", "<w:hyperlink>" + run("10") + "</w:hyperlink>"), "1a: 10"),
        (run("1a: ") + field("IF 1=1", run("5") + field(r"EQ \f(1;2)")), f"1a: 5{UNREAD}"),
        (run("1a: 3") + r'<w:fldSimple w:instr="EQ \f(1;2)"/>', f"1a: 3{UNREAD}"),
        # Properties of runs and styles: 17.3.2 and 17.7.
        *((seven(f"<w:{name}/>"), f"2: 5{UNREAD}") for name in ("strike", "dstrike", "vanish")),
        *((seven(f'<w:{name} w:val="0"/>'), "2: 57") for name in ("strike", "dstrike", "vanish")),
        (seven('<w:rStyle w:val="S"/>'), f"2: 5{UNREAD}"),
        (seven('<w:rStyle w:val="S"/><w:vanish w:val="false"/>'), "2: 57"),
        (seven('<w:rStyle w:val="Loop"/>'), "2: 57"),
        (seven('<w:color w:val="FFFFFF"/>'), f"2: 5{UNREAD}"),
        (seven('<w:sz w:val="1"/>'), f"2: 5{UNREAD}"),
        (seven('<w:position w:val="12"/>'), "2: 5⁷"),
        (seven('<w:position w:val="-6"/>'), "2: 5₇"),
        ('<w:pPr><w:pStyle w:val="P"/></w:pPr>' + run("2: 5"), ""),
        # Of merged cells, programs show the content of the first alone: 17.4.84.
        (cells('<w:gridSpan w:val="2"/>'), "1a: 17\n2: 5"),
        (cells('<w:vMerge w:val="restart"/>'), "1a: 17\n2: 5"),
        (cells("<w:vMerge/>"), f"1a: 17\n2: 5{UNREAD}"),
        (cells('<w:vMerge w:val="continue"/>'), f"1a: 17\n2: 5{UNREAD}"),
        (cells('<w:hMerge w:val="continue"/>'), f"1a: 17\n2: 5{UNREAD}"),
        ("</w:p><w:tbl><w:tr><w:trPr><w:hidden/></w:trPr><w:tc>" + CELL, f"1a: 5{UNREAD}\n2: 3"),
        ('</w:p><w:tbl><w:tr><w:trPr><w:del w:id="1"/></w:trPr><w:tc>' + CELL, f"1a: 5{UNREAD}\n2: 3"),
    ],
)
def test_word(paragraph: str, text: str) -> None:
    """What is struck out or hidden is no answer (ECMA-376, part 1)."""
    word = WORD.format(f"<w:p>{paragraph}</w:p>\n<w:p></w:p>")
    assert office_text(document({"word/document.xml": word, "word/styles.xml": WORD_STYLES}), "a.docx") == text


WRITER_TABLE = (
    '<t:table xmlns:t="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><t:table-row>'
    "<t:table-cell><text:p>1a: 17</text:p></t:table-cell>"
    "<t:covered-table-cell><text:p>2: 5</text:p><text:p/></t:covered-table-cell></t:table-row></t:table>"
)


@pytest.mark.parametrize(
    ("paragraph", "text"),
    [
        ("1a: <text:span>17<text:s/>34</text:span>\n  35", "1a: 17 34 35"),
        ('4b: 1,67·10<text:span text:style-name="T1">9</text:span>', "4b: 1,67·10⁹"),
        ('2: 5<text:span text:style-name="T2">7</text:span>', f"2: 5{UNREAD}"),
        ("2: <draw:frame><text:p>7</text:p></draw:frame>", f"2: {UNREAD}"),
        ("1a: 17<text:line-break/>2: 3", "1a: 17\n2: 3"),
        (
            '1a: 2<text:span text:style-name="T1">n</text:span><text:span text:style-name="T1">+1</text:span>',
            "1a: 2ⁿ⁺¹",
        ),
        (
            (
                "1a: 17<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p/></text:note-body>"
                "</text:note>"
            ),
            f"1a: 17{UNREAD}",
        ),
        ("1a: 17<draw:custom-shape><text:p>5</text:p></draw:custom-shape>", f"1a: 17{UNREAD}"),
        ("<draw:line/>1a: 17", f"1a: 17{UNREAD}"),  # anchored to the paragraph, and drawn anywhere near its text
        ("1a: <draw:control/>", f"1a: {UNREAD}"),
        (
            "1a: 1<text:ruby><text:ruby-base>7</text:ruby-base><text:ruby-text>5</text:ruby-text></text:ruby>",
            f"1a: 1{UNREAD}",
        ),
        ('</text:p><draw:frame text:anchor-type="page"/><text:p>1a: 17', "1a: 17"),
        (f"</text:p>{WRITER_TABLE}<text:p>", f"1a: 17\n2: 5{UNREAD}"),  # a merged cell that Writer hides
    ],
)
def test_writer(paragraph: str, text: str) -> None:
    deleted = "<text:tracked-changes><text:p>1a: 18</text:p></text:tracked-changes>"
    document = WRITER.format(f"{deleted}<text:p>{paragraph}</text:p>")
    assert office_text(packed("content.xml", document), "a.odt") == text


@pytest.mark.parametrize(
    ("look", "text"),
    [
        ('style:text-line-through-style="solid"', f"2: 5{UNREAD}"),
        ('style:text-line-through-type="double"', f"2: 5{UNREAD}"),
        ('style:text-line-through-style="none"', "2: 57"),
        ('fo:color="#ffffff"', f"2: 5{UNREAD}"),
        ('fo:font-size="1pt"', f"2: 5{UNREAD}"),
        ('style:text-position="33% 58%"', "2: 5⁷"),
        ('style:text-position="-33% 58%"', "2: 5₇"),
        ('style:text-position="0% 100%"', "2: 57"),
    ],
)
@pytest.mark.parametrize("parent", [False, True])
def test_what_writer_strikes_out_or_hides_is_no_answer(look: str, text: str, parent: bool) -> None:
    """In the style of the text itself, or in the style in styles.xml that it inherits (OpenDocument 1.3, 16.2)."""
    names = 'xmlns:style="urn:style" xmlns:fo="urn:fo"'
    style = f'<style:style {names} style:name="A"><style:text-properties {look}/></style:style>'
    child = '<style:style style:name="B" style:parent-style-name="A"/>'
    span = f'<text:p>2: 5<text:span text:style-name="{"B" if parent else "A"}">7</text:span></text:p>'
    automatic = WRITER.replace("<office:automatic-styles>", f"<office:automatic-styles>{child if parent else style}")
    members = {"content.xml": automatic.format(span), "styles.xml": f"<styles>{style if parent else ''}</styles>"}
    assert office_text(document(members), "a.odt") == text


BOMB = '<!DOCTYPE w [<!ENTITY a "1a: 17">]>' + WORD.format(f"<w:p>{run('&a;')}</w:p>")


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04", packed("another.xml", "<a/>"), packed("word/document.xml", "<a>"),
        packed("word/document.xml", BOMB), packed("word/document.xml", BOMB.encode("utf-16")),
        packed("word/document.xml", WORD.format(" " * 5_000_000)),
        packed("word/document.xml", WORD.format("<w:p>" * 50_000 + "</w:p>" * 50_000)),
    ],
)  # fmt: skip
def test_what_is_no_document_is_told(content: bytes) -> None:
    with pytest.raises(CorrigeError, match=r"a\.docx: the document is damaged and cannot be read"):
        office_text(content, "a.docx")


def book_of(fill: Callable[[Any], object]) -> bytes:
    book = openpyxl.Workbook()
    fill(book)
    return written(book.save)


def workbook(fill: Callable[[Any], object]) -> bytes:
    return book_of(lambda book: fill(book.active))


def with_formats(sheet: Any) -> None:
    sheet.append(["student", "u0", "1a.1", None, "2"])
    sheet.append(['Éa; "b"', 17, "1/3", None, 0.5])
    sheet.append([None, 4.0, date(2026, 3, 1), True, "=1+1"])
    sheet.append([0.25, 3, 5])
    for cell, shown in zip(sheet[4], ("0%", "0.00", '0" dés"'), strict=False):
        cell.number_format = shown


def test_rows_have_the_numbers_of_the_spreadsheet() -> None:
    def fill(sheet: Any) -> None:
        sheet.append(["student", "1a"])
        sheet.append(["s01", "1\n2"])
        sheet["A5"], sheet["B5"] = "s02", "3"

    submissions = read_workbook(FileSource(workbook(fill), "e.xlsx"))
    assert [(submission.student, str(submission.place)) for submission in submissions] == [
        ("s01", "e.xlsx, line 2"),
        ("s02", "e.xlsx, line 5"),
    ]


def test_texts_stay_and_what_is_shown_otherwise_is_no_answer() -> None:
    assert workbook_text(workbook(with_formats), "e.xlsx").splitlines() == [
        "sep=;",
        "student;u0;1a.1;;2",
        '"Éa; ""b""";17;1/3;;0.5',
        ";4;2026-03-01 00:00:00\ufffd;TRUE;\ufffd",  # and a formula that nothing has computed
        "0.25\ufffd;3;5\ufffd;;",  # cells at the end of a row may be missing in the file
    ]


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        (b"0.40000000000000002", "0.4"), (b"0.57999999999999996", "0.58"), (b"0.97675000000000001", "0.97675"),
        (b"-2.7499999999999996", "-2.75"), (b"0.33333333333333331", "0.333333333333333"),
        (b"97796313", "97796313"), (b"1.6699999999999999E-3", "0.00167"), (b"123456789012345", "123456789012345"),
        (b"1.2345678901234568E+17", "1.23456789012346e+17\ufffd"),
        (b"-1.2345678901234568E+17", "-1.23456789012346e+17\ufffd"),
    ],
)  # fmt: skip
def test_a_number_is_the_one_that_the_spreadsheet_shows(stored: bytes, read: str) -> None:
    """Excel stores 17 digits and shows 15 (ECMA-376, part 1, 18.3.1.96, and Excel's specifications and limits)."""
    content = replaced(b't="n"><v>17<', b't="n"><v>' + stored + b"<")
    assert workbook_text(content, "e.xlsx").splitlines()[2].split(";")[2] == read
    computed = replaced(b"<f>1+1</f><v></v>", b"<f>1+1</f><v>" + stored + b"</v>")  # of a formula
    assert workbook_text(computed, "e.xlsx").splitlines()[3].split(";")[4] == read


def add_table(sheet: Any, answer: object = "7") -> None:
    sheet.append(["student", "1a"])
    sheet.append(["s01", answer])


def test_the_sheet_with_answers_is_read_wherever_it_is_unless_nobody_sees_it() -> None:
    def fill(book: Any) -> None:
        add_table(book.active, "1")
        book.active.sheet_state = "hidden"
        book.create_sheet("empty")
        book.create_sheet("typed").append(["typed by", "Ada"])
        add_table(book.create_sheet("answers"))
        book.active = 1

    (submission,) = read_workbook(FileSource(book_of(fill), "e.xlsx"))
    assert (submission.answers, str(submission.place)) == ({"1a": ("7",)}, "e.xlsx, line 2")


@pytest.mark.parametrize(
    ("merged", "rows"),
    [
        ("", ["s01;1;;3", "s02;4;5;6"]),
        ("B2:C2", ["s01;1\ufffd;\ufffd;3", "s02;4;5;6"]),
        ("B2:C3", ["s01;1\ufffd;\ufffd;3", "s02;4\ufffd;5\ufffd;6"]),
        ("C2:C3", ["s01;1;\ufffd;3", "s02;4;5\ufffd;6"]),
        ("A2:B2", ["s01\ufffd;1\ufffd;;3", "s02;4;5;6"]),
        ("D2:F2", ["s01;1;;3", "s02;4;5;6"]),
        ("A4:XFD9", ["s01;1;;3", "s02;4;5;6"]),
        ("B1:C1", ["s01;1;;3", "s02;4;5;6"]),
    ],
)
def test_merged_cells_are_an_answer_only_where_they_are_one_answer(merged: str, rows: list[str]) -> None:
    """The text of merged cells may be meant for any of their answers, and the texts below it are hidden."""

    def fill(sheet: Any) -> None:
        for row in (["student", "1a.1", "1a.2", "2"], ["s01", 1, None, 3], ["s02", 4, 5, 6]):
            sheet.append(row)

    merge = f'</sheetData><mergeCells count="1"><mergeCell ref="{merged}"/></mergeCells>'.encode()
    content = rewritten(workbook(fill), *([(b"</sheetData>", merge)] if merged else []))
    assert workbook_text(content, "e.xlsx").splitlines()[2:] == rows


def test_two_sheets_with_answers_are_refused() -> None:

    def fill(book: Any) -> None:
        add_table(book.active)
        add_table(book.create_sheet("group 2"))

    with pytest.raises(CorrigeError, match="'Sheet', 'group 2'"):
        read_workbook(FileSource(book_of(fill), "e.xlsx"))


def test_empty_rows_and_cells_that_have_a_format_alone_are_no_damage() -> None:
    """LibreOffice writes the last row of the sheet if a column has a format."""

    def fill(sheet: Any) -> None:
        add_table(sheet)
        for row, column in ((1048576, 1), (2, 16384)):
            sheet.cell(row, column).number_format = "@"
            sheet.row_dimensions[row].height = 12

    assert workbook_text(workbook(fill), "e.xlsx").splitlines() == ["sep=;", "student;1a", "s01;7"]


@pytest.mark.parametrize(
    ("style", "read"),
    [
        ({"font": Font(strike=True)}, UNREAD),
        ({"font": Font(color="FFFFFFFF")}, UNREAD),
        ({"font": Font(color=Color(theme=0))}, UNREAD),
        ({"font": Font(color="FFFFFFFF"), "fill": PatternFill("solid", "FF000080")}, "10"),  # white on blue
        ({"font": Font(color="FFFF0000", bold=True)}, "10"),
        ({"font": Font(vertAlign="superscript")}, "¹⁰"),
    ],
)
def test_the_style_of_a_cell_is_that_of_its_answer(style: dict[str, Any], read: str) -> None:
    def fill(sheet: Any) -> None:
        add_table(sheet, "10")
        for name, value in style.items():
            setattr(sheet["B2"], name, value)

    assert workbook_text(workbook(fill), "e.xlsx").splitlines()[2] == f"s01;{read}"


SHARED_STRINGS = (
    b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument'
    b'.spreadsheetml.sharedStrings+xml"/>'
)


@pytest.mark.parametrize(
    ("font", "read"),
    [
        (InlineFont(vertAlign="superscript"), "10⁻²"),
        (InlineFont(vertAlign="subscript"), "10₋₂"),
        (InlineFont(strike=True), f"10{UNREAD}"),
        (InlineFont(b=True), "10-2"),
    ],
)
def test_a_part_of_a_cell_with_its_own_font_is_read_as_it_looks(font: InlineFont, read: str) -> None:
    look = tostring(font.to_tree("rPr"), encoding="unicode")
    # Excel and LibreOffice write such a text into the table of shared strings.
    shared = f'<sst xmlns="{SHEET_MAIN_NS}"><si><r><t>10</t></r><r>{look}<t>-2</t></r></si></sst>'.encode()
    cell = b't="inlineStr"><is><t>whole</t></is>', b't="s"><v>0</v>'
    types = b"</Types>", SHARED_STRINGS + b"</Types>"
    content = rewritten(workbook(lambda sheet: add_table(sheet, "whole")), cell, types, sharedStrings=shared)
    assert workbook_text(content, "e.xlsx").splitlines()[2] == f"s01;{read}"


def replaced(old: bytes, new: bytes, **more: bytes) -> bytes:
    return rewritten(workbook(with_formats), (old, new), **more)


def shown(value: float, number_format: str) -> str:
    def fill(sheet: Any) -> None:
        sheet.append([value])
        sheet["A1"].number_format = number_format

    (text,) = workbook_text(workbook(fill), "e.xlsx").splitlines()[1:]
    return text


@pytest.mark.parametrize(
    ("number_format", "is_read"),
    [
        *((one, True) for one in ("General", "0.0", "0.00", "#,##0.0#", "#,##0.00_);[Red](#,##0.00)", "0.00E+00", "@")),
        *((one, False) for one in ("0", "#,##0", "0E+00", "-0.0", "(0.0)", ";0.0", "0-0.0")),
        *((one, False) for one in ("0%", "# ?/?", "0,", "#,##0,,", "d/m/yy", "[h]:mm", '0" dés"', "0.0€", "[>9]0;0")),
    ],
)
def test_a_number_is_read_where_its_format_shows_it(number_format: str, is_read: bool) -> None:
    text = shown(2.5, number_format)
    assert (text == "2.5") is is_read
    assert (UNREAD in text) is not is_read


@pytest.mark.parametrize(
    ("number_format", "value", "is_read"),
    [
        *((one, -5, True) for one in ("0", "0.0", "0;-0", "0_);(0)", "0;[Red]-0;0")),
        *((one, -5, False) for one in ("0;0", "0;[Red]0", "0;", "0;;0", "-0", "-0;0")),
        *((one, 5, True) for one in ("0;0", "0;-0", "+0;-0")),
        *((one, 5, False) for one in ("-0;0", "(0);0", ";-0")),
        *((one, 0, True) for one in ("0", "0;-0", "0;-0;0")),
        *((one, 0, False) for one in ("#", "0;-0;", "0;-0;-0", "#;-0")),
        ("0.00", 1 / 3, False), ("0.000", 0.125, True), ("0.00", 0.57999999999999996, True),
    ],
)  # fmt: skip
def test_a_number_is_read_where_its_format_shows_its_sign(number_format: str, value: float, is_read: bool) -> None:
    text = shown(value, number_format)
    assert (UNREAD in text) is not is_read
    assert float(text.removesuffix(UNREAD)) == pytest.approx(value)


@pytest.mark.parametrize(
    "content",
    [
        replaced(b'<row r="3"', b'<row r="2"'), replaced(b'r="B2"', b'r="A2"'), replaced(b'r="B3"', b'r="B2"'),
        b"PK\x03\x04 and nothing", b"", replaced(b'r="E2"', b'r="ZZZ2"'), replaced(b'<row r="4"', b'<row r="1000000"'),
        replaced(b't="n"><v>17<', b't="s"><v>17<'), replaced(b"<worksheet", b"<!DOCTYPE x><worksheet"),
        document({"xl/worksheets/sheet1.xml": bytes(21_000_000)}),
        replaced(b"", b"", other='<?xml version="1.0" encoding="utf-16"?><!DOCTYPE x><x/>'.encode("utf-16")),
    ],
)  # fmt: skip
def test_what_is_none_or_damaged_is_told(content: bytes) -> None:
    with pytest.raises(CorrigeError, match=r"e\.xlsx: the file is not an Excel workbook, or is damaged"):
        workbook_text(content, "e.xlsx")


RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="1"'
    ' Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"'
    ' Target="{}"/></Relationships>'
)


def test_the_text_of_a_document_is_the_only_one_it_has() -> None:
    """Word's own stands where the relations of the document say (ECMA-376 part 2, 9.3)."""
    word = WORD.format(f"<w:p>{run('1a: 17')}</w:p>")
    other = WRITER.format("<text:p>1a: 18</text:p>")
    named = {"_rels/.rels": RELATIONS.format("/word/document2.xml"), "word/document2.xml": word}
    assert office_text(document(named), "a.docx") == "1a: 17"
    for two in ({"content.xml": other, "word/document.xml": word}, {**named, "word/document.xml": word}):
        with pytest.raises(CorrigeError, match="damaged"):
            office_text(document(two), "a.docx")
