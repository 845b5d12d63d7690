"""Every message of the protocol where it does not belong: refused or the end of the connection, and nothing changed.

The cases are made from the lifecycle table, the list of messages and the list of statements; a new kind of either
without a case fails here.
"""

from collections.abc import Callable
from typing import Any

import pytest

from rummynet.table.api.inputs import Connected
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.signing import hello_payload
from rummynet_protocol.fairness.statements import KINDS as STATEMENTS
from rummynet_protocol.fairness.statements import Committed, Statement, read_statement
from rummynet_protocol.values import replace
from rummynet_protocol.wire.framing import frame
from rummynet_protocol.wire.lifecycle import NEXT_STAGE, REQUESTS, Role, Stage
from rummynet_protocol.wire.message_codec import pack_message
from rummynet_protocol.wire.messages import (
    KINDS,
    AskLog,
    Bye,
    Challenge,
    Create,
    Done,
    Hello,
    Openings,
    Proof,
    Refused,
    Request,
    Say,
    Sit,
    Submit,
    Watch,
)
from rummynet_protocol.wire.versions import VERSIONS
from tests.protocol.wire.samples import samples
from tests.support.dialling import Dialler, Doorstep
from tests.support.journal_edits import count_of
from tests.support.people import HOST, Person, TableHarness, signer, snapshot

N, SIGNATURE, HASH = 1_000, bytes(64), bytes(32)
SAMPLES = {one.kind: one for one in samples()}


def test_every_kind_of_message_has_a_sample() -> None:
    assert set(SAMPLES) == set(KINDS)


# -- on a connection


def _greeted(step: Doorstep, stage: Stage) -> Dialler:
    """A connection that has come to this stage, as far as a client can bring it there."""
    caller = step.dial("Eve")
    if stage is Stage.GREETING_HELLO:
        return caller
    caller.say(Hello(VERSIONS[0], VERSIONS[-1], "Eve", caller.person.key, "x"))
    (challenge,) = caller.hear()
    assert isinstance(challenge, Challenge)
    if stage is Stage.GREETING_PROOF:
        return caller
    payload = hello_payload(HOST.public, challenge.nonce, caller.person.key)
    caller.say(Proof(caller.person.signer.sign("hello", payload)))
    caller.hear()
    if stage is Stage.CLOSED:
        caller.say(Bye("quit", "x"))
    if stage is Stage.BROKEN:
        caller.raw(b"\xff\xff\xff\xff")
        assert [bye.code for bye in caller.goodbyes()] == ["remote_protocol"]
        caller.told.clear()
    step.clock.advance(0)
    caller.hear()
    return caller


REACHED = (Stage.GREETING_HELLO, Stage.GREETING_PROOF, Stage.OPEN, Stage.BROKEN, Stage.CLOSED)
"""The other two are over before the client can say another word."""


def kept(step: Doorstep) -> object:
    """All that a message out of place must leave as it was."""
    counts = [count_of(step.journal, name) for name in ("inputs", "games", "log", "secrets")]
    tables = {number: table.message() for number, table in step.lobby.tables.items()}
    return counts, tables, dict(step.lobby.people)


@pytest.mark.parametrize("stage", REACHED, ids=lambda stage: stage.name)
def test_what_the_lifecycle_does_not_allow_ends_a_connection_and_changes_nothing(step: Doorstep, stage: Stage) -> None:
    ann = step.call("Ann")
    ann.ask(Create, "keilty", {}, "t")
    for name, sample in SAMPLES.items():
        if (stage, Role.CLIENT, type(sample)) in NEXT_STAGE and stage is not Stage.BROKEN:
            continue
        eve = _greeted(step, stage)
        before = kept(step)
        eve.protocol.data_received(frame(pack_message(sample)) * 3)
        step.clock.advance(0)
        byes = [one for one in eve.goodbyes() if one.code != "quit"]
        assert [bye.code for bye in byes] == ([] if stage in (Stage.BROKEN, Stage.CLOSED) else ["remote_protocol"]), (
            name
        )
        assert eve.wire.closed
        assert kept(step) == before, name
        assert ann.ask(Say, 1, "still here")
        eve.hang_up()
        step.clock.advance(0)


def test_a_proof_by_another_key_or_of_another_challenge_is_no_proof(step: Doorstep) -> None:
    mallory, nonces = signer("Mallory"), []
    for _ in range(2):
        caller = step.dial("Ann")
        caller.say(Hello(VERSIONS[0], VERSIONS[-1], "Ann", caller.person.key, "x"))
        (challenge,) = caller.hear()
        assert isinstance(challenge, Challenge)
        nonces.append(challenge.nonce)
        old = hello_payload(HOST.public, nonces[0] if len(nonces) > 1 else HASH, caller.person.key)
        signs = caller.person.signer if len(nonces) > 1 else mallory
        caller.say(Proof(signs.sign("hello", old)))
        assert [bye.code for bye in caller.goodbyes()] == ["proof"]
        assert step.lobby.people == {}


# -- requests, by everybody, in every stage of a game

