"""The fields of a form by either library, on forms made for it."""

import io
import zlib
from typing import Any

import pikepdf
import pytest

from answers.errors import Problem
from answers.submissions.pdf.fields import FormFields, read_with_pdfium, read_with_pikepdf
from answers.submissions.printed.layout import Box
from tests.answers.submissions.sheets import TEXTS, damaged, filled, locked, saved, typed_by_pypdf
from tests.problems import problems_of

UNREADABLE = "\ufffd"


def field(name: str | None = None, value: Any = None, *kids: pikepdf.Object) -> pikepdf.Dictionary:
    dictionary = pikepdf.Dictionary(FT=pikepdf.Name.Tx)
    if name is not None:
        dictionary.T = pikepdf.String(name)
    if value is not None:
        dictionary.V = value
    if kids:
        dictionary.Kids = pikepdf.Array(kids)
    return dictionary


def form(*fields: pikepdf.Object, pages: int = 1, **info: str) -> bytes:
    document = pikepdf.new()
    for _ in range(pages):
        document.add_blank_page(page_size=(9, 9))
    document.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array(fields))
    if info:
        document.trailer.Info = document.make_indirect(pikepdf.Dictionary(**info))
    return saved(document)


def read(content: bytes) -> FormFields:
    form_fields = read_with_pikepdf(content, "f.pdf")
    assert form_fields is not None
    return form_fields


def test_both_libraries_read_the_same_of_a_sheet() -> None:
    first, second = read(filled()), read_with_pdfium(filled())
    assert first.values == second.values == TEXTS
    assert list(first.values) == list(second.values)
    assert (first.repeated, first.is_repaired, first.is_modest) == (frozenset(), False, True)
    assert first.token.startswith("corrige:2:small:17:s03:")
    assert second.token == ""


@pytest.mark.parametrize("length", [0, 1, 30, 31, 32, 63, 64, 1000])
def test_texts_of_any_length(length: int) -> None:
    text = "é" * length
    form_fields = read_with_pdfium(filled({**TEXTS, "q2_1": text}))
    assert form_fields.values["q2_1"] == text


def test_no_form() -> None:
    document = pikepdf.new()
    document.add_blank_page()
    assert read(saved(document)) == FormFields({})
    assert read_with_pdfium(saved(document)) == FormFields({})
    document.Root.AcroForm = 5
    assert read(saved(document)) == FormFields({})
    document.Root.AcroForm = pikepdf.Dictionary(Fields=7)
    assert read(saved(document)) == FormFields({})


def test_what_a_tree_of_fields_says() -> None:
    content = form(
        field("plain", pikepdf.String("1")),
        field("parent", pikepdf.String("2"), field("own", pikepdf.String("3")), field("left"), field()),
        field("deep", None, field("er", None, field("est", pikepdf.String("4")))),
        field(None, pikepdf.String("nameless")),
        field("blank"),
        field("choice", pikepdf.Name.On),
        pikepdf.Array([1]),
        field("odd", 17),
    )
    assert list(read(content).values.items()) == [
        ("plain", "1"),
        ("parent.own", "3"),
        ("parent.left", "2"),
        ("parent", "2"),
        ("deep.er.est", "4"),
        ("blank", ""),
        ("choice", "/On"),
        ("odd", UNREADABLE),
    ]


def test_of_a_field_that_repeats_the_first_text_is_kept() -> None:
    texts = [("a", "1"), ("b", "1"), ("a", "2"), ("b", "1"), ("a", "1")]
    form_fields = read(form(*(field(name, pikepdf.String(text)) for name, text in texts)))
    assert (form_fields.values, form_fields.repeated) == ({"a": "1", "b": "1"}, frozenset({"a"}))


def test_metadata() -> None:
    assert read(form(field("a"), corrigetoken="a token")).token == "a token"
    document = pikepdf.new()
    document.add_blank_page()
    document.trailer.Info = document.make_indirect(pikepdf.Dictionary(corrigetoken=5))
    assert read(saved(document)).token == ""
    document.trailer.Info = pikepdf.Array([])
    assert read(saved(document)).token == ""


