"""Why an item of a part that earns all or nothing earns nothing: the others that are not right."""

from collections.abc import Iterable

from answers.exam.part import Part
from answers.paper import Paper, Verdict

EARNING = (Verdict.RIGHT, Verdict.PARTLY_RIGHT, Verdict.FOLLOW_THROUGH)


def lacking(part: Part, items: Iterable[str], papers: Iterable[Paper]) -> tuple[str, ...]:
    """Return the items of a part, but for those given ("7c.1"), that are not right in one of some marked papers.

    None when the items of the part earn by themselves.
    """
    if not part.all_or_nothing:
        return ()
    given, papers = set(items), tuple(papers)
    return tuple(
        name
        for at in range(part.count)
        if (name := f"{part.id}.{at + 1}") not in given
        and any(paper.parts[part.id].items[at].verdict not in EARNING for paper in papers)
    )
