"""The rows beside the pages: the rules and the plain second referee do what each row says."""

from collections.abc import Iterable
from typing import Any

import pytest

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step, Variety
from rummynet.rules.varieties import NAMES, variety
from rummynet_protocol import cards, notation
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.values import replace
from tests.support.cases import case
from tests.support.referees import REFEREES, sorted_hands
from tests.support.rows import Row, chains, changed, events_text, in_short, position, refusal_text, spelled_out, texts


def deal(game: Variety, state: State | None, words: list[str], at: dict[str, Any]) -> Step:
    """The deck in ascending order, but for cards that are to be turned up; to newcomers, too."""
    join = [int(word) for word in words if word.lstrip("-").isdecimal()]
    players = at["players"] if state is None else state.players + sum(seat >= state.players for seat in join)
    options = game.resolve(at.get("options", {})) if state is None else state.options
    deck = game.deck(options, state, players, len(join))

    def dealt() -> Step:
        if state is not None:
            return game.next_round(state, deck, join)
        game.check(options, players)
        return game.deal(options, players, at.get("starter", 0), deck)

    if "up" in words:
        up = [cards.code(word, max(deck) // cards.PER_DECK + 1) for word in words[words.index("up") + 1 :]]
        plain = dealt()[0]
        rest = [code for code in deck if code not in up]
        hands = sum(plain.count(seat) for seat in range(plain.players))
        deck[:] = [*rest[:hands], *up, *rest[hands:]]
    return dealt()


def do(game: Variety, state: State | None, row: Row, at: dict[str, Any]) -> Step:
    """What ``do`` says, from a state, or a deal to those who sit there."""
    who, _, what = row["do"].partition(" ")
    if who == "deal":
        return deal(game, state, what.split(), at)
    assert state is not None
    if who == "shuffle":
        decks = game.positions.write(state).get("decks", 1)
        return game.chance.reshuffle(state, [cards.code(card, decks) for card in what.split()])
    if who == "insert":
        return game.chance.insert(state, [int(place) for place in what.split()])
    return game.apply(state, int(who), notation.parse(what))


def check(game: Variety, state: State | None, row: Row, at: dict[str, Any]) -> State | None:
    """Hold the rules to one row, and the referee where the game has one; the state after it."""
    before = {} if state is None else game.positions.write(state)
    referee = REFEREES.get(game.name)
    if "may" in row:
        assert state is not None
        seat, _, listed = row["may"].partition(" ")
        assert texts(game.legal(state, int(seat))) == listed
        assert referee is None or ", ".join(referee.legal(before, int(seat))) == listed
        return state
    if "clock" in row:
        assert state is not None
        timers = game.timers(replace(state, options=state.options.with_values(turn_seconds=1)))
        assert row["clock"] in [f"{one.seat} {texts([one.action])}" for one in timers if one.action is not None]
        return state
    seat, _, action = row["do"].partition(" ")
    judge = referee if seat.isdecimal() else None
    theirs = judge and judge.after(before, int(seat), action)
    try:
        after, events = do(game, state, row, at)
    except RummynetError as error:
        assert refusal_text(error) == row.get("refused") and theirs is None
        return state
    written = game.positions.write(after)
    assert judge is None or theirs == sorted_hands(written)
    assert events_text(events) == row.get("events", "")
    wanted = {**before, **spelled_out(row.get("then", {}))}
    if state is None:
        wanted = game.positions.write(game.positions.read(position(game.name, {**at, **row["then"]})))
    assert in_short(changed(wanted, written)) == {}
    return after


@pytest.mark.parametrize("name", NAMES)
def test_every_row_holds(name: str) -> None:
    game = variety(name)
    for chain in chains(name):
        first = chain[0][1]
        state, at = None, first["at"]
        if "bad" in first:
            continue
        if "hands" in at:
            state = game.positions.read(position(name, at))
            with case(f"{name}.jsonl:{chain[0][0]}", at):
                written = game.positions.write(state)
                given = {key: value for key, value in spelled_out(at).items() if key not in ("options", "claims")}
                assert in_short(changed(written, given)) == {}
        for number, row in chain:
            with case(f"{name}.jsonl:{number}", row):
                state = check(game, state, row, at)


@pytest.mark.parametrize("name", NAMES)
def test_positions_that_cannot_be_are_refused(name: str) -> None:
    rows: Iterable[tuple[int, Row]] = (chain[0] for chain in chains(name))
    for number, row in rows:
        if "bad" in row:
            with case(f"{name}.jsonl:{number}", row), pytest.raises(RummynetError) as caught:
                variety(name).positions.read(position(name, row["at"]))
            assert refusal_text(caught.value, row["at"]) == row["bad"]
