import io
from pathlib import Path

import pikepdf
import pytest

from answers.classroom.printing import together as module
from answers.classroom.printing.together import Bundle, put_together


def pdf(path: Path, count: int, width: int = 100) -> Path:
    """A file of `count` pages, the first so wide, each one point wider than the one before."""
    with pikepdf.new() as made:
        for page in range(count):
            made.add_blank_page(page_size=(width + page, 50))
        made.save(path)
    return path


def widths(content: bytes) -> list[int]:
    with pikepdf.open(io.BytesIO(content)) as made:
        return [int(page.mediabox[2]) for page in made.pages]


def test_each_bundle_begins_on_a_new_sheet_of_paper(tmp_path: Path) -> None:
    one, two, three = pdf(tmp_path / "1.pdf", 1), pdf(tmp_path / "2.pdf", 2, 200), pdf(tmp_path / "3.pdf", 3, 300)
    content = put_together([Bundle("A", (three,)), Bundle("B", (two,)), Bundle("C", (one, two))])
    assert widths(content) == [300, 301, 302, 302, 200, 201, 100, 200, 201, 201]


@pytest.mark.parametrize("opened", [1, 2, 100])
def test_a_bookmark_leads_to_each(tmp_path: Path, opened: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OPEN", opened)
    files = [pdf(tmp_path / f"{n}.pdf", n, 100 * n) for n in (1, 3, 2)]
    content = put_together([Bundle(f"Élève {at}", (file,)) for at, file in enumerate(files)])
    assert widths(content) == [100, 100, 300, 301, 302, 302, 200, 201]
    with pikepdf.open(io.BytesIO(content)) as made, made.open_outline() as outline:
        found = [(item.title, int(item.destination[0].MediaBox[2])) for item in outline.root]
    assert found == [("Élève 0", 100), ("Élève 1", 300), ("Élève 2", 200)]


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    bundles = [Bundle("A", (pdf(tmp_path / "1.pdf", 1),)), Bundle("B", (pdf(tmp_path / "2.pdf", 2),))]
    assert put_together(bundles) == put_together(bundles)
