"""Alpha-beta on a tree written down, with what it looked at and the branches that it cut."""

from collections.abc import Mapping
from dataclasses import dataclass

from solvers.graph_games.game_tree import MINUS, GameTree, Path
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
    bounds : mapping
        For each node that was looked at, between which values its own lies, as far as the leaves evaluated tell; those
        of the root are equal.

    Source: document 003 ("Jeux"), proposition 2.4, exercise 2.3.
    """

    value: int
    child: int | None
    leaves: tuple[Path, ...]
    unseen: frozenset[Path]
    cut: tuple[Path, ...]
    bounds: Mapping[Path, tuple[int, int]]

    def texts(self, v_max: int) -> dict[Path, str]:
        """Return what is known of each node that was looked at, as a drawing has it: "3", "≥ 5", "≤ 2".

        Source: ours.
        """
        return {path: _told(*bounds, v_max) for path, bounds in self.bounds.items()}


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
    return Pruning(
        search.value, search.moves[0][-1] if search.moves else None, tuple(seen), unseen, cut, _bounds(game, unseen)
    )


def _bounds(game: GameTree, unseen: frozenset[Path]) -> dict[Path, tuple[int, int]]:
    found = dict.fromkeys(unseen, (-game.v_max, game.v_max))
    for path in reversed([path for path in game.nodes() if path not in unseen]):
        below = [found[child] for child in game.successors(path)]
        best = min if game.player(path) else max
        value = best(low for low, _ in below) if below else game.heuristic.evaluate(path)
        found[path] = value, best(high for _, high in below) if below else value
    return {path: found[path] for path in game.nodes() if path not in unseen}


def _told(low: int, high: int, v_max: int) -> str:
    shown = [str(value).replace("-", MINUS) for value in (low, high)]
    if low == high:
        return shown[0]
    return f"≥{shown[0]}" if high == v_max else f"≤{shown[1]}" if low == -v_max else f"{shown[0]}…{shown[1]}"


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
