"""A congestion game: drivers on the network of Braess, where the cost of an edge increases with its load."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from answers.author import Domain, Draws, Numbers, exam, integers, question, shared

ROUTES = (frozenset("AC"), frozenset("BD"), frozenset("AED"))
State = tuple[int, int, int]


@dataclass(frozen=True)
class Network:
    """The number of drivers, and the cost of each edge for each of the x drivers on it: slope · x + fixed."""

    drivers: int
    slopes: tuple[int, ...]
    fixed: tuple[int, ...]

    def edge(self, letter: str, load: int) -> int:
        """Return the cost of an edge for each of the `load` drivers on it."""
        k = "ABCDE".index(letter)
        return self.slopes[k] * load + self.fixed[k]

    def costs(self) -> str:
        """Return the costs of all edges as text, such as 5x + 7 (A), 112 (B)."""
        terms = zip("ABCDE", self.slopes, self.fixed, strict=True)
        return ", ".join(f"{slope if slope > 1 else ''}{'x + ' if slope else ''}{c} ({e})" for e, slope, c in terms)


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


def moved(state: State, old: int, new: int) -> State:
    """Return the state after one driver has changed routes."""
    i, j, k = (n - (route == old) + (route == new) for route, n in enumerate(state))
    return i, j, k


def states(network: Network) -> Iterator[State]:
    """Return every distribution of the drivers over the three routes."""
    n = network.drivers
    return ((i, j, n - i - j) for i in range(n + 1) for j in range(n + 1 - i))


def equilibria(network: Network) -> list[State]:
    """Return the states in which no driver gains by changing routes alone."""
    return [state for state in states(network) if all(gain <= 0 for gain, _, _ in moves(network, state))]


def least(network: Network) -> int:
    """Return the smallest total cost of all states."""
    return min(total(network, state) for state in states(network))


def worst(network: Network) -> int:
    """Return the largest total cost of the pure equilibria."""
    return max(total(network, state) for state in equilibria(network))


@shared(until=lambda net: worst(net) > least(net) and all(map(min, equilibria(net))))
def network(draws: Draws) -> Network:
    """Draw a network whose worst equilibrium is not optimal and whose equilibria all use the three routes."""
    drivers = draws.integer(12, 24)
    slopes = tuple(draws.integer(low, high) for low, high in ((5, 15), (0, 3), (0, 3), (5, 15), (1, 3)))
    fixed = tuple(draws.integer(low, high) for low, high in ((0, 9), (99, 199), (99, 199), (0, 9), (0, 19)))
    return Network(drivers, slopes, fixed)


network.mistake(
    "slope-and-fixed",
    lambda net: replace(net, slopes=net.fixed, fixed=net.slopes),
    fr="La pente et la partie fixe des coûts ont été échangées.",
    en="The slope and the fixed part of the costs are exchanged.",
)


@question(points=3, parts="ab", kind=integers(1, 0, 30000), needs=network, tags="games", difficulty=1)
def all_together(network: Network) -> tuple[int, int]:
    """Return the total cost (a) and the potential (b) with all drivers on the third route."""
    state = (0, 0, network.drivers)
    return total(network, state), potential(network, state)


all_together.text(
    fr="""
    {{ network.drivers }} conducteurs vont de s à t par les arêtes A et C (route 1), B et D (route 2) ou A, E et D
    (route 3). Sur une arête que x d’entre eux empruntent, chacun paie {{ network.costs() }}. Si tous prennent la
    route 3, combien paient-ils en tout (a) ? Combien vaut le potentiel de Rosenthal (b) ?
    """,
    en="""
    {{ network.drivers }} drivers go from s to t by the edges A and C (route 1), B and D (route 2) or A, E and D
    (route 3). On an edge that x of them take, each pays {{ network.costs() }}. All take route 3: what do they pay
    together (a)? What is Rosenthal’s potential (b)?
    """,
)
all_together.labels(
    fr=["{{ 'coût' if part == 'a' else 'potentiel' }} ="], en=["{{ 'cost' if part == 'a' else 'potential' }} ="]
)
all_together.examples("a: 6930 | right", "b: 3717 | right", "b: 3 717 | right")


@question(
    points=5, kind=integers(3, 0, 24), all_or_nothing=True, needs=network, tags="games nash-equilibria", difficulty=3
)
def equilibrium(network: Network) -> State:
    """Return the number of drivers on each route in a pure equilibrium."""
    return equilibria(network)[0]


equilibrium.accept(lambda state, network: tuple(state) in equilibria(network))
equilibrium.text(
    fr="Combien de conducteurs y a-t-il sur chaque route dans un équilibre de Nash pur ?",
    en="How many drivers are on each route in a pure Nash equilibrium?",
)
equilibrium.labels(fr=["route 1 :", "route 2 :", "route 3 :"], en=["route 1:", "route 2:", "route 3:"])
equilibrium.examples("7 ; 5 ; 6 | right right right", "7 5 7 | right right wrong")


@question(points=4, parts="ab", kind=integers(1, 0, 30000), needs=network, tags="games nash-equilibria", difficulty=3)
def extremes(network: Network) -> tuple[int, int]:
    """Return the smallest total cost (a) and the total cost of the worst equilibrium (b)."""
    return least(network), worst(network)


extremes.text(
    fr="""
    Quel est le plus petit coût total parmi toutes les répartitions des conducteurs (a) ? Quel est le plus grand coût
    total d’un équilibre pur (b) ?
    """,
    en="""
    The smallest total cost over all distributions of the drivers (a). The largest total cost of a pure equilibrium
    (b).
    """,
)
extremes.labels(fr=["coût ="], en=["cost ="])
extremes.examples("a: 3906 | right", "b: 4305 | right", "b: | blank")


@question(
    points=4,
    kind=Numbers(1, Domain(low=1, high=10)),
    needs=extremes,
    width=11,
    tags="games nash-equilibria",
    difficulty=2,
)
def price_of_anarchy(costs: tuple[int, int]) -> Fraction:
    """Return the price of anarchy as an exact fraction."""
    return Fraction(costs[1], costs[0])


price_of_anarchy.text(
    fr="""
    Donner, sous forme de fraction exacte, le prix de l’anarchie : le quotient du coût de la question {{ Q("extremes")
    }}b par
    celui de la question {{ Q("extremes") }}a.
    """,
    en="""
    The price of anarchy, as an exact fraction: the cost of question {{ Q("extremes") }}b by that of question
    {{ Q("extremes") }}a.
    """,
)
price_of_anarchy.labels(fr=["prix ="], en=["price ="])
price_of_anarchy.mistake(
    "upside-down",
    lambda costs: Fraction(costs[0], costs[1]),
    fr="Le prix de l’anarchie est le quotient du coût de l’équilibre par celui de l’optimum.",
    en="The price of anarchy divides the cost of the equilibrium by that of the optimum.",
)
price_of_anarchy.examples("205/186 | right", "4305/3906 | right", "186/205 | wrong")


@question(
    points=4,
    parts="ab",
    kind={"a": integers(1, 0, 2000), "b": integers(1, 0, 600000)},
    needs=network,
    tags="games simulation",
    difficulty=4,
)
def path(network: Network) -> tuple[int, int]:
    """From the third route, repeat the move of greatest gain: the first two gains (a) and the sum of the costs (b)."""
    state, gains, costs = (0, 0, network.drivers), list[int](), list[int]()
    while (best := max(moves(network, state)))[0] > 0:
        state = moved(state, -best[1], -best[2])
        gains.append(best[0])
        costs.append(total(network, state))
    return sum(gains[:2]), sum(costs)


path.text(
    fr="""
    Au départ, tous les conducteurs prennent la route 3. À chaque pas, un seul conducteur change de route, celui qui y
    gagne le plus ; à égalité, celui qui quitte la route de plus petit numéro, puis celui qui prend la route de plus
    petit numéro. On s’arrête quand personne ne gagne plus à changer de route. Quelle est la somme des gains des deux
    premiers pas (a) ? Quelle est la somme des coûts totaux obtenus après chaque pas (b) ?
    """,
    en="""
    All begin on route 3. At each step one driver changes routes, the one who gains most; if several do, one who
    leaves the route with the smallest number, then takes the one with the smallest number. It ends when nobody gains.
    The sum of the gains of the first two steps (a); the sum of the total costs after each step (b)?
    """,
)
path.labels(fr=["{{ 'gains' if part == 'a' else 'coûts' }} ="], en=["{{ 'gains' if part == 'a' else 'costs' }} ="])
path.examples("a: 219 | right", "b: 63100 | right")

EXAM = exam(
    __name__,
    title="Congestion",
    source={"fr": "d’après Rosenthal, 1973, et Braess, 1968", "en": "after Rosenthal, 1973, and Braess, 1968"},
)
