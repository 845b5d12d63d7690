"""The notation of actions: text to value and back, the same for people, programs, logs and transcripts.

``parse`` accepts the canonical spelling only (words separated by one space), so that ``text(parse(t)) == t`` for all it
accepts: the signed text and the text in the log are identical.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from rummynet_protocol import actions
from rummynet_protocol.cards import ALL_NAMES, FACES
from rummynet_protocol.errors import BadNotation
from rummynet_protocol.memo import Memo

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
def parse(text: str) -> actions.Action:
    """The action written as *text*. Raises BadNotation with a sentence that says what is wrong with it."""
    if len(text) > LONGEST:
        raise BadNotation(
            "an action has at most {longest} characters, this text has {text}", longest=LONGEST, text=len(text)
        )
    # `split(" ")`, not `split()`: two spaces make an empty word, which nothing below accepts.
    verb, *words = text.split(" ")
    alone = _ALONE.get(verb)
    if alone is not None:
        if words:
            rest = " ".join(words)[:40]
            raise BadNotation("{action!r} takes nothing after it; leave out {rest!r}", action=verb, rest=rest)
        return alone
    match verb, words:
        case "take", [card]:
            return actions.Take(_plain(card))
        case "take", [card, "trade", *play]:
            return actions.Take(_plain(card), _trade(play))
        case "take", [card, *play]:
            return actions.Take(_plain(card), _play(play))
        case "take", _:
            raise BadNotation("name the card to take, such as 'take 6S meld 5S 6S 7S'")
        case "meld", _:
            return actions.LayDown(_cards(words))
        case "lay", _:
            return _lay(words)
        case "throw", [card]:
            return actions.ThrowOut(_plain(card))
        case "want", [card]:
            return actions.Want(_plain(card))
        case "throw" | "want", _:
            raise BadNotation("name one card, such as {example!r}", example=f"{verb} 9C")
        case "rummy", _:
            return actions.CallRummy(_play(words))
        case "declare", ["meld", *melds, "throw", card]:
            return actions.Declare(_melds(melds, "meld"), _plain(card))
        case "declare", ["meld", *melds]:
            return actions.Declare(_melds(melds, "meld"))
        case "declare", _:
            raise BadNotation("name the melds, such as 'declare meld 2S 3S 4S meld 9C 9D 9H throw KD'")
        case "penalty", ["draw"]:
            return actions.AcceptPenalty("draw")
        case "penalty", ["pile"]:
            return actions.AcceptPenalty("pile")
        case "penalty", _:
            raise BadNotation("say 'penalty draw' or 'penalty pile'")
        case "trade", _:
            return _trade(words)
        case "swap", [card, "on", meld]:
            return actions.Swap(_plain(card), _number(meld))
        case "swap", [card, "on", meld, "lay", *onward]:
            return actions.Swap(_plain(card), _number(meld), _lay(onward))
        case "swap", [_, "on", _, *_]:
            raise BadNotation("say where the wild card goes, such as 'swap 7H on 3 lay *1=KD on 5'")
        case "swap", _:
            raise BadNotation("say which card on which meld, such as 'swap 7H on 2'")
        case "contract", _:
            return actions.LayContract(_melds(words, "/"))
        case "aces", [high] if _NUMBER.match(high):
            return actions.CountAces(int(high))
        case "aces", _:
            raise BadNotation("say how many of your aces count high, such as 'aces 1'")
    known = ", ".join(VERBS)
    raise BadNotation("{verb!r} is not an action; actions begin with one of: {known}", verb=verb[:20], known=known)


def is_call(text: str) -> bool:
    """Whether this text stands for a call of a rummy, whatever follows."""
    return text.startswith("rummy ")


def _plain(word: str) -> str:
    if word not in _PLAIN_WORDS:
        raise BadNotation("{word!r} is not a card; write one such as 7H, TD or *1", word=word[:12])
    return word


def _cards(words: Sequence[str]) -> tuple[str, ...]:
    if not words:
        raise BadNotation("cards are missing; name them such as 5S 6S 7S")
    for word in words:
        if word not in _PLAIN_WORDS and not _STANDING_WORD.match(word):
            raise BadNotation("{word!r} is not a card; write one such as 7H, TD or *1=7H", word=word[:12])
    return tuple(words)


def _number(word: str) -> int:
    if not _NUMBER.match(word):
        raise BadNotation("{word!r} is not the number of a meld; melds are numbered from 0", word=word[:12])
    return int(word)


def _melds(words: Sequence[str], between: str) -> tuple[tuple[str, ...], ...]:
    melds: list[list[str]] = [[]]
    for word in words:
        if word == between:
            melds.append([])
        else:
            melds[-1].append(word)
    return tuple(map(_cards, melds))


def _lay(words: Sequence[str]) -> actions.LayOff:
    if len(words) < 3 or words[-2] != "on":
        raise BadNotation("say which cards on which meld, such as 'lay 4H on 2'")
    return actions.LayOff(_cards(words[:-2]), _number(words[-1]))


def _trade(words: Sequence[str]) -> actions.Trade:
    if len(words) != 3 or words[1] != "for":
        raise BadNotation("say which card for which joker, such as 'trade 7H for *1'")
    return actions.Trade(_plain(words[0]), _plain(words[2]))


def _play(words: Sequence[str]) -> actions.LayDown | actions.LayOff:
    if words and words[0] == "meld":
        return actions.LayDown(_cards(words[1:]))
    if words and words[0] == "lay":
        return _lay(words[1:])
    raise BadNotation("say the play: 'meld 5S 6S 7S' or 'lay 4H on 2'")


def _take_text(action: actions.Take) -> str:
    return f"take {action.card}" if action.play is None else f"take {action.card} {text(action.play)}"


def _declare_text(action: actions.Declare) -> str:
    laid = " ".join("meld " + " ".join(cards) for cards in action.melds)
    return f"declare {laid}" if action.throw is None else f"declare {laid} throw {action.throw}"


def _swap_text(action: actions.Swap) -> str:
    swap = f"swap {action.card} on {action.meld}"
    return swap if action.onward is None else f"{swap} {text(action.onward)}"


_TEXTS: Final[dict[type[actions.Action], Callable[[Any], str]]] = {
    actions.Draw: lambda _: "draw",
    actions.Pass: lambda _: "pass",
    actions.TurnOver: lambda _: "turn",
    actions.CloseCall: lambda _: "out",
    actions.Waive: lambda _: "waive",
    actions.BuyIn: lambda _: "buy",
    actions.Decline: lambda _: "decline",
    actions.LayDown: lambda action: "meld " + " ".join(action.cards),
    actions.LayOff: lambda action: f"lay {' '.join(action.cards)} on {action.meld}",
    actions.Trade: lambda action: f"trade {action.card} for {action.joker}",
    actions.Take: _take_text,
    actions.ThrowOut: lambda action: "throw " + action.card,
    actions.CallRummy: lambda action: "rummy " + text(action.play),
    actions.Declare: _declare_text,
    actions.AcceptPenalty: lambda action: "penalty " + action.source,
    actions.Swap: _swap_text,
    actions.LayContract: lambda action: "contract " + " / ".join(" ".join(cards) for cards in action.melds),
    actions.Want: lambda action: "want " + action.card,
    actions.CountAces: lambda action: f"aces {action.high}",
}
"""What writes each kind of action."""


# Lists are sorted by it, and name the same actions turn after turn.
_KEPT: Final = Memo[actions.Action, str](lambda action: _TEXTS[type(action)](action), most=4096)


def text(action: actions.Action) -> str:
    """The notation of an action."""
    return _KEPT[action]


# Lists of legal actions are sorted at each decision: without this call random play of joker rummy is a tenth faster.
by_text: Final[Callable[[actions.Action], str]] = _KEPT.__getitem__  # ``text`` as the key of a sort

# Here, since the values of actions do not know how they are written; without it people would read fields.
actions.Action.__str__ = text  # type: ignore[assignment,method-assign]


_ALONE: Final[dict[str, actions.Action]] = {
    "draw": actions.Draw(),
    "pass": actions.Pass(),
    "turn": actions.TurnOver(),
    "out": actions.CloseCall(),
    "waive": actions.Waive(),
    "buy": actions.BuyIn(),
    "decline": actions.Decline(),
}
VERBS: Final = (
    "draw", "take", "meld", "lay", "throw", "rummy", "pass", "turn", "declare", "penalty", "out", "trade", "swap",
    "contract", "want", "waive", "aces", "buy", "decline",
)  # fmt: skip
"""The first words of actions."""
