"""Turns each entry of a game's log into news."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rummynet_client.core.session.review import review_round
from rummynet_client.core.text import news
from rummynet_client.core.text.news import News
from rummynet_client.language import N_, _
from rummynet_protocol.events import CalledRummy, TurnedUp
from rummynet_protocol.events import Shuffled as StockMade
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Commits,
    Cosigns,
    Ended,
    Entry,
    Nonces,
    Scored,
    Shown,
    Voided,
    Voted,
    WaitClosed,
    Wanted,
)

if TYPE_CHECKING:
    # For types alone: the module imports this one.
    from rummynet_client.core.session.joined_game import JoinedGame

_CALLED_OFF: Final = {
    "voids": N_("the game was called off: as many shuffles were voided as this table allows"),
    "epochs": N_("the game was called off: the round has used all its shuffles"),
    "no-session": N_("the game was called off before it began: somebody stayed silent"),
    "waited": N_("the game is over: the others waited too long for {name}, and ended it"),
}
"""Reason of the log's end to a sentence, for games not played to their end."""


def entry_news(game: "JoinedGame", entry: Entry, says: str) -> list[News]:
    """The news of *entry*, the newest of the game's log; *says* are its events in one line."""
    if isinstance(entry, Acted):
        return _acted(game, entry, says)
    tell = _TELLS.get(type(entry))
    return [] if tell is None else tell(game, entry)


def _begun(game: "JoinedGame", _entry: Nonces) -> list[News]:
    auditor = game.follower.auditor
    game.session_players = auditor.players
    variant = auditor.variety.name if auditor.variety else ""
    says = _(
        "the table's six words: {words}; read them aloud, everybody must have the same",
        words=" ".join(auditor.words),
    )
    began = news.GameBegan(game.number, variant, game.names, game.me, auditor.words)
    return [began, game.watch.tell("words", says)]


def _protested(game: "JoinedGame", _entry: Commits) -> list[News]:
    """The first commitments after a void: report protests by players who were named silent but had answered."""
    voids = game.follower.auditor.voids
    answered, game.answered_voids = voids[game.answered_voids :], len(voids)
    who = ", ".join(dict.fromkeys(name for void in answered for name in void.protesters))
    if not who:
        return []
    return [
        game.watch.tell(
            "void",
            _(
                "{who} protests: the host had read or confirmed that part of the shuffle, and named it missing",
                who=who,
            ),
        )
    ]


def _voided(game: "JoinedGame", entry: Voided) -> list[News]:
    names = [game.player_name(seat) for seat in entry.silent]
    return game.watch.report_void(f"{entry.round}.{entry.epoch}", names)


def _agreed(game: "JoinedGame", entry: Cosigns) -> list[News]:
    says = _(
        "round {round}: the deck is fixed and signed by all {seats} seats", round=entry.round, seats=len(game.names)
    )
    fixed: list[News] = [game.watch.tell("deck", says)]
    made = [event.count for event in game.follower.auditor.events if isinstance(event, StockMade)]
    return [*fixed, *(news.StockRenewed(count) for count in made)]


def _dealt(game: "JoinedGame", entry: CardsDealt) -> list[News]:
    assert game.state is not None
    up = tuple(event.card for event in game.follower.auditor.events if isinstance(event, TurnedUp))
    counts = tuple(game.state.count(seat) for seat in range(game.state.players))
    return [news.RoundDealt(entry.round, entry.starter, counts, up)]


def _acted(game: "JoinedGame", entry: Acted, says: str) -> list[News]:
    events = game.follower.auditor.events
    if game.is_outbid_by(entry):
        says += ", " + _("{who} was nearer than you", who=game.player_name(entry.seat))
    items: list[News] = [_did(game, entry, says)]
    if any(isinstance(event, CalledRummy) for event in events):
        items.append(news.RummyCalled(entry.seat, game.player_name(entry.seat), entry.do))
    return items


