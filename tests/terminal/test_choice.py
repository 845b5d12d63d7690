"""Picking cards, and what the picked cards can do."""

from rummynet.rules.varieties import variety
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.event_text import events_line
from rummynet_client.terminal.state.choice import Choice
from rummynet_protocol.actions import Draw
from rummynet_protocol.events import Shuffled
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.in_notation import texts

KEILTY = variety("keilty")


def at(hand: str, pile: str, melds: list[str], phase: str = "pickup") -> ViewModel:
    """A position of two players, seat 0 to move; seat 1 holds one card."""
    rest = [f"{r}{s}" for s in "CDHS" for r in "A23456789TJQK"]
    laid = [card for meld in melds for card in meld.split()]
    used = {*hand.split(), *pile.split(), *laid}
    left = [card for card in rest if card not in used]
    position = {
        "variant": "keilty", "options": {}, "players": 2, "round": 1, "starter": 0, "turn": 0, "phase": phase,
        "hands": [hand.split(), left[:1]], "stock": left[1:], "discard": pile.split(),
        "melds": [{"cards": meld.split(), "by": [1] * len(meld.split())} for meld in melds],
        "reshuffles": 0, "scores": [0, 0], "round_scores": None,
    }  # fmt: skip
    state = KEILTY.positions.read(position)
    return replace(
        pictures.empty(), variety=KEILTY, state=state, position=KEILTY.positions.write(state), me=0, due=(0,),
        my_turn=True, hand=tuple(hand.split()), names=("anna", "ben"),
    )  # fmt: skip


def picked(*cards: tuple[str, str]) -> Choice:
    return Choice(picked=tuple((row, card) for row, card in cards))  # type: ignore[misc]


def test_where_no_card_can_be_drawn_the_line_points_at_the_pile() -> None:
    model = at("5S 7S KD", "6S 2C", [])
    assert model.state is not None
    model = replace(model, state=replace(model.state, stock=(), reshuffles=99))
    assert Draw() not in model.legal() and Choice().offers(model) == []
    assert Choice().why_not(model) == "take a card of the pile first: tab goes there"


def test_with_nothing_picked_actions_without_cards_are_offered() -> None:
    assert texts(Choice().offers(at("7H TD", "2C", []))) == ["draw"]


def test_the_rules_say_why_not() -> None:
    picture = at("5S 7S KD", "6S 2C", [])
    assert "2C" in picked(("pile", "2C")).why_not(picture)
    late = at("5S 7S", "2C 6S", [])
    assert "throw" in picked(("pile", "6S"), ("hand", "5S"), ("hand", "7S")).why_not(late)
    assert "not your turn" in Choice().why_not(replace(picture, my_turn=False))


def test_the_cursor_goes_round_and_the_hand_is_ordered() -> None:
    picture = at("7H AD TD 2S", "2C 3C", [])
    choice = Choice()
    assert choice.cards(picture, "hand") == ("AD", "TD", "7H", "2S")
    assert choice.moved(picture, -1).card_under_cursor(picture) == "2S"
    assert choice.reordered().cards(picture, "hand") == ("AD", "2S", "7H", "TD")
    own = choice.shifted(picture, 1)
    assert own.cards(picture, "hand") == ("TD", "AD", "7H", "2S")
    assert own.card_under_cursor(picture) == "AD"
    assert own.cards(replace(picture, hand=("AD", "7H", "KC")), "hand") == ("AD", "7H", "KC")
    assert choice.switched(picture).card_under_cursor(picture) == "3C"
    gone = picked(("hand", "7H"), ("hand", "2S")).fitted(replace(picture, hand=("7H",)))
    assert gone.picked == (("hand", "7H"),)


def test_in_the_pile_the_card_under_the_cursor_is_meant_and_enter_never_draws() -> None:
    picture = at("5S 7S KD", "6S 2C", [])
    assert "draw" in texts(picture.legal())
    assert texts(Choice().put_in(picture, "pile").offers(picture)) == []
    deep = Choice().put_in(picture, "pile").moved(picture, -1)
    assert texts(deep.offers(picture)) == ["take 6S meld 5S 6S 7S"]
    held = replace(deep, picked=(("hand", "5S"),))
    assert texts(held.offers(picture)) == ["take 6S meld 5S 6S 7S"]
    assert texts(replace(deep, picked=(("hand", "KD"),)).offers(picture)) == []
    assert texts(replace(deep, row="hand", at=0).offers(picture)) == ["draw"]
    assert texts(Choice().put_in(at("5S 7S KD", "", []), "pile").offers(at("5S 7S KD", "", []))) == []


def test_a_card_that_would_be_laid_with_the_last_one_of_the_hand_has_that_as_its_reason() -> None:
    picture = at("QD", "QS QH", [])
    says = (
        "You cannot take QS: you would have to lay QD QH QS at once, and then you would have no card left to throw out."
    )
    assert Choice().cannot_take(picture, "QS") == says
    assert picked(("pile", "QS")).why_not(picture) == says
    on_table = at("6S", "5S", ["7S 8S 9S"])
    assert "you would have to lay 5S 6S on 7S 8S 9S at once" in Choice().cannot_take(on_table, "5S")
    assert "nothing in your hand or on the table goes with it" in Choice().cannot_take(at("QD", "2S", []), "2S")
    assert Choice().cannot_take(at("QD KC", "QS QH", []), "QS") == ""


def test_the_picked_card_of_the_pile_is_refused_in_the_same_words_once() -> None:
    picture = at("5S 7S KD", "6S 2C", [])
    aimed = Choice().put_in(picture, "pile").toggled(picture)
    assert aimed.why_not(picture) == "Enter does nothing here: d draws, the arrows point at another card"
    assert aimed.moved(picture, -1).why_not(picture).startswith("You cannot take 2C: nothing in your hand")


def test_what_a_game_does_not_know_is_refused_in_words_for_players() -> None:
    seen = 0
    for steps in (0, 6, 12, 18):
        model = pictures.on_turn("vegas", 3, steps)
        for card in model.position["discard"] if model.position is not None else ():
            for held in model.hand:
                says = picked(("pile", card), ("hand", held)).why_not(model)
                assert "no such action" not in says, says
                seen += 1
    assert seen


def test_one_card_of_the_pile_is_no_several_cards() -> None:
    by = Wording(("anna", "ben"))
    assert events_line([Shuffled(1)], by) == "1 card of the pile became the new stock"
    assert events_line([Shuffled(2)], by) == "2 cards of the pile were shuffled into a new stock"
