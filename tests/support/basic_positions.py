"""Random positions of basic rummy: out of play, and made by hand with sets beside runs, so that places are passed."""

from random import Random
from typing import Any

from tests.support import naive_basic
from tests.support.naive_basic import RANKS, SUITS

Position = dict[str, Any]


def random_options(rng: Random) -> dict[str, object]:
    return {
        "discard_to_go_out": rng.random() < 0.4, "final_melds": rng.random() < 0.7, "turn_limit": rng.randint(0, 2),
        "target": 100, "hand": rng.choice((0, 3, 5, 6)), "around_the_corner": rng.random() < 0.3,
        "false_call_points": rng.choice((0, 0, 10)), "false_call_cards": rng.choice((0, 0, 2)),
    }  # fmt: skip


def _melds(rng: Random, free: list[str], around: bool) -> list[list[str]]:
    """Sets and runs, more of them near each other than chance has it; runs may have grown over sets."""
    melds: list[list[str]] = []
    suit, low = rng.choice(SUITS), rng.randrange(13)
    for _ in range(rng.randint(0, 7)):
        if rng.random() < 0.5:
            rank = RANKS[(low + rng.randint(-3, 3)) % 13]
            meld = [rank + one for one in SUITS]
            if rng.random() < 0.7:
                meld.remove(rng.choice(meld))
        else:
            line = [rank + (suit if rng.random() < 0.8 else rng.choice(SUITS))[0] for rank in [*RANKS, *RANKS]]
            start = rng.randrange(13 if around else 12)
            line = line if around else line[:14]
            meld = [card[0] + line[start][1] for card in line[start : start + rng.randint(3, 6)]]
        if len(meld) >= 3 and len(set(meld)) == len(meld) and set(meld) <= set(free):
            free[:] = [card for card in free if card not in meld]
            melds.append(meld)
    rng.shuffle(melds)
    return melds


def _hand(rng: Random, free: list[str], declarable: int, around: bool) -> list[str]:
    """Some cards, neighbours of each other; for a declaration exactly so many, mostly melds."""
    hand: list[str] = []
    while len(hand) < declarable and rng.random() < 0.97:
        some = [meld for meld in naive_basic.melds_in(set(free), around) if len(meld) <= max(3, declarable - len(hand))]
        if not some:
            break
        meld = rng.choice(some)
        hand += meld
        free[:] = [card for card in free if card not in meld]
    while free and len(hand) < (declarable or rng.randint(1, 6)):
        card = rng.choice(free)
        hand.append(card)
        free.remove(card)
    return hand


def made(rng: Random) -> Position:
    """A position put together at random, in any phase but ``over``."""
    players = rng.randint(2, 5)
    free = [rank + suit for rank in RANKS for suit in SUITS]
    rng.shuffle(free)
    phase = rng.choice(("pickup", "play", "play", "call", "penalty", "final"))
    turn = rng.randrange(players)
    options: dict[str, object] = {"discard_to_go_out": rng.random() < 0.3, "turn_limit": 1, "hand": rng.choice((0, 5))}
    options["around_the_corner"] = around = rng.random() < 0.3
    options["false_call_points"], options["false_call_cards"] = rng.choice((0, 5)), rng.choice((0, 2))
    declares = phase == "play" and rng.random() < 0.3
    size = 1 + (options["hand"] or {2: 10, 3: 7, 4: 7, 5: 6}[players]) if declares else 0  # type: ignore[operator]
    hands = [[] for _ in range(players)]  # type: list[list[str]]
    hands[turn] = _hand(rng, free, size, around) if declares else []
    laid = _melds(rng, free, around)
    others = [(turn + 1) % players] if declares else range(players)
    melds = [{"cards": meld, "by": [rng.choice(others) for _ in meld]} for meld in laid]
    for seat in range(players):
        hands[seat] = hands[seat] or _hand(rng, free, 0, around)
    grown: Position = {"melds": melds, "options": options}
    for _ in range(rng.choice((0, 0, 2, 5))):
        ways = naive_basic.lays(grown, set(free))
        if ways:
            _, number, some, end = rng.choice(ways)
            naive_basic.put(grown, (turn + 1) % players, number, some, end)
            free.remove(some[0])
    pile = [free.pop() for _ in range(min(len(free), rng.choice((0, 1, 2, 3, 6, 9))))]
    position: Position = {
        "variant": "basic", "options": options, "players": players, "round": 2, "starter": 0, "turn": turn,
        "phase": phase, "hands": hands, "stock": free if rng.random() < 0.6 else free[: rng.randint(0, 2)],
        "discard": pile, "melds": melds, "claims": [], "reshuffles": 0,
        "scores": [rng.choice((0, 400, 480)) for _ in range(players)], "round_scores": None, "out": None,
        "winner": None, "dealer": players - 1, "pickups": [rng.choice((1, 2, 2, 3)) for _ in range(players)],
        "taken": None, "turned": rng.randint(0, 1), "idle": rng.choice((0, 1, players, players * 10)),
        "declared": None, "wins_game": None,
    }  # fmt: skip
    _fit_phase(rng, position)
    return position


def _fit_phase(rng: Random, position: Position) -> None:
    turn, players, pile = position["turn"], position["players"], position["discard"]
    if position["phase"] == "play" and rng.random() < 0.5 and position["hands"][turn]:
        position["taken"] = rng.choice(position["hands"][turn])
    if position["phase"] == "play" and not position["hands"][turn]:
        position["phase"] = "pickup"
    if position["phase"] == "penalty" and not (pile or position["stock"]):
        position["phase"] = "pickup"
    if position["phase"] == "call":
        position["stock"] += position["hands"][turn][1:]
        pile += position["hands"][turn][:1] or [position["stock"].pop()]
        position["hands"][turn] = []
    if position["phase"] == "final":
        position["out"] = (turn + rng.randint(1, players - 1)) % players
        position["stock"] += position["hands"][position["out"]]
        position["hands"][position["out"]] = []
    if pile and (position["phase"] == "call" or (position["phase"] == "pickup" and rng.random() < 0.5)):
        by = turn if position["phase"] == "call" else (turn - 1) % players
        position["claims"] = naive_basic.claims_on(position, pile[-1], by)
