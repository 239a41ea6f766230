"""The only module that knows where templates and fixtures are: inside the wheel, or beside `answers/`."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def asset(*names: str) -> Traversable:
    """Return the data file or folder `names`, for instance ``asset("fixtures", "nash", "printed.json")``.

    Works from a wheel, a zip, an editable install and a checkout. The result may not exist: ask `is_file()`.
    """
    package = files("answers")
    packaged = package.joinpath("_data")
    root = packaged if packaged.is_dir() else Path(str(package)).parent
    return root.joinpath(*names)
