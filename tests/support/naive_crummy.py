"""Crummy rummy a second time, slowly and from the words of the rules page; shares no code with the package.

Works on positions as JSON, with cards as text. Contracts are found by trying every filling of every window and
throwing away what is not lean.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

from tests.support.copies import copied

Position = dict[str, Any]
RANKS, SUITS = "A23456789TJQK", "CDHS"
WILD = ["2C", "2D", "2H", "2S", "*1", "*2"]
CONTRACTS = {1: (0, 2), 2: (1, 1), 3: (2, 0), 4: (0, 3), 5: (1, 1), 6: (2, 1), 7: (3, 0)}
POINTS = {**dict.fromkeys("345678", 5), **dict.fromkeys("9TJQK", 10), **dict.fromkeys("A2*", 15)}


def contract_number(position: Position) -> int:
    return int(contracts(position)[position["round"] - 1])


def contracts(position: Position) -> list[int]:
    return list(position["options"].get("contracts", CONTRACTS))


class No(Exception):
    """The rules do not allow it."""


class NeedsShuffle(Exception):
    """The stock has to be made anew first."""


@cache
def face(card: str) -> str:
    return card.partition("=")[0].partition(".")[0]


def deck(card: str) -> int:
    return int(card.partition("=")[0].partition(".")[2] or 0)


def stands(word: str) -> str:
    return word.partition("=")[2] or face(word)


@cache
def is_wild(card: str) -> bool:
    return face(card) in WILD


def face_order(card: str) -> tuple[int, int, int]:
    name = face(card)
    where = (SUITS.index(name[1]), RANKS.index(name[0])) if name[0] != "*" else (9, int(name[1]))
    return (*where, deck(card))


def wild_order(card: str) -> tuple[int, int]:
    return WILD.index(face(card)), deck(card)


# -- melds


@cache
def windows(ace_low: bool, shortest: int, longest: int = 13) -> list[list[str]]:
    track = "A23456789TJQKA" if ace_low else "23456789TJQKA"
    spans = [track[i:j] for i in range(len(track)) for j in range(i + shortest, min(len(track), i + longest) + 1)]
    return [[rank + suit for rank in span] for suit in SUITS for span in spans]


KNOWN_RUNS = {low: {tuple(run) for run in windows(low, 4)} for low in (False, True)}


def kind(words: list[str], ace_low: bool) -> str:
    """``run`` or ``set``. Raises No."""
    for word in words:
        if is_wild(word) != ("=" in word):
            raise No(word)
    wild = sum(map(is_wild, words))
    if 2 * wild > len(words) or len(words) < 3:
        raise No("half or short")
    if tuple(map(stands, words)) in KNOWN_RUNS[ace_low]:
        return "run"
    ranks = {face(word)[0] for word in words if not is_wild(word)}
    if len(ranks) != 1 or any(stands(word) != f"{min(ranks)}?" for word in words if is_wild(word)):
        raise No("no meld")
    return "set"


def tidy(rows: list[tuple[str, int]], ace_low: bool) -> dict[str, Any]:
    """The meld on the table of (word, by)."""
    if kind([word for word, _ in rows], ace_low) == "set":
        natural = sorted((row for row in rows if not is_wild(row[0])), key=lambda row: face_order(row[0]))
        rows = natural + sorted((row for row in rows if is_wild(row[0])), key=lambda row: wild_order(row[0]))
    return {"cards": [word for word, _ in rows], "by": [by for _, by in rows]}


def rows_of(meld: dict[str, Any]) -> list[tuple[str, int]]:
    return list(zip(meld["cards"], meld["by"], strict=True))


def joined(meld: dict[str, Any], word: str, seat: int, ace_low: bool) -> dict[str, Any]:
    """The meld with the card laid onto it, at the low end if it fits there. Raises No."""
    rows = rows_of(meld)
    is_run = kind(meld["cards"], ace_low) == "run"
    for attempt in ([(word, seat), *rows], [*rows, (word, seat)]):
        try:
            longer = tidy(attempt, ace_low)
        except No:
            continue
        if (kind(longer["cards"], ace_low) == "run") == is_run:
            return longer
    raise No("does not fit")


# -- the list


def legal(position: Position, seat: int) -> list[str]:
    phase = position["phase"]
    if phase in ("over", "turnup") or seat != (position["asked"] if phase == "offer" else position["turn"]):
        return []
    if phase == "offer":
        return sorted([f"want {face(position['discard'][-1])}", "waive"])
    if phase == "pickup":
        can = ["draw"] if may_draw(position) else []
        can += [f"take {face(position['discard'][-1])}"] if may_take(position) else []
        return can or ["pass"]
    hand = position["hands"][seat]
    found = {f"throw {face(card)}" for card in hand}
    if position["laid"][seat]:
        if contract_number(position) < 7:
            found |= lay_offs(position, hand) | swaps(position, hand)
    else:
        found |= set(lean(hand, contract_number(position), position["options"]["ace_low"]))
    return sorted(found)


def may_draw(position: Position) -> bool:
    again = position["reshuffles"] < position["options"]["reshuffle_limit"]
    if position["options"].get("idle_stocks", 1):
        again = again and position.get("stocks_since_lay", 0) < position["options"].get("idle_stocks", 1)
    return bool(position["stock"]) or (again and len(position["discard"]) >= 2)


def may_take(position: Position) -> bool:
    return bool(position["discard"]) and position["takes"] < 2 * position["players"]


def fits(meld: dict[str, Any], word: str, ace_low: bool) -> bool:
    try:
        joined(meld, word, 0, ace_low)
    except No:
        return False
    return True


def places(meld: dict[str, Any], ace_low: bool) -> list[str]:
    """What a card laid onto the meld could stand for: ``7?`` of a set, the faces at the ends of a run."""
    if kind(meld["cards"], ace_low) == "set":
        return [f"{face(meld['cards'][0])[0]}?"]
    run = [stands(word) for word in meld["cards"]]
    every = [rank + suit for suit in SUITS for rank in RANKS]
    known = KNOWN_RUNS[ace_low]
    return [one for one in every if (one, *run) in known or (*run, one) in known]


def first_wild(hand: list[str]) -> list[str]:
    return sorted(filter(is_wild, hand), key=wild_order)[:1]


def lay_offs(position: Position, hand: list[str]) -> set[str]:
    found = set()
    low = position["options"]["ace_low"]
    for number, meld in enumerate(position["melds"]):
        for place in places(meld, low):
            own = [face(card) for card in hand if not is_wild(card) and place in (face(card), face(card)[0] + "?")]
            words = own or [f"{face(card)}={place}" for card in first_wild(hand)]
            found |= {f"lay {word} on {number}" for word in words if fits(meld, word, low)}
    return found


def swaps(position: Position, hand: list[str]) -> set[str]:
    found = set()
    low, jokers_only = position["options"]["ace_low"], position["options"]["move"] == "jokers"
    for number, meld in enumerate(position["melds"]):
        is_set = kind(meld["cards"], low) == "set"
        for card in (c for c in hand if not is_wild(c)):
            meant = [w for w in meld["cards"] if is_wild(w) and stands(w) in (face(card), face(card)[0] + "?")]
            if is_set:
                meant = [w for w in meant if not jokers_only or face(w)[0] == "*"][:1]
            for wild in meant:
                for target, other in enumerate(position["melds"]):
                    if target == number and is_set:
                        continue
                    if target != number and jokers_only and face(wild)[0] == "2":
                        continue
                    after = swapped_in(meld, wild, card, 0, low) if target == number else other
                    for place in places(after, low):
                        if fits(after, f"{face(wild)}={place}", low):
                            found.add(f"swap {face(card)} on {number} lay {face(wild)}={place} on {target}")
    return found


def swapped_in(meld: dict[str, Any], wild: str, card: str, seat: int, ace_low: bool) -> dict[str, Any]:
    return tidy([(card, seat) if word == wild else (word, by) for word, by in rows_of(meld)], ace_low)


def lean(hand: list[str], number: int, ace_low: bool) -> list[str]:
    held = Counter(face(card) for card in hand if not is_wild(card))
    wild = sorted(filter(is_wild, hand), key=wild_order)
    found = []
    for runs, sets in (
        round_seven(held, len(wild), ace_low) if number == 7 else shortest(held, len(wild), number, ace_low)
    ):
        standing = [word[1:] for meld in (*runs, *sets) for word in meld if word[0] == "="]
        if len(standing) > len(wild):
            continue
        left = held - Counter(word for meld in (*runs, *sets) for word in meld if "=" not in word)
        if any(place == name or place == name[0] + "?" for place in standing for name in left):
            continue
        coming = iter(wild)
        words = [[face(next(coming)) + w if w[0] == "=" else w for w in meld] for meld in (*runs, *sets)]
        found.append("contract " + " / ".join(" ".join(meld) for meld in words))
    return found


Melds = tuple[tuple[str, ...], ...]


def fillings(run: list[str], held: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Every filling of a window; ``=7H`` is a place for a wild card."""
    for filled in product(*([name, "=" + name] if held[name] else ["=" + name] for name in run)):
        if 2 * sum(word[0] == "=" for word in filled) <= len(run):
            yield filled


