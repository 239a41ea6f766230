import pytest

from tests.answers.cli.running import run


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (["key", "nash", "--u0", "17", "--u0", "18"], "--u0"),
        (["solve", "verger", "--ravens", "3", "--ravens=3"], "--ravens"),
        (["solve", "verger", "--exact", "--no-exact"], "--exact"),
        (["list", "-o", "a", "--output", "b"], "--output"),
        (["play", "dice", "--seed", "1", "--seed", "2"], "--seed"),
        (["class", "grade", "algo", "--json", "--json"], "--json"),
    ],
)
def test_an_option_given_twice_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], option: str
) -> None:
    outcome = run(capsys, *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"{option} is given twice\n    → give it once\n"


def test_options_that_may_be_repeated_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "key", "nash", "--u0", "17", "--question", "1a", "--question", "1a")
    assert outcome.code == 0
