"""Find the students whose names are in logins and e-mail addresses."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from answers.people.names import name_words, unaccented

WHOLE = 2
"""The strength of a login that has the family name with a first name or an initial; 1 is the family name alone."""


_Student = TypeVar("_Student", bound=Hashable)


@dataclass(frozen=True)
class LoginNames(Generic[_Student]):
    """The names of persons, as logins and e-mail addresses contain them.

    Of a name without a comma, "Last, First", any word may be the family name.
    """

    names: Mapping[_Student, str]

    def named_in(self, texts: Iterable[str]) -> dict[_Student, int]:
        """Return the persons whose names are in some addresses or logins, with a strength: WHOLE or 1."""
        families, wholes = self._forms
        named: dict[_Student, int] = {}
        for text in texts:
            tokens = re.findall(r"[^\W\d_]+", unaccented(text.casefold()))
            for token in tokens:
                for s, firsts in families.get(token, {}).items():
                    named[s] = max(named.get(s, 0), WHOLE if firsts & {*tokens} - {token} else 1)
                named |= dict.fromkeys(wholes.get(token, ()), WHOLE)
        return named

    @cached_property
    def _forms(self) -> tuple[Mapping[str, Mapping[_Student, Set[str]]], Mapping[str, Set[_Student]]]:
        """The family names, with the first names and initials of each bearer; and the persons by both names joined."""
        families: defaultdict[str, dict[_Student, Set[str]]] = defaultdict(dict)
        wholes: defaultdict[str, set[_Student]] = defaultdict(set)
        for s, name in self.names.items():
            last, comma, first = name.partition(",")
            for family in (word for word in name_words(last) if len(word) > 1):
                words = name_words(first) if comma else name_words(last) - {family}
                families[family][s] = firsts = words | {word[0] for word in words}
                for beside in firsts:
                    wholes[beside + family].add(s)
                    wholes[family + beside].add(s)
        return families, wholes
