"""Pictures of real games for tests of screens: a forged log followed by the client's own core."""

from collections.abc import Sequence
from functools import cache, lru_cache

from rummynet.rules.varieties import variety
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.view_model import Fairness, ViewModel, fairness_of, game_fields, nothing_yet
from rummynet_client.core.session.watch.alarms import Alarms
from rummynet_client.core.text import news
from rummynet_protocol.values import replace
from tests.support.followers import in_seat
from tests.support.forge import Forge

LOBBY = (
    news.TableListed(1, "kitchen table", "keilty", "playing", ("anna", "ben"), 6, 2),
    news.TableListed(2, "porch", "vegas", "waiting", (), 12, 0),
)


def empty() -> ViewModel:
    """Connected, at no table."""
    return replace(
        nothing_yet("kitchen"), name="anna", lobby=LOBBY, fairness=Fairness("nothing to check yet", None, "…")
    )


def followed(forge: Forge, seat: int) -> JoinedGame:
    """The game of *forge* as the client in *seat* has followed it."""
    game = JoinedGame(1, in_seat(forge, seat))
    for index, one in enumerate(forge.written):
        game.handle_entry(index, one.entry, one.signature)
        for shown in forge.shown:
            if shown.after == index and shown.seat == seat:
                game.handle_openings(shown.round, shown.epoch, (shown.row,))
    return game


def playing(
    variant: str = "keilty", players: int = 2, steps: int = 30, *, seat: int = 0, seed: int = 1,
    names: Sequence[str] = (),
) -> ViewModel:  # fmt: skip
    """Round 1 after so many steps, the way *seat* sees it. *names*: of the first seats."""
    return of(followed(_played(variant, players, steps, seed, tuple(names)), seat), variant)


def on_turn(variant: str, players: int, steps: int) -> ViewModel:
    """The same of the first game, by its seed, in which it is our turn then."""
    return of(followed(_on_turn(variant, players, steps), 0), variant)


def offered(place: int | None) -> ViewModel:
    """Crummy rummy among four: the top of the pile is offered, and our seat is asked at once (0) or later.

    None: it has drawn itself, and others are asked.
    """
    forge = _offered()
    asked = (*forge.game.actors(forge.state), *forge.game.offers.offer_early(forge.state))
    return of(followed(forge, forge.state.turn if place is None else asked[place]), "crummy")


# Logs are the same in every language and are only read here: each is forged once.


@lru_cache(maxsize=256)
def _played(variant: str, players: int, steps: int, seed: int, names: tuple[str, ...] = ()) -> Forge:
    forge = Forge(variant, {}, players, seed=seed)
    for player, name in zip(forge.players, names, strict=False):
        player.name = name
    forge.begin()
    forge.round = 1
    forge.commit(4)
    forge.deal(forge.mix(forge.due()))
    for _ in range(steps):
        if not forge.game.hands_are_shown(forge.state):
            forge.step()
    return forge


@cache
def _on_turn(variant: str, players: int, steps: int) -> Forge:
    games = (_played(variant, players, steps, seed) for seed in range(1, 100))
    return next(one for one in games if 0 in one.game.actors(one.state))


@cache
def _offered() -> Forge:
    """The first game, by its seed, in which three are asked after a few steps."""
    for seed in range(200):
        for steps in range(1, 10):
            forge = _played("crummy", 4, steps, seed)
            state = forge.state
            asked = (*forge.game.actors(state), *forge.game.offers.offer_early(state))
            if state.phase == "offer" and len(asked) == 3:
                return forge
    raise AssertionError("nobody was offered anything")


def waiting(variant: str, players: int) -> ViewModel:
    """A table with all its options at which nobody has begun yet."""
    options = dict(variety(variant).resolve({}))
    table = news.TableChanged(1, "kitchen table", variant, "waiting", options, ())
    seats = tuple(news.SeatTaken(s, f"player {s}", s == 0, s > 0, True, s == 2) for s in range(players))
    return replace(empty(), name=seats[0].name, table=table, seats=seats)


def laden(names: Sequence[str] = ()) -> ViewModel:
    """Six players, nine melds, forty cards in the pile, twenty-five in the hand."""
    laid = "3C 4C 5C 6C|9D 9H 9S|AH 2H 3H 4H 5H 6H|JC QC KC AC|2S 3S 4S 5S 6S|7D 7H 7S|TC TD TH TS|4D 5D 6D|QD QH QS"
    melds = [{"cards": cards.split(), "by": [at % 6] * len(cards.split())} for at, cards in enumerate(laid.split("|"))]
    game = playing("keilty", 6, 0, seed=3, names=names)
    cards = [f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK"]
    assert game.position is not None
    return replace(game, hand=tuple(cards[:25]), position={**game.position, "discard": cards[12:], "melds": melds})


def of(game: JoinedGame, variant: str) -> ViewModel:
    """The picture of a followed game."""
    seats = (news.SeatTaken(seat, name, seat == game.me, True, True, False) for seat, name in enumerate(game.names))
    return replace(
        empty(),
        **game_fields(game),
        table=news.TableChanged(1, "kitchen table", variant, "playing", game.follower.auditor.options, ()),
        seats=tuple(seats),
        fairness=replace(fairness_of(game, Alarms()), limits="The host sees all cards."),
        chat=(news.ChatSaid("ben", 1, "player", "good evening"),),
    )
