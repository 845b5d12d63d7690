"""Which game ``rummynet play`` plays with which bots: asked once, remembered, and as strong as the player."""

from collections.abc import Callable, Iterable, Sequence
from math import exp
from pathlib import Path
from typing import Final

from rummynet.bots.characters import CHARACTERS, character_named
from rummynet.bots.levels import NAMES
from rummynet_client.core.session.view_model import nothing_yet
from rummynet_client.core.text.commands import Do, OpenTable
from rummynet_client.core.text.table_wish import MATCH, USUAL_LEVEL, TableWish, wish_of
from rummynet_client.core.text.verbs import parse_command
from rummynet_client.history.game_history import Played, read
from rummynet_client.language import _
from rummynet_client.storage.settings import ASK, ActiveSettings
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness.transcript import NotATranscript
from rummynet_protocol.values import Value, replace

USUAL: Final = TableWish(bots=(USUAL_LEVEL,))  # the company where nobody is asked and nothing is remembered


class Company(Value):
    """What is played with whom; ``is_far``: also with somebody from another home, who is invited by a code."""

    opening: OpenTable
    is_far: bool = False


Ask = Callable[[ActiveSettings, TableWish], Company | None]


def company_in_settings(company: str) -> TableWish | None:
    """The company in the settings; None if it has not been chosen yet."""
    command = parse_command(f"create {company}") if company != ASK else None
    return wish_of(command) if isinstance(command, OpenTable) else None


def chosen_company(
    active: ActiveSettings, ask: Ask | None, flags: OpenTable | None = None, *, again: bool
) -> Company | None:
    """What is played with whom: as *flags* say, or as remembered; else, or *again*, as a person answers.

    That is then remembered; with somebody from another home it is for this evening alone. *ask* is None where nobody
    can be asked. None if the person leaves. Raises SettingsError.
    """
    kept = wish_of(flags) if flags is not None else company_in_settings(active.settings.company)
    if ask is None or (kept is not None and not again):
        return Company((kept or USUAL).opening)
    answer = ask(active, kept or USUAL)
    if answer is not None and not answer.is_far:
        active.change_setting("company", wish_of(answer.opening).words)
    return answer


def ask_on_screen(servers: str, lacks: str, active: ActiveSettings, wish: TableWish) -> Company | None:
    """Show the menu on the whole terminal; None if the person leaves. *servers*, *lacks*: as in ``TableMenu``."""
    import asyncio
    import time

    # Loaded only where a person is asked: lines and JSON need no prompt_toolkit.
    from rummynet_client.terminal.screen import Screen
    from rummynet_client.terminal.state.screen_state import LobbyState
    from rummynet_client.terminal.state.table_menu import TableMenu

    answers: list[Company] = []
    is_far: list[bool] = []
    model = nothing_yet(_("you and the bots"))

    def answer(text: str | Action) -> None:
        command = parse_command(text) if isinstance(text, str) else None
        if command == Do("invite"):
            is_far.append(True)  # the command that opens the table follows
            return
        if isinstance(command, OpenTable):
            answers.append(Company(command, bool(is_far)))
        shown.leave()

    shown = Screen(lambda: model, answer, time.monotonic, settings=active.settings)
    shown.lobby.state = LobbyState(menu=TableMenu(wish, is_company=True, servers=servers, lacks=lacks))
    asyncio.run(shown.run())
    return answers[0] if answers else None


_BEGINNING: Final = float(NAMES.index(USUAL_LEVEL))
# How far a wholly unexpected result moves the rating: two wins in a row against equals bring the next level; with
# more, one lucky game would.
_STEP: Final = 0.6
# How much better a level is than the one below: the weaker comes ahead in one of 1 + exp of this, or 5.5, games.
_STEEPNESS: Final = 1.5


def strength(games: Iterable[Played], variant: str) -> float:
    """The player's rating after these games, oldest first; those of other variants and against others do not count.

    It is in levels, 0 for ``random`` to 5 for ``master``. Each finished game against characters moves it towards
    theirs, by how surprising its result was.
    """
    rating = _BEGINNING
    for game in games:
        # Only games against characters alone: how strong people and other programs are is not known.
        levels = [NAMES.index(CHARACTERS[who].level) for who in map(character_named, game.players) if who is not None]
        if game.variant != variant or not game.finished or game.seat is None or len(levels) != len(game.players) - 1:
            continue
        expected = 1 / (1 + exp(_STEEPNESS * (sum(levels) / len(levels) - rating)))
        rating += _STEP * (_share_beaten(game, game.seat) - expected)
        # Without ends the rating would run on beyond ``master``, and take as many losses to come back.
        rating = min(len(NAMES) - 1.0, max(0.0, rating))
    return rating


def _share_beaten(game: Played, seat: int) -> float:
    """The share of the others who did worse than this seat: a game won counts as all of them."""
    if game.winner is not None and game.winner == seat:
        return 1.0
    others = [score for other, score in enumerate(game.scores) if other != seat]
    worse = sum(_is_better(game, game.scores[seat], score) for score in others)
    return worse / len(others)


def _is_better(game: Played, score: int, other: int) -> bool:
    from rummynet.rules.varieties import variety

    return score > other if variety(game.variant).highest_wins else score < other


def with_characters(company: OpenTable, games: Iterable[Played], chance: Callable[[int], int]) -> OpenTable:
    """The company with a character in place of each ``match``; nobody twice while there are others of the level."""
    if MATCH not in company.bots:
        return company
    level = _level(games, company)
    fitting = [who for who, one in CHARACTERS.items() if one.level == level]
    bots: list[str] = []
    for bot in company.bots:
        free = [who for who in fitting if who not in bots and who not in company.bots] or fitting
        bots.append(free[chance(len(free))] if bot == MATCH else bot)
    return replace(company, bots=tuple(bots))


def _level(games: Iterable[Played], company: OpenTable) -> str:
    return NAMES[round(strength(games, company.variant))]


class MatchedCompany:
    """The company of one ``rummynet play``, which changes between two games when the results say so."""

    def __init__(self, company: OpenTable, games: Iterable[Played], chance: Callable[[int], int]) -> None:
        """*games*: those finished before, oldest first."""
        self._asked, self._games, self._chance = company, list(games), chance
        self.chosen = with_characters(company, self._games, chance)  # with characters in place of ``match``

    def after_game(self, transcript: Path, names: Sequence[str]) -> Sequence[Do]:
        """What to ask of the host after a game of players with these *names*, which has just been won."""
        chosen = {CHARACTERS[bot].name for bot in self.chosen.bots if bot in CHARACTERS}
        at_table = {CHARACTERS[who].name for who in map(character_named, names) if who is not None}
        before = _level(self._games, self._asked)
        try:
            game = read(transcript)
        except (OSError, NotATranscript, Cheat, Unknown):
            return ()  # told where games are listed; the next one needs no better company
        self._games += [game] if game is not None else []
        # Where the person has changed the company by hand, it stays as it is.
        if MATCH not in self._asked.bots or chosen != at_table or _level(self._games, self._asked) == before:
            return ()
        gone = [Do("bot", ("remove", bot)) for bot in self.chosen.bots]
        self.chosen = with_characters(self._asked, self._games, self._chance)
        # All of them: the host removes the bot that came last.
        return [*gone, *(Do("bot", ("add", bot)) for bot in self.chosen.bots)]
