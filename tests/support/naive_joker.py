"""A second joker rummy, slow and plain, on positions as JSON: it shares no code with the rules it is compared with."""

from itertools import product
from typing import Any

from tests.support.copies import copied

RANKS = "A23456789TJQK"
SUITS = "CDHS"
Position = dict[str, Any]


def points(card: str) -> int:
    if card[0] == "*":
        return 25
    return 15 if card[0] == "A" else 10 if card[0] in "TJQK" else 5


def stands_for(word: str) -> str:
    return word.split("=")[-1]


def table_faces(position: Position) -> set[str]:
    return {stands_for(word) for meld in position["melds"] for word in meld["cards"]}


def possible_melds() -> list[list[str]]:
    found = []
    for suit in SUITS:
        line = [rank + suit for rank in RANKS] + ["A" + suit]
        for start in range(14):
            for stop in range(start + 3, 15):
                run = line[start:stop]
                if len(set(run)) == len(run) and not (len(run) == 13 and start == 1):
                    found.append(run)
    for rank in RANKS:
        for suits in ("CDHS", "CDH", "CDS", "CHS", "DHS"):
            found.append([rank + suit for suit in suits])
    return found


MELDS = possible_melds()
WITH_FACES = [(meld, frozenset(meld)) for meld in MELDS]


def fill(faces: list[str], available: set[str]) -> list[list[str]]:
    """All ways to fill the places, real cards as themselves, jokers with what they stand for."""
    choices = []
    for face in faces:
        here = [face] if face in available else []
        here += [f"{joker}={face}" for joker in ("*1", "*2") if joker in available]
        choices.append(here)
    if any(not here for here in choices) or sum(all("*" in w for w in here) for here in choices) > 2:
        return []
    ways = []
    for way in product(*choices):
        jokers = [word[:2] for word in way if word[0] == "*"]
        if len(jokers) == len(set(jokers)):
            ways.append(list(way))
    return ways


def melds_from(available: set[str], table: set[str]) -> list[list[str]]:
    found = []
    for meld, faces in WITH_FACES:
        if len(faces - available) <= 2 and not table & faces:
            found += fill(meld, available)
    return found


def growths(meld: list[str]) -> list[tuple[str, list[str]]]:
    """What a meld can grow by: (end, faces nearest first)."""
    faces = [stands_for(word) for word in meld]
    if faces[0][0] == faces[1][0]:
        rank = faces[0][0]
        return [("set", [rank + suit]) for suit in SUITS if rank + suit not in faces]
    suit = faces[0][1]
    first = RANKS.index(faces[0][0])
    last = 13 if faces[-1][0] == "A" else RANKS.index(faces[-1][0])
    line = [rank + suit for rank in RANKS] + ["A" + suit]
    down = [line[at] for at in range(first - 1, -1, -1)]
    up = [line[at] for at in range(last + 1, 14)]
    if first == 1 and last == 12:
        up = []  # the ace is low
    return [("low", down), ("high", up)]


def lays_from(position: Position, available: set[str], outermost: str | None) -> list[str]:
    """Texts of lay-offs: single cards, or (outermost named) as far as that card."""
    table = table_faces(position)
    found = []
    for number, meld in enumerate(position["melds"]):
        for end, faces in growths(meld["cards"]):
            for length in range(1, len(faces) + 1):
                if table & set(faces[:length]) or (outermost is None and length > 1):
                    break
                for way in fill(faces[:length], available):
                    if outermost is None or way[-1].split("=")[0] == outermost:
                        words = way[::-1] if end == "low" else way
                        found.append(f"lay {' '.join(words)} on {number}")
    return found


def trades_from(position: Position, available: set[str]) -> list[str]:
    return [
        f"trade {word[3:]} for {word[:2]}"
        for meld in position["melds"]
        for word in meld["cards"]
        if word[0] == "*" and word[3:] in available
    ]


def plays_from(position: Position, available: set[str], must: str | None = None) -> list[str]:
    melds = melds_from(available, table_faces(position))
    found = ["meld " + " ".join(m) for m in melds if must is None or must in [word.split("=")[0] for word in m]]
    found += lays_from(position, available, must)
    return found + trades_from(position, available if must is None else {must})


