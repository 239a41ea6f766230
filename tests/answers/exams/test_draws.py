"""What seeds draw stays as it was when plain programs had drawn the same, by digests of fifty-one seeds."""

import json
from dataclasses import asdict
from hashlib import sha256

import pytest

from answers.exam.catalogue import load_exam

DRAWN = {
    "dice": "aa660b78e5914aab3f7429974c866bf7f1ec57a8a47f43828078ac90aedbaa90",
    "jeux": "71976df45805f14de61bc88041f1cbd24a38acb6b527c8f43f286be88cd7035e",
    "nash": "c5c2bd4b17e508799f86ab80575bafb86a2a569a58a9a35b0e6c1042872061d1",
    "phantom": "5f79e69b441b26595ead798d84ef9d4cd1f90fb6cb47f0ae303bef4999beda8d",
    "verger": "7090693f9264e4b88f7f414850ae0301c8e08a63c330b42350c1830ae19cc8c4",
    "yahtzee": "dc57c8fabbb7fad95150d97973cab1158fe790b9b88e245f9c48123349b32e3e",
}


@pytest.mark.parametrize("name", DRAWN)
def test_seeds_draw_what_they_drew(name: str) -> None:
    exam = load_exam(name)
    told = json.dumps([asdict(exam.drawn(u0)) for u0 in range(1, 64007, 1280)])
    assert sha256(told.encode()).hexdigest() == DRAWN[name]
