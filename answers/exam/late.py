"""A proxy of modules that are imported on first use: solvers, which a blank sheet does without."""

from importlib import import_module


class Late:
    """Proxy importing its module on first use; types come from an import for checkers.

    It stands at the head of a chapter in which nearly every function needs one slow module. Elsewhere the import is
    in the function.
    """

    def __init__(self, name: str) -> None:
        """Note the name only."""
        self._name = name

    def __getattr__(self, attribute: str) -> object:
        """Import the module, which happens once, and return what it calls so."""
        return getattr(import_module(self._name), attribute)
