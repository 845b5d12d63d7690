"""Coming in to a game of Vegas rummy before a round: new players, those who declined, and those who stay silent."""

import random

import pytest

from rummynet.rules.state import State
from rummynet.rules.variety import Variety
from rummynet.rules.vegas_money import entry_terms
from rummynet.table.table import Table
from rummynet.verifier.offline import check
from rummynet_protocol.actions import Action, BuyIn, Decline
from rummynet_protocol.fairness.entries import HostCommit, NonceCommits, Nonces, Scored, Seated, pack_entry, read_entry
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record
from rummynet_protocol.wire.messages import AskView, Done, LogEntry, Openings, Ready, Sit, Stand, TableShown
from tests.support.forge import Forge
from tests.support.people import HOST, Hall, Person, audited, entries
from tests.support.vegas_positions import vegas
from tests.table.test_vegas import mostly_playing

NAMES = ["Ann", "Bob", "Cid"]


def until_round(hall: Hall, table: Table, people: list[Person], number: int) -> None:
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


def come(hall: Hall, table: Table, name: str) -> Person:
    """Somebody sits down at the running game and is ready."""
    person = hall.person(name)
    hall.done(person, Sit, table.number, None)
    hall.done(person, Ready, table.number, True)
    return person


def begun(seed: int = 3, **options: object) -> tuple[Hall, Table, list[Person]]:
    hall = Hall(seed=seed)
    table, people = hall.game(NAMES, "vegas", **options)
    hall.play(table, people, acts=3, choose=keen)
    return hall, table, people


def test_a_newcomer_plays_from_the_next_round_on() -> None:
    hall, table, people = begun()
    words = audited(people[0]).words
    dot = come(hall, table, "Dot")
    assert audited(dot).state == table.game.play.public if table.game and table.game.play else None
    before = vegas(audited(people[0]).state)
    assert before.players == 3
    until_round(hall, table, people, 2)
    everybody = [*people, dot]
    for person in everybody:
        state = vegas(audited(person).state)
        assert state.players == 4 and state.round == 2 and state.count(3) == 7
        assert audited(person).words != words and audited(person).words == audited(people[0]).words
        assert [name for _, name in audited(person).players] == [*NAMES, "Dot"]
    assert audited(dot).me_seat == 3 and dot.heard(Openings)
    hall.play(table, everybody, choose=mostly_playing)
    assert all(audited(person).finished for person in everybody)


def test_the_price_and_the_total_are_those_of_the_rules() -> None:
    hall, table, people = begun(buy_in=3)
    dot = come(hall, table, "Dot")
    until_round(hall, table, people, 2)
    seats = [one for one in entries(dot) if isinstance(one, Seated)]
    assert [one.joining for one in seats] == [(), (3,)]
    state, scored = vegas(audited(dot).state), next(one for one in entries(dot) if isinstance(one, Scored))
    assert state.paid == (3, 3, 3, 3)
    assert state.scores[3] == max(scored.scores), "nobody has expired: the highest total"
    assert audited(dot).play is not None and audited(dot).play.before is not None  # type: ignore[union-attr]
    assert entry_terms(vegas(audited(dot).play.before)) == (3, state.scores[3])  # type: ignore[union-attr]


def test_two_come_in_at_once_and_every_transcript_verifies() -> None:
    hall, table, people = begun()
    everybody = [*people, come(hall, table, "Dot"), come(hall, table, "Eve")]
    hall.play(table, everybody, choose=mostly_playing)
    for person in everybody:
        assert audited(person).finished
        data = b"".join(pack_entry_record(*one) for one in person.entries)
        assert check(HEADER + data).verified


