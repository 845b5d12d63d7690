"""Whole evenings of chance at one table: people agree, play, vote, fall silent, come and go, and sign what is wrong.

Whatever happens: every player's auditor accepts the log, nothing stands in it that was refused to anybody, the journal
leads to the same table, and no table fails.
"""

import random
from collections.abc import Callable

import pytest

from rummynet.table.table import Table
from rummynet_protocol import notation
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import AskLog, Manage, Ready, Sit, Stand
from tests.support.games import EVERY
from tests.support.people import Person, TableHarness

STEPS = 300
PARTS = ("nonce-commit", "nonce", "commit", "reveal", "root")


class Evening:
    """People who do anything. Two or three sit at first, two more look for a seat."""

    def __init__(self, variant: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.hall = TableHarness(seed=seed)
        options: dict[str, object] = {"turn_seconds": self.chance.choice([0, 5, 10])}
        if variant == "vegas":
            options["max_score"] = 30
        names = ["Ann", "Bob", "Cid"][: self.chance.choice([2, 3])]
        self.table: Table
        self.table, seated = self.hall.game(names, variant, **options)
        self.people = [*seated, self.hall.person("Dot"), self.hall.person("Eve")]

    def run(self) -> None:
        waiting: list[Callable[[Person], object]] = [
            *[self.send_ready] * 6, self.send_sit, self.send_stand, self.withdraw_ready, self.resend_ready,
            self.advance_time, self.toggle_connection, self.toggle_silence, *[self.send_ready_for_all] * 2,
        ]  # fmt: skip
        playing: list[Callable[[Person], object]] = [
            *[self.send_action] * 11, *[self.advance_time] * 2, self.toggle_connection, *[self.send_vote] * 2,
            self.resend_statement, self.toggle_silence, self.send_manage, self.join_game, self.send_owed_parts,
        ]  # fmt: skip
        for _ in range(STEPS):
            if self.table.number not in self.hall.lobby.tables:
                return
            person = self.chance.choice(self.people)
            self.chance.choice(waiting if self.table.stage == "waiting" else playing)(person)

    def is_connected(self, person: Person) -> bool:
        return person.key not in self.hall.deaf

    # -- before a game

    def send_ready(self, person: Person) -> None:
        if self.is_connected(person) and 1 in person.tables:
            self.hall.ask(person, person.ready(1))

    def send_ready_for_all(self, _: Person) -> None:
        for person in self.people:
            self.send_ready(person)

    def withdraw_ready(self, person: Person) -> None:
        if self.is_connected(person):
            self.hall.ask(person, Ready(person.request(), 1, None))

    def resend_ready(self, person: Person) -> None:
        if self.is_connected(person) and person.consents:
            self.hall.ask(person, Ready(person.request(), 1, self.chance.choice(person.consents).signed))

    def send_sit(self, person: Person) -> None:
        if self.is_connected(person):
            self.hall.ask(person, Sit(person.request(), 1, None))

    def send_stand(self, person: Person) -> None:
        if self.is_connected(person):
            self.hall.ask(person, Stand(person.request(), 1))

    # -- in a game

    def send_action(self, _: Person) -> None:
        """An action, mostly legal, of somebody who is asked or may speak; now and then with something wrong."""
        game = self.table.game
        if game is None or game.play is None or game.dealer.busy or game.paused:
            return
        v, state = game.play.variety, game.play.full
        due = (
            [*v.actors(state), *v.offers.offer_early(state)]
            if self.chance.random() < 0.7
            else list(range(state.players))
        )
        if not due:
            return
        seat = self.chance.choice(due)
        person = next(player for player in self.people if player.key == game.keys[seat])
        if not self.is_connected(person) or person.auditor.me_seat is None:
            return
        legal = (
            v.legal(state, seat) if seat in v.actors(state) else [*v.legal(state, seat), *v.offers.early(state, seat)]
        )
        do = notation.text(v.explicit(state, seat, self.chance.choice(legal))) if legal else "draw"
        statement = person.renewed(person.acting(do))
        match self.chance.randrange(25):
            case 0:
                statement = replace(statement, n=max(0, statement.n + self.chance.randrange(-3, 4)))
            case 1:
                statement = replace(statement, t=max(0, statement.t - self.chance.randrange(5_000)))
            case 2:
                statement = replace(statement, clock=self.chance.randbytes(8))
            case 3:
                statement = replace(statement, prev=bytes(32))
        self.hall.ask(person, person.submit(1, statement, renew=False))

    def send_vote(self, person: Person) -> None:
        game, auditor = self.table.game, person.auditor
        if game is None or not self.is_connected(person) or person.game != game.number:
            return
        if auditor.me_seat is not None and auditor.round:
            about = self.chance.randrange(len(game.keys))
            self.hall.ask(person, person.submit(1, person.voting(about, self.chance.random() < 0.8)))

    def resend_statement(self, person: Person) -> None:
        if self.is_connected(person) and person.sent:
            self.hall.ask(person, person.again(self.chance.choice(person.sent)))

    def send_owed_parts(self, person: Person) -> None:
        """Somebody who stayed silent does so no longer."""
        person.silent = set()
        game = self.table.game
        if self.is_connected(person) and game is not None and person.game == game.number and person.key in game.keys:
            for owed in person.owed(1):
                self.hall.ask(person, owed)

    def send_manage(self, person: Person) -> None:
        if self.is_connected(person):
            do = self.chance.choice(["pause", "resume", "resume", "admit"])
            self.hall.ask(person, Manage(person.request(), 1, do, self.chance.randrange(6)))

    def join_game(self, person: Person) -> None:
        if not self.table.variety.newcomers.may_join or not self.is_connected(person):
            return
        if self.table.seating.seat_of(person.key) is None:
            self.send_sit(person)
        elif person.auditor.players:
            self.send_ready(person)

    # -- whenever

    def advance_time(self, _: Person) -> None:
        self.hall.advance(self.chance.choice([10, 500, 2_100, 6_000, 31_000, 61_000]))

    def toggle_silence(self, person: Person) -> None:
        person.silent = set() if self.chance.random() < 0.7 else {self.chance.choice(PARTS)}

    def toggle_connection(self, person: Person) -> None:
        if self.is_connected(person):
            self.hall.lose(person)
        else:
            self.hall.back(person)
            self.hall.ask(person, AskLog(person.request(), 1, 0))


@pytest.mark.drawn(8)
@pytest.mark.parametrize("variant", EVERY)
@pytest.mark.parametrize("seed", range(4))
def test_an_evening_of_chance(variant: str, seed: int) -> None:
    evening = Evening(variant, seed)
    evening.run()
    assert evening.hall.reports == []
    assert [person.name for person in evening.people if person.auditor.cheat is not None] == []
