from answers.classroom.decisions import Decision, Kind
from answers.classroom.seen import with_seen
from answers.flags import ANSWERS_OF_SEED, LATE, NO_SEAL, Flag, Place
from answers.paper import Paper


def paper(*flags: Flag) -> Paper:
    return Paper(Place("a.txt"), "s01", "tiny", 10, flags, {})


def seen(name: str, value: str = "") -> dict[str, Decision]:
    return {name: Decision("s01", name, Kind.SEEN, value, "", "", "", "")}


def test_a_flag_that_was_seen_needs_nobody_and_stays() -> None:
    found = with_seen(paper(ANSWERS_OF_SEED(40), NO_SEAL), seen("answers-of-seed-40"))
    assert list(map(str, found.flags)) == ["answers-of-seed-40", "no-seal"]
    assert [(one.is_seen, one.needs_teacher) for one in found.flags] == [(True, False), (False, True)]
    assert found.needs_teacher
    assert not with_seen(paper(NO_SEAL), seen("no-seal")).needs_teacher
    assert found.to_json()["seen"] == ["answers-of-seed-40"]


def test_the_student_is_told_only_when_the_teacher_says_so() -> None:
    given = paper(ANSWERS_OF_SEED(40), NO_SEAL)
    assert list(map(str, given.for_student.flags)) == ["no-seal"]
    assert list(map(str, with_seen(given, seen("answers-of-seed-40")).for_student.flags)) == ["no-seal"]
    assert [str(one) for one in with_seen(given, seen("answers-of-seed-40", "told")).for_student.flags] == [
        "answers-of-seed-40", "no-seal",
    ]  # fmt: skip


def test_the_teachers_reason_is_told_where_the_teacher_tells() -> None:
    """The seal that is lacking is told to the student in any case, the reason only when the teacher says so."""
    for value, told in (("", "sheet without an identity code"), ("told", "sheet without an identity code (as agreed)")):
        decision = Decision("s01", "no-seal", Kind.SEEN, value, "", "as agreed", "", "")
        found = with_seen(paper(NO_SEAL), {"no-seal": decision})
        assert found.flags[0].told("en") == "sheet without an identity code (as agreed)"
        assert [flag.told("en") for flag in found.for_student.flags] == [told]
        assert list(map(str, found.flags)) == ["no-seal"]


def test_another_seed_was_not_seen() -> None:
    found = with_seen(paper(ANSWERS_OF_SEED(41)), seen("answers-of-seed-40"))
    assert list(map(str, found.flags)) == ["answers-of-seed-41", "decision-outdated:answers-of-seed-40"]
    assert all(one.needs_teacher for one in found.flags)
    assert found.for_student.flags == ()
    both = with_seen(paper(ANSWERS_OF_SEED(41)), {**seen("answers-of-seed-40"), **seen("answers-of-seed-41")})
    assert [(str(one), one.needs_teacher) for one in both.flags] == [("answers-of-seed-41", False)]


def test_nothing_is_told_of_a_flag_that_is_gone() -> None:
    assert with_seen(paper(LATE("0:05")), seen("answers-of-seed-40")) == paper(LATE("0:05"))
    assert with_seen(paper(NO_SEAL), {}) == paper(NO_SEAL)
