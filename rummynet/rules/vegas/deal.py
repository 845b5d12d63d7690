"""Setting up a round of Vegas rummy: how many decks, who plays, the deal, and who comes in."""

from collections.abc import Iterable, Sequence
from typing import Final

from rummynet.rules.core.errors import BadOption, BadSeats, GameOver, HiddenCard, refuse
from rummynet.rules.core.options import IDLE_STOCKS, OF_EVERY_TABLE, RESHUFFLE_LIMIT, Option, Options
from rummynet.rules.core.variety import Newcomers
from rummynet.rules.vegas.score import entry_terms
from rummynet.rules.vegas.state import ONLY_JOKERS, VegasState
from rummynet_protocol.cards import PER_DECK, RANKS, face, full_deck, is_joker, rank
from rummynet_protocol.values import replace

# docs/rules/vegas.md, "Setting up": enough cards for five turns of everybody, then at the earliest a new stock.
_ROUNDS_BEFORE_SHUFFLE: Final = 5
# Percent of the pot, as the source has it: the second gets 30, the winner the rest.
# fmt: off
OPTIONS: Final = (
    Option("buy_in", 1, "chips that everybody pays at the start and for each buy-in", 0, 1000,
           title="Chips of a buy-in"),
    Option("max_score", 100, "total at which a player expires", 10, 1000, title="Points that put you out"),
    Option("handicaps", (), "totals to start with by seat, none for 0 each", 0, 999, is_list=True,
           title="Points to start with", value_names={(): "none"}),
    Option("hand", 7, "cards dealt to each", 3, 12, title="Cards dealt to each"),
    Option("solidarity", True, "wild cards stay in their melds; otherwise the real card can be swapped for them",
           title="Wild cards stay where laid"),
    Option("strict", False, "one wild card at most in a meld", title="One wild card a meld"),
    Option("wild", "rank", "what the turned-up card makes wild: its rank, or that card only", choices=("rank", "card"),
           title="The card turned up makes wild", value_names={"rank": "its rank", "card": "that card only"}),
    Option("aces", "ask", "what aces left in a hand count: 1 or 13, as their holder says, or always 1",
           choices=("ask", "low"), title="Aces left in a hand", value_names={"ask": "1 or 13", "low": "1 each"}),
    Option("split", (70, 30), "parts of the pot in percent by place", 0, 100, is_list=True,
           # Chosen: what people who play for chips use.
           title="Parts of the pot in percent", presets=((100,), (60, 40), (50, 30, 20), (50, 50))),
    Option("third_buy_in", False, "one buy-in goes from the second part of the pot to the third",
           title="A buy-in for the third"),
    Option("decks", None, "decks of 54 cards; without a number as many as the players need", 1, 4, choices=(None,),
           title="Decks of 54 cards", value_names={None: "as many as needed"}),
    RESHUFFLE_LIMIT, IDLE_STOCKS, *OF_EVERY_TABLE,
)
# fmt: on


# -- checks


def check_options(options: Options) -> None:
    """Refuse options that contradict each other. Raises BadOption."""
    # Less than all would leave chips in the pot that nobody gets.
    if not options["split"] or sum(options["split"]) != 100:
        raise BadOption("the parts of split make 100 together, not {sum}", sum=sum(options["split"]))
    if any(points >= options["max_score"] for points in options["handicaps"]):
        raise BadOption("handicaps are below max_score, here 0 to {most}", most=options["max_score"] - 1)


def check_cards(options: Options, playing: int) -> None:
    """Refuse more players than the decks have cards for. Raises BadOption."""
    # The hands, a card for each first draw, and the one turned up.
    needed = playing * (options["hand"] + 1) + 1
    if decks_for(options, playing) * PER_DECK < needed:
        raise BadOption(
            "{playing} players need {needed} cards; set decks higher, or null for as many as are needed",
            playing=playing,
            needed=needed,
        )


def decks_for(options: Options, playing: int) -> int:
    """How many decks a round of so many players takes: the option, else enough for five turns of each."""
    wanted = playing * (options["hand"] + _ROUNDS_BEFORE_SHUFFLE)
    # 52, not 54: jokers are left out of the sum (docs/rules/vegas.md). Rounded up.
    return int(options["decks"] or -(-wanted // 52))


def cards_for(options: Options, playing: int) -> list[int]:
    """The cards of a round, ascending."""
    return full_deck(decks_for(options, playing), jokers=True)


# -- dealing


def next_table(state: VegasState, join: Sequence[int]) -> VegasState:
    """The table after *state* with the new players. Raises GameOver, IllegalAction, BadSeats, HiddenCard."""
    if state.phase == "aces" and state.aces is None:
        raise HiddenCard("the round is not scored: there are hands that are not known")
    if state.phase != "over":
        refuse("round_not_over", "the round is not over; play it to its end first")
    if state.finished:
        raise GameOver("the game is over; begin a new one")
    return with_newcomers(state, join)


def made_wild(options: Options, up: int) -> str:
    """What the turned-up card makes wild beside the jokers."""
    if is_joker(up):
        return ONLY_JOKERS
    return face(up) if options["wild"] == "card" else RANKS[rank(up)]


# With hands of 12 cards, four decks still do; and no list of a log has room for more.
MOST_SEATS: Final = 12


class BuyingIn(Newcomers[VegasState]):
    """Anybody may buy in before a round, also those who declined to."""

    @property
    def may_join(self) -> bool:
        """Yes, for the buy-in."""
        return True

    def outside(self, state: VegasState) -> tuple[int, ...]:
        """Those who declined."""
        return tuple(seat for seat, plays in enumerate(state.playing) if not plays)


def with_newcomers(state: VegasState, join: Sequence[int]) -> VegasState:
    """The table with the new players: seats that sat out, or further ones. Raises BadSeats."""
    players = _seats_with(state, join)
    # Before anybody comes in: newcomers of one round do not count for each other.
    price, total = entry_terms(state)
    more = players - state.players

    def row(old: Iterable[int], gap: int = 0) -> list[int]:
        return [*old, *[gap] * more]

    scores, expiries, paid = row(state.scores), row(state.expiries), row(state.paid)
    for seat in join:
        scores[seat], expiries[seat], paid[seat] = total, 0, paid[seat] + price
    playing = [*state.playing, *[True] * more]
    return replace(
        state,
        players=players,
        playing=tuple(plays or seat in join for seat, plays in enumerate(playing)),
        scores=tuple(scores),
        expiries=tuple(expiries),
        paid=tuple(paid),
        hidden=(0,) * players,
    )


def _seats_with(state: VegasState, join: Sequence[int]) -> int:
    """How many seats there are once *join* have come in. Raises BadSeats."""
    new = sorted(seat for seat in join if seat >= state.players)
    if len(set(join)) < len(join) or any(seat < 0 for seat in join):
        raise BadSeats("join names each seat once, counted from 0")
    if any(state.playing[seat] for seat in join if seat < state.players):
        raise BadSeats("join names a seat that is playing already; only others can come in")
    if new != list(range(state.players, state.players + len(new))):
        raise BadSeats("new seats are numbered on from the last; the next one is {players}", players=state.players)
    if state.players + len(new) > MOST_SEATS:
        raise BadSeats("a table has {most_seats} seats at most", most_seats=MOST_SEATS)
    return state.players + len(new)