def test_who_declined_comes_in_again_as_a_new_player() -> None:
    for seed in range(30):
        hall = Hall(seed=seed)
        table, people = hall.game(["Ann", "Bob", "Cid", "Dot"], "vegas", max_score=40)
        while table.stage == "playing" and table.game and table.game.play:
            state = vegas(table.game.play.full)
            outside = [seat for seat in table.variety.outside(state) if state.phase == "pickup"]
            if outside:
                break
            hall.play(table, people, acts=1, choose=keen)
        else:
            continue
        (seat, *_), number = outside, state.round
        hall.done(people[seat], Ready, 1, True)
        assert table.seating.seats[seat].ready
        until_round(hall, table, people, number + 1)
        if table.stage != "playing":
            continue
        again = vegas(audited(people[0]).state)
        assert again.playing[seat] and again.expiries[seat] == 0 and again.paid[seat] > state.paid[seat]
        assert audited(people[seat]).session is not None
        assert [one.joining for one in entries(people[0]) if isinstance(one, Seated)][-1] == (seat,)
        hall.play(table, people, choose=mostly_playing)
        assert all(audited(person).finished for person in people)
        return
    raise AssertionError("nobody declined")


def test_who_declines_stays_outside_until_they_say_that_they_are_ready() -> None:
    for seed in range(30):
        hall = Hall(seed=seed)
        table, people = hall.game(["Ann", "Bob", "Cid", "Dot"], "vegas", max_score=40)
        while table.stage == "playing" and table.game and table.game.play:
            if hall.play(table, people, acts=1, choose=keen)["decline"]:
                break
        number = table.game.round if table.game is not None else 0
        until_round(hall, table, people, number + 1)
        if table.stage != "playing":
            continue
        state = vegas(audited(people[0]).state)
        assert not all(state.playing) and state.paid == (1, 1, 1, 1)
        assert [one.joining for one in entries(people[0]) if isinstance(one, Seated)] == [()]
        return
    raise AssertionError("nobody declined before the last round")


def test_only_those_who_come_in_need_cards() -> None:
    hall, table, people = begun(decks=1, hand=8)  # enough for five players
    dot, eve, fay = come(hall, table, "Dot"), come(hall, table, "Eve"), hall.person("Fay")
    hall.done(fay, Sit, table.number, None)
    assert hall.refused(fay, Ready, table.number, True) == "option"
    until_round(hall, table, people, 2)
    assert vegas(audited(people[0]).state).players == 5 and audited(dot).me_seat == 3 and audited(eve).me_seat == 4


def test_who_plays_cannot_come_in_and_who_waits_may_leave() -> None:
    hall, table, people = begun()
    assert hall.refused(people[0], Ready, 1, True) == "playing"
    assert hall.refused(people[0], Stand, 1) == "playing"
    dot = come(hall, table, "Dot")
    hall.done(dot, Stand, 1)
    until_round(hall, table, people, 2)
    assert vegas(audited(people[0]).state).players == 3


@pytest.mark.parametrize("variant", ["keilty", "basic", "crummy", "joker"])
def test_other_games_are_not_joined(variant: str) -> None:
    hall = Hall(seed=2)
    hall.game(NAMES, variant)
    dot = hall.person("Dot")
    assert hall.refused(dot, Sit, 1, None) == "playing"


def test_who_waits_sees_what_watchers_see_and_can_do_nothing() -> None:
    hall, table, people = begun()
    dot = come(hall, table, "Dot")
    answer = hall.ask(dot, AskView(dot.request(), 1))
    assert '"seat":null' in getattr(answer, "json", getattr(answer, "view", str(answer))).replace(" ", "")
    assert not dot.heard(Openings) and len(dot.heard(LogEntry)) == len(people[0].entries)
    sent = people[0].submit(1, people[0].acting("draw"))
    assert hall.refuses(dot, sent).code == "not_seated"


def test_who_is_not_ready_or_gone_stays_outside() -> None:
    hall, table, people = begun()
    dot, eve = hall.person("Dot"), come(hall, table, "Eve")
    hall.done(dot, Sit, 1, None)
    hall.lose(eve)
    until_round(hall, table, people, 2)
    assert vegas(audited(people[0]).state).players == 3
    hall.advance(120_000)
    assert eve.key not in table.seating.members and dot.key in table.seating.members


