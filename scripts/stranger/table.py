"""Who plays what: the opening of a log, the seats and the session, after FAIRNESS.md."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stranger import keilty, packed
from stranger.forms import Fault, statement_of
from stranger.proofs import is_signed, tagged, u8

KEILTY_OPTIONS = {*keilty.RANGES, "first_starter", "rummy_hints"}


def need(truth: object, check: str, why: str) -> None:
    """Fault `check` unless `truth`."""
    if not truth:
        raise Fault(check, why)


def check_options(variant: str, options: dict[str, Any]) -> None:
    """Fault `rules-hash` unless these are the options of Keilty rummy, each within its range."""
    need(variant == "keilty", "rules-hash", f"this verifier knows Keilty rummy alone, not {variant!r}")
    need(options.keys() == KEILTY_OPTIONS, "rules-hash", "an option is missing or unknown")
    for name, (low, high) in keilty.RANGES.items():
        value = options[name]
        need(type(value) is int and low <= value <= high, "rules-hash", f"the option {name} is out of range")
    first = options["first_starter"]
    named = type(first) is int and 0 <= first < 6
    need(first == "draw" or named, "rules-hash", "the option first_starter is no seat")
    need(options["hand"] not in (1, 2), "rules-hash", "the option hand is out of range")
    need(type(options["rummy_hints"]) is bool, "rules-hash", "the option rummy_hints is neither true nor false")


class Table:
    """The host, the rules and the seats of one log."""

    def __init__(self, opening: dict[str, Any]) -> None:
        self.name, self.host, self.options = opening["table"], opening["host"], opening["options"]
        check_options(opening["variant"], self.options)
        pairs = [[name, self.options[name]] for name in sorted(self.options)]
        self.rules_hash = tagged("rules", packed.write([opening["variant"], pairs]))
        self.keys: list[bytes] = []
        self.names: list[str] = []
        self.commits: list[bytes] = []
        self.session = b""

    def seat(self, entry: dict[str, Any]) -> None:
        """Take the players' keys from a `seats` entry."""
        self.keys = [key for key, _ in entry["players"]]
        self.names = [name for _, name in entry["players"]]
        need(2 <= len(self.keys) <= 6, "session", "Keilty rummy is for 2 to 6 players")
        need(len(set(self.keys)) == len(self.keys), "session", "a key sits twice")
        need(not entry["joining"], "session", "nobody can join in Keilty rummy")
        first = self.options["first_starter"]
        need(first == "draw" or first < len(self.keys), "rules-hash", "the seat that should begin is not there")
        need(self.hand() * len(self.keys) <= 48, "rules-hash", "there are not enough cards for these hands")

    def hand(self) -> int:
        """Return how many cards each seat is dealt."""
        return int(self.options["hand"]) or keilty.HANDS[len(self.keys)]

    def signed(self, kind: str, envelopes: list[list[bytes]], check: str, counts: Counter[str]) -> list[dict[str, Any]]:
        """Return what all seats say in their `envelopes`; Fault `check` if a signature is missing or wrong."""
        need(len(envelopes) == len(self.keys), check, "a seat's statement is missing")
        said = []
        for seat, (payload, signature) in enumerate(envelopes):
            need(is_signed(self.keys[seat], kind, payload, signature), check, f"the signature of seat {seat} is wrong")
            said.append(statement_of(kind, payload))
        counts[check] += len(said)
        return said

    def commit_nonces(self, said: list[dict[str, Any]]) -> None:
        """Take the seats' commitments to their nonces."""
        for seat, one in enumerate(said):
            need(one["table"] == self.name and one["seat"] == seat, "session", "a nonce is for another seat or table")
        self.commits = [one["commit"] for one in said]

    def show_nonces(self, said: list[dict[str, Any]]) -> None:
        """Take the nonces, and make the session of them."""
        shown = tagged("nonce-set", self.name, *self.commits)
        for seat, one in enumerate(said):
            need(one["table"] == self.name and one["commits"] == shown, "session", "seats were shown different tables")
            mine = tagged("nonce-commit", self.name, u8(seat), self.keys[seat], one["nonce"])
            need(mine == self.commits[seat], "session", f"seat {seat} had committed to another nonce")
        nonces = [one["nonce"] for one in said]
        self.session = tagged("session", self.host, u8(len(self.keys)), *self.keys, *nonces, self.rules_hash)

    def word_numbers(self) -> list[int]:
        """Return the places of the table's six words in the list."""
        bits = int.from_bytes(tagged("fingerprint", self.session), "big") >> (256 - 66)
        return [bits >> shift & 2047 for shift in range(55, -1, -11)]
