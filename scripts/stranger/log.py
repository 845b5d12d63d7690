"""The public log, entry by entry: each is checked against all entries before it, after FAIRNESS.md."""

from __future__ import annotations

from typing import Any, TypeAlias

from stranger.ceremony import Ceremony
from stranger.files import opening_of, refusal_of
from stranger.forms import entry_of, need
from stranger.place import Place
from stranger.play import Play
from stranger.proofs import is_key, is_signed, tagged
from stranger.table import Table

Entry: TypeAlias = dict[str, Any]

MAY_FOLLOW = {
    "": "open",
    "open": "seats",
    "seats": "nonce-commits seats end",
    "nonce-commits": "nonces seats end",
    "nonces": "host-commit",
    "host-commit": "commits void",
    "commits": "shuffle",
    "shuffle": "reveals void",
    "reveals": "root",
    "root": "cosigns void",
    "void": "host-commit seats end",
    "deal": "act vote insert want show score",
    "insert": "act vote want show score",
    "act": "act vote want show score",
    "want": "host-commit shuffle end",
    "show": "act vote score",
    "score": "host-commit seats end",
    "end": "",
}
ENDS = {
    "seats": ("no-session",),
    "nonce-commits": ("no-session",),
    "void": ("voids", "epochs"),
    "want": ("epochs",),
    "score": ("played",),
}


