from dataclasses import replace

from answers.classroom.lacking import lacking
from answers.exam.store import kept_key
from answers.grading.grade import grade
from tests.answers.tiny import TINY, submission

STRICT = TINY.revised(lambda part: replace(part, all_or_nothing=True))


def test_the_other_items_that_are_not_right() -> None:
    """u0 = 10: 1a wants 10 and 20."""
    papers = [
        grade(STRICT, submission({"1a": texts}), lambda world: kept_key(TINY, world))
        for texts in (("ten", "20"), ("10", "21"))
    ]
    assert lacking(STRICT.part("1a"), ["1a.1"], papers[:1]) == ()
    assert lacking(STRICT.part("1a"), ["1a.1"], papers) == ("1a.2",)
    assert lacking(STRICT.part("1a"), [], papers) == ("1a.1", "1a.2")
    assert lacking(TINY.part("1a"), ["1a.1"], papers) == ()
