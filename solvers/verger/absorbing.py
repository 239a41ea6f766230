"""Where an absorbing chain of the orchard game ends, and after how many throws.

Source: document 004, section "Calcul mathématique": the clean way by linear algebra, the other by a power.
"""

from collections.abc import Sequence
from fractions import Fraction

from solvers.refusal import Refusal
from solvers.verger.markov_chain import MarkovChain
from solvers.verger.orchard import check_count


def absorbing_chances(chain: MarkovChain) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the chances to lose and to win from each state of the chain, the loss and the win included.

    Solves (I - Q) x = R exactly, where Q holds the transitions between states in play and R those to the
    loss and the win; I - Q is triangular in the order of the states, so the last unknown comes first.
    """
    size = len(chain.states)
    chances = [(Fraction(0), Fraction(0))] * size + [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))]
    for i in range(size - 1, -1, -1):
        later = [(p, chances[j]) for j, p in enumerate(chain.matrix[i]) if p]
        chances[i] = (
            sum((p * loss for p, (loss, _) in later), Fraction(0)),
            sum((p * win for p, (_, win) in later), Fraction(0)),
        )
    return tuple(chances)


def absorbing_times(chain: MarkovChain, waits: Sequence[Fraction] | None = None) -> tuple[Fraction, ...]:
    """Return the expected number of throws from each state to the end, 0 from the last two.

    Solves (I - Q) x = w exactly. A throw that shows an empty tree is thrown again and not counted: w = 1, unless
    `waits` says for each state in play how long a throw that counts takes there.
    """
    size = len(chain.states)
    times = [Fraction(0)] * (size + 2)
    for i in range(size - 1, -1, -1):
        times[i] = (waits[i] if waits else 1) + sum(
            (p * times[j] for j, p in enumerate(chain.matrix[i]) if p), Fraction(0)
        )
    return tuple(times)


def after_throws(chain: MarkovChain, start: int, throws: int) -> tuple[Fraction, ...]:
    """Return the exact distribution over the states of the matrix, `throws` throws after state `start`."""
    size = len(chain.matrix)
    if check_count("the start", start) >= size:
        raise Refusal("the start must be a state from 0 to {size}, got {start}", size=size - 1, start=start)
    reached = {start: Fraction(1)}
    for _ in range(check_count("throws", throws)):
        following: dict[int, Fraction] = {}
        for i, chance in reached.items():
            for j, p in enumerate(chain.matrix[i]):
                if p:
                    following[j] = following.get(j, Fraction(0)) + chance * p
        reached = following
    return tuple(reached.get(i, Fraction(0)) for i in range(size))
