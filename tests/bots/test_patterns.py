"""Play by pattern tables. The self-play that fits them is tested in research/."""

import random
from array import array

import pytest

from rummynet import players, rules
from rummynet.bots.arena.figures import standings
from rummynet.bots.arena.match import Match
from rummynet.bots.budget import StepClock
from rummynet.bots.evaluation.bot_plays import broken_meld
from rummynet.bots.evaluation.partners import POINTS
from rummynet.bots.patterns import pattern_network as network
from rummynet.bots.patterns.card_states import PATTERNS, CardState, card_states, patterns, patterns_with
from rummynet.bots.patterns.pattern_play import PatternOutlook, ranked_by_patterns
from rummynet.bots.patterns.tables import HALF, PatternTables, tables_for
from rummynet.bots.seat_view import SeatView
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.shared.rounds import known_cards
from rummynet.rules.varieties import variety
from rummynet.rules.varieties import variety as variety_called
from rummynet_protocol import cards
from rummynet_protocol.actions import Draw, Take, ThrowOut
from rummynet_protocol.values import replace
from tests.bots.seat_views import seen
from tests.bots.test_strategies import chosen, position

KEILTY = variety("keilty")
JOKER = variety("joker")


class TestNetworks:
    def test_there_are_none_for_more_than_two(self) -> None:
        assert network.networks_for("keilty", 3) is None

    def test_networks_of_another_size_are_refused(self) -> None:
        with pytest.raises(ValueError, match="in place of"):
            network.PatternNetworks(array("h", [0]))

    def test_what_changes_a_position_changes_its_sums(self) -> None:
        networks = network.networks_for("keilty", 2)
        assert networks is not None
        one = networks.network("after_throw")
        states = card_states(position("7C 8C KD", pile="9H"), 0)
        before, gone = patterns(states), patterns_with(states, cards.code("8C"))
        states[cards.code("8C")] = int(CardState.TOP)
        changed = one.changed(one.sums(before, 3, 5, 20), gone, patterns_with(states, cards.code("8C")))
        assert changed == pytest.approx(one.sums(patterns(states), 3, 5, 20))
        assert one.points(changed) != one.points(one.sums(before, 3, 5, 20))

    def test_master_is_above_expert(self) -> None:
        """On these deals; how far it is above on many is in docs/bots.md."""
        match = Match(("master", "expert"), "keilty", variety_called("keilty").resolve({}), 2, 12, 1, 1, 10)
        ours, _ = standings(match, [match.play_game(number, StepClock(1)) for number in match.jobs()])
        assert ours.over_last is not None
        assert ours.over_last.mean > 5


class TestTables:
    def test_tables_of_another_size_are_refused(self) -> None:
        with pytest.raises(ValueError, match="in place of"):
            PatternTables(array("h", [0] * HALF))


class TestCardStates:
    def test_where_each_card_is(self) -> None:
        state = position("7C KD 8S", pile="QC JH 2D 3D 4D 5D 9H", melds=(("5S 6S 7S", "111"),))
        states = card_states(state, 0, 0)
        named = "7C 8S 9H 5D JH QC 6S 4S AH 2C".split()
        found = " ".join(f"{name} {CardState(states[cards.FACE_OF[name]]).name}" for name in named)
        wanted = "7C HELD 8S HELD_FITS 9H TOP 5D NEAR JH DEEP QC DEEP 6S LAID 4S UNSEEN_FITS AH UNSEEN 2C THEIRS"
        assert found == wanted
        assert card_states(state, 0, 1)[cards.FACE_OF["9H"]] == CardState.NEAR, "as if one more lay on it"

    def test_a_set_has_one_pattern_for_all_orders_of_its_suits(self) -> None:
        chance = random.Random(1)
        for _ in range(20):
            states = [int(chance.choice(list(CardState))) for _ in range(52)]
            turned = [states[(card + 13) % 52] for card in range(52)]
            assert sorted(patterns(states)) == sorted(patterns(turned)), "no suit is better than another"
            assert all(0 <= pattern < PATTERNS for pattern in patterns(states))

    def test_the_patterns_with_a_card_are_those_that_it_changes(self) -> None:
        states = card_states(position("7C 8C KD", pile="9H"), 0)
        for card in range(52):
            before = patterns(states)
            part = patterns_with(states, card)
            kept, states[card] = states[card], int(CardState.LAID)
            changed = [one for one, now in zip(before, patterns(states), strict=True) if one != now]
            states[card] = kept
            assert sorted(changed) == ([] if kept == CardState.LAID else sorted(part))