def can_draw(position: Position) -> bool:
    if position["stock"]:
        return True
    options = position["options"]
    idle = options.get("idle_stocks", 1)
    if idle and position.get("stocks_since_lay", 0) >= idle:
        return False
    return len(position["discard"]) > 1 and position["reshuffles"] < options["reshuffle_limit"]


def legal(position: Position, seat: int) -> list[str]:
    if position["phase"] == "over" or seat != position["turn"]:
        return []
    hand = set(position["hands"][seat])
    if position["phase"] == "play":
        return sorted(plays_from(position, hand) + [f"throw {card}" for card in hand])
    found = ["draw"] if can_draw(position) else []
    pile = position["discard"]
    for at, card in enumerate(pile):
        found += [f"take {card} {play}" for play in plays_from(position, hand | set(pile[at:]), card)]
    # With a sealed deck nobody else could say what the hand can use.
    blocked = not can_draw(position) and (not found or position["options"].get("deck") == "sealed")
    return sorted([*found, "pass"] if blocked else found)


def apply(position: Position, seat: int, action: str) -> Position:
    """The position after a legal action."""
    after = copied(position)
    words = action.split()
    hand = after["hands"][seat]
    if words[0] == "take":
        at = after["discard"].index(words[1])
        hand += after["discard"][at:]
        del after["discard"][at:]
        words = words[2:]
    after["phase"] = "play"
    if words[0] in ("meld", "lay", "trade"):
        after["stocks_since_lay"] = 0
    if words[0] == "draw":
        hand.append(after["stock"].pop(0))
    elif words[0] == "pass":
        return finish(after, None)
    elif words[0] == "throw":
        hand.remove(words[1])
        after["discard"].append(words[1])
        if hand:
            after["turn"] = (seat + 1) % after["players"]
            after["phase"] = "pickup"
    elif words[0] == "meld":
        for word in words[1:]:
            hand.remove(word.split("=")[0])
        after["melds"].append({"cards": words[1:], "by": [seat] * len(words[1:])})
    elif words[0] == "lay":
        grow(after, seat, words[1:-2], int(words[-1]))
    elif words[0] == "trade":
        joker = f"{words[3]}={words[1]}"
        for meld in after["melds"]:
            if joker in meld["cards"] and after["options"]["trade_points"] == "card":
                meld["by"][meld["cards"].index(joker)] = seat
            meld["cards"] = [words[1] if word == joker else word for word in meld["cards"]]
        hand.remove(words[1])
        hand.append(words[3])
    return finish(after, seat) if not hand else after


def grow(after: Position, seat: int, words: list[str], number: int) -> None:
    for word in words:
        after["hands"][seat].remove(word.split("=")[0])
    meld = after["melds"][number]
    faces = [stands_for(word) for word in words]
    for end, growth in growths(meld["cards"]):
        if end == "set" and faces == growth:
            rows = [*zip(meld["cards"], meld["by"], strict=True), (words[0], seat)]
            rows.sort(key=lambda row: SUITS.index(stands_for(row[0])[1]))
            meld["cards"], meld["by"] = [list(column) for column in zip(*rows, strict=True)]
            return
        if end == "low" and faces == growth[: len(faces)][::-1]:
            meld["cards"], meld["by"] = words + meld["cards"], [seat] * len(words) + meld["by"]
            return
        if end == "high" and faces == growth[: len(faces)]:
            meld["cards"], meld["by"] = meld["cards"] + words, meld["by"] + [seat] * len(words)
            return
    raise AssertionError("not a lay-off")


def finish(after: Position, out: int | None) -> Position:
    after["phase"], after["out"] = "over", out
    scores = [-sum(points(card) for card in hand) for hand in after["hands"]]
    for meld in after["melds"]:
        for word, seat in zip(meld["cards"], meld["by"], strict=True):
            scores[seat] += points(stands_for(word))
    before = after["scores"]
    after["round_scores"] = scores
    after["scores"] = [a + b for a, b in zip(before, scores, strict=True)]
    best, deals = max(after["scores"]), after["options"]["deals"]
    if after["round"] >= deals if deals else best >= after["options"]["target"]:
        first = [seat for seat, total in enumerate(after["scores"]) if total == best]
        led = [seat for seat in first if before[seat] == max(before[one] for one in first)]
        if len(led) == 1:
            after["winner"] = led[0]
    return after
