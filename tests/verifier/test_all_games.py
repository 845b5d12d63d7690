"""Whole games of every variety: no check fails for an honest host, and manipulated chance is found."""

import random
from contextlib import suppress
from functools import cache, lru_cache
from itertools import takewhile

import pytest

from rummynet.rules.core.errors import HiddenCard, IllegalAction
from rummynet.rules.core.state import State
from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import Report, check
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.commitment import first_key
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Inserted,
    Reveals,
    Shuffle,
    Voided,
    pack_entry,
    read_entry,
)
from rummynet_protocol.fairness.shuffle import shuffle
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record, pack_opening_record
from rummynet_protocol.notation import text
from tests.support.forge import Choose, Forge, anything
from tests.support.games import EVERY, short

OPTIONS: dict[str, dict[str, object]] = {
    "keilty": {"target": 60},
    "basic": {"deals": 3},
    "vegas": {"max_score": 30},
    "crummy": {"reshuffle_limit": 1},
    "joker": {"target": 60},
    "tiny": {"target": 20},
}
"""Of games that are to be played otherwise than the short ones of the list."""
GAMES = {name: OPTIONS.get(name, short(name)) for name in EVERY}
as_entry = lru_cache(2000)(read_entry)
LAZY = ("draw", "turn", "waive", "throw", "aces", "buy", "pass")


def lazily(state: State, seat: int, legal: list[Action], chance: random.Random) -> Action:
    """Draw and throw: the stock runs out."""
    return next((one for one in legal if text(one).split(" ")[0] in LAZY), legal[0])


PLAYERS = {"keilty": (2, 5), "basic": (2, 4), "vegas": (2, 5), "crummy": (2, 4), "joker": (2, 3)}


@pytest.mark.parametrize(("variant", "players"), [(name, n) for name in EVERY for n in PLAYERS.get(name, (2, 3))])
def test_a_whole_game_verifies_for_everybody(variant: str, players: int) -> None:
    forge = Forge(variant, GAMES[variant], players, seed=players).play()
    assert forge.state.finished
    shuffles = sum(isinstance(entry, Reveals) for entry in log(forge))
    acts = sum(isinstance(entry, Acted) for entry in log(forge))
    for seat in (None, *range(players)):
        report = check(forge.transcript(seat))
        assert report.verified, report.verdict
        assert report.passed["commit-set"] == shuffles and report.passed["rules"] == acts
        assert {report.passed[check] for check in ("host-signature", "format", "chain")} == {len(forge.written)}


def log(forge: Forge) -> list[object]:
    return [as_entry(one.entry) for one in forge.written]


@cache
def until(variant: str, wanted: type[object], players: int) -> tuple[int, Forge]:
    """The seed and the log of a first round with such an entry, played once; much is drawn from the stock."""
    for seed in (
        40,
        *range(200),
    ):  # in Crummy rummy with three the first that has one
        forge = round_of(variant, players, seed, None, lazily)
        if any(isinstance(entry, wanted) for entry in log(forge)):
            return seed, forge
    raise AssertionError(f"no {wanted} in 200 rounds of {variant}")


def round_of(variant: str, players: int, seed: int, crook: str | None, choose: Choose = anything) -> Forge:
    forge = Forge(variant, GAMES[variant], players, seed=seed, crook=crook, choose=choose)
    forge.begin()
    with suppress(
        IllegalAction, HiddenCard, IndexError, AssertionError
    ):  # the forged game may fail: the entries written so far count
        forge.play_round()
    return forge


def verdict(forge: Forge, seat: int | None = None) -> Report:
    return check(forge.transcript(seat), partial=True)


