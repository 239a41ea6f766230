import pytest

from answers.atlas.atlas import Atlas, make_atlas
from tests.answers.atlas.remainders import load


@pytest.fixture(scope="package")
def atlas() -> Atlas:
    """The atlas of a hundred seeds, made once for all tests here."""
    return make_atlas(load, 100)
