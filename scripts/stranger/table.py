"""Players and sessions: the opening of a log, consent, seats and nonces, after FAIRNESS.md."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stranger import packed
from stranger.forms import need
from stranger.games import Game, game_of
from stranger.proofs import is_key, tagged, u8, u32
from stranger.statements import Statement, Statements

Player = tuple[bytes, str]


def players_hash(players: list[Player]) -> bytes:
    """Return the hash of keys and names in seat order."""
    return tagged("players", *[part for key, name in players for part in (key, name.encode())])


class Table:
    """The host, the rules and the seats of one log."""

    def __init__(self, opening: dict[str, Any], counts: Counter[str]) -> None:
        self.host, self.before, self.options = opening["host"], opening["before"], opening["options"]
        self.counts = counts
        self.is_first = opening["game"] == 1
        self.log = tagged("log", self.host, opening["table"], u32(opening["game"]))
        self.game: Game = game_of(opening["variant"], self.options)
        pairs = [[name, self.options[name]] for name in sorted(self.options)]
        self.rules_hash = tagged("rules", packed.write([opening["variant"], pairs]))
        self.statements = Statements(self.log, self.host, counts)
        self.players: list[Player] = []
        self.dealt: list[Player] = []
        self.left_out: set[bytes] | None = None
        self.asked: dict[bytes, list[bytes]] | None = None
        self.commits: list[bytes] = []
        self.session = b""
        counts["rules-hash"] += 1

    @property
    def keys(self) -> list[bytes]:
        """The keys of the players in seat order."""
        return [key for key, _ in self.players]

    def on_seats(self, entry: dict[str, Any], _before: bytes) -> None:
        """Check the players and the consent of those who are new."""
        self.players = [(key, name) for key, name in entry["players"]]
        joining: list[int] = entry["joining"]
        self.game.check_players(len(self.players))
        need(len(set(self.keys)) == len(self.keys), "session", "a key sits twice")
        need(all(map(is_key, self.keys)), "session", "a key is no point of large order, or not written as it should be")
        self.check_joining(joining)
        need(not (self.is_first and any(self.before)), "consent", "a first game names a game before it")
        asked = [self.keys[seat] for seat in (joining if self.dealt else range(len(self.keys)))]
        need(len(entry["ready"]) == len(asked), "consent", "a consent is missing")
        shown = players_hash(self.dealt or self.players)
        envelopes = dict(zip(asked, entry["ready"], strict=True))
        if self.asked is not None:
            same = envelopes.items() <= self.asked.items()
            need(same, "consent", "who was asked before has agreed once more")
        else:
            statements = [
                self.statements.read(key, "ready", one, "consent", entry["t"]) for key, one in envelopes.items()
            ]
            for one in statements:
                need(one["head"] == self.before, "consent", "somebody agreed to a game with another past")
                need(one["rules"] == self.rules_hash, "consent", "somebody agreed to other rules")
                need(one["players"] == shown, "consent", "somebody agreed to play with others")
        self.asked = envelopes
        self.counts["consent"] += len(asked)

    def check_joining(self, joining: list[int]) -> None:
        """Check who joins: nobody at first, later everybody new, and fewer each time that they are asked again."""
        if not self.dealt:
            need(not joining, "session", "somebody joins a game that has not begun")
            return
        need(self.game.takes_newcomers, "rules", "nobody can join this game")
        need(joining == sorted(set(joining)), "session", "a seat joins twice, or the seats are in disorder")
        need(all(seat < len(self.players) for seat in joining), "session", "a seat joins that is not there")
        old = len(self.dealt)
        need(self.players[:old] == self.dealt, "session", "a seat was given to another key or name")
        need(set(range(old, len(self.players))) <= set(joining), "session", "a new seat is not among those that join")
        coming = {self.keys[seat] for seat in joining}
        if self.asked is None:
            need(coming, "session", "seats are given anew and nobody joins")
        else:
            need(coming < self.asked.keys(), "session", "those asked to join are not fewer than before")
        if self.left_out is not None and self.asked is not None:
            rest = self.asked.keys() - self.left_out
            need(coming == rest, "session", "after a void others are left out than it names")
        self.left_out = None

    def statements_of_all(self, kind: str, entry: dict[str, Any], check: str) -> list[Statement]:
        """Return the statements of all seats in an entry; Fault `check` if a signature is missing or wrong."""
        envelopes = entry["signed"]
        need(len(envelopes) == len(self.keys), check, "a seat's statement is missing")
        statements = []
        for key, envelope in zip(self.keys, envelopes, strict=True):
            statements.append(self.statements.read(key, kind, envelope, check, entry["t"]))
        self.counts[check] += len(statements)
        return statements

    def on_nonce_commits(self, entry: dict[str, Any], before: bytes) -> None:
        """Check the seats' commitments to their nonces."""
        statements = self.statements_of_all("nonce-commit", entry, "session")
        for seat, one in enumerate(statements):
            need(one["head"] == before, "session", f"seat {seat} was shown another log")
            need(one["seat"] == seat, "session", "a nonce is for another seat")
        self.commits = [one["commit"] for one in statements]

    def on_nonces(self, entry: dict[str, Any], before: bytes) -> None:
        """Check the nonces, and compute the session from them."""
        statements = self.statements_of_all("nonce", entry, "session")
        shown = tagged("nonce-set", self.log, *self.commits)
        for seat, one in enumerate(statements):
            need(one["head"] == before, "session", f"seat {seat} was shown another log")
            need(one["commits"] == shown, "session", "seats were shown different commitments")
            mine = tagged("nonce-commit", self.log, u8(seat), self.keys[seat], one["nonce"])
            need(mine == self.commits[seat], "session", f"seat {seat} had committed to another nonce")
        nonces = [one["nonce"] for one in statements]
        self.session = tagged("session", self.host, u8(len(self.keys)), *self.keys, *nonces, self.rules_hash)

    def note_void(self, silent: list[int]) -> None:
        """Note the seats that a void names: joining players among them may be left out."""
        self.left_out = {self.keys[seat] for seat in silent}

    def note_deal(self) -> None:
        """Note that all players have been dealt a round: their seats and names are fixed from now on."""
        self.dealt, self.asked, self.left_out = self.players, None, None

    def word_numbers(self) -> list[int]:
        """Return the indexes of the table's six words in the list."""
        bits = int.from_bytes(tagged("fingerprint", self.session), "big") >> (256 - 66)
        return [bits >> shift & 2047 for shift in range(55, -1, -11)]
