"""The break between two rounds: the next deal waits for whoever looks at the last one, up to the table's time."""

from rummynet.verifier.offline import check
from rummynet_client.core.session.guide import rule_now
from tests.support.fake_host import FakeHost, Guest, play


def round_over(seconds: int = 30, more: str = "") -> tuple[FakeHost, Guest, Guest]:
    """Ann takes breaks, Bob's program does not; the first round of theirs is over."""
    host, ann, bob = FakeHost(), Guest("Ann", takes_breaks=True), Guest("Bob")
    for guest in (ann, bob):
        host.connect(guest)
    host.do(ann, f"create keilty target=100000 hand=3 break_seconds={seconds} {more}".strip())
    host.all("sit 1")
    host.all("ready")
    host.tick(ann, 1)
    while not bob.session.model.rounds:
        play(host, [ann, bob], 1)
    return host, ann, bob


def test_the_deal_waits_until_the_player_goes_on() -> None:
    host, ann, bob = round_over()
    assert ann.session.model.break_left == 30_000 and not bob.session.model.break_left
    assert ann.session.model.round == bob.session.model.round == 2 and bob.session.model.shuffling
    assert "waits until you go on" in rule_now(ann.session.model)
    host.tick(ann, 12)
    assert 17_000 < ann.session.model.break_left <= 18_000 and bob.session.model.shuffling
    host.do(ann, "next")
    assert not ann.session.model.break_left and not bob.session.model.shuffling
    assert len(bob.session.model.hand) == len(ann.session.model.hand) == 3


def test_it_ends_by_itself_when_the_tables_time_is_up() -> None:
    host, ann, bob = round_over(seconds=5)
    host.tick(ann, 4)
    assert bob.session.model.shuffling
    host.tick(ann, 1)
    assert not bob.session.model.shuffling and not ann.session.model.break_left
    assert check(ann.transcript).check is None


def test_a_table_may_have_none() -> None:
    host, ann, _bob = round_over(seconds=0)
    assert not ann.session.model.break_left and not ann.session.model.shuffling
    assert host.do(ann, "next")[0].startswith("refused asked=next code=no_break")


def test_the_break_is_added_where_a_sealed_deck_waits_for_people() -> None:
    host, ann, _bob = round_over(more="deck=sealed")
    host.pass_time(59_000)
    assert all(due > host.ms for clock, due in host.clocks.items() if clock.kind == "ceremony")
    host.ring("ceremony")
    assert ann.session.model.fairness.voided == 1
