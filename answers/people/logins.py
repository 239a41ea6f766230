"""Find the students whose names are in logins and e-mail addresses."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from answers.people.names import name_words, unaccented

WHOLE = 2
"""The strength of a login that has the family name with a first name or an initial; 1 is the family name alone."""


_Student = TypeVar("_Student", bound=Hashable)


@dataclass(frozen=True)
class LoginNames(Generic[_Student]):
    """The names of the students of a class, "Last, First", as logins and e-mail addresses contain them."""

    names: Mapping[_Student, str]

    def named_in(self, texts: Iterable[str]) -> dict[_Student, int]:
        """Return the students whose names are in some addresses or logins, with a strength: WHOLE or 1."""
        forms, firsts = self._forms
        named: dict[_Student, int] = {}
        for text in texts:
            tokens = re.findall(r"[^\W\d_]+", unaccented(text.casefold()))
            for token in tokens:
                for s, strength in forms.get(token, {}).items():
                    has_first = bool(firsts[s] & {*tokens} - {token})
                    named[s] = max(named.get(s, 0), WHOLE if has_first else strength)
        return named

    @cached_property
    def _forms(self) -> tuple[Mapping[str, Mapping[_Student, int]], Mapping[_Student, frozenset[str]]]:
        """The words by which logins name students, with strengths by student, and each student's first names."""
        forms: defaultdict[str, dict[_Student, int]] = defaultdict(dict)
        firsts: dict[_Student, frozenset[str]] = {}
        for s, name in self.names.items():
            last, _, first = name.partition(",")
            first_words = name_words(first)
            firsts[s] = first_words | {word[0] for word in first_words}
            for word in (word for word in name_words(last) if len(word) > 1):
                forms[word].setdefault(s, 1)
                for beside in firsts[s]:
                    forms[beside + word][s] = forms[word + beside][s] = WHOLE
        return forms, firsts
