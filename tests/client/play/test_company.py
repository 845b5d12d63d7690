"""What ``rummynet play`` plays with whom: asked once, remembered, and what flags say goes before it."""

import argparse
from pathlib import Path

import pytest

from rummynet.rules.core.errors import BadSeats
from rummynet_cli.verbs.play import company_of_flags
from rummynet_client.core.text import commands, verbs
from rummynet_client.core.text.commands import OpenTable
from rummynet_client.core.text.table_wish import TableWish, wish_of
from rummynet_client.play.company import USUAL, Company, chosen_company, company_in_settings
from rummynet_client.storage.settings import ActiveSettings, SettingsError, load_settings
from tests.support.compact_lines import compact
from tests.support.errors import raises
from tests.support.fake_host import FakeHost, Guest

CHOSEN = TableWish("basic", ("steady", "strong"), {"target": 200})
CHOSEN_COMPANY = Company(CHOSEN.opening)


class Asked:
    """Answers with CHOSEN, or leaves; remembers what was offered."""

    def __init__(self, answer: Company | None = CHOSEN_COMPANY) -> None:
        self.answer, self.offered = answer, list[TableWish]()

    def __call__(self, _active: ActiveSettings, wish: TableWish) -> Company | None:
        self.offered.append(wish)
        return self.answer


def test_a_person_is_asked_once_and_the_answer_is_in_the_settings(tmp_path: Path) -> None:
    ask = Asked()
    assert chosen_company(ActiveSettings(tmp_path), ask, again=False) == CHOSEN_COMPANY
    assert load_settings(tmp_path).company == "basic target=200 bots=steady,strong"
    assert chosen_company(ActiveSettings(tmp_path), ask, again=False) == CHOSEN_COMPANY
    assert ask.offered == [USUAL]
    chosen_company(ActiveSettings(tmp_path), ask, again=True)
    with_flags = TableWish("joker", ("simple",)).opening
    assert chosen_company(ActiveSettings(tmp_path), ask, with_flags, again=False) == Company(with_flags)
    chosen_company(ActiveSettings(tmp_path), ask, with_flags, again=True)
    assert ask.offered == [USUAL, CHOSEN, wish_of(with_flags)], "asked again, with what was chosen or named before"


def test_an_evening_with_somebody_from_another_home_is_not_remembered(tmp_path: Path) -> None:
    alone = Company(TableWish("joker").opening, is_far=True)
    assert chosen_company(ActiveSettings(tmp_path), Asked(alone), again=False) == alone
    assert company_in_settings(load_settings(tmp_path).company) is None


def flags(data: Path, **given: object) -> OpenTable | None:
    none = dict.fromkeys(("players", "target", "variant", "strategy"))
    return company_of_flags(argparse.Namespace(**{**none, **given}, data=str(data)))


def test_flags_go_before_what_is_remembered(tmp_path: Path) -> None:
    assert flags(tmp_path) is None
    assert flags(tmp_path, players=3) == OpenTable("keilty", {}, "", ("simple", "simple"))
    ActiveSettings(tmp_path).change_setting("company", CHOSEN.words)
    assert flags(tmp_path, players=4) == OpenTable("basic", {"target": 200}, "", ("steady", "strong", "strong"))
    assert flags(tmp_path, strategy="random") == OpenTable("basic", {"target": 200}, "", ("random", "random"))
    assert flags(tmp_path, target=90) == OpenTable("basic", {"target": 90}, "", ("steady", "strong"))
    assert flags(tmp_path, variant="vegas", players=10) == OpenTable("vegas", {}, "", ("steady", *["strong"] * 8))
    with pytest.raises(BadSeats):
        flags(tmp_path, players=9)


@pytest.mark.parametrize("value", ["keilty", "whist bots=simple", "keilty bots=clever", "keilty target=x bots=simple"])
def test_a_company_without_bots_or_sense_is_refused(value: str, tmp_path: Path) -> None:
    with raises(SettingsError, "settings", "company"):
        ActiveSettings(tmp_path).change_setting("company", value)
    (tmp_path / "settings.toml").write_text(f'company = "{value}"\n')
    with pytest.raises(SettingsError):
        load_settings(tmp_path)


def test_the_setting_is_typed_with_its_spaces(tmp_path: Path) -> None:
    command = verbs.parse_command("set company keilty target=200 bots=simple")
    assert command == commands.Do("set", ("company", "keilty target=200 bots=simple"))
    active = ActiveSettings(tmp_path)
    active.change_setting(*command.after)
    active.change_setting("company", "ASK")
    assert active.settings.company == "ask"
    with pytest.raises(commands.BadCommand):
        verbs.parse_command("set bell no way")


# -- a table that is opened with its bots


def test_a_table_opened_with_bots_is_sat_at_and_asks_for_each_of_them() -> None:
    host, ann = FakeHost(), Guest("Ann")
    host.connect(ann)
    host.do(ann, "create keilty target=200 bots=steady,expert")
    asked = [compact(repr(request)) for guest, request in host.asked if guest is ann]
    assert [text.partition("(")[0] for text in asked] == ["Create", "Sit", "SeatBot", "SeatBot"]
    assert "'steady'" in asked[2] and "'expert'" in asked[3]
    model = ann.session.model
    assert model.table is not None and model.table.coming == 2 and not model.watching and model.seats[0].me
    host.do(ann, "stand")
    host.do(ann, "create joker")
    assert len(host.asked) == 6, "without bots it is opened, and nothing else"