class Log:
    """The verified part of one game's log, and how often each check was made."""

    def __init__(self) -> None:
        self.place = Place()
        self.counts = self.place.counts
        self.table: Table
        self.ceremony: Ceremony
        self.play: Play | None = None
        self.finished, self.end, self.unsigned = False, "", 0
        self.between_rounds = True
        self.scores: list[int] = []
        self.owner: bytes | None = None

    def read_entry(self, record: int, body: bytes) -> None:
        """Check one entry, which follows the host's signature in `body`."""
        place = self.place
        place.record = record
        signature, data = body[:64], body[64:]
        head = tagged("chain", place.head, data)
        if place.last:
            need(is_signed(self.table.host, "head", head, signature), "host-signature", "the host has not signed this")
            entry = entry_of(data)
        else:
            entry = entry_of(data)
            need(entry["e"] == "open", "chain", "the log does not begin with its opening")
            signed = is_key(entry["host"]) and is_signed(entry["host"], "head", head, signature)
            need(signed, "host-signature", "the host has not signed this")
        place.before, place.head = place.head, head
        self.check_chain(entry)
        self.counts.update(["host-signature", "format", "chain"])
        self.dispatch(entry)
        if entry["e"] != "vote":
            place.last = entry["e"]

    def check_chain(self, entry: Entry) -> None:
        """Check the order of entries, then round and epoch, then time."""
        kind, last = entry["e"], self.place.last
        need(kind in self.may_follow(), "chain", f"{kind} may not follow {last or 'the beginning'}")
        if "round" in entry:
            begins = kind == "host-commit" and self.between_rounds
            need(entry["round"] == self.place.round + begins, "chain", "it is another round")
        if "epoch" in entry and kind != "void":
            need(entry["epoch"] == self.ceremony.next, "chain", "it is another epoch")
        time = entry.get("t", 0)
        need(time >= self.place.time, "chain", "the clock runs backwards")
        self.place.time = time

    def may_follow(self) -> list[str]:
        """Return the kinds of entries that may come now."""
        last = self.place.last
        if last == "cosigns":
            return ["act" if self.play and self.play.positions else "deal"]
        if last == "score" and self.finished:
            return ["end"]
        again = last in ("seats", "nonce-commits", "void") and not self.table.dealt
        if again or (last == "void" and not self.table.asked):
            return [kind for kind in MAY_FOLLOW[last].split() if kind != "seats"]
        return MAY_FOLLOW[last].split()

    def dispatch(self, entry: Entry) -> None:
        """Check the content of an entry."""
        kind, place = entry["e"], self.place
        if kind == "open":
            self.table = Table(entry, self.counts)
            self.ceremony = Ceremony(place, self.table)
        self.table.statements.note_entry(place.head, place.time)
        if place.last == "void" and kind != "end":
            self.check_limit()
        if kind in ("seats", "nonce-commits", "nonces"):
            getattr(self.table, "on_" + kind.replace("-", "_"))(entry, place.before)
        elif kind in ("host-commit", "commits", "shuffle", "reveals", "root", "cosigns", "void"):
            self.on_ceremony(kind, entry)
        elif kind == "end":
            self.on_end(entry["why"])
        elif kind != "open":
            self.on_play(kind, entry)

    def check_limit(self) -> None:
        """Fault `void` if as many shuffles were voided as the table allows."""
        on = len(self.ceremony.voids) < self.ceremony.limit
        need(on, "void", "the game went on after the last void that its table allows")

    def on_ceremony(self, kind: str, entry: Entry) -> None:
        """Check a part of a shuffle."""
        if kind == "host-commit" and self.between_rounds:
            self.place.round += 1
            self.ceremony.begin_round()
            self.between_rounds = False
        if kind == "host-commit" and self.place.last in ("nonces", "score"):
            self.play = Play(self.place, self.table, self.ceremony)
        assert self.play is not None
        if kind == "shuffle":
            again = bool(self.play.positions)
            self.ceremony.on_shuffle(entry, None if again else self.table.game.cards)
            if again:
                self.table.game.check_restock(entry["cards"])
        elif kind == "cosigns":
            epoch = self.ceremony.on_cosigns(entry)
            if self.play.positions:
                self.play.restocked(epoch)
        else:
            getattr(self.ceremony, "on_" + kind.replace("-", "_"))(entry)
        if kind in ("commits", "reveals", "cosigns"):
            self.play.votes.signed_by(*range(len(self.table.keys)))

    def on_play(self, kind: str, entry: Entry) -> None:
        """Check a part of the play."""
        assert self.play is not None
        getattr(self.play, "on_" + kind)(entry)
        if kind in ("deal", "insert", "act", "show"):
            self.play.note_position()
        if kind == "score":
            self.finished, self.scores, self.between_rounds = entry["finished"], entry["scores"], True
        if kind in ("act", "want") and entry["why"] in ("turn", "rule", "vote"):
            self.unsigned += 1

    def on_end(self, why: str) -> None:
        """Check that the game was over for the reason named."""
        ceremony = self.ceremony
        need(why in ENDS[self.place.last], "end", f"a log does not end for {why} behind {self.place.last}")
        if self.place.last == "void" and why != "voids":
            self.check_limit()
        if why == "no-session":
            need(not self.table.session, "end", "there was a session")
        elif why == "voids":
            need(len(ceremony.voids) == ceremony.limit, "end", "fewer shuffles were voided than the table allows")
        elif why == "epochs":
            need(ceremony.is_used_up(), "end", "the round has epochs left")
        elif why == "played":
            need(self.finished, "end", "the game was closed before anybody had won")
        self.end = why
        self.counts["end"] += 1

    def read_opening(self, record: int, body: bytes) -> None:
        """Check a card that the owner of the file was shown."""
        self.place.record = record
        opening = opening_of(body)
        self.check_owner(opening.seat, "opening")
        here = self.play is not None and opening.round == self.place.round
        need(here and self.place.last not in ("score", "end"), "opening", "it is of another round")
        assert self.play is not None
        self.play.open_card(opening)

    def read_refusal(self, record: int, body: bytes) -> None:
        """Check that owner and host signed a refusal."""
        self.place.record = record
        refusal = refusal_of(body)
        self.check_owner(refusal.seat, "refusal")
        seated = self.place.last not in ("", "open") and refusal.seat < len(self.table.keys)
        need(seated, "refusal", "nobody had this seat yet")
        self.table.statements.refuse(self.table.keys[refusal.seat], refusal)

    def check_owner(self, seat: int, check: str) -> None:
        """Check that all openings and refusals of the file are of one player, who may have got another seat."""
        keys = self.table.keys if self.place.last else []
        owner = keys[seat] if seat < len(keys) else bytes([seat])
        need(self.owner in (None, owner), check, "the file has openings or refusals of several players")
        self.owner = owner
