"""Boards of phantom Domineering, and how its definitions are read: as they are written, or as they were misread."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias, TypeVar, cast

from answers.exam.question import Misconception, Params, SolveContext
from solvers.sequence import lcg
from solvers.sequence.miscopied import miscopied


class Dimensions(NamedTuple):
    """N rows and P columns of a board, or the numbers of plans of two players."""

    rows: int
    columns: int

    def __str__(self) -> str:
        return f"{self.rows},{self.columns}"


class BoardCell(NamedTuple):
    """A cell of a board, counted from 0."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"({self.row}, {self.column})"


@dataclass(frozen=True, slots=True)
class PhantomRules:
    """A reading of the definitions; the defaults are what is written.

    Attributes
    ----------
    first_term, seed_twice
        Index of the term that is taken for u(0); whether u(1) is u₀ as well.
    multiplier, modulus
        The constants of u(n) = 15091 u(n - 1) mod 64007.
    slips
        Terms that are others, each by its index.
    bits
        Width in which 15091 · u(n - 1) is computed before its remainder is taken; 0 where nothing is lost.
    moves_last
        Whether the last element takes the place of the one taken in P(n, b); otherwise all that follow move up.
    divides
        Whether n is divided there at each step.
    divides_after
        Whether it is divided by the length left after the removal.
    twice
        Whether the strategy of index n is P(u(n), b).
    backwards
        Whether P(n, b) is written from its last element to its first.
    ranks
        Whether the k-th element of a list is the rank of move k, not the k-th move.
    first_number
        What elements and moves are counted from where they are given.
    columns_first, shared_numbers
        Whether moves are numbered down the columns; whether both players number all cells i P + j.
    vertical_first, second_begins, mover_wins
        Whether player 1 lays vertical dominoes; whether player 2 begins; whether who cannot move wins.
    exchanged_sizes
        Whether a board N × P is taken to have N columns and P rows.
    opened, legal_alone
        Whether no cell of a board is forbidden; whether moves that forbidden cells make illegal have no number.
    first_plan, more_plans, drawn_plans
        Index n of the first strategy u(n) of lPD; how many more there are; whether u is applied to n at all.
    as_scores, of_player_2
        Whether a value is between -1 and 1; whether it and the games won are those of player 2.
    """

    first_term: int = 0
    seed_twice: bool = False
    multiplier: int = lcg.MULTIPLIER
    modulus: int = lcg.MODULUS
    slips: tuple[tuple[int, int], ...] = ()
    bits: int = 0
    moves_last: bool = True
    divides: bool = True
    divides_after: bool = False
    twice: bool = False
    backwards: bool = False
    ranks: bool = False
    first_number: int = 0
    columns_first: bool = False
    shared_numbers: bool = False
    vertical_first: bool = False
    second_begins: bool = False
    mover_wins: bool = False
    exchanged_sizes: bool = False
    opened: bool = False
    legal_alone: bool = False
    first_plan: int = 0
    more_plans: int = 0
    drawn_plans: bool = True
    as_scores: bool = False
    of_player_2: bool = False


RULES: Final = PhantomRules()

Change: TypeAlias = Callable[[PhantomRules], PhantomRules]

MISREAD_RULES: Final[Mapping[str, Change]] = MappingProxyType(
    {
        "sequence-from-next-term": lambda rules: replace(rules, first_term=1),
        "terms-one-early": lambda rules: replace(rules, seed_twice=True),
        "products-of-16-bits": lambda rules: replace(rules, bits=16),
        "last-not-moved": lambda rules: replace(rules, moves_last=False),
        "divided-after-removal": lambda rules: replace(rules, divides_after=True),
        "index-not-divided": lambda rules: replace(rules, divides=False),
        "strategy-of-u-of-u": lambda rules: replace(rules, twice=True),
        "lists-as-ranks": lambda rules: replace(rules, ranks=True),
        "numbers-from-1": lambda rules: replace(rules, first_number=1),
        "numbered-by-columns": lambda rules: replace(rules, columns_first=True),
        "same-numbers-for-both": lambda rules: replace(rules, shared_numbers=True),
        "player-1-vertical": lambda rules: replace(rules, vertical_first=True),
        "player-2-begins": lambda rules: replace(rules, second_begins=True),
        "who-cannot-move-wins": lambda rules: replace(rules, mover_wins=True),
        "plans-not-drawn": lambda rules: replace(rules, drawn_plans=False),
        "values-from-minus-1": lambda rules: replace(rules, as_scores=True),
        "wins-of-player-2": lambda rules: replace(rules, of_player_2=True),
    }
)
"""How each misconception that all exams on phantom Domineering know changes the rules, by slug."""


