"""The outcome of checking one transcript, as sentences for people and as values for programs."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rummynet.ledger.checks import CHECKS
from rummynet.ledger.shuffles import VoidShuffle
from rummynet.ledger.waiting import WaitedEnd
from rummynet.rules.sealed_decks import has_escrow, is_sealed
from rummynet.verifier.auditor import Auditor
from rummynet_protocol.sentences import comma_list, plural_sentence, sentence
from rummynet_protocol.values import asdict

HONEST: str = (
    "Not covered: the host sees every card as it deals and could tell a friend, it can throw a deal away (each time is "
    "counted), players can talk to each other, and anybody can stop playing."
)
"""What the protocol does not protect where the host deals; shown wherever a game is called fair."""
SEALED: str = (
    "Sealed deck: nobody could see a hidden card but its holder, the host neither, as long as the holder's program "
    "kept its key."
)
SEALED_WITH_ESCROW: str = (
    "Sealed deck: nobody could see a hidden card but its holder, the host neither, as long as the holder's program "
    "kept its key, and the host and all other players did not join against it."
)
SEALED_LIMITS: str = (
    "Not covered: a player in a browser uses a program that the host serves, the host knows the cards of its own bots, "
    "players can talk to each other, and anybody can stop playing."
)
"""The same with a sealed deck: what held, and the limits."""

VERDICTS: Final = ("verified", "incomplete", "not-verified", "unknown", "unreadable")
"""The verdicts on a file; ``unreadable`` is that on one which is no transcript, or damaged, and has no report."""
# Checks know seats only. Names are the players' own choice, so they go in last, and none is read as a seat.
_SEAT = re.compile(r"\bseat (\d+)\b")


@dataclass(slots=True)
class Report:
    """The outcome of checking one transcript."""

    verified: bool = False
    complete: bool = False  # the game was played to its end, and every check held
    passed: Counter[str] = field(default_factory=Counter)  # how often each check held, by name
    check: str | None = None
    record: int | None = None  # the first record concerned, counted from 0
    reason: str = ""  # why the file is not verified as it is; seats in it are numbers
    is_unknown: bool = False
    """This program does not know the game, so it cannot check it; ``check`` may have failed all the same."""
    records: int = 0
    auditor: Auditor = field(default_factory=Auditor)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(name for _, name in self.auditor.players)

    @property
    def lines(self) -> list[str]:
        """One line for each check that ran, what the game was, what no check can judge, then the result."""
        lines: list[str] = [
            sentence("ok    {name:<16} {says} ({times}×)", name=name, says=sentence(says), times=self.passed[name])
            for name, says in CHECKS.items()
            if self.passed[name] and name != self.check
        ]
        if self.check is not None:
            lines.append(
                sentence(
                    "FAIL  {check:<16} record {record}: {reason}",
                    check=self.check,
                    record=self.record,
                    reason=self._reason,
                )
            )
        about = self._about()
        until = [sentence("up to there the game was this")] if about and self.check is not None else []
        return [*lines, *until, *about, *self.notes, _one_after_another([self.headline, *self._limits])]

    @property
    def verdict(self) -> str:
        """The result with its notes."""
        return _one_after_another([self.headline, *self.notes, *self._limits])

    @property
    def headline(self) -> str:
        """The result alone."""
        if self.check is not None:
            return sentence(
                "NOT VERIFIED: check {check} failed at record {record}: {reason}",
                check=self.check,
                record=self.record,
                reason=self._reason,
            )
        if self.is_unknown:
            return sentence(
                "UNKNOWN: this game cannot be checked by this version of rummynet; a newer one may ({reason}).",
                reason=self.reason,
            )
        if not self.verified and not self.records:
            return sentence("INCOMPLETE: {reason}", reason=self.reason)
        if not self.verified and self.auditor.ended is None:
            return sentence(
                "INCOMPLETE: {reason}; the game goes on, or was broken off. --partial accepts what there is.",
                reason=self.reason,
            )
        return self._found()

    @property
    def notes(self) -> list[str]:
        """The host's acts that no check can judge; none of a game without a good end."""
        auditor = self.auditor
        if not self._has_ended:
            return []
        counts = count_sentences(auditor.voids, auditor.unsigned, auditor.objected, self.names)
        waited = waited_sentences(auditor.waited_end, self.names)
        refused = refusal_sentences(auditor.refusals)
        breaks = break_sentences(self.clock_breaks, self.names)
        missing = missing_sentences(auditor.missing, self.names)
        return [*counts, *breaks, *refused, *missing, *waited]

    @property
    def _has_ended(self) -> bool:
        is_good = self.check is None and not self.is_unknown
        return is_good and (self.verified or self.auditor.ended is not None)

    @property
    def _limits(self) -> list[str]:
        """What is not covered, beside each result that calls a game fair."""
        return list(limits(self.auditor)) if self._has_ended else []

    @property
    def clock_breaks(self) -> dict[int, int]:
        """By seat: how often the player's clock began again. Log time between two clocks is bound by neither."""
        bounds = [self.auditor.time.get(key) for key, _ in self.auditor.players]
        return {seat: bound.breaks for seat, bound in enumerate(bounds) if bound is not None and bound.breaks}

    @property
    def kind(self) -> str:
        """The verdict as a word for programs: one of ``VERDICTS``."""
        if self.check is not None:
            return "not-verified"
        if self.is_unknown:
            return "unknown"
        return "verified" if self.complete else "incomplete"

    @property
    def status(self) -> int:
        """The exit status of ``rummynet verify``."""
        if self.check is None and self.is_unknown:
            return 2  # no cheat: a script must be able to tell a newer game from a bad one
        return 0 if self.verified else 1

    def _found(self) -> str:
        if self.complete:
            return sentence("VERIFIED: the deck was fair and every move legal.")
        if self.auditor.ended is None:
            return sentence(
                "VERIFIED AS FAR AS IT GOES ({records} records; the game was not played to its end).",
                records=self.records,
            )
        if self.verified:
            return sentence(
                "VERIFIED AS FAR AS IT GOES ({records} records): the deck was fair and every move legal, but {reason}.",
                records=self.records,
                reason=self.reason,
            )
        return sentence("INCOMPLETE: every check holds, but {reason}; --partial accepts that.", reason=self.reason)

    @property
    def _reason(self) -> str:
        """The reason with names in place of seats."""
        return with_names(self.reason, self.names)

    def _about(self) -> list[str]:
        auditor = self.auditor
        if auditor.opened is None:
            return []
        scored = auditor.state.scores if auditor.state is not None and self.passed["score"] else ()
        scores = ", ".join(f"{name} {points}" for name, points in zip(self.names, scored, strict=False))
        words = " ".join(auditor.words) or "-"
        return [
            sentence(
                "game  {variant}, {rounds}, {voided}; players: {names}",
                variant=auditor.opened.variant,
                rounds=plural_sentence("{rounds} round", "{rounds} rounds", auditor.round, rounds=auditor.round),
                voided=plural_sentence(
                    "{voided} voided shuffle", "{voided} voided shuffles", auditor.voided, voided=auditor.voided
                ),
                names=", ".join(self.names),
            ),
            sentence("words {words}", words=words),
            *([sentence("score {scores}", scores=scores)] if scores else []),
        ]

    def to_dict(self) -> dict[str, Any]:
        """The values for ``--json``."""
        auditor = self.auditor
        return {
            "verdict": self.kind,
            "verified": self.verified,
            "complete": self.complete,
            "check": self.check,
            "record": self.record,
            "reason": self.reason or None,
            "records": self.records,
            "passed": dict(self.passed),
            "variant": auditor.opened.variant if auditor.opened else None,
            "players": list(self.names),
            "words": list(auditor.words),
            "rounds": auditor.round,
            "voided": auditor.voided,
            "voids": [
                {
                    "round": one.round,
                    "epoch": one.epoch,
                    "silent": list(one.silent),
                    "names": list(one.names),
                    "millis": one.millis,
                    "answers": list(one.answers),
                }
                for one in auditor.voids
            ],
            "unsigned_acts": auditor.unsigned.total(),
            "unsigned_acts_by": [[seat, why, count] for (seat, why), count in sorted(auditor.unsigned.items())],
            # `+` drops the zeros, which acts by vote without an objection leave.
            "played_after_objection": [[seat, count] for seat, count in sorted((+auditor.objected).items())],
            "clock_breaks": [[seat, count] for seat, count in self.clock_breaks.items()],
            "missing": [[seat, count] for seat, count in auditor.missing.items()],
            "refused": dict(sorted(auditor.refusals.items())),
            "ended": auditor.ended,
            "waited": asdict(auditor.waited_end) if auditor.waited_end is not None else None,
            "scores": list(auditor.state.scores) if auditor.state is not None else [],
            "deck": auditor.options.get("deck", "plain"),
            "not_covered": " ".join(limits(auditor)),
        }


