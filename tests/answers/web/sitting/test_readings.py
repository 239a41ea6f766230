import pytest
from pydantic import TypeAdapter

from answers.exam.catalogue import exam_names, load_exam
from answers.kinds.formulas import Formula
from answers.kinds.intervals import Interval
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, codes, integers, probabilities
from answers.kinds.sequences import sequence, set_of
from answers.web.sitting.plan import Reader, reader

ANY = Numbers(1, Domain())
KEPT = TypeAdapter(Reader)
ONE_EACH = "plusieurs valeurs : une seule réponse par champ"


NUMBER, INTEGER, TWO = reader("1", ANY), reader("1", integers(1, 0, 9)), reader("1a", integers(2, 0, 9))
THREE, LIST, SET = (
    reader("5", integers(3, 0, 99999)),
    reader("3", sequence(low=1, high=12)),
    reader("3", set_of("A", "B")),
)
NOT_A_NUMBER = "illisible : nombre non reconnu (attendu : un seul nombre, comme 12, 29/45 ou 0,644)"
NOT_WHOLE = "illisible : nombre non reconnu (attendu : un seul entier, comme 12)"
NO_SET = "illisible : liste non reconnue (attendu : ensemble, comme {A, B})"
REST = "champ vide, compté comme 0, car la somme des autres vaut 1"


@pytest.mark.parametrize(
    ("box", "texts", "messages"),
    [
        (NUMBER, {"1.1": "0.644"}, {"1.1": "lu : 161/250 = 0,644"}),
        (NUMBER, {"1.1": "29/45"}, {"1.1": "lu : 29/45 ≈ 0,644"}),
        (NUMBER, {"1.1": "1,000"}, {"1.1": "deux lectures : 1 ou 1000"}),
        (NUMBER, {"1.1": "douze"}, {"1.1": NOT_A_NUMBER}),
        (NUMBER, {}, {"1.1": ""}),
        (INTEGER, {"1.1": "1,5,2"}, {"1.1": NOT_WHOLE}),
        (LIST, {"3.1": "1-2-5"}, {"3.1": "lu : 1 → 2 → 5"}),
        (SET, {"3.1": "C"}, {"3.1": NO_SET}),
        (reader("3", Interval()), {"3.1": "[1;2["}, {"3.1": "lu : [1 ; 2["}),
        (reader("3", Formula()), {"3.1": "2n"}, {"3.1": "lu : 2n"}),
        (TWO, {"1a.1": "1 2"}, {"1a.1": ONE_EACH, "1a.2": ""}),
        (TWO, {"1a.1": "7 ?"}, {"1a.1": "lu : 7", "1a.2": ""}),
        (TWO, {"1a.1": "7 ?", "1a.2": "3"}, {"1a.1": "lu : 7", "1a.2": "lu : 3"}),
        (THREE, {"5.1": "12 345"}, {"5.1": "lu : 12345", "5.2": "", "5.3": ""}),
        (THREE, {"5.1": " ", "5.2": "12 345"}, {"5.1": "", "5.2": "lu : 12345", "5.3": ""}),
        (reader("2", probabilities(2, mix=True)), {"2.1": "1"}, {"2.1": "lu : 1", "2.2": REST}),
        (reader("3", codes(1, 5)), {"3.1": "01110"}, {"3.1": "lu : 14"}),
    ],
)
def test_how_a_box_is_read(box: Reader, texts: dict[str, str], messages: dict[str, str]) -> None:
    shown = {place: text.replace("\N{NO-BREAK SPACE}", " ") for place, text in box.parsed_texts(texts, "fr").items()}
    assert shown == messages
    assert KEPT.validate_json(KEPT.dump_json(box)) == box


def test_what_reads_in_a_way_of_its_own_is_not_told() -> None:
    class Own(Numbers):
        def read(self, texts: tuple[str, ...]):  # type: ignore[no-untyped-def]
            return texts

    assert reader("1", Own(2, Domain())) == Reader("1", 2)
    assert Reader("1", 2).parsed_texts({"1.1": "3"}, "fr") == {}


@pytest.mark.parametrize("name", exam_names())
def test_every_exam_is_told_how_it_is_read_as_it_is_marked(name: str) -> None:
    for part in load_exam(name).parts:
        stored = KEPT.validate_json(KEPT.dump_json(reader(part.id, part.kind)))
        if not isinstance(part.kind, Numbers):  # options are ticked, or read as they are written
            assert stored.kind is None
            continue
        assert stored.kind is not None
        for texts in (("0,5",) * part.count, ("1 000",) + ("",) * (part.count - 1), ("1 ; 2 ; 3",)):
            assert stored.kind.read(texts) == part.kind.read(texts)