class TestExpert:
    def test_it_throws_nothing_that_the_other_can_lay(self) -> None:
        assert chosen(position("8S AD", melds=(("5S 6S 7S", "111"),), phase="play"), "expert") != "throw 8S"

    def test_it_does_not_take_the_top_of_the_pile_to_throw_it_back(self) -> None:
        """Where it could draw, whatever else it lays. Two who lay nothing and play so go round for ever."""
        tables, takes = tables_for("vegas", 2), 0
        assert tables is not None
        for seed in range(40):
            state, could_draw = rules.variety("vegas").deal(2).resolved(seed), False
            taken: str | None = None
            while state.actor is not None and state.position.phase in ("pickup", "play"):
                observed = state.observation(state.actor)
                view = SeatView(state.actor, observed.position, RoundLog((), known_cards(state.public)))
                action = ranked_by_patterns(variety("vegas"), view, tables)[0][1]
                match action:
                    case Take(card):
                        taken, takes = card, takes + 1
                        could_draw = Draw() in observed.legal()
                    case ThrowOut(card):
                        assert card != taken or not could_draw, (seed, str(state))
                        taken = None
                    case Draw():
                        taken = None
                state = state.apply(action).resolved(seed)
        assert takes > 50

    def test_what_a_seat_cannot_see_changes_nothing(self) -> None:
        state = position("7C 8C 9D KH", pile="2D 3H")
        other = replace(state, hands=(state.hands[0], state.hands[1] ^ (1 << 1 | 1 << 9)), stock=state.stock[::-1])
        tables = tables_for("keilty", 2)
        assert tables is not None
        views = [seen(one, 0, cards.mask(state.discard)) for one in (state, other)]
        assert ranked_by_patterns(KEILTY, views[0], tables) == ranked_by_patterns(KEILTY, views[1], tables)

    def test_its_worth_is_the_lead_where_it_goes_out(self) -> None:
        """30 points lie, and the other holds three low clubs: known, 15 points; hidden, three of what is unseen."""
        state = position("2H", melds=(("KC KD KS", "000"),), pile="9S")
        tables = tables_for("keilty", 2)
        assert tables is not None
        outlook = PatternOutlook(tables, 0, state)
        (known,) = outlook.throws(seen(state, 0, state.hands[1]).position).values()
        assert known == 45
        (hidden,) = outlook.throws(seen(state, 0, 0).position).values()
        unseen = [code for code in range(52) if not (state.hands[0] | cards.mask(state.discard)) >> code & 1]
        unseen = [code for code in unseen if code not in state.melds[0].cards]
        assert hidden == pytest.approx(30 + 3 * sum(POINTS[code] for code in unseen) / len(unseen))

    def test_in_joker_rummy_it_breaks_up_no_ready_meld(self) -> None:
        """There it would gain nothing by that. Unless each other throw breaks one up, too."""
        expert, throws = players.named("expert"), 0
        for seed in range(1, 8):
            state = rules.variety("joker").deal(2).resolved(seed)
            while state.actor is not None:
                seat, action = state.actor, expert.choose(state.observation(state.actor))
                if isinstance(action, ThrowOut) and broken_meld(JOKER, state.position, seat, action) is not None:
                    others = [one for one in state.legal() if isinstance(one, ThrowOut)]
                    assert all(broken_meld(JOKER, state.position, seat, one) for one in others), (seed, str(state))
                throws += isinstance(action, ThrowOut)
                state = state.apply(action).resolved(seed)
        assert throws > 50

    @pytest.mark.drawn(1)
    @pytest.mark.parametrize(("game", "least"), [("keilty", 20), ("joker", 0), ("basic", 5), ("vegas", 0)])
    def test_it_is_above_strong(self, game: str, least: float) -> None:
        """On these deals; how far it is above on many is in docs/bots.md."""
        match = Match(("expert", "strong"), game, variety_called(game).resolve({}), 2, 20, 1, 1, 10)
        ours, _ = standings(match, [match.play_game(number, StepClock(1)) for number in match.jobs()])
        assert ours.over_last is not None
        assert ours.over_last.mean > least