def _did(game: "JoinedGame", entry: Acted, says: str) -> News:
    # A draw that waited for a shuffle was caused by the entry that asked for the shuffle.
    why = entry.why if entry.why != "want" else game.draw_cause
    by = "player" if why is None else {"turn": "clock", "vote": "vote"}.get(why, "rule")
    return news.SeatActed(
        entry.seat, game.player_name(entry.seat), by, entry.do, says, tuple(game.follower.auditor.events)
    )


def _wanted(game: "JoinedGame", entry: Wanted) -> list[News]:
    game.draw_cause = entry.why
    says = _("{name} draws from an empty stock: a new one is shuffled first", name=game.player_name(entry.seat))
    return [game.watch.tell("stock", says)]


def _voted(game: "JoinedGame", entry: Voted) -> list[News]:
    auditor = game.follower.auditor
    vote = auditor.ballot
    assert vote is not None
    name, other = game.player_name(entry.seat), game.player_name(vote.about)
    count, others = len(auditor.votes.wanted(vote.about)), auditor.votes.others(vote.about)
    if entry.seat == vote.about:
        says = _("{name} is there, and has still time for this turn", name=name)
    elif vote.yes:
        says = _(
            "{name} wants the host to play for {other} until {other} acts again ({count} of {others} want it)",
            name=name, other=other, count=count, others=others,
        )  # fmt: skip
    else:
        says = _(
            "{name} does not want the host to play for {other} ({count} of {others} want it)",
            name=name, other=other, count=count, others=others,
        )  # fmt: skip
    return [game.watch.tell("vote", says)]


def _closed(game: "JoinedGame", entry: WaitClosed) -> list[News]:
    auditor = game.follower.auditor
    closing = auditor.closing
    assert closing is not None
    name, other = game.player_name(entry.seat), game.player_name(closing.about)
    if entry.seat == closing.about:
        return [game.watch.tell("close", _("{name} says: it is not me the game waits for", name=name))]
    count, others = len(auditor.closes.wanted(closing.about)), auditor.votes.others(closing.about)
    says = _(
        "{name} has waited too long for {other} and wants to end the game ({count} of {others} want it)",
        name=name, other=other, count=count, others=others,
    )  # fmt: skip
    return [game.watch.tell("close", says)]


def _shown(game: "JoinedGame", entry: Shown) -> list[News]:
    says = _(
        "round {round}: recomputed from the secrets now published; each deck, card and move is right",
        round=entry.round,
    )
    return [game.watch.tell("round", says)]


def _scored(game: "JoinedGame", entry: Scored) -> list[News]:
    scored = news.RoundScored(entry.round, entry.out, entry.round_scores, entry.scores)
    game.rounds.append(scored)
    play = game.follower.auditor.play
    again = review_round(game.variety, play.replay_steps, game.names) if game.variety and play else None
    game.reviews += [again] if again is not None else []
    if not entry.finished:
        return [scored]
    winner = None if entry.winner is None else game.player_name(entry.winner)
    game.over = news.GameWasWon(game.number, entry.winner, winner, entry.scores)
    end = game.follower.auditor.state
    return [scored, *(game.facts_news(end) if end is not None else ()), game.over]


def _ended(game: "JoinedGame", entry: Ended) -> list[News]:
    if entry.why == "played":
        return [game.watch.tell("game", _("the game is complete and every check held"))]
    waited = game.follower.auditor.waited_end
    game.called_off = _(_CALLED_OFF[entry.why], name=game.player_name(waited.seat) if waited is not None else "")
    return [game.watch.tell("game", game.called_off)]


_TELLS: Final[dict[type[Entry], Callable[..., list[News]]]] = {
    Nonces: _begun,
    Commits: _protested,
    Cosigns: _agreed,
    Voided: _voided,
    CardsDealt: _dealt,
    Wanted: _wanted,
    Voted: _voted,
    WaitClosed: _closed,
    Shown: _shown,
    Scored: _scored,
    Ended: _ended,
}
