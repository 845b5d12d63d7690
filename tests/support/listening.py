"""What a listener is told of a forged game."""

from collections.abc import Iterator

from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.spoken.narrator import Narrator
from rummynet_client.core.text.news import News
from tests.support import pictures
from tests.support.followers import in_seat
from tests.support.forge import Forge


def heard(forge: Forge, seat: int = 0) -> Iterator[tuple[list[News], ViewModel]]:
    """The news of each entry for the player in *seat*, with the model after it."""
    game = JoinedGame(1, in_seat(forge, seat))
    for index, one in enumerate(forge.written):
        items = list(game.handle_entry(index, one.entry, one.signature))
        for shown in forge.shown:
            if shown.after == index and shown.seat == seat:
                items += game.handle_openings(shown.round, shown.epoch, (shown.row,))
        yield items, pictures.of(game, forge.game.name)


def narrated(forge: Forge, seat: int = 0) -> list[str]:
    """All lines that a listener in *seat* is told."""
    narrator = Narrator()
    return [line for items, model in heard(forge, seat) for line in narrator.tell(items, model)]
