"""The world that a key is made in: a student's own, or one where a mistake holds or an answer is another."""

from dataclasses import dataclass

from answers.kinds.reading import Values


@dataclass(frozen=True, slots=True)
class World:
    """What a key is made under: the exam with one thing changed. Nothing is, in a student's true world, but the seed.

    `mistakes` are slugs of the known mistakes that hold in it, sorted. `replaced` are answers to put in the place of
    the computed ones when a later part asks for them, by part id: a student's own, to follow an early mistake through;
    draws never depend on them.
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
