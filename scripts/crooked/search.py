"""Scripts: read, played, judged, picked by chance, and shrunk."""

import random
from collections.abc import Sequence
from typing import Final

from crooked.acts import Choice
from crooked.choices import CHOICES, EVENTS, GENERATED, PLAYED
from crooked.operators import OPERATORS, Item, read_item
from crooked.oracle import HELD_BACK_MILLIS, Found, is_waiting, look
from crooked.world import FRIENDS, GAMES, LONG_IDLE, LONG_TARGET, NAMES, Layout, World
from rummynet_protocol.values import Value, replace

MAIN_MILLIS: Final = 40_000
"""How long a run takes for its people: some ten actions each."""
STEP_MILLIS: Final = 11_000
"""After so much more time it is looked whether all is said that has to be."""
TAIL_MILLIS: Final = 20_000
"""And after that, for what has to be said within some seconds."""
LAYOUTS: Final = ("AB", "AF", "ABF", "AFb", "Abb", "ABFb", "AFG", "ABFG", "AFGb")
SEALED_LAYOUTS: Final = ("AB", "AF", "ABF", "AFG", "AFb")
"""Of tables with a sealed deck: two people at least."""
_SEALED_SHARES: Final = {None: 0.15, "plain": 0.0, "sealed": 1.0}
"""By ``--deck``: of runs with a sealed deck. Each takes five times as long."""
GAME_SHARES: Final = (*(4 * ("keilty",)), *(2 * ("basic",)), "crummy", "vegas", "joker")
"""Basic and crummy have a host keep actions for a while, Vegas lets people in between rounds."""
SHORT_TARGET, SHORT_IDLE = 10, 30
"""Points that a round or two come to, and the shortest time that a turn may be left unused."""
_WORD: Final = {
    "turn": "turn_seconds", "hand": "hand", "voids": "voids", "seed": "seed", "target": "target",
    "idle": "idle_seconds", "escrow": "escrow",
}  # fmt: skip
_TEXTS: Final = ("pages", "game", "deck")


class Script(Value):
    """A run: who plays how, what the host does, and what the network does."""

    layout: Layout
    items: tuple[Item, ...] = ()

    @property
    def text(self) -> str:
        """As ``--script`` reads it."""
        return " ".join([self.layout.text, *(item.text for item in self.items)])

    @property
    def deviations(self) -> tuple[Item, ...]:
        """What the host does otherwise than an honest one."""
        return tuple(item for item in self.items if item.id not in EVENTS)

    @property
    def events(self) -> tuple[Item, ...]:
        """What the network does."""
        return tuple(item for item in self.items if item.id in EVENTS)


def read_script(text: str) -> Script:
    """Parse a script. Raises ValueError."""
    people, *words = text.split()
    if not people or set(people) - {*NAMES, "b"}:
        raise ValueError(f"a script begins with who plays, by letters {''.join(NAMES)}b, and not with {people!r}")
    layout, items = Layout(people), list[Item]()
    for word in words:
        changed = _with(layout, word)
        layout = changed or layout
        items += [] if changed else [read_item(word)]
    if unknown := [item.id for item in items if item.id not in CHOICES]:
        raise ValueError(f"nothing is called {unknown[0]!r}; there are: {', '.join(CHOICES)}")
    if layout.game not in GAMES:
        raise ValueError(f"{layout.game!r} is no game; there are: {', '.join(GAMES)}")
    return Script(layout, tuple(items))


def _with(layout: Layout, word: str) -> Layout | None:
    """The layout with this word of a script; None if it says nothing about the layout."""
    name, _, value = word.partition("=")
    if name in _TEXTS:
        return replace(layout, **{name: value})
    return replace(layout, **{_WORD[name]: int(value)}) if name in _WORD else None