def limits(auditor: Auditor) -> list[str]:
    """What the deck of this game protects where that is more than fair play, and what is not protected."""
    if not is_sealed(auditor.options):
        return [sentence(HONEST)]
    escrow = has_escrow(auditor.options, range(len(auditor.players)), auditor.bots)
    return [sentence(SEALED_WITH_ESCROW if escrow else SEALED), sentence(SEALED_LIMITS)]


def with_names(reason: str, names: Sequence[str]) -> str:
    """Why a check failed, with the players' *names* in place of their seats."""

    def named(found: re.Match[str]) -> str:
        seat = int(found[1])
        return names[seat] if seat < len(names) else found[0]

    return _SEAT.sub(named, reason)


# -- acts of the host that no check can judge


def count_sentences(
    voids: Sequence[VoidShuffle],
    unsigned: Mapping[tuple[int, str], int],
    objected: Mapping[int, int],
    names: Sequence[str],
) -> list[str]:
    """A sentence each for voided shuffles and for the host's unsigned actions, where there were any.

    *unsigned* counts these by seat and cause, *objected* those by vote after an objection of the seat.
    """
    lines: list[str] = []
    if voids:
        lines.append(
            plural_sentence(
                "{count} shuffle was voided ({players}).",
                "{count} shuffles were voided ({players}).",
                len(voids),
                count=len(voids),
                players=void_sentence(voids),
            )
        )
    if unsigned:
        count = sum(unsigned.values())
        lines.append(
            plural_sentence(
                "The host acted once without a signature ({whom}).",
                "The host acted {count} times without a signature ({whom}).",
                count,
                count=count,
                whom=_unsigned_sentence(unsigned, objected, names),
            )
        )
    return lines


