"""One key on two machines, and one machine restarted: only from kept records does a client continue."""

import pytest

from rummynet.verifier.offline import check
from rummynet_client.core.log.private_records import HEADER as PRIVATE_HEADER
from rummynet_client.core.log.private_records import Kept, StatementKept, pack_kept, read_kept
from rummynet_client.core.text import news
from rummynet_protocol.fairness.entries import Voided
from rummynet_protocol.fairness.statements import pack_statement, read_statement
from rummynet_protocol.fairness.transcript import HEADER, pack_record, read_transcript
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import LogEntry, Message, Openings, Submit
from tests.support.crooked import cheat, remembered
from tests.support.fake_host import FakeHost, Guest, play, seated
from tests.support.followers import entries_of


def other_machine(guest: Guest, *, copies_private: bool = False) -> Guest:
    """The same key elsewhere: with a secret of its own, and without the private records (or with a copy of them)."""
    twin = Guest(f"{guest.name}'s other machine")
    twin.name, twin.signer = guest.name, guest.signer
    if copies_private:
        twin.private = dict(guest.private)
    twin.start()
    return twin


def stopped(at: int, *, submits: bool = True) -> tuple[FakeHost, Guest, Guest]:
    """Ann's program ends when entry *at* has arrived, and the statement it then owes was sent (or only kept)."""
    host, (ann, bob) = seated("Ann", "Bob", options="target=20")

    def until(message: Message) -> list[Message]:
        late = isinstance(message, Openings) or (isinstance(message, LogEntry) and message.index > at)
        return [] if late else [message]

    ann.tamper = until
    host.ignores = lambda guest, request: guest is ann and not submits and _after(host, request, at)
    host.keeps_pongs = lambda guest: guest is ann and not submits  # what is sent behind a lost statement is lost too
    host.all("ready")
    host.lose(ann)
    ann.tamper, host.ignores = (lambda message: [message]), (lambda guest, request: False)
    host.keeps_pongs = lambda guest: False
    return host, ann, bob


def _after(host: FakeHost, request: object, at: int) -> bool:
    """Whether the client sent this because of entry *at*: (seats, nonce-commits, host-commit, shuffle, root)."""
    kinds = {1: "nonce-commit", 2: "nonce", 4: "commit", 6: "reveal", 8: "root"}
    return isinstance(request, Submit) and request.what == kinds[at]


def parts(host: FakeHost, guest: Guest) -> list[tuple[str, bytes]]:
    """What the guest has sent for the log."""
    mine = (request for whose, request in host.asked if whose is guest)
    return [(one.what, one.payload) for one in mine if isinstance(one, Submit)]


def complains(guest: Guest) -> list[str]:
    return [item.says for item in guest.news if isinstance(item, news.WentWrong)]


def voids(guest: Guest) -> int:
    game = guest.session.game
    assert game is not None
    return sum(isinstance(entry, Voided) for entry in entries_of(game.follower))


@pytest.mark.parametrize("at", [1, 2, 4, 6, 8], ids=["nonce-commit", "nonce", "commit", "reveal", "root"])
@pytest.mark.parametrize("submits", [True, False], ids=["sent", "lost-on-the-way"])
def test_a_program_that_is_started_anew_goes_on_wherever_the_ceremony_stands(at: int, submits: bool) -> None:
    host, ann, bob = stopped(at, submits=submits)
    before = set(parts(host, ann))
    ann.start()
    host.connect(ann)
    assert ann.session.model.round == 1 and ann.session.model.state is not None
    assert complains(ann) == [] and voids(ann) == 0
    sent = set(parts(host, ann))
    assert before <= sent and len({what for what, _ in sent}) == len(sent), "each was signed once"
    play(host, [ann, bob])
    for guest in (ann, bob):
        assert check(guest.transcript).verified and remembered(guest) == [] and cheat(guest) is None


@pytest.mark.parametrize(("set_by", "clocks"), [(0, 1), (3_600_000, 1), (-2_000, 2)])
def test_statements_go_on_in_number_after_a_restart_and_time_by_the_same_clock(set_by: int, clocks: int) -> None:
    """Unless the wall clock was set back: then the program has noticed that, and begins another."""
    host, ann, bob = stopped(4)
    host.pass_time(1_000)
    ann.clock.set_by = set_by
    ann.start()
    host.connect(ann)
    play(host, [ann, bob], 6)
    found = [read_statement(what, payload) for what, payload in parts(host, ann)]
    numbers = sorted({one.n for one in found})
    assert numbers == list(range(1, 1 + len(numbers)))
    assert len({one.clock for one in found}) == clocks
    times = [one.t for one in found if one.clock == found[-1].clock]
    assert times == sorted(times) and cheat(ann) is None and remembered(ann) == []


