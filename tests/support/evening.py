"""People who do anything at one table: agree, play, vote, ask, fall silent, come and go, and sign what is wrong."""

import random
from collections.abc import Sequence
from typing import Any, Final

from rummynet.table.table import Table
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Draw, LayDown, LayOff
from rummynet_protocol.fairness.statements import KINDS
from rummynet_protocol.shapes import ShapeError
from rummynet_protocol.values import replace
from rummynet_protocol.wire.errors import LocalProtocolError
from rummynet_protocol.wire.lifecycle import REQUESTS
from rummynet_protocol.wire.message_codec import pack_message
from rummynet_protocol.wire.messages import (
    AskLog,
    Here,
    Leave,
    Manage,
    Message,
    Ready,
    Request,
    Say,
    SeatBot,
    Sit,
    Stand,
    Watch,
)
from tests.support.bent_actions import bent
from tests.support.people import Person, TableHarness, anything

PARTS: Final = ("nonce-commit", "nonce", "commit", "reveal", "root")
MANAGE: Final = ("pause", "resume", "hand-on", "remove", "admit")
WAITING: Final = {
    "agree": 6, "all_agree": 2, "agree_again": 1, "ask": 3, "advance": 1, "lose": 1, "fall_silent": 1,
}  # fmt: skip
PLAYING: Final = {
    "act": 11, "vote": 2, "sign_again": 1, "give_parts": 1, "join": 1, "ask": 2,
    "advance": 2, "lose": 1, "fall_silent": 1,
}  # fmt: skip
CALM: Final = {"act": 12, "lose": 1, "come_late": 1, "advance": 4}
"""Nobody is silent, so that a game gets on."""


class Evening:
    """A game with *names*, and two more who look for a seat. ``acts``: how often people do what while it is played."""

    def __init__(self, variant: str, chance: random.Random, names: Sequence[str], **options: object) -> None:
        self.chance = chance
        self.hall = TableHarness(seed=chance.randrange(1000))
        number, seated = self.hall.table(names, variant, **options)
        self.table: Table = self.hall.lobby.tables[number]
        self.people = [*seated, self.hall.person("Dot"), self.hall.person("Eve")]
        self.acts = PLAYING

    def run(self, steps: int) -> None:
        for _ in range(steps):
            self.step()

    def step(self) -> None:
        if self.table.number not in self.hall.lobby.tables:
            return
        person = self.chance.choice(self.people)
        if person.key in self.hall.deaf:
            if self.chance.random() < 0.3:
                self.hall.back(person)
                self.hall.ask(person, AskLog(person.request(), 1, self.chance.choice([0, person.auditor.index])))
            return
        acts = self.acts if self.table.stage == "playing" else WAITING
        (act,) = self.chance.choices(list(acts), list(acts.values()))
        getattr(self, act)(person)

    # -- before a game

    def agree(self, person: Person) -> None:
        if 1 in person.tables:
            self.hall.ask(person, person.ready(1))

    def all_agree(self, _: Person) -> None:
        for person in self.people:
            if person.key not in self.hall.deaf:
                self.agree(person)

    def agree_again(self, person: Person) -> None:
        signed = self.chance.choice([None, *(one.signed for one in person.consents)])
        self.hall.ask(person, Ready(person.request(), 1, signed))

    # -- in a game

    def act(self, _: Person) -> None:
        """An action, mostly legal, of somebody who is asked or may speak; now and then with something wrong."""
        game, chance = self.table.game, self.chance
        if game is None or game.play is None or game.dealer.busy or game.paused or not game.play.full.players:
            return
        v, state = game.play.variety, game.play.full
        due = [*v.actors(state), *v.offers.offer_early(state)] if chance.random() < 0.8 else [*range(state.players)]
        if not due:
            return
        seat = chance.choice(due)
        legal = list(v.legal(state, seat))
        if seat not in v.actors(state):
            legal += v.offers.early(state, seat)
        plays = [one for one in legal if isinstance(one, LayDown | LayOff)]  # rather than throws: so that rounds end
        picked = chance.choice(plays if plays and chance.random() < 0.7 else legal or [Draw()])
        do = notation.text(v.explicit(state, seat, picked))
        if self.acts is CALM and v.actors(state) and chance.random() < 0.5:
            seat, picked = anything(v, state, chance)
            do = notation.text(picked)
        person = next(player for player in self.people if player.key == game.keys[seat])
        if person.key in self.hall.deaf or person.auditor.me_seat is None:
            return
        if chance.random() < 0.15:
            card = cards.face(chance.randrange(52))
            of_other_games = ("buy", f"swap {card} on 0", f"want {card}", f"rummy lay {card} on 0", f"throw {card}")
            do = chance.choice((bent(do, state, chance), *of_other_games))
        statement = person.renewed(person.acting(do))
        match chance.randrange(25) if self.acts is PLAYING else -1:
            case 0:
                statement = replace(statement, n=max(0, statement.n + chance.randrange(-3, 4)))
            case 1:
                statement = replace(statement, t=max(0, statement.t - chance.randrange(5_000)))
            case 2:
                statement = replace(statement, clock=chance.randbytes(8))
            case 3:
                statement = replace(statement, prev=bytes(32))
            case 4:
                statement = replace(statement, head=bytes(32))
        self.hall.ask(person, person.submit(1, statement, renew=False))

    def vote(self, person: Person) -> None:
        game, auditor = self.table.game, person.auditor
        if game is not None and person.game == game.number and auditor.me_seat is not None and auditor.round:
            about = self.chance.randrange(len(game.keys))
            self.hall.ask(person, person.submit(1, person.voting(about, self.chance.random() < 0.8)))

    def sign_again(self, person: Person) -> None:
        if person.sent:
            self.hall.ask(person, person.again(self.chance.choice(person.sent)))

    def give_parts(self, person: Person) -> None:
        """Somebody who stayed silent does so no longer."""
        person.silent = set()
        game = self.table.game
        if game is not None and person.game == game.number and person.key in game.keys:
            for owed in person.owed(1):
                self.hall.ask(person, owed)

    def join(self, person: Person) -> None:
        if self.table.variety.newcomers.may_join:
            if self.table.seating.seat_of(person.key) is None:
                self.hall.ask(person, Sit(person.request(), 1, None))
            elif person.auditor.players:
                self.agree(person)

    def come_late(self, _: Person) -> None:
        late = self.hall.person(f"late {len(self.people)}")
        self.hall.done(late, Watch, 1)
        if len(self.people) > 8:
            self.hall.done(late, Leave, 1)
        else:
            self.people.append(late)

    # -- whenever

    def ask(self, person: Person) -> None:
        of, n = self.chance.choice, person.request()
        plain = (Stand, Watch, Leave, Here)
        requests: list[Request] = [
            *(kind(n, 1) for kind in plain), Sit(n, 1, None), Say(n, 1, "so"),
            *[Manage(n, 1, of(MANAGE), of(range(6)))] * 4, SeatBot(n, 1, of(("add", "remove")), ""),
        ]  # fmt: skip
        self.hall.ask(person, of(requests))

    def advance(self, _: Person) -> None:
        self.hall.advance(self.chance.choice([10, 500, 2_100, 6_000, 8_000, 31_000, 61_000, 130_000]))

    def fall_silent(self, person: Person) -> None:
        person.silent = set() if self.chance.random() < 0.7 else {self.chance.choice(PARTS)}

    def lose(self, person: Person) -> None:
        self.hall.lose(person)


