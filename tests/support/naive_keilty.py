"""Keilty rummy a second time, written from the rules page in the plainest way: text, lists, no tables, no speed.

A position is the dictionary that ``rummynet engine`` speaks of. Nothing of the real rules is used here; the tests
demand that both agree.
"""

from collections.abc import Set
from functools import lru_cache
from itertools import combinations
from typing import Any

from tests.support import naive_false_calls
from tests.support.copies import copied

Position = dict[str, Any]

RANKS = "A23456789TJQK"
SUITS = "CDHS"


class No(Exception):
    """The rules do not allow it."""


def points(card: str) -> int:
    if card[0] == "A":
        return 15
    return 10 if card[0] in "TJQK" else 5


def is_set(cards: list[str]) -> bool:
    same_rank = len({card[0] for card in cards}) == 1
    by_suit = sorted(cards, key=lambda card: SUITS.index(card[1])) == cards
    return len(cards) in (3, 4) and same_rank and by_suit and len(set(cards)) == len(cards)


def is_run(cards: list[str]) -> bool:
    if not 3 <= len(cards) <= 13 or len({card[1] for card in cards}) != 1:
        return False
    return "".join(card[0] for card in cards) in RANKS + "A"


def all_melds(cards: list[str]) -> list[list[str]]:
    """Every meld that can be made of the cards, each once, in canonical order."""
    return [[*meld] for meld in _all_melds(frozenset(cards))]


@lru_cache(10_000)
def _all_melds(there: frozenset[str]) -> list[list[str]]:
    found = []
    for rank in RANKS:
        same = [rank + suit for suit in SUITS if rank + suit in there]
        for size in (3, 4):
            found += [list(some) for some in combinations(same, size)]
    for stretch in stretches(there):
        if is_run(stretch) and stretch[0][0] + stretch[-1][0] + str(len(stretch)) != "2A13":
            found.append(stretch)  # all thirteen: only with the ace written low
    return found


def stretches(there: Set[str]) -> list[list[str]]:
    """All the cards in a row of one suit, from one card up; an ace before the two and after the king."""
    found = []
    for suit in SUITS:
        line = [rank + suit for rank in RANKS + "A"]
        for first in range(14):
            last = first
            while last < 14 and line[last] in there:
                last += 1
                found.append(line[first:last])
    return found


def joined(meld: list[str], added: list[str]) -> list[str] | None:
    """The meld with the cards laid off at one end, or None."""
    grown = _joined(tuple(meld), tuple(added))
    return None if grown is None else [*grown]


@lru_cache(100_000)
def _joined(one: tuple[str, ...], more: tuple[str, ...]) -> list[str] | None:
    meld, added = [*one], [*more]
    if meld[0][0] == meld[1][0]:
        four = sorted(meld + added, key=lambda card: SUITS.index(card[1]))
        return four if len(added) == 1 and is_set(four) else None
    if is_run(added + meld):
        return added + meld
    return meld + added if is_run(meld + added) else None


def all_lay_offs(meld: list[str], cards: list[str]) -> list[list[str]]:
    """Every group of the cards that can be laid off at one end of the meld, in sequence order."""
    if meld[0][0] == meld[1][0]:
        return [[card] for card in cards if joined(meld, [card])]
    same_suit = {card for card in cards if card[1] == meld[0][1]}
    return [group for group in stretches(same_suit) if len(set(group)) == len(group) and joined(meld, group)]


def calls(position: Position) -> list[str]:
    """Every rummy that is possible."""
    if position["phase"] == "over":
        return []
    pile = position["discard"]
    texts = ["rummy meld " + " ".join(meld) for meld in all_melds(pile)]
    for number, meld in enumerate(position["melds"]):
        texts += [f"rummy lay {' '.join(group)} on {number}" for group in all_lay_offs(meld["cards"], pile)]
    return sorted(set(texts))


def may_draw(position: Position) -> bool:
    if position["stock"]:
        return True
    limit, idle = position["options"].get("reshuffle_limit", 10), position["options"].get("idle_stocks", 1)
    if idle and position.get("stocks_since_lay", 0) >= idle:
        return False
    return len(position["discard"]) >= 2 and position["reshuffles"] < limit


def takes(position: Position) -> list[str]:
    hand, pile = position["hands"][position["turn"]], position["discard"]
    found = []
    for at, card in enumerate(pile):
        have = hand + pile[at:]
        for meld in all_melds(have):
            if card in meld and len(have) > len(meld):
                found.append(f"take {card} meld {' '.join(meld)}")
        for number, meld in enumerate(position["melds"]):
            for group in all_lay_offs(meld["cards"], have):
                grown = joined(meld["cards"], group)
                assert grown is not None
                if len(group) == 1:
                    outermost = group[0]
                else:
                    outermost = grown[0] if grown[: len(group)] == group else grown[-1]
                if card == outermost and len(have) > len(group):
                    found.append(f"take {card} lay {' '.join(group)} on {number}")
    return found