def shortest(held: Counter[str], wild: int, number: int, ace_low: bool) -> Iterator[tuple[Melds, Melds]]:
    many_runs, many_sets = CONTRACTS[number]
    length = 7 if number == 5 else 4
    by_suit = [
        [f for run in windows(ace_low, length, length) if run[0][1] == suit for f in fillings(run, held)
         if sum(word[0] == "=" for word in f) <= wild] for suit in SUITS
    ]  # fmt: skip
    for suits in combinations(by_suit, many_runs):
        for runs in product(*suits):
            left = held - Counter(word for run in runs for word in run if word[0] != "=")
            of_rank = Counter(name[0] for name in left.elements())
            pairs = [rank for rank in RANKS if many_sets and of_rank[rank] >= 2]
            sets = {(rank, count): first_of(left, rank, count) for rank in pairs for count in (2, 3)}
            for ranks in combinations(pairs, many_sets):
                for naturals in product((2, 3), repeat=many_sets):
                    firsts = [sets[one] for one in zip(ranks, naturals, strict=True)]
                    if all(firsts):
                        yield runs, tuple(firsts)


def first_of(left: Counter[str], rank: str, count: int) -> tuple[str, ...]:
    """The set of three whose natural cards are the first *count*; () if there are not so many."""
    names: list[str] = []
    for name in (rank + "C", rank + "D", rank + "H", rank + "S"):
        names += [name] * left[name]
    names = names[:count]
    return tuple(names + ["=" + rank + "?"] * (3 - count)) if len(names) == count else ()