# -- requests of any form


def any_request(person: Person, chance: random.Random) -> Request | None:
    """Whatever the wire lets through; None if that would not pass."""
    kind: Any = chance.choice(REQUESTS)
    made = kind(**{name: _field(kind, name, person, chance) for name in kind.__struct_fields__})
    try:
        pack_message(made)
    except (ShapeError, LocalProtocolError):
        return None
    return made  # type: ignore[no-any-return]


def any_text(chance: random.Random, most: int) -> str:
    return chance.randbytes(chance.randrange(most + 1)).decode("utf-8", "replace")[:most]


def any_value(chance: random.Random) -> object:
    """A value of an option."""
    numbers = [chance.randrange(20) for _ in range(chance.randrange(4))]
    return chance.choice([None, True, chance.randrange(256) - 20, any_text(chance, 12), numbers, 2**62])


def _field(kind: type[Message], name: str, person: Person, chance: random.Random) -> object:
    of, below = chance.choice, chance.randrange
    match name:
        case "n":
            return person.request()
        case "table" | "game":
            return below(3) + 1
        case "seat":
            return of([None, below(12)])
        case "variant":
            return of(["keilty", "basic", "vegas", "crummy", "joker", any_text(chance, 8)])
        case "options":
            names = ("target", "turn_seconds", "reshuffle_limit", "decks", "cooldown_seconds", any_text(chance, 9))
            return {of(names): any_value(chance) for _ in range(below(3))}
        case "signed":
            number = below(3) + 1
            own = [person.ready(number).signed] if number in person.tables else []
            return of([None, (chance.randbytes(below(90)), bytes(64)), *own, *(one.signed for one in person.consents)])
        case "do" if kind is SeatBot:
            return of(("add", "remove"))
        case "do":
            return of(MANAGE)
        case "what":
            return of(list(KINDS))
        case "payload":
            return chance.randbytes(below(90))
        case "signature":
            return bytes(64)
        case "start":
            return below(2**16)
    return any_text(chance, 30)
