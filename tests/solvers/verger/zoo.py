"""Orchards and dice to try: a zoo by hand, and strategies for hypothesis."""

from hypothesis import strategies as st

from solvers.verger.orchard import Die, Orchard
from tests.oracles.orchard_recursion import outlook

FIRST_ORCHARD, FIRST_ORCHARD_DIE = Orchard((4, 4, 4, 4), 5), Die(basket_size=1)
"""The first edition of the game."""
DICE = (
    Die(),
    Die(basket_size=1),
    Die(basket_size=7),
    Die(2, 1, 3, 3),
    Die(1, 0, 1),
    Die(0, 1, 1),
    Die(0, 0, 1),
    Die(1, 1, 0),
    Die(0, 2, 0, 3),
)
TREES = ((), (1,), (6,), (2, 2), (1, 1, 1), (3, 2, 1), (4, 1), (0, 3, 0, 1), (1, 2, 3))

orchards = st.builds(Orchard, st.lists(st.integers(0, 4), max_size=3).map(tuple), st.integers(0, 4))
dice = st.builds(Die, st.integers(0, 3), st.integers(0, 3), st.integers(1, 3), st.integers(1, 4))


def expected(orchard, strategy, die):
    """Return the chance to win and the length of a game according to the plain recursion."""
    faces = (die.tree_faces, die.basket_faces, die.raven_faces)
    return outlook(orchard.trees, orchard.ravens, strategy, faces, die.basket_size)
