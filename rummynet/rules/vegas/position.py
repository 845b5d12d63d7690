"""Positions of Vegas rummy as JSON, and the checks of those that come from outside."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet.rules.core.errors import BadPosition, BadSeats, IllegalAction
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import Meld
from rummynet.rules.shared.faces import read_word
from rummynet.rules.shared.position_json import (
    FLAGS,
    YES_NO,
    Key,
    Positions,
    ReadMeld,
    card,
    integer,
    list_of,
    need,
    number,
    numbers,
    read_options,
)
from rummynet.rules.vegas import melds
from rummynet.rules.vegas.deal import MOST_SEATS
from rummynet.rules.vegas.score import aces_of, begin_settling, final_places, hand_points, payout
from rummynet.rules.vegas.state import (
    ONLY_JOKERS,
    VegasState,
    Wilds,
    below,
    expired,
    settling_order,
    turned_up_wilds,
)
from rummynet_protocol.cards import FACE_OF, FACES, MOST_DECKS, RANKS
from rummynet_protocol.values import replace

_MOST_TAKES: Final = 2 * MOST_SEATS
_MOST_CHIPS: Final = 10**9  # far above any pot
_SETTLED: Final = ("aces", "buyin", "over")


class VegasPositions(Positions[VegasState]):
    """Positions with the keys of this game; seats that sit out count as players here."""

    phases = ("pickup", "play", "aces", "buyin", "over")

    def keys(self, options: Options, players: int) -> Mapping[str, Key]:
        """What a position of Vegas rummy has beside; what the end of a round settles is read with it."""
        return {
            "decks": Key(lambda value, key, players, decks: decks),
            "wild": Key(lambda value, key, players, decks: _wild(value, options)),
            "first": YES_NO,
            "takes": number(_MOST_TAKES),
            "in": replace(FLAGS, missing=True, field="playing"),
            "aces": Key(),
            "expiries": numbers(_MOST_CHIPS),
            "paid": numbers(_MOST_CHIPS, missing=options["buy_in"]),
            "places": Key(write=lambda places, decks: None if places is None else [list(group) for group in places]),
            "payout": Key(),
        }

    def read_seats(self, position: Mapping[str, Any]) -> tuple[Options, int, int]:
        """The options, seats and decks; whether so many can play is not asked, since some may sit out."""
        options, players = read_options(self.game, position)
        if len(options["handicaps"]) > players:
            raise BadSeats(
                "there are handicaps for {handicaps} seats, but {players} players",
                handicaps=len(options["handicaps"]),
                players=players,
            )
        decks = integer(need(position, "decks"), "decks", 1, MOST_DECKS)
        _wild(need(position, "wild"), options)  # what melds are depends on it
        return options, players, decks

    def meld_words(self, meld: Meld, decks: int) -> list[str]:
        """The words of a meld; a wild card that stands for its own face does not lie as wild."""
        return melds.meld_words(meld, decks)

    def read_meld(self, words: Sequence[str], decks: int, options: Options, position: Mapping[str, Any]) -> ReadMeld:
        """A meld in the order of the table."""
        return _meld(words, decks, turned_up_wilds(_wild(position["wild"], options)), bool(options["strict"]))

    def read_own(self, position: Mapping[str, Any], fields: dict[str, Any]) -> VegasState:
        """The state of these fields, and what is there once play is over."""
        if sum(fields["playing"]) < 2:
            raise BadPosition("in should hold two players or more; a round is not played by fewer")
        state = VegasState(**fields)
        _check_hands(state)
        return _settling(state, position)

    def check_scores(self, state: VegasState) -> None:
        """Points are checked with the aces."""


def _wild(value: object, options: Options) -> str:
    known = RANKS if options["wild"] == "rank" else FACES[:52]
    if isinstance(value, str) and (value == ONLY_JOKERS or value in tuple(known)):
        return value
    example = "a rank such as 7" if options["wild"] == "rank" else "a card such as 7H"
    raise BadPosition(f"wild should be {example}, or * if only jokers are wild")


def _meld(words: Sequence[str], decks: int, wilds: Wilds, strict: bool) -> ReadMeld:
    codes, stands = [], []
    for text in words:
        plain, mark, one = text.partition("=")
        codes.append(card(plain, "melds", decks))
        if mark and not (len(one) == 2 and (one in FACE_OF or (one[0] in RANKS and one[1] == "?"))):
            raise BadPosition(f"{text[:20]!r} does not say what the wild card stands for; write such as {plain}=9H")
        try:
            stands.append(melds.stands_for(read_word(text), wilds))
        except IllegalAction as problem:
            raise BadPosition(f"a meld is wrong: {problem}") from None
    try:
        run = melds.is_run(stands)
    except IllegalAction as problem:
        raise BadPosition(f"{' '.join(words)[:60]} is no meld: {problem}") from None
    meld = Meld(tuple(codes), tuple(stands), (0,) * len(codes), run)
    if melds.on_the_table(meld) != meld:
        raise BadPosition(
            f"{' '.join(words)[:60]} is not in order: a set lies C D H S, then open suits if it has three"
        )
    if strict and melds.wild_count(meld) > 1:
        raise BadPosition(f"{' '.join(words)[:60]} holds more than the one wild card that option strict allows")
    return meld.cards, meld.stands, run


def _check_hands(state: VegasState) -> None:
    for seat in range(state.players):
        held = state.count(seat)
        if held and not state.playing[seat] and state.phase in ("pickup", "play"):
            raise BadPosition(f"seat {seat} sits out but holds cards")
        if held and state.out == seat:
            raise BadPosition(f"seat {seat} is said to be out, but holds cards")
        if not held and state.playing[seat] and state.out != seat:
            raise BadPosition(f"seat {seat} has no card: then it is out and play is over")
    if state.out is not None and state.phase not in _SETTLED:
        raise BadPosition("out names a seat only when play is over")
    if state.phase != "over" and not state.playing[state.turn]:
        raise BadPosition(f"it cannot be the turn of seat {state.turn}, which sits out")
    if state.out is not None and not state.playing[state.out] and state.phase != "over":
        raise BadPosition(f"seat {state.out} cannot have gone out; it sits out")
    _check_scores(state)


def _check_scores(state: VegasState) -> None:
    if (state.round_scores is None) != (state.phase in ("pickup", "play", "aces")):
        raise BadPosition("round_scores are null until the last ace is counted, and there from then on")
    if state.phase != "over" and state.winner is not None:
        raise BadPosition("winner is null until the game is over")
    at_end = [s for s in range(state.players) if state.playing[s] and state.scores[s] >= state.options["max_score"]]
    if at_end and (state.phase in ("pickup", "play", "aces") or (state.phase == "over" and len(below(state)) > 1)):
        raise BadPosition(f"seat {at_end[0]} has reached the maximum; it cannot play a round without buying in")


def _settling(state: VegasState, position: Mapping[str, Any]) -> VegasState:
    """The state with what is there once play is over: aces, places, payout."""
    aces = position.get("aces")
    if state.phase != "over" and not (position.get("places") is None and position.get("payout") is None):
        raise BadPosition("places and payout are null until the game is over")
    if aces is None or state.phase not in _SETTLED:
        if aces is not None or (state.phase in ("buyin", "over")):
            raise BadPosition("aces are null while cards are played, and there when play is over")
        return _awaited(state) if state.phase == "aces" and state.all_known else state
    if not state.all_known:
        raise BadPosition("aces are counted only when every hand is known")
    state = replace(state, aces=_aces(aces, state))
    waiting = [seat for seat in settling_order(state) if (state.aces or ())[seat] is None]
    if state.phase == "aces" and (not waiting or state.turn != waiting[0]):
        raise BadPosition("turn should be the first seat in settling order that has not counted its aces")
    if state.phase != "aces":
        if None in (state.aces or ()):
            raise BadPosition("aces are awaited in phase aces only")
        _check_points(state)
    if state.phase == "buyin" and (not expired(state) or state.turn != expired(state)[0]):
        raise BadPosition("turn should be the first seat in settling order that has expired")
    return _ended(state, position)


def _awaited(state: VegasState) -> VegasState:
    asked, _ = begin_settling(state)
    if asked.phase != "aces":
        raise BadPosition("nobody holds an ace to count; the phase should be buyin or over")
    return asked


def _aces(value: object, state: VegasState) -> tuple[int | None, ...]:
    found: list[int | None] = []
    for seat, item in enumerate(list_of(value, "aces", state.players)):
        most = aces_of(state, seat) if state.options["aces"] == "ask" else 0
        awaited = item is None and most > 0
        found.append(None if awaited else integer(item, f"aces of seat {seat}", 0, most))
    return tuple(found)


def _check_points(state: VegasState) -> None:
    assert state.aces is not None
    right = [hand_points(h, state.wilds, n or 0) for h, n in zip(state.hands, state.aces, strict=True)]
    if list(state.round_scores or ()) != right:
        raise BadPosition(f"round_scores should be {right}: what each holds")


def _ended(state: VegasState, position: Mapping[str, Any]) -> VegasState:
    places, paid_out = position.get("places"), position.get("payout")
    is_over = len(below(state)) <= 1
    if state.phase != "over" or not is_over:
        if (
            places is not None
            or paid_out is not None
            or state.winner is not None
            or (is_over and state.phase != "aces")
        ):
            raise BadPosition(
                "places, payout and winner are there exactly when one player or none is below the maximum"
            )
        return state
    right = final_places(state)
    winner = right[0][0] if len(right[0]) == 1 else None
    ended = replace(state, places=right, payout=payout(state, right), finished=True)
    if places != [list(group) for group in right] or state.winner != winner:
        raise BadPosition(f"the game is over: places should be {[list(group) for group in right]}, winner {winner}")
    if paid_out != list(ended.payout or ()):
        raise BadPosition(f"payout should be {list(ended.payout or ())}")
    return ended
