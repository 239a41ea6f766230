"""Games too large to write down, whose entries are played when they are needed."""

from typing import Protocol, runtime_checkable

from solvers.compiled.arrays import Bytes, Indices


@runtime_checkable
class OnDemandGame(Protocol):
    """A game of wins and losses whose matrix is never written down.

    Source: ours; an oracle for blocks of the matrix M of the ENS 2013 practical exam, section 6.
    """

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers (A, B) of plans of the row player and of the column player, each at least 1."""

    def outcomes(self, rows: Indices, columns: Indices) -> Bytes:
        """Return the block `rows` × `columns` of the matrix: 1 where the row player wins, 0 elsewhere."""
