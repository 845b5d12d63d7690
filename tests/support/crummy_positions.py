"""Positions of crummy rummy for tests: hand-made with few words, out of random games, and scattered at random."""

from random import Random
from typing import Any

from rummynet.rules.core.state import State
from rummynet.rules.crummy.game import VARIETY
from rummynet_protocol import cards
from tests.support import rows

Position = dict[str, Any]
WILD = ("2C", "2D", "2H", "2S", "*1", "*2")
TRACKS = {False: "23456789TJQKA", True: "A23456789TJQKA"}


def decks(players: int) -> int:
    return (players + 1) // 2


def deck_names(players: int) -> list[str]:
    return [cards.name(code, decks(players)) for code in cards.full_deck(decks(players), jokers=True)]


def position(hands: list[str], table: tuple[str, ...] = (), **more: Any) -> Position:  # noqa: ANN401 - JSON values
    """A position of which only the hands must be said: seat 0 plays in round 2, nobody has laid, a small stock.

    Melds as ``"4H 5H 6H *1=7H by 0 0 1 1"``, by seat 0 without ``by``. Card lists may be given as one text.
    """
    return rows.position("crummy", {"round": 2, "phase": "play", "hands": hands, "melds": list(table), **more})


def at(hands: list[str], table: tuple[str, ...] = (), **more: Any) -> State:  # noqa: ANN401
    """The state of such a position."""
    return VARIETY.positions.read(position(hands, table, **more))


# -- scattered positions


def scattered(rng: Random) -> Position:
    """A position that no game need lead to: melds of any kind on the table, hands in which contracts are likely."""
    players = rng.choice((2, 2, 3, 4, 5, 8))
    contracts, ace_low = [rng.randint(1, 7) for _ in range(rng.randint(1, 4))], rng.random() < 0.5
    place = rng.randrange(len(contracts))
    buys = rng.choice((None, None, 1, 2))
    free = deck_names(players)
    rng.shuffle(free)
    spare = [free.pop() for _ in range(9)]
    melds = [meld for _ in range(rng.randint(0, 5)) if (meld := _meld(rng, free, ace_low, players))]
    free[:0] = spare
    turn = rng.randrange(players)
    hands = [[free.pop() for _ in range(rng.randint(1, 2))] for _ in range(players)]
    discard = [free.pop() for _ in range(rng.choice((1, 1, 2, 3)))]
    hands[turn] = _likely_hand(rng, free, contracts[place])
    laid = [rng.random() < 0.5 for _ in range(players)]
    if laid[turn]:
        hands[turn] = [*_fitting(rng, free, melds), *hands[turn][-3:]]
    stock = free[: rng.choice((0, 0, 1, 2, 9))]
    phase = rng.choice(("pickup", "offer", "play", "play", "play", "play"))
    limit, done = rng.choice(((10, 0), (10, 10), (0, 0), (3, 2)))
    if phase == "offer" and not stock and (len(discard) < 2 or done >= limit):
        phase = "pickup"
    bought = {} if buys is None else {"bought": [rng.randint(0, buys) for _ in range(players)]}
    may_want = [seat for seat in range(players) if seat != turn and (buys is None or bought["bought"][seat] < buys)]
    if not may_want and phase == "offer":
        phase = "pickup"
    return position([""] * players, ()) | bought | {
        "options": {"contracts": contracts, "ace_low": ace_low, "move": rng.choice(("any", "jokers")),
                    "reshuffle_limit": limit, "buys": buys},
        "round": place + 1, "turn": turn, "phase": phase, "hands": hands, "stock": stock, "discard": discard,
        "melds": melds, "reshuffles": done,
        "laid": laid,
        "asked": rng.choice(may_want) if phase == "offer" else None,
        "takes": rng.choice((0, 1, 2 * players - 1, 2 * players)), 
        "scores": [rng.randint(0, 90) for _ in range(players)],
    }  # fmt: skip


def _any_of(free: list[str], faces: list[str]) -> str | None:
    """The first free card of the first of these faces of which there is one; it is free no longer."""
    for face in faces:
        for card in free:
            if card[:2] == face:
                free.remove(card)
                return card
    return None


def _pulled(free: list[str], faces: list[str]) -> list[str]:
    """One card of each of these faces as far as there are."""
    return [card for face in faces if (card := _any_of(free, [face])) is not None]


def _meld(rng: Random, free: list[str], ace_low: bool, players: int) -> dict[str, Any] | None:
    """A random meld of free cards, wild ones where the natural card is gone or by chance."""
    size = rng.choice((3, 3, 4, 4, 4, 5, 6, 9, 12, 13))
    track, suit, rank = TRACKS[ace_low], rng.choice("CDHS"), rng.choice("A3456789TJQK")
    first = rng.randrange(len(track) - size + 1)
    is_run = size >= 4 and rng.random() < 0.7
    places = [one + suit for one in track[first : first + size]] if is_run else [f"{rank}?"] * min(size, 6)
    words: list[str] = []
    for place in places:
        faces = [place] if is_run else [rank + one for one in rng.sample("CDHS", 4)]
        natural = None if place[0] == "2" or rng.random() < 0.25 else _any_of(free, faces)
        wild = None if natural else _any_of(free, rng.sample(WILD, 6))
        words += [natural] if natural else [f"{wild}={place}"] if wild else []
    if len(words) < len(places) or 2 * sum("=" in word for word in words) > len(words):
        free += [word.partition("=")[0] for word in words]
        return None
    return {"cards": words, "by": [rng.randrange(players) for _ in words]}


def _fitting(rng: Random, free: list[str], melds: list[dict[str, Any]]) -> list[str]:
    """Cards for which wild ones lie in the melds, and cards of the same suits and ranks."""
    words = [word for meld in melds for word in meld["cards"]]
    stands = [word.partition("=")[2].replace("?", rng.choice("CDHS")) for word in words if "=" in word]
    near = [rng.choice("3456789TJQKA") + word[1] for word in words if "=" not in word and rng.random() < 0.2]
    return _pulled(free, [face for face in stands if rng.random() < 0.6] + near)


CONTRACTS = ((0, 2), (1, 1), (2, 0), (0, 3), (1, 1), (2, 1), (3, 0))


def _likely_hand(rng: Random, free: list[str], number: int) -> list[str]:
    """Often a contract with some of its cards missing, wild cards beside it, and a few cards of any kind."""
    if rng.random() < 0.2:
        return [free.pop() for _ in range(min(len(free), rng.choice((1, 2, 4, number + 7))))]
    runs, sets = CONTRACTS[number - 1]
    faces: list[str] = []
    for suit in rng.sample("CDHS", runs):
        size = rng.choice((7, 7, 8)) if number == 5 else rng.choice((4, 4, 4, 5, 6))
        first = rng.randrange(len(TRACKS[True]) - size + 1)
        faces += [rank + suit for rank in TRACKS[True][first : first + size]]
    for rank in rng.sample("A3456789TJQK", sets):
        faces += [rank + suit for suit in rng.choice(("CDH", "CCD", "HS", "DHS", "CDHS", "HHS"))]
    natural = [face for face in faces if face not in WILD and rng.random() < 0.8]
    hand = _pulled(free, natural) + _pulled(free, rng.sample(WILD, rng.randint(0, 5)))
    more = 0 if number == 7 else rng.choice((0, 0, 1, 2, 4))
    if rng.random() < 0.5:
        hand += _pulled(free, [rng.choice("A3456789TJQK") + face[1] for face in rng.sample(faces, more)])
    return [*hand, *(free.pop() for _ in range(min(more, len(free))))] or [free.pop()]
