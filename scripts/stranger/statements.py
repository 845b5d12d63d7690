"""The players' statements in one log: signature, form, order, time and refusals, after FAIRNESS.md.

Every envelope of a log passes through `Statements.read` once; the check of its kind covers the rest.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from stranger.files import Refusal
from stranger.forms import need, statement_of
from stranger.proofs import is_signed, tagged

NOTHING = bytes(32)
Statement = dict[str, Any]


def statement_hash(kind: str, payload: bytes) -> bytes:
    """Return the hash by which chain and refusals refer to a statement."""
    return tagged("statement", kind.encode(), payload)


class Statements:
    """The statements signed so far by each player in the log with the id `log`."""

    def __init__(self, log: bytes, host: bytes, counts: Counter[str]) -> None:
        self.log, self.host, self.counts = log, host, counts
        self.heads: dict[bytes, int] = {}
        self.newest: dict[bytes, tuple[int, bytes]] = {}
        self.clocks: dict[tuple[bytes, bytes], tuple[int, int]] = {}
        self.logged: set[tuple[bytes, bytes]] = set()
        self.refused: set[tuple[bytes, bytes]] = set()

    def note_entry(self, head: bytes, time: int) -> None:
        """Note that the log had `head` after an entry with this time."""
        self.heads[head] = time

    def read(self, key: bytes, kind: str, envelope: list[bytes], check: str, time: int) -> Statement:
        """Return the statement of `key` in an entry with this time; Fault `check` if it is not signed."""
        payload, signature = envelope
        need(is_signed(key, kind, payload, signature), check, f"a {kind} is not signed by its player")
        statement = statement_of(kind, payload)
        name = statement_hash(kind, payload)
        self.check_order(key, statement)
        self.newest[key] = statement["n"], name
        self.check_time(key, kind, statement, time)
        need((key, name) not in self.refused, "refusal", "the host had refused this statement")
        self.logged.add((key, name))
        self.counts.update(["statement-order", "time"])
        return statement

    def check_order(self, key: bytes, statement: Statement) -> None:
        """Check log, number and predecessor."""
        need(statement["log"] == self.log, "statement-order", "the statement is of another log")
        number, name = self.newest.get(key, (-1, NOTHING))
        need(statement["n"] > number, "statement-order", f"statement {statement['n']} stands behind statement {number}")
        following = statement["n"] == number + 1
        need(not following or statement["prev"] == name, "statement-order", "the statement before it is another one")
        need(
            statement["n"] > 0 or statement["prev"] == NOTHING,
            "statement-order",
            "a first statement names one before it",
        )

    def check_time(self, key: bytes, kind: str, statement: Statement, time: int) -> None:
        """Check that log time did not run ahead of the signer's clock, between any two of its statements.

        200 (C - A) <= 201 (c - a) + 200,000 for each earlier (a, A), so the least of 200 A - 201 a is all to remember.
        """
        clock = key, statement["clock"]
        latest, least = self.clocks.get(clock, (0, 0))
        if clock in self.clocks:
            need(statement["t"] >= latest, "time", "the player's clock runs backwards")
            seen = None if kind == "ready" else self.heads.get(statement["head"])
            bound = least + 200_000 + 201 * statement["t"]
            need(seen is None or 200 * seen <= bound, "time", "the log's time ran ahead of the player's")
        here = 200 * time - 201 * statement["t"]
        self.clocks[clock] = statement["t"], min(least, here) if clock in self.clocks else here

    def refuse(self, key: bytes, refusal: Refusal) -> None:
        """Check and record a refusal from the file of the player with `key`."""
        name = statement_hash(refusal.kind, refusal.payload)
        signed = is_signed(key, refusal.kind, refusal.payload, refusal.signature)
        need(signed, "refusal", "the refused statement is not signed by the owner of the file")
        sealed = tagged("refusal", self.log, key, name, refusal.code)
        need(is_signed(self.host, "refusal", sealed, refusal.refused), "refusal", "the host has not signed the refusal")
        statement = statement_of(refusal.kind, refusal.payload)
        need(statement["log"] == self.log, "refusal", "the refused statement is of another log")
        need((key, name) not in self.logged, "refusal", "a statement stands in the log and was refused")
        self.refused.add((key, name))
        self.counts["refusal"] += 1