def play(script: Script) -> Found:
    """Play a script and judge it."""
    world = World(script.layout)
    at_work = [(item, CHOICES[item.id].make(item.arg).bind(world, item)) for item in script.items]
    world.run(MAIN_MILLIS + max((CHOICES[item.id].takes for item in script.items), default=0))
    if script.items:
        world.run(TAIL_MILLIS)
    world.is_quiet = True
    for _ in range(2 * HELD_BACK_MILLIS // STEP_MILLIS):  # what happens in the first minute may need another one
        if not is_waiting(world):
            break
        world.run(STEP_MILLIS)
    found = look(world)
    return replace(found, fired=tuple(item.text for item, one in at_work if one.on))


def judge(script: Script) -> Found:
    """What the deviations alone have gained: what the network does to an honest host's people does not count."""
    found = play(script)
    if not script.events or not found.gains:
        return found
    honest = play(Script(script.layout, script.events))
    return replace(found, gains=found.gains - honest.gains, unseen=found.unseen - honest.gains)


PAGES_SHARE: Final = {"core": 0.0, "page": 1.0, "both": 0.25}
"""By ``--clients``: in how many runs an honest person plays on a page. Their signatures are checked in JavaScript, and
such a run takes about twice as long."""


class Picker:
    """Scripts by chance: none, one, two or some deviations, and a network with or without troubles.

    Each choice comes with each ``arg``, or twice, before any comes again. *deck* is that of all scripts, or None for a
    share.
    """

    def __init__(self, chance: random.Random, clients: str = "core", deck: str | None = None) -> None:
        self._chance, self._clients, self._deck = chance, clients, deck
        self._left: dict[bool, list[tuple[str, str]]] = {True: [], False: []}
        """By whether the deck is sealed: the choices that have not come yet, each with an ``arg``."""

    def pick(self) -> Script:
        """The next one."""
        chance = self._chance
        count, is_sealed = chance.choice((0, 1, 1, 1, 2, 2, 3, 4)), chance.random() < _SEALED_SHARES[self._deck]
        picked = [self._choose(is_sealed) for _ in range(count)]
        picked += [self._any(EVENTS, is_sealed) for _ in range(chance.choice((0, 0, 1, 2) if count else (1, 2, 3)))]
        needs = [
            word.rpartition(":")[2] for name, arg in picked for word in CHOICES[name].needs.split()
            if word.rpartition(":")[0] in ("", arg)
        ]  # fmt: skip
        people = {*"".join(word for word in needs if "=" not in word)}
        layouts = [one for one in (SEALED_LAYOUTS if is_sealed else LAYOUTS) if set(one) >= people]
        layout = Layout(
            chance.choice(layouts or ["AFG"]),
            chance.choice(GAME_SHARES),
            chance.choice((0, 0, 5, 5, 20, 20)),
            chance.choice((3, 3, 7, 12)),
            chance.choice((1, 3)),
            chance.randrange(1 << 30),
            SHORT_TARGET if chance.random() < 0.1 else LONG_TARGET,
            chance.choice((SHORT_IDLE, LONG_IDLE)),
        )
        for word in needs:
            layout = _with(layout, word) or layout
        if len(layout.people) * layout.hand > 48:
            layout = replace(layout, hand=3)
        if is_sealed:
            layout = replace(layout, deck="sealed", escrow=int(chance.random() < 0.8))
        # Who plays on a page is moved here by the program's core, which has not the page's key of a sealed deck.
        honest = [one for one in layout.people if one not in f"{FRIENDS}b"]
        if chance.random() < PAGES_SHARE[self._clients] and not is_sealed:
            layout = replace(layout, pages=chance.choice(honest))
        return Script(layout, tuple(self._item(name, arg, NAMES[chance.choice(honest)]) for name, arg in picked))

    def _choose(self, is_sealed: bool) -> tuple[str, str]:
        left = self._left[is_sealed]
        if self._chance.randrange(4) == 0:
            operator = self._chance.choice(sorted(OPERATORS))
            return self._any(
                {name: one for name, one in GENERATED.items() if name.startswith(f"{operator}.")}, is_sealed
            )
        if not left:
            rows = ((name, PLAYED[name].args) for name in _names(PLAYED, is_sealed))
            left += [(name, arg) for name, args in rows for arg in (args if len(args) > 1 else 2 * args)]
            self._chance.shuffle(left)
        return left.pop()

    def _any(self, choices: dict[str, Choice], is_sealed: bool) -> tuple[str, str]:
        name = self._chance.choice(_names(choices, is_sealed))
        return name, self._chance.choice(choices[name].args)

    def _item(self, name: str, arg: str, who: str) -> Item:
        most = self._chance.randint(1, CHOICES[name].places)  # of occasions there are few behind many
        return Item(name, self._chance.randrange(most), who, arg)


def _names(choices: dict[str, Choice], is_sealed: bool) -> list[str]:
    return [name for name, one in choices.items() if is_sealed or not one.is_sealed]


def shrink(script: Script) -> Script:
    """The shortest script found that still gains something unseen."""
    wanted = judge(script).unseen
    if not wanted:
        return script
    changed = True
    while changed:
        changed = False
        for shorter in _shorter(script):
            if judge(shorter).unseen & wanted:
                script, changed = shorter, True
                break
    return script


def shrink_alarm(script: Script) -> Script:
    """The shortest script without deviations that still accuses somebody."""
    changed = True
    while changed:
        changed = False
        for shorter in _shorter(script):
            if play(shorter).accuses:
                script, changed = shorter, True
                break
    return script


def _shorter(script: Script) -> Sequence[Script]:
    items = script.items
    found = [replace(script, items=items[:i] + items[i + 1 :]) for i in range(len(items))]
    for i, item in enumerate(items):
        for place in sorted({0, item.place // 2, item.place - 1}):
            if 0 <= place < item.place:
                found.append(replace(script, items=(*items[:i], replace(item, place=place), *items[i + 1 :])))
    layout = script.layout
    found += [
        replace(script, layout=replace(layout, people=people))
        for people in ("AB", "AF", "Abb")
        if len(people) < len(layout.people) and all(item.who in map(NAMES.get, people) for item in items)
    ]
    found += [replace(script, layout=replace(layout, turn_seconds=0))] if layout.turn_seconds else []
    return found
