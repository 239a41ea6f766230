"""Where what can be made again is kept."""

import os
from pathlib import Path


def store_folder() -> Path:
    """Return the folder of keys, tables and compiled templates: $CORRIGE_CACHE, or `corrige` in the user's cache."""
    chosen = os.environ.get("CORRIGE_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "corrige"
