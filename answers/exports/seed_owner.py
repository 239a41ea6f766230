"""Whose seed a flag speaks of: the students of the class who have it, or the model sheet."""

from answers.assets import house_words
from answers.exports.gradebook import Gradebook, Row
from answers.flags import ANSWERS_OF_SEED, U0_MISCOPIED, Flag

NAMING = (ANSWERS_OF_SEED.slug, U0_MISCOPIED.slug)


def seed_owner(flag: Flag, gradebook: Gradebook, lang: str) -> str:
    """Return who has the seed that a flag names, in "fr" or "en": "s02, Nash Eva"; "" for nobody, or no such flag."""
    seed = named_seed(flag)
    if seed is None:
        return ""
    model = (house_words(lang)["model_sheet"],) if seed == gradebook.exam.model_seed else ()
    return " ; ".join((*model, *(row.student.told for row in gradebook.rows if row.u0 == seed)))


def named_seed(flag: Flag) -> int | None:
    """Return the other seed that a flag names, None when it names none."""
    text = flag.detail.partition("=")[0]
    return int(text) if flag.slug in NAMING and text.isdecimal() else None


def answered_in(row: Row, gradebook: Gradebook) -> tuple[str, ...]:
    """Return in whose papers the answers to the seed of a student stand, by the open flags of those papers."""
    return tuple(
        other.student.told
        for other in gradebook.rows
        if other.student != row.student
        and any(flag.slug == ANSWERS_OF_SEED.slug and named_seed(flag) == row.u0 for flag in other.open_flags)
    )
