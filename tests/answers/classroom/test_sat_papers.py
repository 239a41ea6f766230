import json
from datetime import datetime
from pathlib import Path

import pytest

from answers.classroom.decisions import DecisionKind, Override
from answers.classroom.folder import ClassData
from answers.classroom.sat_papers import read_session, receipt_info
from answers.classroom.sitting import Event, EventKind, receipt
from answers.classroom.submission_set import load_submissions
from answers.errors import CorrigeError
from answers.exam.trust import CONVERSATION
from tests.answers.classroom.handing_in import paper_of, rule, submit, tiny_class
from tests.answers.web.sitting.rooms import BEGUN, came, handed_in, longer, sheet, typed, write_events

FIRST = {"1a.1": "10", "1a.2": "20"}


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    data = tiny_class(tmp_path / "class")
    (data.folder / "sheets").mkdir()  # sheets were printed: a paper without a signature would be flagged
    return data


def test_what_was_typed_is_a_paper_of_the_class(class_data: ClassData) -> None:
    write_events(
        class_data, came("s01"), *(typed("s01", item, text, rank) for rank, (item, text) in enumerate(FIRST.items(), 1))
    )
    (version,) = load_submissions(class_data).versions["s01"]
    assert (version.is_sat, version.upload.date) == (True, datetime.fromtimestamp(BEGUN + 60))
    assert not (class_data.folder / "collected").exists()
    paper = paper_of(class_data)
    assert [str(item.verdict) for item in paper.parts["1a"].items] == ["right", "right"]
    assert paper.flags == ()
    write_events(class_data, came("s01"), typed("s01", "1a.1", "10 20", 1))  # in a file a list, in a box one answer
    assert [str(item.verdict) for item in paper_of(class_data).parts["1a"].items] == ["unreadable", "blank"]


def test_a_text_in_a_box_that_the_exam_no_longer_has_is_flagged(class_data: ClassData) -> None:
    write_events(class_data, came("s01"), typed("s01", "1a.1", "10", 1), typed("s01", "9.1", "5", 2))
    assert [flag.slug for flag in paper_of(class_data).flags if flag.needs_teacher] == ["fields-unknown"]


def test_a_paper_sat_in_the_room_outranks_one_handed_in(class_data: ClassData) -> None:
    write_events(class_data, came("s01"), typed("s01", "1a.1", "10", 1))
    submit(class_data, s01="student: s01\n1a: 11 22\n")
    assert [version.is_sat for version in load_submissions(class_data).versions["s01"]] == [False, True]


def test_the_paper_has_the_seed_that_the_student_saw(class_data: ClassData) -> None:
    seed = {enrollment.student.id: enrollment.u0 for enrollment in class_data.enrollments}["s01"]
    write_events(class_data, sheet("s01", 71), came("s01"), typed("s01", "1a.1", "71", 1))
    assert seed == 10
    paper = paper_of(class_data)
    assert (paper.u0, str(paper.parts["1a"].items[0].verdict)) == (71, "right")


def test_a_decision_on_a_paper_with_another_seed_is_asked_about_on_a_later_paper(class_data: ClassData) -> None:
    first = (sheet("s01", 71), came("s01"), typed("s01", "2.1", "9", 1))
    write_events(class_data, *first)
    rule(class_data, "s01", "2.1", Override(DecisionKind.RIGHT))
    assert not paper_of(class_data).open_flags
    write_events(class_data, *first, Event(EventKind.ANEW), sheet("s01", 10), came("s01"), typed("s01", "2.1", "9", 2))
    assert [str(flag) for flag in paper_of(class_data).open_flags] == ["decided-for-other-u0:2.1=10"]
    rule(class_data, "s01", "2.1", Override(DecisionKind.RIGHT))
    assert not paper_of(class_data).open_flags


def test_answers_of_a_student_who_is_not_in_the_list_are_a_paper_of_nobody(class_data: ClassData) -> None:
    write_events(class_data, sheet("s09", 71), came("s09"), came("s08"), typed("s09", "1a.1", "71", 1))
    (version,) = load_submissions(class_data).unassigned
    assert (version.submission.student, version.submission.u0) == ("s09", "71")


