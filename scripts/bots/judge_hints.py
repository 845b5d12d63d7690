#!/usr/bin/env python3
"""Judges hints by rules that were written before the first hint was judged.

python scripts/bots/judge_hints.py --hints 60                        # of each game: 300 in all
python scripts/bots/judge_hints.py --ready --hints 40 --steps 4      # with a meld ready, and a tenth of the time

Positions come from rounds of `strong` and `simple`, three of each round at most, drawn by the seed. A hint passes if

legal      it is a legal action of the seat;
strength   it is not worse than the choice of `strong` beyond the error: both are played to the end of the round from
           100 positions of the judge's own, everybody as `expert`, and the upper end of the 95 % interval of hint less
           `strong` is not below 0. Where both are equal in strength one hint of 40 fails by chance;
true       each reason holds in the position, found again by the rules alone and not by the code that gave it. What is
           said of cards that nobody has seen is held against 40 positions that agree with what the seat sees;
figure     a figure is larger than its error, and it and the judge's own differ by no more than 2.6 standard errors of
           their difference, as one of a hundred may;
melds      a throw that breaks up a meld which lies ready in the hand says so, and by how much it is better.

With ``--ready`` nothing is played to its end: neither strength nor the judge's own figures.

It prints a line for each hint that fails and a table, and exits with 1 if a hint is illegal, untrue or breaks up a meld
in silence.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts"), str(ROOT / "protocol")]

from make.puzzles import next_move  # noqa: E402

from rummynet import players  # noqa: E402
from rummynet.bots.budget import Budget, StepClock  # noqa: E402
from rummynet.bots.coach import play_reasons as why  # noqa: E402
from rummynet.bots.coach.advice import advise  # noqa: E402
from rummynet.bots.coach.findings import Advice  # noqa: E402
from rummynet.bots.coach.judging import as_level, difference, leads_of  # noqa: E402
from rummynet.bots.seat_view import SeatView  # noqa: E402
from rummynet.bots.strategies.expert_strategy import STRATEGY as EXPERT  # noqa: E402
from rummynet.bots.strategies.strong_strategy import STRATEGY as STRONG  # noqa: E402
from rummynet.rules import GameState, Seeded, determinize, variety  # noqa: E402
from rummynet.rules.core.state import State  # noqa: E402
from rummynet.rules.varieties import NAMES  # noqa: E402
from rummynet.rules.varieties import variety as variety_called  # noqa: E402
from rummynet_protocol import cards, notation  # noqa: E402
from rummynet_protocol.actions import Action, BuyIn, CallRummy, Draw, LayContract, LayDown, LayOff, Take, ThrowOut  # noqa: E402
from rummynet_protocol.errors import Refusal  # noqa: E402

STEPS: Final = 40  # of a hint's search, counted and not timed, so that the judged hints are the same everywhere
POSITIONS: Final = 100  # of the judge: twice as many as of a hint, so that its own error counts less
DRAWN: Final = 40  # positions in which something about unseen cards has to hold
PER_ROUND: Final = 3  # hints of one round: more would be alike
RULES: Final = ("legal", "strength", "true", "figure", "melds")


def main() -> int:
    """Judge, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"by default all: {', '.join(NAMES)}")
    parser.add_argument("--hints", type=int, default=60, help="of each game")
    parser.add_argument("--first", type=int, default=1, help="begin with this one, where those before have been judged")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=STEPS, help="of a hint's search")
    parser.add_argument("--ready", action="store_true", help="only decisions with a meld ready to be laid")
    args = parser.parse_args()
    failed, rows = Counter[tuple[str, str]](), []
    for name in args.games or NAMES:
        judged, figures, breaks = 0, 0, 0
        for number, (state, seat) in enumerate(positions(name, args.seed, args.hints, args.ready), 1):
            if number < args.first:
                continue
            hint = advise(variety_called(name), view_of(state, seat), Budget(args.steps, StepClock(1)))
            judged += 1
            figures += any(isinstance(one, why.Better) and bool(one.error) for one in hint.reasons)
            breaks += any(isinstance(one, why.BreaksMeld) for one in hint.reasons)
            for rule, says in failures(state, seat, hint, args.seed * 100_000 + number, plays_out=not args.ready):
                failed[name, rule] += 1
                print(f"{name} {number}: {rule}: {notation.text(hint.action)}: {says}")
            print(f"\r{name}: {number} of {args.hints} ", end="", file=sys.stderr)
        print(file=sys.stderr)
        rows.append((name, judged, figures, breaks))
    print("| game | hints | with a figure | break up a meld |", " | ".join(RULES), "|")
    for name, judged, figures, breaks in rows:
        passed = " | ".join(str(judged - failed[name, rule]) for rule in RULES)
        print(f"| {name} | {judged} | {figures} | {breaks} | {passed} |")
    return int(any(rule in ("legal", "true", "melds") for _, rule in failed))


