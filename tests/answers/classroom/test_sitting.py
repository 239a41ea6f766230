from dataclasses import replace

import pytest

from answers.classroom.sitting import GRACE, LISTED, RECEIPT, Event, EventKind, ExamSession, SaveStatus, receipt


def save(number: int, text: str, device: str = "a", sequence: int = 1, base: int = 0, at: float = 10.0) -> Event:
    return Event(EventKind.SAVE, number, at, "s01", "1a.1", text, device, base, sequence)


LONGER = Event(EventKind.TIME, 0, 0.0, "s02", minutes=20)
OPENED = Event(EventKind.OPEN, 1, 0.0, minutes=60)
CLOSED = Event(EventKind.CLOSE, 2, 1800.0)


def room(*entries: Event) -> ExamSession:
    return ExamSession((LONGER, OPENED, *entries))


def text(state: ExamSession) -> str:
    return state.seats["s01"].texts.get("1a.1", "")


def test_the_last_of_a_page_holds_and_what_was_sent_again_changes_nothing() -> None:
    state = room(save(2, "1"), save(3, "12", sequence=2))
    assert text(state) == "12"
    assert state.take(save(4, "1")) is SaveStatus.KNOWN
    assert text(state) == "12"
    assert state.take(save(4, "1", sequence=3)) is SaveStatus.KEPT  # typed again
    assert text(state) == "1"
    assert state.take(save(5, "", sequence=4)) is SaveStatus.KEPT
    assert state.seats["s01"].texts == {}


def test_what_another_page_wrote_meanwhile_is_not_overwritten_by_older_work() -> None:
    state = room(save(2, "1"), save(3, "12", device="b", base=2))
    assert text(state) == "12"  # the other page knew what it replaced
    assert state.take(save(4, "7", sequence=2, base=2)) is SaveStatus.ASIDE  # typed before, and sent late
    assert (text(state), state.seats["s01"].aside["1a.1"].text) == ("12", "7")
    assert state.take(save(5, "7", sequence=3, base=3)) is SaveStatus.KEPT  # the student has seen both, and chosen
    assert (text(state), state.seats["s01"].aside) == ("7", {})


def test_what_comes_after_the_end_waits_for_time_that_is_given() -> None:
    late = save(2, "1", at=3600 + GRACE + 1)
    state = room()
    assert state.take(late) is SaveStatus.LATE
    assert text(state) == ""
    state.take(Event(EventKind.TIME, 3, 3700.0, "s01", minutes=5))
    assert (text(state), state.seats["s01"].late) == ("1", [])
    assert text(room(save(2, "1", at=3600 + GRACE))) == "1"


def test_what_comes_after_the_exam_was_closed_waits_for_time_that_is_given_to_the_student() -> None:
    """A browser without a network at the end: its answers come later, and count once the teacher gives time."""
    state = room(CLOSED)
    assert state.take(save(3, "1", at=1800 + GRACE + 100)) is SaveStatus.LATE
    state.take(Event(EventKind.TIME, 4, 2000.0, "s01", minutes=5))
    assert (text(state), state.seats["s01"].late) == ("1", [])


@pytest.mark.parametrize(
    ("entries", "ends"),
    [
        ([], (3600, 4800)),
        ([Event(EventKind.TIME, 2, 9.0, minutes=10)], (4200, 5400)),
        ([Event(EventKind.TIME, 2, 9.0, "s01", minutes=10)], (4200, 4800)),
        ([CLOSED], (1800, 1800)),
        ([CLOSED, Event(EventKind.OPEN, 3, 1900.0, minutes=5)], (3600, 4800)),
        ([CLOSED, Event(EventKind.TIME, 3, 1900.0, "s01", minutes=5)], (2100, 1800)),
        ([CLOSED, Event(EventKind.TIME, 3, 1900.0, "s01", minutes=5, text=LISTED)], (1800, 1800)),
        (
            [CLOSED, Event(EventKind.TIME, 3, 1900.0, "s01", minutes=5), OPENED, replace(CLOSED, at=2400.0)],
            (2400, 2400),
        ),
    ],
)
def test_when_it_ends(entries: list[Event], ends: tuple[int, int]) -> None:
    state = room(*entries)
    assert (state.end("s01"), state.end("s02")) == ends


def test_who_has_handed_in_writes_no_more_until_the_teacher_says_so() -> None:
    state = room(save(2, "1"), Event(EventKind.HAND_IN, 3, 11.0, "s01", text="AAAA-BBBB-CCCC"))
    assert state.take(save(4, "2", sequence=2)) is SaveStatus.REFUSED
    state.take(Event(EventKind.REOPEN, 4, 12.0, "s01"))
    assert state.take(save(5, "2", sequence=2)) is SaveStatus.KEPT


def test_a_sitting_begun_anew_has_nothing_of_the_one_before() -> None:
    state = room(save(2, "1"), Event(EventKind.ANEW, 3, 20.0))
    assert (state.begun, state.minutes, dict(state.seats), state.seq) == (None, 0, {}, 3)
    state.take(Event(EventKind.OPEN, 4, 30.0, minutes=5))
    assert state.take(save(5, "1", at=40.0)) is SaveStatus.KEPT  # the same page, and the same number of its save
    assert state.end("s02") == 330


def test_a_receipt_changes_with_all_that_it_is_of() -> None:
    texts = {"1a.1": "17", "1a.2": ""}
    usual = receipt("s01", 17, 1000.0, texts)
    assert RECEIPT.fullmatch(usual)
    assert receipt("s01", 17, 1000.0, {"1a.1": "17"}) == usual  # an empty box is no answer
    others = [
        receipt("s02", 17, 1000.0, texts),
        receipt("s01", 18, 1000.0, texts),
        receipt("s01", 17, 1000.1, texts),
        receipt("s01", 17, 1000.0, {"1a.1": "17 "}),
        receipt("s01", 17, 1000.0, {"1a.2": "17"}),
    ]
    assert len({usual, *others}) == 6
