"""Whole games of every variety, every byte read by somebody who looks for cards that its reader may not know."""

import io
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from rummynet.host.ops.logbook import Logbook
from rummynet.rules.core import sight
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.rules.varieties import variety
from rummynet.table.api.effects import Send
from rummynet.table.api.refusals import CoolingDown, Stale
from rummynet.table.game.dealt_cards import Play
from rummynet.table.table import Table
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, LayDown, LayOff
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import AskLog, AskView, Leave, LogEntry, Openings, Refused, View, Watch
from tests.support.card_names import NAMES, codes
from tests.support.games import EVERY, short
from tests.support.leak_probe import LeakProbe
from tests.support.people import TableHarness, anything, audited

OPTIONS: dict[str, dict[str, object]] = {
    "keilty": {"target": 40, "turn_seconds": 30},
    "basic": {"target": 40},
    "vegas": {"max_score": 20},
    "joker": {"target": 60},
}
"""Of games that are to be played otherwise than the short ones of the list."""
ACTS = 300


def playing(variety: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    """Anything, but in Vegas rummy plays rather than throws, so that rounds end."""
    if variety.name != "vegas":
        return anything(variety, state, chance)
    seat = variety.actors(state)[0]
    legal = variety.legal(state, seat)
    plays = [one for one in legal if isinstance(one, LayDown | LayOff)]
    picked = chance.choice(plays) if plays and chance.random() < 0.8 else chance.choice(legal)
    return seat, variety.explicit(state, seat, picked)


class Evening:
    """A game with everybody who may look on: seats, a spectator, a late joiner, seats that come and go."""

    def __init__(self, variant: str, seed: int) -> None:
        options = dict(OPTIONS.get(variant, short(variant)))
        if any(option.name == "cooldown_seconds" for option in variety(variant).options):
            options["cooldown_seconds"] = 0  # what is no rummy is called too, and a game goes on after it
        self.hall = TableHarness(seed=seed)
        number, self.people = self.hall.table([f"P{seat}" for seat in range(3)], variant, **options)
        self.table: Table = self.hall.lobby.tables[number]
        self.snoop = LeakProbe(self.hall, self.table)
        self.watchers = [self.hall.person("Wendy")]
        self.hall.done(self.watchers[0], Watch, number)
        self.chance = random.Random(seed)
        self.begin()

    def begin(self) -> None:
        for person in self.people:
            self.hall.ready(person, 1)

    def run(self) -> None:
        events: list[Callable[[], object]] = [
            self.look,
            self.look,
            self.come_back,
            self.try_nonsense,
            self.come_late,
        ]
        for turn in range(ACTS):
            if self.table.stage != "playing":
                break
            self.hall.play(self.table, self.people, acts=1, choose=playing)
            if turn % 3 == 0 and self.table.stage == "playing":
                self.chance.choice(events)()
            held = self.table.variety.name == "basic"  # what is not a call waits there until calls had their time
            self.hall.advance(self.chance.choice([6000, 8000] if held else [0, 0, 40, 6000]))

    def look(self) -> None:
        for person in (*self.people, *self.watchers):
            answer = self.hall.ask(person, AskView(person.request(), 1))
            assert isinstance(answer, View | Refused)
            if isinstance(answer, View) and self.table.stage == "playing":
                view = json.loads(answer.json)
                assert view["entries"] == person.auditor.index, "a view is of the log as its reader has it"

    def come_back(self) -> None:
        person = self.chance.choice(self.people)
        self.hall.lose(person)
        self.hall.back(person)
        self.hall.done(person, AskLog, 1, self.chance.choice([0, person.auditor.index]))

    def come_late(self) -> None:
        late = self.hall.person(f"late {len(self.watchers)}")
        self.hall.done(late, Watch, 1)
        if len(self.watchers) > 3:
            self.hall.done(late, Leave, 1)
        else:
            self.watchers.append(late)

    def try_nonsense(self) -> None:
        """Actions of the whole notation by any seat: most are refused, and a refusal must not tell anything."""
        person = self.chance.choice(self.people)
        a, b, c = self.chance.sample(range(52), 3)
        names = [cards.face(one) for one in (a, b, c)]
        if ".0" in str(audited(person).state and self.table.variety.positions.write(self.table.game.play.full)):  # type: ignore[union-attr]
            names = [f"{name}.0" for name in names]
        do = self.chance.choice(
            [
                f"throw {names[0]}",
                f"take {names[0]} meld {' '.join(names)}",
                f"meld {' '.join(names)}",
                f"lay {names[0]} on 0",
                f"rummy meld {' '.join(names)}",
                f"rummy lay {names[0]} on 0",
                f"swap {names[0]} on 0",
                f"trade {names[0]} for *1",
                f"want {names[0]}",
                "buy",
            ]
        )
        self.hall.act(person, do)


@pytest.mark.drawn(4)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("variant", EVERY)
def test_no_byte_of_a_game_tells_a_card_to_somebody_who_may_not_know_it(variant: str, seed: int) -> None:
    evening = Evening(variant, seed)
    evening.run()
    snoop = evening.snoop
    assert snoop.named > 200
    assert {"entry", "openings", "view", "refused", "table", "lobby", "done"} <= set(snoop.seen)
    assert evening.hall.reports == []
    for person in evening.people:
        assert audited(person).index > 20


# -- the snoop itself


def spoiled(change: Callable[[TableHarness, Any], Any]) -> None:
    """A game of a host that tells one message otherwise."""
    evening = Evening("keilty", 1)
    take = evening.snoop.take_input

    def takes(*came: Any) -> Any:  # noqa: ANN401
        return [change(evening.hall, effect) for effect in take(*came)]

    evening.snoop.take_input = takes  # type: ignore[assignment]
    evening.run()


def test_the_snoop_notices_cards_told_to_others() -> None:
    def to_everybody(hall: TableHarness, effect: Any) -> Any:  # noqa: ANN401
        if isinstance(effect, Send) and isinstance(effect.message, Openings):
            return replace(effect, to=tuple(hall.people))
        return effect

    def with_a_salt(hall: TableHarness, effect: Any) -> Any:  # noqa: ANN401
        play = hall.lobby.tables[1].game.play if 1 in hall.lobby.tables and hall.lobby.tables[1].game else None
        if isinstance(effect, Send) and isinstance(effect.message, LogEntry) and isinstance(play, Play):
            return replace(effect, message=replace(effect.message, signature=play.deck.opening(50)[2] * 2))
        return effect

    def names_a_hidden_card(hall: TableHarness, effect: Any) -> Any:  # noqa: ANN401
        play = hall.lobby.tables[1].game.play if 1 in hall.lobby.tables and hall.lobby.tables[1].game else None
        if isinstance(effect, Send) and isinstance(effect.message, Refused) and play is not None and play.full.stock:
            return replace(effect, message=replace(effect.message, says=f"no: {cards.face(play.full.stock[-1])}"))
        return effect

    for change in (to_everybody, with_a_salt, names_a_hidden_card):
        with pytest.raises(AssertionError):
            spoiled(change)


def test_the_snoop_notices_a_view_that_shows_a_spectator_somebodys_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = sight.seen_by

    def careless(public: State, full: State, seat: int | None) -> State:
        return honest(public, full, 0 if seat is None and full.round > 1 else seat)

    monkeypatch.setattr(sight, "seen_by", careless)
    with pytest.raises(AssertionError, match="names a card that its reader may not know"):
        for seed in range(3):
            Evening("vegas", seed).run()


def test_the_snoop_notices_a_card_of_another_among_those_shown_to_a_seat_that_comes_back() -> None:
    def after_coming_back(hall: TableHarness, effect: Any) -> Any:  # noqa: ANN401
        match effect:
            case Send(to, Openings() as message) if len(message.cards) > 3:
                play = hall.lobby.tables[1].game.play  # type: ignore[union-attr]
                assert isinstance(play, Play)
                mine = {row[0] for row in message.cards}
                other = next(place for place in range(20) if place not in mine)
                return Send(to, replace(message, cards=(*message.cards, play.deck.opening(other))))
        return effect

    with pytest.raises(AssertionError):
        spoiled(after_coming_back)


CARELESS = {
    "cooldown": (CoolingDown, ["rummy meld 2C 3C 4C", "rummy meld 2C 3C 4C"]),
    "stale": (Stale, ["draw"]),
}


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

    def fails(seat: int, action: Action) -> None:
        raise RuntimeError(f"{play.full} {play.deck.shuffle.secrets.s_deck!r} {hidden}")

    monkeypatch.setattr(play, "apply_action", fails)
    mover = next(person for person in people if person.key == table.game.keys[play.full.turn])
    assert isinstance(hall.act(mover, "draw"), Refused)
    (report,) = hall.reports
    stream = io.StringIO()
    assert report.error is not None
    Logbook(stream).trouble(report.says, report.error, table=report.table)
    line = stream.getvalue()
    assert "RuntimeError" in line and "test_whole_games.py" in line
    assert not codes(line) and play.deck.shuffle.secrets.s_deck.hex() not in line and "State" not in line