def tree(depth: int) -> pikepdf.Object:
    return field("f", None, tree(depth - 1)) if depth else field("f")


@pytest.mark.parametrize(
    ("fields", "is_read"),
    [
        *(([field(f"f{n}") for n in range(number)], number == 2000) for number in (2000, 2001)),
        *(([tree(depth)], depth == 16) for depth in (16, 17)),
    ],
)
def test_two_thousand_fields_and_sixteen_generations_at_most(fields: list[pikepdf.Object], is_read: bool) -> None:
    assert (read_with_pikepdf(form(*fields), "f.pdf") is not None) == is_read


@pytest.mark.parametrize(("waited", "is_read"), [(4.9, True), (5.1, False)])
def test_five_seconds_at_most(monkeypatch: pytest.MonkeyPatch, waited: float, is_read: bool) -> None:
    times = iter([100.0, *[100.0 + waited] * 9])
    monkeypatch.setattr("answers.submissions.pdf.fields.time.monotonic", lambda: next(times))
    assert (read_with_pikepdf(form(field("f")), "f.pdf") is not None) == is_read


def widgets(number: int) -> bytes:
    document = pikepdf.new()
    document.add_blank_page(page_size=(9, 9))
    dictionary = document.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx, T="f", V="1", Rect=[0, 0, 9, 9]
        )
    )
    document.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([dictionary]))
    document.pages[0].Annots = pikepdf.Array([dictionary] * number)
    return saved(document)


@pytest.mark.parametrize(("number", "is_read"), [(2000, True), (2001, False)])
def test_two_thousand_annotations_a_page_at_most(number: int, is_read: bool) -> None:
    form_fields = read_with_pdfium(widgets(number))
    boxes = {"f": Box(0, 0, 0, 9, 9)}
    assert form_fields == (FormFields({"f": "1"}, boxes=boxes, pages=("",)) if is_read else None)


def test_forty_pages_at_most() -> None:
    assert read_with_pikepdf(form(field("a"), pages=40), "f.pdf") is not None
    cause = "the PDF has 41 pages, more than any answer sheet"
    assert problems_of(read_with_pikepdf, form(field("a"), pages=41), "f.pdf") == (
        Problem(cause, "f.pdf", "hand in one answer sheet per file"),
    )


def test_a_password_and_what_is_no_pdf() -> None:
    content = locked("x")
    cause, remedy = "the PDF is protected by a password", "ask the student for the answer sheet without a password"
    assert problems_of(read_with_pikepdf, content, "f.pdf") == (Problem(cause, "f.pdf", remedy),)
    assert read_with_pdfium(content) is None
    assert read_with_pikepdf(b"%PDF-1.7", "f.pdf") is read_with_pdfium(b"%PDF-1.7") is None


def test_an_update_that_is_cut_off_is_damage() -> None:
    """Without the end of the last update, the file is the version before, which the student has corrected."""
    content = filled()
    updated = typed_by_pypdf(content, {"q1b_1": "6"}, incremental=True)
    assert not read(updated).is_repaired
    assert not read(content + b"\r\n\0\n").is_repaired
    assert [read(updated[:at]).is_repaired for at in (len(content) + 9, len(content) + 300)] == [True, True]


def test_damage_and_size_are_told_apart() -> None:
    form_fields = read(damaged(filled()))
    assert (form_fields.values, form_fields.is_repaired, form_fields.is_modest) == (TEXTS, True, True)
    with pikepdf.open(io.BytesIO(filled())) as document:
        packed = zlib.compress(bytes(20_000_001))
        document.Root.Padding = document.make_stream(packed, Filter=pikepdf.Name.FlateDecode)
        form_fields = read(saved(document))
    assert (form_fields.values, form_fields.is_repaired, form_fields.is_modest) == (TEXTS, False, False)
