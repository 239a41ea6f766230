"""What became of the mutants, file by file."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

# Exit codes of a run, as mutmut keeps them. Any other is a failure, a crash or a time-out, and the mutant is killed.
SURVIVED, NEVER_RUN, NOT_TRIED = 0, (5, 33), (None, 34)


@dataclass(frozen=True)
class Fate:
    """How many mutants of a file the tests noticed, did not notice, and never ran."""

    file: str
    killed: int
    survived: int
    untested: int

    @property
    def total(self) -> int:
        """All mutants of the file."""
        return self.killed + self.survived + self.untested


@dataclass(frozen=True)
class Stratum:
    """A room, how many mutants it has in all, and what became of those that were tried."""

    size: int
    tried: Sequence[Fate]


def sampled_share(strata: Sequence[Stratum]) -> tuple[float, float]:
    """Estimate the share of all mutants that the tests notice from draws in each room, and a bound below it.

    The bound is 1.645 standard errors below (one side, 95 %) of the stratified estimate, each room's variance from the
    share (k + 1)/(n + 2), which is not 0 where every mutant drawn was killed; not guaranteed for rooms of few draws.
    Source: W. G. Cochran, Sampling Techniques, 3rd edition, 1977, sections 5.3 and 5.4.
    """
    size, share, variance = sum(each.size for each in strata), 0.0, 0.0
    for each in strata:
        tried, killed = sum(fate.total for fate in each.tried), sum(fate.killed for fate in each.tried)
        if each.size == 0:
            continue
        weight, smooth = each.size / size, (killed + 1) / (tried + 2)
        share += weight * killed / tried
        variance += weight**2 * smooth * (1 - smooth) / tried * (1 - tried / each.size)
    return share, share - 1.645 * sqrt(variance)


def names(folder: Path) -> list[str]:
    """Return the names of all mutants of the copy at `folder`, tried or not, as `mutmut show` takes them."""
    return sorted(_all_codes(folder))


def fates(folder: Path) -> list[Fate]:
    """Return the fate of the mutants of each file that mutmut mutated in the copy at `folder`."""
    metas = sorted((folder / "mutants").rglob("*.py.meta"))
    found = (_fate(meta.relative_to(folder / "mutants").as_posix().removesuffix(".meta"), meta) for meta in metas)
    return [fate for fate in found if fate.total]


def left(folder: Path, drawn: Sequence[str]) -> list[str]:
    """Return those of the mutants `drawn` that no test noticed, or that were not tried."""
    codes = _all_codes(folder)
    return [name for name in drawn if codes[name] in (SURVIVED, *NEVER_RUN, *NOT_TRIED)]


def source(name: str) -> str:
    """Return the path of the module that a mutant changes, from its name."""
    return name.rpartition(".")[0].replace(".", "/") + ".py"


def correct(folder: Path, name: str, code: int) -> None:
    """Write another exit code for a mutant of the copy at `folder`: that of a run with more tests."""
    for meta in (folder / "mutants").rglob("*.py.meta"):
        found = json.loads(meta.read_text(encoding="utf-8"))
        if name in found["exit_code_by_key"]:
            found["exit_code_by_key"][name] = code
            meta.write_text(json.dumps(found), encoding="utf-8")


def as_markdown(found: Sequence[Fate]) -> str:
    """Return the table, the file with most mutants alive first, with the sum at the end."""
    order = sorted(found, key=lambda fate: (-fate.survived - fate.untested, fate.file))
    rows = [_row(f"`{fate.file}`", [fate]) for fate in order]
    head = ["| file | mutants | killed | survived | never run | killed |", "|---|---:|---:|---:|---:|---:|"]
    return "\n".join([*head, *rows, _row("all", found)]) + "\n"


def _row(name: str, found: Sequence[Fate]) -> str:
    killed, survived, untested = (
        sum(getattr(fate, field) for fate in found) for field in ("killed", "survived", "untested")
    )
    total = killed + survived + untested
    share = f"{100 * killed // total} %" if total else "–"
    return f"| {name} | {total} | {killed} | {survived} | {untested} | {share} |"


def _fate(file: str, meta: Path) -> Fate:
    codes = [code for code in _codes(meta).values() if code not in NOT_TRIED]
    survived, untested = codes.count(SURVIVED), sum(map(codes.count, NEVER_RUN))
    return Fate(file, len(codes) - survived - untested, survived, untested)


def _all_codes(folder: Path) -> dict[str, int | None]:
    metas = (folder / "mutants").rglob("*.py.meta")
    return {name: code for meta in metas for name, code in _codes(meta).items()}


def _codes(meta: Path) -> dict[str, int | None]:
    codes: dict[str, int | None] = json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"]
    return codes
