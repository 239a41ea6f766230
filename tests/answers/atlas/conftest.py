import pytest

from answers.atlas.atlas import Atlas, make_atlas
from tests.answers.atlas.remainders import load


@pytest.fixture(scope="package")
def atlas() -> Atlas:
    """Return the atlas of a hundred seeds, computed once."""
    return make_atlas(load, 100)
