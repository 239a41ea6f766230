import sys
from pathlib import Path

import pytest

from answers.errors import CorrigeError, Problem
from answers.exam.catalogue import load_exam
from answers.exam.document import Document, document_of
from tests.answers.exam.copies import copy_of_tiny
from tests.answers.tiny import TINY


def test_an_exam_may_follow_no_document() -> None:
    assert document_of(TINY) is None


def test_the_document_of_an_exam_stands_beside_it(tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    (folder / "document.py").write_text(
        "from answers.exam.document import Document\nDOCUMENT = Document(lambda: {'a': 1})\n"
    )
    found = document_of(load_exam("tiny", [tmp_path]))
    assert isinstance(found, Document)
    assert (found.computed(), found.plots) == ({"a": 1}, ())


@pytest.mark.parametrize("text", ["", "DOCUMENT = {'a': 1}\n"])
def test_a_file_without_a_document_is_told(text: str, tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    (folder / "document.py").write_text(text)
    exam = load_exam("tiny", [tmp_path])
    with pytest.raises(CorrigeError) as caught:
        document_of(exam)
    assert caught.value.problems == (Problem("document.py defines no DOCUMENT", str(folder), "see docs/exams.md"),)


def test_of_an_exam_that_comes_with_corrige_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    nash = load_exam("nash")
    assert document_of(nash) is not None
    monkeypatch.delattr(sys.modules["answers.exams.nash.document"], "DOCUMENT")
    with pytest.raises(CorrigeError) as caught:
        document_of(nash)
    assert caught.value.problems[0].place == "nash"
