"""The rules run where hands are not known, and never disagree with the truth."""

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.crummy.game import VARIETY
from rummynet_protocol.notation import parse, text
from tests.support.crummy_positions import at
from tests.support.errors import raises


def test_explicit_names_the_deck_where_more_than_one_card_may_be_meant() -> None:
    state = at(["7H.1 KD.0 9S.0 9S.1 QC.1", "3C.0", "3C.1"], ("9C.0 9D.0 9H.1",), discard="QC.0", laid=[True] * 3)

    def explicit(words: str) -> str:
        return text(VARIETY.explicit(state, 0, parse(words)))

    assert explicit("throw 7H") == "throw 7H.1"
    assert explicit("throw QC") == "throw QC"
    assert explicit("lay 9S on 0") == "lay 9S.0 on 0"
    assert explicit("lay 9S.1 on 0") == "lay 9S.1 on 0"
    assert explicit("swap 9S on 0 lay *1=KD on 0") == "swap 9S.0 on 0 lay *1=KD on 0"
    assert explicit("contract 9S 9S KD / 7H QC") == "contract 9S.0 9S.1 KD.0 / 7H.1 QC"
    assert explicit("take QC") == "take QC"
    with raises(IllegalAction, "card_not_held"):
        explicit("throw AC")
    one = at(["7H KD", "3C"])
    assert text(VARIETY.explicit(one, 0, parse("throw 7H"))) == "throw 7H"