def test_a_newcomer_that_stays_silent_does_not_stop_the_game() -> None:
    hall, table, people = begun()
    dot, eve = come(hall, table, "Dot"), come(hall, table, "Eve")
    dot.silent = {"nonce"}
    until_joined(hall, table, people)
    assert table.game is not None and table.game.dealer.busy
    hall.advance(30_000)
    seats = [one for one in entries(eve) if isinstance(one, Seated)]
    assert [one.joining for one in seats] == [(), (3, 4), (3,)]
    assert [name for _, name in audited(eve).players] == [*NAMES, "Eve"]
    shown = [one for one in eve.told if isinstance(one, TableShown)][-1]
    assert [row[2] for row in shown.seats][:4] == [*NAMES, "Eve"] or table.seating.number(eve.key) == 3
    dot.silent = set()
    hall.play(table, [*people, eve], choose=mostly_playing)
    assert all(audited(person).finished for person in (*people, eve, dot))


def until_joined(hall: Hall, table: Table, people: list[Person]) -> None:
    for _ in range(3000):
        if table.game is None or table.game.dealer.busy:
            return
        hall.play(table, people, acts=1, choose=keen)


def test_if_all_newcomers_stay_silent_the_others_go_on_alone() -> None:
    hall, table, people = begun()
    dot = come(hall, table, "Dot")
    dot.silent = {"nonce-commit"}
    until_joined(hall, table, people)
    hall.advance(30_000)
    assert [one.joining for one in entries(people[0]) if isinstance(one, Seated)] == [(), (3,), ()]
    assert vegas(audited(people[0]).state).players == 3
    hall.play(table, people, choose=mostly_playing)
    assert all(audited(person).finished for person in people)


def test_a_player_who_is_away_while_a_newcomer_comes_is_waited_for() -> None:
    hall, table, people = begun()
    come(hall, table, "Dot")
    people[1].silent = {"nonce"}
    until_joined(hall, table, people)
    hall.advance(300_000)
    assert table.stage == "playing" and table.game is not None and table.game.dealer.busy
    people[1].silent = set()
    (owed,) = people[1].owed(1)
    assert isinstance(hall.ask(people[1], owed), Done)
    assert vegas(audited(people[0]).state).players == 4


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
        order[at] = pack_entry(Seated(entry.players, joining))
        return self.verdict(forge, order[: at + 1])

    def test_the_honest_log_holds(self) -> None:
        order, forge = self.log()
        assert self.verdict(forge, order) is None

    @pytest.mark.parametrize("joining", [(), (0,), (4,), (0, 4)])
    def test_the_new_seats_are_named(self, joining: tuple[int, ...]) -> None:
        assert self.changed(joining) == "session"

    def test_a_seat_that_plays_does_not_come_in_again(self) -> None:
        assert self.changed((0, 3)) is None, "the rules say so only when the round is dealt"

    def test_nobody_is_put_into_another_seat(self) -> None:
        order, forge = self.log()
        at = self.at(order, Seated, 1)
        entry = read_entry(order[at])
        assert isinstance(entry, Seated)
        order[at] = pack_entry(Seated((entry.players[3], *entry.players[1:3], entry.players[0]), (3,)))
        assert self.verdict(forge, order[: at + 1]) == "session"

    def test_the_same_players_do_not_agree_twice(self) -> None:
        order, forge = self.log()
        at = self.at(order, NonceCommits, 1)
        order.insert(at, order[self.at(order, Seated, 1)])
        assert self.verdict(forge, order[: at + 1]) == "session"

    def test_a_session_is_not_left_out(self) -> None:
        order, forge = self.log()
        seats, nonces = self.at(order, Seated, 1), self.at(order, Nonces, 1)
        assert isinstance(read_entry(order[nonces + 1]), HostCommit)
        del order[seats : nonces + 1]
        assert self.verdict(forge, order) is not None

    def test_nobody_comes_in_to_a_game_without_newcomers(self) -> None:
        forge = Forge("keilty", {"target": 500}, 2, seed=1)
        forge.begin()
        forge.play_round()
        keys = tuple((one.signer.public, one.name) for one in forge.players)
        forge.write(Seated((*keys, (b"k" * 32, "Dot")), (2,)))
        assert check(forge.transcript(), partial=True).check == "rules"

    def test_a_game_is_not_begun_twice(self) -> None:
        forge = Forge("vegas", {}, 2, seed=1)
        forge.begin()
        order = [one.entry for one in forge.written]
        forge.resign([*order[:2], order[1]])
        assert check(forge.transcript(), partial=True).check == "chain"