def view_of(state: GameState, seat: int) -> SeatView:
    """What the seat sees."""
    seen = state.observation(seat)
    return SeatView(seat, seen.position, seen.log)


def positions(name: str, seed: int, wanted: int, with_ready: bool = False) -> Iterator[tuple[GameState, int]]:
    """So many decisions out of rounds; *with_ready*: those alone in which a meld can be laid."""
    found, number = 0, 0
    while found < wanted:
        number += 1
        chance = Seeded(seed * 10_000 + number)
        count = 2 + chance.randrange(2)
        bots = [players.named(("strong", "simple")[seat % 2], number + seat) for seat in range(count)]
        state, decisions = variety(name).deal(count).resolved(chance), list[tuple[GameState, int]]()
        while not state.over:
            seat, move = next_move(state, bots, chance)
            legal = [] if seat is None else [one for one in state.legal(seat) if not isinstance(one, CallRummy)]
            # Where nothing can be chosen there is no hint to judge.
            if seat is not None and not isinstance(move, CallRummy) and len(legal) > 1:
                if not with_ready or any(isinstance(one, LayDown | LayContract) for one in legal):
                    decisions.append((state, seat))
            state = state.apply(move, seat)
        for _ in range(min(PER_ROUND, len(decisions), wanted - found)):
            yield decisions.pop(chance.randrange(len(decisions)))
            found += 1


def failures(
    state: GameState, seat: int, hint: Advice, seed: int, *, plays_out: bool = True
) -> Iterator[tuple[str, str]]:
    """The rules that a hint breaks, and how; those that need rounds played to their end only with *plays_out*."""
    action, game, view = hint.action, variety_called(state.name), view_of(state, seat)
    if not state.is_legal(action, seat):
        yield "legal", "it is not legal"
        return
    figures = [one for one in hint.reasons if isinstance(one, why.Better)]
    strong = STRONG.rank(game, view, lambda _: 0, Budget(0, StepClock(1)))[0][1] if plays_out else action
    if not hint.reasons:
        yield "true", "it has no reason"
    for one in figures:
        if one.error >= one.points:
            yield "figure", f"{one.points} ± {one.error}"
    # Each play once: with the same luck, equal plays end alike, and a round to its end is what costs.
    asked = list(dict.fromkeys((action, strong, *(one.than for one in figures))))
    leads = leads_of(game, view, asked, POSITIONS, as_level(game, EXPERT), seed) if plays_out and len(asked) > 1 else []
    compared = difference(leads, 0, asked.index(strong))
    if strong != action and compared is not None and compared[0] + 1.96 * compared[1] < 0:
        yield "strength", f"{notation.text(strong)} is {-compared[0]:.1f} ± {1.96 * compared[1]:.1f} better"
    for one in figures:
        own = difference(leads, 0, asked.index(one.than))
        if one.error and own is not None:
            apart = abs(own[0] - one.points)
            # Half a point more for each: what is told is rounded.
            if apart > 2.6 * ((one.error / 1.96) ** 2 + own[1] ** 2) ** 0.5 + 1:
                yield "figure", f"told {one.points} ± {one.error}, found {own[0]:.1f} ± {1.96 * own[1]:.1f}"
    for reason in hint.reasons:
        if not holds(state, seat, action, reason, seed):
            yield "true", str(reason)
    broken = broken_melds(state, seat, action)
    if broken and not (
        any(isinstance(one, why.BreaksMeld) for one in hint.reasons)
        and any(isinstance(one, why.Better) and one.error for one in hint.reasons)
    ):
        yield "melds", f"breaks up {broken[0]}"


