"""Positions of Vegas rummy as JSON, and the checks of those that come from outside."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet.rules.core.errors import BadPosition, BadSeats, IllegalAction
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import Meld
from rummynet.rules.shared.faces import read_word
from rummynet.rules.shared.melds import rows_of
from rummynet.rules.shared.position_json import (
    OTHER,
    GivenPosition,
    Key,
    Positions,
    ReadMeld,
    check,
    integer,
    list_of,
    number,
    numbers,
)
from rummynet.rules.vegas import melds
from rummynet.rules.vegas.deal import MOST_SEATS
from rummynet.rules.vegas.score import aces_of, begin_settling, final_places, hand_points, payout
from rummynet.rules.vegas.state import ONLY_JOKERS, VegasState, below, expired, settling_order, turned_up_wilds
from rummynet_protocol import cards
from rummynet_protocol.cards import FACE_OF, FACES, MOST_DECKS, RANKS
from rummynet_protocol.values import replace

_MOST_TAKES: Final = 2 * MOST_SEATS
_MOST_CHIPS: Final = 10**9  # far above any pot


class VegasPositions(Positions[VegasState]):
    """Positions with the keys of this game; seats that sit out count as players here."""

    state = VegasState
    phases = ("pickup", "play", "aces", "buyin", "over")

    def keys(self, options: Options, players: int) -> Mapping[str, Key]:
        """What a position of Vegas rummy has beside; what the end of a round settles is read with it."""
        return {
            "decks": number(MOST_DECKS, 1),
            "wild": Key("checked", missing=...),
            "first": Key("flag", missing=False),
            "takes": number(_MOST_TAKES),
            "in": Key("flag", rows="seats", missing=True, field="playing"),
            "aces": OTHER,
            "expiries": numbers(_MOST_CHIPS),
            "paid": numbers(_MOST_CHIPS, missing=options["buy_in"]),
            "places": OTHER,
            "payout": OTHER,
        }

    def seats(self, given: GivenPosition) -> GivenPosition:
        """The same with its decks; whether so many can play is not asked, since some may sit out."""
        handicaps, players = len(given.options["handicaps"]), given.players
        if handicaps > players:
            raise BadSeats(
                "there are handicaps for {handicaps} seats, but {players} players", handicaps=handicaps, players=players
            )
        decks, wild = integer(given.need("decks"), "decks", 1, MOST_DECKS), given.need("wild")
        # Here, since what melds are depends on it.
        by_rank = given.options["wild"] == "rank"
        example = "a rank such as 7" if by_rank else "a card such as 7H"
        known = isinstance(wild, str) and wild in (ONLY_JOKERS, *(RANKS if by_rank else FACES[:52]))
        check(known, f"wild should be {example}, or * if only jokers are wild")
        return given._replace(decks=decks)

    def read_meld(self, words: Sequence[str], given: GivenPosition) -> ReadMeld:
        """A meld in the order of the table."""
        codes, stands, named = [], [], " ".join(words)[:60]
        for text in words:
            plain, mark, one = text.partition("=")
            codes.append(cards.code(plain, given.decks))
            if mark and not (len(one) == 2 and (one in FACE_OF or (one[0] in RANKS and one[1] == "?"))):
                raise BadPosition(f"{text[:20]!r} does not say what the wild card stands for; write such as {plain}=9H")
            try:
                stands.append(melds.stands_for(read_word(text), turned_up_wilds(given.position["wild"])))
            except IllegalAction as problem:
                raise BadPosition(f"a meld is wrong: {problem}") from None
        try:
            run = melds.is_run(stands)
        except IllegalAction as problem:
            raise BadPosition(f"{named} is no meld: {problem}") from None
        meld = Meld(tuple(codes), tuple(stands), (0,) * len(codes), run)
        in_order = melds.laid(rows_of(meld), run) == meld
        check(in_order, f"{named} is not in order: a set lies C D H S, then open suits if it has three")
        too_wild = given.options["strict"] and melds.wild_count(meld) > 1
        check(not too_wild, f"{named} holds more than the one wild card that option strict allows")
        return meld.cards, meld.stands, run

    def whole(self, state: VegasState, given: GivenPosition) -> VegasState:
        """The state with what is there once play is over."""
        position, phase, out, playing = given.position, state.phase, state.out, state.playing
        check(sum(playing) >= 2, "in should hold two players or more; a round is not played by fewer")
        is_over, is_played = phase == "over", phase in ("aces", "buyin", "over")
        is_counted = phase in ("buyin", "over")
        for seat, plays in enumerate(playing):
            held = state.count(seat)
            check(not held or plays or is_played, f"seat {seat} sits out but holds cards")
            check(not held or out != seat, f"seat {seat} is said to be out, but holds cards")
            check(held or not plays or out == seat, f"seat {seat} has no card: then it is out and play is over")
        check(out is None or is_played, "out names a seat only when play is over")
        check(is_over or playing[state.turn], f"it cannot be the turn of seat {state.turn}, which sits out")
        check(out is None or is_over or playing[out], f"seat {out} cannot have gone out; it sits out")
        counted = (state.round_scores is not None) == is_counted
        check(counted, "round_scores are null until the last ace is counted, and there from then on")
        check(is_over or state.winner is None, "winner is null until the game is over")
        is_last, gone = len(below(state)) <= 1, expired(state)
        waits = not gone or phase == "buyin" or (is_over and is_last)
        check(waits, f"seat {min(gone, default=0)} has reached the maximum; it cannot play a round without buying in")
        ends = is_over or (position.get("places") is None and position.get("payout") is None)
        check(ends, "places and payout are null until the game is over")
        aces = position.get("aces")
        if aces is None or not is_played:
            fine = aces is None and not is_counted
            check(fine, "aces are null while cards are played, and there when play is over")
            if is_played and state.all_known:
                state = begin_settling(state)[0]
                check(state.phase == "aces", "nobody holds an ace to count; the phase should be buyin or over")
            return state
        check(state.all_known, "aces are counted only when every hand is known")
        state = replace(state, aces=_aces(aces, state))
        assert state.aces is not None
        waiting = [seat for seat in settling_order(state) if state.aces[seat] is None]
        if phase == "aces":
            first = waiting[:1] == [state.turn]
            check(first, "turn should be the first seat in settling order that has not counted its aces")
        else:
            check(None not in state.aces, "aces are awaited in phase aces only")
            right = tuple(hand_points(h, state.wilds, n or 0) for h, n in zip(state.hands, state.aces, strict=True))
            check(state.round_scores == right, f"round_scores should be {list(right)}: what each holds")
        asked = phase != "buyin" or gone[:1] == [state.turn]
        check(asked, "turn should be the first seat in settling order that has expired")
        return _ended(state, position, is_over and is_last, is_last and phase != "aces")


def _aces(value: object, state: VegasState) -> tuple[int | None, ...]:
    most = [aces_of(state, seat) if state.options["aces"] == "ask" else 0 for seat in range(state.players)]
    return tuple(
        None if item is None and most[seat] else integer(item, f"aces of seat {seat}", 0, most[seat])
        for seat, item in enumerate(list_of(value, "aces", state.players))
    )


def _ended(state: VegasState, position: Mapping[str, Any], is_over: bool, should_be: bool) -> VegasState:
    places, paid_out = position.get("places"), position.get("payout")
    if not is_over:
        nothing = places is None and paid_out is None and state.winner is None and not should_be
        check(nothing, "places, payout and winner are there exactly when one player or none is below the maximum")
        return state
    right = final_places(state)
    named, winner = [list(group) for group in right], right[0][0] if len(right[0]) == 1 else None
    ended = replace(state, places=right, payout=payout(state, right), finished=True)
    fine = places == named and state.winner == winner
    check(fine, f"the game is over: places should be {named}, winner {winner}")
    check(paid_out == list(ended.payout or ()), f"payout should be {list(ended.payout or ())}")
    return ended
