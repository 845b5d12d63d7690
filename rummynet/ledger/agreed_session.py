"""The start of a log: the game and its options, the players' consent, and the session that all take part in."""

from collections.abc import Iterable, Mapping, Set
from itertools import pairwise
from typing import Any

from rummynet.ledger.signed_statements import Signatures
from rummynet.rules.core.options import Options
from rummynet.rules.core.variety import Variety
from rummynet.rules.sealed_decks import MOST_HOLDERS, check_players, is_sealed
from rummynet.rules.varieties import variety
from rummynet_protocol.errors import Cheat, Refusal, Unknown
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.entries import Envelope, NonceCommits, Nonces, Opened, Seated
from rummynet_protocol.fairness.points import point_fault
from rummynet_protocol.fairness.six_words import fingerprint
from rummynet_protocol.fairness.statements import Agreed, NonceCommitted, NonceShown
from rummynet_protocol.sentences import sentence

Players = tuple[tuple[bytes, str], ...]  # (key, name) by seat


class SessionReplay:
    """Built from the entries open, seats, nonce-commits and nonces; the last three come again when somebody joins."""

    def __init__(self, opened: Opened, signatures: Signatures) -> None:
        """Raises Unknown where this program does not know the game, or its options."""
        self.opened = opened
        self.variety, self.options = known_game(opened.variant, opened.options)
        self.rules = fair.rules_hash(opened.variant, opened.options)
        self.players: Players = ()
        self.bots: tuple[int, ...] = ()  # the seats of programs that the host runs
        self.joining: tuple[int, ...] = ()  # the seats that are new in the coming round
        self.nonce_commits: tuple[bytes, ...] = ()
        self.id = b""  # the session; empty before the first one
        self.words: tuple[str, ...] = ()  # six words for the players to compare aloud
        self._signatures = signatures
        self._settled: Players = ()  # players who have been dealt cards; their seats are fixed
        self._asked: dict[bytes, Envelope] | None = None
        """Until the round is dealt: the consent of each key that joins in it (before round 1 all of them)."""
        self._silent: frozenset[bytes] | None = None
        """The keys that the newest void names, while a new session without them may follow."""
        signatures.set_log(fair.log_id(opened.host, opened.table, opened.game))
        signatures.passed["rules-hash"] += 1

    def seat_players(self, entry: Seated) -> None:
        """Check the players and their consent. Raises Cheat; Unknown for a number of players that the game lacks."""
        if not self._settled:
            self._check_number(len(entry.players))
        keys, settled = tuple(key for key, _ in entry.players), self._settled
        if len(set(keys)) != len(keys) or entry.players[: len(settled)] != settled:
            raise Cheat("session", "a player sits in two seats, or seats changed hands or names")
        if settled:
            self._check_coming(entry, keys)
        else:
            self._check_first(entry)
        for number, key in enumerate(keys):
            # Before anything is verified with it: for a key of small order one signature can hold for many texts.
            if fault := point_fault(key):
                raise Cheat("session", f"the key of seat {number} can be nobody's: {fault}")
        self._check_bots(entry)
        self._signatures.keys, self._silent = keys, None
        self._consent(entry, tuple(range(len(keys))) if not settled else entry.joining)
        self.players, self.joining = entry.players, entry.joining

    def _check_first(self, entry: Seated) -> None:
        # A game before the first would be one that a host dropped for its cards.
        if self.opened.game == 1 and self.opened.before != NO_HEAD:
            raise Cheat("consent", "the first game of a table names a game before it")
        if entry.joining:
            raise Cheat("session", "the players of a game that has not begun were named as coming in later")

    def _check_number(self, players: int) -> None:
        try:
            self.variety.check(self.options, players)
            check_players(self.options, players, players)
        except Refusal as problem:
            # A newer version may have more seats: no fault of anybody's.
            raise Unknown(problem.says) from None

    def _check_bots(self, entry: Seated) -> None:
        bots = entry.bots
        if any(one >= later for one, later in pairwise(bots)) or max(bots, default=0) >= len(entry.players):
            raise Cheat("session", "the host's bots are named in no order, twice, or at seats that are not there")
        # Bots have no vote: a seat that becomes one would lose its player's in mid-game.
        if self.players and bots != self.bots:
            raise Cheat("session", "other seats are said to be the host's bots than before")
        self.bots = bots

    def _check_coming(self, entry: Seated, keys: tuple[bytes, ...]) -> None:
        """Check players who join before a round, or fewer of them after some stayed silent."""
        too_many = is_sealed(self.options) and len(entry.players) > MOST_HOLDERS
        if not self.variety.newcomers.may_join or len(entry.players) not in self.variety.seats or too_many:
            raise Cheat("rules", f"nobody can come in to this game of {self.variety.title}")
        joining = entry.joining
        if any(one >= later for one, later in pairwise(joining)):
            raise Cheat("session", "the seats that are said to be new are named in no order, or twice")
        new = set(range(len(self._settled), len(keys)))
        if not new <= set(joining) or max(joining, default=0) >= len(keys):
            raise Cheat("session", "the seats that are said to be new are not those that are")
        if self._asked is None and not joining:
            raise Cheat("session", "the host asked for a new session although nobody comes in")
        if self._asked is not None:
            self._check_fewer({keys[seat] for seat in joining}, self._asked.keys())

    def _check_fewer(self, coming: Set[bytes], asked: Set[bytes]) -> None:
        """Check that a repeated session has fewer joining players; after a void, all except those it names."""
        if not coming < asked:
            raise Cheat("session", "the host let the same players agree on a session twice")
        if self._silent is not None and coming != asked - self._silent:
            raise Cheat("session", "the host left out others than those who stayed silent")

    def _consent(self, entry: Seated, coming: tuple[int, ...]) -> None:
        """Check that each of these seats has agreed to this very game. Raises Cheat."""
        self._signatures.require_count(entry.ready, len(coming), "consent")
        # Who comes in agrees to play with those who have been dealt cards: newcomers can still drop out.
        before, players = self._asked or {}, fair.players_hash(self._settled or entry.players, self.bots)
        self._asked = {}
        for seat, envelope in zip(coming, entry.ready, strict=True):
            key = entry.players[seat][0]
            if key not in before:
                self._agreed(seat, envelope, players)
            elif before[key] != envelope:  # one consent, one log: two would be two tries
                raise Cheat("consent", f"seat {seat}'s consent is another than a moment ago")
            self._asked[key] = envelope

    def _agreed(self, seat: int, envelope: Envelope, players: bytes) -> None:
        agreed = self._signatures.check_statement(Agreed, seat, envelope, "consent", f"seat {seat}'s consent")
        if agreed.head != self.opened.before:
            raise Cheat("consent", f"seat {seat} agreed to a game after another one than this log names")
        if agreed.rules != self.rules:
            raise Cheat("consent", f"seat {seat} agreed to play by other rules")
        if agreed.players != players:
            raise Cheat("consent", f"seat {seat} agreed to play with others, or with other names")

    def check_commitments(self, entry: NonceCommits, head: bytes) -> None:
        """Check every seat's commitment to a nonce, made after the log up to *head*. Raises Cheat."""
        statements = self._signatures.check_statements(NonceCommitted, entry.signed, "session")
        for seat, one in enumerate(statements):
            if one.head != head or one.seat != seat:
                raise Cheat(
                    "session", f"seat {seat}'s commitment was made for another seat or another table of players"
                )
        self.nonce_commits = tuple(one.commit for one in statements)

    def check_nonces(self, entry: Nonces, head: bytes) -> None:
        """Check every seat's nonce, shown after *head*, and derive the session id. Raises Cheat."""
        log, host, keys = self._signatures.order.log, self.opened.host, self._signatures.keys
        statements = self._signatures.check_statements(NonceShown, entry.signed, "session")
        committed = fair.nonce_set(log, self.nonce_commits)
        for seat, (one, key) in enumerate(zip(statements, keys, strict=True)):
            if one.head != head or one.commits != committed:
                raise Cheat("session", f"seat {seat} was shown other commitments than this log holds")
            if fair.nonce_commit(log, seat, key, one.nonce) != self.nonce_commits[seat]:
                raise Cheat("session", f"seat {seat}'s nonce is not the one it committed to")
        self.id = fair.session_id(host, keys, [one.nonce for one in statements], self.rules)
        self.words = tuple(fingerprint(self.id))

    def restore(self, session: bytes, players: Players, bots: tuple[int, ...]) -> None:
        """Take the session that these players had agreed on before a round that nobody joins."""
        self.id, self.words, self.bots = session, tuple(fingerprint(session)), bots
        self.players = self._settled = players
        self._signatures.keys = tuple(key for key, _ in players)

    def shuffle_voided(self, silent: Iterable[int]) -> None:
        """Record that a shuffle was voided because these seats stayed silent."""
        self._silent = frozenset(self.players[seat][0] for seat in silent)

    def commitments_follow(self) -> None:
        """Record that new commitments follow, which all seats owe."""
        self._silent = None

    def round_dealt(self) -> None:
        """Record that a round is dealt: its players are settled."""
        self._settled, self._asked = self.players, None


def known_game(name: str, given: Mapping[str, Any]) -> tuple[Variety, Options]:
    """The game and its options, every one of which has to be given that a table writes. Raises Unknown."""
    try:
        game = variety(name)
        options = game.resolve(given)
    except Refusal as problem:
        raise Unknown(problem.says) from None
    if missing := sorted(set(options) - set(given)):
        raise Unknown(
            sentence("this version of the game has options that are missing: {names}", names=", ".join(missing))
        )
    if unwritten := sorted(set(given) - set(options)):
        raise Unknown(sentence("options that are off are named: {names}", names=", ".join(unwritten)))
    return game, options
