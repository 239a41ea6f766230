"""The answers of docs/examples/hachage.py by walking over cells and lists, one step after the other."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction


def walk(table: Mapping[int, int], start: int, key: int) -> list[int]:
    """Cells from a start to the key, or to a cell without a key."""
    cells = []
    for step in range(11):
        cell = (start + step) % 11
        cells.append(cell)
        if table.get(cell) in (key, None):
            break
    return cells


def one_table(a: int, b: int, keys: Sequence[int], absent: int, deleted: int) -> dict[str, object]:
    """Answers to questions 1 to 4, as they are printed in a key; to 2a, the lengths that a list may have."""
    start = {key: (a * key + b) % 11 for key in (*keys, absent)}
    lists: dict[int, list[int]] = {}
    table: dict[int, int] = {}
    for key in keys:
        lists.setdefault(start[key], []).insert(0, key)
        table[walk(table, start[key], key)[-1]] = key
    cell_of = {key: cell for cell, key in table.items()}
    probes = walk(table, start[absent], absent)
    without = {cell: key for cell, key in table.items() if key != deleted}
    lost = {key for key in without.values() if without.get(walk(without, start[key], key)[-1]) != key}
    free = [cell for cell in probes if cell not in without]
    examined = [keys_there.index(key) + 1 for keys_there in lists.values() for key in keys_there]
    return {
        "1": tuple(start[key] for key in keys),
        "2a": {tuple(some) for some in lists.values() if len(some) == max(map(len, lists.values()))},
        "2b": Fraction(sum(examined), len(examined)),
        "2c": set(range(11)) - set(lists),
        "3": tuple(cell_of[key] for key in keys),
        "4a": len(probes),
        "4b": lost,
        "4c": free[0],
    }


def bits_of(a: int, b: int, c: int, element: int) -> Iterator[int]:
    """The two bits of an element."""
    yield (a * element + b) % 16
    yield element // c % 16


def bloom(a: int, b: int, c: int, elements: Sequence[int], queries: Sequence[int]) -> tuple[set[int], set[str]]:
    """Answers to question 5."""
    bits = [0] * 16
    for element in elements:
        for bit in bits_of(a, b, c, element):
            bits[bit] = 1
    false = {
        letter
        for letter, query in zip("ABCD", queries, strict=True)
        if query not in elements and all(bits[bit] for bit in bits_of(a, b, c, query))
    }
    return {bit for bit in range(16) if bits[bit]}, false


def still_zero(bits: int, functions: int, elements: int) -> Fraction:
    """The probability that a bit is 0, after one function of one element after the other."""
    probability = Fraction(1)
    for _ in range(elements):
        for _ in range(functions):
            probability -= probability / bits
    return probability


def cuckoo(t: Sequence[int], u: Sequence[int], key: int) -> tuple[list[int], list[int]]:
    """Answers to question 7: a nest is a pair of the table and the cell."""
    nests = {("T", cell): there for cell, there in enumerate(t)} | {("U", cell): there for cell, there in enumerate(u)}
    ejected, table = [], "T"
    while True:
        nest = (table, key % 5 if table == "T" else key // 5 % 5)
        before = nests[nest]
        nests[nest] = key
        if before == 0:
            return ejected, [nests[table, cell] for table in "TU" for cell in range(5)]
        ejected.append(before)
        key, table = before, "U" if table == "T" else "T"
