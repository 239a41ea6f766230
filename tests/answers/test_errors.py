import pickle
from pathlib import Path

import pytest

from answers.errors import CorrigeError, Problem, bug, did_you_mean


def test_a_bug_says_what_it_is_and_which_file_to_send() -> None:
    problem = bug(ZeroDivisionError("of ours"))
    path = Path(str(problem.remedy).split()[1])
    assert str(problem.cause).endswith(": ZeroDivisionError")
    assert "of ours" in path.read_text()
    path.unlink()


def test_an_error_tells_all_its_problems_a_line_each_and_ends_with_code_2() -> None:
    problems = (Problem("one", "a"), Problem("two", remedy="mend it"))
    error = CorrigeError(problem for problem in problems)
    assert error.problems == problems
    assert str(error) == "a: one\ntwo\n    → mend it"
    assert error.exit_code == 2
    assert pickle.loads(pickle.dumps(error)).problems == problems


@pytest.mark.parametrize(
    ("word", "known", "remedy"),
    [
        ("nahs", ("dice", "nash"), "did you mean nash?"),
        ("7a", ("7abc", "7ab", "9"), "did you mean 7ab or 7abc?"),
        ("abcd", ("abce", "abc", "abcdefg", "abcd-"), "did you mean abcd- or abc or abce?"),  # three at most
        ("ab", ("ax",), "did you mean ax?"),  # one letter of two is near enough
        ("abc", ("axy", "z"), "possible choices: axy, z"),
        ("nash", (), "no choice is possible here"),
    ],
)
def test_a_remedy_names_the_nearest_words_else_all(word: str, known: tuple[str, ...], remedy: str) -> None:
    assert did_you_mean(word, iter(known)) == remedy
