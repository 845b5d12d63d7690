"""One game as this client follows it: passes messages of the host to the follower and turns them into news."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.verifier.shuffle_checks import VoidShuffle
from rummynet_client.core.game.game_follower import GameFollower
from rummynet_client.core.session import incidents
from rummynet_client.core.session.incidents import Incident
from rummynet_client.core.text import news
from rummynet_client.core.text.entry_news import entry_news
from rummynet_client.core.text.event_text import faces, told
from rummynet_client.core.text.news import News
from rummynet_client.core.views.review import RoundReview
from rummynet_client.language import _, translated
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.commitment import statement_hash
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Entry,
    Inserted,
    OpeningRow,
    Seated,
    Shown,
)
from rummynet_protocol.fairness.transcript import EntryRecord, OpeningRecord, RefusalRecord, read_transcript
from rummynet_protocol.lookalikes import all_distinct
from rummynet_protocol.wire.messages import Race

_MOST_LINES: Final = 500
_MOST_NAME: Final = 64
"""Maximum length in characters of a name in a log."""


class JoinedGame:
    """Game *number* of a table. ``entry`` and ``openings`` return the news that they cause."""

    def __init__(self, number: int, follower: GameFollower) -> None:
        self.number = number
        self.follower = follower
        self.lines: deque[str] = deque(maxlen=_MOST_LINES)
        """The newest events, one sentence each."""
        self.rounds: list[news.RoundScored] = []
        self.reviews: list[RoundReview] = []
        """The finished rounds with all cards open."""
        self.over: news.GameWasWon | None = None
        self.called_off = ""  # why the log ended before the game was played to its end
        self.incidents: list[Incident] = []
        """Incidents of the host not yet handed out."""
        self.newest_void: VoidShuffle | None = None
        self.in_session: tuple[tuple[bytes, str], ...] = ()
        """(key, name) of the players of the newest session, by seat."""
        self.wanted_why: str | None = None
        """Why the host made the draw that caused the newest shuffle within a round; None if the player made it."""
        self.kept = 0
        """Number of the follower's records that have been handed out."""
        self.state: State | None = None
        """The newest position. While the next round is shuffled, the end of the round before."""
        self.answered = b""
        """The head of the turn whose offer has been answered."""
        self._is_recalling = False
        self._told_turn: tuple[Any, ...] = ()
        self._told_hand: tuple[str, ...] | None = None
        self._told_claims: frozenset[str] = frozenset()
        self._last_got: list[str] = []
        self._told_facts: tuple[str, ...] = ()

    # -- state

    @property
    def me(self) -> int | None:
        """The own seat; None for a spectator."""
        return self.follower.auditor.me_seat

    @property
    def names(self) -> tuple[str, ...]:
        """Player names by seat; made distinct where the host let two look alike."""
        return all_distinct((name for _, name in self.follower.auditor.players), _MOST_NAME)

    @property
    def variety(self) -> Variety | None:
        """The rules of this game; None before the log's first entry."""
        return self.follower.auditor.variety

    @property
    def position(self) -> Mapping[str, Any] | None:
        """The position as JSON-able values, as far as this client may know it."""
        return self.variety.position(self.state) if self.variety and self.state else None

    @property
    def due(self) -> tuple[int, ...]:
        """Seats that have to act now; none during a shuffle or after the end."""
        if self.variety is None or self.state is None or self.shuffling:
            return ()
        return self._without_answered(self.variety.actors(self.state))

    @property
    def early(self) -> tuple[int, ...]:
        """Seats that may answer now an offer that reaches them later."""
        if self.variety is None or self.state is None or self.shuffling:
            return ()
        return self._without_answered(self.variety.offer_early(self.state))

    def _without_answered(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """*seats* without the own one if its answer has been given and the host holds it."""
        if self.answered != self.follower.auditor.turn_began:
            return seats
        return tuple(seat for seat in seats if seat != self.me)

    @property
    def shuffling(self) -> bool:
        """Whether the log is within a ceremony, or between two rounds."""
        return not isinstance(self.follower.auditor.last, CardsDealt | Inserted | Acted | Shown)

    @property
    def hand(self) -> tuple[str, ...]:
        """The known cards of the own hand, by suit and rank."""
        position = self.position
        if position is None or self.me is None or self.me >= len(position["hands"]):
            return ()
        return tuple(card for card in position["hands"][self.me] if card is not None)

    @property
    def settled(self) -> bool:
        """Whether every card of the own hand has been shown."""
        return self.state is None or self.me is None or self.me >= self.state.players or not self.state.hidden[self.me]

    # -- messages

    def entry(self, index: int, data: bytes, signature: bytes) -> list[News]:
        """Process entry *index* of the log. Raises GapInLog."""
        try:
            entry = self.follower.entry(index, data, signature)
        except Cheat as cheat:
            return self.cheated(cheat)
        return [] if entry is None else self._follow(entry)

    def recall(self, transcript: bytes) -> list[News]:
        """Start with the transcript that an earlier run kept of this log. Raises NotATranscript."""
        found: list[News] = []
        self._is_recalling = True
        for record in read_transcript(transcript).records:
            match record:
                case EntryRecord(entry, signature):
                    found += self.entry(self.follower.length, entry, signature)
                case OpeningRecord(_, round, epoch, opening):
                    found += self.openings(round, epoch, (opening,))
                case RefusalRecord(_, what, payload):
                    found += self._held(partial(self.follower.refuse, record, statement_hash(what, payload)))
        self._is_recalling = False
        self.kept, self.follower.confirmed = len(self.follower.records), 0
        return found + self.keep_refusals()

    def keep_refusals(self) -> list[News]:
        """Add the host's refusals to the transcript, each once."""
        return self._held(self.follower.keep_refusals)

    def _held(self, hold: Callable[[], None]) -> list[News]:
        try:
            hold()
        except Cheat as cheat:
            return self.cheated(cheat)
        return []

    def openings(self, round: int, epoch: int, rows: tuple[OpeningRow, ...]) -> list[News]:
        """Process cards shown to the own seat only."""
        before = frozenset(self.hand)
        try:
            for row in rows:
                self.follower.opening(round, epoch, row)
        except Cheat as cheat:
            return self.cheated(cheat)
        told = self._position()
        came = [card for card in self.hand if card not in before]
        if came and not self.shuffling:
            self._got(came)
        return told

    def _got(self, came: list[str]) -> None:
        """Add a line for new cards. Cards that arrive one by one, as after a restart, share one line."""
        if self.lines and self._last_got and self.lines[-1] == _got_line(self._last_got):
            came = [*self._last_got, *came]
            self.lines.pop()
        self.lines.append(_got_line(came))
        self._last_got = came

    def cheated(self, cheat: Cheat) -> list[News]:
        """Report a cheat, once."""
        if self._told_turn == ("cheat",):
            return []
        self._told_turn = ("cheat",)
        self.note(Incident(incidents.CHEAT, check=cheat.check, says=str(cheat)))
        says = _(
            "THE HOST IS CHEATING, or something between you and it is: {cheat} (check {check}). This client "
            "takes no further part in the game; the transcript holds the evidence.",
            cheat=cheat,
            check=cheat.check,
        )
        return [self.fair(cheat.check, says, cheat=True)]

    def note(self, incident: Incident) -> None:
        """Record an incident of the host. While recalling none is recorded: an earlier run has done so."""
        if not self._is_recalling:
            self.incidents.append(replace(incident, log=self.follower.own.log.hex(), game=self.number))

    def raced(self, race: Race) -> list[News]:
        """News of a call that lost a race; none if the evidence does not hold.

        The time between the calls is unverifiable.
        """
        if not self.follower.race_holds(race):
            return []
        self.lines.append(
            _(
                "race: {first} was first; {second} called {millis} ms later, the host says",
                first=self.name(race.winner),
                millis=race.millis,
                second=self.name(race.seat),
            )
        )
        return [news.CallWasLate(race.seat, race.winner, race.millis)]

    # -- entries

    def _follow(self, entry: Entry) -> list[News]:
        auditor = self.follower.auditor
        self.state = auditor.state or self.state
        if auditor.events and not isinstance(entry, Shown):
            self.lines.append(told(auditor.events, self.names, self.me))
        if isinstance(entry, CardsDealt):
            self._told_hand = None
        found = [*entry_news(self, entry), *self._notices(), *self._position()]
        return [*found, *self.keep_refusals()] if isinstance(entry, Seated) and not self._is_recalling else found

    def _notices(self) -> list[News]:
        found = [self.fair("consent", says) for says in self.follower.own_part.notices]
        self.follower.own_part.notices.clear()
        return found

    # -- position

    def _position(self) -> list[News]:
        """News of changes to hand, turn and hints; none before every own card is known."""
        self.state = self.follower.auditor.state or self.state
        if self.state is None or not self.settled or self.follower.cheat is not None:
            return []
        return [*self._hand(), *self._turn(), *self._hints()]

    def _hand(self) -> list[News]:
        if self.me is None:
            return []
        hand, before = self.hand, self._told_hand
        if hand == before:
            return []
        self._told_hand = hand
        return [news.HandShown(hand, () if before is None else tuple(card for card in hand if card not in before))]

    def _turn(self) -> list[News]:
        due = self.due
        if not due or self.state is None:
            return []
        turn = (self.state.round, self.state.turn, self.state.phase, due)
        if turn == self._told_turn:
            return []
        self._told_turn = turn
        name = self.name(self.state.turn)
        came = news.TurnCame(self.state.turn, name, self.state.phase, due, self.me in due, self.early)
        return [*self.facts(self.state), came]

    def facts(self, state: State) -> list[News]:
        """News of the game's facts beside cards and points, if they have changed."""
        facts = self.variety.facts(state) if self.variety else ()
        if facts == self._told_facts:
            return []
        self._told_facts = facts
        return [news.FactsTold(tuple(map(translated, facts)))]

    def _hints(self) -> list[News]:
        assert self.state is not None
        if self.me is None or not self.follower.auditor.options.get("rummy_hints"):
            return []
        calls = frozenset(claim.action for claim in self.state.claims if claim.by != self.me)
        fresh, self._told_claims = sorted(calls - self._told_claims), calls
        return [news.RummyHinted(action) for action in fresh]

    def fair(self, check: str, says: str, cheat: bool = False) -> News:
        """A fairness report; also added as a line."""
        self.lines.append(says)
        return news.FairnessTold(check, cheat, self.follower.auditor.voided, says)

    def name(self, seat: int) -> str:
        """The name of the player in this seat; its number where there is none."""
        return self.names[seat] if seat < len(self.names) else _("seat {seat}", seat=seat)


def _got_line(cards: list[str]) -> str:
    return _("you got {came}", came=faces(cards))
