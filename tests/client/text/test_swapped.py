"""Crummy rummy: the sentence of a swap names the meld as it lay before the wild card came to it."""

from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.card_names import meld_cards
from rummynet_client.core.text.event_text import event_sentences
from tests.support.crummy_positions import apply_step, at

RUN = ("2D.0=7D 2D.1=8D 9D.0 TD.0 JD.0 by 1 1 1 1 1",)


def test_of_two_equal_wild_cards_in_a_meld_the_one_that_came_is_left_out() -> None:
    swapped = at(["7D.0 KS.0", "3C.0", "4C.0"], RUN, round=3, laid=[True, True, True], discard="9C.0", stock="3D.0")
    after, events = apply_step(swapped, "0 swap 7D.0 on 0 lay 2D.0=QD on 0")
    assert event_sentences(events, Wording(("anna", "ben", "cem"), melds=meld_cards(after))) == [
        "anna put 7D in place of 2D",
        "anna laid off 2D=QD on 7D 2D 9D TD JD",
    ]