Case = Callable[[TableHarness, Person], list[tuple[Any, ...]]]
SUBMITTED = tuple(kind for kind in STATEMENTS if kind not in ("ready", "last-word"))  # a last word is only kept
"""Consent has a request of its own."""
SEALED = ("key", "part")
"""Due at tables with a sealed deck alone: those have tests of their own."""
STAGES = (
    "waiting",
    *(kind for kind in SUBMITTED if kind not in ("action", "vote", "close", *SEALED)),
    "playing",
    "over",
)
FAR = 999


def _submits(hall: TableHarness, person: Person) -> list[tuple[Any, ...]]:
    game = person.game or 1
    rows = [(1, game, what, b"", SIGNATURE) for what in SUBMITTED]
    rows += [(1, game, what, b"\x80", person.signer.sign(what, b"\x80")) for what in SUBMITTED]
    rows += [(FAR, game, "action", b"x", SIGNATURE), (1, game + 7, "action", b"x", SIGNATURE)]
    return rows


def _readies(person: Person) -> list[tuple[Any, ...]]:
    junk = [b"", b"\x80", b"\xff" * 1024]
    signed = [
        (payload, signature) for payload in junk for signature in (SIGNATURE, person.signer.sign("ready", payload))
    ]
    return [(FAR, None), *((table, one) for table in (FAR, 1) for one in signed)]


HOSTILE: dict[str, Case] = {
    "create": lambda hall, person: [
        ("poker", {}, "t"),
        ("", {}, ""),
        ("keilty", {"target": -1}, "t"),
        ("keilty", {"nothing": 1}, "t"),
        ("keilty", {"target": "x" * 200}, "t"),
        ("keilty", {"target": 2**60}, "t"),
    ],
    "sit": lambda hall, person: [(FAR, None), (FAR, 0), (1, 11), (1, 0)],
    "stand": lambda hall, person: [(FAR,)],
    "ready": lambda hall, person: _readies(person),
    "watch": lambda hall, person: [(FAR,)],
    "leave": lambda hall, person: [(FAR,), (1,)],
    "say": lambda hall, person: [(FAR, "x"), (1, ""), (1, "\x00\u200b \x1b")],
    "bot": lambda hall, person: [(FAR, "add", ""), (FAR, "remove", ""), (1, "add", "deep blue"), (1, "remove", "")],
    "submit": _submits,
    "log": lambda hall, person: [(FAR, 0)],
    "here": lambda hall, person: [(FAR,)],
    "manage": lambda hall, person: [(FAR, do, None) for do in ("pause", "resume", "hand-on", "remove", "admit")],
}
"""By request: fields with which nobody may succeed, whoever asks and whenever, at a table 1 full of others."""
STRANGER: dict[str, list[tuple[Any, ...]]] = {
    "stand": [(1,)],
    "ready": [(1, None)],
    "leave": [(1,)],
    "say": [(1, "hello")],
    "bot": [(1, "add", ""), (1, "remove", "")],
    "log": [(1, 0)],
    "here": [(1,)],
    "manage": [(1, "pause", None), (1, "resume", None), (1, "hand-on", 0), (1, "remove", 1), (1, "admit", 1)],
    "submit": [],
    "sit": [(1, None), (1, 0), (1, 5)],
    "create": [],
    "watch": [],
}
"""What is refused besides to somebody who is not at the table (all seats are taken)."""
PLAYING: dict[str, list[tuple[Any, ...]]] = {
    "stand": [(1,)],
    "sit": [(1, None), (1, 1)],
    "ready": [(1, None)],
    "bot": [(1, "add", ""), (1, "remove", "")],
}
"""What is refused besides to those who sit, while a game is being played."""


def test_every_request_has_hostile_cases() -> None:
    names = {kind.kind for kind in REQUESTS}
    assert set(HOSTILE) == set(STRANGER) == names
    assert set(PLAYING) < names


def arranged(stage: str, seed: int = 11) -> tuple[TableHarness, list[Person]]:
    """A table of two in this stage; what the next ceremony waits for comes from nobody."""
    hall = TableHarness(seed=seed)
    number, people = hall.table(["Ann", "Bob"], target=20)
    if stage == "waiting":
        return hall, people
    for person in people:
        person.silent.add(stage)
    for person in people:
        hall.ready(person, number)
    table = hall.lobby.tables[number]
    if stage == "over":
        hall.play(table, people)
        assert table.stage == "waiting"
    gathering = table.game.dealer.gathering if table.game is not None else None
    assert stage in ("playing", "over") or (gathering is not None and gathering.what == stage)
    return hall, people


@pytest.mark.parametrize("stage", STAGES)
def test_hostile_requests_are_refused_and_change_nothing(stage: str) -> None:
    hall, people = arranged(stage)
    watcher, stranger = hall.person("Wendy"), hall.person("Eve")
    hall.done(watcher, Watch, 1)
    full = hall.lobby.tables[1]
    while len(full.seating.seats) < full.seating.most and stage in ("waiting", "over"):
        hall.done(hall.person(f"P{len(full.seating.seats)}"), Sit, 1, None)
    for kind in REQUESTS:
        name = kind.kind
        for person in (*people, watcher, stranger):
            seated = person in people
            for fields in [
                *(HOSTILE[name](hall, person) if not (name == "leave" and person is watcher) else [(FAR,)]),
                *(STRANGER[name] if person is stranger else []),
                *(PLAYING.get(name, []) if seated and stage not in ("waiting", "over") else []),
            ]:
                make: Any = kind
                assert isinstance(hall.refuses(person, make(person.request(), *fields)), Refused)
    assert hall.reports == []


