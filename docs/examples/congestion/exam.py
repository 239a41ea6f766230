"""A congestion game: drivers on the network of Braess, where an edge costs more the more of them take it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.question import Given, Params, Part, Solution, drawn_otherwise, question, questions_of
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers
from answers.kinds.reading import Values, number

ROUTES = (frozenset("AC"), frozenset("BD"), frozenset("AED"))
State = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Network(Params):
    """The drivers, and what each pays on an edge that x of them take: slope · x + fixed."""

    drivers: int
    slopes: tuple[int, ...]
    fixed: tuple[int, ...]

    def edge(self, letter: str, load: int) -> int:
        """What each of `load` drivers pays on an edge."""
        k = "ABCDE".index(letter)
        return self.slopes[k] * load + self.fixed[k]


def loads(state: State) -> dict[str, int]:
    """How many drivers take each edge."""
    return {edge: sum(n for n, route in zip(state, ROUTES, strict=True) if edge in route) for edge in "ABCDE"}


def total(network: Network, state: State) -> int:
    """What all drivers pay together."""
    return sum(load * network.edge(edge, load) for edge, load in loads(state).items())


def potential(network: Network, state: State) -> int:
    """Rosenthal's potential."""
    return sum(network.edge(edge, k) for edge, load in loads(state).items() for k in range(1, load + 1))


def moves(network: Network, state: State) -> Iterator[tuple[int, int, int]]:
    """What one driver gains who changes routes, both numbered from 0: (gain, minus the old one, minus the new one)."""
    load = loads(state)
    for old, new in ((i, j) for i in range(3) for j in range(3) if i != j and state[i]):
        before = sum(network.edge(edge, load[edge]) for edge in ROUTES[old] - ROUTES[new])
        yield before - sum(network.edge(edge, load[edge] + 1) for edge in ROUTES[new] - ROUTES[old]), -old, -new


def equilibria(network: Network) -> list[State]:
    """The states from which no driver gains alone."""
    return [state for state in states(network) if all(gain <= 0 for gain, _, _ in moves(network, state))]


def states(network: Network) -> Iterator[State]:
    """Every way to share out the drivers."""
    n = network.drivers
    return ((i, j, n - i - j) for i in range(n + 1) for j in range(n + 1 - i))


def least(network: Network) -> int:
    """What all drivers pay at the optimum."""
    return min(total(network, state) for state in states(network))


def worst(network: Network) -> int:
    """What all drivers pay in the worst equilibrium."""
    return max(total(network, state) for state in equilibria(network))


def draw(draw: Draw) -> Network:
    """A network whose worst equilibrium is no optimum and has drivers on all three routes."""

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
def all_together(given: Given[Network], part: Part) -> Solution:
    """The total cost (a) and the potential (b) where everybody takes the third route."""
    asked = total if part.letter == "a" else potential
    return Solution((asked(given.params, (0, 0, given.params.drivers)),))


@question(2, kind=integers(3, 0, 24), points=5, all_or_nothing=True)
def equilibrium(given: Given[Network], _: Part) -> Solution:
    """The drivers on each route in a pure equilibrium."""
    return Solution(equilibria(given.params)[0])


@equilibrium.accepts()
def is_equilibrium(given: Given[Network], _: Part, values: Values) -> bool:
    """Any equilibrium."""
    return values in equilibria(given.params)


@question(3, parts="ab", kind=integers(1, 0, 30000), points=4)
def extremes(given: Given[Network], part: Part) -> Solution:
    """The least total cost (a), and that of the worst equilibrium (b)."""
    return Solution((least(given.params) if part.letter == "a" else worst(given.params),))


@question(4, kind=Numbers(1, Domain(low=1, high=10)), points=4, uses=("extremes.a", "extremes.b"), width=11)
def price_of_anarchy(given: Given[Network], _: Part) -> Solution:
    """The exact price of anarchy."""
    return Solution((number(given.answers("extremes.b")[0]) / number(given.answers("extremes.a")[0]),))


@price_of_anarchy.mistake("upside-down")
def upside_down(given: Given[Network], _: Part) -> Solution:
    """The optimum is divided by the equilibrium."""
    return Solution((number(given.answers("extremes.a")[0]) / number(given.answers("extremes.b")[0]),))


def moved(state: State, old: int, new: int) -> State:
    """One driver on another route."""
    i, j, k = (n - (route == old) + (route == new) for route, n in enumerate(state))
    return i, j, k


@question(5, parts="ab", kind={"a": integers(1, 0, 2000), "b": integers(1, 0, 600000)}, points={"a": 2, "b": 2})
def path(given: Given[Network], part: Part) -> Solution:
    """Moves of greatest gain, from all on the third route: gains of the first two (a), the sum of total costs (b)."""
    network, state, gains, costs = given.params, (0, 0, given.params.drivers), [], []
    while (best := max(moves(network, state)))[0] > 0:
        state = moved(state, -best[1], -best[2])
        gains.append(best[0])
        costs.append(total(network, state))
    return Solution((sum(gains[:2]) if part.letter == "a" else sum(costs),))


@drawn_otherwise("slope-and-fixed")
def slope_and_fixed(network: Network) -> Network:
    """What is fixed and what grows are exchanged."""
    return replace(network, slopes=network.fixed, fixed=network.slopes)


EXAM = Exam(
    "congestion",
    17,
    draw,
    questions_of(all_together, equilibrium, extremes, price_of_anarchy, path),
    misreadings=(slope_and_fixed,),
)
