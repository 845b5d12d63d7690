"""Random positions of Vegas rummy: out of whole games, and made by hand with much on the table."""

from collections.abc import Iterator
from random import Random

from rummynet.rules.vegas.game import VARIETY
from rummynet.rules.vegas.state import VegasState
from rummynet_protocol.actions import Action, Draw, LayDown, LayOff, Swap, Take, ThrowOut
from rummynet_protocol.cards import FACES
from tests.support.naive_vegas import Position, all_melds, lies, stands

MELDS = list(all_melds())
LEANINGS: dict[type[Action], float] = {Take: 1.0, Draw: 2.0, ThrowOut: 0.8, LayDown: 5.0, LayOff: 4.0, Swap: 1.0}


def any_options(rng: Random) -> dict[str, object]:
    """Options drawn at random, small maximum so that games are short."""
    return {
        "hand": rng.choice((3, 5, 7, 7, 11)),
        "solidarity": rng.random() < 0.4,
        "strict": rng.random() < 0.3,
        "wild": rng.choice(("rank", "rank", "card")),
        "max_score": rng.choice((10, 40, 100)),
        "buy_in": rng.choice((0, 1, 3)),
        "split": rng.choice(((70, 30), (100,), (50, 30, 20), (34, 33, 33))),
        "third_buy_in": rng.random() < 0.5,
        "reshuffle_limit": rng.choice((0, 1, 10)),
        "decks": rng.choice((None, None, 4)),
    }


def choose(rng: Random, actions: list[Action]) -> Action:
    """One of the actions, kinds weighed so that tables fill and rounds end."""
    kinds = sorted({type(action) for action in actions}, key=lambda kind: kind.__name__)
    kind = rng.choices(kinds, [LEANINGS.get(kind, 1.0) for kind in kinds])[0]
    return rng.choice([action for action in actions if type(action) is kind])


def vegas(state: object) -> VegasState:
    assert isinstance(state, VegasState)
    return state


def shuffled(rng: Random, codes: list[int]) -> list[int]:
    rng.shuffle(codes)
    return codes


def begun(rng: Random, players: int, given: dict[str, object]) -> VegasState:
    options = VARIETY.resolve(given)
    deck = shuffled(rng, VARIETY.deck(options, None, players))
    return vegas(VARIETY.deal(options, players, rng.randrange(players), deck)[0])


def ready(rng: Random, state: VegasState, action: Action) -> VegasState:
    """The position in which the action can be done: with a new stock where a draw needs one."""
    wanted = VARIETY.chance.reshuffle_cards(state) if isinstance(action, Draw) else None
    return state if wanted is None else vegas(VARIETY.chance.reshuffle(state, shuffled(rng, wanted))[0])


def play_round(rng: Random, state: VegasState) -> Iterator[tuple[VegasState, Action, VegasState]]:
    """A round of random play to its end: each position, the action, the position after it."""
    while state.phase != "over":
        action = choose(rng, VARIETY.legal(state, state.turn))
        state = ready(rng, state, action)
        after = vegas(VARIETY.apply(state, state.turn, action)[0])
        yield state, action, after
        state = after


def joiners(rng: Random, state: VegasState) -> list[int]:
    """Who comes in before the next round: sometimes one who sits out, sometimes somebody new."""
    out = [seat for seat in range(state.players) if not state.playing[seat] and rng.random() < 0.3]
    fits = sum(state.playing) + len(out) < 12 and state.players < 12
    return out + ([state.players] if fits and rng.random() < 0.05 else [])


def play_game(rng: Random, players: int, given: dict[str, object]) -> Iterator[tuple[VegasState, Action, VegasState]]:
    """A whole game."""
    state = begun(rng, players, given)
    while True:
        for before, action, after in play_round(rng, state):
            yield before, action, after
            state = after
        if state.finished:
            return
        join = joiners(rng, state)
        deck = shuffled(rng, VARIETY.deck(state.options, state, state.players, len(join)))
        state = vegas(VARIETY.next_round(state, deck, join)[0])


def full_names(decks: int) -> list[str]:
    return list(FACES) if decks == 1 else [f"{one}.{deck}" for deck in range(decks) for one in FACES]


def made(rng: Random, phase: str = "play") -> Position:
    """A position put together at random: wild cards more often about than chance has it."""
    players, decks = rng.randint(2, 5), rng.choice((1, 1, 2, 3))
    by_card = rng.random() < 0.2
    wild = rng.choice("A2345679TQK") + (rng.choice("CDHS") if by_card else "")
    free = full_names(decks)
    rng.shuffle(free)
    strict = rng.random() < 0.25
    melds = [meld for _ in range(rng.randint(0, 5)) if (meld := _meld(rng, free, wild, strict, players))]
    free.sort(key=lambda card: rng.random() - (0.25 if card[0] == "*" or card.startswith(wild) else 0), reverse=True)
    most = min(9, len(free) // players)
    hands = [[free.pop() for _ in range(rng.randint(1, most))] for _ in range(players)]
    discard = [free.pop() for _ in range(min(len(free), rng.choice((0, 1, 2, 5))))]
    scores = [rng.randint(0, 99) for _ in range(players)]
    return {
        "variant": "vegas",
        "options": {"solidarity": rng.random() < 0.4, "strict": strict, "wild": "card" if by_card else "rank"},
        "players": players, "round": 2, "starter": rng.randrange(players), "turn": rng.randrange(players),
        "phase": phase, "hands": hands, "stock": free if rng.random() < 0.7 else [], "discard": discard,
        "melds": melds, "claims": [], "reshuffles": rng.choice((0, 10)), "scores": scores, "round_scores": None,
        "out": None, "winner": None, "decks": decks, "wild": wild, "first": False,
        "takes": rng.randint(0, 2 * players), "in": [True] * players, "aces": None, "expiries": [0] * players,
        "paid": [rng.randint(1, 3) for _ in range(players)], "places": None, "payout": None,
    }  # fmt: skip


def _meld(rng: Random, free: list[str], wild: str, strict: bool, players: int) -> Position | None:
    faces = rng.choice([meld for meld in MELDS if len(meld) < 7] if rng.random() < 0.85 else MELDS)
    words: list[str] = []
    used: list[str] = []
    for one in faces:
        wilds = [card for card in free if (card[0] == "*" or card.startswith(wild)) and card not in used]
        plain = [card for card in free if card.split(".")[0] == one and card not in used]
        as_wild = [card for card in wilds if card.split(".")[0] != one]
        if as_wild and (not plain or rng.random() < 0.3) and not (strict and any("=" in word for word in words)):
            used.append(rng.choice(as_wild))
            open_suit = len(faces) == 3 and faces[0][0] == faces[1][0] and rng.random() < 0.5
            words.append(f"{used[-1]}={one[0]}?" if open_suit else f"{used[-1]}={one}")
        elif plain:
            used.append(plain[0])
            words.append(plain[0])
        else:
            return None
    for card in used:
        free.remove(card)
    laid = lies([(word, rng.randrange(players)) for word in words])
    assert all(stands(word) for word, _ in laid)
    return {"cards": [word for word, _ in laid], "by": [by for _, by in laid]}
