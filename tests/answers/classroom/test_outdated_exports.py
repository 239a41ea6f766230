import os
from pathlib import Path

from answers.classroom.outdated_exports import outdated_exports


def put(path: Path, time: int) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("")
    os.utime(path, (time, time))


def test_files_older_than_any_file_of_marks_but_not_questions(tmp_path: Path) -> None:
    for name, time in (("marks.csv", 1), ("feedback.zip", 5), ("marks.xlsx", 9), ("questions.xml", 1)):
        put(tmp_path / "exports" / name, time)
    assert outdated_exports(tmp_path) == ()
    put(tmp_path / "marks.json", 1)
    assert outdated_exports(tmp_path) == ()
    put(tmp_path / "gradebook.csv", 6)
    assert outdated_exports(tmp_path) == ("csv", "zip")
