import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from answers.classroom.db import FILE, MIGRATIONS
from answers.classroom.history import history
from answers.classroom.incoming_files import IncomingFile
from answers.classroom.upload_index import (
    Index,
    Pick,
    UploadEntry,
    file_choices,
    merge_uploads,
    read_index,
    store_upload,
    undo_assignments,
    write_index,
)
from answers.errors import CorrigeError
from tests.answers.classroom.handing_in import moodle

MONDAY, TUESDAY = datetime(2026, 5, 25, 18), datetime(2026, 5, 26, 18)
ABC = "ba7816bf8f01cfea414140de5dae2223"  # FIPS 180-2, B.1: SHA-256 of "abc", its first half


@pytest.mark.parametrize(("name", "suffix"), [("a.zip/Zoé/copie.PDF", ".PDF"), ("a", ""), ("a.", "")])
@pytest.mark.parametrize("other", [b"", b"a", b"abd"])
def test_an_original_is_kept_under_its_digest_and_written_again_if_it_is_another(
    tmp_path: Path, name: str, suffix: str, other: bytes
) -> None:
    path = tmp_path / "collected" / f"{ABC}{suffix}"
    path.parent.mkdir()
    path.write_bytes(other)
    entry = store_upload(tmp_path, IncomingFile(name, b"abc", MONDAY), TUESDAY)
    assert entry == UploadEntry(ABC, name, MONDAY, TUESDAY, 3)
    assert path.read_bytes() == b"abc"


def test_a_hostile_suffix_stays_in_the_folder(tmp_path: Path) -> None:
    for name in ("a./../../x", "a.$(rm)", "a." + "x" * 300):
        entry = store_upload(tmp_path, IncomingFile(name, b"abc", MONDAY), TUESDAY)
        assert (tmp_path / "collected" / entry.file).is_file()
    assert {path.parent for path in tmp_path.rglob("*") if path.is_file()} == {tmp_path / "collected"}


def test_choices_of_an_earlier_schema_hold(tmp_path: Path) -> None:
    """A withdrawal named its row and not its file, and a file that was set aside had no student and no name."""
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.executescript("".join(MIGRATIONS[:2]))
        upload = "INSERT INTO upload VALUES (NULL, ?, ?, '2026-05-25T18:00:00', '2026-05-26T18:00:00', 3, 0, ?, NULL)"
        connection.executemany(upload, [(ABC, "a.txt", True), (ABC[::-1], "b.txt", False)])
        assignment = "INSERT INTO assignment VALUES (NULL, ?, ?, 'ada', '2026-05-27T18:00:00', ?, ?)"
        rows = [
            ("s01", ABC[::-1], None, "b.txt"),
            ("s02", ABC[::-1] + ":3", None, ""),
            ("s01", "", 1, ""),
            ("", ABC, None, ""),
            ("", ABC[::-1], None, ""),
            ("", ABC[::-1], 5, ""),
        ]
        connection.executemany(assignment, rows)
        connection.execute("PRAGMA user_version = 17")
        connection.commit()
    index = read_index(tmp_path)
    assert index.assigned == {Pick(ABC[::-1], "3"): "s02"}
    assert [entry.name for entry in index.aside] == ["a.txt"]
    held = [(choice.file.digest, choice.student) for choice in file_choices(tmp_path)]
    assert held == [(ABC[::-1], "s02"), (ABC, "")]
    undone = [(action.target, action.undo) for action in history(tmp_path)]
    assert undone.count((ABC[::-1][:12], True)) == 2
    write_index(tmp_path, replace(index, files=tuple(replace(entry, is_aside=False) for entry in index.files)), "bob")
    assert undo_assignments(tmp_path, "bob", "2026-05-28T18:00:00") == (ABC,)
    assert read_index(tmp_path) == index


def first_of(name: str) -> str:
    return name.split("/")[1]


DAY = TUESDAY - MONDAY


def test_the_same_file_twice_is_one_with_the_earlier_date() -> None:
    first = UploadEntry(ABC, f"monday.zip/{moodle('Zoé', 1)}/a.txt", MONDAY, MONDAY, 3)
    again = UploadEntry(ABC, f"tuesday.zip/{moodle('Zoé', 1)}/a.txt", TUESDAY, TUESDAY, 3)
    other = UploadEntry(ABC, f"monday.zip/{moodle('Éric', 2)}/a.txt", TUESDAY, TUESDAY, 3)
    assert merge_uploads(Index((again,)), [first, other]).files == (
        UploadEntry(ABC, again.name, MONDAY, TUESDAY, 3),
        other,
    )


@pytest.mark.parametrize(("uploaders", "date"), [(3, MONDAY), (1, TUESDAY + DAY)])
def test_a_copied_folder_does_not_make_an_earlier_version_the_latest(uploaders: int, date: datetime) -> None:
    """A single student with an earlier file and a later date has handed it in again."""
    names = [moodle(name, at) for at, name in enumerate(("Zoé", "Éric", "Ida"))][:uploaders]
    index = Index(tuple(UploadEntry(ABC, f"monday/{name}/a.txt", MONDAY, MONDAY, 3) for name in names))
    index = merge_uploads(index, [UploadEntry(ABC[::-1], f"tuesday/{names[0]}/b.txt", TUESDAY, TUESDAY, 3)], first_of)
    copied = [UploadEntry(ABC, f"usb/{name}/a.txt", TUESDAY + DAY, TUESDAY + DAY, 3) for name in names]
    assert merge_uploads(index, copied, first_of).files[0].date == date


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "{}", '{"files": [], "deadline": null}', '{"files": [{}], "deadline": null, "picked": {}}',
     '{"files": [], "deadline": "soon", "picked": {}}', '{"files": [], "deadline": 7, "picked": {}}',
     '{"files": [], "deadline": "0001-01-01T00:00:00+14:00", "picked": {}}', "[" * 100_000,
     '{"files": [], "deadline": null, "picked": {"\\ud800": "a"}}'],
)  # fmt: skip
def test_a_damaged_index_is_told_and_left(content: str, tmp_path: Path) -> None:
    path = tmp_path / "collected" / "index.json"
    path.parent.mkdir()
    path.write_text(content)
    with pytest.raises(CorrigeError, match="lists the collected files is damaged"):
        read_index(tmp_path)
    assert path.read_text() == content


@pytest.mark.parametrize("is_old", [True, False])
def test_an_index_cannot_lead_out_of_its_folder(tmp_path: Path, is_old: bool) -> None:
    digest = "../../../../etc/passwd".ljust(32, "0")
    if is_old:
        fields = {"digest": digest, "name": "a.txt", "date": "2026-05-25", "collected": "2026-05-25", "bytes": 3}
        (tmp_path / "collected").mkdir()
        document = {"deadline": None, "picked": {}, "files": [fields]}
        (tmp_path / "collected" / "index.json").write_text(json.dumps(document))
    else:
        write_index(tmp_path, Index((UploadEntry(digest, "a.txt", MONDAY, MONDAY, 3),)))
    with pytest.raises(CorrigeError, match="lists the collected files is damaged"):
        read_index(tmp_path)
