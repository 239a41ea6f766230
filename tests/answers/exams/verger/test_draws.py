"""What the exam `verger` draws, against the plain sequence."""

import random
from dataclasses import asdict

import pytest

from answers.exam.draw import Draw
from answers.exams.verger.draws import TRANSITIONS, WALKS, draw
from tests.oracles.orchard_exam import draws as plain

SEEDS = (0, 1, 17, 64006)
SAMPLE = random.Random(7).sample(range(2, 64006), 200)


@pytest.mark.parametrize("u0", [*SEEDS, *SAMPLE[:40]])
def test_draws_are_those_of_the_plain_sequence(u0: int) -> None:
    drawn, found = plain(u0), draw(Draw(u0))
    assert found.transitions == tuple(third[i] for third, i in zip(TRANSITIONS, drawn["transitions"], strict=True))
    assert found.walk == WALKS[drawn["walk"][0]]
    for name in ("chain", "orchard", "position"):
        *trees, ravens = drawn[name]
        assert asdict(getattr(found, name)) == {"trees": tuple(sorted(trees, reverse=True)), "ravens": ravens}
    fruits, ravens = drawn["edition"]
    assert asdict(found.edition) == {"trees": (fruits,) * 4, "ravens": ravens}
    trees, fruits = drawn["equal"]
    assert found.equal == (trees, fruits)
    assert asdict(found.small) == {"trees": (4, 4, 4, 4), "ravens": drawn["small"][0]}
    assert asdict(found.die) == {
        "tree_faces": 1, "basket_faces": 1, "basket_size": drawn["die"][0], "raven_faces": drawn["die"][1],
    }  # fmt: skip
    assert found.order == drawn["order"]


def test_every_index_of_the_sequence_serves_one_draw() -> None:
    for u0 in (*SEEDS, *SAMPLE):
        drawing = Draw(u0)
        draw(drawing)
        assert drawing.repeated == ()
        assert sorted(drawing.uses) == list(range(1000, 1026))
