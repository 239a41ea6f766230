"""Alpha-beta on a tree written down, with what it looked at and the branches that it cut."""

from dataclasses import dataclass

from solvers.graph_games.game_tree import GameTree, Path
from solvers.graph_games.tree_search import Heuristic, alpha_beta


@dataclass(frozen=True, slots=True)
class Pruning:
    """What a search of a tree did.

    Attributes
    ----------
    value : int
        The value of the root.
    child : int or None
        The child of the root to play, from 0 on the left; None if the root is a leaf.
    leaves : tuple of paths
        The leaves evaluated, in order.
    unseen : frozenset of paths
        All nodes that were not looked at.
    cut : tuple of paths
        The branches cut: nodes not looked at below one that was, from the root down, left to right.

    Source: document 003 ("Jeux"), proposition 2.4, exercise 2.3.
    """

    value: int
    child: int | None
    leaves: tuple[Path, ...]
    unseen: frozenset[Path]
    cut: tuple[Path, ...]


def pruning(game: GameTree, *, reverse: bool = False) -> Pruning:
    """Search a tree with alpha-beta, children from left to right, or with `reverse` from right to left.

    Raises
    ------
    Refusal
        If a leaf is outside the interval of the tree.

    Source: document 003 ("Jeux"), proposition 2.4, exercise 2.3, examples 2.2 and 2.3.
    """
    seen: list[Path] = []

    def noted(leaf: Path) -> int:
        seen.append(leaf)
        return game.heuristic.evaluate(leaf)

    search = alpha_beta(_Reversed(game) if reverse else game, Heuristic(noted, game.v_max))
    met = {leaf[:n] for leaf in seen for n in range(len(leaf) + 1)}
    unseen = frozenset(path for path in game.nodes() if path not in met)
    cut = tuple(path for path in game.nodes() if path in unseen and path[:-1] not in unseen)
    return Pruning(search.value, search.moves[0][-1] if search.moves else None, tuple(seen), unseen, cut)


@dataclass(frozen=True, slots=True)
class _Reversed:
    """A tree whose children are looked at from right to left."""

    game: GameTree

    @property
    def start(self) -> Path:
        return self.game.start

    def player(self, state: Path) -> int:
        return self.game.player(state)

    def successors(self, state: Path) -> tuple[Path, ...]:
        return self.game.successors(state)[::-1]

    def outcome(self, state: Path) -> int:
        return self.game.outcome(state)
