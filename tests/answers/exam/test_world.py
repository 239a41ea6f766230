import pytest

from answers.exam.world import World


@pytest.mark.parametrize(
    ("world", "is_true"),
    [
        (World(17), True),
        (World(0), True),
        (World(17, ("half",)), False),
        (World(17, replaced=(("1a", (7,)),)), False),
        (World(17, ("half",), (("1a", (7,)),)), False),
    ],
)
def test_a_true_world_has_nothing_changed_but_the_seed(world: World, is_true: bool) -> None:
    assert world.is_true is is_true


def test_answers_are_replaced_by_part() -> None:
    world = World(17, replaced=(("1a", (7, 8)), ("2", (9,))))
    assert [world.answers_instead(part_id) for part_id in ("1a", "2", "1b")] == [(7, 8), (9,), None]
