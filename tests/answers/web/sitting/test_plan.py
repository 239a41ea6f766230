import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from answers.classroom.folder import ClassData, create_class
from answers.errors import CorrigeError
from answers.exam import key, key_cache
from answers.web.sitting.plan import plan_from_json, plan_json
from answers.web.sitting.prepare import build_plan, extra_minutes, is_extra_time, is_like_extra_time, minutes_of
from tests.answers.classroom.handing_in import tiny_class
from tests.answers.tiny import EXAMS


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    return tiny_class(tmp_path / "class")


def test_what_is_served_is_made_without_a_key_has_no_style_and_is_read_as_it_was_made(
    class_data: ClassData, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (key, key_cache):
        monkeypatch.setattr(module, "make_key", None)
    plan = build_plan(class_data, 60)
    boxes = [box for question in plan.candidates[1].questions for box in question.boxes]
    assert [box.item for box in boxes] == ["1a.1", "1a.2", "1b.1", "1b.2", "2.1"]
    spoken = [f"Question 1 {part}, answer {rank} of 2" for part in "ab" for rank in (1, 2)]
    assert [box.spoken_label for box in boxes] == [*spoken, "Question 2"]
    assert (plan.candidates[1].display_name, plan.candidates[1].u0) == ("Cc Dd", 11)
    assert plan.items.keys() == {box.item for box in boxes}
    html = plan.subject + "".join(question.prompt + question.drawing for question in plan.candidates[0].questions)
    assert (" style=" in html, "<style" in html) == (False, False)
    line = plan_json(plan)
    assert (plan_from_json(line), "\n" in line) == (plan, False)


def test_extra_time_is_that_of_the_list(tmp_path: Path) -> None:
    roster = b"student,u0,tiers-temps\ns01,10,oui\ns02,11,\n"
    class_data = create_class(tmp_path / "more", "tiny", roster, "en", (EXAMS,))
    plan = build_plan(class_data, minutes_of(class_data.exam))
    assert [candidate.own for candidate in plan.candidates] == [30, 0]  # of ninety minutes


def test_who_is_added_to_the_list_is_added_to_the_plan_and_nobody_leaves_it(class_data: ClassData) -> None:
    plan = build_plan(replace(class_data, enrollments=class_data.enrollments[:2]), 60)
    after = build_plan(replace(class_data, enrollments=class_data.enrollments[1:]), 60, before=plan)
    assert after == build_plan(class_data, 60)


def test_another_seed_is_followed_but_for_who_has_typed(class_data: ClassData) -> None:
    plan = build_plan(class_data, 60)
    first, second, *others = class_data.enrollments
    meanwhile = replace(class_data, enrollments=(replace(first, u0=71), replace(second, u0=72), *others))
    seeds = {first.student.id: plan.candidates[0].u0}
    for before in (plan, None):  # while it is served, and served anew
        sitting_student, followed, *rest = build_plan(meanwhile, 60, seeds, before).candidates
        assert sitting_student == replace(plan.candidates[0], listed=71)
        assert followed == build_plan(meanwhile, 60).candidates[1]
        assert rest == list(plan.candidates[2:])


def test_who_has_no_seed_is_told(class_data: ClassData) -> None:
    enrollments = (replace(class_data.enrollments[0], u0=None), *class_data.enrollments[1:])
    with pytest.raises(CorrigeError, match="these students have no seed u₀ yet: s01"):
        build_plan(replace(class_data, enrollments=enrollments), 60)


@pytest.mark.parametrize(
    ("cells", "minutes"),
    [
        ({"Tiers-temps": "oui"}, 70),
        ({"tiers temps": "X"}, 70),
        ({"Temps supplémentaire": "1/4"}, 53),  # 52.5, for the student
        ({"temps_majoré": "33 %"}, 70),
        ({"Extra time": "20 min"}, 20),
        ({"extra time": "45"}, 45),
        ({"Majoration": "non"}, 0),
        ({"Majoration": "-"}, 0),
        ({"Groupe": "oui"}, 0),
        # of two columns, none is passed over
        ({"tiers-temps": "", "temps majoré": "20 min"}, 20),
        ({"tiers-temps": "non", "temps majoré": "oui"}, 70),
        ({"tiers-temps": "oui", "temps majoré": "1/3"}, 70),
        ({"tiers-temps": "oui", "temps majoré": "20 min"}, None),
        ({"tiers-temps": "20 min", "temps majoré": "?"}, None),
    ],
)
def test_columns_say_how_much_longer(cells: dict[str, str], minutes: int | None) -> None:
    rows = [("s01", [("Place", "A1"), *cells.items()])]
    if minutes is not None:
        assert extra_minutes(rows, 210, "students.csv") == {"s01": minutes}
        return
    with pytest.raises(CorrigeError):
        extra_minutes(rows, 210, "students.csv")


def test_what_cannot_be_read_is_told_of_everybody() -> None:
    cells = {"s01": "peut-être", "s02": "3/2", "s03": "900"}
    with pytest.raises(CorrigeError) as exception_info:
        extra_minutes([(student, [("tiers-temps", cell)]) for student, cell in cells.items()], 210, "students.csv")
    assert [problem.place for problem in exception_info.value.problems] == ["students.csv"] * 3


def test_a_process_whose_command_was_killed_while_starting_it_ends_silently() -> None:
    program = "from answers.web.sitting.serving import main; main()"
    for cut in ("", "{}\n", '{}\n{"lang": '):
        ended = subprocess.run([sys.executable, "-c", program], input=cut, capture_output=True, text=True, check=False)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


READ = "tiers-temps", "1/3 temps", "Tiers temps (oui/non)", "Extra time (min)", "Temps suppl.", "Majoration de temps"
DOUBTFUL, OTHER = ("Temps d'examen aménagé", "Extra"), ("Group", "Major", "Contretemps")


@pytest.mark.parametrize("header", [*READ, *DOUBTFUL, *OTHER])
def test_a_column_for_extra_time_is_read_or_doubtful(header: str) -> None:
    """A student whose column is not read would be stopped early, and nobody would know why."""
    assert (is_extra_time(header), is_like_extra_time(header)) == (header in READ, header in DOUBTFUL)
    assert extra_minutes([("s01", [(header, "1/3")])], 210, "students.csv") == {"s01": 70 if header in READ else 0}
