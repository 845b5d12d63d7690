"""Who plays what in a session, and what happens to them: drawn from a seed."""

import random
from dataclasses import dataclass, field, replace
from typing import Any, Final

SEATS: Final = {"keilty": (2, 6), "crummy": (2, 8), "vegas": (2, 12), "basic": (2, 6), "joker": (2, 6)}
"""By game: fewest and most players. In this order sessions take the games."""
GAMES: Final = tuple(SEATS)
FAR_KINDS: Final = ("screen", "plain", "json", "bot", "command")
"""Of players who can be in another home; browsers cannot."""
SHORTER: Final[dict[str, dict[str, Any]]] = {
    "keilty": {"target": 100}, "basic": {"deals": 3}, "vegas": {"max_score": 60}, "crummy": {},
    "joker": {"target": 100},
}  # fmt: skip
"""Options of half of the tables, as people with an hour choose them. No option that is a time is ever set."""
SEALED_SHARE: Final = 0.25
"""How many of the tables that can have a sealed deck have one."""
MOST_SEALED: Final = 6
"""Players of a table with a sealed deck."""
PAGE_SIZES: Final = ((390, 844), (1280, 800))
EVENTS: Final = (
    "reload", "reopen", "cut", "silent", "sleep", "slow", "kill", "leave", "host-stop", "host-kill", "host-disk",
    "idle", "pause", "newcomer", "stranger",
)  # fmt: skip
VOIDS: Final = ("reopen", "sleep", "slow", "cut", "silent", "kill", "leave")
"""What keeps somebody's part of a shuffle away, or makes it late."""
SHUFFLE_SECONDS: Final = {"plain": 0.5, "sealed": 2.0}
"""By deck: fast seconds for each player until the cards are dealt, about as programs and pages take on two cores."""
AWAY_SECONDS: Final = (12.0, 80.0, 150.0)
"""Fast seconds: less than a shuffle waits, more than that, and more than three shuffles wait."""
LONG: Final = {"idle": 720.0, "pause": 720.0}
"""Fast seconds: four times ``idle_seconds``. By then the others must have gone on, or ended the game."""
PAGES_AT_ONCE: Final = 6
"""Players with a page in a session, if nothing else is asked: each has a renderer of its own, and with more of them on
two cores at the usual speed a touch has its effect after seconds."""
SURE: Final = ("host-kill", "idle", "reload", "cut", "pause", "silent", "sleep")
"""What happens first in some session of every few, so that a run of an hour has all of it; in every other one of Vegas
rummy a newcomer comes first. What is LONG happens nowhere
else: it takes as long as two games."""


@dataclass(frozen=True)
class Event:
    """Something that happens when so many actions have been done in the session."""

    at: int
    kind: str
    who: int
    seconds: float
    in_shuffle: float | None = None
    """It begins so many fast seconds after cards begin to be shuffled for a round; None: at once."""


@dataclass(frozen=True)
class Plan:
    """A session."""

    number: int
    seed: int
    game: str
    kinds: tuple[str, ...]
    """Of the players; the first opens the table. ``host-bot``: asked for at the table."""
    options: dict[str, Any]
    games: int
    spectators: tuple[str, ...]
    events: tuple[Event, ...] = field(default=())
    far: tuple[int, ...] = ()
    """Of the players those who are in another home."""

    @property
    def is_sealed(self) -> bool:
        """Whether the table has a sealed deck."""
        return self.options.get("deck") == "sealed"


