"""Characters: their names and levels, how their tempers change a choice, what they notice, how long they think."""

import random

import pytest

from rummynet.bots.characters import CHARACTERS, Character, somebody
from rummynet.bots.evaluation.weights import BOUNDED, LAID_POINTS, MOST_GAIN, MOST_LIKELY
from rummynet.bots.strategies.character_strategy import CharacterStrategy
from rummynet.bots.strategies.named import strategy
from tests.support.in_notation import claim


class TestWhoTheyAre:
    def test_anybody_is_somebody_who_is_not_there_yet(self) -> None:
        assert {somebody(n) for n in range(100)} == set(CHARACTERS)
        taken = [f"{one.name} (bot)" for who, one in CHARACTERS.items() if who != "nils"]
        assert {somebody(n, taken) for n in range(20)} == {"nils"}
        assert somebody(3, [*taken, "Nils (bot)"]) in CHARACTERS


class TestTemper:
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

    def test_nobody_calls_what_it_made_possible_itself(self) -> None:
        for who in CHARACTERS:
            assert strategy(who).notice_call(self.claims, 1, random.Random(1).randrange) is None


class TestPace:
    @pytest.mark.parametrize("who", CHARACTERS)
    def test_a_character_has_a_pace(self, who: str) -> None:
        chance = random.Random(2).randrange
        level = strategy(CHARACTERS[who].level)
        ours = sum(strategy(who).thinking_seconds(chance, 12) for _ in range(200))
        theirs = sum(level.thinking_seconds(chance, 12) for _ in range(200))
        assert ours / theirs == pytest.approx(CHARACTERS[who].pace, rel=0.1)
