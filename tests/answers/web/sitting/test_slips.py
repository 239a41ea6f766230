import re
from dataclasses import replace
from pathlib import Path

import pytest

from answers.classroom.db import reading
from answers.classroom.folder import ClassData
from answers.classroom.sitting import REVOKED, read_codes
from answers.web.sitting import slips
from answers.web.sitting.codes import code_hash, code_key
from answers.web.sitting.slips import SLIPS, print_slips
from tests.answers.classroom.handing_in import tiny_class


@pytest.fixture
def class_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ClassData:
    monkeypatch.setattr(slips, "render_pdf", lambda html, **_: html.encode())
    return tiny_class(tmp_path / "class")


def hashes(class_data: ClassData) -> dict[str, str]:
    with reading(class_data.folder) as connection:
        return read_codes(connection, class_data.folder)


def hash_of(class_data: ClassData, student: str, code: str) -> str:
    return code_hash(code_key(class_data.settings.secret), student, code)


def printed_codes(path: Path) -> list[str]:
    return re.findall(r"[2-9A-Z]{4}-[2-9A-Z]{4}", path.read_text())


def test_each_has_a_slip_with_the_code_that_opens_their_page(class_data: ClassData) -> None:
    printed = print_slips(class_data, class_data, renew=False, address="http://10.0.0.5:8000")
    assert (printed.slips, printed.kept, printed.path) == (3, 0, class_data.folder / SLIPS)
    text = (class_data.folder / SLIPS).read_text()
    assert text.count("http://10.0.0.5:8000") == 3
    assert "Aa Éa" in text
    for student, code in zip(("s01", "s02", "s03"), printed_codes(class_data.folder / SLIPS), strict=True):
        assert hashes(class_data)[student] == hash_of(class_data, student, code)
        assert code.encode() not in (class_data.folder / "class.db").read_bytes()


def test_an_earlier_store_has_no_code_that_was_replaced(class_data: ClassData) -> None:
    store, one = class_data.folder / "class.db", replace(class_data, enrollments=class_data.enrollments[:1])
    print_slips(class_data, class_data, renew=False)
    before, earlier = hashes(class_data), store.read_bytes()
    print_slips(class_data, one, renew=True)
    print_slips(class_data, one, renew=True)
    store.write_bytes(earlier)
    assert hashes(class_data) == {**before, "s01": REVOKED}
    printed = print_slips(class_data, class_data, renew=False)
    assert (printed.slips, printed.kept) == (1, 2)
    assert hashes(class_data)["s01"] == hash_of(class_data, "s01", printed_codes(class_data.folder / SLIPS)[0])
    assert hashes(class_data)["s02"] == before["s02"]


def test_a_new_printing_keeps_codes_or_voids_them_as_asked(class_data: ClassData) -> None:
    print_slips(class_data, class_data, renew=False)
    before = hashes(class_data)
    again = print_slips(class_data, class_data, renew=False)
    assert (again.path, again.slips, again.kept) == (None, 0, 3)
    assert hashes(class_data) == before
    renewed = print_slips(class_data, class_data, renew=True)
    assert renewed.earlier == class_data.folder / f"{SLIPS}.1"
    old = printed_codes(renewed.earlier)[0]
    assert hashes(class_data)["s01"] != hash_of(class_data, "s01", old)
