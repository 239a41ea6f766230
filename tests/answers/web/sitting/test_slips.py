import re
from pathlib import Path

import pytest

from answers.classroom.folder import SITTING, ClassData
from answers.web.sitting import codes, slips
from answers.web.sitting.codes import read_codes
from answers.web.sitting.slips import SLIPS, print_slips
from tests.answers.classroom.handing_in import tiny_class


@pytest.fixture
def class_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ClassData:
    monkeypatch.setattr(slips, "render_pdf", lambda html, **_: html.encode())
    monkeypatch.setattr(codes, "WORK", 2)
    return tiny_class(tmp_path / "class")


def printed_codes(path: Path) -> list[str]:
    return re.findall(r"[2-9A-Z]{4}-[2-9A-Z]{4}", path.read_text())


def test_each_has_a_slip_with_the_code_that_opens_their_page(class_data: ClassData) -> None:
    printed = print_slips(class_data, class_data, renew=False, address="http://10.0.0.5:8000")
    assert (printed.slips, printed.kept, printed.path) == (3, 0, class_data.folder / SLIPS)
    text = (class_data.folder / SLIPS).read_text()
    assert text.count("http://10.0.0.5:8000") == 3
    assert "Aa Éa" in text
    for student, code in zip(("s01", "s02", "s03"), printed_codes(class_data.folder / SLIPS), strict=True):
        assert read_codes(class_data.folder / SITTING)[student].is_of(code)


def test_a_new_printing_keeps_codes_or_voids_them_as_asked(class_data: ClassData) -> None:
    print_slips(class_data, class_data, renew=False)
    before = read_codes(class_data.folder / SITTING)
    again = print_slips(class_data, class_data, renew=False)
    assert (again.path, again.slips, again.kept) == (None, 0, 3)
    assert read_codes(class_data.folder / SITTING) == before
    renewed = print_slips(class_data, class_data, renew=True)
    assert renewed.earlier == class_data.folder / f"{SLIPS}.1"
    old = printed_codes(renewed.earlier)[0]
    assert not read_codes(class_data.folder / SITTING)["s01"].is_of(old)
