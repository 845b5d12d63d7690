"""Actions word by word: every legal action is reached by its words and by no others, in all games."""

import random
from hashlib import sha256

import pytest

from rummynet.rules import NAMES, IllegalAction, Seeded, parse, variety
from rummynet_research.env.episode import begun
from rummynet_research.env.words import END, WORDS, Spelling, numbers_of, spelling


def test_the_numbering_stays() -> None:
    # Trained programs depend on it: new words go to the end, and this line changes with them.
    assert len(WORDS) == len(set(WORDS)) == 219
    assert sha256(" ".join(WORDS).encode()).hexdigest()[:12] == "bd0fcef8eff9"


def reached(start: Spelling) -> list[object]:
    found: list[object] = []
    for word in start.legal:
        after = start.with_word(word)
        found += reached(after) if isinstance(after, Spelling) else [after]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_words_lead_to_every_legal_action_and_each_is_a_choice(name: str) -> None:
    for seed in range(3):
        rng, chance = random.Random(seed), Seeded(seed)
        episode = begun(variety(name), 4, whole=False, random=chance)
        for _ in range(150):
            if episode.over:
                break
            actions = episode.turns.legal()
            start = spelling(actions)
            assert len(start.legal) > 1 or len(actions) == 1
            assert sorted(map(str, reached(start))) == sorted(map(str, actions))
            episode = episode.with_word(rng.choice(episode.legal()))[0].resolved(chance)


def test_an_action_that_begins_another_ends_with_a_word() -> None:
    start = spelling([parse("take 6S"), parse("take 6S meld 5S 6S 7S"), parse("draw")])
    middle = start.with_word(WORDS.index("take"))
    assert isinstance(middle, Spelling) and [WORDS[one] for one in middle.chosen] == ["take", "6S"]
    assert [WORDS[one] for one in middle.legal] == [END, "meld"]
    assert middle.with_word(WORDS.index("meld")) == parse("take 6S meld 5S 6S 7S")


def test_wild_cards_and_decks_are_words() -> None:
    words = [WORDS[one] for one in numbers_of(parse("contract 7H.1 2C.0=9D *1.3=7? / 3C 3D 3H"))]
    assert " ".join(words) == "contract 7H .1 2C .0 =9D *1 .3 =7? / 3C 3D 3H end"


def test_a_word_that_cannot_come_is_refused() -> None:
    with pytest.raises(IllegalAction):
        spelling([parse("draw"), parse("take 6S")]).with_word(WORDS.index("throw"))
