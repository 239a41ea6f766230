"""Boards of phantom Domineering, and its rules as they are written or under a misconception.

A plan is a pure strategy of a player: the priority list in which the player tries all b moves. With all plans allowed,
plan n is the permutation P(n, b) of the moves; in a game limited to some plans, plan k is P(u(k), b).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias, TypeVar, cast

from answers.exam.question import Misconception, Params, SolveContext
from solvers.sequence import lcg
from solvers.sequence.miscopied import miscopied


class Dimensions(NamedTuple):
    """A pair of numbers: of the rows and columns of a board, or of the plans of player 1 and of player 2."""

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
    """Rules of phantom Domineering as a student reads them; the defaults are the definitions as they are written."""

    first_term: int = 0  # index of the term that is taken for u(0)
    seed_twice: bool = False  # whether u(1) is u₀ too
    multiplier: int = lcg.MULTIPLIER  # constants of u(n) = 15091 u(n - 1) mod 64007
    modulus: int = lcg.MODULUS
    slips: tuple[tuple[int, int], ...] = ()  # wrong terms of the sequence, each as (index, term)
    bits: int = 0  # width in bits of the product 15091 · u(n - 1) before its remainder is taken; 0 for no overflow
    # whether the last element of P(n, b) takes the place of the removed element; otherwise all that follow move up
    moves_last: bool = True
    divides: bool = True  # whether n is divided at each step of P(n, b)
    divides_after: bool = False  # whether n is divided by the length after the removal
    twice: bool = False  # whether the strategy of index n is P(u(n), b)
    backwards: bool = False  # whether P(n, b) is written from its last element to its first
    ranks: bool = False  # whether the k-th element of a list is the rank of move k, not the k-th move
    first_number: int = 0  # first number of elements and moves in answers
    columns_first: bool = False  # whether all moves are numbered down the columns
    vertical_by_columns: bool = False  # whether vertical moves are, and no others
    shared_numbers: bool = False  # whether both players number cell (i, j) of all cells i P + j
    vertical_first: bool = False  # whether player 1 places vertical dominoes
    second_begins: bool = False  # whether player 2 begins
    mover_wins: bool = False  # whether a player who cannot move wins
    exchanged_sizes: bool = False  # whether a board N × P is taken to have N columns and P rows
    opened: bool = False  # whether forbidden cells are ignored
    legal_alone: bool = False  # whether moves on forbidden cells have no number
    illegal_passes: bool = False  # whether a turn ends without a domino if the next move of the list is illegal
    first_plan: int = 0  # index n of the first strategy u(n) of lPD
    more_plans: int = 0  # number of additional strategies
    drawn_plans: bool = True  # whether strategies are u(n), not n
    as_scores: bool = False  # whether values are between -1 and 1
    of_player_2: bool = False  # whether values and numbers of games won are those of player 2


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
"""Changes of the rules by misconceptions of all exams on phantom Domineering, by slug."""


class SequenceQuestions(NamedTuple):
    """Data of the questions on the student's sequence u(0), u(1), …."""

    ranks: tuple[tuple[int, ...], ...]
    """Indices of the terms of question 1, by part; empty if sums are asked for."""
    length: int
    """Size of the permutations of question 2."""
    counts: tuple[int, ...]
    """Numbers of terms of question 4, by part."""
    sums: tuple[tuple[int, ...], ...] = ()
    """Numbers of terms that question 1 adds up, by part; empty if terms are asked for."""
    constant: int = 0
    """Question 4: what is added to a term to make a weight."""


@dataclass(frozen=True, slots=True)
class PhantomParams(Params):
    """Parameters of an exam on phantom Domineering; under misread rules, a subclass with a field `rules`."""

    @property
    def sequence_questions(self) -> SequenceQuestions:
        """Data of the questions 1, 2 and 4, on the student's sequence."""
        raise NotImplementedError

    @property
    def rules(self) -> PhantomRules:
        """The rules as they are written; parameters under a misconception have other rules."""
        return RULES

    def with_rules(self, rules: PhantomRules) -> "PhantomParams":
        """Return the same parameters with other rules, which a misconception has changed."""
        raise NotImplementedError


def misconceptions(changes: Mapping[str, Change]) -> tuple[Misconception, ...]:
    """Return the misconceptions of an exam on phantom Domineering. Each changes only the rules."""

    def changed(context: SolveContext[PhantomParams], change: Change) -> SolveContext[PhantomParams]:
        return replace(context, params=context.params.with_rules(change(context.params.rules)))

    return tuple(Misconception(slug, partial(changed, change=change)) for slug, change in changes.items())


R = TypeVar("R", bound=PhantomParams)
TERMS_PARTS = tuple(f"terms.{letter}" for letter in "abc")
"""Labels of the parts of question 1, terms or sums of terms, which later questions follow from."""
SURE = 3
"""Number of terms that are enough to identify a mistyped constant."""
LARGEST = 10**5
"""Largest mistyped constant considered: cubes of terms are summed in 64 bits."""


def follow_own_terms(context: SolveContext[R]) -> SolveContext[R]:
    """Return the context in which the student's sequence has the student's own answers to question 1.

    The student may have mistyped a constant of the sequence, or may have written some terms wrong. If the student's
    u(0) is not the seed, the context stays the same, since such terms belong to another student; so it does if sums of
    terms tell no mistyped constant.
    """
    drawn = context.params
    asked = drawn.sequence_questions
    pairs = (
        (n, answer)
        for label, ranks in zip(TERMS_PARTS, asked.sums or asked.ranks, strict=True)
        for n, answer in zip(ranks, context.override(label) or (), strict=False)
    )
    terms = {n: answer for n, answer in pairs if isinstance(answer, int)}
    if not terms or terms.get(0, drawn.u0) != drawn.u0:
        return context
    if asked.sums:
        rules = _mistyped(drawn.rules, drawn.u0, terms, sums=True)
        return replace(context, params=cast(R, drawn.with_rules(rules))) if rules else context
    slips = tuple((n, term) for n, term in terms.items() if term != lcg.term(drawn.u0, n))
    rules = _mistyped(drawn.rules, drawn.u0, terms) or replace(drawn.rules, slips=slips)
    return replace(context, params=cast(R, drawn.with_rules(rules)))


def _mistyped(rules: PhantomRules, u0: int, answers: Mapping[int, int], *, sums: bool = False) -> PhantomRules | None:
    """Return the rules with a mistyped constant that gives all terms, or sums of the first n terms, by n; else None."""
    candidates = (
        *(replace(rules, multiplier=constant) for constant in miscopied(lcg.MULTIPLIER, LARGEST)),
        *(replace(rules, modulus=constant) for constant in miscopied(lcg.MODULUS, LARGEST) if constant > 1),
    )

    def gives(candidate: PhantomRules) -> bool:
        a, m = candidate.multiplier, candidate.modulus
        if not sums:
            return all(n == 0 or u0 * pow(a, n, m) % m == term for n, term in answers.items())
        term, total, added = u0, 0, 0
        for n, answer in sorted(answers.items()):
            while added < n:
                term, total, added = a * term % m, total + term, added + 1
            if total != answer:
                return False
        return True

    return next((candidate for candidate in candidates if len(answers) >= SURE and gives(candidate)), None)
