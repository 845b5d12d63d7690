"""The public log, entry by entry: each is checked against all that stands before it, after FAIRNESS.md."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stranger import keilty
from stranger.epochs import Epoch, deal_id, seat_commitment
from stranger.forms import Fault, entry_of, statement_of
from stranger.proofs import is_signed, tagged
from stranger.replay import Step, replay, winner_of
from stranger.table import Table, need
from stranger.votes import Votes

PLAY = "act vote shuffle host-commit show score"
MAY_FOLLOW = {
    "": "open",
    "open": "seats",
    "seats": "nonce-commits",
    "nonce-commits": "nonces",
    "nonces": "host-commit",
    "host-commit": "commits void",
    "commits": "shuffle",
    "shuffle": "reveals void",
    "reveals": "root",
    "root": "cosigns void",
    "cosigns": "deal act",
    "void": "host-commit",
    "deal": PLAY,
    "act": PLAY,
    "show": "act vote score",
    "score": "host-commit end",
    "end": "",
}


class Log:
    """What has been verified so far of one game's log, and how often each check was made in `counts`."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.head, self.last, self.time, self.record = bytes(32), "", 0, 0
        self.table: Table
        self.number, self.scores, self.starter = 0, [0] * 12, -1
        self.finished, self.voided = False, 0
        self.begin_round(0)

    def begin_round(self, number: int) -> None:
        """Forget the former round's shuffles and acts."""
        self.number, self.next, self.committed, self.batch = number, 0, 0, 0
        self.epochs: dict[int, Epoch] = {}
        self.positions: list[bytes] = []
        self.dealt: dict[tuple[int, int], int] = {}
        self.opened: set[tuple[int, int]] = set()
        self.signed, self.latest = [0] * 12, [0] * 12
        self.votes = Votes(len(self.table.keys) if number else 0)
        self.steps: list[Step] = []
        self.played: keilty.Round | None = None

    def entry(self, record: int, body: bytes) -> None:
        """Check one entry with the host's signature in front of it."""
        self.record = record
        entry = entry_of(body[64:])
        kind, self.head_before = entry["e"], self.head
        self.head = tagged("chain", self.head, body[64:])
        host = entry["host"] if kind == "open" and not self.last else self.table.host if self.last else b""
        need(is_signed(host, "head", self.head, body[:64]), "host-signature", "the host has not signed this log")
        need(kind in MAY_FOLLOW[self.last].split(), "chain", f"{kind} may not follow {self.last or 'the beginning'}")
        need(entry.get("t", self.time) >= self.time, "chain", "the clock runs backwards")
        self.time, before = entry.get("t", self.time), self.last
        self.last = before if kind == "vote" else kind
        self.counts.update(["format", "chain", "host-signature"])
        if "round" in entry:
            self.in_round(kind, before, entry["round"])
        getattr(self, "on_" + kind.replace("-", "_"))(entry)
        if kind in ("commits", "reveals", "cosigns"):
            self.votes.signed_by(*range(len(self.table.keys)))
        if kind in ("deal", "act", "show"):
            self.positions.append(self.head)
        if kind in ("deal", "act", "show", "vote"):
            self.votes.moment(self.head)

    def in_round(self, kind: str, before: str, number: int) -> None:
        """Check that an entry names the round that it is in."""
        if kind == "host-commit" and before in ("nonces", "score"):
            need(not self.finished, "chain", "the game was over")
            self.begin_round(self.number + 1)
        need(number == self.number, "chain", "it is another round")

    def on_open(self, entry: dict[str, Any]) -> None:
        """Begin the log."""
        self.table = Table(entry)
        self.counts["rules-hash"] += 1

    def on_seats(self, entry: dict[str, Any]) -> None:
        """Seat the players."""
        self.table.seat(entry)
        self.scores = [0] * len(self.table.keys)

    def on_nonce_commits(self, entry: dict[str, Any]) -> None:
        """Take all commitments to nonces."""
        self.table.commit_nonces(self.table.signed("nonce-commit", entry["signed"], "session", self.counts))

    def on_nonces(self, entry: dict[str, Any]) -> None:
        """Take all nonces."""
        self.table.show_nonces(self.table.signed("nonce", entry["signed"], "session", self.counts))

    def on_host_commit(self, entry: dict[str, Any]) -> None:
        """Take the host's commitments, to epochs that come after all those before."""
        need(self.next == self.committed, "recommit", "epochs committed to earlier are not used up")
        need(entry["first"] == self.committed, "recommit", "an epoch is committed to twice, or left out")
        count = len(entry["commits"])
        need(count == (3 if self.committed else 4), "commit-order", "it commits to another number of epochs")
        need(self.committed + count <= 256, "format", "there are not so many epochs")
        for epoch, pair in enumerate(entry["commits"], self.committed):
            self.epochs[epoch] = Epoch(deal_id(self.table.session, self.number, epoch), (pair[0], pair[1]))
        self.batch, self.committed = self.committed, self.committed + count
        self.counts["recommit"] += 1

    def on_commits(self, entry: dict[str, Any]) -> None:
        """Take the seats' commitments, made with the host's before their eyes."""
        need(entry["first"] == self.batch, "commit-order", "the commitments are for other epochs")
        for one in self.table.signed("commit", entry["signed"], "commit-order", self.counts):
            need(one["session"] == self.table.session, "commit-order", "a commitment is for another session")
            need(one["round"] == self.number, "commit-order", "a commitment is for another round")
            need(one["head"] == self.head_before, "commit-order", "a seat was shown another log")
            need(one["first"] == self.batch, "commit-order", "a commitment is for other epochs")
            need(len(one["commits"]) == self.committed - self.batch, "commit-order", "a commitment is missing")
            for epoch, commitment in enumerate(one["commits"], self.batch):
                self.epochs[epoch].seats.append(commitment)

    def on_shuffle(self, entry: dict[str, Any]) -> None:
        """Begin the next epoch; a new stock's cards are compared when the round is played again."""
        need(entry["epoch"] == self.next < self.committed, "chain", "it is not the next epoch committed to")
        epoch, cards = self.epochs[self.next], entry["cards"]
        need(list(cards) == sorted(set(cards)) and cards, "deck", "cards stand twice or in disorder")
        need(self.positions or cards == bytes(range(52)), "deck", "the deck has other cards")
        epoch.cards, epoch.head = cards, self.head

    def current(self, entry: dict[str, Any]) -> Epoch:
        """Return the epoch being shuffled, which `entry` has to name."""
        need(entry["epoch"] == self.next, "chain", "it is another epoch")
        return self.epochs[self.next]

    def on_reveals(self, entry: dict[str, Any]) -> None:
        """Take all contributions, and s_pub."""
        epoch = self.current(entry)
        said = self.table.signed("reveal", entry["signed"], "reveal", self.counts)
        for seat, one in enumerate(said):
            here = (one["session"], one["deal"], one["head"]) == (self.table.session, epoch.deal, epoch.head)
            need(here, "reveal", f"seat {seat} contributed to another shuffle")
            need(one["cset"] == epoch.cset(), "commit-set", f"seat {seat} was shown other commitments")
            mine = seat_commitment(epoch.deal, seat, self.table.keys[seat], one["x"])
            need(mine == epoch.seats[seat], "commitment", f"seat {seat} had committed to another contribution")
        epoch.pub = entry["pub"]
        public = tagged("commit", epoch.deal, b"host-pub", self.table.host, epoch.pub)
        need(public == epoch.host[1], "commitment", "the host had committed to another public secret")
        epoch.mix([one["x"] for one in said])
        self.counts.update({"commit-set": len(said), "commitment": len(said) + 1})

    def on_root(self, entry: dict[str, Any]) -> None:
        """Take the sealed deck's root."""
        epoch = self.current(entry)
        epoch.root, epoch.deal_root = entry["root"], entry["deal_root"]
        need(epoch.sealed_as(epoch.root) == epoch.deal_root, "root", "root and deal root do not belong together")
        self.root_head = self.head
        self.counts["root"] += 1

    def on_cosigns(self, entry: dict[str, Any]) -> None:
        """Check that all signed the root they see here."""
        epoch = self.current(entry)
        for one in self.table.signed("root", entry["signed"], "co-signature", self.counts):
            here = (one["session"], one["deal"], one["head"]) == (self.table.session, epoch.deal, self.root_head)
            need(here, "co-signature", "a signature is of another shuffle")
            need(one["root"] == epoch.deal_root, "root", "a seat was shown another root")
        epoch.signed = True
        self.next += 1
        if self.positions:
            self.steps.append(Step(self.record, epoch, {}))

    def on_void(self, entry: dict[str, Any]) -> None:
        """Drop what is left of the batch."""
        need(entry["epoch"] == self.next, "chain", "it is another epoch")
        silent = entry["silent"]
        need(len(set(silent)) == len(silent), "format", "a silent seat is named twice")
        need(max(silent) < len(self.table.keys), "format", "a silent seat does not exist")
        self.next, self.voided = self.committed, self.voided + 1

    def on_deal(self, entry: dict[str, Any]) -> None:
        """Check who begins, and that the deck's first positions go round from there."""
        need(not self.positions, "chain", "the round was dealt already")
        players, size = len(self.table.keys), self.table.hand()
        epoch, number = self.dealing(), self.next - 1
        self.starter = self.who_begins(epoch)
        need(entry["starter"] == self.starter, "first-seat", f"seat {self.starter} should begin")
        to = [(self.starter + place) % players for place in range(players * size)]
        need(list(entry["to"]) == to, "position", "the cards do not go round the table")
        need([up[0] for up in entry["up"]] == [len(to)], "position", "not just the next card is turned up")
        epoch.check_opening(*entry["up"][0])
        epoch.handed_out = len(to) + 1
        self.steps = [Step(self.record, None, entry)]
        self.dealt = {(number, place): seat for place, seat in enumerate(to)}
        self.counts.update({"first-seat": 1, "position": 1, "opening": 1})

    def dealing(self) -> Epoch:
        """Return the epoch that cards come from."""
        return self.epochs[self.next - 1]

    def who_begins(self, epoch: Epoch) -> int:
        """Return the seat that begins this round."""
        if self.number > 1:
            return (self.starter - 1) % len(self.table.keys)
        named = self.table.options["first_starter"]
        return epoch.first_seat(len(self.table.keys)) if named == "draw" else int(named)

    def on_act(self, entry: dict[str, Any]) -> None:
        """Check whose action it is, for which moment, and which card it draws."""
        need(self.last_shuffle_is_used(entry), "chain", "a shuffle was made for no draw")
        need(entry["seat"] < len(self.table.keys), "format", "there is no such seat")
        need((entry["signed"] is None) != (entry["why"] is None), "format", "it is neither signed nor by a clock")
        if entry["signed"] is not None:
            self.signed_action(entry)
            self.votes.signed_by(entry["seat"])
        wanted = entry["why"] != "vote" or self.votes.decide(entry["seat"])
        need(wanted, "clock", "the host acted for a seat that not enough of the others voted for")
        self.latest[entry["seat"]] = len(self.positions)
        self.draw(entry)
        self.steps.append(Step(self.record, None, entry))

    def on_vote(self, entry: dict[str, Any]) -> None:
        """Check whose vote it is, and let it count."""
        seat, (payload, signature) = entry["seat"], entry["signed"]
        right = seat < len(self.table.keys) and is_signed(self.table.keys[seat], "vote", payload, signature)
        need(right, "action-signature", f"seat {seat} has not signed this vote")
        said = statement_of("vote", payload)
        self.votes.take(seat, said, (said["session"], said["round"]) == (self.table.session, self.number))
        self.counts.update(["action-signature", "stale-action"])

    def last_shuffle_is_used(self, entry: dict[str, Any]) -> bool:
        """Tell whether a shuffle just made is followed by the draw that asked for it."""
        fresh = bool(self.steps) and self.steps[-1].epoch is not None
        return bool(self.positions) and (not fresh or entry["do"] == "draw")

    def signed_action(self, entry: dict[str, Any]) -> None:
        """Check a player's signature, count and aim."""
        seat, (payload, signature) = entry["seat"], entry["signed"]
        right = is_signed(self.table.keys[seat], "action", payload, signature)
        need(right, "action-signature", f"seat {seat} has not signed this action")
        said = statement_of("action", payload)
        need(said["do"] == entry["do"], "action-signature", "the player signed another action")
        here = (said["session"], said["round"], said["n"]) == (self.table.session, self.number, self.signed[seat])
        need(here, "action-signature", "the action was signed for another moment")
        oldest = self.latest[seat] if entry["do"].startswith("rummy ") else len(self.positions) - 1
        need(said["head"] in self.positions[oldest:], "stale-action", "the action was aimed at another position")
        self.signed[seat] += 1
        self.counts.update(["action-signature", "stale-action"])

    def draw(self, entry: dict[str, Any]) -> None:
        """Check that a card drawn is the next of its deck."""
        epoch, due = self.dealing(), None
        if entry["drawn"]:
            due, epoch.handed_out = epoch.handed_out, epoch.handed_out + entry["drawn"]
            self.dealt |= {(self.next - 1, place): entry["seat"] for place in range(due, epoch.handed_out)}
        need(entry["position"] == due, "position", "it is not the deck's next position")
        need(epoch.handed_out <= len(epoch.cards), "position", "the deck has no such position")
        self.counts["position"] += 1

    def on_show(self, entry: dict[str, Any]) -> None:
        """Recompute every deck used, and play the round again with the true cards."""
        used = [number for number, epoch in self.epochs.items() if epoch.signed]
        need(
            [number for number, _ in entry["secrets"]] == used, "deck", "another deck's secret is shown, or one is not"
        )
        for number, secret in entry["secrets"]:
            self.epochs[number].reveal(self.table.host, secret)
            self.counts.update(["deck", "commitment"])
        players, size, limit = len(self.table.keys), self.table.hand(), self.table.options["reshuffle_limit"]
        self.played = keilty.Round(players, self.starter, size, self.epochs[used[0]].deck, limit)
        wrong = replay(self.played, self.steps, self.table.options)
        if wrong:
            self.record = wrong[0]
            raise Fault(wrong[1], wrong[2])
        need(self.played.over, "rules", "the secrets were shown while the round was played")
        acts = [step.act["signed"] for step in self.steps[1:] if step.epoch is None]
        self.counts.update({"rules": len(acts), "clock": acts.count(None)})
        self.steps = []

    def on_score(self, entry: dict[str, Any]) -> None:
        """Compare the scores with those of the cards."""
        need(self.played is not None and not self.steps, "score", "a round is scored before its cards were shown")
        assert self.played is not None
        points = self.played.points()
        totals = [a + b for a, b in zip(self.scores, points, strict=True)]
        winner = winner_of(self.scores, totals, self.table.options["target"])
        out = self.played.out if self.played.out >= 0 else None
        due = {"out": out, "round_scores": points, "scores": totals, "winner": winner, "finished": winner is not None}
        for name, value in due.items():
            need(entry[name] == value, "score", f"{name} should be {value}")
        self.scores, self.finished = totals, winner is not None
        self.counts["score"] += 1

    def on_end(self, _entry: dict[str, Any]) -> None:
        """Check that the game was over."""
        need(self.finished, "end", "the game was closed before anybody had won")
        self.counts["end"] += 1

    def opening(self, record: int, body: bytes) -> None:
        """Check a card that the owner of the file was shown."""
        self.record = record
        number, epoch, place = int.from_bytes(body[1:5], "big"), body[5], body[6]
        need(number == self.number and self.last not in ("", "score", "end"), "opening", "it is of another round")
        need(self.dealt.get((epoch, place)) == body[0], "position", "the card was not given to that seat")
        need((epoch, place) not in self.opened, "opening", "it stands twice")
        self.epochs[epoch].check_opening(place, body[7], body[8:40], body[40:])
        self.opened.add((epoch, place))
        self.counts.update(["format", "opening"])