# -- signed parts: every one of a whole game, in every stage, by everybody


def whole_game(seed: int = 11) -> list[tuple[Person, Submit]]:
    """All that is signed in the same game when nobody is hostile."""
    hall = TableHarness(seed=seed)
    table, people = hall.game(["Ann", "Bob"], target=20)
    hall.play(table, people, acts=6)
    hall.lose(people[1])
    assert isinstance(hall.vote(people[0], 1), Done)
    hall.back(people[1])
    hall.done(people[1], AskLog, 1, len(people[1].entries))
    hall.play(table, people)
    return [(person, one) for person in people for one in person.sent]


SIGNED = whole_game()
FIRST = [
    next((author, one) for author, one in SIGNED if author.key == key and one.what == "action")
    for key in {author.key for author, _ in SIGNED}
]
"""The first action of each seat: in the stage ``playing`` the one on turn is due."""


def test_the_whole_game_holds_every_kind_of_statement() -> None:
    assert {one.what for _, one in SIGNED} == set(SUBMITTED) - set(SEALED)


@pytest.mark.parametrize("stage", STAGES)
def test_signed_parts_out_of_place_are_refused_and_change_nothing(stage: str) -> None:
    """Early, late, repeated, of another kind, under another's seat, with another's signature."""
    hall, people = arranged(stage)
    watcher = hall.person("Wendy")
    hall.done(watcher, Watch, 1)
    before = snapshot(hall)
    counts = {"done": 0, "refused": 0}
    due = {one.key: _aim(one.statement()) for one in people if one.auditor.expects is not None}
    taken = {(one.what, one.payload, one.signature) for person in people for one in person.sent}
    for author, one in SIGNED:
        for person in (*people, watcher):
            for variant in _variants(person, author.key == person.key, one):
                request = replace(variant, n=person.request())
                if _is_due(hall, person, request, due):
                    continue  # that is what the game waits for
                answer = hall.ask(person, request)
                again = (request.what, request.payload, request.signature) in taken and person is not watcher
                assert isinstance(answer, Refused) or again, (stage, request, answer)
                counts["done" if isinstance(answer, Done) else "refused"] += 1
    assert hall.reports == []
    assert snapshot(hall) == before
    assert counts["refused"] > 100


def _is_due(hall: TableHarness, person: Person, request: Submit, due: dict[bytes, object]) -> bool:
    """Whether the game waits for exactly this from exactly this person."""
    if request.game != 1:
        return False
    if request.what == "action":
        game = hall.lobby.tables[1].game
        playing = game is not None and not game.ended and game.play is not None and not game.dealer.busy
        return playing and any(request.payload == one.payload for author, one in FIRST if author.key == person.key)
    expects = person.auditor.expects
    if expects is None or person.auditor.me_seat is None or expects.owed.kind != request.what:
        return False
    if request.signature != person.signer.sign(request.what, request.payload):
        return False
    return due[person.key] == _aim(_read(request))


def _read(request: Submit) -> Statement | None:
    try:
        return read_statement(request.what, request.payload)
    except Cheat:
        return None


def _aim(said: Statement | None) -> object:
    """What a statement answers, without what depends on who signs it, and when, and after what."""
    if said is None:
        return None
    common = replace(said, n=0, prev=HASH, clock=bytes(8), t=0)
    # Which 32 bytes a seat commits to is its own choice, another's too: it could never open those.
    return replace(common, commits=()) if isinstance(common, Committed) else common


def _variants(person: Person, own: bool, one: Submit) -> list[Submit]:
    """The statement as it is, with our own signature, a broken one, and under every other name."""
    kinds = [kind for kind in SUBMITTED if kind != one.what]
    broken = one.signature[:-1] + bytes([one.signature[-1] ^ 1])
    made = [one, replace(one, signature=broken), replace(one, game=2)]
    if not own:
        made.append(replace(one, signature=person.signer.sign(one.what, one.payload)))
    made += [replace(one, what=kind, signature=person.signer.sign(kind, one.payload)) for kind in kinds[:2]]
    return made


def test_a_stranger_with_a_seats_name_gets_nothing() -> None:
    hall, (ann, _) = arranged("playing")
    thief = Person("thief")
    hall.people[thief.key] = thief
    hall.take(Connected(thief.key, "Ann"))
    hall.refuses(thief, AskLog(thief.request(), 1, 0))
    for _, one in SIGNED[:4]:
        hall.refuses(thief, replace(one, n=thief.request()))
    assert thief.heard(Openings) == []
    assert ann.heard(Openings)


def test_requests_are_unions_of_what_is_tested() -> None:
    assert set(REQUESTS) == set(Request.__args__)
