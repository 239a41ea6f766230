"""The author's reference in docs/ is that of the code."""

from tests.docs.authors import PAGE, reference


def test_the_reference_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == reference()  # otherwise run `python -m tests.docs.authors`
