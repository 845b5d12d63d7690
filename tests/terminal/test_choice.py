"""Picking cards, and what the picked cards can do."""

from rummynet.rules.varieties import variety
from rummynet_client.core.session.guide import rule_now
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.terminal.drawing.styled_text import plain
from rummynet_client.terminal.state.choice import Choice
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_client.terminal.table.offers import offer_lines
from rummynet_protocol.actions import Draw, LayContract, LayOff
from rummynet_protocol.values import replace
from tests.support import keilty_play, pictures

KEILTY = variety("keilty")


def at(hand: str, pile: str, melds: list[str], phase: str = "pickup") -> ViewModel:
    """A position of two players, seat 0 to move; seat 1 holds one card."""
    laid = tuple(f"{meld} by 1" for meld in melds)
    other = keilty_play.position([hand], pile, laid)["stock"][0]
    state = keilty_play.at([hand, other], pile, laid, phase=phase)
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
    assert Choice().why_not(model) == "the stock is empty, so take a card of the pile: tab goes there"
    assert "the stock is empty: you cannot draw" in rule_now(replace(model, table=pictures.waiting("keilty", 2).table))


def test_the_rules_say_why_not() -> None:
    picture = at("5S 7S KD", "6S 2C", [])
    assert "2C" in picked(("pile", "2C")).why_not(picture)
    late = at("5S 7S", "2C 6S", [])
    assert "throw" in picked(("pile", "6S"), ("hand", "5S"), ("hand", "7S")).why_not(late)
    assert "not your turn" in Choice().why_not(replace(picture, my_turn=False))


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


def test_what_a_game_does_not_know_is_refused_in_words_for_players() -> None:
    models = [pictures.on_turn("vegas", 3, steps) for steps in (0, 6, 12, 18)]
    told = [picked(("pile", card), ("hand", held)).why_not(model) for model in models if model.position is not None
            for card in model.position["discard"] for held in model.hand]  # fmt: skip
    assert told and not any("no such action" in says for says in told), told
    crummy = pictures.on_turn("crummy", 2, 0)
    assert crummy.state is not None
    crummy = replace(crummy, state=replace(crummy.state, phase="play"))
    assert "is 2 sets; lay exactly that" in picked(*(("hand", card) for card in crummy.hand[:3])).why_not(crummy)


def test_what_the_hand_can_lay_is_offered_with_nothing_picked_once_a_card_has_come() -> None:
    melds = ["2H 3H 4H", "KC KH KS"]
    assert at("5H 6H 5C 5S KD 9S", "8C", melds).legal() and picked().offers(at("5H 5C 5S", "8C", melds)) == [Draw()]
    offers = picked().offers(model := at("5H 6H 5C 5S KD 9S", "8C", melds, "play"))
    assert offers == [action for action in offers if action in model.legal()] and len(offers) == 3
    assert {LayOff(("KD",), 1), LayOff(("5H",), 0)} < {*offers}


def test_tab_goes_to_the_newest_card_that_can_be_taken() -> None:
    for pile, at_card in (("9C 8D 7H KC", "8D"), ("9C 7H KC", "KC")):
        model = at("8C 8S 2D 4H", pile, [])
        assert picked().switched(model).card_under_cursor(model) == at_card


def test_several_cards_that_go_on_one_meld_are_laid_off_together() -> None:
    model = at("5H 6H KD 2S AH", "5C", ["2H 3H 4H", "KC KH KS"], "play")
    for cards, action in (("6H 5H", LayOff(("5H", "6H"), 0)), ("KD 5H", None), ("AH 5H", None)):
        chosen = picked(*(("hand", card) for card in cards.split()))
        assert chosen.offers(model) == ([] if action is None else [action])
        told = plain(offer_lines(model, chosen, 200, ScreenState()))
        assert ("is not a meld" in told) is (action is None), "why nothing can be laid"


def test_a_contract_is_offered_to_who_has_picked_more_than_it_needs() -> None:
    seen = pictures.playing("crummy", 3, 12, seed=1)
    assert seen.position is not None and seen.variety is not None
    hand = ("7C.0", "7D.0", "7H.0", "7S.0", "9C.0", "9D.0", "9H.0", "KD.0")
    state = seen.variety.positions.read({
        **seen.position, "hands": [hand, [None] * 7, [None] * 7], "melds": [], "claims": [], "discard": ["KC.1"],
        "stock": [None] * 80, "phase": "play", "turn": 0, "laid": [False] * 3,
    })  # fmt: skip
    model = replace(seen, state=state, position=seen.variety.positions.write(state), hand=hand, due=(0,), my_turn=True)
    chosen = picked(*(("hand", card) for card in hand[:7]))
    assert chosen.offers(model) == [LayContract((("7C", "7D", "7H"), ("9C", "9D", "9H")))]