class TestCardsPutBack:
    def test_an_honest_insert_holds_for_all(self) -> None:
        _, forge = until("crummy", Inserted, 3)
        assert all(verdict(forge, seat).verified for seat in (None, 0, 1, 2))
        entries = log(forge)[next(at for at, one in enumerate(log(forge)) if isinstance(one, Inserted)) :]
        entries = list(takewhile(lambda one: not isinstance(one, Shuffle), entries))
        drawn = [entry.position for entry in entries if isinstance(entry, Acted) and entry.drawn]
        assert drawn == [None] * len(drawn) != []

    def test_a_wild_card_put_elsewhere_is_found(self) -> None:
        """By a seat that drew another card than lies on top, if anybody drew past the places."""
        found = 0
        for seed in range(60):
            forge = round_of("crummy", 2, seed, "puts-the-wild-elsewhere")
            if not any(isinstance(entry, Inserted) for entry in log(forge)):  # then it was honest
                continue
            reports = [verdict(forge, seat) for seat in (None, 0, 1)]
            assert any(not report.verified for report in reports)
            found += 1
            if found == 4:
                return
        raise AssertionError(f"only {found} in 60 rounds")

    @pytest.mark.parametrize(
        ("crook", "checks"), [("puts-back-one-too-many", {"rules"}), ("puts-back-twice", {"chain", "rules"})]
    )
    def test_another_number_of_cards_or_a_second_time_is_refused(self, crook: str, checks: set[str]) -> None:
        seed, _ = until("crummy", Inserted, 3)
        report = verdict(round_of("crummy", 3, seed, crook, lazily))
        assert not report.verified and report.check in checks

    def test_an_opening_is_bound_to_its_seat_on_arrival(self) -> None:
        """After cards were put back no entry names positions; still a card drawn by one seat cannot be another's."""
        _, forge = until("crummy", Inserted, 3)
        start = next(at for at, entry in enumerate(log(forge)) if isinstance(entry, Inserted))
        stop = next(
            (at for at, e in enumerate(log(forge)) if isinstance(e, Shuffle) and at > start), len(forge.written)
        )
        later = [one for one in forge.shown if start < one.after < stop]
        assert later
        for one in later[:4]:
            for seat in range(3):
                auditor = _before(forge, one.after)
                if seat == one.seat:
                    auditor.learn(seat, one.round, one.epoch, one.row)
                    continue
                with pytest.raises(Cheat) as caught:
                    auditor.learn(seat, one.round, one.epoch, one.row)
                assert caught.value.check == "opening"

    def test_a_card_far_down_the_stock_is_none_that_was_drawn(self) -> None:
        _, forge = until("crummy", Inserted, 3)
        start = next(at for at, entry in enumerate(log(forge)) if isinstance(entry, Inserted))
        first = next(one for one in forge.shown if one.after > start)
        deck = forge.used[0][1].deck
        known = _before(forge, first.after).play
        assert known is not None
        epoch = known.used[0]
        own = {position for position, seat in epoch.taken_by.items() if seat == first.seat}
        # Public data cannot distinguish the next card from one put back before the round's end.
        possible = {first.row[0], epoch.next_position, *epoch.back, *own}
        for position in sorted(set(range(len(deck.order))) - possible)[::5]:
            with pytest.raises(Cheat):
                _before(forge, first.after).learn(first.seat, first.round, first.epoch, deck.opening(position))

    def test_a_changed_seat_in_a_file_is_found(self) -> None:
        _, forge = until("crummy", Inserted, 3)
        for number, one in enumerate(forge.shown[:: len(forge.shown) // 7]):
            parts = [HEADER]
            for index, written in enumerate(forge.written):
                parts.append(pack_entry_record(written.entry, written.signature))
                if index == one.after:
                    parts.append(pack_opening_record((one.seat + 1) % 3, one.round, one.epoch, one.row))
            assert not check(b"".join(parts), partial=True).verified, number


def _before(forge: Forge, after: int) -> Auditor:
    """A spectator's auditor with the log up to and with this entry, and every card shown before it."""
    auditor = Auditor()
    for index, one in enumerate(forge.written[: after + 1]):
        auditor.feed(one.entry, one.signature)
        for opening in forge.shown:
            if opening.after == index and index < after:
                auditor.learn(opening.seat, opening.round, opening.epoch, opening.row)
    return auditor


class TestTheFirstDealer:
    def test_cards_drawn_for_the_deal_are_recomputed_ties_and_all(self) -> None:
        """Among many games of six some are decided by a second draw; the auditor finds the same dealer each time."""
        ties = 0
        for seed in range(25):
            forge = Forge("basic", {}, 6, seed=seed)
            forge.begin()
            forge.round = 1
            forge.commit(4)
            done = forge.mix(forge.due())
            forge.deal(done)
            deck = shuffle(range(52), first_key(done.z, done.secrets.s_pub))
            draws, dealer = forge.game.first_starter.from_cards(6, deck)
            ties += len(draws) > 6
            assert forge.state.starter == (dealer + 1) % 6
            assert verdict(forge).verified
        assert ties > 0

    @pytest.mark.parametrize("variant", GAMES)
    def test_a_host_that_lets_another_seat_begin_is_found(self, variant: str) -> None:
        for crook in ("lets-another-begin", "lets-the-highest-deal"):
            report = verdict(round_of(variant, 3 if variant == "joker" else 4, 1, crook))
            assert not report.verified and report.check == "first-seat"


class TestSeveralDecks:
    @pytest.mark.parametrize("variant", ["crummy", "vegas"])
    def test_the_equal_card_of_another_deck_is_another_card(self, variant: str) -> None:
        forge = round_of(variant, 5, 2, "deals-the-equal-card")
        assert len(forge.used[0][1].deck) > 54
        report = verdict(forge, 0)
        assert not report.verified and report.check == "opening"

    @pytest.mark.parametrize("variant", ["crummy", "vegas"])
    @pytest.mark.parametrize("crook", ["stacks-the-deck", "swaps-undealt-cards"])
    def test_a_stacked_deck_is_found(self, variant: str, crook: str) -> None:
        report = verdict(round_of(variant, 5, 2, crook))
        assert not report.verified and report.check in ("deck", "position", "rules")


class TestTheTurnedUpCard:
    """It determines the wild rank in Vegas rummy."""

    @pytest.mark.parametrize("variant", GAMES)
    def test_another_card_than_the_next_is_refused(self, variant: str) -> None:
        report = verdict(round_of(variant, 3, 1, "turns-up-another"))
        assert not report.verified and report.check in ("position", "rules")

    def test_the_wild_rank_is_that_of_the_card_that_all_contributions_gave(self) -> None:
        forge = round_of("vegas", 3, 1, None)
        dealt = next(entry for entry in log(forge) if isinstance(entry, CardsDealt))
        auditor = verdict(forge).auditor
        assert auditor.play is not None
        first = auditor.play.replay_steps[0].state
        card = dealt.up[0][1]
        wild = getattr(first, "wild")  # noqa: B009 - a key of this game's positions
        assert wild == ("*" if card % 54 > 51 else "A23456789TJQK"[card % 54 % 13])


class TestThePileTurnedOver:
    """Basic rummy: nothing is shuffled and nothing is hidden; the act alone is logged."""

    def turned(self) -> Forge:
        forge = Forge("basic", {"final_melds": False}, 2, seed=3, choose=lazily)
        forge.begin()
        forge.play_round()
        return forge

    def test_it_is_one_act_without_any_shuffle(self) -> None:
        forge = self.turned()
        entries = log(forge)
        assert sum(isinstance(entry, Shuffle) for entry in entries) == 1
        turns = [at for at, entry in enumerate(entries) if isinstance(entry, Acted) and entry.do == "turn"]
        assert turns
        after = [entry for entry in entries[turns[0] :] if isinstance(entry, Acted) and entry.do == "draw"]
        assert after and all(entry.position is None and entry.drawn == 1 for entry in after)
        assert verdict(forge).verified

    def test_what_is_drawn_then_is_known_to_all(self) -> None:
        forge = self.turned()
        auditor = Auditor()
        turned = False
        for one in forge.written:
            entry = auditor.feed(one.entry, one.signature)
            turned = turned or (isinstance(entry, Acted) and entry.do == "turn")
            if turned and auditor.state is not None:
                assert all(card >= 0 for card in auditor.state.stock)

    def test_a_position_of_the_deck_in_such_a_draw_is_refused(self) -> None:
        forge = self.turned()
        entries = [one.entry for one in forge.written]
        turned = False
        for at, data in enumerate(entries):
            entry = read_entry(data)
            if isinstance(entry, Acted):
                if turned and entry.do == "draw":
                    entries[at] = pack_entry(Acted(entry.seat, entry.do, entry.signed, entry.why, 1, 40, entry.t))
                    break
                turned = turned or entry.do == "turn"
        forge.resign(entries)
        assert verdict(forge).check == "position"


class TestSilence:
    @pytest.mark.parametrize("variant", GAMES)
    def test_a_shuffle_with_a_silent_seat_is_void_in_every_game(self, variant: str) -> None:
        forge = Forge(variant, GAMES[variant], 3, seed=4)
        forge.begin()
        forge.round, forge.next_epoch, forge.used = 1, 0, []
        forge.commit(4)
        forge.void(1)
        forge.next_epoch = 4
        forge.commit(3)
        forge.deal(forge.mix(forge.due()))
        report = verdict(forge)
        assert report.verified and report.auditor.voided == 1
        assert any(isinstance(entry, Voided) for entry in log(forge))


class TestDigging:
    """Reshuffles in mid-round, in every game that has them."""

    @pytest.mark.parametrize("variant", ["keilty", "vegas", "crummy", "joker"])
    def test_new_stocks_hold_for_all(self, variant: str) -> None:
        for seed in range(20):
            forge = Forge(variant, {"reshuffle_limit": 3, "idle_stocks": 0}, 2, seed=seed, choose=lazily)
            forge.begin()
            forge.play_round()
            if sum(isinstance(entry, Shuffle) for entry in log(forge)) > 2:
                break
        else:
            raise AssertionError("no stock ran out twice")
        for seat in (None, 0, 1):
            report = verdict(forge, seat)
            assert report.verified, report.verdict
