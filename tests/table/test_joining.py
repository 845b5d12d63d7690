"""Coming in to a game of Vegas rummy before a round: whom the owner lets in, who declined, and who stays silent."""

import random
from typing import Any

import pytest

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.table.seats.late_joins import without_silent
from rummynet.table.table import Table
from rummynet.verifier.offline import Report, check
from rummynet_protocol.actions import Action, BuyIn, Decline
from rummynet_protocol.fairness.entries import Seated, Voided, pack_entry, read_entry
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Done, LogEntry, Manage, Openings, Sit
from tests.support.forge import Forge
from tests.support.people import HOST, Person, TableHarness, audited
from tests.support.vegas_positions import vegas
from tests.table.test_vegas import mostly_playing

NAMES = ["Ann", "Bob", "Cid"]


def until_round(hall: TableHarness, table: Table, people: list[Person], number: int) -> None:
    """Play until this round is dealt, or the game is over."""
    for _ in range(3000):
        game = table.game
        if game is None or table.stage != "playing" or (game.round >= number and not game.dealer.busy):
            return
        hall.play(table, people, acts=1, choose=keen)


def keen(variety: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    """Declines a buy-in, else plays."""
    seat, action = mostly_playing(variety, state, chance)
    return seat, Decline() if isinstance(action, BuyIn) else action


def ask(hall: TableHarness, table: Table, name: str) -> Person:
    """Somebody sits down at the running game and is ready."""
    person = hall.person(name)
    hall.done(person, Sit, table.number, None)
    hall.ready(person, table.number)
    return person


def admit(hall: TableHarness, table: Table, person: Person) -> None:
    """The owner lets them in."""
    owner = next(one for one in hall.people.values() if one.key == table.ownership.owner)
    hall.done(owner, Manage, table.number, "admit", table.seating.seat_of(person.key))


def come(hall: TableHarness, table: Table, name: str) -> Person:
    """Somebody sits down at the running game, is ready, and the owner lets them in."""
    person = ask(hall, table, name)
    admit(hall, table, person)
    return person


def begun(seed: int = 3, **options: object) -> tuple[TableHarness, Table, list[Person]]:
    hall = TableHarness(seed=seed)
    table, people = hall.game(NAMES, "vegas", **options)
    hall.play(table, people, acts=3, choose=keen)
    return hall, table, people


def test_only_those_who_come_in_need_cards() -> None:
    hall, table, people = begun(decks=1, hand=8)  # enough for five players
    dot, eve, fay = come(hall, table, "Dot"), come(hall, table, "Eve"), hall.person("Fay")
    hall.done(fay, Sit, table.number, None)
    assert hall.refuses(fay, fay.ready(table.number)).code == "option"
    until_round(hall, table, people, 2)
    assert vegas(audited(people[0]).state).players == 5 and audited(dot).me_seat == 3 and audited(eve).me_seat == 4


def test_who_waits_sees_what_watchers_see_and_can_do_nothing() -> None:
    hall, table, people = begun()
    dot = come(hall, table, "Dot")
    assert not dot.heard(Openings) and len(dot.heard(LogEntry)) == len(people[0].entries)
    sent = people[0].submit(1, people[0].acting("draw"))
    assert hall.refuses(dot, sent).code == "not_seated"


def until_joined(hall: TableHarness, table: Table, people: list[Person]) -> None:
    for _ in range(3000):
        if table.game is None or table.game.dealer.busy:
            return
        hall.play(table, people, acts=1, choose=keen)


def test_who_waits_and_is_away_loses_the_seat_in_time_under_a_new_number_too() -> None:
    hall, table, people = begun()
    dot = hall.person("Dot")
    hall.done(dot, Sit, table.number, None)
    eve = come(hall, table, "Eve")
    assert (table.seating.seat_of(dot.key), table.seating.seat_of(eve.key)) == (3, 4)
    assert hall.refused(people[0], Manage, 1, "admit", 3) == "no_seat"
    ask(hall, table, "Fay")
    hall.lose(dot)
    until_round(hall, table, [*people, eve], 2)
    assert not table.seating.seats[5].ready, "Fay agreed to play with others"
    assert (table.seating.seat_of(dot.key), table.seating.seat_of(eve.key)) == (4, 3)
    hall.advance(1000 * hall.limits.grace_seconds + 1000)
    assert table.seating.seat_of(dot.key) is None and table.stage == "playing"


def test_who_votes_and_is_to_come_in_has_the_whole_time_for_the_part_again() -> None:
    hall, table, people = begun(break_seconds=20, idle_seconds=600)
    dot, cid = come(hall, table, "Dot"), people[2]
    cid.silent = {"nonce-commit"}
    until_joined(hall, table, people)
    hall.advance(100_000)
    dot.silent = {"nonce-commit"}
    assert isinstance(hall.vote(dot, 2), Done)
    game = table.game
    assert game is not None and game.dealer.awaited == {2, 3}
    hall.advance(29_000)
    assert audited(dot).me_seat == 3
    hall.advance(2_000)
    assert len(audited(people[0]).players) == 3, "left out where it stays silent after that"


# -- newcomers who fall silent before their first cards


def transcript(person: Person, partial: bool = False) -> Report:
    """What ``verify`` says to the log that this person got."""
    return check(HEADER + b"".join(pack_entry_record(*one) for one in person.entries), partial=partial)


def silent_at(hall: TableHarness, table: Table, people: list[Person], who: Person, kind: str) -> int:
    """The next round's shuffle waits for this statement of theirs; how long the log is then."""
    who.silent = {kind}
    until_joined(hall, table, people)
    gathering = table.game.dealer.gathering if table.game is not None else None
    assert gathering is not None and gathering.what == kind
    assert gathering.missing == (table.seating.seat_of(who.key),)
    return len(people[0].entries)


def test_a_newcomer_whose_connection_is_lost_before_the_first_commitments_is_not_waited_for() -> None:
    hall, table, people = begun()
    dot = come(hall, table, "Dot")
    dot.silent, people[1].silent = {"commit"}, {"nonce"}
    until_joined(hall, table, people)
    hall.lose(dot)
    people[1].silent = set()
    (owed,) = people[1].owed(1)
    hall.ask(people[1], owed)
    assert table.game is not None and not table.game.dealer.held
    hall.advance(30_000)
    assert vegas(audited(people[0]).state).players == 3
    hall.advance(60_000)
    assert dot.key not in table.seating.members, "the seat was kept as long as any"


def test_whoever_comes_back_silent_keeps_the_seat_and_no_consent_and_new_seats_close_up() -> None:
    agreed: dict[int, Any] = {seat: f"consent {seat}" for seat in (1, 2, 3, 4, 5)}
    players = tuple((bytes([seat]), f"P{seat}") for seat in range(6))
    left, consents = without_silent(players, agreed, 3, [2, 4])
    assert left == (*players[:4], players[5])
    assert consents == {1: agreed[1], 3: agreed[3], 4: agreed[5]}


@pytest.fixture(scope="module")
def log_without_dot() -> list[bytes]:
    """Dot and Eve come in before round 2; Dot is silent in its first shuffle, is left out, and the round is dealt."""
    hall, table, people = begun()
    dot, eve = come(hall, table, "Dot"), come(hall, table, "Eve")
    silent_at(hall, table, people, dot, "root")
    hall.advance(30_000)
    hall.play(table, [*people, eve], acts=2, choose=keen)
    return [data for data, _ in people[0].entries]


class TestALogThatLies:
    """What a host may not write about newcomers."""

    def log(self) -> tuple[list[bytes], Forge]:
        hall, table, people = begun()
        come(hall, table, "Dot")
        until_round(hall, table, people, 2)
        order = [data for data, _ in people[0].entries]
        forge = Forge("vegas", {}, 2)
        forge.host = HOST
        return order, forge

    def verdict(self, forge: Forge, order: list[bytes]) -> str | None:
        forge.resign(order)
        return check(forge.transcript(), partial=True).check

    def at(self, order: list[bytes], kind: type[object], number: int) -> int:
        return [at for at, data in enumerate(order) if isinstance(read_entry(data), kind)][number]

    def changed(self, joining: tuple[int, ...]) -> str | None:
        order, forge = self.log()
        at = self.at(order, Seated, 1)
        entry = read_entry(order[at])
        assert isinstance(entry, Seated)
        order[at] = pack_entry(replace(entry, joining=joining))
        return self.verdict(forge, order[: at + 1])

    @pytest.mark.parametrize("joining", [(), (0,), (4,), (0, 4)])
    def test_the_new_seats_are_named(self, joining: tuple[int, ...]) -> None:
        assert self.changed(joining) == "session"

    def test_the_log_in_which_a_newcomer_was_left_out_holds(self, left_out: list[bytes]) -> None:
        assert self.after(left_out, "nonces") is None
        assert self.after(left_out, "root") is None

    def test_only_the_silent_are_left_out_and_all_of_them(self, left_out: list[bytes]) -> None:
        at, void = self.void(left_out)
        left_out[at] = pack_entry(replace(void, signed=(*void.signed[:3], None, None)))
        assert self.after(left_out, "seats") == "session", "Eve comes in, who was silent too"

    @pytest.fixture
    def left_out(self, log_without_dot: list[bytes]) -> list[bytes]:
        return list(log_without_dot)

    def void(self, order: list[bytes]) -> tuple[int, Voided]:
        at = self.at(order, Voided, 0)
        entry = read_entry(order[at])
        assert isinstance(entry, Voided)
        return at, entry

    def after(self, order: list[bytes], kind: str) -> str | None:
        """The verdict on the log up to the first entry of this kind after its void."""
        at, _ = self.void(order)
        end = next(index for index in range(at, len(order)) if read_entry(order[index]).kind == kind)
        return self.verdict_of(order[: end + 1])

    def verdict_of(self, order: list[bytes]) -> str | None:
        forge = Forge("vegas", {}, 2)
        forge.host = HOST
        return self.verdict(forge, order)

    def test_nobody_comes_in_to_a_game_without_newcomers(self) -> None:
        forge = Forge("keilty", {"target": 500}, 2, seed=1)
        forge.begin()
        forge.play_round()
        keys = tuple((one.signer.public, one.name) for one in forge.players)
        forge.write(Seated((*keys, (b"k" * 32, "Dot")), (2,), (), (), forge.tick()))
        assert check(forge.transcript(), partial=True).check == "rules"
