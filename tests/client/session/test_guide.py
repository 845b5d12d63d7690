"""The rule that applies now: for every game and phase, and what it depends on."""

from typing import Any

import pytest

from rummynet.rules.core.state import State
from rummynet.rules.shared.turn_game import TurnGame
from rummynet.rules.varieties import NAMES, variety
from rummynet_client.core.session.guide import rule_now
from rummynet_client.core.session.view_model import ViewModel
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.values import replace
from tests.support import pictures

MORE = {"basic": ("call", "penalty", "final"), "crummy": ("turnup", "offer"), "vegas": ("aces", "buyin")}
PHASES = {name: ("pickup", "play", *MORE.get(name, ())) for name in NAMES}
FIRST = {variant: pictures.playing(variant, 2, 0) for variant in PHASES}


def at(variant: str, phase: str, *, asked: bool = True, turn: int = 0, **changed: Any) -> ViewModel:  # noqa: ANN401
    """Our seat is 0, at this phase of the first round."""
    first = FIRST[variant]
    assert isinstance(first.state, State)
    state = replace(first.state, **{"phase": phase, "turn": turn, **changed})
    return replace(first, state=state, my_turn=asked, early=(), due=(), me=0)


def test_every_game_has_its_own_sentences_for_every_phase_whoever_is_asked() -> None:
    asked = {(v, phase): rule_now(at(v, phase)) for v, phases in PHASES.items() for phase in phases}
    waiting = {v: rule_now(at(v, "pickup", asked=False, turn=1)) for v in PHASES}
    assert all(says.startswith("Others play") for says in waiting.values())
    assert len({*asked.values()}) == len(asked) and len({*waiting.values()}) == len(PHASES)


@pytest.mark.parametrize("variant", PHASES)
def test_only_keilty_speaks_of_keilty_and_calls_are_told_where_there_are_some(variant: str) -> None:
    says = [rule_now(at(variant, phase, asked=asked)) for phase in PHASES[variant] for asked in (True, False)]
    assert not any("Keilty" in one for one in says)
    game = variety(variant)
    assert isinstance(game, TurnGame)
    assert any("call" in one for one in says) is (CallRummy in game.steps)


def test_no_sentence_is_longer_than_a_person_reads_in_the_middle_of_a_turn() -> None:
    assert all(len(rule_now(at(variant, phase))) < 300 for variant, phases in PHASES.items() for phase in phases)


def test_crummy_rummy_the_contract_the_offer_and_the_last_round() -> None:
    assert "all at once" in rule_now(at("crummy", "play", laid=(False, True)))
    assert "You cannot lay new melds" in rule_now(at("crummy", "play", laid=(True, False)))
    assert "three runs" in rule_now(at("crummy", "play", laid=(False, False), round=7))
    assert "No answer means no" in rule_now(at("crummy", "offer", turn=1))
    assert "You drew" in rule_now(at("crummy", "offer", asked=False))
    assert "asked first" in rule_now(at("crummy", "offer", asked=False, turn=1))


def test_vegas_rummy_wild_cards_as_the_table_plays_them() -> None:
    plain = at("vegas", "play")
    assert plain.state is not None
    assert "One wild card" not in rule_now(plain) and "swapped" not in rule_now(plain)
    options = plain.state.options.with_values(strict=True, solidarity=False)
    told = rule_now(replace(plain, state=replace(plain.state, options=options)))
    assert "One wild card at most" in told and "swapped" in told
    assert "decline" in rule_now(at("vegas", "buyin")) and "13" in rule_now(at("vegas", "aces", asked=False))
