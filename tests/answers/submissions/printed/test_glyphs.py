import pikepdf
import pytest

from answers.submissions.printed.glyphs import MAX_GLYPHS, page_glyphs, page_text
from answers.submissions.raw.pdf_limits import UNREADABLE
from tests.answers.submissions.sheets import HELVETICA, saved

UPRIGHT = "1 0 0 1"


def typed(text: str, *matrices: str, font: pikepdf.Dictionary | None = None) -> bytes:
    """A page for each matrix with a text in 10 points at (50, 60)."""
    document = pikepdf.new()
    for matrix in matrices or (UPRIGHT,):
        document.add_blank_page(page_size=(600, 800))
        page = document.pages[-1]
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font or HELVETICA))
        page.Contents = document.make_stream(f"BT /F 10 Tf {matrix} 50 60 Tm ({text}) Tj ET".encode())
    return saved(document)


def test_letters_with_their_places() -> None:
    ((first, second),) = page_glyphs(typed("Hi")) or ()
    assert (first.char, second.char) == ("H", "i")
    assert 50 <= first.left < first.right <= second.left < second.right < 62
    assert first.bottom == pytest.approx(60, abs=0.5)
    assert first.top == pytest.approx(67, abs=1)  # capitals are seven tenths of the size
    assert first.is_upright
    assert second.is_upright


def test_pages_in_order_and_their_text() -> None:
    pages = page_glyphs(typed("a b", UPRIGHT, UPRIGHT))
    assert pages is not None
    assert [page_text(page) for page in pages] == ["a b", "a b"]
    assert page_text(()) == ""
    assert [glyph.is_space for glyph in pages[0]] == [False, True, False]


@pytest.mark.parametrize(
    ("matrix", "is_upright"),
    [
        (UPRIGHT, True),
        ("2 0 0 3", True),
        ("1 0 0.3 1", True),  # slanted
        ("-1 0 0 -1", False),
        ("-1 0 0 1", False),
        ("1 0 0 -1", False),
        ("0 1 -1 0", False),
    ],
)
def test_turned_and_mirrored_letters(matrix: str, is_upright: bool) -> None:
    (page,) = page_glyphs(typed("F", matrix)) or ()
    assert [glyph.is_upright for glyph in page] == [is_upright]


def test_spaces_that_are_made_up_are_upright() -> None:
    (page,) = page_glyphs(typed("a) Tj 100 0 Td (b", "-1 0 0 -1")) or ()
    assert [(glyph.is_space, glyph.is_upright) for glyph in page] == [(False, False), (True, True), (False, False)]


def test_a_letter_that_the_file_does_not_tell_is_no_letter() -> None:
    encoding = pikepdf.Dictionary(Differences=pikepdf.Array([65, pikepdf.Name("/g123")]))
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica, Encoding=encoding
    )
    (page,) = page_glyphs(typed("AB", font=font)) or ()
    assert page_text(page) == f"{UNREADABLE}B"


@pytest.mark.parametrize(("pages", "is_read"), [(40, True), (41, False)])
def test_forty_pages_at_most(pages: int, is_read: bool) -> None:
    found = page_glyphs(typed("a", *[UPRIGHT] * pages))
    assert (found is not None) == is_read


def test_of_a_page_at_most_twenty_thousand_glyphs() -> None:
    (page,) = page_glyphs(typed("a" * (MAX_GLYPHS + 5))) or ()
    assert len(page) == MAX_GLYPHS == 20_000


def test_what_is_damaged_or_huge_is_not_read() -> None:
    assert page_glyphs(b"%PDF-1.7") is None
    document = pikepdf.new()
    document.add_blank_page()
    document.Root.Padding = document.make_stream(bytes(20_000_001))
    assert page_glyphs(saved(document)) is None


def test_a_page_of_images_has_no_glyphs() -> None:
    document = pikepdf.new()
    document.add_blank_page()
    document.Root.Image = document.make_stream(bytes(30_000_000), Subtype=pikepdf.Name.Image)
    assert page_glyphs(saved(document)) == ((),)
