"""L. Paternault's "verger — Calcul des probabilités au jeu du verger": the matrix, its limits, and three plots."""

from collections.abc import Mapping
from string import ascii_uppercase

from answers.exam.document import Document
from answers.exams.verger.plots import PLOTS
from answers.exams.verger.solved import PRINTED, chain
from answers.kinds.reading import Value
from solvers.verger.absorbing import absorbing_chances
from solvers.verger.exact_chance import exact_chance
from solvers.verger.orchard import DEFAULT_GAME
from solvers.verger.printed_recursion import printed_chances


def computed() -> Mapping[str, Value]:
    """Return the entries of the matrix, the limits of its ten states, and the chance to win the original game."""
    printed = chain(PRINTED)
    entries: dict[str, Value] = {
        f"M {start} → {end}": chance
        for start, row in zip(ascii_uppercase, printed.matrix, strict=False)
        for end, chance in zip(ascii_uppercase, row, strict=False)
    }
    limits: dict[str, Value] = {}
    for state, (loss, win) in zip(ascii_uppercase, absorbing_chances(printed), strict=False):
        limits |= {f"{state} ends in K": loss, f"{state} ends in L": win}
    shared = {"A ends in L, in the text": limits["A ends in L"], "original game": exact_chance(DEFAULT_GAME)}
    return entries | limits | shared | _claims(limits["A ends in L"], limits["A ends in K"])


def _claims(win: Value, loss: Value) -> dict[str, Value]:
    """What the document says of its recursion and of its states, 1 if it holds."""
    return {
        "recursion: c − 1 in every term": int(printed_chances(PRINTED)[-1] == win),
        "states: K is the victory": int(exact_chance(PRINTED) == loss),
    }


DOCUMENT = Document(computed, PLOTS)
