"""What characters say: at moments that all see, never about a card, in each player's language, and not too often."""

import random

import pytest

from rummynet.bots.characters import ANYBODY, CHARACTERS
from rummynet_client.bots.robot import TableTalk, occasion_of
from rummynet_client.core.text import news
from rummynet_client.core.text.character_words import ABOUT, Occasion, about, lines_of
from rummynet_client.core.text.game_words import level_words
from rummynet_client.core.text.news import News
from rummynet_client.core.text.table_wish import MATCH

MOMENTS: dict[Occasion, News] = {
    Occasion.BEGINNING: news.RoundDealt(1, 0, (10, 10), ("7H",)),
    Occasion.OWN_CALL: news.RummyCalled(1, "Rosa (bot)", "rummy meld 5S 6S 7S"),
    Occasion.CALL_OF_ANOTHER: news.RummyCalled(0, "Anna", "rummy meld 5S 6S 7S"),
    Occasion.OUT: news.RoundScored(1, 1, (20, 90), (20, 90)),
    Occasion.CAUGHT: news.RoundScored(1, 0, (90, -20), (90, -20)),
    Occasion.WON: news.GameWasWon(1, 1, "Rosa (bot)", (20, 500)),
    Occasion.LOST: news.GameWasWon(1, 0, "Anna", (500, 20)),
}


def test_each_character_is_described_and_has_a_line_for_each_occasion() -> None:
    assert set(ABOUT) == {*CHARACTERS, ANYBODY, MATCH}
    assert all(lines_of(who, occasion) for who in CHARACTERS for occasion in Occasion)
    assert all(about(who) == level_words(who) != who for who in ABOUT)
    assert about("simple") == ""


class TestTableTalk:
    @pytest.mark.parametrize("occasion", Occasion)
    def test_it_speaks_at_moments_that_call_for_a_word(self, occasion: Occasion) -> None:
        assert occasion_of(MOMENTS[occasion], 1, high_wins=True) == occasion
        said = TableTalk("rosa", lambda most: 0).remark([MOMENTS[occasion]], 1, 0.0, high_wins=True)
        assert said == lines_of("rosa", occasion)[0]

    def test_what_it_says_follows_from_chance_and_public_news_alone(self) -> None:
        """The same news with other cards in the own hand bring the same line."""
        for seed in range(20):
            said = []
            for hand in (("7H", "KC"), ("2D", "3D")):
                talk = TableTalk("pippa", random.Random(seed).randrange)
                items = [news.HandShown(hand, hand), MOMENTS[Occasion.CAUGHT]]
                said.append(talk.remark(items, 1, 0.0, high_wins=True))
            assert said[0] == said[1]

    def test_it_says_little(self) -> None:
        talk = TableTalk("pippa", lambda most: 0)
        said = [talk.remark([MOMENTS[Occasion.OWN_CALL]], 1, float(second), high_wins=True) for second in range(60)]
        assert 4 <= sum(line is not None for line in said) <= 6