class SequenceQuestions(NamedTuple):
    """What the questions on the sequence ask for."""

    ranks: tuple[tuple[int, ...], ...]
    """The indices of terms, by part."""
    length: int
    """The size of permutations."""
    counts: tuple[int, ...]
    """How many terms a mean is over, by part."""


@dataclass(frozen=True, slots=True)
class PhantomParams(Params):
    """What u₀ draws in an exam on phantom Domineering; a derived type with a field `rules` has others."""

    @property
    def asked(self) -> SequenceQuestions:
        """What is asked about the sequence."""
        raise NotImplementedError

    @property
    def rules(self) -> PhantomRules:
        """How the definitions are read: as they are written."""
        return RULES

    def with_rules(self, rules: PhantomRules) -> "PhantomParams":
        """Return the same parameters under other rules."""
        raise NotImplementedError


def misconceptions(changes: Mapping[str, Change]) -> tuple[Misconception, ...]:
    """Return the misconceptions of an exam on phantom Domineering: each changes the rules alone."""
    return tuple(Misconception(slug, _reread(change)) for slug, change in changes.items())


def _reread(change: Change) -> Callable[[SolveContext[PhantomParams]], SolveContext[PhantomParams]]:
    return lambda context: replace(context, params=context.params.with_rules(change(context.params.rules)))


R = TypeVar("R", bound=PhantomParams)
TERMS_PARTS = tuple(f"terms.{letter}" for letter in "abc")
"""The parts of question 1, by their labels: what later questions follow from."""
SURE = 3
"""So many terms say which constant is mistyped."""
LARGEST = 10**5
"""Of a constant that is mistyped: cubes of terms are summed in 64 bits."""


def follow_own_terms(context: SolveContext[R]) -> SolveContext[R]:
    """Return what is given with the sequence that a student's own terms are of: a constant mistyped, or slips in some.

    Terms that begin with another seed are somebody else's, and are not granted.
    """
    drawn, own = context.params, _own_terms(context)
    if not own or own.get(0, drawn.u0) != drawn.u0:
        return context
    slips = tuple((n, term) for n, term in own.items() if term != lcg.term(drawn.u0, n))
    rules = _mistyped(drawn.rules, drawn.u0, own) or replace(drawn.rules, slips=slips)
    return replace(context, params=cast(R, drawn.with_rules(rules)))


def _own_terms(context: SolveContext[R]) -> dict[int, int]:
    """The terms that a student wrote, by rank."""
    pairs = (
        (n, term)
        for label, ranks in zip(TERMS_PARTS, context.params.asked.ranks, strict=True)
        for n, term in zip(ranks, context.override(label) or (), strict=False)
    )
    return {n: term for n, term in pairs if isinstance(term, int)}


def _mistyped(rules: PhantomRules, u0: int, own: Mapping[int, int]) -> PhantomRules | None:
    """The rules with the one constant that was mistyped, if that gives all terms."""
    tried = (
        *(replace(rules, multiplier=one) for one in miscopied(lcg.MULTIPLIER, LARGEST)),
        *(replace(rules, modulus=one) for one in miscopied(lcg.MODULUS, LARGEST) if one > 1),
    )

    def gives(read: PhantomRules) -> bool:
        a, m = read.multiplier, read.modulus
        return all(n == 0 or u0 * pow(a, n, m) % m == term for n, term in own.items())

    return next((phantom_rules for phantom_rules in tried if len(own) >= SURE and gives(phantom_rules)), None)