def ready(state: GameState, seat: int) -> list[set[str]]:
    """The melds that the seat can lay now, by the names of their cards."""
    return [set(one.cards) for one in state.legal(seat) if isinstance(one, LayDown)]


def broken_melds(state: GameState, seat: int, action: Action) -> list[set[str]]:
    """The ready melds that a throw takes a card out of, if what is left of them is none."""
    if not isinstance(action, ThrowOut):
        return []
    melds = ready(state, seat)
    broken = []
    for one in melds:
        is_part = any(one < other for other in melds)
        if action.card in one and not is_part and not any(other <= one - {action.card} for other in melds):
            broken.append(one)
    return broken


def after_of(state: GameState, seat: int, action: Action) -> State | None:
    """The position after an action; None where chance comes first."""
    after = state.apply(action, seat)
    return None if after.is_chance else after.position


def unseen_positions(state: GameState, seat: int, seed: int) -> Iterator[GameState]:
    """Positions that agree with what the seat sees."""
    for number in range(DRAWN):
        yield determinize(state.observation(seat), Seeded(seed * 100 + number))


def holds(state: GameState, seat: int, action: Action, reason: why.Reason, seed: int) -> bool:
    """Whether a reason is true in the position."""
    game, position = variety_called(state.name), state.position
    hand = set(state.hand(seat))
    legal = list(state.legal(seat))
    others = [one for one in range(state.players) if one != seat]
    match reason:
        case why.OnlyChoice():
            return len([one for one in legal if not isinstance(one, CallRummy)]) == 1
        case why.Brings(count):
            return brought(state, seat, action) == count
        case why.WouldBring(card, count):
            ways = [one for one in state.all_legal(seat) if getattr(one, "card", "").partition(".")[0] == card]
            return any(not isinstance(one, ThrowOut) and brought(state, seat, one) == count + 1 for one in ways)  # type: ignore[arg-type]
        case why.Lays(points):
            after = after_of(state, seat, action)
            table = game.presentation.points_on_table
            return after is not None and table(after)[seat] - table(position)[seat] == points
        case why.Sheds(count):
            after = after_of(state, seat, action)
            melds = sum(len(meld.cards) for meld in position.melds)
            return after is not None and sum(len(meld.cards) for meld in after.melds) - melds == count
        case why.GoesOut():
            after = after_of(state, seat, action)
            return after is None or not after.count(seat) or after.out == seat
        case why.GetsWild(card):
            then = state.apply(action, seat).position
            gained = [cards.face(code) for code in cards.members(then.hands[seat] & ~position.hands[seat])]
            return card in gained or card.partition("=")[0] in gained
        case why.NothingInPile():
            return not any(isinstance(one, Take) for one in legal)
        case why.StaysIn():
            return isinstance(action, BuyIn)
        case why.NearOut(other, count):
            return other in others and position.count(other) == count <= 3 and not isinstance(action, Draw)
        case why.Dearest(points):
            worth = getattr(game, "scoring").worth_held  # noqa: B009 - every game has it, the interface does not
            held = [worth[code] for code in cards.members(position.hands[seat])]
            return points == max(held) and any(worth[code] == points and cards.face(code) in str(action)
                                               for code in cards.members(position.hands[seat]))  # fmt: skip
        case why.GoesWith(card, company):
            # What goes with others speaks against its throw, and one card does not speak for another.
            is_about = card in str(action) and not isinstance(action, ThrowOut)
            held = {plain(own) for own in hand}
            return is_about and bool(company) and held.issuperset(company) and all(
                go_together(card, one, game.has_sets) for one in company
            )  # fmt: skip
        case why.GoesWithNothing(card):
            wild = game.presentation.is_wild
            natural = [cards.face(code) for code in cards.members(position.hands[seat]) if not wild(position, code)]
            natural.remove(card) if card in natural else None
            return not any(one != card and go_together(card, one, game.has_sets) for one in natural)
        case why.FitsMeld(number):
            return number < len(position.melds) and isinstance(action, ThrowOut) and fits(state, seat, action.card)
        case why.Safe():
            return isinstance(action, ThrowOut) and not can_be_laid(state, seat, action, seed)
        case why.NeedsTwo():
            return isinstance(action, ThrowOut) and not goes_with_one(state, seat, action.card)
        case why.ThenThrow(card):
            return card in {plain(one) for one in hand} or isinstance(action, Take)
        case why.BreaksMeld(of):
            return any(set(of) == {plain(card) for card in one} for one in broken_melds(state, seat, action))
        case why.TakesBack():
            spread = game.presentation.spread_pile
            return spread and bool(broken_melds(state, seat, action))
        case why.Better(other, points):
            return points > 0 and state.is_legal(other, seat)
        case why.Close(other):
            return state.is_legal(other, seat)
    return False


