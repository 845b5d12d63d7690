"""Whole games of every variety: no check fails for an honest host; cards put back, turned over and shuffled anew."""

from functools import cache

import pytest

from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import check
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import Acted, Inserted, Reveals, Shuffle
from tests.support.errors import raises
from tests.support.forge import Forge
from tests.support.forge_scripts import entries, lazily
from tests.support.games import EVERY, short

OPTIONS: dict[str, dict[str, object]] = {
    "keilty": {"target": 60},
    "basic": {"deals": 3},
    "vegas": {"max_score": 30},
    "crummy": {"reshuffle_limit": 1},
    "joker": {"target": 60},
    "tiny": {"target": 20},
}
"""Of games that are to be played otherwise than the short ones of the list."""
GAMES = {name: OPTIONS.get(name, short(name)) for name in EVERY}
PLAYERS = {"keilty": (2, 5), "basic": (2, 4), "vegas": (2, 5), "crummy": (2, 4), "joker": (2, 3)}


@pytest.mark.drawn(4)
@pytest.mark.parametrize(("variant", "players"), [(name, n) for name in EVERY for n in PLAYERS.get(name, (2, 3))])
def test_a_whole_game_verifies_for_everybody(variant: str, players: int) -> None:
    forge = Forge(variant, GAMES[variant], players, seed=players).play()
    assert forge.state.finished
    shuffles = sum(isinstance(entry, Reveals) for entry in entries(forge))
    acts = sum(isinstance(entry, Acted) for entry in entries(forge))
    for seat in (None, *range(players)):
        report = check(forge.transcript(seat))
        assert report.verdict.startswith("VERIFIED: the deck was fair and every move legal."), report.verdict
        assert report.passed["commit-set"] == shuffles and report.passed["rules"] == acts
        assert {report.passed[check] for check in ("host-signature", "format", "chain")} == {len(forge.written)}


@cache
def with_cards_put_back() -> tuple[Forge, int, int]:
    """A first round of Crummy rummy in which much is drawn from the stock behind cards put back.

    Between which two entries the stock holds them.
    """
    forge = Forge("crummy", GAMES["crummy"], 3, seed=40, choose=lazily).play(1)
    kinds = [type(entry) for entry in entries(forge)]
    start = kinds.index(Inserted)
    return forge, start, kinds.index(Shuffle, start) if Shuffle in kinds[start:] else len(kinds)


def _before(forge: Forge, after: int) -> Auditor:
    """A spectator's auditor with the log up to and with this entry, and every card shown before it."""
    auditor = Auditor()
    for index, one in enumerate(forge.written[: after + 1]):
        auditor.feed(one.entry, one.signature)
        for opening in forge.shown:
            if opening.after == index and index < after:
                auditor.learn(opening.seat, opening.round, opening.epoch, opening.row)
    return auditor


def test_a_card_drawn_behind_cards_put_back_is_its_seats_and_no_other_card() -> None:
    """No entry names positions there; still one card is that which was drawn, and one seat drew it."""
    forge, start, stop = with_cards_put_back()
    first, second, *_ = (one for one in forge.shown if start < one.after < stop)
    deck = forge.used[0][1].deck
    for one in (first, second):
        _before(forge, one.after).learn(one.seat, one.round, one.epoch, one.row)
    play = _before(forge, first.after).play
    assert play is not None
    epoch = play.used[0]
    own = {position for position, seat in epoch.taken_by.items() if seat == first.seat}
    # Public data cannot distinguish the next card from one put back before the round's end.
    possible = {first.row[0], epoch.next_position, *epoch.back, *own}
    others = sorted(set(range(len(deck.order))) - possible)[::9]
    wrong = [(first.seat, deck.opening(position)) for position in others]
    wrong += [(seat, first.row) for seat in range(3) if seat != first.seat]
    assert len(wrong) > 5
    for seat, row in wrong:
        with pytest.raises(Cheat) as caught:
            _before(forge, first.after).learn(seat, first.round, first.epoch, row)
        assert caught.value.check == "opening"
    auditor = _before(forge, second.after)
    auditor.learn(second.seat, second.round, second.epoch, deck.opening(epoch.back[0]))
    with raises(Cheat, "cheat", "another card than lay on top"):
        for written in forge.written[second.after + 1 :]:
            auditor.feed(written.entry, written.signature)