def test_a_machine_that_has_not_committed_gives_nothing_to_that_shuffle() -> None:
    host, ann, bob = stopped(4)
    host.do(bob, "here")
    twin = other_machine(ann)
    host.connect(twin)
    (says,) = complains(twin)
    assert says.startswith("another machine with your key committed to this shuffle")
    assert not host.signed(twin, "reveal") and cheat(twin) is None
    host.ring("ceremony")
    host.do(twin, "here")
    assert voids(bob) == 1 and twin.session.model.state is not None
    play(host, [twin, bob])
    for guest in (twin, bob):
        assert check(guest.transcript).verified and cheat(guest) is None and remembered(guest) == ["void"]


def test_nor_does_a_copied_folder_whose_secret_was_made_anew() -> None:
    host, ann, _bob = stopped(4)
    twin = other_machine(ann, copies_private=True)
    assert twin.secret != ann.secret
    host.connect(twin)
    assert len(complains(twin)) == 1 and not host.signed(twin, "reveal") and cheat(twin) is None


def test_a_machine_that_has_not_drawn_the_nonce_says_so() -> None:
    host, ann, _bob = stopped(1)
    twin = other_machine(ann)
    host.connect(twin)
    (says,) = complains(twin)
    assert says.startswith("another machine with your key drew your number")
    assert not host.signed(twin, "nonce") and cheat(twin) is None
    host.ring("ceremony")
    assert host.lobby.tables[1].stage == "waiting" and cheat(twin) is None
    assert twin.session.model.called_off.startswith("the game was called off before it began")


def test_two_logs_for_two_machines_teach_the_host_nothing() -> None:
    """A host shows each machine a log with commitments of its own: only the machine that made them reveals."""
    host, ann, _bob = stopped(6, submits=False)
    (revealed,) = {payload for payload, _ in host.signed(ann, "reveal")}
    twin = other_machine(ann, copies_private=True)
    host.connect(twin)
    sent = {payload for payload, _ in host.signed(twin, "reveal")}
    assert sent <= {revealed}, "at most the very bytes that were signed already, for the very log"
    bare = other_machine(ann)
    host.connect(bare)
    assert not host.signed(bare, "reveal")


@pytest.mark.parametrize(("at", "what"), [(2, "nonce"), (4, "commit"), (6, "reveal"), (8, "root")])
def test_what_was_signed_in_one_fork_is_not_signed_in_another(at: int, what: str) -> None:
    """The program finds on its disk that it gave this part in another log of the same game, under another head."""
    host, ann, bob = stopped(at, submits=False)
    ((log, data),) = ann.private.items()
    records = [in_another_fork(one, ann) if getattr(one, "what", "") == what else one for one in read_kept(data)]
    ann.private[log] = PRIVATE_HEADER + b"".join(map(pack_kept, records))
    earlier = host.signed(ann, what)
    ann.start()
    host.connect(ann)
    (says,) = complains(ann)
    assert says.startswith("your program already signed its part of this shuffle, in another log")
    assert host.signed(ann, what) == earlier and cheat(ann) is None and remembered(ann) == []
    assert cheat(bob) is None


def in_another_fork(kept: Kept, guest: Guest) -> Kept:
    """The kept statement, aimed at another head."""
    assert isinstance(kept, StatementKept)
    payload = pack_statement(replace(read_statement(kept.what, kept.payload), head=b"f" * 32))
    return StatementKept(kept.what, payload, guest.signer.sign(kept.what, payload))


def test_the_rest_of_a_game_that_ended_without_us_is_fetched_before_another() -> None:
    host, (ann, bob) = seated("Ann", "Bob", options="target=10")
    host.all("ready")
    play(host, [ann, bob])
    ((log, whole),) = ann.kept.items()
    records = read_transcript(whole).records
    ann.kept[log] = HEADER + b"".join(map(pack_record, records[: len(records) // 2]))
    host.lose(ann)
    ann.start()
    host.connect(ann)
    game = ann.session.game
    assert game is not None and game.number == 1 and game.follower.auditor.finished
    host.all("ready")
    assert ann.session.model.game == 2 and cheat(ann) is None and remembered(ann) == []
    assert ann.session.game is not None and ann.session.game.follower.own_part.notices == []
