"""What can be done with keys in the lobby, at a table before a game, and about people and table during one. Pure.

Screens show the offers, keys and clicks carry them out; so a key is shown exactly when it does something.
"""

from rummynet.rules.varieties import MODULES, variety
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.session.waits import Waited
from rummynet_client.core.text.game_words import table_title
from rummynet_client.core.text.news import SeatTaken, TableListed
from rummynet_client.core.text.verbs import VERBS
from rummynet_client.language import _
from rummynet_client.terminal.state.screen_state import LobbyState
from rummynet_protocol.values import Value, replace

MENU = "create"  # in place of a command: opens the menu of a new table


class TableOffer(Value):
    """A key, what it does in a few words and in one or two for the footer, and the commands."""

    key: str
    says: str
    short: str
    commands: tuple[str, ...]
    asks: str = ""  # the question that is answered before; "" for none
    by_enter: bool = False  # what comes next: Enter does it too
    is_urgent: bool = False  # somebody waits for it


def _offer(says: str, *commands: str, short: str = "", asks: str = "", is_urgent: bool = False) -> TableOffer:
    """What these commands do, by the key of the last one's verb; *short* where the verb's own word does not fit."""
    verb = VERBS[commands[-1].split(" ")[0]]
    return TableOffer(verb.key, says, short or _(verb.short), commands, asks, is_urgent=is_urgent)


# -- the lobby


def lobby_offers(model: ViewModel, lobby: LobbyState) -> list[TableOffer]:
    """What can be done with the table under the cursor, and a new table; nothing on the way to one that is coming."""
    if lobby.is_going:
        return []
    opens = _offer(_("open a new table"), MENU)
    more = [opens, *_invitation(lobby)]
    row = lobby.table_row(model)
    if row is None:
        return _next_first(more)
    looks = _offer(_("watch {table}", table=table_title(row.name)), f"watch {row.table}")
    if not can_sit(row):
        return _next_first([looks, *more])
    says, short = _("sit down at {table}", table=table_title(row.name)), ""
    if row.closed:
        says, short = _("knock at {table}: its owner decides who sits down", table=table_title(row.name)), _("knock")
    sits = _offer(says, f"sit {row.table}", short=short)
    return _next_first([sits, looks, *more])


def _invitation(lobby: LobbyState) -> list[TableOffer]:
    """Inviting somebody from another home, at a host that this program runs."""
    if lobby.invitation is None:
        return []
    return [_offer(_("invite somebody from another home"), "invite", asks=lobby.invitation)]


def can_sit(row: TableListed) -> bool:
    """Whether a seat can be taken there now."""
    late = row.variant in MODULES and variety(row.variant).newcomers.may_join
    return len(row.players) < row.seats and (row.stage == "waiting" or late)


# -- a table before a game, and between two


def table_offers(model: ViewModel, lobby: LobbyState) -> list[TableOffer]:
    """What can be done at a table where no game is played."""
    if model.table is None or model.table.stage != "waiting":
        return []
    asks = "" if model.watching else _("Leave the table? y leaves, any other key stays")
    leaves = _offer(_("leave the table"), "stand", asks=asks)
    if model.watching:
        says = _("knock") if model.table.closed else _("take a seat")
        sits = _offer(says, f"sit {model.table.table}", short=says)
        return _next_first([sits, leaves]) if free_seats(model) else [leaves]
    seat = lobby.seat_row(model)
    about = _about_seat(model, lobby, seat) if seat is not None else []
    bots, ready = _more_bots(model, lobby), _readiness(model)
    lacks = lacks_people(model)
    is_alone = lacks or len(model.seats) + model.table.coming < 2
    # Enter does the first: alone that is a bot, as nobody can begin; with others it is being ready.
    first = [*bots, *ready] if is_alone else [*ready, *bots]
    first += [*_entrance(model), *_invitation(lobby)]
    # With a level chosen for a bot, ``a`` exchanges it; the same key cannot add one too.
    exchanges = [one for one in about if one.key == "a"]
    others = [one for one in about if one.key != "a"]
    offers = [*exchanges, *[one for one in first if not exchanges or one.key != "a"], *others, leaves]
    return _next_first(offers) if exchanges or (not lacks and (is_alone or not is_ready(model))) else offers


def _next_first(offers: list[TableOffer]) -> list[TableOffer]:
    """The same, the first by Enter too."""
    return [replace(offers[0], by_enter=True), *offers[1:]]


def free_seats(model: ViewModel) -> int:
    """How many seats are neither taken nor kept for a bot that is on its way."""
    if model.table is None or model.table.variant not in MODULES:
        return 0
    most = variety(model.table.variant).seats[-1]
    return max(0, most - len(model.seats) - model.table.coming)


def lacks_people(model: ViewModel) -> bool:
    """Whether the deck is sealed, and nobody is there to seal it with."""
    people = sum(not seat.bot for seat in model.seats)
    return model.table is not None and model.table.options.get("deck") == "sealed" and people < 2


def is_ready(model: ViewModel) -> bool:
    """Whether the player has said so, or has as soon as the bots are there."""
    return any(seat.me and seat.ready for seat in model.seats)


def _readiness(model: ViewModel) -> list[TableOffer]:
    if model.fairness.unknown:
        return []  # this program does not know the game, and would refuse
    if is_ready(model):
        return [_offer(_("not ready after all"), "ready no", short=_("not yet"))]
    return [_offer(_("I am ready to play"), "ready")]


