"""What the picked cards can do now and why not otherwise; what taking from the pile would bring; what the host said."""

from rummynet_client.core.picture import Picture
from rummynet_client.terminal.choice import Choice, face
from rummynet_client.terminal.text import Line, wrapped
from rummynet_client.terminal.view import View


def offers(picture: Picture, choice: Choice, width: int, view: View) -> list[Line]:
    """The lines under the hand."""
    if view.question:
        return wrapped("class:offer", view.question, width)
    if picture.over is not None:
        won = picture.over.name or "nobody alone"
        says = f"The game is over: {won} has won. p plays again · e shows the rounds · v verifies · w explains"
        return wrapped("class:title", says, width)
    return [*hint(picture, width), *taking(picture, choice, width), *_offered(picture, choice, width)]


def hint(picture: Picture, width: int) -> list[Line]:
    """That a rummy can be called, at tables that tell."""
    if picture.state is None or not picture.options.get("rummy_hints") or picture.me is None:
        return []
    calls = [claim.action for claim in picture.state.claims if claim.by != picture.me]
    return wrapped("class:alarm", f"hint: {calls[0]} (press r)", width) if calls else []


def taking(picture: Picture, choice: Choice, width: int) -> list[Line]:
    """With the cursor in the pile: what would come with the card there, and which plays would use it."""
    under = choice.under(picture)
    if choice.row != "pile" or under is None or not picture.my_turn:
        return []
    come = choice.cards(picture, "pile")[choice.at :]
    plays = choice.plays_with(picture, under)
    count = "1 card comes" if len(come) == 1 else f"{len(come)} cards come"
    says = f"down to {face(under)} {count}"
    if plays:
        says += f"; it would be used by: {', '.join(plays[:4])}{' …' if len(plays) > 4 else ''}"
    else:
        says += f"; no: {choice.why_not_take(picture, under)}"
    return wrapped("class:dim", says, width)


def _offered(picture: Picture, choice: Choice, width: int) -> list[Line]:
    """What can be done now, or why not."""
    if picture.may_act:
        found = choice.offers(picture)
        told = "  ".join(f"{key} {action}" for key, action in enumerate(found, 1))
        ahead = "" if picture.my_turn else "you need not wait: " if picture.hurries else "you may answer ahead: "
        return wrapped("class:offer", ahead + (told or choice.why_not(picture)), width)
    if picture.shuffling:
        return [[("class:dim", " host and players are shuffling together …")]]
    who = ", ".join(picture.names[seat] for seat in picture.due if seat < len(picture.names))
    return [[("class:dim", f" {who or 'nobody'} to play")]]


def answer(picture: Picture, width: int) -> list[Line]:
    """The host's answer if it was a no, or what it has not answered yet."""
    if picture.refusal is not None:
        return wrapped("class:refusal", f"refused: {picture.refusal.says}", width)
    return [[("class:dim", f" sending {picture.waiting} …")]] if picture.waiting else []