def round_seven(held: Counter[str], wild: int, ace_low: bool) -> Iterator[tuple[Melds, Melds]]:
    whole = sum(held.values()) + wild
    by_suit: list[list[tuple[str, ...]]] = []
    for suit in SUITS:
        own = {name for name in held if name[1] == suit}
        spans = [
            run for run in windows(ace_low, 4) if run[0][1] == suit and own <= set(run) and 2 * len(own) >= len(run)
        ]
        by_suit.append([tuple(name if name in own else "=" + name for name in run) for run in spans])
    for suits in combinations(by_suit, 3):
        for runs in product(*suits):
            laid = Counter(word for run in runs for word in run if word[0] != "=")
            if sum(map(len, runs)) == whole and laid == held:
                yield runs, ()


# -- doing it


def apply(given: Position, seat: int, text: str) -> Position:
    """The position after the action. Raises No, NeedsShuffle."""
    position = copied(given)
    verb, *words = text.split(" ")
    phase = {"draw": "pickup", "take": "pickup", "pass": "pickup", "want": "offer", "waive": "offer"}.get(verb, "play")
    due = position["asked"] if position["phase"] == "offer" else position["turn"]
    if position["phase"] != phase or seat != due or verb not in DO:
        raise No("not now")
    DO[verb](position, seat, words)
    if verb not in ("draw", "take", "pass", "want", "waive", "throw"):
        position["stocks_since_lay"] = 0
    if position["phase"] == "play" and not position["hands"][position["turn"]]:
        end(position, position["turn"])
    return position


def stock_top(position: Position) -> str:
    if not position["stock"]:
        if may_draw(position):
            raise NeedsShuffle
        raise No("no card")
    return str(position["stock"].pop(0))


def do_draw(position: Position, seat: int, words: list[str]) -> None:
    position["hands"][seat].append(stock_top(position))
    position["takes"] = 0
    position["phase"] = "play"
    if position["discard"] and may_draw(position):
        ask(position, seat)


def ask(position: Position, seat: int) -> None:
    """The next seat behind this one that may have another card out of turn is asked; nobody if it is that on turn."""
    most = position["options"].get("buys")
    position["phase"], position["asked"] = "play", None
    while (seat := (seat + 1) % position["players"]) != position["turn"]:
        if most is None or position["bought"][seat] < most:
            position["phase"], position["asked"] = "offer", seat
            return


def pile_top(position: Position, words: list[str]) -> str:
    top = position["discard"][-1] if position["discard"] else ""
    if not top or words[0] not in (top, face(top)):
        raise No("not the top")
    return str(top)


def do_take(position: Position, seat: int, words: list[str]) -> None:
    if len(words) != 1 or not may_take(position):
        raise No("no take")
    position["hands"][seat].append(pile_top(position, words))
    position["discard"].pop()
    position["takes"] += 1
    position["phase"] = "play"


def do_pass(position: Position, seat: int, words: list[str]) -> None:
    if may_draw(position) or may_take(position):
        raise No("can pick up")
    end(position, None)


def do_want(position: Position, seat: int, words: list[str]) -> None:
    top = pile_top(position, words)
    penalty = stock_top(position)
    position["discard"].pop()
    position["hands"][seat] += [top, penalty]
    position["phase"], position["asked"] = "play", None
    if position["options"].get("buys") is not None:
        position["bought"][seat] += 1


