"""Random positions of joker rummy: out of play, and made by hand with much on the table."""

from random import Random
from typing import Any

from rummynet_protocol.cards import FACES
from tests.support.naive_joker import MELDS

Position = dict[str, Any]


def made(rng: Random) -> Position:
    """A position put together at random: jokers more often in hands and on the table than chance has it."""
    players = rng.randint(2, 4)
    free = list(FACES)
    melds: list[dict[str, Any]] = []
    faces: set[str] = set()
    for _ in range(rng.randint(0, 5)):
        shape = rng.choice([meld for meld in MELDS if len(meld) < 7] if rng.random() < 0.9 else MELDS)
        if faces & set(shape) or not set(shape) <= set(free):
            continue
        words = list(shape)
        for joker in ("*1", "*2"):
            if joker in free and rng.random() < 0.3:
                at = rng.randrange(len(words))
                if "*" not in words[at]:
                    words[at] = f"{joker}={words[at]}"
        faces |= set(shape)
        free = [card for card in free if card not in [word.split("=")[0] for word in words]]
        melds.append({"cards": words, "by": [rng.randrange(players) for _ in words]})
    rng.shuffle(free)
    turn = rng.randrange(players)
    hands: list[list[str]] = [[free.pop() for _ in range(rng.randint(1, 5))] for _ in range(players)]
    for joker in ("*1", "*2"):
        if joker in free and rng.random() < 0.4:
            free.remove(joker)
            hands[turn].append(joker)
    discard = [free.pop() for _ in range(rng.choice((0, 1, 2, 3, 5, 8)))]
    return {
        "variant": "joker", "options": {"target": rng.choice((30, 120, 500))}, "players": players, "round": 2,
        "starter": 0, "turn": turn, "phase": rng.choice(("pickup", "play")), "hands": hands,
        "stock": free if rng.random() < 0.8 else [], "discard": discard, "melds": melds, "claims": [],
        "reshuffles": rng.choice((0, 3)), "scores": [rng.choice((0, 40, 90)) for _ in range(players)],
        "round_scores": None, "out": None, "winner": None,
    }  # fmt: skip
