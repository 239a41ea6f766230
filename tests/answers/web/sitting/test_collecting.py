from datetime import datetime
from pathlib import Path

import pytest

from answers.classroom.folder import ClassData
from answers.classroom.marks import grade_class
from answers.classroom.submission_set import load_submissions
from answers.classroom.upload_index import read_index
from answers.errors import CorrigeError
from answers.web.sitting.collecting import collect_session, receipt_info, session_of
from tests.answers.classroom.handing_in import submit, tiny_class
from tests.answers.web.sitting.rooms import BEGUN, came, handed_in, longer, typed, write_log

NOW = datetime(2026, 7, 1)
FIRST = {"1a.1": "10", "1a.2": "20"}


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    data = tiny_class(tmp_path / "class")
    (data.folder / "sheets").mkdir()  # sheets were printed: a paper without a signature would be flagged
    return data


def test_what_was_typed_is_a_paper_of_the_class(class_data: ClassData) -> None:
    write_log(
        class_data, came("s01"), *(typed("s01", item, text, rank) for rank, (item, text) in enumerate(FIRST.items(), 1))
    )
    collect_result = collect_session(class_data, session_of(class_data), NOW)
    assert (len(collect_result.new), collect_result.papers, collect_result.late) == (1, 1, 0)
    assert read_index(class_data.folder).files[0].date == datetime.fromtimestamp(BEGUN + 60)
    paper = grade_class(class_data).rows[0].paper
    assert paper is not None
    assert [str(item.verdict) for item in paper.parts["1a"].items] == ["right", "right"]
    assert paper.flags == ()


def test_a_box_alone_is_marked_as_it_is_read(class_data: ClassData) -> None:
    write_log(class_data, came("s01"), typed("s01", "1a.1", "10 20", 1))  # in a file a list, in a box one answer
    collect_session(class_data, session_of(class_data), NOW)
    paper = grade_class(class_data).rows[0].paper
    assert paper is not None
    assert [str(item.verdict) for item in paper.parts["1a"].items] == ["unreadable", "blank"]


def test_what_was_typed_before_stays_and_the_last_counts(class_data: ClassData) -> None:
    entries = [came("s01"), typed("s01", "1a.1", "10", 1)]
    write_log(class_data, *entries)
    collect_session(class_data, session_of(class_data), NOW)
    assert collect_session(class_data, session_of(class_data), NOW).new == ()
    write_log(class_data, *entries, typed("s01", "1a.1", "11", 2, after=90))
    assert len(collect_session(class_data, session_of(class_data), NOW).new) == 1
    versions = load_submissions(class_data).versions["s01"]
    assert [version.submission.answers["1a"][0] for version in versions] == ["10", "11"]
    paper = grade_class(class_data).rows[0].paper
    assert paper is not None
    assert not paper.open_flags


def test_who_has_longer_loses_nothing_of_it(class_data: ClassData) -> None:
    write_log(class_data, came("s01"), typed("s01", "1a.1", "10", 1, after=4000))
    assert collect_session(class_data, session_of(class_data), NOW).late == 1
    write_log(class_data, longer("s01", 20), came("s01"), typed("s01", "1a.1", "10", 1, after=4000))
    assert collect_session(class_data, session_of(class_data), NOW).late == 0
    assert load_submissions(class_data).versions["s01"][-1].submission.answers == {"1a": ("10", "–")}


def test_a_class_may_be_mixed(class_data: ClassData) -> None:
    write_log(class_data, came("s01"), typed("s01", "1a.1", "10", 1))
    submit(class_data, s02="student: s02\n1a: 11 22\n")
    collect_session(class_data, session_of(class_data), NOW)
    assert [row.paper is not None for row in grade_class(class_data).rows] == [True, True, False]


def test_a_receipt_is_known_again(class_data: ClassData) -> None:
    saves = [typed("s01", item, text, rank) for rank, (item, text) in enumerate(FIRST.items(), 1)]
    entry = handed_in("s01", 10, FIRST)
    write_log(class_data, came("s01"), *saves, entry)
    info = receipt_info(class_data, entry.word)
    assert (info.student, info.at, info.filled, info.is_last) == (
        "s01",
        datetime.fromtimestamp(BEGUN + 120),
        2,
        True,
    )
    with pytest.raises(CorrigeError, match="no student of the class"):
        receipt_info(class_data, "AAAA-BBBB-CCCC")


def test_a_receipt_of_other_answers_is_none(class_data: ClassData) -> None:
    entry = handed_in("s01", 10, FIRST)
    write_log(class_data, came("s01"), typed("s01", "1a.1", "11", 1), entry)  # a log that was changed
    with pytest.raises(CorrigeError, match="no student of the class"):
        receipt_info(class_data, entry.word)
