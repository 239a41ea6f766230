"""Define a proxy of a module that imports the module when an attribute is first used."""

from importlib import import_module


class LazyModule:
    """A proxy of a module; the first access to an attribute imports the module.

    Use a proxy at the head of a chapter in which nearly every function needs one slow module, such as compiled solvers,
    which are not needed to print a blank sheet. For type checkers, import the module under `if TYPE_CHECKING`.
    Elsewhere, import the module inside the function.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> object:
        return getattr(import_module(self._name), attribute)