def plan(
    seed: int, number: int, game: str = "", players: int = 0, with_pages: bool = True, most_pages: int = PAGES_AT_ONCE,
    deck: str = "",
) -> Plan:  # fmt: skip
    """The session with this number of a run; *deck* is that of its table, if it can have it."""
    chance = random.Random(f"{seed}/{number}")
    chosen = game or GAMES[number % len(GAMES)]
    fewest, most = SEATS[chosen]
    sizes = [3, most, fewest, *range(fewest, most + 1)]
    count = players or sizes[(number // len(GAMES)) % len(sizes)]
    count = max(fewest, min(most, count))
    pages = [f"page-{width}" for width, _ in PAGE_SIZES] if with_pages else []
    people = ["screen", "plain", "json", *pages]
    owner = chance.choice(people)
    others = [*pages, "plain", "screen", "json", "bot", "command", "host-bot"]
    rest = [pages[number % len(pages)]] if pages and not owner.startswith("page") else []
    everybody_on_pages = bool(pages) and (count == most or number % 5 == number // 5 % 5)
    while len(rest) < count - 1:
        has_pages = sum(one.startswith("page") for one in (owner, *rest))
        able = pages if everybody_on_pages else others
        rest.append(chance.choice(able if has_pages < most_pages else others[len(pages) :]))
    kinds = [owner, *rest[: count - 1]]
    options = SHORTER[chosen] if chance.random() < 0.7 else {}
    spectators = [one for one in ("watch" if with_pages else "", "spectator-screen") if one and chance.random() < 0.4]
    games = chance.choice((1, 2, 3))
    happens = tuple(events(chance, chosen, kinds, number))
    is_sealed = can_be_sealed(kinds, happens) and (deck or drawn_deck(seed, number)) == "sealed"
    if is_sealed:
        options = {**options, "deck": "sealed"}
    happens = (*happens, *shuffle_events(seed, number, kinds, is_sealed))
    games = max(2, games) if any(one.kind == "host-disk" for one in happens) else games
    return Plan(number, seed, chosen, tuple(kinds), options, games, tuple(spectators), happens)


def in_two_homes(one: Plan) -> Plan:
    """The same session with most of those who can be in another home there, and twice as many games.

    Nothing that is LONG happens: it has no part in the line, and clocks are slow (``FAR_SPEED`` of evenings).
    """
    chance = random.Random(f"{one.seed}/{one.number}/homes")
    kinds = list(one.kinds)
    if not any(kind in FAR_KINDS for kind in kinds):
        kinds[-1] = "screen"  # all would be at pages, which are at home
    able = [seat for seat, kind in enumerate(kinds) if kind in FAR_KINDS]
    far = [seat for seat in able if chance.random() < 0.7] or able[-1:]
    happens = tuple(event for event in one.events if event.kind not in LONG)
    return replace(one, kinds=tuple(kinds), far=tuple(far), games=2 * one.games, events=happens)


def drawn_deck(seed: int, number: int) -> str:
    """The deck of a session, drawn by itself: companies and events are the same with either."""
    return "sealed" if random.Random(f"{seed}/{number}/deck").random() < SEALED_SHARE else "plain"


def can_be_sealed(kinds: list[str], happens: tuple[Event, ...]) -> bool:
    """Whether this company can play with a sealed deck: not too many, and two of them no bots of the host's."""
    newcomers = sum(one.kind == "newcomer" for one in happens)
    return len(kinds) + newcomers <= MOST_SEALED and len(kinds) - kinds.count("host-bot") > 1


def events(chance: random.Random, game: str, kinds: list[str], number: int) -> list[Event]:
    """What happens on the way: once to four times, so that some games are played to their end in a few minutes."""
    found, at = list[Event](), 12
    for _ in range(1 + number % 4):
        at += chance.randint(8, 30)
        able = [one for one in EVENTS if one not in LONG and (one != "newcomer" or game == "vegas")]
        kind = SURE[(number + number // len(GAMES)) % len(SURE)] if not found else chance.choice(able)
        if game == "vegas" and not found and number // len(GAMES) % 2 == 0:
            kind = "newcomer"
        people = [seat for seat, one in enumerate(kinds) if can_happen(kind, one)]
        if kind == "pause":
            people = [0]
        if not people and not kind.startswith("host-") and kind not in ("newcomer", "stranger"):
            continue
        seconds = LONG.get(kind) or float(chance.choice((4, 12, 25, 60, 120)))
        found.append(Event(at, kind, chance.choice(people) if people else -1, seconds))
        at += 4 if kind not in LONG else 20
    return found


def shuffle_events(seed: int, number: int, kinds: list[str], is_sealed: bool) -> list[Event]:
    """Two of three sessions void a shuffle, or try to: drawn by themselves, as ``drawn_deck``."""
    chance = random.Random(f"{seed}/{number}/shuffles")
    able = [(kind, seat) for kind in VOIDS for seat, one in enumerate(kinds) if can_happen(kind, one)]
    if not able or number % 3 == 0:
        return []
    kind, who = chance.choice(able)
    delay = chance.uniform(0, len(kinds) * SHUFFLE_SECONDS["sealed" if is_sealed else "plain"])
    return [Event(chance.choice((0, 20, 60)), kind, who, chance.choice(AWAY_SECONDS), delay)]


def can_happen(event: str, kind: str) -> bool:
    """Whether it can happen to a player of this kind."""
    if kind == "host-bot":
        return False
    is_page = kind.startswith("page")
    match event:
        case "reload" | "reopen":
            return is_page
        case "kill" | "leave" | "idle":
            return is_page or kind in ("screen", "plain", "json")
        case "slow":
            return is_page
        case "cut" | "silent" | "sleep":
            return True
    return False
