"""Page objects and entries are those that the slower functions of the libraries return."""

import pikepdf
import pypdfium2
import pytest

from answers.files import saved as written
from answers.submissions.raw.objects import entry, page_items


def nested(depth: int) -> pypdfium2.PdfPage:
    """A page with a rectangle, and in each of some forms in each other a rectangle more."""
    pdf = pikepdf.new()
    pdf.add_blank_page()
    form, resources = b"0 0 9 9 re f", pikepdf.Dictionary()
    for _ in range(depth):
        inner = pdf.make_stream(form, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 99, 99])
        inner.Resources = resources
        form, resources = b"0 0 9 9 re f /F Do", pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=inner))
    pdf.pages[0].Contents, pdf.pages[0].Resources = pdf.make_stream(form), resources
    return pypdfium2.PdfDocument(written(pdf.save))[0]


@pytest.mark.parametrize("depth", [1, 2, 3, 15])
@pytest.mark.parametrize("forms", [0, 1, 3])
def test_the_items_of_a_page_are_those_of_its_library(depth: int, forms: int) -> None:
    page = nested(forms)
    kinds = [kind for _, kind in page_items(page, depth)]
    assert kinds == [one.type for one in page.get_objects(max_depth=depth)]
    assert len(kinds) == 2 * min(depth - 1, forms) + (2 if depth <= forms else 1)


def test_what_an_entry_that_is_not_there_is() -> None:
    owner = pikepdf.Dictionary(A=1, B=pikepdf.Dictionary())
    assert [entry(owner, key) for key in ("/A", "/B", "/C")] == [owner.get(key) for key in ("/A", "/B", "/C")]
    assert entry(pikepdf.new().make_stream(b"", A=2), "/A") == 2
    assert entry(pikepdf.new().make_stream(b""), "/A") is None
