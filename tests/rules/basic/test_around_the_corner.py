"""Basic rummy where runs go on past their ace (option ``around_the_corner``)."""

from typing import Any

import pytest

from rummynet.bots.evaluation.partners import lay_offs, pairs_of
from rummynet.rules.basic.game import VARIETY
from rummynet.rules.basic.melds import ends
from rummynet.rules.core.errors import BadPosition, DoesNotFit, NotAMeld
from rummynet.rules.shared.melds import AROUND, MELDS, melds_in
from rummynet_protocol import cards
from tests.rules.basic import after, by, laid, legal, meld, plays, state
from tests.support.errors import raises

AROUND_IT: dict[str, object] = {"around_the_corner": True}


def at(hand: str, *melds: dict[str, Any], options: dict[str, object] = AROUND_IT, **keys: Any) -> Any:  # noqa: ANN401
    """Seat 0 in phase play, past its first turn."""
    plain = {"phase": "play", "hands": [hand.split(), ["5C", "6D"]], "melds": [*melds], "stock": ["8C", "8D"]}
    return state(**plain, options=options, **keys)


def codes(text: str) -> tuple[int, ...]:
    return tuple(map(cards.code, text.split()))


def test_k_a_2_is_a_run_where_the_table_says_so() -> None:
    assert plays(at("KH AH 2H 9C 9S")) == ["meld KH AH 2H"]
    assert plays(at("KH AH 2H 9C 9S", options={})) == []
    with raises(NotAMeld, "not_a_meld"):
        after(at("KH AH 2H 9C 9S", options={}), "meld KH AH 2H")
    for wrong in ("AH 2H KH", "2H AH KH", "KH AH 2S", "QH AH 2H"):
        with raises(NotAMeld, "not_a_meld"):
            after(at("KH AH 2H 9C 9S QH 2S"), f"meld {wrong}")


def test_runs_grow_past_the_ace_at_both_ends() -> None:
    high = at("2C 3C 9S 9D", meld("QC KC AC"))
    assert plays(high) == ["lay 2C on 0"]
    assert laid(after(high, "lay 2C on 0", "lay 3C on 0")) == "QC KC AC 2C 3C"
    low = at("KC QC 9S 9D", meld("AC 2C 3C"))
    assert laid(after(low, "lay KC on 0", "lay QC on 0")) == "QC KC AC 2C 3C"
    assert plays(at("2C 9S 9D", meld("QC KC AC"), options={})) == []


def test_a_run_is_full_with_thirteen_cards_and_its_last_card_goes_to_the_low_end() -> None:
    twelve = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    assert ends(at("9C 9S", meld(twelve)).melds, 0, "around") == (codes("AH"), ())
    closed = after(at("AH 9C 9S", meld(twelve)), "lay AH on 0")
    assert laid(closed) == f"AH {twelve}" and ends(closed.melds, 0, "around") == ((), ())
    other = "5H 6H 7H 8H 9H TH JH QH KH AH 2H 3H"
    assert laid(after(at("4H 9C 9S", meld(other)), "lay 4H on 0")) == f"4H {other}"
    with raises(DoesNotFit, "does_not_fit"):
        after(at("9C 9S 9D", meld(f"4H {other}")), "lay 9C on 0")


def test_one_of_all_thirteen_that_is_laid_at_once_is_written_from_the_ace() -> None:
    whole = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    found = [shape.text for shape in melds_in(cards.mask(codes(whole)), "around") if len(shape.cards) == 13]
    assert found == [f"meld {whole}"]
    # 13 beginnings and 3 to 12 cards of each suit, one of 13, and the sets.
    assert len(AROUND) + len(MELDS) == 4 * (13 * 10 + 1) + 13 * 5


def test_over_a_set_past_the_ace() -> None:
    aces, run = meld("AC AD AS"), meld("JH QH KH")
    assert plays(at("2H 3H 9S 9D", run, meld("AC AD AH"))) == ["lay 2H on 0"]
    assert plays(at("2H 3H 9S 9D", run, aces)) == [], "the ace of hearts lies in no set"
    gap = after(at("2H 3H 9S 9D", run, meld("AC AD AH")), "lay 2H on 0")
    assert laid(gap) == "JH QH KH 2H" and VARIETY.positions.read(VARIETY.positions.write(gap)) == gap


def test_taking_as_far_as_a_card_around_the_corner() -> None:
    deep = state(
        hands=[["AC", "9S", "9D"], ["5C", "6D"]], melds=[meld("JC QC KC")], discard=["2C", "TD"], stock=["8C"],
        options=AROUND_IT,
    )  # fmt: skip
    assert "take 2C lay AC 2C on 0" in legal(deep)
    assert laid(after(deep, "take 2C lay AC 2C on 0")) == "JC QC KC AC 2C"
    new = state(hands=[["AC", "KC", "9D"], ["5C", "6D"]], discard=["2C", "TD"], stock=["8C"], options=AROUND_IT)
    assert "take 2C meld KC AC 2C" in legal(new)


def test_calling_and_declaring_around_the_corner() -> None:
    thrown = after(at("2C 9S 9D", meld("QC KC AC")), "throw 2C")
    assert laid(by(thrown, 1, "rummy lay 2C on 0")) == "QC KC AC 2C"
    whole = state(phase="play", hands=[["KH", "AH", "2H", "9C", "9D", "9H", "5D"], ["5C"]], stock=["8C"],
                  options={**AROUND_IT, "hand": 6})  # fmt: skip
    assert "declare meld 9C 9D 9H meld KH AH 2H throw 5D" in legal(whole)


def test_positions_from_outside() -> None:
    run = meld("QC KC AC 2C")
    assert laid(at("9S 9D", run)) == "QC KC AC 2C"
    for wrong in ([meld("KC QC AC")], [meld("QC KC 2C")], [meld("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC")]):
        with pytest.raises(BadPosition):
            at("9S 9D", *wrong)
    with pytest.raises(BadPosition):
        at("9S 9D", run, options={})


def test_the_players_are_told_so() -> None:
    says = "runs go on past the ace here"
    facts = VARIETY.presentation.facts
    assert says in " ".join(map(str, facts(at("9S 9D")))) and says not in " ".join(
        map(str, facts(at("9S 9D", options={})))
    )


def test_bots_see_what_goes_with_a_card_and_with_a_run() -> None:
    king, ace, two = codes("KH AH 2H")
    assert tuple(sorted((ace, two))) in pairs_of("around", True)[king]
    assert tuple(sorted((ace, two))) not in pairs_of("either", True)[king]
    assert len(set(pairs_of("around", True)[ace])) == len(pairs_of("around", True)[ace]) == 3 + 3
    run = codes("QH KH AH")
    assert dict(lay_offs(run, True, "around")) == {
        **dict.fromkeys(codes("JH 2H"), -1), codes("TH")[0]: codes("JH")[0], codes("3H")[0]: codes("2H")[0],
    }  # fmt: skip
    assert set(dict(lay_offs(run, True))) == set(codes("JH TH"))
