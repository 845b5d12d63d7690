"""A second basic rummy, slow and plain, on positions as JSON: it shares no code with the rules it is compared with.

Melds are found by trying subsets of the hand, places beyond a run by walking the suit from the run's end.
"""

from functools import cache
from itertools import combinations
from typing import Any

from tests.support import naive_false_calls
from tests.support.copies import copied

RANKS = "A23456789TJQK"
SUITS = "CDHS"
LINE = [*RANKS, "A"]
Position = dict[str, Any]


def points(card: str) -> int:
    if card == "QS":
        return 40
    return 15 if card[0] == "A" else 10 if card[0] in "TJQK" else 5


def as_meld(cards: set[str], around: bool = False) -> list[str] | None:
    """The cards in the order in which they are laid, if they are a meld; *around*: K-A-2 is in order too."""
    if len(cards) < 3:
        return None
    if len({card[0] for card in cards}) == 1:
        return sorted(cards, key=lambda card: SUITS.index(card[1]))
    if len({card[1] for card in cards}) > 1:
        return None
    suit = next(iter(cards))[1]
    for start in range(len(LINE) - len(cards) + 1):
        run = [rank + suit for rank in LINE[start : start + len(cards)]]
        if set(run) == cards:
            return run
    for start in range(13) if around else ():
        run = [rank + suit for rank in (RANKS + RANKS)[start : start + len(cards)]]
        if set(run) == cards:
            return run
    return None


@cache
def stretches() -> list[set[str]]:
    """Every run of the deck, an ace at one end alone."""
    found = []
    for suit in SUITS:
        for start in range(len(LINE)):
            for stop in range(start + 3, len(LINE) + 1):
                run = {rank + suit for rank in LINE[start:stop]}
                if len(run) == stop - start:
                    found.append(run)
    return found


def is_around(position: Position) -> bool:
    return bool(position["options"].get("around_the_corner"))


@cache
def circles() -> list[set[str]]:
    """Every run of the deck where the two follows the ace and the ace follows the king."""
    return [
        {rank + suit for rank in (RANKS + RANKS)[start : start + size]}
        for suit in SUITS
        for start in range(13)
        for size in range(3, 14)
    ]


def melds_in(hand: set[str], around: bool = False) -> list[list[str]]:
    """Subsets of one rank, stretches of one suit."""
    found = []
    for rank in RANKS:
        same = [card for card in hand if card[0] == rank]
        for size in (3, 4):
            found += [as_meld(set(some)) for some in combinations(same, size)]
    found += [as_meld(run, around) for run in (circles() if around else stretches()) if run <= hand]
    unique = {tuple(meld): meld for meld in found if meld is not None}
    return list(unique.values())


def is_set(meld: list[str]) -> bool:
    return meld[0][0] == meld[1][0]


def walks(position: Position, number: int) -> list[tuple[str, list[str]]]:
    """For each end of a meld what can follow there, nearest first; nothing beyond a card that lies in a run."""
    meld = position["melds"][number]["cards"]
    if is_set(meld):
        return [("set", [meld[0][0] + suit for suit in SUITS if meld[0][0] + suit not in meld])]
    in_sets = {card for other in position["melds"] if is_set(other["cards"]) for card in other["cards"]}
    in_runs = {card for other in position["melds"] if not is_set(other["cards"]) for card in other["cards"]}
    suit = meld[0][1]
    first = RANKS.index(meld[0][0])
    last = 13 if meld[-1][0] == "A" else RANKS.index(meld[-1][0])
    below, above = range(first - 1, -1, -1), range(last + 1, 14)
    around = is_around(position)
    if around:  # a whole circle, which ends at the run's own cards
        below, above = range(first + 12, first, -1), range(last + 1, last + 13)
    ways = []
    for name, places in (("low", below), ("high", above)):
        way: list[str] = []
        for place in places:
            card = RANKS[place % 13] + suit
            if card in in_runs:
                break
            if card not in in_sets:
                way.append(card)
        ways.append((name, way))
    if ways[0][1] and ways[1][1] and ways[0][1][0] == ways[1][1][0]:
        ways[1] = ("high", [])  # a card that fits at both ends is low
    if around and ways[0][1] and ways[0][1][-1:] == ways[1][1][:1]:
        ways[1] = ("high", ways[1][1][:-1])  # all that is left fits at both ends together, and is low
    return ways


