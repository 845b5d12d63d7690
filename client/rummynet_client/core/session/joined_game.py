"""One game as this client follows it: passes messages of the host to the follower and turns them into news."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, Final

from rummynet.bots.coach.findings import Decision, Moment
from rummynet.bots.seat_view import SeatView
from rummynet.ledger.sealed_play import SealedPlay
from rummynet.rules.core.sight import RoundLog, legal_texts
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.rules.sealed_decks import is_sealed
from rummynet_client.core.log.game_follower import GameFollower
from rummynet_client.core.session.review import RoundReview, review_round
from rummynet_client.core.session.watch.game_watch import GameWatch
from rummynet_client.core.text import news
from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.card_names import Melds
from rummynet_client.core.text.event_text import cards_came, events_line, late_call
from rummynet_client.core.text.news import News
from rummynet_client.language import N_, _, player_name, translated
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.events import CalledRummy, Drew, TurnedUp
from rummynet_protocol.events import Shuffled as StockMade
from rummynet_protocol.fairness import entries
from rummynet_protocol.fairness.commitment import statement_hash
from rummynet_protocol.fairness.transcript import (
    EntryRecord,
    LastWordRecord,
    OpeningRecord,
    RefusalRecord,
    read_transcript,
)
from rummynet_protocol.lookalikes import all_distinct
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Race

# As in a log's `seats` (FAIRNESS.md); names that look alike get a number, and must not grow beyond it.
_MOST_NAME: Final = 64  # maximum length in characters of a name in a log


_CALLED_OFF: Final = {
    "voids": N_("the game was called off: this table's limit of voided shuffles was reached"),
    "epochs": N_("the game was called off: the round used up all its shuffles"),
    "no-session": N_("the game was called off before it began: somebody stayed silent"),
    "waited": N_("the game is over: the others waited too long for {name}"),
}
"""Reason of the log's end to a sentence, for games not played to their end."""


OUTCOMES: Final = {
    "play": N_("the host plays for them"),
    "open": N_("their hand is opened, and the host plays it"),
    "end": N_("the game ends"),
}
"""What is done without a seat that the others want to go on without."""
_HOST_PLAYED: Final = {
    "clock": (
        N_("the host played for you, as your time was up: {says}"),
        N_("the host played for {name}, whose time was up: {says}"),
    ),
    "vote": (
        N_("the host played for you, as the others wanted: {says}"),
        N_("the host played for {name}, as the others wanted: {says}"),
    ),
}


def host_played(by: str, *, is_own: bool) -> str | None:
    """How it is told that the host played for a seat; None where the player or a rule acted (``SeatActed.by``)."""
    own, other = _HOST_PLAYED.get(by, (None, None))
    return own if is_own else other


