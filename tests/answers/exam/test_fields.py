import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.fields import STUDENT_FIELDS, field_item, field_name


def test_a_field_is_named_after_its_part_and_rank():
    assert field_name("7a", 2) == "q7a_2"
    assert field_name("12", 1) == "q12_1"


@given(number=st.integers(1, 9999), letter=st.sampled_from(["", *"abcxyz"]), item=st.integers(1, 9999))
def test_field_item_undoes_field_name(number, letter, item):
    assert field_item(field_name(f"{number}{letter}", item)) == (f"{number}{letter}", item)


@pytest.mark.parametrize("name", [*STUDENT_FIELDS, "", "q7a", "q7a_0", "q07a_1", "q7ab_1", "Q7a_1", "q7a_2\n", "q٣a_1"])
def test_other_fields_hold_no_item(name):
    assert field_item(name) is None


@pytest.mark.parametrize(
    ("part_id", "item"), [("", 1), ("a", 1), ("7a", 0), ("7a", -1), ("7.a", 1), ("7a_1", 1), ("7a", 10000)]
)
def test_no_name_for_a_part_or_item_that_cannot_be(part_id, item):
    with pytest.raises(ValueError, match="no field") as caught:
        field_name(part_id, item)
    assert str(caught.value) == f"no field for item {item} of part {part_id!r}"