def do_waive(position: Position, seat: int, words: list[str]) -> None:
    ask(position, seat)


def from_hand(position: Position, seat: int, words: list[str]) -> list[str]:
    """The words with the cards of the hand that they mean, which leave it."""
    hand, found = position["hands"][seat], {}
    for at in sorted(range(len(words)), key=lambda i: "." not in words[i].partition("=")[0]):
        plain, mark, meant = words[at].partition("=")
        cards = sorted((c for c in hand if (c == plain if "." in plain else face(c) == plain)), key=deck)
        if not cards:
            raise No(f"{plain} not held")
        hand.remove(cards[0])
        found[at] = cards[0] + mark + meant
    return [found[at] for at in range(len(words))]


def do_contract(position: Position, seat: int, words: list[str]) -> None:
    low, number = position["options"]["ace_low"], contract_number(position)
    if position["laid"][seat]:
        raise No("laid")
    held = len(position["hands"][seat])
    laid = iter(from_hand(position, seat, [word for word in words if word != "/"]))
    melds: list[list[str]] = [[]]
    for word in words:
        if word == "/":
            melds.append([])
        else:
            melds[-1].append(next(laid))
    kinds = [kind(meld, low) for meld in melds]
    runs = [meld for meld, one in zip(melds, kinds, strict=True) if one == "run"]
    sets = [meld for meld, one in zip(melds, kinds, strict=True) if one == "set"]
    suits = {stands(meld[0])[1] for meld in runs}
    ranks = {stands(meld[0])[0] for meld in sets}
    if (len(runs), len(sets)) != CONTRACTS[number] or len(suits) < len(runs) or len(ranks) < len(sets):
        raise No("not the contract")
    if (number == 5 and len(runs[0]) < 7) or (number == 7 and sum(map(len, melds)) != held):
        raise No("not the contract")
    position["melds"] += [tidy([(word, seat) for word in meld], low) for meld in melds]
    position["laid"][seat] = True


def check_may_lay(position: Position, seat: int, *numbers: str) -> None:
    if not position["laid"][seat] or contract_number(position) == 7:
        raise No("may not lay")
    if any(int(number) >= len(position["melds"]) for number in numbers):
        raise No("no such meld")


def do_lay(position: Position, seat: int, words: list[str]) -> None:
    if len(words) != 3:
        raise No("one card")
    check_may_lay(position, seat, words[2])
    (word,) = from_hand(position, seat, words[:1])
    number = int(words[2])
    position["melds"][number] = joined(position["melds"][number], word, seat, position["options"]["ace_low"])


def do_swap(position: Position, seat: int, words: list[str]) -> None:
    if len(words) != 7:
        raise No("where to")
    card, _, source, _, moved, _, target = words
    low = position["options"]["ace_low"]
    check_may_lay(position, seat, source, target)
    if is_wild(card) or not is_wild(moved) or "=" not in moved:
        raise No("what")
    own = from_hand(position, seat, [card])[0]
    meld = position["melds"][int(source)]
    place = f"{card[0]}?" if kind(meld["cards"], low) == "set" else face(card)
    plain = moved.partition("=")[0]
    named = [w for w in meld["cards"] if plain in (face(w), w.partition("=")[0]) and stands(w) == place and is_wild(w)]
    if not named or (source == target and place[1] == "?"):
        raise No("no such wild card")
    wild = min(named, key=deck)
    if source != target and position["options"]["move"] == "jokers" and face(wild)[0] == "2":
        raise No("a two stays")
    position["melds"][int(source)] = swapped_in(meld, wild, own, seat, low)
    word = f"{wild.partition('=')[0]}={stands(moved)}"
    position["melds"][int(target)] = joined(position["melds"][int(target)], word, seat, low)


def do_throw(position: Position, seat: int, words: list[str]) -> None:
    position["discard"] += from_hand(position, seat, words)
    if position["hands"][seat]:
        position["turn"], position["phase"] = (seat + 1) % position["players"], "pickup"


def end(position: Position, out: int | None) -> None:
    position["phase"], position["out"] = "over", out
    points = [sum(POINTS[card[0]] for card in hand) for hand in position["hands"]]
    totals = [old + new for old, new in zip(position["scores"], points, strict=True)]
    position["round_scores"], position["scores"] = points, totals
    if position["round"] == len(contracts(position)):
        position["places"] = [[s for s, t in enumerate(totals) if t == one] for one in sorted(set(totals))]
        first = position["places"][0]
        position["winner"] = first[0] if len(first) == 1 else None


DO = {
    "draw": do_draw, "take": do_take, "pass": do_pass, "want": do_want, "waive": do_waive,
    "contract": do_contract, "lay": do_lay, "swap": do_swap, "throw": do_throw,
}  # fmt: skip