def lays(position: Position, available: set[str], last: str | None = None) -> list[tuple[str, int, list[str], str]]:
    """(text, meld, cards nearest first, end) of single lay-offs, or of those as far as *last*."""
    found = []
    for number in range(len(position["melds"])):
        for end, way in walks(position, number):
            for length in range(1, len(way) + 1):
                some = way[:length]
                if not set(some) <= available or (last is None and length > 1):
                    break
                if last is None or some[-1] == last:
                    words = some[::-1] if end == "low" else some
                    found.append((f"lay {' '.join(words)} on {number}", number, some, end))
    return found


def put(position: Position, seat: int, number: int, some: list[str], end: str) -> None:
    meld = position["melds"][number]
    for card in some:
        if end == "low":
            meld["cards"].insert(0, card)
            meld["by"].insert(0, seat)
        else:
            meld["cards"].append(card)
            meld["by"].append(seat)
    if end == "set":
        rows = sorted(zip(meld["cards"], meld["by"], strict=True), key=lambda row: SUITS.index(row[0][1]))
        meld["cards"], meld["by"] = [list(column) for column in zip(*rows, strict=True)]


def do_play(position: Position, seat: int, play: str) -> Position:
    """The position with this play made from the hand, nothing else changed."""
    after = copied(position)
    words = play.split()
    if words[0] == "meld":
        cards = words[1:]
        after["melds"].append({"cards": cards, "by": [seat] * len(cards)})
    else:
        cards = words[1:-2]
        text, number, some, end = next(row for row in lays_any(after, set(cards), len(cards)) if row[0] == play)
        assert text
        put(after, seat, number, some, end)
    for card in cards:
        after["hands"][seat].remove(card)
    after["idle"] = 0
    return after


def lays_any(position: Position, cards: set[str], length: int) -> list[tuple[str, int, list[str], str]]:
    return [row for last in cards for row in lays(position, cards, last) if len(row[2]) == length]


def plays(hand: set[str], position: Position) -> list[str]:
    melds = melds_in(hand, is_around(position))
    return ["meld " + " ".join(meld) for meld in melds] + [row[0] for row in lays(position, hand)]


def leaves_enough(after: Position, seat: int) -> bool:
    """The ruling on what a play may leave; ``after`` has counted the pick-up of this turn."""
    left, barred = after["hands"][seat], after["taken"]
    must_throw = after["options"]["discard_to_go_out"]
    if after["pickups"][seat] < 2:
        return len(left) >= 2
    if any(card != barred for card in left):
        return True
    if must_throw:
        return False
    return not left or bool(lays(after, {barred}))


def can_turn(position: Position) -> bool:
    return (
        not position["stock"]
        and len(position["discard"]) >= 2
        and position["turned"] < position["options"]["turn_limit"]
    )


def begun(position: Position, seat: int) -> Position:
    after = copied(position)
    after["pickups"][seat] += 1
    after["phase"], after["claims"] = "play", []
    return after


def taking(position: Position, seat: int, card: str) -> Position:
    after = begun(position, seat)
    at = after["discard"].index(card)
    after["hands"][seat] += after["discard"][at:]
    del after["discard"][at:]
    return after


def pickups(position: Position, seat: int) -> list[str]:
    found = ["draw"] if position["stock"] else []
    if can_turn(position):
        found.append("turn")
    pile = position["discard"]
    if not pile and not position["stock"]:
        return ["pass"]
    if pile:
        found.append(f"take {pile[-1]}")
    for card in pile[:-1]:
        held = taking(position, seat, card)
        available = set(held["hands"][seat])
        ways = ["meld " + " ".join(meld) for meld in melds_in(available, is_around(position)) if card in meld]
        ways += [row[0] for row in lays(held, available, card)]
        found += [f"take {card} {way}" for way in ways if leaves_enough(do_play(held, seat, way), seat)]
    return found


