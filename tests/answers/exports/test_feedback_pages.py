import io
import zipfile

from answers.exam.key import make_key
from answers.exports.feedback_pages import feedback_pages
from answers.exports.request import Request
from tests.answers.exports.classes import CLASS, HOSTILE
from tests.answers.tiny import TINY


def pages(lang: str) -> dict[str, str]:
    made = feedback_pages(Request(CLASS, lambda u0: make_key(TINY, u0), lang))
    assert made.problems == ()
    with zipfile.ZipFile(io.BytesIO(made.content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_a_page_a_marked_paper() -> None:
    found = pages("fr")
    assert list(found) == ["s01.html", "s02.html"]
    assert "Zoé" in found["s01.html"]
    assert "Copie corrigée" in found["s01.html"]
    assert "Marked paper" in pages("en")["s01.html"]
    assert found == pages("fr")


def test_pages_stand_alone_and_obey_nobody() -> None:
    for page in pages("fr").values():
        assert "default-src" in page
        assert "<script" not in page
    assert HOSTILE not in pages("fr")["s02.html"]
    assert "HYPERLINK" in pages("fr")["s02.html"]
