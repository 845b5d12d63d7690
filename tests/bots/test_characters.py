"""Characters: their names and levels, how their tempers change a choice, what they notice, how long they think."""

import random
from collections import Counter

import pytest

from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.characters import CHARACTERS, COMPANY, Character, character_named, name_of, somebody
from rummynet.bots.evaluation.weights import BOUNDED, LAID_POINTS, MOST_GAIN, MOST_LIKELY
from rummynet.bots.levels import NAMES
from rummynet.bots.seat_view import SeatView, view_of
from rummynet.bots.strategies.character_strategy import CharacterStrategy
from rummynet.bots.strategies.named import strategy
from rummynet.bots.strategy import MIDDLING, cards_in_question, hardness
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.varieties import variety
from rummynet_protocol import notation
from rummynet_protocol.values import replace
from tests.bots.test_seat_view import some_round
from tests.bots.test_strategies import position
from tests.support.in_notation import claim

KEILTY = variety("keilty")
TEMPERED = [who for who, one in CHARACTERS.items() if one.temper]


def choice(who: str, view: SeatView) -> str:
    """What the strategy does; the first among equals."""
    return notation.text(strategy(who).choose_action(KEILTY, view, lambda most: 0, Budget(20, StepClock(1))))


class TestWhoTheyAre:
    def test_there_are_a_dozen_with_names_of_their_own_at_all_levels(self) -> None:
        assert len(CHARACTERS) >= 12
        assert len({one.name for one in CHARACTERS.values()}) == len(CHARACTERS)
        assert {one.level for one in CHARACTERS.values()} == set(NAMES)
        assert len(set(COMPANY)) == len(COMPANY) == len(NAMES) + len(CHARACTERS) + 1

    def test_a_character_has_its_name_at_the_table_unless_somebody_has_it(self) -> None:
        assert name_of("rosa", 0) == "Rosa (bot)"
        assert name_of("rosa", 0, ["Rosa (bot)"]) == "Ada (bot)"
        assert name_of("simple", 1) == "Bruno (bot)"
        assert character_named("Rosa (bot)") == "rosa"
        assert character_named("Rosa") is None, "a person may be called so"

    def test_anybody_is_somebody_who_is_not_there_yet(self) -> None:
        assert {somebody(n) for n in range(100)} == set(CHARACTERS)
        taken = [f"{one.name} (bot)" for who, one in CHARACTERS.items() if who != "nils"]
        assert {somebody(n, taken) for n in range(20)} == {"nils"}
        assert somebody(3, [*taken, "Nils (bot)"]) in CHARACTERS


class TestTemper:
    @pytest.mark.parametrize("who", TEMPERED)
    def test_a_temper_changes_some_choices_and_most_of_them_not(self, who: str) -> None:
        """In positions of played rounds; without a temper the character plays as its level does."""
        other = same = 0
        for seed in range(99):
            if seed >= 24 and other:
                break
            state, log = some_round("keilty", seed, 4 + 3 * (seed % 9))
            if state.actor is None or state.position.phase == "over":
                continue
            view = view_of(state.public, replace(state.position, claims=()), state.actor, log)
            if choice(who, view) == choice(CHARACTERS[who].level, view):
                same += 1
            else:
                other += 1
        assert other >= 1
        assert same > other

    def test_the_gambler_takes_what_her_level_leaves(self) -> None:
        """Deep in the pile lies what makes a meld of fives, under cards that go with nothing."""
        found = Counter[bool]()
        for depth in range(1, 8):
            pile = " ".join(["3H", *"JD QC 9S 6D TC KS 8D".split()[:depth]])
            state = position("3C 3D KH AS 5S 9C", pile=pile, phase="pickup")
            view = SeatView(0, replace(state, hands=(state.hands[0], 0), hidden=(0, 3), stock=(-1,) * 30), RoundLog())
            takes = [choice(who, view).startswith("take") for who in ("yara", "strong")]
            assert takes[0] or not takes[1], "she takes wherever her level does"
            found[takes[0] and not takes[1]] += 1
        assert sum(found.values()) == 7

    def test_a_probability_stays_one(self) -> None:
        tempered = LAID_POINTS.multiplied({"held": 2.0, "take": 2.0, "gain": 2.0})
        assert tempered.gain == MOST_GAIN, "a meld in the hand is worth less than one that lies"
        assert tempered.held == MOST_LIKELY
        assert tempered.take == 2 * LAID_POINTS.take
        assert LAID_POINTS.multiplied({}) == LAID_POINTS
        assert all(getattr(LAID_POINTS, name) <= MOST_LIKELY for name in BOUNDED)

    def test_a_level_without_weights_has_no_temper(self) -> None:
        with pytest.raises(ValueError, match="no weights"):
            CharacterStrategy("x", Character("X", "simple", temper={"take": 2.0}), strategy("simple"))


class TestNoticing:
    claims = (claim("rummy meld 5S 6S 7S", 1), claim("rummy meld KC KD KH", 1))

    def calls(self, who: str) -> list[float | None]:
        chance = random.Random(1).randrange
        planned = [strategy(who).notice_call(self.claims, 0, chance) for _ in range(400)]
        assert all(one is None or one.action == self.claims[1].action for one in planned), "the dearer one"
        return [one.seconds if one is not None else None for one in planned]

    def test_the_grandmother_misses_none_and_the_child_most(self) -> None:
        assert None not in self.calls("rosa")
        assert 240 < self.calls("mats").count(None) < 360

    @pytest.mark.parametrize("who", [who for who in CHARACTERS if who != "benno"])
    def test_a_call_takes_a_human_time(self, who: str) -> None:
        seconds = [one for one in self.calls(who) if one is not None]
        assert min(seconds) >= 0.9
        assert max(seconds) <= 5.0
        assert len(set(seconds)) > 10

    def test_nobody_calls_what_it_made_possible_itself(self) -> None:
        for who in CHARACTERS:
            assert strategy(who).notice_call(self.claims, 1, random.Random(1).randrange) is None


class TestPace:
    def test_a_harder_choice_takes_longer(self) -> None:
        times = [hardness(cards) for cards in range(1, 30)]
        assert times == sorted(times)
        assert hardness(MIDDLING) == 1
        assert 1 < hardness(30) < 2

    @pytest.mark.parametrize("who", CHARACTERS)
    def test_a_character_has_a_pace(self, who: str) -> None:
        chance = random.Random(2).randrange
        level = strategy(CHARACTERS[who].level)
        ours = sum(strategy(who).thinking_seconds(chance, 12) for _ in range(200))
        theirs = sum(level.thinking_seconds(chance, 12) for _ in range(200))
        assert ours / theirs == pytest.approx(CHARACTERS[who].pace, rel=0.1)

    def test_what_is_counted_is_what_all_can_see(self) -> None:
        state = position("7C 8C 9D KH", pile="2D 3H JS", phase="pickup")
        assert cards_in_question(state, 0) == 7
        assert cards_in_question(replace(state, phase="play"), 0) == 4
        other = replace(state, hands=(state.hands[0] << 1, state.hands[1]), claims=(claim("rummy meld 5S 6S 7S", 1),))
        assert cards_in_question(other, 0) == 7, "neither which cards, nor what can be called"
