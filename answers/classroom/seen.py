"""A paper whose flags the teacher has looked at: those need nobody any more; what has changed since is told."""

from collections.abc import Mapping
from dataclasses import replace

from answers.classroom.decisions import TOLD, Decision, Kind, flag_name
from answers.flags import DECISION_OUTDATED, Flag, flag_named
from answers.paper import Paper


def with_seen(paper: Paper, decisions: Mapping[str, Decision]) -> Paper:
    """Return the paper with the flags that the teacher has seen as settled, and told to the student if so decided.

    A decision holds for the flag as it was. Where the paper has a flag of that kind with another detail, another seed
    for instance, nobody has seen that one: it is open, and the paper is flagged "decision-outdated:answers-of-seed-17".

    Parameters
    ----------
    decisions
        About the paper, by item or flag; those about items change nothing here.
    """
    seen = {name: one for name, one in decisions.items() if one.kind is Kind.SEEN}
    if not seen:
        return paper
    present = {flag_name(flag) for flag in paper.flags}
    open_slugs = {flag.slug for flag in paper.flags if flag.needs_teacher and flag_name(flag) not in seen}
    outdated = (DECISION_OUTDATED(name) for name in seen if name not in present and _slug(name) in open_slugs)
    flags = tuple(_settled(flag, seen.get(flag_name(flag))) for flag in (*paper.flags, *outdated))
    return replace(paper, flags=flags)


def _slug(name: str) -> str:
    flag = flag_named(name)
    return flag.slug if flag else ""


def _settled(flag: Flag, decision: Decision | None) -> Flag:
    return flag if decision is None else flag.seen(told=decision.value == TOLD, reason=decision.reason)
