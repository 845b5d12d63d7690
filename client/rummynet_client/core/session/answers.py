"""Answers to query commands: hand, table, scores, verify, help. Nothing is sent for them."""

import re
from collections.abc import Sequence
from typing import Any, Final

from rummynet.rules.core.variety import has_calls
from rummynet.verifier.offline import check
from rummynet_client.core.session.guide import rule_now
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.session.watch.incidents import Incident, sentences
from rummynet_client.core.text import news
from rummynet_client.core.text.action_text import worded
from rummynet_client.core.text.card_names import in_letters, in_notation, meld_cards, with_meld_cards
from rummynet_client.core.text.commands import QUOTED, BadCommand, Command, Do, PlayAction, command_text
from rummynet_client.core.text.news import News, QueryAnswered
from rummynet_client.core.text.reasons import WHY, reason_for
from rummynet_client.core.text.verbs import ACTIONS, COMMON, complete, explain, parse_command, said_now, with_seats
from rummynet_client.language import _, translated
from rummynet_protocol import notation
from rummynet_protocol.errors import Refusal

NEWEST_LINES: Final = 20  # about two turns of each of four players: a minute and a half, read aloud


class NothingThere(Refusal):
    """The subject of the command does not exist yet."""

    code = "nothing_there"


def answer(
    command: Command, model: ViewModel, game: JoinedGame | None, incidents: Sequence[Incident] = ()
) -> list[News]:
    """The answer as news; *incidents* are those of the host. Raises NothingThere, BadCommand."""
    match command:
        case Do("hand"):
            if model.state is None or model.me is None:
                raise NothingThere(_("you hold no cards: you are not playing a game"))
            return [news.HandShown(model.hand, ())]
        case Do("table"):
            if model.table is None:
                raise NothingThere(_("you are at no table; 'tables' lists them, 'sit 1' takes a seat at table 1"))
            return [model.table, *model.seats, *_lying(model)]
        case Do("scores"):
            if model.game is None:
                raise NothingThere(_("no game has been played here yet"))
            totals = QueryAnswered("game", (("game", model.game), ("names", model.names), ("totals", model.totals)))
            return [*model.rounds, totals]
        case Do("log", which):
            lines = model.lines[0 if which else -NEWEST_LINES :]
            return [QueryAnswered("log", (("says", line),)) for line in lines]
        case Do("review"):
            return _review(model, command.first)
        case Do("why"):
            name = command.first
            if name and name not in WHY:
                raise BadCommand(_("there is no check {name!r}; 'why' lists them", name=name[:QUOTED]))
            names = [name] if name else WHY
            return [QueryAnswered("fair", (("why", one), ("says", reason_for(one)))) for one in names]
        case Do("incidents") if not incidents:
            return [QueryAnswered("fair", (("incidents", 0), ("says", _("nothing is recorded against this host"))))]
        case Do("incidents"):
            numbered = enumerate(sentences(incidents), 1)
            return [QueryAnswered("fair", (("incident", number), ("says", says))) for number, says in numbered]
        case Do("verify"):
            return _verify(game)
        case Do("help", ("now",)):
            return [QueryAnswered("welcome", (("rule", rule_now(model)),))]
        case Do("help", ()):
            found = [
                ("help all", _("explains every command")),
                *(row for word in words_now(model) if word in COMMON or word in ACTIONS for row in explain(word)),
            ]
            return [QueryAnswered("welcome", (("command", how), ("does", what))) for how, what in found]
        case Do("help", (topic,)):
            return [QueryAnswered("welcome", (("command", how), ("does", what))) for how, what in explain(topic)]
    raise NothingThere(_("{command!r} does nothing here", command=command_text(command)))


def words_now(model: ViewModel) -> list[str]:
    """The first words that serve now."""
    return said_now(_doing(model), is_at_table=model.table is not None, is_owner=model.owns_table)


def said_command(model: ViewModel, text: str) -> Command:
    """The command in a line, its players and melds named as a person sees them. Raises as ``parse_command``."""
    melds = meld_cards(model.state) if model.state is not None else ()
    said = in_notation(text.strip()).casefold()
    for action in model.legal():
        if in_notation(worded(action, melds)).casefold() == said:
            return PlayAction(action)
    return parse_command(with_seats(text, {one.seat: one.name for one in model.seats}), melds)


def fitting_lines(model: ViewModel, typed: str) -> list[str]:
    """What can be said now and begins with what is typed."""
    melds = meld_cards(model.state) if model.state is not None else ()
    texts = [in_letters(with_meld_cards(notation.text(action), melds)) for action in model.legal()]
    actions = [re.sub(r"(?<!\w)T(?=[CDHS])", "10", text) for text in texts]  # as the cards are shown
    return complete(typed, actions, words_now(model))


def _doing(model: ViewModel) -> list[str] | None:
    """The actions of a game that can be done now, and a call, which is open to everybody; None where none is played."""
    if model.state is None or model.is_between_games:
        return None
    calls = ["rummy"] if model.me is not None and model.variety is not None and has_calls(model.variety) else []
    return [*map(notation.text, model.legal()), *calls]


def _lying(model: ViewModel) -> list[News]:
    position, state = model.position, model.state
    if position is None or state is None:
        return []
    first: tuple[tuple[str, Any], ...] = (
        ("round", model.round),
        ("turn", state.turn),
        ("phase", state.phase),
        ("due", model.due),
        ("stock", len(state.stock)),
        ("pile", tuple(position["discard"])),
        ("counts", tuple(state.count(seat) for seat in range(state.players))),
        ("words", model.words),
        ("early", model.early),
        ("facts", model.facts),
    )
    melds = [
        QueryAnswered("table", (("meld", number), ("cards", tuple(meld["cards"])), ("by", tuple(meld["by"]))))
        for number, meld in enumerate(position["melds"])
    ]
    return [QueryAnswered("table", first), *melds]


def _review(model: ViewModel, number: int | None) -> list[News]:
    found = [one for one in model.reviews if number in (None, one.round)]
    if not found:
        raise NothingThere(
            _("there is no finished round to look at")
            if number is None
            else _("round {number} is not over", number=number)
        )
    last = found[-1]
    seats = [
        QueryAnswered("round", (("review", last.round), ("seat", one.seat), ("name", one.name), ("score", one.score),
                           ("total", one.total), ("laid", " ".join(one.laid)), ("held", " ".join(one.held))))
        for one in last.seats
    ]  # fmt: skip
    missed = [
        QueryAnswered(
            "round",
            (("missed", notation.text(one.action)), ("after", one.after), ("by", one.by), ("millis", one.millis)),
        )
        for one in last.missed
    ]
    return [*seats, *missed]


def _verify(game: JoinedGame | None) -> list[News]:
    if game is None or not game.follower.length:
        raise NothingThere(_("there is nothing to verify yet: no game has begun"))
    # The game may go on: that its end is missing is no fault yet.
    # By the bytes that a file would have, not by what is in memory: it is what others could check too.
    report = check(game.follower.transcript(), partial=True)
    sentences = [translated(line) for line in report.lines]
    voided = game.follower.auditor.voided
    lines: list[News] = [QueryAnswered("fair", (("check", "verify"), ("says", line))) for line in sentences[:-1]]
    verdict = QueryAnswered(
        "fair", (("check", "verify"), ("verified", report.verified), ("voided", voided), ("says", sentences[-1]))
    )
    return [*lines, verdict]


ANSWERED: Final = frozenset({"hand", "table", "scores", "log", "incidents", "verify", "review", "why", "help"})
"""The verbs answered by ``answer``."""
