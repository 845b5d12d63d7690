"""Reads everything a host tells, and says which card or secret somebody learned who may not know it.

What may be known is tracked here from the truth alone (where each card lies, and what has been seen lying there), not
from the code that decides what is told.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from rummynet.rules.core.state import State
from rummynet.rules.crummy.state import is_wild
from rummynet.table.api.effects import Append, Effect, OperatorNote, Send, SendEntries
from rummynet.table.api.inputs import Input, RequestReceived
from rummynet.table.api.records import EntryLogged, SecretKept
from rummynet.table.game.dealt_cards import Play
from rummynet.table.table import Table
from rummynet_protocol import cards
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.deck import salt
from rummynet_protocol.fairness.entries import Acted, CardsDealt, Cosigns, Entry, Shown, Shuffle, Wanted, read_entry
from rummynet_protocol.wire.message_codec import pack_message
from rummynet_protocol.wire.messages import (
    ClockShown,
    Dropped,
    LogEntry,
    Message,
    Openings,
    Race,
    Refused,
    Said,
    Submit,
)
from tests.support.card_names import codes, foreseen
from tests.support.people import TableHarness

Place = tuple[str, int]
as_entry = lru_cache(1000)(read_entry)
"""What one entry says, read once for all who receive it."""


def lying(state: State) -> set[int]:
    """The cards that everybody sees."""
    return {*state.discard, *(card for meld in state.melds for card in meld.cards)}


def place(state: State, card: int) -> Place:
    """Where a card lies."""
    if card in state.stock:
        return "stock", 0
    for seat, hand in enumerate(state.hands):
        if hand >> card & 1:
            return "hand", seat
    return "open", 0


class LeakProbe:
    """Stands between a hall and its lobby. Whatever is wrong is an AssertionError where it is told."""

    def __init__(self, hall: TableHarness, table: Table) -> None:
        self.hall, self.table = hall, table
        self.seen: Counter[str] = Counter()
        """How many messages of each kind were read."""
        self.named = 0
        """How many cards they named."""
        self.foreseen = 0
        """How many refusals their readers could have foreseen from what they know."""
        self.open: set[int] = set()
        """Cards whose place everybody knows."""
        self.shown = False
        self.given: dict[tuple[int, int], set[Any]] = defaultdict(set)
        """The openings of each round and seat."""
        self.told: set[bytes] = set()
        self.salts: dict[bytes, tuple[int, int, int]] = {}
        self._kept: list[SecretKept] = []
        self._rows_read = 0
        self._log = [row.entry for row in hall.rows if isinstance(row, EntryLogged)]
        self.before = self._truth()
        self.take_input = hall.lobby.take_input
        hall.lobby.take_input = self.take  # type: ignore[method-assign]
        self._note(self.before, self.before, [])

    # -- following the truth

    def take(self, input: Input, ms: int, unix: int) -> list[Effect]:
        effects = self.take_input(input, ms, unix)
        entries = self._entries(effects)
        now = self._truth()
        if any(isinstance(one, Shown) for one in entries):
            assert now is not None and self.table.variety.hands_are_shown(now)
            self.shown = True
        before = self.before
        self._note(before, now, entries)
        asked = input.request if isinstance(input, RequestReceived) else None
        known = lru_cache(None)(lambda key: self._allowed(key, (before, now)))
        secrets = lru_cache(None)(self._secrets_in)
        for effect in effects:
            match effect:
                case Send(to, message):
                    data = pack_message(message)
                    for key in to:
                        self._canaries(secrets(data), self._read(key, message, now, asked, known(key)))
                case SendEntries(to=key):
                    for entry in effect.messages():
                        self._canaries(secrets(pack_message(entry)), self._read(key, entry, now, asked, known(key)))
                case OperatorNote():
                    raise AssertionError(f"the table reports {effect}")
        self._nothing_but_the_answer(input, effects, entries)
        self.before = now
        return effects

    def _truth(self) -> State | None:
        game = self.table.game
        return game.play.full if game is not None and game.play is not None else None

    @property
    def round(self) -> int:
        return self.before.round if self.before is not None else 0

    def _entries(self, effects: list[Effect]) -> list[Entry]:
        """The new entries of the log, each once."""
        new = [one.row.entry for one in effects if isinstance(one, Append) and isinstance(one.row, EntryLogged)]
        self._log += new
        return list(map(read_entry, new))

    def _note(self, before: State | None, now: State | None, entries: list[Entry]) -> None:
        """Which cards everybody can place now."""
        if now is None:
            return
        if before is None or before.round != now.round:
            self.open, self.shown = lying(now), False
            for entry in entries:
                assert not isinstance(entry, CardsDealt) or {card for _, card, _, _ in entry.up} >= lying(now)
        else:
            turned = any(isinstance(one, Acted) and one.do == "turn" for one in entries)
            told = {code for one in entries if isinstance(one, Acted) for each in codes(one.do) for code in each}
            known = self.open | lying(before) | told
            stock = set(now.stock) if turned else self.open & set(now.stock) & set(before.stock)
            held = {card for hand in now.hands for card in cards.members(hand)} & known
            self.open = lying(now) | stock | held
            self._moved(before, now, entries)
        self._note_salts()

    def _moved(self, before: State, now: State, entries: list[Entry]) -> None:
        """A card that an entry names was seen, or has been laid where it is: the log tells of no card that stays."""
        for entry in entries:
            if isinstance(entry, Acted) and not self.shown:
                for each in codes(entry.do):
                    hidden = {
                        card
                        for card in each
                        if place(before, card) == place(now, card) != ("open", 0) and card not in self.open
                    }
                    assert each - hidden, f"{entry.do} names a card that nobody saw"

    def _note_salts(self) -> None:
        play = self.table.game.play if self.table.game is not None else None
        for deck in play.decks if isinstance(play, Play) else []:
            made = deck.shuffle
            key = fair.salt_key(made.z, made.secrets.s_deck)
            if salt(key, 0) not in self.salts:
                for position in range(len(made.deck)):
                    self.salts[salt(key, position)] = (self.table.game.round, deck.epoch, position)  # type: ignore[union-attr]

    # -- reading

    def _allowed(self, key: bytes, states: tuple[State | None, State | None]) -> Callable[[int], bool]:
        """Which cards this person may be told of."""
        game = self.table.game
        seat = game.keys.index(key) if game is not None and key in game.keys else None
        mine: set[int] = set()
        for state in states:
            if state is not None:
                mine |= lying(state)
                mine |= set(cards.members(state.hands[seat])) if seat is not None and seat < state.players else set()
        known = self.open | mine
        return lambda card: self.shown or card in known

    def _read(
        self, key: bytes, message: Message, now: State | None, asked: object, known: Callable[[int], bool]
    ) -> set[Any]:
        """The salts that this person may receive here."""
        self.seen[message.kind] += 1
        own: set[Any] = set()
        match message:
            case LogEntry():
                own = self._entry(message.entry, known)
            case Openings():
                own = self._openings(key, message, now)
            case Refused() if message.says == foreseen(self.hall.people[key].auditor, asked):
                self.foreseen += 1
            case Refused():
                said = [*codes(asked.payload.decode("latin-1"))] if isinstance(asked, Submit) else []
                self._names(message.says, lambda card: known(card) or any(card in each for each in said))
            case Dropped():
                own_words = self.hall.people[key].follower.own.by_hash[message.statement].payload.decode("latin-1")
                said = codes(own_words)
                self._names(message.says, lambda card: known(card) or any(card in each for each in said))
            case ClockShown():
                self._names(message.action, known)
            case Race():
                self._names(message.payload.decode("latin-1"), known)
            case Said():
                self._names(message.text, known)
        return own

    def _names(self, text: str, known: Callable[[int], bool]) -> None:
        for each in codes(text):
            self.named += 1
            assert any(map(known, each)), f"{text!r} names a card that its reader may not know"

    def _entry(self, data: bytes, known: Callable[[int], bool]) -> set[bytes]:
        """The salts that this entry may show. What stands in the log already is no news to anybody."""
        fresh = data not in self.told
        self.told.add(data)
        match as_entry(data):
            case CardsDealt(up=up):
                # Of several cards all but the last were wild and have gone back into the stock (Crummy).
                assert fresh <= (known(up[-1][1]) and all(is_wild(card) for _, card, _, _ in up[:-1]))
                return {its for _, _, its, _ in up}
            case Shuffle(cards=shuffled):
                assert list(shuffled) == sorted(shuffled)
            case Acted(do=do, drawn=drawn, position=position):
                assert drawn or position is None
                self.named += len(codes(do))
            case Wanted(do=do):
                assert all(any(map(known, each)) for each in codes(do)), "the card wanted lies on the pile"
        return set()

    def _openings(self, key: bytes, message: Openings, now: State | None) -> set[bytes]:
        game = self.table.game
        assert game is not None and now is not None and key in game.keys
        seat = game.keys.index(key)
        given = self.given[message.round, seat]
        for row in message.cards:
            if row not in given:
                assert message.round == now.round
                assert now.hands[seat] >> row[1] & 1 or row[1] in lying(now)
                assert not any(row in rows for whose, rows in self.given.items() if whose != (message.round, seat))
                given.add(row)
        return {row[2] for row in message.cards}

    def _canaries(self, told: tuple[set[bytes], set[bytes]], own: set[bytes]) -> None:
        """No salt of another's card, no secret of the host before its time."""
        salts, late = told
        for one in salts:
            assert one in own, f"the salt of {self.salts[one]} went to somebody else"
        assert not late, "a secret of the host was told before its time"

    def _secrets_in(self, data: bytes) -> tuple[set[bytes], set[bytes]]:
        """The salts, and the secrets that are not public yet, in the bytes of a message."""
        return {one for one in self.salts if one in data}, {pub for pub in self._unpublished() if pub in data}

    def _unpublished(self) -> Iterator[bytes]:
        decks, pubs = self._published()
        for row in self._secrets():
            if (row.round, row.epoch) not in decks:
                yield row.deck
            if (row.round, row.epoch) not in pubs:
                yield row.pub

    def _secrets(self) -> list[SecretKept]:
        """Those of all rows so far: the hall only adds rows."""
        self._kept += [row for row in self.hall.rows[self._rows_read :] if isinstance(row, SecretKept)]
        self._rows_read = len(self.hall.rows)
        return self._kept

    def _published(self) -> tuple[set[Any], set[Any]]:
        """(round, epoch) of the secrets that the log holds."""
        self._read_to: int = getattr(self, "_read_to", 0)
        self._out: tuple[set[Any], set[Any]] = getattr(self, "_out", (set(), set()))
        for data in self._log[self._read_to :]:
            match read_entry(data):
                case Shown(round=number, secrets=secrets):
                    self._out[0].update((number, epoch) for epoch, _ in secrets)
                case Cosigns(round=number, epoch=epoch):
                    self._out[1].add((number, epoch))
        self._read_to = len(self._log)
        return self._out

    def _nothing_but_the_answer(self, came: Input, effects: list[Effect], entries: list[Entry]) -> None:
        """A signed part that does not lead to an entry is told to nobody: an answer kept is nobody's business yet."""
        if isinstance(came, RequestReceived) and isinstance(came.request, Submit) and not entries:
            assert all(effect.to == came.key for effect in effects if isinstance(effect, SendEntries)), effects
            told = [effect for effect in effects if isinstance(effect, Send)]
            heard = [one for one in told if not isinstance(one.message, Race | Said | ClockShown)]
            assert all(effect.to == (came.key,) for effect in heard), told
