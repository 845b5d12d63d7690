"""One game as this client follows it: what comes from the host goes through the witness and becomes news."""

from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from rummynet.rules.state import State
from rummynet.rules.variety import Variety
from rummynet_client.core import news
from rummynet_client.core.chronicle import faces, told
from rummynet_client.core.news import News
from rummynet_client.core.review import RoundReview, review
from rummynet_client.core.witness import Witness
from rummynet_client.language import _, translated
from rummynet_protocol.errors import Cheat
from rummynet_protocol.events import CalledRummy, TurnedUp
from rummynet_protocol.events import Shuffled as StockMade
from rummynet_protocol.fairness.entries import (
    Acted,
    Cosigns,
    Dealt,
    Ended,
    Entry,
    Inserted,
    Nonces,
    OpeningRow,
    Scored,
    Shown,
    Voided,
    Voted,
)
from rummynet_protocol.fairness.transcript import EntryRecord, OpeningRecord, read_transcript

_MOST_LINES: Final = 500


class Game:
    """The game *number* of a table. ``entry`` and ``openings`` answer with the news they bring."""

    def __init__(self, number: int, witness: Witness) -> None:
        self.number = number
        self.witness = witness
        self.lines: deque[str] = deque(maxlen=_MOST_LINES)
        """What has happened, a sentence each."""
        self.rounds: list[news.RoundScored] = []
        self.reviews: list[RoundReview] = []
        """The finished rounds again, with open cards."""
        self.over: news.GameOver | None = None
        self.kept = 0
        """How many of the witness's records have been handed out to be kept."""
        self.state: State | None = None
        """The last position there was: while a new round is shuffled, the end of the one before."""
        self.answered = b""
        """The turn (its head) at whose offer our answer has been sent."""
        self._told_turn: tuple[Any, ...] = ()
        self._told_hand: tuple[str, ...] | None = None
        self._told_claims: frozenset[str] = frozenset()
        self._last_got: list[str] = []
        self._told_facts: tuple[str, ...] = ()

    # -- what is known

    @property
    def me(self) -> int | None:
        """Our seat."""
        return self.witness.auditor.me_seat

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(name for _, name in self.witness.auditor.players)

    @property
    def variety(self) -> Variety | None:
        """Which game it is."""
        return self.witness.auditor.variety

    @property
    def position(self) -> Mapping[str, Any] | None:
        """The position as JSON-able values, as far as we may know it."""
        return self.variety.position(self.state) if self.variety and self.state else None

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that have to act now; none while cards are shuffled or the game is over."""
        if self.variety is None or self.state is None or self.shuffling:
            return ()
        return self._without_answered(self.variety.actors(self.state))

    @property
    def early(self) -> tuple[int, ...]:
        """The seats that may give an answer already for which they will be asked later."""
        if self.variety is None or self.state is None or self.shuffling:
            return ()
        return self._without_answered(self.variety.offer_early(self.state))

    def _without_answered(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Without our own seat if what it is asked has been answered and the host keeps that."""
        if self.answered != self.witness.auditor.turn_began:
            return seats
        return tuple(seat for seat in seats if seat != self.me)

    @property
    def shuffling(self) -> bool:
        """Whether the log is in the middle of a ceremony, or between two rounds."""
        return not isinstance(self.witness.auditor.last, Dealt | Inserted | Acted | Shown)

    @property
    def hand(self) -> tuple[str, ...]:
        """Our cards that are known, by suit and rank."""
        position = self.position
        if position is None or self.me is None or self.me >= len(position["hands"]):
            return ()
        return tuple(card for card in position["hands"][self.me] if card is not None)

    @property
    def settled(self) -> bool:
        """Whether every card that we hold has been shown to us."""
        return self.state is None or self.me is None or self.me >= self.state.players or not self.state.hidden[self.me]

    # -- what comes

    def entry(self, index: int, data: bytes, signature: bytes) -> list[News]:
        """Entry *index* of the log. Raises GapInLog."""
        try:
            entry = self.witness.entry(index, data, signature)
        except Cheat as cheat:
            return self._cheated(cheat)
        return [] if entry is None else self._follow(entry)

    def recall(self, transcript: bytes) -> list[News]:
        """Begin with what an earlier run of this client kept of this log. Raises NotATranscript."""
        found: list[News] = []
        for record in read_transcript(transcript).records:
            match record:
                case EntryRecord(entry, signature):
                    found += self.entry(self.witness.length, entry, signature)
                case OpeningRecord(_, round, epoch, opening):
                    found += self.openings(round, epoch, (opening,))
        return found

    def openings(self, round: int, epoch: int, rows: tuple[OpeningRow, ...]) -> list[News]:
        """Cards shown to us alone."""
        before = frozenset(self.hand)
        try:
            for row in rows:
                self.witness.opening(round, epoch, row)
        except Cheat as cheat:
            return self._cheated(cheat)
        told = self._position()
        came = [card for card in self.hand if card not in before]
        if came and not self.shuffling:
            self._got(came)
        return told

    def _got(self, came: list[str]) -> None:
        """Cards that come one by one, as after a new start, are told in one line."""
        if self.lines and self._last_got and self.lines[-1] == _got_line(self._last_got):
            came = [*self._last_got, *came]
            self.lines.pop()
        self.lines.append(_got_line(came))
        self._last_got = came

    def cheated(self, cheat: Cheat) -> list[News]:
        """A cheat came to light while we were to contribute."""
        return self._cheated(cheat)

    def _cheated(self, cheat: Cheat) -> list[News]:
        if self._told_turn == ("cheat",):
            return []
        self._told_turn = ("cheat",)
        says = _(
            "THE HOST IS CHEATING, or something between you and it is: {cheat} (check {check}). This client "
            "takes no further part in the game; the transcript holds the evidence.",
            cheat=cheat,
            check=cheat.check,
        )
        return [self._fair(cheat.check, says, cheat=True)]

    def raced(self, late: int, winner: int, millis: int) -> news.CallWasLate:
        """Two seats called; the host says by how much the first was first."""
        self.lines.append(
            _(
                "race: {first} (seat {winner}), {millis} ms before {second} (seat {late})",
                first=self._name(winner),
                winner=winner,
                millis=millis,
                second=self._name(late),
                late=late,
            )
        )
        return news.CallWasLate(late, winner, millis)

    # -- entries

    def _follow(self, entry: Entry) -> list[News]:
        auditor = self.witness.auditor
        self.state = auditor.state or self.state
        if auditor.events and not isinstance(entry, Shown):
            self.lines.append(told(auditor.events, self.names, self.me))
        return [*self._news(entry), *self._position()]

    def _news(self, entry: Entry) -> list[News]:
        match entry:
            case Nonces():
                return self._begun()
            case Cosigns():
                return self._agreed(entry)
            case Voided(silent=silent):
                who = ", ".join(self._name(seat) for seat in silent)
                says = _(
                    "a shuffle was put aside because nothing came from {who}; a new one follows with new contributions",
                    who=who,
                )
                return [self._fair("void", says)]
            case Dealt():
                return [self._dealt(entry)]
            case Acted():
                return self._acted(entry)
            case Voted(seat=seat):
                return [self._voted(seat)]
            case Shown():
                says = _(
                    "round {round}: recomputed from the secrets now published; each deck, card and move is right",
                    round=entry.round,
                )
                return [self._fair("round", says)]
            case Scored():
                return self._scored(entry)
            case Ended():
                return [self._fair("game", _("the game is complete and every check held"))]
        return []

    def _begun(self) -> list[News]:
        auditor = self.witness.auditor
        variant = auditor.variety.name if auditor.variety else ""
        says = _(
            "the table's six words: {words}; read them aloud, everybody must have the same",
            words=" ".join(auditor.words),
        )
        began = news.GameBegan(self.number, variant, self.names, self.me, auditor.words)
        return [began, self._fair("words", says)]

    def _agreed(self, entry: Cosigns) -> list[News]:
        says = _(
            "round {round}: the deck is fixed and signed by all {seats} seats", round=entry.round, seats=len(self.names)
        )
        fixed: list[News] = [self._fair("deck", says)]
        made = [event.count for event in self.witness.auditor.events if isinstance(event, StockMade)]
        return [*fixed, *(news.StockRenewed(count) for count in made)]

    def _dealt(self, entry: Dealt) -> News:
        assert self.state is not None
        up = tuple(event.card for event in self.witness.auditor.events if isinstance(event, TurnedUp))
        counts = tuple(self.state.count(seat) for seat in range(self.state.players))
        self._told_hand = None
        return news.RoundDealt(entry.round, entry.starter, counts, up)

    def _acted(self, entry: Acted) -> list[News]:
        by = "player" if entry.signed is not None else {"turn": "clock", "vote": "vote"}.get(entry.why or "", "rule")
        says = told(self.witness.auditor.events, self.names, self.me)
        did: list[News] = [news.Acted(entry.seat, self._name(entry.seat), by, entry.do, says)]
        if any(isinstance(event, CalledRummy) for event in self.witness.auditor.events):
            did.append(news.RummyCalled(entry.seat, self._name(entry.seat), entry.do))
        return did

    def _voted(self, voter: int) -> News:
        auditor = self.witness.auditor
        said = auditor.ballot
        assert said is not None
        name, other = self._name(voter), self._name(said.seat)
        count, others = len(auditor.votes.wanted(said.seat)), len(self.names) - 1
        if said.yes:
            says = _(
                "{name} wants the host to play for {other} until {other} acts again ({count} of {others} want it)",
                name=name, other=other, count=count, others=others,
            )  # fmt: skip
        else:
            says = _(
                "{name} does not want the host to play for {other} ({count} of {others} want it)",
                name=name, other=other, count=count, others=others,
            )  # fmt: skip
        return self._fair("vote", says)

    def _scored(self, entry: Scored) -> list[News]:
        scored = news.RoundScored(entry.round, entry.out, entry.round_scores, entry.scores)
        self.rounds.append(scored)
        play = self.witness.auditor.play
        again = review(self.variety, play.moments, self.names) if self.variety and play else None
        self.reviews += [again] if again is not None else []
        if not entry.finished:
            return [scored]
        winner = None if entry.winner is None else self._name(entry.winner)
        self.over = news.GameOver(self.number, entry.winner, winner, entry.scores)
        end = self.witness.auditor.state
        return [scored, *(self._facts(end) if end is not None else ()), self.over]

    # -- the position

    def _position(self) -> list[News]:
        """Hand, turn and hints as far as they changed; not before every card of ours is known."""
        self.state = self.witness.auditor.state or self.state
        if self.state is None or not self.settled or self.witness.cheat is not None:
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
        name = self._name(self.state.turn)
        came = news.TurnCame(self.state.turn, name, self.state.phase, due, self.me in due, self.early)
        return [*self._facts(self.state), came]

    def _facts(self, state: State) -> list[News]:
        """What the game has beside cards and points, if it has changed."""
        facts = self.variety.facts(state) if self.variety else ()
        if facts == self._told_facts:
            return []
        self._told_facts = facts
        return [news.FactsTold(tuple(map(translated, facts)))]

    def _hints(self) -> list[News]:
        assert self.state is not None
        if self.me is None or not self.witness.auditor.options.get("rummy_hints"):
            return []
        calls = frozenset(claim.action for claim in self.state.claims if claim.by != self.me)
        fresh, self._told_claims = sorted(calls - self._told_claims), calls
        return [news.RummyHinted(action) for action in fresh]

    def _fair(self, check: str, says: str, cheat: bool = False) -> News:
        self.lines.append(says)
        return news.FairnessTold(check, cheat, self.witness.auditor.voided, says)

    def _name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else _("seat {seat}", seat=seat)


def _got_line(cards: list[str]) -> str:
    return _("you got {came}", came=faces(cards))