def plain(card: str) -> str:
    """The name of a card without its deck and what it stands for."""
    return card.partition("=")[0].partition(".")[0]


def brought(state: GameState, seat: int, action: Action) -> int:
    """How many cards an action takes from pile and stock."""
    after = after_of(state, seat, action)
    if after is None:
        return -1
    if isinstance(action, Take):
        return len(state.position.discard) - len(after.discard)
    return after.count(seat) - state.position.count(seat)


_RANKS: Final = "A23456789TJQK"


def go_together(one: str, other: str, has_sets: bool) -> bool:
    """Whether two cards are of one rank, or of one suit within two places; an ace is low and high."""
    if one.startswith("*") or other.startswith("*"):
        return False
    if has_sets and one[0] == other[0]:
        return True
    apart = abs(_RANKS.index(one[0]) - _RANKS.index(other[0]))
    return one[1] == other[1] and min(apart, 13 - apart if "A" in (one[0], other[0]) else apart) <= 2


def fits(state: GameState, seat: int, card: str) -> bool:
    """Whether somebody who holds the card can lay it off now; found by giving it to the seat alone."""
    return any(isinstance(one, LayOff) and any(plain(each) == plain(card) for each in one.cards)
               for one in state.all_legal(seat))  # fmt: skip


def goes_with_one(state: GameState, seat: int, card: str) -> bool:
    """Whether somebody else needs at most one card that nobody has seen to lay this one; by rank and suit alone."""
    # What the seat sees: in ``state`` all cards are known.
    game, position = variety_called(state.name), view_of(state, seat).position
    own, lying = set(map(plain, state.hand(seat))), [cards.face(one) for meld in position.melds for one in meld.cards]
    pile = [cards.face(one) for one in position.discard]
    seen = {plain(one) for one in pile if game.presentation.spread_pile}
    seen |= {plain(cards.face(one)) for other, hand in enumerate(position.hands) if other != seat
             for one in cards.members(hand)}  # fmt: skip
    out = own | set(map(plain, lying)) | ({plain(one) for one in pile} - seen)
    others = [rank + suit for rank in _RANKS for suit in "CDHS" if rank + suit != card]
    pairs = [(one, two) for one in others for two in others if one < two and is_meld((card, one, two), game.has_sets)]
    if any({one, two} & seen and not {one, two} & out for one, two in pairs) or fits(state, seat, card):
        return True
    # On a run that another card makes longer first.
    runs = [set(map(plain, map(cards.face, meld.cards))) for meld in position.melds if meld.is_run]
    return any(is_meld((card, one, end), False) for run in runs for end in run for one in set(others) - out - run)


def is_meld(three: tuple[str, ...], has_sets: bool) -> bool:
    """Whether three cards are a set, or a run with the ace at either end."""
    ranks = sorted(_RANKS.index(one[0]) for one in three)
    if len({one[1] for one in three}) == 3:
        return has_sets and len(set(ranks)) == 1
    high = sorted(13 if rank == 0 else rank for rank in ranks)
    return len({one[1] for one in three}) == 1 and any(
        places == list(range(places[0], places[0] + 3)) for places in (ranks, high)
    )


def can_be_laid(state: GameState, seat: int, action: ThrowOut, seed: int) -> bool:
    """Whether in one of the drawn positions another seat can call the thrown card or take and lay it at once."""
    for drawn in unseen_positions(state, seat, seed):
        try:
            after = drawn.apply(action, seat)
        except Refusal:
            continue
        if after.is_chance or after.over:
            continue
        for other in range(after.players):
            for one in after.legal(other) if other != seat else ():
                if isinstance(one, CallRummy) or (
                    isinstance(one, Take) and one.play is not None and plain(one.card) == plain(action.card)
                ):
                    return True
    return False


if __name__ == "__main__":
    sys.exit(main())