def legal(position: Position, seat: int) -> list[str]:
    found = []
    if seat == position["turn"] and position["phase"] == "pickup":
        found = takes(position)
        if may_draw(position):
            found.append("draw")
        elif not found or position["options"].get("deck") == "sealed":
            found.append("pass")  # with a sealed deck nobody else could say what the hand can use
    if seat == position["turn"] and position["phase"] == "play":
        hand = position["hands"][seat]
        found += [f"throw {card}" for card in hand]
        found += [f"meld {' '.join(meld)}" for meld in all_melds(hand) if len(meld) < len(hand)]
        for number, meld in enumerate(position["melds"]):
            found += [f"lay {card} on {number}" for card in hand if len(hand) > 1 and joined(meld["cards"], [card])]
    found += [claim["action"] for claim in position["claims"] if claim["by"] != seat]
    return sorted(set(found))


def apply(position: Position, seat: int, text: str) -> Position:
    """The position afterwards. Raises No."""
    after = copied(position)
    words = text.split()
    if words[0] == "rummy":
        if text not in [claim["action"] for claim in position["claims"] if claim["by"] != seat]:
            if position["phase"] == "over" or not naive_false_calls.is_false(position, seat, text, calls(position)):
                raise No(text)
            naive_false_calls.pay(after, seat)
            return after
        play = words[1:]
        used = cards_of(play)
        take_from(after, seat, min(after["discard"].index(card) for card in used))
        put_down(after, seat, play)
    elif seat != position["turn"] or position["phase"] == "over":
        raise No(text)
    elif words[0] == "lay" and len(words) > 4:
        # Several cards at one end of a run: not listed, but a fair way of saying several lay-offs.
        check_group(position, seat, words)
        put_down(after, seat, words)
    elif text not in legal(position, seat):
        raise No(text)
    elif text == "draw":
        if not after["stock"]:
            raise No("shuffle first")
        after["hands"][seat].append(after["stock"].pop(0))
        after["phase"] = "play"
    elif text == "pass":
        finish(after, None)
    elif words[0] == "take":
        take_from(after, seat, after["discard"].index(words[1]))
        put_down(after, seat, words[2:])
        after["phase"] = "play"
    elif words[0] == "throw":
        after["hands"][seat].remove(words[1])
        after["discard"].append(words[1])
        after["turn"] = (seat + 1) % after["players"]
        after["phase"] = "pickup"
        if not after["hands"][seat]:
            after["turn"] = seat
            finish(after, seat)
    else:
        put_down(after, seat, words)
    by = {claim["action"]: claim["by"] for claim in position["claims"]}
    possible = calls(after)
    if position["options"].get("lapse_seconds") is not None:
        if words[0] in ("draw", "take"):
            by = {}
        possible = [call for call in possible if call in by or call not in calls(position)]
    after["claims"] = [{"action": call, "by": by.get(call, seat)} for call in possible]
    return after


def cards_of(play: list[str]) -> list[str]:
    return play[1:] if play[0] == "meld" else play[1:-2]


def check_group(position: Position, seat: int, words: list[str]) -> None:
    group, number, hand = words[1:-2], int(words[-1]), position["hands"][seat]
    if position["phase"] != "play" or number >= len(position["melds"]) or len(hand) <= len(group):
        raise No("cannot")
    if group not in all_lay_offs(position["melds"][number]["cards"], hand):
        raise No("cannot")


def take_from(after: Position, seat: int, at: int) -> None:
    after["hands"][seat] += after["discard"][at:]
    after["discard"] = after["discard"][:at]


def put_down(after: Position, seat: int, play: list[str]) -> None:
    used = cards_of(play)
    after["stocks_since_lay"] = 0
    for card in used:
        after["hands"][seat].remove(card)
    if play[0] == "meld":
        after["melds"].append({"cards": used, "by": [seat] * len(used)})
        return
    meld = after["melds"][int(play[-1])]
    owners = dict(zip(meld["cards"], meld["by"], strict=True)) | dict.fromkeys(used, seat)
    grown = joined(meld["cards"], used)
    assert grown is not None
    meld["cards"], meld["by"] = grown, [owners[card] for card in grown]


def finish(after: Position, out: int | None) -> None:
    after["phase"], after["out"], after["claims"] = "over", out, []
    before = list(after["scores"])
    after["round_scores"] = [
        sum(
            points(card)
            for meld in after["melds"]
            for card, by in zip(meld["cards"], meld["by"], strict=True)
            if by == seat
        )
        - sum(points(card) for card in after["hands"][seat])
        for seat in range(after["players"])
    ]
    naive_false_calls.charge(after)
    after["scores"] = [a + b for a, b in zip(before, after["round_scores"], strict=True)]
    best = max(after["scores"])
    deals = after["options"].get("deals", 0)
    if after["round"] >= deals if deals else best >= after["options"].get("target", 500):
        seats = [seat for seat in range(after["players"]) if after["scores"][seat] == best]
        ahead = max(before[seat] for seat in seats)
        seats = [seat for seat in seats if before[seat] == ahead]
        after["winner"] = seats[0] if len(seats) == 1 else None
