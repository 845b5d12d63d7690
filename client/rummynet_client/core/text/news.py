"""News for the player, as values in the past tense.

``json_lines`` writes them for programs, ``spoken`` for listeners; screens draw them.

Seats are numbers. Names are those that the host shows to everybody. Cards are named as in positions.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rummynet.bots.coach.findings import Advice, Moment
from rummynet_client.language import _
from rummynet_protocol.events import Event
from rummynet_protocol.values import Value


class News(Value):
    """Something that has happened."""


class Welcomed(News):
    """The host accepted the connection. ``name`` is the own name as others see it."""

    host: str
    name: str
    agent: str


class TableListed(Value):
    """A table of the lobby in its current state."""

    table: int
    name: str
    variant: str
    stage: str
    players: tuple[str, ...]
    seats: int
    spectators: int
    closed: bool = False  # only people whom the owner lets in can sit down
    sealed: bool = False  # the deck is sealed: nobody sees a card but its holder
    far: bool = False  # somebody who sits there is far from the host


class LobbyListed(News):
    """The tables, and how many *more* the host has, after ``tables`` or when the lobby was received first."""

    tables: tuple[TableListed, ...]
    more: int = 0


class NewTable(News):
    """There is a new table in the lobby, and the player is at none."""

    row: TableListed


class TableChanged(News):
    """The current table is new or has changed. ``coming`` bots are on their way, seats ``asking`` want to join."""

    table: int
    name: str
    variant: str
    stage: str
    options: Mapping[str, Any]
    spectators: tuple[str, ...]
    coming: int = 0
    asking: tuple[int, ...] = ()
    owner: int | None = None  # the seat of the table's owner; None if the owner has no seat
    paused: bool = False
    closed: bool = False  # only people whom the owner lets in can sit down
    knocks: tuple[str, ...] = ()  # the names of those who ask for a seat


class LeftTable(News):
    """The client is at no table any longer."""

    table: int


class SeatTaken(News):
    """A seat's player, readiness or connection changed."""

    seat: int
    name: str
    me: bool
    ready: bool
    connected: bool
    bot: bool
    level: str = ""  # how the host's bot in it plays
    delay: int = 0  # milliseconds to the host and back, as the host says; 0 where it does not matter


class SeatFreed(News):
    """A seat became free."""

    seat: int


class GameBegan(News):
    """The session is agreed on. ``seat`` is the own one (None: spectator), ``words`` are to be compared aloud."""

    game: int
    variant: str
    names: tuple[str, ...]
    seat: int | None
    words: tuple[str, ...]


class RoundDealt(News):
    """A round was dealt; ``up`` are the cards turned up."""

    round: int
    starter: int
    counts: tuple[int, ...]
    up: tuple[str, ...]


class StockRenewed(News):
    """The pile without its top card became the stock."""

    count: int


class TurnBegan(News):
    """A turn or phase began; ``due`` are the seats that have to act now, ``early`` those that may answer already."""

    seat: int
    name: str
    phase: str
    due: tuple[int, ...]
    mine: bool
    early: tuple[int, ...] = ()
    legal: tuple[str, ...] = ()
    """What the own seat may do, in notation, if it is among them; calls only at tables that hint at rummies."""


class MovesChanged(News):
    """Within a turn the own seat may do other things than before, as after a lay."""

    legal: tuple[str, ...]


class FactsChanged(News):
    """The game's facts beside cards and points have changed: contracts, wild ranks, chips, as sentences."""

    facts: tuple[str, ...]


class ClockChanged(News):
    """The host does ``action`` for the seat in ``millis`` milliseconds; with 0 the clock stopped.

    ``stage`` is ``warning`` shortly before the end, ``lost`` for a disconnected player, who has longer.
    """

    seat: int
    action: str
    millis: int
    stage: str = "running"


class SeatActed(News):
    """A seat acted; ``by`` is ``player``, or ``clock``, ``rule`` or ``vote`` if the host acted for it.

    ``says`` is the action as a sentence, ``events`` are what it did as this player may know it, ``melds`` the cards of
    each meld afterwards.
    """

    seat: int
    name: str
    by: str
    action: str
    says: str
    events: tuple[Event, ...] = ()
    melds: Sequence[Sequence[str]] = ()


class HandShown(News):
    """The own hand, and the cards that were added."""

    cards: tuple[str, ...]
    came: tuple[str, ...]


class WasRefused(News):
    """A request of the player was refused; ``asked`` is the command."""

    asked: str
    code: str
    says: str

    def told(self, says: str) -> str:
        """The sentence with *says* as the reason."""
        # The table has changed: nothing that the player asked for was refused.
        return says if self.code == "consent" else _("not done: {says}", says=says)


class RummyCalled(News):
    """A rummy was called successfully."""

    seat: int
    name: str
    action: str


class CallWasLate(News):
    """A call lost a race: ``seat`` called after ``winner``, by ``millis`` milliseconds according to the host."""

    seat: int
    winner: int
    millis: int


class RummyHinted(News):
    """A rummy can be called; only sent if the table's options allow hints."""

    action: str


class RoundScored(News):
    """A round is over; scores and totals by seat. ``out`` is None for a blocked round."""

    round: int
    out: int | None
    scores: tuple[int, ...]
    totals: tuple[int, ...]


class GameWasWon(News):
    """The game is over; ``winner`` is None if several share the first place."""

    game: int
    winner: int | None
    name: str | None
    totals: tuple[int, ...]


class ChatSaid(News):
    """A line of chat; ``seat`` is None for spectators and the host.

    ``by``: ``player``, ``bot`` (one of the host's), ``watcher``, ``host``.
    """

    name: str
    seat: int | None
    by: str
    text: str


class FairnessReported(News):
    """A result of the fairness checks; ``check`` is the name of one, or a word listed in client/README.md."""

    check: str
    cheat: bool = False
    voided: int = 0
    says: str = ""


class QueryAnswered(News):
    """The answer to a query command: a line of kind ``kind`` with these pairs."""

    kind: str
    pairs: tuple[tuple[str, Any], ...]


class HintGiven(News):
    """A hint that the player asked for."""

    advice: Advice


class RoundCoached(News):
    """What cost the player most in a finished round, the dearest first."""

    round: int
    moments: tuple[Moment, ...]


class GameCoached(News):
    """The decisions of a game that cost the player most, the dearest first, each with its round."""

    points: tuple[tuple[int, Moment], ...]


class WentWrong(News):
    """A failure that is no refusal."""

    code: str
    says: str


class ConnectionEnded(News):
    """The connection has ended. ``again``: a reconnect follows."""

    code: str
    says: str
    again: bool


def is_player_chat(item: News) -> bool:
    """Whether this is a line of chat by a player or spectator, which can be muted."""
    return isinstance(item, ChatSaid) and item.by != "host"


def is_unwanted_chat(item: News, *, mute: bool, talk: bool) -> bool:
    """Whether this is a line of chat that the player does not want to see: of anybody, or of bots."""
    return is_player_chat(item) and (mute or (not talk and isinstance(item, ChatSaid) and item.by == "bot"))


def is_verification_detail(item: News) -> bool:
    """Whether this is one line of a verification, and not its verdict."""
    return isinstance(item, QueryAnswered) and ("check", "verify") in item.pairs and "verified" not in dict(item.pairs)
