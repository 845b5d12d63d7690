"""Company about as strong as the player: a level that follows from results alone."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from rummynet.bots.characters import CHARACTERS
from rummynet_client.core.text.commands import Do, OpenTable
from rummynet_client.core.text.table_wish import MATCH, TableWish, next_level
from rummynet_client.history.game_history import Played
from rummynet_client.play import company as company_module
from rummynet_client.play.company import MatchedCompany, strength, with_characters
from rummynet_client.terminal.state.table_menu import TableMenu


def game(others: Sequence[str], scores: tuple[int, ...], variant: str = "keilty", **changes: object) -> Played:
    """A finished game that we played in seat 0, against bots with these names."""
    winner = scores.index(max(scores) if variant != "crummy" else min(scores))
    values: dict[str, object] = {
        **{"file": "x", "at": 1, "host": "h", "variant": variant, "players": ("anna", *others), "seat": 0, "rounds": 5},
        **{"scores": scores, "finished": True, "winner": winner, "calls": 0},
    }
    return Played(**{**values, **changes})  # type: ignore[arg-type]


WON, LOST = game(["Rosa (bot)"], (500, 300)), game(["Rosa (bot)"], (300, 500))


class TestStrength:
    def test_who_wins_half_of_the_games_against_a_level_comes_to_it(self) -> None:
        assert strength([WON, LOST] * 40, "keilty") == pytest.approx(2.0, abs=0.3)


class TestMatched:
    wish = OpenTable("keilty", {}, "", (MATCH, "simple", MATCH))

    def levels(self, games: Sequence[Played]) -> list[str]:
        found = with_characters(self.wish, games, lambda most: 0).bots
        assert found[1] == "simple", "only what was to be matched is"
        return [CHARACTERS[who].level for who in (found[0], found[2])]

    def test_a_company_without_it_stays_as_it_is(self) -> None:
        company = OpenTable("keilty", {}, "", ("rosa", "simple"))
        assert with_characters(company, [WON], lambda most: 0) is company


class TestAnEvening:
    """The company changes between two games, by what has come of them."""

    @pytest.fixture
    def ended(self, monkeypatch: pytest.MonkeyPatch) -> Callable[[MatchedCompany, Played], Sequence[Do]]:
        """Tells a company of a game that it has played."""

        def after(company: MatchedCompany, played: Played) -> Sequence[Do]:
            monkeypatch.setattr(company_module, "read", lambda path: played)
            return company.after_game(Path("x.rummy"), played.players)

        return after

    def company(self, *bots: str) -> MatchedCompany:
        return MatchedCompany(OpenTable("keilty", {}, "", bots), [], lambda most: 0)

    def test_stronger_ones_come_when_the_person_wins(self, ended: Callable[..., Sequence[Do]]) -> None:
        company = self.company(MATCH, "simple")
        assert company.chosen.bots == ("mats", "simple")
        won = game(["Mats (bot)", "Ada (bot)"], (500, 300, 200))
        assert ended(company, won) == (), "a bot without a name is nobody whose strength is known"
        won = game(["Mats (bot)"], (500, 300))
        company = self.company(MATCH)
        assert ended(company, won) == (), "one game may be luck"
        assert ended(company, won) == [Do("bot", ("remove", "mats")), Do("bot", ("add", "rosa"))]
        assert company.chosen.bots == ("rosa",)
        assert ended(company, game(["Rosa (bot)"], (300, 500))) == [
            Do("bot", ("remove", "rosa")),
            Do("bot", ("add", "mats")),
        ]

    def test_a_company_that_the_person_has_changed_stays(self, ended: Callable[..., Sequence[Do]]) -> None:
        company = self.company(MATCH)
        viktor = game(["Viktor (bot)"], (500, 300))
        assert ended(company, viktor) == () == ended(company, viktor)

    def test_a_transcript_that_cannot_be_read_changes_nothing(self, tmp_path: Path) -> None:
        (tmp_path / "x.rummy").write_bytes(b"?")
        company = self.company(MATCH)
        assert company.after_game(tmp_path / "x.rummy", ("anna", "Mats (bot)")) == ()
        assert company.after_game(tmp_path / "y.rummy", ("anna", "Mats (bot)")) == ()


def test_it_is_offered_where_one_plays_alone() -> None:
    assert MATCH in {next_level(last, 1, alone=True) for last in ("anybody",)}
    assert next_level("anybody", 1) == "random"
    menu = TableMenu(TableWish(bots=("anybody",)), at=2, is_company=True)
    assert menu.changed(1).wish.bots == (MATCH,)
    assert TableMenu(TableWish(bots=("anybody",)), at=2).changed(1).wish.bots == ("random",)
