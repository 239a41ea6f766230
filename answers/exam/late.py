"""Modules that are imported when they are first used: solvers, which a blank sheet does without."""

from importlib import import_module


class Late:
    """A module by its name, which stands for it in the file that uses it; types come from an import for checkers."""

    def __init__(self, name: str) -> None:
        """Note the name only."""
        self._name = name

    def __getattr__(self, attribute: str) -> object:
        """Import the module, which happens once, and return what it calls so."""
        return getattr(import_module(self._name), attribute)
