"""Hash tables: chaining, linear probing, deletion, a Bloom filter and cuckoo hashing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from answers.author import (
    Domain,
    Draws,
    Formula,
    Numbers,
    Tolerance,
    choices,
    draw_table,
    exam,
    integers,
    matrix,
    question,
    sequence,
    set_of,
    shared,
)

SIZE = 11  # cells of the table of questions 1 to 4
BITS = 16  # bits of the Bloom filter
NEST = 5  # cells of each of the two tables of cuckoo hashing
EMPTY = 0

# One table: questions 1 to 4.


@dataclass(frozen=True)
class Hashing:
    """The function h(k) = (a k + b) mod 11, seven keys to insert, one that is absent, and one to delete."""

    a: int
    b: int
    keys: tuple[int, ...]
    absent: int = 0
    deleted: int = 0

    def h(self, key: int) -> int:
        """Return the hash value of a key."""
        return (self.a * key + self.b) % SIZE

    def lists(self) -> list[list[int]]:
        """Return the list of each cell, the first key inserted at its tail."""
        return [[key for key in reversed(self.keys) if self.h(key) == cell] for cell in range(SIZE)]

    def probes(self, table: Sequence[int], key: int) -> list[int]:
        """Return the cells that are examined to look up a key: up to the key or to an empty cell."""
        cells = [self.h(key)]
        while table[cells[-1]] not in (key, EMPTY):
            cells.append((cells[-1] + 1) % SIZE)
        return cells

    def places(self, order: Sequence[int]) -> list[int]:
        """Return the cell of each of the seven keys, after they were inserted in an order."""
        table = [EMPTY] * SIZE
        for key in order:
            table[self.probes(table, key)[-1]] = key
        return [table.index(key) for key in self.keys]

    def table(self, cells: Sequence[int]) -> list[int]:
        """Return the table with each key in its cell; a ValueError if two keys share one."""
        if len(set(cells)) < len(cells):
            raise ValueError(cells)
        keys = dict(zip(cells, self.keys, strict=True))
        return [keys.get(cell, EMPTY) for cell in range(SIZE)]

    def lost(self, table: Sequence[int], deleted: int) -> list[int]:
        """Return the keys that are not found any more once the cell of a key is emptied."""
        emptied = [EMPTY if key == deleted else key for key in table]
        return [key for key in emptied if key != EMPTY and emptied[self.probes(emptied, key)[-1]] != key]


def has_collisions(hashing: Hashing) -> bool:
    """Tell whether three keys are displaced, and some deletion loses a key."""
    cells = hashing.places(hashing.keys)
    displaced = sum(cell != hashing.h(key) for key, cell in zip(hashing.keys, cells, strict=True))
    return displaced >= 3 and any(hashing.lost(hashing.table(cells), key) for key in hashing.keys)


@shared
def hashing(draws: Draws) -> Hashing:
    """Draw the function and the keys, then an absent key with three probes, and a key whose deletion loses another."""
    drawn = draws.until(
        lambda again: Hashing(again.integer(2, 6), again.integer(1, 10), again.shuffled(range(10, 100))[:7]),
        has_collisions,
    )
    table = drawn.table(drawn.places(drawn.keys))
    absent = [key for key in range(10, 100) if key not in table and len(drawn.probes(table, key)) >= 3]
    losing = [key for key in drawn.keys if drawn.lost(table, key)]
    return replace(drawn, absent=draws.choice(absent), deleted=draws.choice(losing))


hashing.mistake(
    "without-b",
    lambda hashing: replace(hashing, b=0),
    fr="Les valeurs de hachage sont celles de a·k mod 11 : le terme b a été oublié.",
    en="The hash values are those of a·k mod 11: the term b was forgotten.",
)


@question(points=2, kind=integers(7, 0, SIZE - 1), needs=hashing, tags="hashing", difficulty=1)
def hash_values(hashing: Hashing) -> list[int]:
    """Return the hash values of the seven keys."""
    return [hashing.h(key) for key in hashing.keys]


hash_values.text(
    fr=r"""
    Les questions {{ Q("hash_values") }} à {{ Q("deletion") }} portent sur une table de 11 cases, numérotées de 0 à 10,
    et sur la fonction $h(k) = ({{ hashing.a }} k + {{ hashing.b }}) \bmod 11$. Les clés sont, dans l’ordre d’insertion,
    {{ hashing.keys | join(", ") }}. Donner leurs valeurs de hachage.
    """,
    en=r"""
    Questions {{ Q("hash_values") }} to {{ Q("deletion") }} are about a table of 11 cells, numbered from 0 to 10, and
    the function $h(k) = ({{ hashing.a }} k + {{ hashing.b }}) \bmod 11$. The keys are, in the order of insertion,
    {{ hashing.keys | join(", ") }}. Give their hash values.
    """,
)
hash_values.labels(*(f"$h({{{{ hashing.keys[{i}] }}}}) =$" for i in range(7)))


@question(
    points=3,
    parts="abc",
    kind={
        "a": sequence(low=10, high=99, longest=5),
        "b": Numbers(1, Domain(low=1, high=7)),
        "c": set_of(low=0, high=10),
    },
    tolerance=Tolerance(absolute="0.01"),
    needs=hashing,
    tags="hashing chaining",
    difficulty=2,
)
def chaining(hashing: Hashing) -> tuple[list[int], Fraction, list[int]]:
    """Return a longest list, the mean cost of a successful search, and the empty cells."""
    lists = hashing.lists()
    cost = Fraction(sum(len(keys) * (len(keys) + 1) // 2 for keys in lists), len(hashing.keys))
    return max(lists, key=len), cost, [cell for cell, keys in enumerate(lists) if not keys]


chaining.text(
    fr="""
    On résout les collisions par chaînage, en insérant chaque clé **en tête** de sa liste. (a) Écrire, de la tête à la
    queue, une liste de longueur maximale. (b) Combien de clés examine-t-on en moyenne pour retrouver une des sept clés,
    toutes équiprobables ? (c) Quelles cases restent vides ?
    """,
    en="""
    Collisions are resolved by chaining; each key is inserted **at the head** of its list. (a) Write a list of greatest
    length, from head to tail. (b) How many keys are examined on average to find one of the seven keys, all equally
    likely? (c) Which cells remain empty?
    """,
)
chaining.labels(fr=["liste :"], en=["list:"], parts="a")
chaining.labels(fr=["moyenne ="], en=["mean ="], parts="b")
chaining.labels(fr=["vides :"], en=["empty:"], parts="c")
chaining.accept(
    lambda keys, hashing: list(keys) in hashing.lists() and len(keys) == len(chaining(hashing)[0]), parts="a"
)
chaining.mistake(
    "at-the-tail",
    lambda hashing: (chaining(hashing)[0][::-1], *chaining(hashing)[1:]),
    fr="Chaque clé est insérée en tête de sa liste, et non en queue : la dernière arrivée est la première.",
    en="Each key is inserted at the head of its list, not at its tail: the last key comes first.",
)
chaining.mistake(
    "random-keys",
    lambda hashing: (chaining(hashing)[0], 1 + Fraction(7, 2 * SIZE), chaining(hashing)[2]),
    fr=(
        "1 + α/2 est la moyenne pour des clés aléatoires ; il faut ici calculer la moyenne sur les listes de cette "
        "table."
    ),
    en="1 + α/2 is the mean for random keys; count on the lists of this table.",
)
chaining.hint(
    fr=r"Une liste de longueur $\ell$ coûte $1 + 2 + \dots + \ell$ ; on divise la somme de ces coûts par 7.",
    en=r"A list of length $\ell$ costs $1 + 2 + \dots + \ell$; divide the sum of these costs by 7.",
)


@question(points=3, kind=integers(7, 0, SIZE - 1), needs=hashing, tags="hashing linear-probing", difficulty=2)
def linear_probing(hashing: Hashing) -> Sequence[int]:
    """Return the cells of the keys."""
    return hashing.places(hashing.keys)


linear_probing.text(
    fr="""
    On insère maintenant les sept clés dans la table vide par **sondage linéaire** : on essaie les cases $h(k)$,
    $h(k)+1$, $h(k)+2$, …
    modulo 11. Dans quelle case $c(k)$ chaque clé est-elle rangée ?
    """,
    en="""
    The seven keys are now inserted into the empty table by **linear probing**: cells $h(k)$, $h(k)+1$, $h(k)+2$, …
    modulo 11. In which cell $c(k)$ is each key stored?
    """,
)
linear_probing.labels(*(f"$c({{{{ hashing.keys[{i}] }}}}) =$" for i in range(7)))
linear_probing.mistake(
    "increasing-order",
    lambda hashing: hashing.places(sorted(hashing.keys)),
    fr="Les clés ont été insérées par ordre croissant, et non dans l’ordre donné.",
    en="The keys were inserted in increasing order, not in the order given.",
)
linear_probing.hint(
    fr="Une clé va dans la première case libre à partir de $h(k)$ ; après la case 10 vient la case 0.",
    en="A key goes to the first free cell from $h(k)$ on; cell 0 comes after cell 10.",
)


@question(
    points=3,
    parts="abc",
    kind={"a": integers(1, 1, SIZE), "b": set_of(low=10, high=99, longest=5), "c": integers(1, 0, SIZE - 1)},
    needs=(hashing, linear_probing),
    tags="hashing linear-probing deletion",
    difficulty=3,
)
def deletion(hashing: Hashing, cells: Sequence[int]) -> tuple[int, list[int], int]:
    """Return the probes for the absent key, the keys that are lost, and the cell that gets the absent key."""
    table = hashing.table(cells)
    probes, mark = hashing.probes(table, hashing.absent), table.index(hashing.deleted)
    return len(probes), hashing.lost(table, hashing.deleted), mark if mark in probes else probes[-1]


deletion.text(
    fr="""
    Dans la table de la question {{ Q("linear_probing") }}, (a) combien de cases examine-t-on, la case vide comprise,
    pour constater que
    {{ hashing.absent }} est absente ? (b) On supprime {{ hashing.deleted }} en **vidant**
    simplement sa case. Quelles clés, encore présentes, ne retrouve-t-on plus ? (c) On remet {{ hashing.deleted }}, puis
    on la supprime en mettant à sa place une **marque** « supprimée », que la prochaine insertion peut réutiliser. Dans
    quelle case insère-t-on alors {{ hashing.absent }} ?
    """,
    en="""
    In the table of question {{ Q("linear_probing") }}, (a) how many cells are examined to find that
    {{ hashing.absent }} is absent, the empty cell included? (b) {{ hashing.deleted }} is deleted by simply **emptying**
    its cell. Which of the remaining keys are not found any more? (c) {{ hashing.deleted }} is put back, then deleted by
    leaving a **mark** “deleted” in its place, which the next insertion may use again. Into which cell is
    {{ hashing.absent }} then inserted?
    """,
)
deletion.labels(fr=["cases :"], en=["cells:"], parts="a")
deletion.labels(fr=["clés :"], en=["keys:"], parts="b")
deletion.labels(fr=["case :"], en=["cell:"], parts="c")


def block_after(hashing: Hashing, cells: Sequence[int]) -> tuple[int, list[int], int]:
    """Answer that all keys between the deleted one and the next empty cell are lost."""
    probes, _, place = deletion(hashing, cells)
    table = hashing.table(cells)
    start = table.index(hashing.deleted) + 1
    keys = [table[cell % SIZE] for cell in range(start, start + SIZE)]
    return probes, keys[: keys.index(EMPTY)], place


deletion.mistake(
    "whole-block",
    block_after,
    fr="Une clé placée après la case vidée n’est perdue que si son sondage passe par cette case.",
    en="A key after the emptied cell is lost only if its probes pass through this cell.",
)
deletion.hint(
    fr="On part de la case {{ hashing.h(hashing.absent) }} et l’on s’arrête à la première case vide, qui compte aussi.",
    en="Start at cell {{ hashing.h(hashing.absent) }} and stop at the first empty cell, which counts.",
)

# A Bloom filter: questions 5 and 6.


@dataclass(frozen=True)
class Bloom:
    """Coefficients of the two functions, four elements and four queries; the bits and functions of another filter."""

    a: int
    b: int
    c: int
    elements: tuple[int, ...]
    queries: tuple[int, ...]
    bits: int
    functions: int

    def places(self, element: int) -> set[int]:
        """Return the bits of an element."""
        return {(self.a * element + self.b) % BITS, element // self.c % BITS}

    def ones(self) -> set[int]:
        """Return the bits that are 1."""
        return {bit for element in self.elements for bit in self.places(element)}

    def finds(self, element: int) -> bool:
        """Tell whether the filter answers that it may contain an element."""
        return self.places(element) <= self.ones()


@shared
def bloom(draws: Draws) -> Bloom:
    """Draw the filter, then queries: an element, one or two false positives, and others with one bit that is 1."""
    functions = draws.choice((3, 5, 7)), draws.integer(1, 9), draws.integer(3, 6)
    elements = draws.shuffled(range(10, 100))[:4]
    drawn = Bloom(*functions, elements, (), draws.choice((32, 50, 64, 100)), draws.integer(3, 6))
    others = [query for query in range(10, 100) if query not in elements]
    false = draws.shuffled([query for query in others if drawn.finds(query)])
    absent = draws.shuffled([query for query in others if len(drawn.places(query) & drawn.ones()) == 1])
    count = draws.integer(1, 2)
    return replace(drawn, queries=draws.shuffled((draws.choice(elements), *false[:count], *absent[: 3 - count])))


@question(
    points=3,
    parts="ab",
    kind={"a": set_of(low=0, high=BITS - 1, longest=8), "b": choices("A", "B", "C", "D", boxes=True)},
    needs=bloom,
    tags="hashing bloom-filter",
    difficulty=2,
)
def bloom_filter(bloom: Bloom) -> tuple[list[int], list[str]]:
    """Return the bits that are 1, and the false positives."""
    named = zip("ABCD", bloom.queries, strict=True)
    return sorted(bloom.ones()), [name for name, query in named if bloom.finds(query) and query not in bloom.elements]


bloom_filter.text(
    fr=r"""
    Un filtre de Bloom a 16 bits, numérotés de 0 à 15, et deux fonctions :
    $f(x) = ({{ bloom.a }} x + {{ bloom.b }}) \bmod 16$ et $g(x) = \lfloor x / {{ bloom.c }} \rfloor \bmod 16$. On y
    insère {{ bloom.elements | join(", ") }}. (a) Quels bits valent 1 ? (b) On cherche A = {{ bloom.queries[0] }},
    B = {{ bloom.queries[1] }}, C = {{ bloom.queries[2] }}, D = {{ bloom.queries[3] }}. Lesquels sont des **faux
    positifs** ?
    """,
    en=r"""
    A Bloom filter has 16 bits, numbered from 0 to 15, and two functions:
    $f(x) = ({{ bloom.a }} x + {{ bloom.b }}) \bmod 16$ and $g(x) = \lfloor x / {{ bloom.c }} \rfloor \bmod 16$. Insert
    {{ bloom.elements | join(", ") }}. (a) Which bits are 1? (b) Look up A = {{ bloom.queries[0] }},
    B = {{ bloom.queries[1] }}, C = {{ bloom.queries[2] }}, D = {{ bloom.queries[3] }}. Which ones are **false
    positives**?
    """,
)
bloom_filter.labels(fr=["bits à 1 :"], en=["bits at 1:"], parts="a")
bloom_filter.labels(fr=["requêtes :"], en=["queries:"], parts="b")
bloom_filter.hint(
    fr="$f({{ bloom.elements[0] }}) = {{ (bloom.a * bloom.elements[0] + bloom.b) % 16 }}$ et "
    "$g({{ bloom.elements[0] }}) = {{ bloom.elements[0] // bloom.c % 16 }}$. Un élément inséré est un vrai positif.",
    en="$f({{ bloom.elements[0] }}) = {{ (bloom.a * bloom.elements[0] + bloom.b) % 16 }}$ and "
    "$g({{ bloom.elements[0] }}) = {{ bloom.elements[0] // bloom.c % 16 }}$. An inserted element is a true positive.",
)


@question(points=2, kind=Formula("n"), needs=bloom, tags="hashing bloom-filter probability", difficulty=3)
def zero_bit(bloom: Bloom) -> str:
    """Return the probability that a bit is still 0."""
    return f"(1 - 1/{bloom.bits})^({bloom.functions}n)"


zero_bit.text(
    fr="""
    Dans un autre filtre, de {{ bloom.bits }} bits et à {{ bloom.functions }} fonctions indépendantes et uniformes, on
    insère $n$ éléments distincts. Quelle est, en fonction de $n$, la probabilité $p$ qu’un bit donné soit encore à 0 ?
    """,
    en="""
    Into another filter, with {{ bloom.bits }} bits and {{ bloom.functions }} independent uniform functions, $n$
    distinct elements are inserted. What is, as a function of $n$, the probability $p$ that a given bit is still 0?
    """,
)
zero_bit.labels("$p =$")
zero_bit.mistake(
    "one-function",
    lambda bloom: f"(1 - 1/{bloom.bits})^n",
    fr="Chaque élément met à 1 un bit par fonction.",
    en="Each element sets one bit for each function.",
)
zero_bit.hint(
    fr=r"Les ${{ bloom.functions }} n$ valeurs des fonctions doivent toutes éviter ce bit : la probabilité est "
    r"$(1 - 1/{{ bloom.bits }})^{ {{- bloom.functions }} n}$.",
    en=r"All ${{ bloom.functions }} n$ values of the functions avoid this bit: the probability is "
    r"$(1 - 1/{{ bloom.bits }})^{ {{- bloom.functions }} n}$.",
)

# Cuckoo hashing: question 7.


@dataclass(frozen=True)
class Cuckoo:
    """The tables T and U with five keys, and a key to insert."""

    t: tuple[int, ...]
    u: tuple[int, ...]
    key: int = 0

    def inserted(self, key: int, side: int = 0) -> tuple[list[int], list[int]]:
        """Return the keys that are ejected, ten in a cycle, and both tables after the insertion into T or U first."""
        tables = [*self.t], [*self.u]
        ejected: list[int] = []
        while key != EMPTY and len(ejected) < 10:
            cell = (key // NEST if side else key) % NEST
            key, tables[side][cell] = tables[side][cell], key
            ejected += [key] if key != EMPTY else []
            side = 1 - side
        return ejected, [*tables[0], *tables[1]]

    def candidates(self) -> list[int]:
        """Return the keys that eject two to four others, and are not ejected themselves."""
        chains = {key: self.inserted(key)[0] for key in range(10, 100) if key not in (*self.t, *self.u)}
        return [key for key, chain in chains.items() if 2 <= len(chain) <= 4 and key not in chain]


@shared
def cuckoo(draws: Draws) -> Cuckoo:
    """Draw the keys of the tables, then another one."""

    def filled(again: Draws) -> Cuckoo:
        drawn = Cuckoo((EMPTY,) * NEST, (EMPTY,) * NEST)
        for key in again.shuffled(range(10, 100))[:6]:
            ejected, cells = drawn.inserted(key)
            if len(ejected) == 10:
                return Cuckoo((), ())
            drawn = Cuckoo(tuple(cells[:NEST]), tuple(cells[NEST:]))
        return drawn

    drawn = draws.until(filled, lambda drawn: bool(drawn.t and drawn.candidates()))
    return replace(drawn, key=draws.choice(drawn.candidates()))


cuckoo.drawing(lambda cuckoo: draw_table([("T", *cuckoo.t), ("U", *cuckoo.u)], header=("", *range(NEST))))


@question(
    points=4,
    parts="ab",
    kind={"a": sequence(low=10, high=99, longest=5), "b": matrix(2, NEST, 0, 99)},
    needs=cuckoo,
    tags="hashing cuckoo",
    difficulty=3,
)
def cuckoo_hashing(cuckoo: Cuckoo) -> tuple[list[int], list[int]]:
    """Return the ejected keys, and both tables after the insertion."""
    return cuckoo.inserted(cuckoo.key)


cuckoo_hashing.text(
    fr=r"""
    En hachage coucou, les tables $T$ et $U$ ci-dessous ont cinq cases (0 désigne une case vide) ; une clé $k$ est
    rangée dans $T$, à la case $k \bmod 5$, ou dans $U$, à la case $\lfloor k/5 \rfloor \bmod 5$. On insère
    {{ cuckoo.key }}, d’abord dans $T$ ; une clé délogée va dans l’autre table. (a) Quelles clés sont délogées, dans
    l’ordre ? (b) Donner les deux tables obtenues.
    """,
    en=r"""
    Cuckoo hashing: the tables $T$ and $U$ below have five cells (0: empty cell); a key $k$ is in $T$, in cell
    $k \bmod 5$, or in $U$, in cell $\lfloor k/5 \rfloor \bmod 5$. Insert {{ cuckoo.key }}, into $T$ first; an ejected
    key goes to the other table. (a) Which keys are ejected, in this order? (b) Give the two tables that result.
    """,
)
cuckoo_hashing.labels(fr=["délogées :"], en=["ejected:"], parts="a")
cuckoo_hashing.labels(*(f"${table}[{cell}]$" for table in "TU" for cell in range(NEST)), parts="b")
cuckoo_hashing.mistake(
    "into-u-first",
    lambda cuckoo: cuckoo.inserted(cuckoo.key, side=1),
    fr="La nouvelle clé va d’abord dans T, même si sa place dans U est libre.",
    en="The new key goes into T first, even if its cell in U is free.",
)
cuckoo_hashing.hint(
    fr="{{ cuckoo.key }} prend la case {{ cuckoo.key % 5 }} de T et en déloge {{ answer[0][0] }}.",
    en="{{ cuckoo.key }} takes cell {{ cuckoo.key % 5 }} of T and ejects {{ answer[0][0] }}.",
)

# Examples are for u₀ = 17.
hash_values.examples("8 2 2 10 7 8 9 | " + "right " * 7, "8 ; 2 ; 2 ; 10 ; 7 ; 8 ; ? | " + "right " * 6 + "blank")
chaining.examples(
    "a: 39 → 94 | right", "a: 42, 97 | right", "a: 94 -> 39 | wrong", "b: 1,29 | right", "c: 6 5 4 3 1 0 | right"
)
linear_probing.examples("8 2 3 10 7 9 0 | " + "right " * 7, "8 2 3 10 7 9 4 | " + "right " * 6 + "wrong")
deletion.examples("a: 3 | right", "b: {81} | right", "b: aucune | wrong", "c: 4 | right", "c: T[4] | unreadable")
bloom_filter.examples("a: {1, 4, 6, 7, 13, 15} | right", "b: (a) | right", "b: AC | wrong")
zero_bit.examples("0,99^(4n) | right", "(99/100)^(4n) | right", "(1-1/100)^n | wrong", "1 - n/25 | wrong")
cuckoo_hashing.examples("a: 19 puis 16 puis 61 | right", "b: 45 16 0 68 84 ; 54 0 61 19 0 | " + "right " * 10)

EXAM = exam(
    __name__,
    title={"fr": "Tables de hachage", "en": "Hash tables"},
    source={"fr": "Algorithmique, licence 3", "en": "Algorithms, third year"},
)