def _entrance(model: ViewModel) -> list[TableOffer]:
    """Who may sit down here: a person who asks, and the seats closed or open."""
    if model.table is None or not model.owns_table:
        return []
    asks = _knocking(model)
    if model.table.closed:
        return [*asks, _offer(_("open the seats to everybody again"), "seats open", short=_("open seats"))]
    says = _("close the seats: no new players, and ready stays ready")
    return [*asks, _offer(says, "seats close")]


def _knocking(model: ViewModel) -> list[TableOffer]:
    """Letting in the newest of those who ask for a seat."""
    if model.table is None or not model.owns_table:
        return []
    return [
        _offer(_("let {name} sit down", name=name), f"let {name}", is_urgent=True)
        # One at a time: the key lets in the person whom the line names.
        for name in model.table.knocks[-1:]
    ]


def _more_bots(model: ViewModel, lobby: LobbyState) -> list[TableOffer]:
    if not free_seats(model):
        return []
    return [_offer(_("add a bot: {level}", level=lobby.level), f"bot add {lobby.level}")]


def _about_seat(model: ViewModel, lobby: LobbyState, seat: SeatTaken) -> list[TableOffer]:
    """What can be done with the player under the cursor."""
    if seat.me:
        return []
    if seat.bot:
        last = max(one.seat for one in model.seats if one.bot)
        if not model.owns_table and seat.seat != last:
            return []  # only the owner may free any seat; others take the last bot away
        leaves = f"remove {seat.seat}" if model.owns_table else "bot remove"
        verb = VERBS["remove"]
        removed = TableOffer(verb.key, _("remove {name}", name=seat.name), _(verb.short), (leaves,))
        if not lobby.exchange:
            return [removed]
        says = _("replace {name} with a bot that plays {level}", name=seat.name, level=lobby.exchange)
        return [_offer(says, leaves, f"bot add {lobby.exchange}", short=_("replace")), removed]
    if not model.owns_table:
        return []
    asks = _("Free the seat of {name}? y does it, any other key does not", name=seat.name)
    says = _("free the seat of {name}", name=seat.name)
    return [_offer(says, f"remove {seat.seat}", short=_("free the seat"), asks=asks), _hand_over(seat)]


# -- about people and table during a game


def game_offers(model: ViewModel, lobby: LobbyState) -> list[TableOffer]:
    """A vote for who is away, rest and going on, letting a newcomer in, handing the table over: when it matters."""
    if model.table is None or model.table.stage != "playing":
        return []
    offers = [*_coming_in(model), *(_vote(model, seat, one) for seat, one in model.kept_waiting)]
    if model.owns_table:
        asking = [seat for seat in model.seats if seat.seat in model.table.asking]
        offers += [
            _offer(_("let {name} come in", name=seat.name), f"admit {seat.seat}", is_urgent=True) for seat in asking
        ]
    offers += _knocking(model)
    offers += _rest(model)
    if model.owns_table:
        offers += [_hand_over(seat) for seat in model.seats if not (seat.me or seat.bot) and seat.connected]
    if all(seat.me or seat.bot for seat in model.seats):
        offers += _invitation(lobby)  # with people at the table the line of keys has to show the chat
    if model.watching:
        offers.append(_offer(_("leave the table"), "stand"))
    return offers


def sits_out(model: ViewModel) -> bool:
    """Whether the player has a seat and no cards in this round: sat down during the game, or said no to the round."""
    if model.variety is None or model.state is None or not any(seat.me for seat in model.seats):
        return False
    newcomers = model.variety.newcomers
    return newcomers.may_join and (model.me is None or model.me in newcomers.outside(model.state))


def _coming_in(model: ViewModel) -> list[TableOffer]:
    """What a player can do who sits the round out."""
    if not sits_out(model):
        return []
    if is_ready(model):
        return [_offer(_("not come in after all"), "ready no", short=_("not yet"))]
    return [_offer(_("come in with the next round"), "ready", short=_("come in"), is_urgent=True)]


def coming_in_text(model: ViewModel) -> str:
    """How a player who sits the round out comes in; "" for the others."""
    if not sits_out(model):
        return ""
    if not is_ready(model):
        return _("You can come in with the next round: p says that you are ready")
    if any(seat.me and model.table is not None and seat.seat in model.table.asking for seat in model.seats):
        return _("You come in with the next round if the owner of the table lets you in.")
    return _("You come in with the next round.")


def _vote(model: ViewModel, seat: SeatTaken, one: Waited) -> TableOffer:
    if model.me in one.by:
        return _offer(_("wait for {name} after all", name=seat.name), f"vote {seat.seat} no", short=_("wait"))
    asks = _(
        "Stop waiting for {name}? Then {what}, and nobody can take that back. y does it, any other key does not",
        name=seat.name, what=one.words,
    )  # fmt: skip
    says = _("stop waiting for {name}: {what}", name=seat.name, what=one.words)
    return _offer(says, f"vote {seat.seat}", asks=asks if one.is_final else "", is_urgent=True)


def _rest(model: ViewModel) -> list[TableOffer]:
    assert model.table is not None
    if model.is_paused:
        if not model.may_resume:
            return []
        return [_offer(_("let the game go on"), "resume", is_urgent=True)]
    others = any(not (seat.bot or seat.me) for seat in model.seats)
    if not model.owns_table or not (others or model.options.get("turn_seconds")):
        return []  # bots wait as long as one likes
    return [_offer(_("pause the table"), "pause")]


def _hand_over(seat: SeatTaken) -> TableOffer:
    asks = _("Hand the table over to {name}? y does it, any other key does not", name=seat.name)
    return _offer(_("hand the table over to {name}", name=seat.name), f"owner {seat.seat}", asks=asks)
