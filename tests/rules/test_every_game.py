"""What holds in every game of the list, a new one too: its lists, its positions and its clock."""

import json
from collections import Counter

import pytest

from rummynet.rules.core.errors import BadDeck, BadSeats, NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety, once_answered, stand_in
from rummynet.rules.varieties import variety
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, Take
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace
from tests.support.games import EVERY, random_round

SEEDS = range(3)


def accepts(game: Variety, state: State, seat: int, action: Action) -> bool:
    try:
        game.apply(state, seat, action)
    except NeedsShuffle:
        return True
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("name", EVERY)
def test_a_round_ends_and_every_card_is_in_one_place(name: str) -> None:
    game = variety(name)
    assert variety.__wrapped__(name) is game
    for seed in SEEDS:
        for acts, (state, _, _) in enumerate(random_round(name, seed)):
            assert acts < 5000
            found = [*state.stock, *state.discard]
            found += [code for meld in state.melds for code in meld.cards]
            found += [code for hand in state.hands for code in cards.members(hand)]
            deck = game.deck(state.options, None, state.players)
            assert not Counter(found) - Counter(deck)
            assert len(found) == len(deck) - game.chance.insertions(state)


@pytest.mark.parametrize("name", EVERY)
def test_a_deal_takes_exactly_the_cards_of_its_deck(name: str) -> None:
    game = variety(name)
    options = game.resolve({})
    deck = game.deck(options, None, 2)
    assert deck == sorted(set(deck)) and game.deal(options, 2, 0, deck)
    for wrong in (deck[:-1], [*deck[:-1], deck[-2]], [*deck, deck[-1] + 1], [*deck[:-1], 215], []):
        with pytest.raises(BadDeck):
            game.deal(options, 2, 0, wrong)
    for starter in (-1, 2):
        with pytest.raises(BadSeats):
            game.deal(options, 2, starter, deck)


@pytest.mark.drawn(4)
@pytest.mark.parametrize("name", EVERY)
def test_what_is_listed_is_legal_and_what_is_legal_is_accepted(name: str) -> None:
    """The actions tried are those of all seats in the last positions: legal then, and now perhaps nearly so."""
    game, legal, refused = variety(name), 0, 0
    for seed in SEEDS:
        tried: list[Action] = []
        for state, _, _ in random_round(name, seed):
            for seat in range(state.players):
                listed = game.legal(state, seat)
                texts = [notation.text(action) for action in listed]
                assert texts == sorted(set(texts)) and [notation.parse(text) for text in texts] == listed
                assert all(game.is_legal(state, seat, action) for action in listed[:20])
                for action in tried[-20:]:
                    is_legal = game.is_legal(state, seat, action)
                    assert is_legal == accepts(game, state, seat, action)
                    legal, refused = legal + is_legal, refused + (not is_legal)
                tried += [action for action in listed[:3] if action not in tried]
    assert legal > 20 and refused > 20


@pytest.mark.parametrize("name", EVERY)
def test_an_action_leaves_the_position_it_was_done_in_as_it_was(name: str) -> None:
    game = variety(name)
    for state, seat, action in random_round(name, 0):
        before = json.dumps(game.positions.write(state))
        accepts(game, state, seat, action)
        assert json.dumps(game.positions.write(state)) == before


@pytest.mark.parametrize("name", EVERY)
def test_a_position_is_read_as_it_was_written(name: str) -> None:
    game = variety(name)
    for seed in SEEDS:
        for state, _, _ in random_round(name, seed):
            written = json.loads(json.dumps(game.positions.write(state)))
            assert game.positions.read(written) == state


@pytest.mark.parametrize("name", EVERY)
def test_a_hand_by_itself_is_written_as_in_the_position(name: str) -> None:
    game = variety(name)
    for state, seat, _ in random_round(name, 1):
        hands = [state.hands[other] if other == seat else 0 for other in range(state.players)]
        hidden = [state.count(other) if other != seat else 0 for other in range(state.players)]
        seen = replace(state, hands=tuple(hands), hidden=tuple(hidden))
        for position in (state, seen):
            written = game.positions.write(position)["hands"]
            assert [game.positions.hand(position, other) for other in range(state.players)] == written


@pytest.mark.parametrize("name", EVERY)
def test_what_the_clock_does_is_legal(name: str) -> None:
    game, seen = variety(name), 0
    for state, _, _ in random_round(name, 1, turn_seconds=20):
        for timer in game.timers(state):
            asked = timer.seat in game.actors(state)
            assert timer.action is not None and (not asked or game.is_legal(state, timer.seat, timer.action))
            seen += asked
    assert seen > 10


