"""From `deal` to `score`: positions of the deck, authors and aims of actions, after FAIRNESS.md."""

from __future__ import annotations

from typing import Any, TypeAlias

from stranger.ceremony import Ceremony
from stranger.epochs import Epoch
from stranger.files import Opening
from stranger.forms import need
from stranger.place import Place
from stranger.table import Table
from stranger.votes import Votes

Entry: TypeAlias = dict[str, Any]


class Play:
    """The play of one round."""

    def __init__(self, place: Place, table: Table, ceremony: Ceremony) -> None:
        self.place, self.table, self.ceremony, self.game = place, table, ceremony, table.game
        self.votes = Votes(len(table.keys))
        self.positions: list[bytes] = []
        self.latest = [0] * len(table.keys)
        self.wanted: Entry | None = None
        self.fresh = self.shown = False
        self.inserted: set[int] = set()
        self.given: dict[tuple[int, int], tuple[int, int]] = {}
        self.opened: set[tuple[int, int]] = set()

    def note_position(self) -> None:
        """Note that the entry just checked is a position at which actions can be aimed."""
        self.positions.append(self.place.head)
        self.votes.note_position(self.place.head)
        self.game.note_position()

    def dealing(self) -> tuple[int, Epoch]:
        """Return the epoch that cards come from, with its number."""
        number = self.ceremony.next - 1
        return number, self.ceremony.epochs[number]

    def on_deal(self, entry: Entry) -> None:
        """Deal the first cards of the deck."""
        number, epoch = self.dealing()
        self.game.check_deal(entry, len(self.table.keys), epoch)
        for up in entry["up"]:
            epoch.check_opening(*up)
        epoch.handed_out = len(entry["to"]) + len(entry["up"])
        need(epoch.handed_out <= len(epoch.cards), "position", "the deck has not so many cards")
        self.game.deal(self.place.record, entry)
        self.table.note_deal()
        self.given = {(number, at): (seat, 0) for at, seat in enumerate(entry["to"])}
        self.place.counts.update({"first-seat": 1, "position": 1, "opening": len(entry["up"])})

    def on_insert(self, _entry: Entry) -> None:
        """Note that positions are no longer named."""
        need(not self.game.known, "rules", "no cards are put back in Keilty rummy")
        self.inserted.add(self.dealing()[0])

    def restocked(self, epoch: Epoch) -> None:
        """Note that a new stock has been signed; the draw that it was made for has to follow."""
        self.game.restock(self.place.record, epoch)
        self.fresh = True

    def on_want(self, entry: Entry) -> None:
        """Check a draw that a new stock is made for, like an act."""
        self.check_author(entry)
        self.game.want(entry)
        self.wanted = entry

    def on_act(self, entry: Entry) -> None:
        """Check the author, aim and drawn card of an action."""
        awaited = self.wanted if self.fresh else None
        need((entry["why"] == "want") == (awaited is not None), "chain", "a new stock and its draw are apart")
        if awaited is not None:
            same = (entry["seat"], entry["do"]) == (awaited["seat"], awaited["do"])
            need(same, "chain", "it is not the draw that the shuffle was for")
            need(entry["signed"] is None, "action-signature", "the draw is signed a second time")
        else:
            self.check_author(entry)
        self.game.act(self.place.record, entry)
        self.latest[entry["seat"]] = len(self.positions)
        self.draw(entry)
        self.wanted, self.fresh = None, False

    def check_author(self, entry: Entry) -> None:
        """Check the signature of an act or a want, or that the host may do it."""
        seat, both = entry["seat"], (entry["signed"] is None) == (entry["why"] is None)
        self.game.check_spelling(entry["do"])
        need(seat < len(self.table.keys), "rules", "there is no such seat")
        need(not both, "action-signature", "it is neither signed nor done for a reason, or both")
        if entry["signed"] is not None:
            self.check_signed(seat, entry)
            self.votes.signed_by(seat)
        else:
            wanted = entry["why"] != "vote" or self.votes.decide(seat)
            need(wanted, "clock", "the host acted for a seat that not enough of the others voted for")
            self.game.check_clock(entry)
            self.place.counts["clock"] += 1

    def check_signed(self, seat: int, entry: Entry) -> None:
        """Check a player's signature and aim."""
        statement = self.read("action", seat, entry)
        need(statement["do"] == entry["do"], "action-signature", "the player signed another action")
        self.check_here(statement)
        need(statement["head"] in self.positions, "stale-action", "the action was aimed at no position of this round")
        aim, races = self.positions.index(statement["head"]), self.game.races(entry["do"])
        oldest = self.latest[seat] if races else len(self.positions) - 1
        need(aim >= oldest, "stale-action", "the action was aimed at an older position")
        if races:
            self.game.check_call(entry["do"], aim)
        self.place.counts.update(["action-signature", "stale-action"])

    def read(self, kind: str, seat: int, entry: Entry) -> Entry:
        """Return the statement of `seat` in an act, a want or a vote."""
        return self.table.statements.read(
            self.table.keys[seat], kind, entry["signed"], "action-signature", self.place.time
        )

    def check_here(self, statement: Entry) -> None:
        """Check that an action or a vote is for this session and round."""
        here = (statement["session"], statement["round"]) == (self.table.session, self.place.round)
        need(here, "action-signature", "it was signed for another session or round")

    def on_vote(self, entry: Entry) -> None:
        """Check the author of a vote, and count it."""
        seat, seats = entry["seat"], len(self.table.keys)
        need(seat < seats, "action-signature", "there is no such seat")
        statement = self.read("vote", seat, entry)
        self.check_here(statement)
        need(
            statement["about"] < seats and statement["about"] != seat,
            "action-signature",
            "the vote is about no other seat",
        )
        self.votes.take(seat, statement, self.place.head)
        self.place.counts.update(["action-signature", "stale-action"])

    def draw(self, entry: Entry) -> None:
        """Check that a card drawn is the next of its deck."""
        (number, epoch), due = self.dealing(), None
        if entry["drawn"] and number not in self.inserted:
            due, epoch.handed_out = epoch.handed_out, epoch.handed_out + entry["drawn"]
            places = range(due, epoch.handed_out)
            self.given |= {(number, place): (entry["seat"], len(self.positions)) for place in places}
        unnamed = not self.game.known and entry["position"] is None
        need(entry["position"] == (None if unnamed else due), "position", "it is not the deck's next position")
        need(epoch.handed_out <= len(epoch.cards), "position", "the deck has no such position")
        self.place.counts["position"] += 1

    def on_show(self, entry: Entry) -> None:
        """Recompute every deck used, and replay the round with the true cards."""
        need(not self.shown, "chain", "the secrets are shown twice")
        self.ceremony.open_decks(entry)
        self.game.show(self.ceremony.used())
        self.shown = True
        self.place.counts["rules"] += self.game.known

    def on_score(self, entry: Entry) -> None:
        """Compare the scores with those of the cards."""
        need(self.shown, "score", "a round is scored before its cards were shown")
        lists = entry["round_scores"], entry["scores"]
        need(all(len(one) == len(self.table.keys) for one in lists), "score", "a seat has no score, or nobody has one")
        self.game.score(entry)
        self.place.counts["score"] += self.game.known

    def open_card(self, opening: Opening) -> None:
        """Check a card that the owner of the file was shown."""
        at = opening.epoch, opening.position
        need(opening.epoch in self.ceremony.used(), "opening", "there is no such deck")
        seat, since = self.given.get(at, (opening.seat, 0) if opening.epoch in self.inserted else (-1, 0))
        need(seat == opening.seat, "opening", "the card was not given to that seat")
        need(at not in self.opened, "opening", "it stands twice")
        self.ceremony.epochs[opening.epoch].check_opening(*opening[3:])
        need(not self.game.was_seen(opening.card, since), "opening", "the card was seen before it is shown")
        self.opened.add(at)
        self.place.counts["opening"] += 1
