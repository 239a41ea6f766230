import errno
import io
import os
import stat
import struct
import subprocess
import sys
import zipfile
from datetime import datetime
from pathlib import Path

import pytest

from answers.classroom import incoming_files
from answers.classroom.incoming_files import PAPERS, IncomingFile, files_in
from answers.errors import Problem
from answers.submissions.scan import PICTURES
from answers.submissions.serve import KINDS
from tests.answers.classroom.handing_in import moodle


def made(path: Path, members: dict[str, bytes], kind: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", kind) as zip_file:
        for name, content in members.items():
            zip_file.writestr(zipfile.ZipInfo(name, (2026, 5, 30, 18, 0, 2)), content, kind)
    return dated(path, datetime(2026, 6, 1))


def dated(path: Path, moment: datetime) -> Path:
    os.utime(path, (moment.timestamp(), moment.timestamp()))
    return path


def files(*paths: Path) -> list[tuple[str, str]]:
    """Each file: its name and content, or what is wrong."""
    file = [problem.problem or problem if isinstance(problem, IncomingFile) else problem for problem in files_in(paths)]
    return [
        (problem.place, problem.cause) if isinstance(problem, Problem) else (problem.name, problem.content.decode())
        for problem in file
    ]


def received(*paths: Path) -> dict[str, str]:
    """Why each file that cannot be opened, and is kept as received, is not."""
    return {
        file.name: file.problem.cause for file in files_in(paths) if isinstance(file, IncomingFile) and file.problem
    }


def test_members_come_with_their_names_and_dates(tmp_path: Path) -> None:
    path = made(tmp_path / "a.zip", {"Zoé/c.txt": b"1", "__MACOSX/x": b"2", "d/.DS_Store": b"3", "d/": b""})
    assert list(files_in([path])) == [IncomingFile("a.zip/Zoé/c.txt", b"1", datetime(2026, 5, 30, 18, 0, 2))]


def test_hidden_files_of_an_archive_are_reported_and_clutter_is_not(tmp_path: Path) -> None:
    names = ("Ann Bo_1_assignsubmission_file_/.txt", "Al Be_2_assignsubmission_file_/..\\paper.txt", ".hidden.txt")
    path = made(tmp_path / "a.zip", dict.fromkeys((*names, "x/._paper.txt"), b"1"))
    assert [(place, "1" not in cause) for place, cause in files(path)] == [(f"a.zip/{name}", True) for name in names]
    (taken,) = (file for file in files_in([path]) if isinstance(file, IncomingFile))  # it stays with its uploader
    assert (taken.name, taken.content, taken.problem is not None) == (f"a.zip/{names[0]}", b"1", True)


def test_hidden_papers_of_a_folder_are_reported_and_files_of_systems_are_not(tmp_path: Path) -> None:
    papers = {".s01.pdf", "Ann Bo_1_assignsubmission_file_/.pdf", "x/.s02.JSON", ".scan.jpg", ".all.zip"}
    clutter = {
        ".DS_Store", "x/._s03.pdf", "Thumbs.db", "desktop.ini", ".git/a.json", "__MACOSX/s01.pdf", ".gitignore",
        ".~lock.s01.odt#", ".venv/deep/in/a.txt", ".empty/config",
    }  # fmt: skip
    hidden = {".late/s04.pdf", ".late/deep/s05.txt", ".late/._s06.txt"}
    for name in papers | clutter | hidden:
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_bytes(b"1")
    read = list(files_in([tmp_path]))
    problems = [problem for problem in read if isinstance(problem, Problem)]
    assert len(problems) == len(read)
    assert sorted(problem.place for problem in problems) == sorted(str(tmp_path / name) for name in papers | {".late"})
    assert "2" in str(next(problem.cause for problem in problems if problem.place.endswith(".late")))


@pytest.mark.parametrize("name", ["deep", ".deep"])
def test_folders_deeper_than_the_library_can_follow_do_not_stop_the_others(tmp_path: Path, name: str) -> None:
    """An archive that a student made, unpacked by the teacher."""
    home = tmp_path / "down"
    (home / name).mkdir(parents=True)
    (home / "s01.txt").write_text("1")
    descriptor = os.open(home / name, os.O_RDONLY)
    for _ in range(sys.getrecursionlimit() + 100):
        os.mkdir("d", dir_fd=descriptor)
        inner = os.open("d", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    os.close(descriptor)
    try:
        first, *problems = files(home)
    finally:
        subprocess.run(["rm", "-rf", home], check=True)  # Python's own function recurses too
    assert first == ("down/s01.txt", "1")
    assert ["more than 100 levels deep" in cause for _, cause in problems] == [True] * (name == "deep")


def test_all_kinds_of_papers_are_noticed_where_they_are_hidden() -> None:
    assert set(PAPERS) == {*KINDS, *PICTURES, ".zip"}


def test_what_is_not_taken_is_told_and_the_others_are_taken(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    link = zipfile.ZipInfo("link.txt")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w") as zip_file:
        for name in ("../evil.txt", "/etc/passwd", "C:\\x.txt", "a\\..\\..\\x.txt", "a/\x07.txt", "good.txt"):
            zip_file.writestr(name, "x")
        zip_file.writestr(link, "/etc/passwd")
    *leads, good, linked = [cause for _, cause in files(path)]
    assert ["its name points outside its folder" in cause for cause in leads] == [True] * 5
    assert (good, "this is a link" in linked) == ("x", True)


def test_a_name_with_unusual_spaces_or_invisible_signs_is_taken(tmp_path: Path) -> None:
    """As in the names of screenshots, in names copied from texts written from right to left, and in pictures."""
    names = ("Screenshot at 10.00\u202fAM.png", "Zo\u00e9\u200e Ba/r\u00adep.txt", "\U0001f468\u200d\U0001f469.txt")
    path = made(tmp_path / "a.zip", dict.fromkeys(names, b"x"))
    assert [name for name, _ in files(path)] == [
        "a.zip/Screenshot at 10.00 AM.png", "a.zip/Zo\u00e9 Ba/rep.txt", "a.zip/\U0001f468\U0001f469.txt",
    ]  # fmt: skip
    (tmp_path / "in" / "Zo\u00e9\u200e Ba").mkdir(parents=True)
    (tmp_path / "in" / "Zo\u00e9\u200e Ba" / "a\u202fb.txt").write_text("x")
    assert files(tmp_path / "in") == [("in/Zo\u00e9 Ba/a b.txt", "x")]


def archive(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as zip_file:
        for name, content in members.items():
            zip_file.writestr(name, content)
    return stream.getvalue()


def test_an_archive_in_an_archive_is_opened_three_deep(tmp_path: Path) -> None:
    deep = archive({"c.txt": b"3", "too/deep.zip": archive({"d.txt": b"4"})})
    path = made(tmp_path / "a.zip", {"Zoé/in.zip": archive({"b.txt": b"2", "x/deep.ZIP": deep}), "e.txt": b"5"})
    files = [file for file in files_in([path]) if isinstance(file, IncomingFile)]
    assert {file.name: file.content for file in files if not file.problem} == {
        "a.zip/Zoé/in.zip/b.txt": b"2", "a.zip/Zoé/in.zip/x/deep.ZIP/c.txt": b"3", "a.zip/e.txt": b"5",
    }  # fmt: skip
    # What has something in it that is not opened is there as it was received.
    (whole,) = (file for file in files if file.problem)
    assert whole.name == "a.zip/Zoé/in.zip"
    assert whole.problem is not None
    assert "x/deep.ZIP: too/deep.zip: this archive is inside 3 other archives" in whole.problem.cause


def test_what_cannot_be_opened_is_kept_as_it_was_received(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming_files, "MAX_BYTES", 100)
    evil = archive({"../a.txt": b"x"})
    content = {
        "bomb.zip": archive({"0": bytes(5_000_000)}),
        "damaged.zip": b"PK no more",
        "empty.zip": archive({}),
        "evil.zip": evil,
        "large.docx": os.urandom(101),
        "whole.txt": b"x",
    }
    path = made(tmp_path / "a.zip", content)
    files = {file.name: file.content for file in files_in([path]) if isinstance(file, IncomingFile)}
    assert files == {f"a.zip/{name}": data for name, data in content.items()}
    assert [*received(path)] == [f"a.zip/{name}" for name in [*content][:-1]]
    folder = tmp_path / "mails"
    folder.mkdir()
    for name, data in content.items():
        (folder / name).write_bytes(data)
    assert [*received(folder)] == ["mails/bomb.zip", "mails/damaged.zip", "mails/large.docx"]
    folder = folder.rename(tmp_path / moodle("Zoé Ba", 12))
    assert [*received(folder)] == [f"{folder.name}/{name}" for name in [*content][:-1]]


def test_all_archives_in_one_share_its_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming_files, "MAX_FILES", 5)
    two = archive({"1.txt": b"1", "2.txt": b"2"})
    path = made(tmp_path / "a.zip", {"one.zip": two, "two.zip": two + b""})
    assert ["holds 2 files" in cause for cause in received(path).values()] == [True]
    assert [*received(path)] == ["a.zip/two.zip"]
    monkeypatch.setattr(incoming_files, "MAX_FILES", 9)
    monkeypatch.setattr(incoming_files, "MAX_UNPACKED", len(two) * 2 + 3)  # all but one byte of the second archive
    assert [*received(path)] == ["a.zip/two.zip"]


@pytest.mark.parametrize("kind", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_encrypted_and_a_damaged_member_do_not_stop_the_others(tmp_path: Path, kind: int) -> None:
    path = made(tmp_path / "a.zip", {"a.txt": bytes(range(256)) * 4, "b.txt": b"second", "c.txt": b"third"}, kind)
    content = bytearray(path.read_bytes())
    for at in range(45, 60):  # in the packed bytes of the first
        content[at] ^= 0x5A
    at = content.index(b"PK\x01\x02", content.index(b"PK\x01\x02") + 1)  # the second entry of the directory
    content[at + 8] |= 1
    path.write_bytes(content)
    first, second, third = files(path)
    assert "this file cannot be unpacked from its archive" in first[1]
    assert second == ("a.zip/b.txt", "the file is encrypted with a password, so it cannot be read")
    assert third == ("a.zip/c.txt", "third")


def test_a_directory_that_lies_about_sizes_costs_no_more_than_one_file(tmp_path: Path) -> None:
    path = made(tmp_path / "a.zip", {"a.txt": bytes(3_000_000)})
    content = bytearray(path.read_bytes())
    at = content.index(b"PK\x01\x02")
    content[at + 24 : at + 28] = (1000).to_bytes(4, "little")
    path.write_bytes(content)
    (file,) = files_in([path])
    assert isinstance(file, IncomingFile)
    assert file.problem is not None  # it is there as it was packed
    assert len(file.content) <= len(content)


NAMED_A = struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", 20, 3, 20, 0, 0, 0, 0, 0x21, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
"""An entry of the directory of an archive: an empty file "a"."""


def directory(entries: bytes, count: int) -> bytes:
    """Return an archive of a directory alone."""
    return entries + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(entries), 0, 0)


def far_away(flags: int) -> bytes:
    """Return an archive whose only member begins beyond the largest possible offset, and is perhaps encrypted."""
    place = struct.pack("<HHQQQ", 1, 24, 10, 10, 2**63 + 5)
    unknown = 2**32 - 1
    fields = (45, 3, 45, 0, flags, 0, 0, 0x21, 0, unknown, unknown, 1, len(place), 0, 0, 0, 0, unknown)
    return directory(struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", *fields) + b"a" + place, 1)


def overlapping() -> bytes:
    """Return an archive with two encrypted members, each of which claims the whole file."""
    fields = (20, 3, 20, 0, 1, 0, 0, 0x21, 0, 150, 150, 1, 0, 0, 0, 0, 0, 0)
    return directory(b"".join(struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", *fields) + name for name in (b"a", b"b")), 2)


@pytest.mark.parametrize(
    "content",
    [
        far_away(0),
        far_away(1),
        archive({"a.txt": b"1"}).replace(b"a.txt", b"\0.txt"),  # the name ends before the zero
        directory(NAMED_A * 30, 30),
        overlapping(),
    ],
    ids=["far away", "encrypted far away", "no name", "long directory", "overlapping"],
)
def test_an_archive_of_a_student_that_no_library_expects_does_not_stop_the_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    monkeypatch.setattr(incoming_files, "MAX_ENTRIES", 29)
    path = made(tmp_path / "a.zip", {f"{moodle('Zoé Ba', 12)}/x.zip": content, "b.txt": b"2"})
    (upload,) = received(path)
    assert (upload, files(path)[-1]) == (f"a.zip/{moodle('Zoé Ba', 12)}/x.zip", ("a.zip/b.txt", "2"))


def test_the_directory_of_an_archive_is_not_loaded_if_it_is_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten million entries, which pack to 3 MB, took a minute and 3 GB."""
    monkeypatch.setattr(incoming_files, "MAX_ENTRIES", 29)
    monkeypatch.setattr(incoming_files, "MAX_FILES", 0)
    monkeypatch.setattr(incoming_files, "BLOCK", 50)  # an entry begins in one block and ends in the next
    opened = []
    monkeypatch.setattr(zipfile, "ZipFile", lambda stream, real=zipfile.ZipFile: opened.append(stream) or real(stream))
    for count in (29, 30):
        path = tmp_path / f"{count}.zip"
        path.write_bytes(directory(NAMED_A * count, count))
        assert files(path) == [
            (path.name, f"the archive holds {count} files, but corrige opens archives of at most 0 files")
        ]
    assert len(opened) == 1


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = made(tmp_path / "bomb.zip", {f"{i}.txt": bytes(10_000_000) for i in range(3)})
    assert "this archive would unpack from 29 kB to 30 MB, and was not opened" in files(bomb)[0][1]
    monkeypatch.setattr(incoming_files, "MAX_FILES", 2)
    path = made(tmp_path / "a.zip", {str(i): b"x" for i in range(3)})
    assert "the archive holds 3 files, but corrige opens archives of at most 2 files" in files(path)[0][1]
    monkeypatch.setattr(incoming_files, "MAX_BYTES", 5)
    big = made(tmp_path / "b.zip", {"big": b"123456"})
    assert received(big) == {"b.zip/big": "the file is larger than 0 MB and was not collected"}


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no more", b"PK\x03\x04" + bytes(3000), b"text"])
def test_what_is_no_archive_is_told(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(content)
    assert "is not a zip file, or is damaged" in files(path)[0][1]


def test_names_in_utf8_that_do_not_say_so(tmp_path: Path) -> None:
    path = made(tmp_path / "a.zip", {"Zo\u00e9.txt": b"x"})
    content = path.read_bytes()
    flagged = (0x800).to_bytes(2, "little")
    path.write_bytes(content.replace(flagged + b"\x08\x00", b"\x00\x00\x08\x00"))
    assert files(path) == [("a.zip/Zoé.txt", "x")]


@pytest.mark.parametrize(
    ("folder", "member", "expected"),
    [
        ("", "a.txt", datetime(2026, 5, 30, 18, 0, 2)),  # what a teacher downloaded and names
        ("all", f"{moodle('Zoé Ba', 12)}/a.txt", datetime(2026, 5, 30, 18, 0, 2)),  # and the folder it is in
        (moodle("Zoé Ba", 12), "a.txt", datetime(2026, 6, 1)),  # what a student made
        (moodle("Zoé Ba", 12), f"{moodle('Zoé Ba', 12)}/a.txt", datetime(2026, 6, 1)),
        ("all", "a.txt", datetime(2026, 6, 1)),  # and what somebody made
    ],
)
def test_the_dates_of_an_archive_are_believed_of_a_platform(
    folder: str, member: str, expected: datetime, tmp_path: Path
) -> None:
    (tmp_path / folder).mkdir(exist_ok=True)
    path = made(tmp_path / folder / "w.zip", {member: b"x"})
    assert [
        file.date for file in files_in([tmp_path / folder if folder else path]) if isinstance(file, IncomingFile)
    ] == [expected]
    dated(path, datetime(2026, 5, 29))
    (never_later,) = files_in([path])
    assert isinstance(never_later, IncomingFile)
    assert never_later.date == datetime(2026, 5, 29)


def test_files_folders_and_archives_in_any_mix(tmp_path: Path) -> None:
    folder = tmp_path / "all"
    (folder / "B" / "deep").mkdir(parents=True)
    (folder / "B" / "deep" / "b.txt").write_text("b")
    (folder / "a.txt").write_text("a")
    (folder / ".hidden").write_text("no")
    with zipfile.ZipFile(folder / "in.zip", "w") as archive:
        archive.writestr("c.txt", "c")
    single = tmp_path / moodle("Zoé Ba", 12) / "d.txt"  # a file named alone keeps the folder of its uploader
    single.parent.mkdir()
    single.write_text("d")
    assert files(single, folder) == [
        (f"{moodle('Zoé Ba', 12)}/d.txt", "d"), ("all/a.txt", "a"), ("all/in.zip/c.txt", "c"),
        ("all/B/deep/b.txt", "b"),
    ]  # fmt: skip


def test_nothing_is_skipped_silently(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "clutter").mkdir()
    (tmp_path / "clutter" / ".DS_Store").write_bytes(b"x")
    (tmp_path / "target").mkdir()
    (tmp_path / "target" / "a.txt").write_text("a")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    (tmp_path / "with").mkdir()
    (tmp_path / "with" / "dir").symlink_to(tmp_path / "target")
    (tmp_path / "with" / "file.txt").symlink_to(tmp_path / "target" / "a.txt")
    os.mkfifo(tmp_path / "with" / "pipe")
    (tmp_path / "bad.zip").write_bytes(b"nothing")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    names = ("empty", "clutter", "link", "with", "bad.zip", "empty.zip", "absent")
    follow = "this is a link, and the file to which it points is not read"
    assert [cause for _, cause in files(*(tmp_path / name for name in names))] == [
        "the folder is empty", "the folder is empty", follow, follow, follow, (
            "this is not an ordinary file, for example a folder or a device, and was not read"
            ),
        "the file is not a zip file, or is damaged (File is not a zip file)",
        "the archive is empty", "the file does not exist",
    ]  # fmt: skip
    places = [place.removeprefix(f"{tmp_path}/") for place, _ in files(*(tmp_path / name for name in names))]
    assert places == [
        "empty", "clutter", "link", "with/dir", "with/file.txt", "with/pipe", "bad.zip", "empty.zip", "absent",
    ]  # fmt: skip


def test_a_name_that_is_no_text_is_told_by_its_codes(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"cl\351s")
    folder.mkdir()
    (folder / os.fsdecode(b"\351ve.txt")).write_text("1")
    assert files(folder) == [(r"cl\xe9s/\xe9ve.txt", "1")]
    (folder / os.fsdecode(b"\351ve.txt")).unlink()
    assert files(folder) == [(str(tmp_path / r"cl\xe9s"), "the folder is empty")]


@pytest.mark.parametrize("text", ["is_symlink", "is_dir", "is_file"])
def test_what_may_not_be_looked_at_does_not_stop_the_others(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a folder of another user: root is refused nothing."""
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(name)
    usual = getattr(Path, text)

    def refuse(path: Path) -> bool:
        if path.name == "a.txt":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return bool(usual(path))

    monkeypatch.setattr(Path, text, refuse)
    assert files(tmp_path / "a.txt", tmp_path / "b.txt") == [
        (str(tmp_path / "a.txt"), "this file or folder cannot be used: permission denied"),
        ("b.txt", "b.txt"),
    ]
