import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from answers.classroom.db import reading, transaction
from answers.classroom.folder import ClassData, open_class
from answers.classroom.listed_names import exchanged_names
from answers.classroom.sitting import REVOKED, read_codes
from answers.errors import CorrigeError
from answers.files import FileTransaction
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


def stopped(class_data: ClassData, place: object, name: str, error: BaseException, *, renew: bool = True) -> None:
    """Print slips, and let a function raise an error."""

    def fail(*_: object, **__: object) -> None:
        raise error

    is_at_commit = name == "transaction" and not isinstance(error, KeyboardInterrupt)  # Ctrl+C comes before
    fails = partial(failing_at_commit, error=error) if is_at_commit else fail
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(place, name, fails)
        with pytest.raises(type(error)):
            print_slips(class_data, class_data, renew=renew)


@contextmanager
def failing_at_commit(folder: Path, *, error: BaseException) -> Iterator[sqlite3.Connection]:
    with transaction(folder) as connection:
        yield connection
        raise error


def test_each_has_a_slip_with_the_code_that_opens_their_page(class_data: ClassData) -> None:
    printed = print_slips(class_data, class_data, renew=False, address="http://10.0.0.5:8000")
    assert (printed.slips, printed.unchanged, printed.path) == (3, 0, class_data.folder / SLIPS)
    text = (class_data.folder / SLIPS).read_text()
    assert text.count("http://10.0.0.5:8000") == 3
    assert "Aa Éa" in text
    for student, code in zip(("s01", "s02", "s03"), printed_codes(class_data.folder / SLIPS), strict=True):
        assert hashes(class_data)[student] == hash_of(class_data, student, code)
        assert code.encode() not in (class_data.folder / "class.db").read_bytes()


def test_names_sorted_by_themselves_after_the_slips_are_noticed(class_data: ClassData) -> None:
    """Aa Éa has the slip of s01, with whose code the paper of s01 is written, and s01 is Cc Dd in the list now."""
    print_slips(class_data, class_data, renew=False)
    roster = class_data.folder / "students.csv"
    roster.write_text(roster.read_text().replace("Aa,Éa", "x,x").replace("Cc,Dd", "Aa,Éa").replace("x,x", "Cc,Dd"))
    (problem,) = exchanged_names(open_class(class_data.folder))
    assert "Aa" in problem.place


def test_an_earlier_store_has_no_code_that_was_replaced(class_data: ClassData) -> None:
    store, reduced = class_data.folder / "class.db", replace(class_data, enrollments=class_data.enrollments[:1])
    print_slips(class_data, class_data, renew=False)
    before, earlier = hashes(class_data), store.read_bytes()
    print_slips(class_data, reduced, renew=True)
    print_slips(class_data, reduced, renew=True)
    store.write_bytes(earlier)
    assert hashes(class_data) == {**before, "s01": REVOKED}
    printed = print_slips(class_data, class_data, renew=False)
    assert (printed.slips, printed.unchanged) == (1, 2)
    assert hashes(class_data)["s01"] == hash_of(class_data, "s01", printed_codes(class_data.folder / SLIPS)[0])
    assert hashes(class_data)["s02"] == before["s02"]


def test_slips_that_a_killed_program_did_not_write_are_printed_again(class_data: ClassData) -> None:
    stopped(class_data, FileTransaction, "commit", SystemExit(), renew=False)
    assert not (class_data.folder / SLIPS).exists()
    first = replace(class_data, enrollments=class_data.enrollments[:1])
    assert [print_slips(class_data, selected, renew=False).slips for selected in (first, class_data)] == [1, 2]
    code = printed_codes(class_data.folder / SLIPS)[0]
    assert hashes(class_data)["s02"] == hash_of(class_data, "s02", code)
    assert print_slips(class_data, class_data, renew=False).slips == 0


def test_a_kill_while_new_codes_are_printed_leaves_no_former_code_valid(class_data: ClassData) -> None:
    """Before they are stored, the next printing mends it; after it, not even an earlier store revives a former code."""
    print_slips(class_data, class_data, renew=False)
    stopped(class_data, slips, "transaction", SystemExit())
    assert set(hashes(class_data).values()) == {REVOKED}
    assert print_slips(class_data, class_data, renew=False).slips == 3
    assert hashes(class_data)["s01"] == hash_of(class_data, "s01", printed_codes(class_data.folder / SLIPS)[0])
    earlier = (class_data.folder / "class.db").read_bytes()
    stopped(class_data, FileTransaction, "commit", SystemExit())
    (class_data.folder / "class.db").write_bytes(earlier)
    assert set(hashes(class_data).values()) == {REVOKED}


@pytest.mark.parametrize(
    ("step", "error"),
    [
        ("render_pdf", KeyboardInterrupt()),
        ("transaction", KeyboardInterrupt()),
        ("transaction", CorrigeError.single("full")),
    ],
)
def test_slips_that_were_interrupted_or_not_stored_leave_the_former_codes_valid(
    class_data: ClassData, step: str, error: BaseException
) -> None:
    one, path = replace(class_data, enrollments=class_data.enrollments[:1]), class_data.folder / SLIPS
    print_slips(class_data, class_data, renew=False)
    for _ in range(2):  # without a list of replaced codes, and with one
        before, printed = hashes(class_data), path.read_bytes()
        stopped(class_data, slips, step, error)
        assert (hashes(class_data), path.read_bytes()) == (before, printed)
        assert REVOKED not in before.values()
        print_slips(class_data, one, renew=True)


def test_a_new_printing_keeps_codes_or_voids_them_as_asked(class_data: ClassData) -> None:
    print_slips(class_data, class_data, renew=False)
    before = hashes(class_data)
    again = print_slips(class_data, class_data, renew=False)
    assert (again.path, again.slips, again.unchanged) == (None, 0, 3)
    assert hashes(class_data) == before
    renewed = print_slips(class_data, class_data, renew=True)
    assert renewed.earlier == class_data.folder / f"{SLIPS}.1"
    old = printed_codes(renewed.earlier)[0]
    assert hashes(class_data)["s01"] != hash_of(class_data, "s01", old)