def test_who_has_longer_loses_nothing_of_it(class_data: ClassData) -> None:
    write_events(class_data, came("s01"), typed("s01", "1a.1", "10", 1, after=4000))
    assert read_session(class_data).seats["s01"].late
    assert load_submissions(class_data).versions["s01"][-1].submission.answers == {}
    write_events(class_data, longer("s01", 20), came("s01"), typed("s01", "1a.1", "10", 1, after=4000))
    assert not read_session(class_data).seats["s01"].late
    assert load_submissions(class_data).versions["s01"][-1].submission.answers == {"1a": ("10", "–")}


def test_a_receipt_is_known_by_its_answers_and_the_seed_that_it_was_given_for(class_data: ClassData) -> None:
    saves = [typed("s01", item, text, rank) for rank, (item, text) in enumerate(FIRST.items(), 1)]
    entry = handed_in("s01", 10, FIRST)
    write_events(class_data, came("s01"), *saves, entry)
    info = receipt_info(class_data, entry.text)
    assert (info.student, info.at, info.filled, info.is_last) == ("s01", datetime.fromtimestamp(BEGUN + 120), 2, True)
    with pytest.raises(CorrigeError, match="no student of the class"):
        receipt_info(class_data, "AAAA-BBBB-CCCC")
    write_events(class_data, came("s01"), typed("s01", "1a.1", "11", 1), entry)  # a log that was changed
    with pytest.raises(CorrigeError, match="no student of the class"):
        receipt_info(class_data, entry.text)
    entry = handed_in("s01", 71, {"1a.1": "10"})
    write_events(class_data, sheet("s01", 71), came("s01"), typed("s01", "1a.1", "10", 1), entry)
    assert receipt_info(class_data, entry.text).student == "s01"


OLD_LOG = [
    {"what": "open", "number": 1, "at": BEGUN, "minutes": 60},
    {"what": "sign-in", "number": 2, "at": BEGUN + 1, "student": "s01", "text": "mark", "word": "cookie"},
    {"what": "save", "number": 3, "at": BEGUN + 60, "student": "s01", "item": "1a.1", "text": "71", "device": "d",
     "sequence": 1},
    {"what": "message", "number": 4, "at": BEGUN + 70, "word": "courage"},
    "a line that the disk has damaged",
    {"what": "save", "number": 6, "at": BEGUN + 80, "student": "s01", "item": "1a.2", "text": "142", "device": "d",
     "sequence": 2, "base": 3},
]  # fmt: skip
"""A log of version 1.0."""


def test_a_sitting_of_version_1_is_imported_once_and_a_damaged_line_passed_over(
    class_data: ClassData, monkeypatch: pytest.MonkeyPatch
) -> None:
    informed: list[str] = []
    monkeypatch.setattr(CONVERSATION, "inform", informed.append)
    folder = class_data.folder / "sitting"
    folder.mkdir()
    served = {"candidates": [{"id": "s01", "u0": 71}]}
    receipted = receipt("s01", 71, BEGUN + 90, {"1a.1": "71", "1a.2": "142"})
    handed = {"what": "hand-in", "number": 7, "at": BEGUN + 90, "student": "s01", "word": receipted}
    log = "".join(f"{json.dumps(line)}\n" for line in (*OLD_LOG, handed))
    for _ in range(2):  # a synchronised drive puts the files back
        assert list(folder.iterdir()) == []
        for name, content in (("log.jsonl", log), ("served.json", json.dumps(served)), ("codes.json", "{}")):
            (folder / name).write_text(content)
        read_session(class_data)
    paper = paper_of(class_data)
    assert (paper.u0, [str(item.verdict) for item in paper.parts["1a"].items]) == (71, ["right", "right"])
    assert receipt_info(class_data, receipted).filled == 2
    assert [event.text for event in read_session(class_data).messages] == ["courage"]
    assert [str(text).endswith("5") for text in informed if "1 damaged line" in str(text)] == [True]
    assert {path.name for path in (class_data.folder / "imported" / "sitting").iterdir()} >= {"log.jsonl", "codes.json"}
