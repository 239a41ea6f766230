from answers.exam.identity import Identity
from answers.submissions.raw.seals import seals

SECRET = "a secret"
FIRST, SECOND = Identity("small", 17, "s01"), Identity("small", 18)


def test_the_different_seals_of_several_pages_in_order() -> None:
    texts = [f"u₀ = 17 {FIRST.token(SECRET)}", "nothing", SECOND.token("other"), f"{FIRST.token(SECRET)} page 2"]
    found = seals(texts, SECRET)
    assert [seal.identity for seal in found] == [FIRST, SECOND]
    assert [seal.genuine for seal in found] == [True, False]


def test_a_token_on_a_broken_line_is_found() -> None:
    token = FIRST.token(SECRET)
    (seal,) = seals([f"{token[:20]}\r\n{token[20:]}"], SECRET)
    assert (seal.identity, seal.genuine) == (FIRST, True)


def test_no_seal() -> None:
    assert seals(["", "corrige:1:small"], SECRET) == ()
