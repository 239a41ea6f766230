from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.exam.paper_file import PaperPlan, PaperQuestion, is_paper, paper_name, plan_text, read_plan
from tests.answers.tiny import EXAMS
from tests.problems import problems_of

INLINE = """\
[paper]
title = "Two {curly} hours"  # { here too
minutes = 120
questions = [
    # { exam = "none" }
    { exam = "a", question = 3, points = 2.5 }, { exam = "b", question = 1, points = 1 },

    { exam = "a", question = 12, points = 4 },
]
"""
BLOCKS = """\
[paper]
name = "blocks"
title = { fr = "Un", en = "One" }
minutes = 1

[[paper.questions]]
exam = "a"
question = 3
points = 2.5

[[paper.questions]]
exam = "b"
question = 1
points = 1
"""


def written(folder: Path, text: str, name: str = "p.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> dict[str, int]:
    """Return the number of problems of a file by place, without the folder."""
    places = (
        problem.place.removeprefix(f"{folder}/p.toml").lstrip(", ") for problem in read_plan(written(folder, text))[1]
    )
    return dict(Counter(places))


def test_entries_on_lines_of_a_list(tmp_path: Path) -> None:
    plan, wrong = read_plan(written(tmp_path, INLINE))
    at = f"{tmp_path}/p.toml, line"
    assert wrong == ()
    assert plan == PaperPlan(
        "p",
        {"fr": "Two {curly} hours", "en": "Two {curly} hours"},
        120,
        (
            PaperQuestion("a", 3, Fraction(5, 2), f"{at} 6"),
            PaperQuestion("b", 1, Fraction(1), f"{at} 6"),
            PaperQuestion("a", 12, Fraction(4), f"{at} 8"),
        ),
        f"{tmp_path}/p.toml",
    )


def test_entries_as_tables(tmp_path: Path) -> None:
    plan, wrong = read_plan(written(tmp_path, BLOCKS))
    assert (wrong, plan.name, plan.titles, plan.minutes) == ((), "blocks", {"fr": "Un", "en": "One"}, 1)
    assert [question.place.rpartition(" ")[2] for question in plan.questions] == ["6", "11"]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    titles = {"fr": 'Un "essai" à \\', "en": "A try"}
    questions = (PaperQuestion("a", 3, Fraction(5, 2), ""), PaperQuestion("b", 1, Fraction(1), ""))
    plan = PaperPlan("one_2", titles, 90, questions, "")
    text = plan_text(plan)
    assert "points = 2.5 }" in text
    assert "points = 1 }" in text
    paper_plan, wrong = read_plan(written(tmp_path, text))
    assert wrong == ()
    assert (paper_plan.name, paper_plan.titles, paper_plan.minutes) == (plan.name, plan.titles, plan.minutes)
    assert [(question.exam, question.number, question.points) for question in paper_plan.questions] == [
        (question.exam, question.number, question.points) for question in questions
    ]


def test_all_problems_at_once_each_on_its_line(tmp_path: Path) -> None:
    text = """\
[paper]
name = "Two hours"
minutes = 0
duration = 3
questions = [
    { exam = "a", question = 1 },
    { exam = "a", points = 0, question = "x" },
    { exam = 3, question = 1, points = 1, weight = 2 },
    { exam = "a", question = true, points = true },
    7,
]
"""
    assert problems(tmp_path, text) == {
        "": 2,  # an unknown key, and no title
        "line 2": 1,
        "line 3": 1,
        "entry 1 of questions": 1,  # 7 has no brace: lines are not certain
        "entry 2 of questions": 2,
        "entry 3 of questions": 2,
        "entry 4 of questions": 2,
        "entry 5 of questions": 1,
    }


@pytest.mark.parametrize("points", ["0", "-1", "0.0", "1001", "1e999999999", "1e-999999999", '"3"', "true", "[3]"])
def test_a_question_without_points(tmp_path: Path, points: str) -> None:
    text = INLINE.replace("points = 4", f"points = {points}")
    assert problems(tmp_path, text) == {"line 8": 1}


@pytest.mark.parametrize(
    ("before", "after", "place"),
    [
        ('"Two {curly} hours"', "3", "line 2"),
        ('"Two {curly} hours"', '" "', "line 2"),
        ('"Two {curly} hours"', '{ fr = "Deux" }', "line 2"),
        ("= 120", "= 1441", "line 3"),
        ("= 120", "= 1.5", "line 3"),
        (INLINE[INLINE.index("questions") :], "questions = []", "line 4"),
        (INLINE[INLINE.index("questions") :], "", ""),
        ("[paper]", "[paper]\nname = 7", "line 2"),
    ],
)
def test_what_a_paper_needs(tmp_path: Path, before: str, after: str, place: str) -> None:
    assert problems(tmp_path, INLINE.replace(before, after)) == {place: 1}


@pytest.mark.parametrize("text", ["[paper", "[paper]\nminutes = 1\nminutes = 2", "a = " + "[" * 5000])
def test_a_file_that_is_not_toml_or_has_no_table(tmp_path: Path, text: str) -> None:
    with pytest.raises(CorrigeError, match="the file is not valid TOML"):
        read_plan(written(tmp_path, text))
    path = written(tmp_path, "paper = 3")
    (problem,) = problems_of(read_plan, path)
    assert problem.place == str(path)


def test_which_files_are_papers(tmp_path: Path) -> None:
    assert is_paper(EXAMS / "both.toml")
    assert paper_name(EXAMS / "both.toml") == "both"
    assert paper_name(written(tmp_path, BLOCKS)) == "blocks"
    assert is_paper(written(tmp_path, BLOCKS))
    assert not is_paper(written(tmp_path, BLOCKS, "p.txt"))
    assert not is_paper(written(tmp_path, "[exams.nash]\n", "corrige.toml"))
    assert not is_paper(tmp_path)


def test_points_are_in_proportion_where_the_total_is_said(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(GOOD_TOTAL)
    plan, wrong = read_plan(tmp_path / "p.toml")
    assert (wrong, [chosen.points for chosen in plan.worth]) == ((), [Fraction(20, 3), Fraction(40, 3)])
    (tmp_path / "q.toml").write_text(plan_text(plan))
    assert [chosen.points for chosen in read_plan(tmp_path / "q.toml")[0].worth] == [
        chosen.points for chosen in plan.worth
    ]
    assert problems(tmp_path, GOOD_TOTAL.replace("20", "0")) == {"line 4": 1}


GOOD_TOTAL = """[paper]
title = "T"
minutes = 9
out_of = 20
questions = [{ exam = "nash", question = 1, points = 1 }, { exam = "nash", question = 2, points = 2 }]
"""
