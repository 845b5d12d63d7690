"""Whole games of every variety, every byte read by somebody who looks for cards that its reader may not know."""

import io
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rummynet.host.ops.logbook import Logbook
from rummynet.rules.varieties import variety
from rummynet.table.api.effects import Send
from rummynet.table.api.refusals import CoolingDown, Stale
from rummynet.table.game.dealt_cards import Play
from rummynet_protocol import cards, notation
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import LogEntry, Openings, Refused, Watch
from tests.support.card_names import NAMES, codes
from tests.support.evening import CALM, Evening
from tests.support.games import EVERY, short
from tests.support.leak_probe import LeakProbe
from tests.support.people import TableHarness, audited

OPTIONS: dict[str, dict[str, object]] = {
    "keilty": {"target": 40, "turn_seconds": 30},
    "basic": {"target": 60},
    "vegas": {"max_score": 20},
    "joker": {"target": 60},
}
"""Of games that are to be played otherwise than the short ones of the list."""
ACTS = 600


def watched(variant: str, seed: int) -> tuple[Evening, LeakProbe]:
    """A game with everybody who may look on: seats, spectators, late joiners, seats that come and go."""
    options = dict(OPTIONS.get(variant, short(variant)))
    if any(option.name == "cooldown_seconds" for option in variety(variant).options):
        options["cooldown_seconds"] = 0  # what is no rummy is called too, and a game goes on after it
    evening = Evening(variant, random.Random(seed), ["P0", "P1", "P2"], **options)
    probe = LeakProbe(evening.hall, evening.table)
    evening.hall.done(evening.people[-1], Watch, 1)
    evening.acts = CALM
    evening.all_agree(evening.people[0])
    return evening, probe


@pytest.mark.drawn(4)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("variant", EVERY)
def test_no_byte_of_a_game_tells_a_card_to_somebody_who_may_not_know_it(variant: str, seed: int) -> None:
    evening, snoop = watched(variant, seed)
    evening.run(ACTS)
    assert snoop.named > 200
    assert {"entry", "openings", "refused", "table", "lobby", "done"} <= set(snoop.seen)
    assert evening.hall.reports == []
    for person in evening.people[:3]:
        assert audited(person).cheat is None and len(person.heard(LogEntry)) > 80


# -- the snoop itself


def spoiled(change: Callable[[TableHarness, Any], Any]) -> None:
    """A game of a host that tells one message otherwise."""
    evening, snoop = watched("keilty", 1)
    take = snoop.take_input

    def takes(*came: Any) -> Any:  # noqa: ANN401
        return [change(evening.hall, effect) for effect in take(*came)]

    snoop.take_input = takes  # type: ignore[assignment]
    evening.run(ACTS)


def test_the_snoop_notices_cards_told_to_others() -> None:
    def to_everybody(hall: TableHarness, effect: Any) -> Any:  # noqa: ANN401
        if isinstance(effect, Send) and isinstance(effect.message, Openings):
            return replace(effect, to=tuple(hall.people))
        return effect

    def with_a_salt(hall: TableHarness, effect: Any) -> Any:  # noqa: ANN401
        play = hall.lobby.tables[1].game.play if 1 in hall.lobby.tables and hall.lobby.tables[1].game else None
        if isinstance(effect, Send) and isinstance(effect.message, LogEntry) and isinstance(play, Play):
            return replace(effect, message=replace(effect.message, signature=play.decks[-1].opening(50)[2] * 2))
        return effect

    def names_a_hidden_card(hall: TableHarness, effect: Any) -> Any:  # noqa: ANN401
        play = hall.lobby.tables[1].game.play if 1 in hall.lobby.tables and hall.lobby.tables[1].game else None
        if isinstance(effect, Send) and isinstance(effect.message, Refused) and play is not None and play.full.stock:
            return replace(effect, message=replace(effect.message, says=f"no: {cards.face(play.full.stock[-1])}"))
        return effect

    for change in (to_everybody, with_a_salt, names_a_hidden_card):
        with pytest.raises(AssertionError):
            spoiled(change)


def test_the_snoop_notices_a_card_of_another_among_those_shown_to_a_seat_that_comes_back() -> None:
    def after_coming_back(hall: TableHarness, effect: Any) -> Any:  # noqa: ANN401
        match effect:
            case Send(to, Openings() as message) if len(message.cards) > 3:
                play = hall.lobby.tables[1].game.play  # type: ignore[union-attr]
                assert isinstance(play, Play)
                mine = {row[0] for row in message.cards}
                other = next(place for place in range(20) if place not in mine)
                return Send(to, replace(message, cards=(*message.cards, play.decks[-1].opening(other))))
        return effect

    with pytest.raises(AssertionError):
        spoiled(after_coming_back)


CARELESS = {"cooldown": (CoolingDown, ["rummy meld 2C 3C 4C", "rummy meld 2C 3C 4C"]), "stale": (Stale, ["draw"])}


@pytest.mark.parametrize("code", CARELESS)
def test_a_refusal_that_names_a_hidden_card_fails_whatever_test_it_happens_in(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hall reads each refusal; here one that is rare says what lies on top of the stock."""
    kind, asks = CARELESS[code]
    hall = TableHarness(seed=4)
    table, people = hall.game(["Ann", "Bob"], cooldown_seconds=9)
    assert table.game is not None and table.game.play is not None
    play = table.game.play
    person = next(one for one in people if one.key != table.game.keys[play.full.turn])
    aim: dict[str, Any] = {"head": bytes(32)} if code == "stale" else {}
    answers = [hall.act(person, do, **aim) for do in asks]
    assert isinstance(answers[-1], Refused) and answers[-1].code == code
    honest = kind.__init__

    def careless(refusal: Refusal, says: str) -> None:
        honest(refusal, f"{says}; the next card is {cards.face(play.full.stock[0])}")

    monkeypatch.setattr(kind, "__init__", careless)
    with pytest.raises(AssertionError, match="names a card that its reader has not seen"):
        hall.act(person, asks[-1], **aim)


def test_cards_are_recognised_in_text() -> None:
    assert NAMES.findall("take 7H meld 7H.0 *1=8H, TD or *2!") == ["7H", "7H.0", "*1", "TD", "*2"]
    assert codes("AC.1") == [{54}]
    assert notation.parse("throw AC")


# -- what the operator's log says


def test_the_log_of_a_table_that_fails_holds_no_card_and_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"])
    assert table.game is not None and isinstance(table.game.play, Play)
    play = table.game.play
    hidden = [cards.face(card) for card in play.full.stock]

    def fails(cards: Sequence[int]) -> None:
        raise RuntimeError(f"{play.full} {play.decks[-1].shuffle.secrets.s_deck!r} {hidden}")

    monkeypatch.setattr(play, "given", fails)
    mover = next(person for person in people if person.key == table.game.keys[play.full.turn])
    assert isinstance(hall.act(mover, "draw"), Refused)
    (report,) = hall.reports
    stream = io.StringIO()
    assert report.error is not None
    Logbook(stream).trouble(report.says, report.error, table=report.table)
    line = stream.getvalue()
    assert "RuntimeError" in line and "test_whole_games.py" in line
    assert not codes(line) and play.decks[-1].shuffle.secrets.s_deck.hex() not in line and "State" not in line
