"""Positions of Vegas rummy as JSON, and the checks of those that come from outside."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet.rules.core.errors import BadPosition, BadSeats, NotAMeld
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import Meld, State
from rummynet.rules.core.variety import PositionCodec, Variety
from rummynet.rules.shared.faces import read_word, table_word
from rummynet.rules.shared.position_json import (
    card,
    hand_names,
    listed,
    need,
    per_seat,
    read_common,
    read_options,
    whole,
    write_common,
    yes_no,
)
from rummynet.rules.vegas import melds
from rummynet.rules.vegas.joining import MOST_SEATS
from rummynet.rules.vegas.score import aces_of, begin_settling, final_places, hand_points, payout
from rummynet.rules.vegas.state import VegasState, below, expired, own, settling_order
from rummynet.rules.vegas.wilds import ONLY_JOKERS, Wilds, turned_up_wilds
from rummynet_protocol.cards import FACE_OF, FACES, MOST_DECKS, RANKS, full_deck
from rummynet_protocol.sentences import said
from rummynet_protocol.values import replace

PHASES: Final = ("pickup", "play", "aces", "buyin", "over")
_MOST_TAKES: Final = 2 * MOST_SEATS
_MOST_CHIPS: Final = 10**9
_SETTLED: Final = ("aces", "buyin", "over")


class VegasPositions(PositionCodec):
    """Positions with the keys of this game."""

    def __init__(self, game: Variety) -> None:
        self._game = game

    def write(self, state: State) -> dict[str, Any]:
        """The position as JSON-able values."""
        return _write(own(state))

    def hand(self, state: State, seat: int) -> list[str | None]:
        """The hand as ``write`` has it."""
        return hand_names(state, seat, own(state).decks)

    def read(self, position: Mapping[str, Any]) -> State:
        """The state that *position* describes, checked; seats that sit out count as players here."""
        options, players = read_options(self._game, position)
        if len(options["handicaps"]) > players:
            raise BadSeats(
                said(
                    "there are handicaps for {handicaps} seats, but {players} players",
                    handicaps=len(options["handicaps"]),
                    players=players,
                )
            )
        return _read(self._game, position, options, players)


# -- writing


def _write(state: VegasState) -> dict[str, Any]:
    """The position as JSON-able values."""

    def words(meld: Meld) -> list[str]:
        return [table_word(code, one, state.decks) for code, one in zip(meld.cards, meld.stands, strict=True)]

    return write_common(state, state.decks, words) | {
        "decks": state.decks,
        "wild": state.wild,
        "first": state.first,
        "takes": state.takes,
        "in": list(state.playing),
        "aces": None if state.aces is None else list(state.aces),
        "expiries": list(state.expiries),
        "paid": list(state.paid),
        "places": None if state.places is None else [list(group) for group in state.places],
        "payout": None if state.payout is None else list(state.payout),
    }


# -- reading


def _read(variety: Variety, position: Mapping[str, Any], options: Options, players: int) -> VegasState:
    decks = whole(need(position, "decks"), "decks", 1, MOST_DECKS)
    wild = _wild(need(position, "wild"), options)
    wilds = turned_up_wilds(wild)

    def read_meld(words: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        return _meld(words, decks, wilds, bool(options["strict"]))

    common = read_common(
        variety,
        position,
        options,
        players,
        phases=PHASES,
        deck=range(len(full_deck(decks, jokers=True))),
        read_meld=read_meld,
        decks=decks,
        most_reshuffles=options["reshuffle_limit"],
    )
    if common["claims"]:
        raise BadPosition("claims should be empty; there are no calls in Vegas rummy")
    state = VegasState(
        **common,
        decks=decks,
        wild=wild,
        first=yes_no(position.get("first", False), "first"),
        takes=whole(position.get("takes", 0), "takes", 0, _MOST_TAKES),
        playing=_playing(position.get("in", [True] * players), players),
        expiries=per_seat(position.get("expiries", [0] * players), "expiries", players, 0, _MOST_CHIPS),
        paid=per_seat(position.get("paid", [options["buy_in"]] * players), "paid", players, 0, _MOST_CHIPS),
    )
    _check_hands(state)
    return _settling(state, position)


def _wild(value: object, options: Options) -> str:
    known = RANKS if options["wild"] == "rank" else FACES[:52]
    if isinstance(value, str) and (value == ONLY_JOKERS or value in tuple(known)):
        return value
    example = "a rank such as 7" if options["wild"] == "rank" else "a card such as 7H"
    raise BadPosition(f"wild should be {example}, or * if only jokers are wild")


def _playing(value: object, players: int) -> tuple[bool, ...]:
    playing = tuple(yes_no(item, "each of in") for item in listed(value, "in", players))
    if sum(playing) < 2:
        raise BadPosition("in should hold two players or more; a round is not played by fewer")
    return playing


def _meld(
    words: Sequence[str], decks: int, wilds: Wilds, strict: bool
) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    codes, stands = [], []
    for text in words:
        plain, mark, one = text.partition("=")
        codes.append(card(plain, "melds", decks))
        if mark and not (len(one) == 2 and (one in FACE_OF or (one[0] in RANKS and one[1] == "?"))):
            raise BadPosition(f"{text[:20]!r} does not say what the wild card stands for; write such as {plain}=9H")
        try:
            stands.append(melds.stands_for(read_word(text), wilds))
        except NotAMeld as problem:
            raise BadPosition(f"a meld is wrong: {problem}") from None
    try:
        run = melds.is_run(stands)
    except NotAMeld as problem:
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
    assert isinstance(asked, VegasState)
    if asked.phase != "aces":
        raise BadPosition("nobody holds an ace to count; the phase should be buyin or over")
    return asked


def _aces(value: object, state: VegasState) -> tuple[int | None, ...]:
    found: list[int | None] = []
    for seat, item in enumerate(listed(value, "aces", state.players)):
        most = aces_of(state, seat)
        awaited = item is None and most > 0
        found.append(None if awaited else whole(item, f"aces of seat {seat}", 0, most))
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
