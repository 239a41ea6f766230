"""A world: the exam with one thing changed, in which another answer than the expected one may be right."""

from dataclasses import dataclass

from answers.kinds.reading import Values


@dataclass(frozen=True, slots=True)
class World:
    """What a key is made under. The true world of a student is that of their seed, with nothing changed.

    Attributes
    ----------
    u0
        The seed: the student's own, or another one (the model's, a neighbour's, one miscopied).
    mistakes
        Slugs of the known mistakes that hold in it, of one question or of the whole exam, sorted.
    replaced
        Answers to put in the place of the computed ones when a later part asks for them, by part id: the student's
        own, to follow an early mistake through. Draws never depend on them.
    """

    u0: int
    mistakes: tuple[str, ...] = ()
    replaced: tuple[tuple[str, Values], ...] = ()

    @property
    def is_true(self) -> bool:
        """Whether nothing is changed but, perhaps, the seed."""
        return not self.mistakes and not self.replaced

    def answers_instead(self, part_id: str) -> Values | None:
        """Return the answers that replace those of a part, or None."""
        return dict(self.replaced).get(part_id)
