"""The notation of actions: text to value and back, the same for people, programs, logs and transcripts.

``parse`` accepts the canonical spelling only (words separated by one space), so that ``text(parse(t)) == t`` for all it
accepts: the signed text and the text in the log are identical.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal

from rummynet_protocol.actions import (
    AcceptPenalty,
    Action,
    BuyIn,
    CallRummy,
    CloseCall,
    CountAces,
    Declare,
    Decline,
    Draw,
    LayContract,
    LayDown,
    LayOff,
    Pass,
    Swap,
    Take,
    ThrowOut,
    Trade,
    TurnOver,
    Waive,
    Want,
)
from rummynet_protocol.cards import ALL_NAMES, FACES
from rummynet_protocol.errors import BadNotation
from rummynet_protocol.memo import Memo
from rummynet_protocol.sentences import sentence

_PLAIN_WORDS: Final = frozenset((*FACES, *ALL_NAMES))  # a card by its face, or with its deck
_STANDING_WORD: Final = re.compile(r"(?:[A23456789TJQK][CDHS]|\*[12])(?:\.[0-3])?=[A23456789TJQK][CDHS?]\Z")
"""A card that stands for another."""
# No leading zeros: two spellings of one action would have two hashes (canonical spelling, see above).
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,2})\Z")
# A reader and a log need some bound; FAIRNESS.md has this one.
LONGEST: Final = 400
"""Characters; the longest legal action (a contract of 14 cards with decks and wild cards) is well below."""


# Host, rules and log read the same text in turn; a seat has a few hundred legal actions.
@lru_cache(maxsize=4096)
def parse(text: str) -> Action:
    """The action written as *text*. Raises BadNotation with a sentence that says what is wrong with it."""
    if len(text) > LONGEST:
        raise BadNotation(
            sentence(
                "an action has at most {longest} characters, this text has {text}", longest=LONGEST, text=len(text)
            )
        )
    # `split(" ")`, not `split()`: two spaces make an empty word, which nothing below accepts.
    verb, *words = text.split(" ")
    read = _VERBS.get(verb)
    if read is None:
        known = ", ".join(VERBS)
        raise BadNotation(
            sentence("{verb!r} is not an action; actions begin with one of: {known}", verb=verb[:20], known=known)
        )
    return read(words)


def is_call(text: str) -> bool:
    """Whether this text stands for a call of a rummy, whatever follows."""
    return text.startswith("rummy ")


def _plain(word: str) -> str:
    if word not in _PLAIN_WORDS:
        raise BadNotation(sentence("{word!r} is not a card; write one such as 7H, TD or *1", word=word[:12]))
    return word


def _cards(words: Sequence[str]) -> tuple[str, ...]:
    if not words:
        raise BadNotation("cards are missing; name them such as 5S 6S 7S")
    for word in words:
        if word not in _PLAIN_WORDS and not _STANDING_WORD.match(word):
            raise BadNotation(sentence("{word!r} is not a card; write one such as 7H, TD or *1=7H", word=word[:12]))
    return tuple(words)


def _number(word: str) -> int:
    if not _NUMBER.match(word):
        raise BadNotation(sentence("{word!r} is not the number of a meld; melds are numbered from 0", word=word[:12]))
    return int(word)


def _alone(action: Action) -> Callable[[Sequence[str]], Action]:
    def read(words: Sequence[str]) -> Action:
        if words:
            raise BadNotation(
                sentence(
                    "{action!r} takes nothing after it; leave out {rest!r}",
                    action=text(action),
                    rest=" ".join(words)[:40],
                )
            )
        return action

    return read


def _one(make: Callable[[str], Action], example: str) -> Callable[[Sequence[str]], Action]:
    def read(words: Sequence[str]) -> Action:
        if len(words) != 1:
            raise BadNotation(sentence("name one card, such as {example!r}", example=example))
        return make(_plain(words[0]))

    return read


def _meld(words: Sequence[str]) -> LayDown:
    return LayDown(_cards(words))


def _lay(words: Sequence[str]) -> LayOff:
    if len(words) < 3 or words[-2] != "on":
        raise BadNotation("say which cards on which meld, such as 'lay 4H on 2'")
    return LayOff(_cards(words[:-2]), _number(words[-1]))


def _trade(words: Sequence[str]) -> Trade:
    if len(words) != 3 or words[1] != "for":
        raise BadNotation("say which card for which joker, such as 'trade 7H for *1'")
    return Trade(_plain(words[0]), _plain(words[2]))


def _play(words: Sequence[str]) -> LayDown | LayOff:
    if words and words[0] == "meld":
        return _meld(words[1:])
    if words and words[0] == "lay":
        return _lay(words[1:])
    raise BadNotation("say the play: 'meld 5S 6S 7S' or 'lay 4H on 2'")


def _take(words: Sequence[str]) -> Take:
    if not words:
        raise BadNotation("name the card to take, such as 'take 6S meld 5S 6S 7S'")
    card = _plain(words[0])
    if len(words) == 1:
        return Take(card)
    if words[1] == "trade":
        return Take(card, _trade(words[2:]))
    return Take(card, _play(words[1:]))


def _declare(words: Sequence[str]) -> Declare:
    throw: str | None = None
    if len(words) >= 2 and words[-2] == "throw":
        throw, words = _plain(words[-1]), words[:-2]
    if not words or words[0] != "meld":
        raise BadNotation("name the melds, such as 'declare meld 2S 3S 4S meld 9C 9D 9H throw KD'")
    melds: list[list[str]] = []
    for word in words:
        if word == "meld":
            melds.append([])
        else:
            melds[-1].append(word)
    return Declare(tuple(_cards(cards) for cards in melds), throw)


def _penalty(words: Sequence[str]) -> AcceptPenalty:
    sources: dict[str, Literal["draw", "pile"]] = {"draw": "draw", "pile": "pile"}
    if len(words) != 1 or words[0] not in sources:
        raise BadNotation("say 'penalty draw' or 'penalty pile'")
    return AcceptPenalty(sources[words[0]])


def _swap(words: Sequence[str]) -> Swap:
    if len(words) < 3 or words[1] != "on":
        raise BadNotation("say which card on which meld, such as 'swap 7H on 2'")
    card, meld = _plain(words[0]), _number(words[2])
    if len(words) == 3:
        return Swap(card, meld)
    if words[3] != "lay":
        raise BadNotation("say where the wild card goes, such as 'swap 7H on 3 lay *1=KD on 5'")
    return Swap(card, meld, _lay(words[4:]))


def _contract(words: Sequence[str]) -> LayContract:
    melds: list[list[str]] = [[]]
    for word in words:
        if word == "/":
            melds.append([])
        else:
            melds[-1].append(word)
    return LayContract(tuple(_cards(cards) for cards in melds))


def _aces(words: Sequence[str]) -> CountAces:
    if len(words) != 1 or not _NUMBER.match(words[0]):
        raise BadNotation("say how many of your aces count high, such as 'aces 1'")
    return CountAces(int(words[0]))


def _rummy(words: Sequence[str]) -> CallRummy:
    return CallRummy(_play(words))


def _take_text(action: Take) -> str:
    return f"take {action.card}" if action.play is None else f"take {action.card} {text(action.play)}"


def _declare_text(action: Declare) -> str:
    laid = " ".join("meld " + " ".join(cards) for cards in action.melds)
    return f"declare {laid}" if action.throw is None else f"declare {laid} throw {action.throw}"


def _swap_text(action: Swap) -> str:
    swap = f"swap {action.card} on {action.meld}"
    return swap if action.onward is None else f"{swap} {text(action.onward)}"


_TEXTS: Final[dict[type[Action], Callable[[Any], str]]] = {
    Draw: lambda _: "draw",
    Pass: lambda _: "pass",
    TurnOver: lambda _: "turn",
    CloseCall: lambda _: "out",
    Waive: lambda _: "waive",
    BuyIn: lambda _: "buy",
    Decline: lambda _: "decline",
    LayDown: lambda action: "meld " + " ".join(action.cards),
    LayOff: lambda action: f"lay {' '.join(action.cards)} on {action.meld}",
    Trade: lambda action: f"trade {action.card} for {action.joker}",
    Take: _take_text,
    ThrowOut: lambda action: "throw " + action.card,
    CallRummy: lambda action: "rummy " + text(action.play),
    Declare: _declare_text,
    AcceptPenalty: lambda action: "penalty " + action.source,
    Swap: _swap_text,
    LayContract: lambda action: "contract " + " / ".join(" ".join(cards) for cards in action.melds),
    Want: lambda action: "want " + action.card,
    CountAces: lambda action: f"aces {action.high}",
}
"""What writes each kind of action."""


# Lists are sorted by it, and name the same actions turn after turn.
_KEPT: Final = Memo[Action, str](lambda action: _TEXTS[type(action)](action), most=4096)


def text(action: Action) -> str:
    """The notation of an action."""
    return _KEPT[action]


# Lists of legal actions are sorted at each decision: without this call random play of joker rummy is a tenth faster.
by_text: Final[Callable[[Action], str]] = _KEPT.__getitem__  # ``text`` as the key of a sort

for _kind in _TEXTS:
    # Here, since the values of actions do not know how they are written; without it people would read fields.
    _kind.__str__ = text  # type: ignore[assignment,method-assign]


_VERBS: Final[dict[str, Callable[[Sequence[str]], Action]]] = {
    "draw": _alone(Draw()),
    "take": _take,
    "meld": _meld,
    "lay": _lay,
    "throw": _one(ThrowOut, "throw 9C"),
    "rummy": _rummy,
    "pass": _alone(Pass()),
    "turn": _alone(TurnOver()),
    "declare": _declare,
    "penalty": _penalty,
    "out": _alone(CloseCall()),
    "trade": _trade,
    "swap": _swap,
    "contract": _contract,
    "want": _one(Want, "want 9C"),
    "waive": _alone(Waive()),
    "aces": _aces,
    "buy": _alone(BuyIn()),
    "decline": _alone(Decline()),
}
VERBS: Final = tuple(_VERBS)  # the first words of actions
