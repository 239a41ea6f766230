"""What a gradebook of Blackboard, Brightspace or Sakai lacks is told; real ones are in tests/corpus/lists."""

import pytest

from answers.errors import CorrigeError
from answers.exports.filled_gradebook import filled_gradebook
from answers.exports.platform_list import read_platform_list
from answers.exports.request import ExportRequest, ExportResult
from tests.answers.exports.classes import SETTLED, no_key

HEADER = "OrgDefinedId,Username,Last Name,First Name"
PEOPLE = "#s01,#ze,Éluard,Zoé,{0},#\n#s02,#=cb,Bb,Cc,{0},#\n#s03,#ed,Dd,Ee,{0},#\n"


def brightspace(header: str, column: str = "DM1") -> ExportResult:
    content = f"{HEADER},{header},End-of-Line Indicator\n{PEOPLE.format(',' * header.count(','))}"
    listed = read_platform_list(content.encode(), "d2l.csv")
    return filled_gradebook("brightspace")(ExportRequest(SETTLED, no_key, listed=listed, column=column))


def lines(result: ExportResult) -> list[str]:
    return result.content.decode().replace('"', "").splitlines()


def test_the_column_of_the_exam_is_filled_for_those_who_have_a_mark() -> None:
    result = brightspace("DM1 Points Grade <Numeric MaxPoints:5 Weight:10>,Quiz Points Grade <Numeric MaxPoints:5>")
    assert lines(result) == [
        f"{HEADER},DM1 Points Grade <Numeric MaxPoints:5 Weight:10>,End-of-Line Indicator",
        "#s01,#ze,Éluard,Zoé,4.5,#",
        "#s02,#=cb,Bb,Cc,0.5,#",
    ]
    assert result.problems == ()


@pytest.mark.parametrize(
    ("header", "written", "cause"),
    [
        ("DM2 Points Grade", "DM1 Points Grade", "new column 'DM1'"),
        ("DM1+ Points Grade", "DM1 Points Grade", "new column 'DM1'"),
        ("DM1 Points Grade <Numeric MaxPoints:20>", "DM1 Points Grade <Numeric MaxPoints:20>", "marked out of 20"),
    ],
)
def test_a_column_that_may_be_another_is_told(header: str, written: str, cause: str) -> None:
    result = brightspace(header)
    assert lines(result)[0] == f"{HEADER},{written},End-of-Line Indicator"
    assert [cause in str(problem.cause) for problem in result.problems] == [True]


def test_a_gradebook_without_items_gets_the_first() -> None:
    assert lines(brightspace("Email"))[0] == f"{HEADER},Email,DM1 Points Grade,End-of-Line Indicator"
    assert brightspace("Email").problems == ()


def test_a_list_without_what_the_platform_finds_people_by_is_refused() -> None:
    listed = read_platform_list(b"Last Name,First Name\nBb,Cc\n", "bb.csv")
    with pytest.raises(CorrigeError, match="no column of the list identifies the students"):
        filled_gradebook("blackboard")(ExportRequest(SETTLED, no_key, listed=listed, column="DM1"))