def parts(hand: frozenset[str], around: bool) -> set[tuple[str, ...]]:
    """Every way to part a hand into melds, as sorted texts."""
    if not hand:
        return {()}
    first = min(hand)
    ways = set()
    for meld in melds_in(set(hand), around):
        if first in meld:
            for rest in parts(hand - set(meld), around):
                ways.add(tuple(sorted([" ".join(meld), *rest])))
    return ways


def dealt_number(position: Position) -> int:
    given: int = position["options"]["hand"]
    return given or {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}[position["players"]]


def declarations(position: Position, seat: int) -> list[str]:
    hand = frozenset(position["hands"][seat])
    if position["pickups"][seat] < 2 or any(seat in meld["by"] for meld in position["melds"]):
        return []
    if len(hand) != dealt_number(position) + 1:
        return []
    found = []
    if not position["options"]["discard_to_go_out"]:
        found += ["declare " + " ".join("meld " + m for m in way) for way in parts(hand, is_around(position))]
    for card in hand:
        if card != position["taken"]:
            for way in parts(hand - {card}, is_around(position)):
                found.append("declare " + " ".join("meld " + m for m in way) + f" throw {card}")
    return found


def legal(position: Position, seat: int) -> list[str]:
    found = []
    phase, hand = position["phase"], set(position["hands"][seat])
    if seat == position["turn"]:
        if phase == "pickup":
            found += pickups(position, seat)
        elif phase == "play":
            found += [play for play in plays(hand, position) if leaves_enough(do_play(position, seat, play), seat)]
            found += [f"throw {card}" for card in hand if card != position["taken"]]
            found += declarations(position, seat)
        elif phase == "call":
            found += ["out"]
        elif phase == "penalty":
            found += penalties(position)
        elif phase == "final":
            found += ["pass", *plays(hand, position)]
    found += [claim["action"] for claim in position["claims"] if claim["by"] != seat]
    return sorted(found)


def penalties(position: Position) -> list[str]:
    stock, pile = len(position["stock"]), len(position["discard"])
    if stock >= 2:
        return ["penalty draw"] + (["penalty pile"] if pile else [])
    if pile:
        return ["penalty pile"]
    return ["penalty draw"] if stock else []


def is_false_call(position: Position, seat: int, action: str) -> bool:
    """Whether the call, which nobody may make, costs its caller something."""
    waits = position["phase"] == "call" and seat != position["turn"]
    if position["phase"] != "pickup" and not waits:
        return False
    top = position["discard"][-1:]
    there = [claim["action"] for claim in claims_on(position, top[0], seat)] if top else []
    return naive_false_calls.is_false(position, seat, action, there)


def claims_on(position: Position, card: str, by: int) -> list[dict[str, Any]]:
    return sorted(
        ({"action": f"rummy {row[0]}", "by": by} for row in lays(position, {card})), key=lambda claim: claim["action"]
    )


