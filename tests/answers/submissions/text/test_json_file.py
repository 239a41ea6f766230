import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.errors import CorrigeError
from answers.flags import Place
from answers.submissions.text.json_file import read_json
from tests.answers.submissions.exams import SMALL


def problems(text: str) -> list[str]:
    with pytest.raises(CorrigeError) as caught:
        read_json(text, "f.json", SMALL)
    return [str(problem) for problem in caught.value.problems]


def test_one_student() -> None:
    text = '{"student": "s03", "u0": 17, "exam": "small", "answers": {"1a": "17 519", "Question 1 B": [1, "29/45"]}}'
    (read,) = read_json(text, "f.json", SMALL)
    assert (read.place, read.student, read.u0, read.exam) == (Place("f.json"), "s03", "17", "small")
    assert read.answers == {"1a": ("17 519",), "1b": ("1", "29/45")}


def test_numbers_keep_the_text_they_were_written_with() -> None:
    huge = "9" * 10_000
    (read,) = read_json(f'{{"answers": {{"2": [0.50, 1e400, -0], "1a": [NaN, {huge}], "1b": null}}}}', "f.json", SMALL)
    assert read.answers == {"2": ("0.50", "1e400", "-0"), "1a": ("NaN", huge), "1b": ("",)}
    assert (read.student, read.u0, read.exam) == ("", None, None)


def test_a_list_of_students() -> None:
    first, second = read_json('[{"student": "s01", "answers": {}}, {"student": "s02", "answers": {}}]', "f.json", SMALL)
    assert (first.place, second.place) == (Place("f.json", "item 1"), Place("f.json", "item 2"))


def test_broken_json_has_line_and_column() -> None:
    assert problems('{"answers":\n {"1a": }}')[0].startswith("f.json, line 2, column 9: this is not JSON")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"u0": 1}', "f.json, answers: this key is missing"),
        ('{"anwsers": {}, "answers": {}}', "f.json, anwsers: this key is not known\n    → did you mean answers?"),
        ('{"answers": {"1a": {"x": 1}}}', "f.json, answers → 1a: expected a text, a number, or a list"),
        ('{"answers": {"1a": [[1], 2]}}', "f.json, answers → 1a: expected a text, a number, or a list"),
        ('{"answers": {"1a": true}}', "f.json, answers → 1a: expected"),
        ('[{"answers": {"1a": 5}}, 5]', "f.json, item 2: expected an object"),
        ('{"answers": [1]}', "f.json, answers: expected an object"),
        ("5", "f.json: expected an object"),
        ("[]", "f.json: the list is empty"),
        ('{"u0": [1], "answers": {}}', "f.json, u0: expected a text or a number"),
        ('{"answers": {"1c": 5}}', "f.json, answers: small has no part '1c'"),
        ('{"answers": {"hello": 5}}', "f.json, answers: small has no part 'hello'"),
        ('{"answers": {"1a": 5, "1 A": 6}}', "f.json, answers: '1 A' and '1a' are the same part"),
        ('{"answers": {"1a": 5, "1a": 6}}', "f.json: the key '1a' appears twice"),
        ('{"exam": "dice", "answers": {}}', "f.json: these are answers to 'dice', not to small"),
        ('[{"student": "a", "answers": {}}, {"student": "A", "answers": {}}]', "f.json, item 2: student 'A' appears"),
        ('{"answers": {"1a": "\\ud800"}}', "f.json, answers → 1a: expected a text, found half a character"),
        ('{"answers": {"\\ud800": "1"}}', "f.json, answers: small has no part '\\ud800'"),
    ],
)
def test_misshapen_documents(text: str, message: str) -> None:
    assert problems(text)[0].startswith(message)


def test_all_misshapen_values_at_once() -> None:
    assert len(problems('{"u0": {}, "extra": 1, "answers": {"1a": {}, "1b": [{}], "2": "1"}}')) == 4


@pytest.mark.parametrize("text", ["[" * 200_000, '{"answers":' * 100_000, "[" * 10_000 + "]" * 10_000])
def test_nested_too_deep(text: str) -> None:
    assert len(problems(text)) == 1


def test_a_part_that_is_none_without_an_exam() -> None:
    with pytest.raises(CorrigeError, match="'hello' is not a part"):
        read_json('{"answers": {"hello": 5}}', "f.json")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_texts_come_back_as_they_were_written(text: str) -> None:
    assert read_json(json.dumps({"answers": {"1a": text}}), "f.json", SMALL)[0].answers == {"1a": (text,)}