def _unsigned_sentence(
    unsigned: Mapping[tuple[int, str], int], objected: Mapping[int, int], names: Sequence[str]
) -> str:
    """``for anna twice by votes of the others, once of these although anna was there; for ben once by the clock``."""
    parts: list[str] = []
    for (seat, why), count in sorted(unsigned.items()):
        name, times = names[seat], _how_often(count)
        match why:
            case "vote":
                parts.append(sentence("for {name} {times} by votes of the others", name=name, times=times))
                if objected.get(seat):
                    there = sentence(
                        "{times} of these although {name} was there", name=name, times=_how_often(objected[seat])
                    )
                    parts.append(there)
            case "gone":
                says = sentence("for {name} {times}, whose hand all others had opened", name=name, times=times)
                parts.append(says)
            case "turn":
                parts.append(sentence("for {name} {times} by the turn clock", name=name, times=times))
            case _:
                parts.append(sentence("for {name} {times} by a clock of the game", name=name, times=times))
    return comma_list(parts)


def break_sentences(breaks: Mapping[int, int], names: Sequence[str]) -> list[str]:
    """A sentence for each seat whose player's clock began again."""
    return [
        plural_sentence(
            "The clock of {name} began again {n} time: nobody can check the host's time between the two clocks.",
            "The clock of {name} began again {n} times: nobody can check the host's time between these clocks.",
            count,
            name=names[seat],
            n=count,
        )
        for seat, count in breaks.items()
    ]


_REFUSED: Final = {
    "clock": sentence("its time did not fit the log"),
    "cooldown": sentence("a call too soon after a false one"),
    "no_such_call": sentence("a call of a rummy that was not there"),
    "not_due": sentence("nobody had asked for it"),
    "order": sentence("something newer had come"),
    "own_doing": sentence("a call of what the caller had made possible"),
    "paused": sentence("the table was paused"),
    "race": sentence("another call came first"),
    "shuffling": sentence("the cards were being shuffled"),
    "stale": sentence("the table had changed"),
    "too_late": sentence("the cards of a call had gone"),
}
"""By the code of a refusal what it said, of those that a player meets; the others are fault of a program."""


