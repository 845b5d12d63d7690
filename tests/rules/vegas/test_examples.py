"""The worked examples."""

from rummynet.rules.vegas.game import VARIETY
from rummynet.rules.vegas.state import VegasState
from tests.support.vegas_positions import vegas
from tests.support.vegas_tables import actions, did, hand, meld, refused, table


def wild_cards_table() -> VegasState:
    return table(["5H 7H 7S 8H KD", "2S 3S"], ["9C 9D *1=9?", "4H *2=5H 6H"], pile="7D", options={"solidarity": False})


def test_the_runs_and_sets_named_are_listed() -> None:
    listed = actions(wild_cards_table(), "meld")
    for one in (
        "meld 5H 7S=6H 7H 8H",
        "meld 7H 8H 7S=9H",
        "meld 5H 7S=6H 7H",
        "meld 7S=6H 7H 8H",
        "meld 7H=3H 7S=4H 5H",
        "meld 7H=KC KD 7S=KH",
        "meld KD 7H=K? 7S=K?",
    ):
        assert one in listed


def test_all_melds_of_the_example() -> None:
    """Worked out by hand: the faces held are 5H 7H 8H 7S KD, the wild cards 7H and 7S, and one card has to stay."""
    # With 7H in its place 7S is the one wild card left; 7S in its place leaves 7H, too little for a run of spades or
    # a set of sevens.
    with_a_seven_as_itself = {"5H 7S=6H 7H", "5H 7S=6H 7H 8H", "7S=6H 7H 8H", "7H 8H 7S=9H"}
    hearts = {"7H=3H 7S=4H 5H", "7H=4H 5H 7S=6H", "8H 7H=9H 7S=TH"}
    diamonds = {"7H=JD 7S=QD KD", "7H=QD KD 7S=AD"}
    named = {
        f"{first} {second} {third}"
        for rank, own in (("5", "H"), ("8", "H"), ("K", "D"))
        for first, second, third in _filled_sets(rank, own)
    }
    opened = {"5H 7H=5? 7S=5?", "8H 7H=8? 7S=8?", "KD 7H=K? 7S=K?"}
    wanted = with_a_seven_as_itself | hearts | diamonds | named | opened
    assert actions(wild_cards_table(), "meld") == sorted("meld " + words for words in wanted)


def _filled_sets(rank: str, own: str) -> list[list[str]]:
    found = []
    for suits in ("CDH", "CDS", "CHS", "DHS"):
        if own in suits:
            wild = ["7H", "7S"]
            found.append([rank + s if s == own else f"{wild.pop(0)}={rank}{s}" for s in suits])
    return found


def test_the_lay_offs_swaps_and_throw_outs_of_the_example() -> None:
    state = wild_cards_table()
    assert actions(state, "lay") == sorted(
        ["lay 7H on 1", "lay 7H=3H on 1", "lay 7H=9H on 0", "lay 7H=9S on 0"],
    )
    assert actions(state, "swap") == ["swap 5H on 1"]
    assert actions(state, "throw") == ["throw 5H", "throw 7H", "throw 7S", "throw 8H", "throw KD"]


def test_apply_takes_what_the_list_leaves_out() -> None:
    assert meld(did(wild_cards_table(), "lay 7S=7H on 1"), 1) == "4H *2=5H 6H 7S=7H"


def test_after_the_swap() -> None:
    after = did(wild_cards_table(), "swap 5H on 1")
    assert meld(after, 1) == "4H 5H 6H"
    assert hand(after) == {"7H", "7S", "8H", "KD", "*2"}


def test_after_the_fourth_nine() -> None:
    assert meld(did(wild_cards_table(), "lay 7H=9S on 0")) == "9C 9D *1=9H 7H=9S"


# -- the end


def last_turn(scores: list[int]) -> VegasState:
    """Seat 2 has one card left to throw out."""
    return table(["9C", "KD", "4S", "AS AD 5C"], scores=scores, turn=2)


def test_aces_are_asked_for_and_all_totals_rise_at_once() -> None:
    state = did(last_turn([80, 95, 40, 97]), "throw 4S")
    assert (state.phase, state.turn, state.out) == ("aces", 3, 2)
    assert state.aces == (0, 0, 0, None) and state.round_scores is None and state.scores == (80, 95, 40, 97)
    assert actions(state) == ["aces 0", "aces 1", "aces 2"]
    state = did(state, "aces 0")
    assert state.round_scores == (9, 10, 0, 7) and state.scores == (89, 105, 40, 104)


def test_the_expired_decide_in_settling_order() -> None:
    state = did(last_turn([80, 95, 40, 97]), "throw 4S", "aces 0")
    assert (state.phase, state.turn, actions(state)) == ("buyin", 3, ["buy", "decline"])
    state = did(state, "buy")
    assert (state.scores[3], state.paid, state.turn) == (89, (1, 1, 1, 2), 1)
    state = did(state, "decline")
    assert (state.phase, state.playing, state.scores) == ("over", (True, False, True, True), (89, 105, 40, 89))
    assert state.expiries == (0, 1, 0, 1) and state.places is None


def test_a_newcomer_pays_once_and_begins_at_89() -> None:
    state = did(last_turn([80, 95, 40, 97]), "throw 4S", "aces 0", "buy", "decline")
    deck = VARIETY.deck(state.options, state, 4, 1)
    dealt = vegas(VARIETY.next_round(state, deck, [4])[0])
    assert dealt.paid == (1, 1, 1, 2, 1) and dealt.scores == (89, 105, 40, 89, 89)


def test_with_a_third_expiry_seat_2_has_won_at_once() -> None:
    state = did(last_turn([91, 95, 40, 97]), "throw 4S", "aces 0")
    assert state.phase == "over" and state.winner == 2 and state.finished
    assert state.places == ((2,), (0,), (3,), (1,)) and state.scores == (100, 105, 40, 104)
    assert state.payout == (1, 0, 3, 0)  # 70 and 30 percent of 4 chips, rounded down: 2 and 1; the rest to the winner


def test_refusals_of_the_example() -> None:
    assert "one card" in refused(wild_cards_table(), "lay 7H=9? on 0")
