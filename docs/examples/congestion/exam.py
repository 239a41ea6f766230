"""A congestion game: drivers on the network of Braess, where the cost of an edge increases with its load."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.question import (
    Params,
    Part,
    Solution,
    SolveContext,
    misconception_from_params,
    question,
    questions_of,
)
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers
from answers.kinds.parsing import Values, number

ROUTES = (frozenset("AC"), frozenset("BD"), frozenset("AED"))
State = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Network(Params):
    """The number of drivers, and the cost of each edge for each of the x drivers on it: slope · x + fixed."""

    drivers: int
    slopes: tuple[int, ...]
    fixed: tuple[int, ...]

    def edge(self, letter: str, load: int) -> int:
        """Return the cost of an edge for each of the `load` drivers on it."""
        k = "ABCDE".index(letter)
        return self.slopes[k] * load + self.fixed[k]


def loads(state: State) -> dict[str, int]:
    """Return the number of drivers on each edge."""
    return {edge: sum(n for n, route in zip(state, ROUTES, strict=True) if edge in route) for edge in "ABCDE"}


def total(network: Network, state: State) -> int:
    """Return the total cost of all drivers."""
    return sum(load * network.edge(edge, load) for edge, load in loads(state).items())


def potential(network: Network, state: State) -> int:
    """Return Rosenthal's potential of a state."""
    return sum(network.edge(edge, k) for edge, load in loads(state).items() for k in range(1, load + 1))


def moves(network: Network, state: State) -> Iterator[tuple[int, int, int]]:
    """Yield each change of route by one driver as (gain, minus the old route, minus the new route); routes from 0."""
    load = loads(state)
    for old, new in ((i, j) for i in range(3) for j in range(3) if i != j and state[i]):
        before = sum(network.edge(edge, load[edge]) for edge in ROUTES[old] - ROUTES[new])
        yield before - sum(network.edge(edge, load[edge] + 1) for edge in ROUTES[new] - ROUTES[old]), -old, -new


def equilibria(network: Network) -> list[State]:
    """Return the states in which no driver gains by changing routes alone."""
    return [state for state in states(network) if all(gain <= 0 for gain, _, _ in moves(network, state))]


def states(network: Network) -> Iterator[State]:
    """Return every distribution of the drivers over the three routes."""
    n = network.drivers
    return ((i, j, n - i - j) for i in range(n + 1) for j in range(n + 1 - i))


def least(network: Network) -> int:
    """Return the smallest total cost of all states."""
    return min(total(network, state) for state in states(network))


def worst(network: Network) -> int:
    """Return the largest total cost of the pure equilibria."""
    return max(total(network, state) for state in equilibria(network))


def draw(draw: Draw) -> Network:
    """Draw a network whose worst equilibrium is not optimal and whose equilibria all use the three routes."""

    def network(d: Draw) -> Network:
        slopes = tuple(
            d.integer(k, low, high) for k, low, high in ((1, 5, 15), (2, 0, 3), (3, 0, 3), (4, 5, 15), (5, 1, 3))
        )
        fixed = tuple(
            d.integer(k, low, high) for k, low, high in ((6, 0, 9), (7, 99, 199), (8, 99, 199), (9, 0, 9), (10, 0, 19))
        )
        return Network(draw.u0, d.integer(0, 12, 24), slopes, fixed)

    return draw.until(1000, network, lambda n: worst(n) > least(n) and all(map(min, equilibria(n))))


@question(1, parts="ab", kind=integers(1, 0, 30000), points=3)
def all_together(context: SolveContext[Network], part: Part) -> Solution:
    """Return the total cost (a) or the potential (b) with all drivers on the third route."""
    asked = total if part.letter == "a" else potential
    return Solution((asked(context.params, (0, 0, context.params.drivers)),))


@question(2, kind=integers(3, 0, 24), points=5, all_or_nothing=True)
def equilibrium(context: SolveContext[Network], _: Part) -> Solution:
    """Return the number of drivers on each route in a pure equilibrium."""
    return Solution(equilibria(context.params)[0])


@equilibrium.accepts()
def is_equilibrium(context: SolveContext[Network], _: Part, values: Values) -> bool:
    """Accept every pure equilibrium."""
    return values in equilibria(context.params)


@question(3, parts="ab", kind=integers(1, 0, 30000), points=4)
def extremes(context: SolveContext[Network], part: Part) -> Solution:
    """Return the smallest total cost (a) or the total cost of the worst equilibrium (b)."""
    return Solution((least(context.params) if part.letter == "a" else worst(context.params),))


@question(4, kind=Numbers(1, Domain(low=1, high=10)), points=4, depends_on=("extremes.a", "extremes.b"), width=11)
def price_of_anarchy(context: SolveContext[Network], _: Part) -> Solution:
    """Return the price of anarchy as an exact fraction."""
    return Solution((number(context.answers("extremes.b")[0]) / number(context.answers("extremes.a")[0]),))


@price_of_anarchy.mistake("upside-down")
def upside_down(context: SolveContext[Network], _: Part) -> Solution:
    """Divide the optimal cost by that of the equilibrium."""
    return Solution((number(context.answers("extremes.a")[0]) / number(context.answers("extremes.b")[0]),))


def moved(state: State, old: int, new: int) -> State:
    """Return the state after one driver has changed routes."""
    i, j, k = (n - (route == old) + (route == new) for route, n in enumerate(state))
    return i, j, k


@question(5, parts="ab", kind={"a": integers(1, 0, 2000), "b": integers(1, 0, 600000)}, points={"a": 2, "b": 2})
def path(context: SolveContext[Network], part: Part) -> Solution:
    """From the third route, repeat the move of greatest gain: the first two gains (a) or the sum of the costs (b)."""
    network, state, gains, costs = context.params, (0, 0, context.params.drivers), [], []
    while (best := max(moves(network, state)))[0] > 0:
        state = moved(state, -best[1], -best[2])
        gains.append(best[0])
        costs.append(total(network, state))
    return Solution((sum(gains[:2]) if part.letter == "a" else sum(costs),))


@misconception_from_params("slope-and-fixed")
def slope_and_fixed(network: Network) -> Network:
    """Exchange the slope and the fixed part of the costs."""
    return replace(network, slopes=network.fixed, fixed=network.slopes)


EXAM = Exam(
    "congestion",
    17,
    draw,
    questions_of(all_together, equilibrium, extremes, price_of_anarchy, path),
    misconceptions=(slope_and_fixed,),
)
