from answers.web.sitting.room import RECEIPT, receipt


def test_a_receipt_changes_with_all_that_it_is_of() -> None:
    texts = {"1a.1": "17", "1a.2": ""}
    usual = receipt("s01", 17, 1000.0, texts)
    assert RECEIPT.fullmatch(usual)
    assert receipt("s01", 17, 1000.0, {"1a.1": "17"}) == usual  # an empty box is no answer
    others = [
        receipt("s02", 17, 1000.0, texts),
        receipt("s01", 18, 1000.0, texts),
        receipt("s01", 17, 1000.1, texts),
        receipt("s01", 17, 1000.0, {"1a.1": "17 "}),
        receipt("s01", 17, 1000.0, {"1a.2": "17"}),
    ]
    assert len({usual, *others}) == 6