def apply(position: Position, seat: int, action: str) -> Position:
    """The position after a legal action."""
    words = action.split()
    after = copied(position)
    if words[0] == "rummy" and action not in [claim["action"] for claim in position["claims"]]:
        naive_false_calls.pay(after, seat)
    elif words[0] == "draw":
        after = begun(after, seat)
        after["hands"][seat].append(after["stock"].pop(0))
        after["idle"] = 0
    elif words[0] == "take":
        after = taking(position, seat, words[1])
        if len(words) == 2:
            after["taken"] = words[1]
            after["idle"] += 1
        else:
            after = played(after, seat, " ".join(words[2:]))
    elif words[0] == "turn":
        pile = after["discard"]
        after["stock"], after["discard"], after["claims"] = pile[1:], pile[:1], []
        after["turned"] += 1
    elif words[0] == "pass":
        if after["phase"] == "pickup":
            return finish(after)
        after["turn"] = (seat + 1) % after["players"]
        if after["turn"] == after["out"]:
            after["turn"] = seat
            return finish(after)
    elif words[0] in ("meld", "lay"):
        after = played(after, seat, action)
    elif words[0] == "throw":
        after = thrown(after, seat, words[1])
    elif words[0] == "declare":
        after = declared(after, seat, action)
    elif words[0] == "out":
        after = out(after, seat)
    elif words[0] == "rummy":
        after = called(after, seat, action)
    elif words[0] == "penalty":
        cards = after["stock"][:2] if words[1] == "draw" else list(after["discard"])
        source = "stock" if words[1] == "draw" else "discard"
        after[source] = after[source][len(cards) :]
        after["hands"][seat] += cards
        after["turn"], after["phase"] = (seat + 1) % after["players"], "pickup"
    return after


def played(position: Position, seat: int, play: str) -> Position:
    after = do_play(position, seat, play)
    if position["phase"] != "final" and not after["hands"][seat]:
        return out(after, seat)
    return after


def thrown(after: Position, seat: int, card: str) -> Position:
    after["hands"][seat].remove(card)
    after["discard"].append(card)
    after["taken"] = None
    after["claims"] = claims_on(after, card, seat)
    if not after["hands"][seat]:
        after["phase"] = "call"
        return after
    lap = after["players"]
    if after["idle"] >= 10 * lap or (after["idle"] >= lap and not after["stock"] and not can_turn(after)):
        return finish(after)
    after["turn"], after["phase"] = (seat + 1) % lap, "pickup"
    return after


def declared(after: Position, seat: int, action: str) -> Position:
    body, _, card = action.removeprefix("declare meld ").partition(" throw ")
    for meld in body.split(" meld "):
        after = do_play(after, seat, "meld " + meld)
    after["declared"] = seat
    return thrown(after, seat, card) if card else out(after, seat)


def out(after: Position, seat: int) -> Position:
    after["out"], after["claims"], after["taken"] = seat, [], None
    if after["declared"] == seat:
        own = [meld for meld in after["melds"] if seat in meld["by"]]
        if len({card[1] for meld in own for card in meld["cards"]}) == 1:
            after["wins_game"] = seat
            return finish(after)
    if not after["options"]["final_melds"]:
        return finish(after)
    after["phase"], after["turn"] = "final", (seat + 1) % after["players"]
    return after


def called(after: Position, seat: int, action: str) -> Position:
    card = action.split()[2]
    thrower = after["claims"][0]["by"]
    row = next(row for row in lays(after, {card}) if f"rummy {row[0]}" == action)
    put(after, seat, row[1], row[2], row[3])
    after["discard"].pop()
    after.update(claims=[], idle=0, declared=None, turn=thrower, phase="penalty")
    if not penalties(after):
        after.update(turn=(thrower + 1) % after["players"], phase="pickup")
    return after


def finish(after: Position) -> Position:
    after["phase"], after["claims"], after["taken"] = "over", [], None
    held = [sum(map(points, hand)) for hand in after["hands"]]
    scores = [-worth for worth in held]
    if after["out"] is not None:
        scores[after["out"]] = sum(held) * (1 if after["declared"] is None else 2) + 25
    before = after["scores"]
    after["round_scores"] = scores
    naive_false_calls.charge(after)
    after["scores"] = [a + b for a, b in zip(before, scores, strict=True)]
    best = max(after["scores"])
    deals = after["options"]["deals"]
    if after["wins_game"] is not None:
        after["winner"] = after["wins_game"]
    elif (after["round"] >= deals) if deals else (best >= after["options"]["target"]):
        first = [seat for seat, total in enumerate(after["scores"]) if total == best]
        led = [seat for seat in first if before[seat] == max(before[one] for one in first)]
        if len(led) == 1:
            after["winner"] = led[0]
    return after
