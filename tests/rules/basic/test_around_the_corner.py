"""Basic rummy where runs go on past their ace (option ``around_the_corner``)."""

from typing import Any

import pytest

from rummynet.bots.evaluation.partners import lay_offs, pairs_of
from rummynet.rules.basic.game import VARIETY
from rummynet.rules.core.errors import BadPosition
from rummynet_protocol import cards
from tests.rules.basic import laid, meld, state

AROUND_IT: dict[str, object] = {"around_the_corner": True}


def at(hand: str, *melds: dict[str, Any], options: dict[str, object] = AROUND_IT, **keys: Any) -> Any:  # noqa: ANN401
    """Seat 0 in phase play, past its first turn."""
    plain = {"phase": "play", "hands": [hand.split(), ["5C", "6D"]], "melds": [*melds], "stock": ["8C", "8D"]}
    return state(**plain, options=options, **keys)


def codes(text: str) -> tuple[int, ...]:
    return tuple(map(cards.code, text.split()))


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
