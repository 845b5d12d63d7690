"""A second Vegas rummy, slow and plain, on positions as JSON: it shares no code with the rules it is compared with."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from tests.support.copies import copied

RANKS = "A23456789TJQK"
SUITS = "CDHS"
LINE = RANKS + "A"
WORTH = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {digit: int(digit) for digit in "23456789"}
Position = dict[str, Any]


class Refused(Exception):
    """The rules do not allow it."""


def demand(allowed: object) -> None:
    if not allowed:
        raise Refused


# -- cards: "7H", "7H.1", on the table "*1.0=7H"


@cache
def card_of(word: str) -> str:
    return word.split("=")[0]


@cache
def face(word: str) -> str:
    return word.split("=")[0].split(".")[0]


@cache
def deck_of(word: str) -> int:
    card = card_of(word)
    return int(card.split(".")[1]) if "." in card else 0


def stands(word: str) -> str:
    return word.split("=")[1] if "=" in word else face(word)


def wild_faces(position: Position) -> list[str]:
    named = position["wild"]
    if named == "*":
        return ["*1", "*2"]
    return ["*1", "*2", *([named] if len(named) == 2 else [named + suit for suit in SUITS])]


def held_faces(hand: list[str]) -> list[str]:
    return [face(card) for card in sorted(hand, key=deck_of)]


def wilds_in(position: Position, hand: list[str]) -> list[str]:
    order = wild_faces(position)
    return sorted((f for f in held_faces(hand) if f in order), key=order.index)


# -- melds


def is_set(faces: list[str]) -> bool:
    named = [f for f in faces if f[1] != "?"]
    return len(faces) in (3, 4) and len({f[0] for f in faces}) == 1 and len(set(named)) == len(named)


def is_run(faces: list[str]) -> bool:
    if len({f[1] for f in faces}) != 1 or "?" in faces[0] or not 3 <= len(faces) <= 13:
        return False
    return "".join(f[0] for f in faces) in LINE


def lies(words: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """A set as it comes to lie on the table; a run is as it is."""
    faces = [stands(word) for word, _ in words]
    if is_run(faces):
        return words
    if len(words) == 4:
        lacking = [suit for suit in SUITS if faces[0][0] + suit not in faces]
        done = []
        for word, by in words:
            if word.endswith("?"):
                suited = word[:-1] + lacking.pop(0)
                word = card_of(suited) if face(suited) == stands(suited) else suited
            done.append((word, by))
        words = done
    return sorted(words, key=lambda one: "CDHS?".index(stands(one[0])[1]))


def fits(meld: dict[str, Any]) -> list[str]:
    faces = [stands(word) for word in meld["cards"]]
    if not is_run(faces):
        lacking = [faces[0][0] + suit for suit in SUITS if faces[0][0] + suit not in faces]
        return lacking if len(faces) == 3 else []
    suit = faces[0][1]
    found = []
    for rank in RANKS:
        if is_run([rank + suit, *faces]) or is_run([*faces, rank + suit]):
            found.append(rank + suit)
    return found


@cache
def all_melds() -> tuple[list[str], ...]:
    return tuple(_all_melds())


def _all_melds() -> Iterator[list[str]]:
    for suit in SUITS:
        for start in range(14):
            for stop in range(start + 3, 15):
                if stop - start <= 13:
                    yield [rank + suit for rank in LINE[start:stop]]
    for rank in RANKS:
        for suits in ("CDHS", "CDH", "CDS", "CHS", "DHS"):
            yield [rank + suit for suit in suits]


# -- the list


def legal(position: Position, seat: int) -> list[str]:
    if position["turn"] != seat:
        return []
    lists: dict[str, Callable[[Position], list[str]]] = {
        "pickup": pickups,
        "play": plays,
        "aces": lambda p: [f"aces {n}" for n in range(len(natural_aces(p, p["turn"])) + 1)],
        "buyin": lambda p: ["buy", "decline"],
        "over": lambda p: [],
    }
    return sorted(lists[position["phase"]](position))


def drawable(position: Position) -> bool:
    spare = len(position["discard"]) >= 2 and position["reshuffles"] < position["options"]["reshuffle_limit"]
    idle = position["options"].get("idle_stocks", 1)
    spare = spare and not (idle and position.get("stocks_since_lay", 0) >= idle)
    return len(position["stock"]) > 0 or spare


def takable(position: Position) -> bool:
    tired = position["takes"] >= 2 * position["in"].count(True)
    return len(position["discard"]) > 0 and not tired and not position["first"]


def pickups(position: Position) -> list[str]:
    found = ["draw"] if drawable(position) else []
    if takable(position):
        found.append("take " + face(position["discard"][-1]))
    return found if found else ["pass"]


def plays(position: Position) -> list[str]:
    hand = position["hands"][position["turn"]]
    found = {"throw " + face(card) for card in hand}
    found |= set(melds(position, hand))
    found |= set(lays(position, hand)) | set(swaps(position, hand))
    return list(found)


def melds(position: Position, hand: list[str]) -> Iterator[str]:
    held, wild = set(held_faces(hand)), wilds_in(position, hand)
    jobs = [*all_melds()]
    for rank in RANKS:
        own = [rank + suit for suit in SUITS if rank + suit in held]
        if len(own) in (1, 2):
            jobs.append(own + [rank + "?"] * (3 - len(own)))
    for faces in jobs:
        own = [f for f in faces if f in held]
        left = wild[:]
        for f in own:
            if f in left:
                left.remove(f)
        lacking = [f for f in faces if f not in held]
        strict = position["options"]["strict"] and len(lacking) > 1
        if own and len(lacking) <= len(left) and len(faces) < len(hand) and not strict:
            words = [f if f in held else left.pop(0) + "=" + f for f in faces]
            yield "meld " + " ".join(words)


def wild_words(words: list[str]) -> int:
    return sum("=" in word for word in words)


def lays(position: Position, hand: list[str]) -> Iterator[str]:
    held = held_faces(hand)
    for number, meld in enumerate(position["melds"]):
        for f in fits(meld) if len(hand) > 1 else []:
            left = wilds_in(position, hand)
            full = position["options"]["strict"] and wild_words(meld["cards"]) > 0
            if f in held:
                yield f"lay {f} on {number}"
            elif left and not full:
                yield f"lay {left[0]}={f} on {number}"


def freed(meld: dict[str, Any], f: str) -> int | None:
    """Which card of the meld a real card of that face would free."""
    for index, word in enumerate(meld["cards"]):
        if "=" in word and stands(word) == f:
            return index
    for index, word in enumerate(meld["cards"]):
        if stands(word) == f[0] + "?" and f not in map(stands, meld["cards"]):
            return index
    return None


def swaps(position: Position, hand: list[str]) -> Iterator[str]:
    if not position["options"]["solidarity"]:
        for f in set(held_faces(hand)) - {"*1", "*2"}:
            for number, meld in enumerate(position["melds"]):
                if freed(meld, f) is not None:
                    yield f"swap {f} on {number}"


# -- doing


def apply(position: Position, seat: int, action: str) -> Position:
    """The position after it. Raises Refused."""
    after = copied(position)
    verb, *words = action.split(" ")
    phases = {"draw": "pickup", "take": "pickup", "pass": "pickup", "meld": "play", "lay": "play", "swap": "play",
              "throw": "play", "aces": "aces", "buy": "buyin", "decline": "buyin"}  # fmt: skip
    demand(seat == position["turn"] and phases.get(verb) == position["phase"])
    DO[verb](after, seat, words)
    if verb in ("meld", "lay", "swap"):
        after["stocks_since_lay"] = 0
    return after


def do_draw(p: Position, seat: int, words: list[str]) -> None:
    demand(p["stock"] and not words)
    p["hands"][seat].append(p["stock"].pop(0))
    p.update(takes=0, first=False, phase="play")


def do_take(p: Position, seat: int, words: list[str]) -> None:
    demand(takable(p) and len(words) == 1 and words[0] in (face(p["discard"][-1]), p["discard"][-1]))
    p["hands"][seat].append(p["discard"].pop())
    p.update(takes=p["takes"] + 1, first=False, phase="play")


def do_pass(p: Position, seat: int, words: list[str]) -> None:
    demand(not drawable(p) and not takable(p))
    finish(p, None)


def give(p: Position, seat: int, words: list[str]) -> list[str]:
    """Take the cards that the words mean out of the hand; the words with the full names of the cards."""
    hand = p["hands"][seat]
    meant: dict[int, str] = {}
    for index, word in enumerate(words):
        if "." in card_of(word):
            demand(card_of(word) in hand)
            meant[index] = card_of(word)
            hand.remove(meant[index])
    for index, word in enumerate(words):
        if index not in meant:
            copies = sorted((card for card in hand if face(card) == face(word)), key=deck_of)
            demand(copies)
            meant[index] = copies[0]
            hand.remove(copies[0])
    return [meant[i] + ("=" + words[i].split("=")[1] if "=" in words[i] else "") for i in range(len(words))]


def check_word(p: Position, word: str) -> None:
    if "=" in word:
        demand(face(word) in wild_faces(p) and stands(word) != face(word))
    else:
        demand(word[0] != "*")


def do_meld(p: Position, seat: int, words: list[str]) -> None:
    for word in words:
        check_word(p, word)
    faces = [stands(word) for word in words]
    demand(is_set(faces) or is_run(faces))
    demand(len(words) < len(p["hands"][seat]))
    demand(wild_words(words) < 2 or not p["options"]["strict"])
    laid = lies([(word, seat) for word in give(p, seat, words)])
    p["melds"].append({"cards": [word for word, _ in laid], "by": [by for _, by in laid]})


def do_lay(p: Position, seat: int, words: list[str]) -> None:
    demand(len(words) == 3 and int(words[2]) < len(p["melds"]) and len(p["hands"][seat]) > 1)
    meld, word = p["melds"][int(words[2])], words[0]
    check_word(p, word)
    demand(stands(word) in fits(meld))
    if p["options"]["strict"] and "=" in word:
        demand(not wild_words(meld["cards"]))
    (full,) = give(p, seat, [word])
    old = list(zip(meld["cards"], meld["by"], strict=True))
    faces = [stands(one) for one in meld["cards"]]
    low = is_run(faces) and is_run([stands(word), *faces])
    laid = [(full, seat), *old] if low else lies([*old, (full, seat)])
    meld["cards"], meld["by"] = [word for word, _ in laid], [by for _, by in laid]


def do_swap(p: Position, seat: int, words: list[str]) -> None:
    demand(not p["options"]["solidarity"] and len(words) == 3 and int(words[2]) < len(p["melds"]))
    meld = p["melds"][int(words[2])]
    demand(words[0][0] != "*")
    (full,) = give(p, seat, [words[0]])
    index = freed(meld, face(full))
    demand(index is not None)
    p["hands"][seat].append(card_of(meld["cards"][index]))
    meld["cards"][index], meld["by"][index] = full, seat
    laid = lies(list(zip(meld["cards"], meld["by"], strict=True)))
    meld["cards"], meld["by"] = [word for word, _ in laid], [by for _, by in laid]


def do_throw(p: Position, seat: int, words: list[str]) -> None:
    demand(len(words) == 1)
    p["discard"] += give(p, seat, words)
    if p["hands"][seat]:
        p["phase"] = "pickup"
        p["turn"] = round_table(p, seat + 1)[0]
    else:
        finish(p, seat)


# -- settling


def round_table(p: Position, start: int) -> list[int]:
    seats = [*range(p["players"])] * 3
    at = seats.index(start % p["players"])
    return [seat for seat in seats[at : at + p["players"]] if p["in"][seat]]


def settling(p: Position) -> list[int]:
    return round_table(p, p["starter"] if p["out"] is None else p["out"] + 1)


def natural_aces(p: Position, seat: int) -> list[str]:
    return [card for card in p["hands"][seat] if card[0] == "A" and face(card) not in wild_faces(p)]


def finish(p: Position, out: int | None) -> None:
    p.update(phase="aces", out=out)
    p["aces"] = [None if p["in"][s] and natural_aces(p, s) else 0 for s in range(p["players"])]
    proceed(p)


def do_aces(p: Position, seat: int, words: list[str]) -> None:
    demand(int(words[0]) <= len(natural_aces(p, seat)))
    p["aces"][seat] = int(words[0])
    proceed(p)


def proceed(p: Position) -> None:
    waiting = [seat for seat in settling(p) if p["aces"][seat] is None]
    if waiting:
        p["turn"] = waiting[0]
        return
    wild = wild_faces(p)
    p["round_scores"] = []
    for hand, high in zip(p["hands"], p["aces"], strict=True):
        p["round_scores"].append(sum(25 if face(c) in wild else WORTH[c[0]] for c in hand) + 12 * high)
    p["scores"] = [old + new for old, new in zip(p["scores"], p["round_scores"], strict=True)]
    gone = expired(p)
    for seat in gone:
        p["expiries"][seat] += 1
    if p["in"].count(True) - len(gone) <= 1:
        end_game(p)
    else:
        decide(p)


def expired(p: Position) -> list[int]:
    return [seat for seat in settling(p) if p["scores"][seat] >= p["options"]["max_score"]]


def decide(p: Position) -> None:
    waiting = expired(p)
    p["phase"] = "buyin" if waiting else "over"
    if waiting:
        p["turn"] = waiting[0]


def do_buy(p: Position, seat: int, words: list[str]) -> None:
    p["paid"][seat] += p["options"]["buy_in"]
    maximum = p["options"]["max_score"]
    p["scores"][seat] = max(n for n, plays in zip(p["scores"], p["in"], strict=True) if plays and n < maximum)
    decide(p)


def do_decline(p: Position, seat: int, words: list[str]) -> None:
    p["in"][seat] = False
    decide(p)


def end_game(p: Position) -> None:
    p["phase"] = "over"
    p["places"] = []
    for there in (True, False):
        seats = [seat for seat in range(p["players"]) if p["in"][seat] == there]
        for total in sorted({p["scores"][seat] for seat in seats}):
            p["places"].append([seat for seat in seats if p["scores"][seat] == total])
    first = p["places"][0]
    p["winner"] = first[0] if len(first) == 1 else None
    pot = sum(p["paid"])
    parts = [pot * percent // 100 for percent in p["options"]["split"]] + [0] * 12
    if p["options"]["third_buy_in"] and p["players"] > 2:
        parts[2] += min(parts[1], p["options"]["buy_in"])
        parts[1] = max(0, parts[1] - p["options"]["buy_in"])
    p["payout"] = [0] * p["players"]
    for group in p["places"]:
        here, parts = parts[: len(group)], parts[len(group) :]
        for seat in group if group is not first else []:
            p["payout"][seat] = sum(here) // len(group)
    rest = pot - sum(p["payout"])
    while rest:
        for seat in round_table(p, p["starter"]):
            if seat in first and rest:
                p["payout"][seat] += 1
                rest -= 1


# -- the next round


def follow(position: Position, deck: list[str], join: list[int]) -> Position:
    p = copied(position)
    there = [seat for seat in range(p["players"]) if p["in"][seat]]
    most = max(p["expiries"][seat] for seat in there)
    total = max(p["scores"][seat] for seat in there if p["expiries"][seat] == most)
    for seat in sorted(join):
        if seat == p["players"]:
            p["players"] += 1
            for key in ("scores", "expiries", "paid"):
                p[key].append(0)
            p["in"].append(False)
        p["in"][seat], p["scores"][seat], p["expiries"][seat] = True, total, 0
        p["paid"][seat] += p["options"]["buy_in"] * max(1, most)
    count = p["in"].count(True)
    p["starter"] = round_table(p, p["starter"] + 1)[0]
    while p["decks"] * 52 < count * (p["options"]["hand"] + 5):
        p["decks"] += 1
    while (p["decks"] - 1) * 52 >= count * (p["options"]["hand"] + 5):
        p["decks"] -= 1
    p["decks"] = p["options"]["decks"] or p["decks"]
    p["hands"] = [[] for _ in range(p["players"])]
    deck = list(deck)
    for _ in range(p["options"]["hand"]):
        for seat in round_table(p, p["starter"]):
            p["hands"][seat].append(deck.pop(0))
    p["discard"] = [deck.pop(0)]
    up = face(p["discard"][0])
    p["wild"] = "*" if up[0] == "*" else up if p["options"]["wild"] == "card" else up[0]
    p.update(stock=deck, round=p["round"] + 1, turn=p["starter"], phase="pickup", melds=[], claims=[], reshuffles=0,
             stocks_since_lay=0, round_scores=None, out=None, winner=None, first=True, takes=0, aces=None)  # fmt: skip
    return p


DO = {
    "draw": do_draw, "take": do_take, "pass": do_pass, "meld": do_meld, "lay": do_lay,
    "swap": do_swap, "throw": do_throw, "aces": do_aces, "buy": do_buy, "decline": do_decline,
}  # fmt: skip
