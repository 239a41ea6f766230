"""The key: exam + u₀ → every exact answer, with its evidence and a fingerprint of the code that found it."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from answers.exam.exam import Exam, checked_seed
from answers.kinds.kind import Kind, Value

SCHEMA = "corrige/key/1"
DEGENERATE = "degenerate-seed"


@dataclass(frozen=True, slots=True)
class Key:
    """Exact answers for one u₀, by part id; `evidence` has one JSON-like mapping an item, for the examiner.

    `oral` answers the oral questions by slug, None standing for "none". `flags` says "degenerate-seed" when
    u₀ = 0, for which the whole sequence is 0 and every draw with it.
    """

    exam: str
    u0: int
    params: Mapping[str, Any]
    answers: Mapping[str, tuple[Value, ...]]
    evidence: Mapping[str, tuple[Mapping[str, Any], ...]]
    oral: Mapping[str, tuple[Value | None, ...]]
    flags: tuple[str, ...]
    fingerprint: str

    def to_json(self, exam: Exam[Any], lang: str = "fr") -> dict[str, Any]:
        """Return the promised JSON document, its texts in `lang`."""
        kinds = {part.id: part.kind for part in exam.parts}
        return {
            "schema": SCHEMA,
            "exam": self.exam,
            "u0": self.u0,
            "params": dict(self.params),
            "fingerprint": self.fingerprint,
            "flags": list(self.flags),
            "answers": {
                part_id: [_answer_json(value, kinds[part_id], lang) for value in values]
                for part_id, values in self.answers.items()
            },
            "evidence": {part_id: [dict(item) for item in items] for part_id, items in self.evidence.items()},
            "oral": {slug: [_oral_json(value) for value in values] for slug, values in self.oral.items()},
        }


def make_key(exam: Exam[Any], u0: int, *, parts: Collection[str] | None = None, fingerprint: str = "") -> Key:
    """Compute the key of `exam` for the seed `u0`, or only the given parts of it (then without oral answers).

    Raises
    ------
    CorrigeError
        If `u0` is outside 0 … 64006 or a part is unknown.
    """
    params = exam.draw(checked_seed(u0))
    wanted = None if parts is None else {exam.part(part_id).id for part_id in parts}
    solved = {
        part.id: question.solve(params, part) for question, part in exam.pairs() if wanted is None or part.id in wanted
    }
    answers = {part_id: solution.values for part_id, solution in solved.items()}
    return Key(
        exam=exam.name,
        u0=u0,
        params=asdict(params),
        answers=answers,
        evidence={part_id: solution.evidence for part_id, solution in solved.items() if solution.evidence},
        oral={} if wanted is not None else {oral.slug: oral.solve(params, answers) for oral in exam.oral},
        flags=(DEGENERATE,) if u0 == 0 else (),
        fingerprint=fingerprint,
    )


def key_from_json(document: Mapping[str, Any]) -> Key:
    """Return the key that `Key.to_json` wrote; values come back exact.

    Raises
    ------
    KeyError, ValueError, TypeError
        If the document is not one that `to_json` wrote.
    """
    if document["schema"] != SCHEMA:
        raise ValueError(f"expected schema {SCHEMA}, got {document['schema']}")
    return Key(
        exam=document["exam"],
        u0=document["u0"],
        params=document["params"],
        answers={part_id: tuple(map(_value, items)) for part_id, items in document["answers"].items()},
        evidence={part_id: tuple(items) for part_id, items in document["evidence"].items()},
        oral={
            slug: tuple(None if item is None else _value(item) for item in items)
            for slug, items in document["oral"].items()
        },
        flags=tuple(document["flags"]),
        fingerprint=document["fingerprint"],
    )


def _answer_json(value: Value, kind: Kind, lang: str) -> dict[str, Any]:
    return {**_value_json(value), "text": kind.format(value, lang)}


def _value_json(value: Value) -> dict[str, Any]:
    return {"value": _plain(value), "exact": _exact(value)}


def _oral_json(value: Value | None) -> dict[str, Any] | None:
    return None if value is None else _value_json(value)


def _plain(value: Value) -> Any:
    """JSON numbers: integers stay integers, fractions become floats, structures nested lists."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return float(value) if isinstance(value, Fraction) else value


def _exact(value: Value) -> Any:
    if isinstance(value, tuple):
        return [_exact(item) for item in value]
    return None if isinstance(value, float) else str(value)


def _value(item: Mapping[str, Any]) -> Value:
    return _restore(item["value"], item["exact"])


def _restore(plain: Any, exact: Any) -> Value:
    if isinstance(plain, list):
        return tuple(_restore(*pair) for pair in zip(plain, exact, strict=True))
    if exact is None:
        return float(plain)
    return Fraction(exact) if "/" in exact or isinstance(plain, float) else int(exact)
