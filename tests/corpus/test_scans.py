"""Scans and photographs of real handwriting are pages of their students, and each box has its ink and no other."""

from pathlib import Path

import pytest

from answers.sheets.identity import find_page_signature
from answers.submissions.scanned.reader import InspectRequest
from answers.submissions.scanned.serve import PageSession
from tests.corpus.make import SECRET
from tests.corpus.scans import outcome, pictures_in, truth_of

HERE = Path(__file__).parent / "pages"
EXAMS = sorted(path.parent.name for path in HERE.glob("*/class"))


@pytest.mark.slow
@pytest.mark.parametrize("exam", EXAMS)
def test_all_ink_is_in_the_pictures_of_its_boxes(exam: str) -> None:
    tally, pages = outcome(HERE / exam), [truth_of(path) for path in pictures_in(HERE / exam)]
    assert tally.odd == []
    assert tally.counts["pages"] == len(pages)
    assert tally.counts["written"] == sum(len(page.inks) for page in pages)
    assert tally.counts["empty"] == sum(len(page.labels) - len(page.inks) for page in pages)
    assert min(tally.counts["written"], tally.counts["empty"]) > len(pages)


def test_a_page_on_a_table_in_uneven_light_is_identified() -> None:
    photograph = HERE / "jeux" / "s03-1-phone.jpg"
    (code,) = PageSession().inspect(InspectRequest(photograph, 1, photograph.name)).codes
    found, truth = find_page_signature(code, SECRET), truth_of(photograph)
    assert found is not None
    signature, number = found
    assert (signature.identity.student, number, signature.valid) == (truth.student, truth.number, True)