@pytest.mark.parametrize("name", EVERY)
def test_what_the_clock_does_with_a_hidden_hand_is_of_the_kinds_named(name: str) -> None:
    game, seen = variety(name), 0
    for state, _, _ in random_round(name, 1, turn_seconds=20):
        nothing = tuple(0 for _ in state.hands)
        hidden = replace(state, hands=nothing, hidden=tuple(state.count(seat) for seat in range(state.players)))
        for shut, full in zip(game.timers(hidden), game.timers(state), strict=True):
            assert shut.action in (None, full.action) and (shut.seat, shut.kind) == (full.seat, full.kind)
            if shut.action is None:
                assert isinstance(full.action, game.clock_kinds(hidden))
                seen += 1
    assert seen > 10


@pytest.mark.parametrize("name", EVERY)
def test_what_is_done_for_an_absent_player_is_what_the_clock_would_do(name: str) -> None:
    game, seen = variety(name), 0
    for clocked, _, _ in random_round(name, 1, turn_seconds=20):
        state = replace(clocked, options=clocked.options.with_values(turn_seconds=0))
        does = [(one.seat, one.action, one.seconds, one.kind) for one in stand_in(game, state, 7)]
        due = [one for one in game.timers(clocked) if one.kind == "turn"]
        assert game.on_clock(state) == tuple(one.seat for one in due)
        assert does == [(one.seat, one.action, 7, "vote") for one in due]
        seen += len(does)
    assert seen > 10


@pytest.mark.parametrize("name", EVERY)
def test_there_is_something_to_say_of_every_position(name: str) -> None:
    game = variety(name)
    for state, _, _ in random_round(name, 2):
        for seat in range(state.players):
            asked = seat in game.actors(state)
            assert all(game.presentation.rule_of_the_moment(state, seat, asked))
        assert all(game.presentation.facts(state))
        assert len(game.presentation.points_on_table(state)) in (0, state.players)


@pytest.mark.parametrize("name", EVERY)
def test_where_nobody_is_asked_first_the_position_is_the_one_to_act_in(name: str) -> None:
    game = variety(name)
    for state, _, _ in random_round(name, 2):
        for seat in game.actors(state):
            if not game.offers.offer_early(state) and game.offers.hurries(state, seat) is None:
                assert once_answered(game, state, seat) is state
        if name != "crummy":
            assert [game.presentation.contract(state, seat) for seat in range(state.players)] == [None] * state.players


@pytest.mark.parametrize("name", EVERY)
def test_who_waits_reads_one_rule_and_who_acts_that_of_the_phase(name: str) -> None:
    game, waiting, acting = variety(name), set[object](), {"pickup": set[object](), "play": set[object]()}
    for state, _, _ in random_round(name, 2):
        if state.phase in acting and game.actors(state) == (state.turn,):
            acting[state.phase].add(game.presentation.rule_of_the_moment(state, state.turn, True))
            other = (state.turn + 1) % state.players
            waiting.add(game.presentation.rule_of_the_moment(state, other, False))
    assert len(waiting) == 1 and acting["pickup"] and acting["play"]
    assert not acting["pickup"] & acting["play"] and not waiting & (acting["pickup"] | acting["play"])


def test_the_options_that_a_game_names_are_its_own() -> None:
    for name in EVERY:
        game = variety(name)
        assert game.score_option is None or game.score_option in {option.name for option in game.options}
        assert game.resolve(game.short_options)


@pytest.mark.parametrize("name", EVERY)
def test_a_game_says_of_itself_what_its_rules_do(name: str) -> None:
    game, is_deep = variety(name), False
    shown = game.presentation
    assert 1 <= len(game.summary) <= 3 and all(says.endswith((".", "!")) for says in game.summary)
    assert all(option.read(value) == value for option in game.options for value in option.value_names)
    for seed in SEEDS:
        for state, _, _ in random_round(name, seed):
            takes = [one for one in game.legal(state, state.turn) if isinstance(one, Take)]
            is_deep |= any(cards.face(state.discard[-1]) != take.card for take in takes)
            assert bool(shown.points_on_table(state)) == shown.melds_count
            if game.one_deck:
                assert len(game.deck(state.options, None, state.players)) <= cards.PER_DECK
                assert not any(shown.is_wild(state, card) for card in range(52))
    assert is_deep == shown.spread_pile
