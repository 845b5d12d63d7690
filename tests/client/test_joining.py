"""A client that joins a running game of Vegas rummy and plays from the next round on; and one that returns."""

from rummynet_client.core.text import news
from rummynet_protocol.actions import Decline
from tests.support.fake_host import FakeHost, Guest, play


def begun(options: str = "", names: tuple[str, ...] = ("Ann", "Bob", "Cid")) -> tuple[FakeHost, list[Guest]]:
    inn, guests = FakeHost(), [Guest(name) for name in names]
    for guest in guests:
        inn.connect(guest)
    inn.do(guests[0], f"create vegas {options}".strip())
    for command in ("sit 1", "ready"):
        for guest in guests:
            inn.do(guest, command)
    return inn, guests


def to_round(inn: FakeHost, guests: list[Guest], number: int) -> None:
    for _ in range(2000):
        if guests[0].session.model.round >= number and guests[0].session.model.due:
            return
        play(inn, guests, 1)
    raise AssertionError("the round does not come")


def test_a_newcomer_sits_down_looks_on_and_plays_from_the_next_round_on() -> None:
    inn, guests = begun("max_score=60")
    play(inn, guests, 4)
    dot = Guest("Dot")
    inn.connect(dot)
    told = inn.do(dot, "sit 1")
    assert not any(line.startswith("refused") for line in told)
    picture = dot.session.model
    assert picture.me is None and picture.state is not None and picture.hand == ()
    assert any(fact == "coming in before the next round: 1 chip, from 0 points" for fact in picture.facts)
    assert any("Dot would like to play" in line for line in inn.do(dot, "ready"))
    table = guests[0].session.model.table
    assert table is not None and table.asking == (3,)
    assert any("Dot comes in when the next round begins" in line for line in inn.do(guests[0], "admit 3"))
    words = guests[0].session.model.words
    everybody = [*guests, dot]
    to_round(inn, everybody, 2)
    picture = dot.session.model
    assert picture.me == 3 and len(picture.hand) == 7 and picture.words != words
    assert picture.words == guests[0].session.model.words
    began = [item for item in guests[0].news if isinstance(item, news.GameBegan)]
    assert [item.names for item in began] == [("Ann", "Bob", "Cid"), ("Ann", "Bob", "Cid", "Dot")]
    play(inn, everybody)
    for guest in everybody:
        assert guest.session.model.over is not None
        assert any("verified=true" in line for line in inn.do(guest, "verify"))


def test_who_declined_says_ready_and_is_in_again() -> None:
    inn, guests = begun("max_score=20 hand=5", ("Ann", "Bob", "Cid", "Dot", "Eve"))
    due = guests[0]
    for _ in range(3000):
        picture = guests[0].session.model
        assert picture.over is None, "nobody declined in this game; take other cards"
        due = next(guest for guest in guests if guest.session.model.my_turn)
        legal = due.session.model.legal()
        if Decline() in legal:
            inn.do(due, "decline")
            break
        play(inn, guests, 1)
    number = guests[0].session.model.round
    told = inn.do(due, "ready")
    assert not any(line.startswith("refused") for line in told), told
    if due is not guests[0]:
        inn.do(guests[0], f"admit {due.session.model.me}")
    to_round(inn, guests, number + 2)
    mine = due.session.model
    assert mine.state is not None and mine.me is not None and mine.state.count(mine.me) == 5


def test_a_game_without_newcomers_says_so() -> None:
    inn = FakeHost()
    guests = [Guest(name) for name in ("Ann", "Bob", "Cid")]
    for guest in guests:
        inn.connect(guest)
    inn.do(guests[0], "create joker")
    for command in ("sit 1", "ready"):
        for guest in guests[:2]:
            inn.do(guest, command)
    (line,) = [one for one in inn.do(guests[2], "sit 1") if one.startswith("refused")]
    assert "you can watch" in line
