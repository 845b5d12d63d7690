"""The beginning of a log: which game by which options, who sits where, and the session that all agreed on."""

from rummynet.rules.options import Options
from rummynet.rules.varieties import variety
from rummynet.rules.variety import Variety
from rummynet.verifier.signatures import Signatures
from rummynet_protocol.errors import Cheat, Refusal
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.entries import NonceCommits, Nonces, Opened, Seated
from rummynet_protocol.fairness.statements import NonceCommitted, NonceShown
from rummynet_protocol.fairness.words import fingerprint


class Session:
    """Filled from the entries open, seats, nonce-commits and nonces; the last three again when somebody joins."""

    def __init__(self, opened: Opened, signatures: Signatures) -> None:
        """Raises Cheat where the game is unknown or its options are impossible."""
        self.opened = opened
        self.variety, self.options = _agreed(opened)
        self.players: tuple[tuple[bytes, str], ...] = ()
        """(key, name) by seat."""
        self.joining: tuple[int, ...] = ()
        """The seats that are new in the coming round."""
        self.nonce_commits: tuple[bytes, ...] = ()
        self.id = b""
        self.words: tuple[str, ...] = ()
        """Six words for the players to compare aloud."""
        self._signatures = signatures
        self._settled = 0
        """How many players have agreed on a session."""
        self._is_open = False
        signatures.passed["rules-hash"] += 1

    def seat(self, entry: Seated) -> None:
        """Who plays. Raises Cheat."""
        keys = tuple(key for key, _ in entry.players)
        if len(set(keys)) != len(keys) or keys[: self._settled] != self._signatures.keys[: self._settled]:
            raise Cheat("session", "a player sits in two seats, or seats changed hands")
        if self._settled:
            self._check_coming(entry)
        else:
            self._check_first(entry)
        self._is_open = True
        self.players, self.joining = entry.players, entry.joining
        self._signatures.keys = keys

    def _check_first(self, entry: Seated) -> None:
        if self._is_open or entry.joining:
            raise Cheat("chain", "the players of a game that has not begun were named twice, or as coming in later")
        try:
            self.variety.check(self.options, len(entry.players))
        except Refusal as problem:
            raise Cheat("rules-hash", f"this game cannot be played: {problem}") from None

    def _check_coming(self, entry: Seated) -> None:
        """New players before a round; and, where some of them stayed silent, fewer of them once more."""
        if not self.variety.takes_newcomers or len(entry.players) not in self.variety.seats:
            raise Cheat("rules", f"nobody can come in to this game of {self.variety.title}")
        new = set(range(self._settled, len(entry.players)))
        if not new <= set(entry.joining) or max(entry.joining, default=0) >= len(entry.players):
            raise Cheat("session", "the seats that are said to be new are not those that are")
        if self._is_open and len(entry.joining) >= len(self.joining):
            raise Cheat("session", "the host let the same players agree on a session twice")
        if not self._is_open and not entry.joining:
            raise Cheat("session", "the host asked for a new session although nobody comes in")

    def commit(self, entry: NonceCommits) -> None:
        """Every seat has committed to a nonce. Raises Cheat."""
        said = self._signatures.statements(NonceCommitted, entry.signed, "session")
        for seat, one in enumerate(said):
            if one.table != self.opened.table or one.seat != seat:
                raise Cheat("session", f"seat {seat}'s commitment was made for another seat or table")
        self.nonce_commits = tuple(one.commit for one in said)

    def show(self, entry: Nonces) -> None:
        """Every seat has shown its nonce: the session has its name. Raises Cheat."""
        table, host = self.opened.table, self.opened.host
        said = self._signatures.statements(NonceShown, entry.signed, "session")
        committed = fair.nonce_set(table, self.nonce_commits)
        keys = self._signatures.keys
        for seat, (one, key) in enumerate(zip(said, keys, strict=True)):
            if one.table != table or one.commits != committed:
                raise Cheat("session", f"seat {seat} was shown other commitments than this log holds")
            if fair.nonce_commit(table, seat, key, one.nonce) != self.nonce_commits[seat]:
                raise Cheat("session", f"seat {seat}'s nonce is not the one it committed to")
        rules = fair.rules_hash(self.opened.variant, self.opened.options)
        self.id = fair.session_id(host, keys, [one.nonce for one in said], rules)
        self.words = tuple(fingerprint(self.id))
        self._settled, self._is_open = len(keys), False


def _agreed(opened: Opened) -> tuple[Variety, Options]:
    try:
        game = variety(opened.variant)
        options = game.resolve(opened.options)
    except Refusal as problem:
        raise Cheat("rules-hash", f"this game cannot be checked: {problem}") from None
    if set(opened.options) != set(options):
        raise Cheat("rules-hash", "the log does not name every option of the game")
    return game, options