def refusal_sentences(refusals: Mapping[str, int]) -> list[str]:
    """How many statements of the file's owner the host refused, by code, where there were any.

    Some claims cannot be judged from a file: a pause, an order, who was connected.
    """
    if not refusals:
        return []
    codes = [
        sentence("{why} ({times})", why=_REFUSED.get(code, code.replace("_", " ")), times=_how_often(count))
        for code, count in sorted(refusals.items())
    ]
    count = sum(refusals.values())
    return [
        plural_sentence(
            "The host refused one statement of the owner of this file: {codes}.",
            "The host refused {count} statements of the owner of this file: {codes}.",
            count,
            count=count,
            codes=comma_list(codes),
        )
    ]


def missing_sentences(missing: Mapping[int, int], names: Sequence[str]) -> list[str]:
    """How many statements of each player are not in the file, where there are any: that accuses nobody."""
    lines: list[str] = [
        plural_sentence(
            "{name} signed {n} statement that did not count.",
            "{name} signed {n} statements that did not count.",
            count,
            name=names[seat],
            n=count,
        )
        for seat, count in missing.items()
    ]
    if lines:
        note = sentence(
            "That is usual: it came too late, as when two players call at once, was taken back, or belonged to a "
            "voided shuffle. A refusal is in the file of its player."
        )
        lines.append(note)
    return lines


def waited_sentences(waited: WaitedEnd | None, names: Sequence[str]) -> list[str]:
    """Who ended a game for want of whom, where somebody did."""
    if waited is None:
        return []
    who, whom = comma_list([names[seat] for seat in waited.by]), names[waited.seat]
    lines: list[str] = [sentence("{who} waited for {whom}, and ended the game.", who=who, whom=whom)]
    if waited.protested:
        lines.append(sentence("{whom} says they were there.", whom=whom))
    return lines


def void_sentence(voids: Sequence[VoidShuffle]) -> str:
    """``ben silent twice for 15, 30 s, once the host had read the part, its player says``: whom the host named, why.

    What somebody says of each is counted by its kind; that nothing was sent contradicts nobody.
    """
    blamed = sorted((seat, name) for one in voids for seat, name in zip(one.silent, one.names, strict=True))
    parts: list[str] = []
    for name in dict.fromkeys(name for _, name in blamed):
        # Rounded down: nobody is said to have been waited for longer than they were.
        waited = [one.millis // 1000 for one in voids for other in one.names if other == name]
        says = Counter(
            says for one in voids for other, says in zip(one.names, one.answers, strict=False) if other == name
        )
        times, seconds = _how_often(len(waited)), ", ".join(map(str, waited))
        parts.append(sentence("{name} silent {times} for {seconds} s", name=name, times=times, seconds=seconds))
        if count := says["sent"]:
            parts.append(sentence("{times} the part was on its way, its player says", times=_how_often(count)))
        if count := says["read"]:
            parts.append(sentence("{times} the host had read the part, its player says", times=_how_often(count)))
        if count := says["acknowledged"]:
            parts.append(sentence("{times} the host had confirmed the part, its player says", times=_how_often(count)))
    return comma_list(parts)


def _how_often(count: int) -> str:
    if count == 1:
        return sentence("once")
    return sentence("twice") if count == 2 else sentence("{count} times", count=count)


def called_off_sentence(why: str, voids: int) -> str:
    """Why a game was called off."""
    match why:
        case "voids":
            return plural_sentence(
                "the game was called off after {count} voided shuffle",
                "the game was called off after {count} voided shuffles",
                voids,
                count=voids,
            )
        case "epochs":
            return sentence("the game was called off: a round used up all its shuffles")
        case "waited":
            return sentence("it was ended before it was won: the others had waited too long for somebody")
        case _:
            return sentence("the game was called off before the first deal: somebody stayed silent")


def _one_after_another(sentences: Sequence[str]) -> str:
    first, *others = sentences
    return sentence("{first} {others}", first=first, others=_one_after_another(others)) if others else first
