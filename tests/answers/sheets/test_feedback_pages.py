"""A marked paper with only wrong answers and all their notes takes little more than two pages."""

from fractions import Fraction
from io import BytesIO
from xml.etree.ElementTree import fromstring

import pytest
from pypdf import PdfReader

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.flags import Place
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.sheets.sheet import Feedback, sheet_html, sheet_pdf
from tests.answers.tiny import TINY


@pytest.mark.slow
@pytest.mark.parametrize(("name", "lang"), [("nash", "fr"), ("phantom", "en"), ("jeux", "fr")])
def test_a_paper_with_everything_wrong(name: str, lang: str) -> None:
    exam = load_exam(name)
    wrong = Mark("7", Verdict.WRONG, None, Fraction(0))
    parts = {part.id: PartMarks((wrong,) * part.count, part.points) for part in exam.parts}
    sheet = Feedback(exam, make_key(exam, 17), Paper(Place("paper"), "", name, 17, (), parts))
    assert fromstring(sheet_html(sheet, lang=lang)).tag == "html"  # which is read far sooner than what is no XML
    pages = [page.extract_text() for page in PdfReader(BytesIO(sheet_pdf(sheet, lang=lang))).pages]
    assert len(pages) <= 3
    assert "Question 3" in pages[0]
    assert len(pages) <= 2 or pages[-1].count("pts") <= 2


def test_a_long_answer_has_nothing_of_another_in_its_text() -> None:
    """Copied text is the visible text: the ellipsis of an answer once hid the rest of another answer."""
    written = iter(raws := [f"{'W' * 24}{number}" for number in range(91, 96)])

    def mark() -> Mark:
        return Mark(next(written), Verdict.UNREADABLE, None, Fraction(0))

    parts = {part.id: PartMarks(tuple(mark() for _ in range(part.count)), part.points) for part in TINY.parts}
    pdf = sheet_pdf(Feedback(TINY, make_key(TINY, 10), Paper(Place("paper"), "", "tiny", 10, (), parts)), lang="en")
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    assert [text.count(raw) for raw in raws] == [1] * 5


def test_questions_without_an_answer_are_named_as_such() -> None:
    def parts_with(verdict: Verdict, question: str) -> dict[str, PartMarks]:
        marks = {
            part.id: Mark("7", verdict if part.id.startswith(question) else Verdict.WRONG, None, Fraction(0))
            for part in TINY.parts
        }
        return {part.id: PartMarks((marks[part.id],) * part.count, part.points) for part in TINY.parts}

    paper = Paper(Place("paper"), "", "tiny", 10, (), parts_with(Verdict.BLANK, "2"))
    html = fromstring(sheet_html(Feedback(TINY, make_key(TINY, 10), paper), lang="en"))
    (work,) = ("".join(tag.itertext()) for tag in html.iter() if tag.get("class") == "work")
    assert ("2 (no answer)" in work, work.count("(no answer)")) == (True, 1)