class JoinedGame:
    """Game *number* of a table. ``handle_entry`` and ``handle_openings`` return the news that they cause."""

    def __init__(self, number: int, follower: GameFollower) -> None:
        self.number = number
        self.follower = follower
        self.lines: list[str] = []  # the events, one sentence each
        self.watch = GameWatch(number, follower, self.lines)
        self.round_log = RoundLog()  # the public events of the round, for bots
        self.rounds: list[news.RoundScored] = []
        self.reviews: list[RoundReview] = []  # the finished rounds with all cards open
        self.decided: dict[int, tuple[Decision, ...]] = {}
        """By finished round: the own decisions, for the coach; none where the table plays without hints."""
        self._decisions: list[Decision] = []
        self.over: news.GameWasWon | None = None
        self.called_off = ""  # why the log ended before the game was played to its end
        self.answered_voids = 0  # the number of voids before the newest commitments of all
        self.session_players: tuple[tuple[bytes, str], ...] = ()
        """(key, name) of the players of the newest session, by seat."""
        self.draw_cause: str | None = None
        """Why the host made the draw that caused the newest shuffle within a round; None if the player made it."""
        self.kept_records = 0  # number of the follower's records that have been handed out
        self.state: State | None = None
        """The newest position. While the next round is shuffled, the end of the round before."""
        self.answered_turn = b""  # the head of the turn whose offer has been answered
        self.wanted_turn = b""  # the head of the turn whose offered card this seat has wanted
        self._dealt = self._opened = 0
        """The newest rounds of a sealed deck whose deal is complete, and whose keys are open."""
        self._last_turn: tuple[Any, ...] = ()
        self._last_moves: tuple[str, ...] = ()
        self._last_hand: tuple[str, ...] | None = None
        self._last_calls: frozenset[CallRummy] = frozenset()
        self._last_drawn: list[str] = []
        self._last_facts: tuple[str, ...] = ()

    # -- state

    @property
    def me(self) -> int | None:
        """The own seat; None for a spectator."""
        return self.follower.auditor.me_seat

    @property
    def names(self) -> tuple[str, ...]:
        """Player names by seat; made distinct where the host let two look alike."""
        return _shown_names(self.follower.auditor.players)

    @property
    def variety(self) -> Variety | None:
        """The rules of this game; None before the log's first entry."""
        return self.follower.auditor.variety

    @property
    def position(self) -> Mapping[str, Any] | None:
        """The position as JSON-able values, as far as this client may know it."""
        return _written(self.variety, self.state) if self.variety and self.state else None

    @property
    def melds(self) -> Melds:
        """The cards of each meld, as positions name them: what a wild card stands for belongs to its meld."""
        return [tuple(meld["cards"]) for meld in self.position["melds"]] if self.position else ()

    @property
    def due(self) -> tuple[int, ...]:
        """Seats that have to act now; none during a shuffle or after the end."""
        if self.state is None or self.shuffling:
            return ()
        assert self.variety is not None
        return self._without_answered(self.variety.actors(self.state))

    @property
    def early(self) -> tuple[int, ...]:
        """Seats that may answer now an offer that reaches them later."""
        if self.state is None or self.shuffling:
            return ()
        assert self.variety is not None
        return self._without_answered(self.variety.offers.offer_early(self.state))

    def _without_answered(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """*seats* without the own one if its answer has been given and the host holds it."""
        if self.answered_turn != self.follower.auditor.turn_began:
            return seats
        return tuple(seat for seat in seats if seat != self.me)

    def is_outbid_by(self, entry: entries.Acted) -> bool:
        """Whether *entry*, the newest, gave another seat the offered card that this one had wanted."""
        wanted = bool(self.wanted_turn) and self.wanted_turn == self.follower.auditor.turn_began
        return wanted and entry.seat != self.me and entry.do.startswith("want ")

    @property
    def is_only_coming_in(self) -> bool:
        """Whether the own seat joins the game with the next cards that are dealt."""
        session, play = self.follower.auditor.session, self.follower.auditor.play
        joining = session.joining if session is not None else ()
        return self.me in joining or (play is not None and play.state is None and self.me in play.joining)

    @property
    def shuffling(self) -> bool:
        """Whether the log is within a ceremony, or between two rounds.

        With a sealed deck the shares of a draw are none: whose turn it is stays.
        """
        auditor = self.follower.auditor
        play, last = auditor.play, auditor.last
        if not is_sealed(auditor.options):
            return not isinstance(last, entries.CardsDealt | entries.Inserted | entries.Acted | entries.Shown)
        if not isinstance(play, SealedPlay) or play.sealed is None or play.state is None or play.wanted is not None:
            return True
        return play.sealed.cards.mixing is not None or isinstance(
            last, entries.Scored | entries.Seated | entries.NonceCommits | entries.Nonces
        )

    @property
    def awaits_parts(self) -> bool:
        """Whether parts of a sealed deck are due, so that nobody can act."""
        sealed = self.follower.auditor.sealed
        return sealed is not None and sealed.is_waiting

    @property
    def owed_since(self) -> Mapping[int, int]:
        """By seat that owes something to a sealed deck: since when (log time, milliseconds)."""
        auditor = self.follower.auditor
        if auditor.sealed is None or auditor.finished or isinstance(auditor.last, entries.Scored):
            return {}
        owed = auditor.owed_since
        return owed if owed is not None else {seat: due.since for seat, due in auditor.sealed.due.items()}

    @property
    def awaits_signature(self) -> bool:
        """Whether only signatures of a deck are missing: whose, no log shows."""
        sealed = self.follower.auditor.sealed
        return sealed is not None and sealed.root is not None

    @property
    def progress(self) -> str:
        """How far the shuffle of a sealed deck is, in a line; empty where there is none."""
        sealed = self.follower.auditor.sealed
        mixing = sealed.cards.mixing if sealed is not None else None
        if sealed is None or not self.shuffling or self.follower.auditor.finished:
            return ""
        owing = {due.what for due in sealed.due.values()}
        if mixing is None or "escrow" in owing:
            return _("the cards are dealt …") if sealed.cards.due is not None else ""
        done, all_seats = len(mixing.decks) - 1, len(mixing.mixers)
        if done == all_seats:
            return _("the shuffle is checked …")
        return _(
            "{name} shuffles … {n} of {all}", name=self.player_name(mixing.mixers[done]), n=done + 1, all=all_seats
        )

    @property
    def is_paused(self) -> bool:
        """Whether the table rests, by the log: nobody acts until it goes on."""
        return self.follower.auditor.is_paused

    @property
    def hand(self) -> tuple[str, ...]:
        """The known cards of the own hand, by suit and rank."""
        variety, state, me = self.variety, self.state, self.me
        if variety is None or state is None or me is None or me >= state.players:
            return ()
        return tuple(card for card in variety.positions.hand(state, me) if card is not None)

    @property
    def hand_is_known(self) -> bool:
        """Whether every card of the own hand has been shown."""
        state, me = self.state, self.me
        return state is None or me is None or me >= state.players or not state.hidden[me]

    # -- messages

    def handle_entry(self, index: int, data: bytes, signature: bytes) -> list[News]:
        """Process entry *index* of the log. Raises GapInLog."""
        try:
            entry = self.follower.check_entry(index, data, signature)
        except Unknown:
            return []  # the table says what is not known, as soon as it is shown
        except Cheat as cheat:
            return [*self.report_cheat(cheat), *self._prove_time(cheat)]
        return [] if entry is None else [*self._follow(entry), *self.watch.report_time(), *self._last_word()]

    def _last_word(self) -> list[News]:
        """Sign the last word where it is due."""
        # Read again from a file it stands there already, and a second one would make the file wrong.
        if self.watch.is_restoring or not self.follower.owes_last_word:
            return []
        return self._checked(self.follower.sign_last_word)

    def _prove_time(self, cheat: Cheat) -> list[News]:
        """Put the proof into the transcript that log time has run ahead: nothing more is signed in this log."""
        if self.watch.is_restoring or cheat.check != "time" or self.follower.auditor.cheat is not None:
            return []
        return self._checked(self.follower.sign_last_word)

    def restore(self, transcript: bytes) -> list[News]:
        """Start with the transcript that an earlier run kept of this log. Raises NotATranscript."""
        items: list[News] = []
        self.watch.is_restoring = True
        for record in read_transcript(transcript).records:
            match record:
                case EntryRecord(entry, signature):
                    items += self.handle_entry(self.follower.length, entry, signature)
                case OpeningRecord(_, round, epoch, opening):
                    items += self.handle_openings(round, epoch, (opening,))
                case LastWordRecord():
                    items += self._checked(partial(self.follower.check_last_word, record))
                case RefusalRecord(_, what, payload):
                    items += self._checked(partial(self.follower.check_refusal, record, statement_hash(what, payload)))
        self.watch.is_restoring = False
        self.kept_records, self.follower.confirmed = len(self.follower.records), 0
        return items + self.keep_refusals()

    def keep_refusals(self) -> list[News]:
        """Add the host's refusals to the transcript, each once."""
        return self._checked(self.follower.check_refusals)

    def _checked(self, check: Callable[[], None]) -> list[News]:
        try:
            check()
        except Cheat as cheat:
            return self.report_cheat(cheat)
        return []

    def handle_openings(self, round: int, epoch: int, rows: tuple[entries.OpeningRow, ...]) -> list[News]:
        """Process cards shown to the own seat only."""
        before = frozenset(self.hand)
        try:
            for row in rows:
                self.follower.check_opening(round, epoch, row)
        except Cheat as cheat:
            return self.report_cheat(cheat)
        items = self._position_news()
        new_cards = [card for card in self.hand if card not in before]
        if new_cards and not self.shuffling:
            self._add_cards_came(new_cards)
        return items

    def _add_cards_came(self, cards: list[str]) -> None:
        """Add a line for new cards. Cards that arrive one by one, as after a restart, share one line."""
        if self.lines and self._last_drawn and self.lines[-1] == cards_came(self._last_drawn):
            cards = [card for card in self.hand if card in (*self._last_drawn, *cards)]
            self.lines.pop()
        wording = Wording(self.names, self.me)
        drawn = [Drew(self.me, card) for card in (None, *cards)] if self.me is not None and len(cards) == 1 else []
        if drawn and self.lines and self.lines[-1] == events_line(drawn[:1], wording):
            # One line for one draw: a small screen has three for all that has happened since the last turn.
            self.lines[-1] = events_line(drawn[1:], wording)
        else:
            self.lines.append(cards_came(cards))
        self._last_drawn = cards

    def report_cheat(self, cheat: Cheat) -> list[News]:
        """Report a cheat, once."""
        return self.watch.report_cheat(cheat, self.names)

    def handle_race(self, race: Race) -> list[News]:
        """News of a call that lost a race; none if the evidence does not hold.

        The time between the calls is unverifiable.
        """
        if not self.follower.race_holds(race):
            return []
        late = news.CallWasLate(race.seat, race.winner, race.millis)
        self.lines.append(late_call(late, self.names))
        return [late]

    # -- entries

    def _follow(self, entry: entries.Entry) -> list[News]:
        auditor = self.follower.auditor
        self._keep_decision(entry)
        self.state = auditor.state or self.state
        says, shows = "", isinstance(entry, entries.PartLogged)  # of a sealed deck, which has no openings
        entry = self._as_told(entry)
        if auditor.events and not isinstance(entry, entries.Shown):
            self.round_log = self.round_log.extended(auditor.events)
            acted = entry if isinstance(entry, entries.Acted) else None
            frame = host_played(self.acted_by(acted), is_own=acted.seat == self.me) if acted is not None else None
            says = events_line(auditor.events, Wording(self.names, None if frame else self.me, self.melds))
            if acted is not None and frame:
                says = _(frame, name=self.player_name(acted.seat), says=says)
            self.lines.append(says)
        if isinstance(entry, entries.CardsDealt):
            self._last_hand = None
        before = self._last_hand or ()
        items = [*_entry_news(self, entry, says), *self._notices_news(), *self._position_news()]
        if shows and (came := [card for card in self._last_hand or () if card not in before]):
            self._add_cards_came(came)
        is_due = isinstance(entry, entries.Seated) or self.follower.waits_for_head
        return [*items, *self.keep_refusals()] if is_due and not self.watch.is_restoring else items

    def acted_by(self, entry: entries.Acted) -> str:
        """Who acted: ``player``, or what the host went by: ``clock``, ``vote`` or ``rule``."""
        # A draw that waited for a shuffle was caused by the entry that asked for the shuffle.
        why = entry.why if entry.why != "want" else self.draw_cause
        return "player" if why is None else {"turn": "clock", "vote": "vote"}.get(why, "rule")

    def _as_told(self, entry: entries.Entry) -> entries.Entry:
        """What to tell of an entry: with a sealed deck the last share completes a deal, and the last key shows it."""
        play = self.follower.auditor.play
        if not isinstance(play, SealedPlay):
            return entry
        if play.state is not None and self._dealt != play.number:
            self._dealt = play.number
            return next(step for step in play.steps if isinstance(step, entries.CardsDealt))
        if play.open and self._opened != play.number:
            self._opened = play.number
            return entries.Shown(play.number, (), self.follower.auditor.clock)
        if isinstance(entry, entries.CardsDealt):
            return entries.TurnUp(entry.round, entry.t)  # nobody has seen a card of it yet
        return entry

    def _keep_decision(self, entry: entries.Entry) -> None:
        """Keep what the own seat saw before its action, where hints are allowed."""
        match entry:
            case entries.CardsDealt():
                # Only of this round: a review is of one, and views of whole games would fill memory.
                self._decisions = []
            case entries.Scored():
                self.decided[entry.round] = tuple(self._decisions)
            case entries.Acted(seat=seat, signed=signed) if (
                seat == self.me and signed is not None and self.state is not None
            ):
                if self.follower.auditor.options.get("hints") and self.hand_is_known:
                    view = SeatView(seat, self.state, self.round_log)
                    self._decisions.append(Decision(view, notation.parse(entry.do)))

    def add_moments(self, round: int, moments: tuple[Moment, ...]) -> None:
        """Add to the review of a round what cost most in it."""
        self.reviews = [replace(one, moments=moments) if one.round == round else one for one in self.reviews]

    def _notices_news(self) -> list[News]:
        items = [self.watch.tell("consent", says) for says in self.follower.own_part.notices]
        self.follower.own_part.notices.clear()
        return items

    # -- position

    def _position_news(self) -> list[News]:
        """News of changes to hand, turn and hints.

        None before every own card is known, of the turn none while a card of anybody's is on its way: nobody can act.
        """
        self.state = self.follower.auditor.state or self.state
        if self.state is None or not self.hand_is_known or self.follower.cheat is not None:
            return []
        return [*self._hand_news(), *(() if self.awaits_parts else self._turn_news()), *self._hints_news()]

    def _hand_news(self) -> list[News]:
        if self.me is None:
            return []
        hand, before = self.hand, self._last_hand
        # Each entry comes here, and most change no card of the own hand.
        if hand == before:
            return []
        self._last_hand = hand
        return [news.HandShown(hand, tuple(card for card in hand if before is None or card not in before))]

    def _turn_news(self) -> list[News]:
        due = self.due
        if not due or self.state is None:
            return []
        if self.is_paused:  # whose turn it is is told again when it is over, also to who was away meanwhile
            self._last_turn = ()
            return []
        turn, moves = (self.state.round, self.state.turn, self.state.phase, due), self._moves(due)
        moved, self._last_moves = moves != self._last_moves, moves
        # Votes, chat and clocks make no new turn; a bell at each would be turned off.
        if turn == self._last_turn:
            return [news.MovesChanged(moves)] if moved else []
        self._last_turn = turn
        name = self.player_name(self.state.turn)
        turn_news = news.TurnBegan(self.state.turn, name, self.state.phase, due, self.me in due, self.early, moves)
        return [*self.facts_news(self.state), turn_news]

    def _moves(self, due: tuple[int, ...]) -> tuple[str, ...]:
        """What the own seat may do now, in notation; nothing while it is asked for nothing."""
        if self.me is None or self.me not in (*due, *self.early):
            return ()
        assert self.variety is not None and self.state is not None
        return tuple(legal_texts(self.variety, self.state, self.me))

    def facts_news(self, state: State) -> list[News]:
        """News of the game's facts beside cards and points, if they have changed."""
        facts = tuple(self.variety.presentation.facts(state)) if self.variety else ()
        if facts == self._last_facts:
            return []
        self._last_facts = facts
        return [news.FactsChanged(tuple(translated(fact, self.names) for fact in facts))]

    def _hints_news(self) -> list[News]:
        assert self.state is not None
        if self.me is None or not self.follower.auditor.options.get("rummy_hints"):
            return []
        # Nobody calls what their own action made possible, so that is no hint.
        calls = frozenset(claim.action for claim in self.state.claims if claim.by != self.me)
        fresh, self._last_calls = sorted(map(notation.text, calls - self._last_calls)), calls
        return [news.RummyHinted(action) for action in fresh]

    def player_name(self, seat: int) -> str:
        """The name of the player in this seat; its number where there is none."""
        return player_name(seat, self.names)


@lru_cache(maxsize=32)
def _written(game: Variety, state: State) -> Mapping[str, Any]:
    """Every message of a ceremony has a view of the same position."""
    return game.positions.write(state)


@lru_cache(maxsize=64)
def _shown_names(players: tuple[tuple[bytes, str], ...]) -> tuple[str, ...]:
    """The names of players by seat, each made distinct; they are asked for several times an entry."""
    return all_distinct((name for _, name in players), _MOST_NAME)


# -- what an entry tells


def _entry_news(game: JoinedGame, entry: entries.Entry, says: str) -> list[News]:
    """The news of *entry*, the newest of the game's log; *says* are its events in one line."""
    auditor, tell = game.follower.auditor, game.watch.tell
    match entry:
        case entries.Acted():
            return _action_news(game, entry, says)
        case entries.Nonces():
            return _session_news(game)
        case entries.Commits():
            return _protest_news(game)
        case entries.Cosigns(round=round):
            fixed = tell("deck", _("round {round}: the deck is fixed, and every player has signed it", round=round))
            made = [event.count for event in auditor.events if isinstance(event, StockMade)]
            return [fixed, *(news.StockRenewed(count) for count in made)]
        case entries.Voided(round=round, epoch=epoch):
            # Whose parts of a sealed deck were missing the log shows, not the entry.
            return game.watch.report_void(
                f"{round}.{epoch}", [game.player_name(seat) for seat in auditor.voids[-1].silent]
            )
        case entries.CardsDealt(round=round, starter=starter):
            assert game.state is not None
            up = tuple(event.card for event in auditor.events if isinstance(event, TurnedUp))
            counts = tuple(game.state.count(seat) for seat in range(game.state.players))
            return [news.RoundDealt(round, starter, counts, up)]
        case entries.Wanted(seat=seat):
            game.draw_cause = entry.why
            if seat == game.me:
                return [tell("stock", _("you draw from an empty stock: a new one is shuffled first"))]
            name = game.player_name(seat)
            return [tell("stock", _("{name} draws from an empty stock: a new one is shuffled first", name=name))]
        case entries.Voted():
            return _vote_news(game, entry)
        case entries.HostPart(about=about):
            says = _(
                "all others go on without {name}: their hand is opened, and the host plays it until the round is over",
                name=game.player_name(about),
            )
            return [tell("gone", says)]
        case entries.TurnLate(seat=seat) if seat != game.me:  # the own seat is told with what its program does then
            name = game.player_name(seat)
            return [tell("late", _("{name}'s time is up: their own program plays for them", name=name))]
        case entries.Shown(round=round) if auditor.sealed is not None:
            says = _(
                "round {round}: all have opened their keys, and it is computed again; each deck, card and move is "
                "right",
                round=round,
            )
            return [tell("round", says)]
        case entries.Shown(round=round):
            says = _(
                "round {round}: computed again from the published secrets; each deck, card and move is right",
                round=round,
            )
            return [tell("round", says)]
        case entries.Scored():
            return _score_news(game, entry)
        case entries.Ended(why="played"):
            return [tell("game", _("the game is complete and every check held"))]
        case entries.Ended(why=why):
            waited = auditor.waited_end
            game.called_off = _(_CALLED_OFF[why], name=game.player_name(waited.seat) if waited is not None else "")
            return [tell("game", game.called_off)]
    return []


def _session_news(game: JoinedGame) -> list[News]:
    auditor = game.follower.auditor
    game.session_players = auditor.players
    variant = auditor.variety.name if auditor.variety else ""
    says, words = _("the table's six words: {words}"), " ".join(auditor.words)
    if len(auditor.players) > len(auditor.bots) + 1:  # a program has nobody to read them aloud
        says = _("the table's six words: {words}; read them aloud, everybody must have the same")
    began = news.GameBegan(game.number, variant, game.names, game.me, auditor.words)
    return [began, game.watch.tell("words", says.format(words=words))]


def _protest_news(game: JoinedGame) -> list[News]:
    """The first commitments after a void: report protests by players who were named silent but had answered."""
    voids = game.follower.auditor.voids
    answered, game.answered_voids = voids[game.answered_voids :], len(voids)
    who = ", ".join(dict.fromkeys(name for void in answered for name in void.protesters))
    if not who:
        return []
    return [
        game.watch.tell(
            "void",
            _(
                "{who} protests: the host read or confirmed that part of the shuffle, and then named it missing",
                who=who,
            ),
        )
    ]


def _action_news(game: JoinedGame, entry: entries.Acted, says: str) -> list[News]:
    events = game.follower.auditor.events
    if game.is_outbid_by(entry):
        says += ", " + _("{who} was nearer than you", who=game.player_name(entry.seat))
    items: list[News] = [_seat_acted(game, entry, says)]
    if any(isinstance(event, CalledRummy) for event in events):
        items.append(news.RummyCalled(entry.seat, game.player_name(entry.seat), entry.do))
    return items


def _seat_acted(game: JoinedGame, entry: entries.Acted, says: str) -> News:
    return news.SeatActed(
        entry.seat, game.player_name(entry.seat), game.acted_by(entry), entry.do, says,
        tuple(game.follower.auditor.events), game.melds,
    )  # fmt: skip


def _vote_news(game: JoinedGame, entry: entries.Voted) -> list[News]:
    auditor = game.follower.auditor
    vote = auditor.ballot
    assert vote is not None
    name, other, found = game.player_name(entry.seat), game.player_name(vote.about), auditor.outcome(vote.about)
    if entry.seat == vote.about:
        # A clock was to begin again, and nobody has asked. Programs object by themselves: that nobody need be there.
        wanted = auditor.votes.supporters(vote.about)
        says = _("{name} objects to going on without them", name=name) if wanted else ""
    elif not vote.yes:
        says = _("{name} wants to wait for {other}", name=name, other=other)
    elif found is None:
        says = _("{name} wants to stop waiting for {other}", name=name, other=other)
    else:
        own = N_("{name} wants to stop waiting for you ({have} of {need} votes: then {what})")
        told = N_("{name} wants to stop waiting for {other} ({have} of {need} votes: then {what})")
        values = {"have": len(found.by), "need": found.need, "what": translated(OUTCOMES[found.what])}
        says = _(own if vote.about == game.me else told, name=name, other=other, **values)
    return [game.watch.tell("vote", says)] if says else []


def _score_news(game: JoinedGame, entry: entries.Scored) -> list[News]:
    scored = news.RoundScored(entry.round, entry.out, entry.round_scores, entry.scores)
    game.rounds.append(scored)
    play = game.follower.auditor.play
    again = review_round(game.variety, play.replay_steps, game.names) if game.variety and play else None
    game.reviews += [again] if again is not None else []
    if not entry.finished:
        return [scored]
    winner = None if entry.winner is None else game.player_name(entry.winner)
    game.over = news.GameWasWon(game.number, entry.winner, winner, entry.scores)
    end = game.follower.auditor.state
    assert end is not None  # all cards are open
    return [scored, *game.facts_news(end), game.over]
