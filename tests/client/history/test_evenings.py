"""The running score over evenings: people by key, bots by name, an evening until six in the morning."""

from datetime import UTC, date, datetime

from rummynet_client.history.evenings import (
    FinishedGame,
    evening_line,
    evenings,
    score_of_these,
    standing_line,
    standings,
)


def game(day: int, hour: int, names: str, points: tuple[int, ...], winner: int | None = 0) -> FinishedGame:
    listed = tuple(names.split(","))
    at = int(datetime(2026, 11, day, hour, tzinfo=UTC).timestamp())
    return FinishedGame(at, listed, tuple(f"key of {name[0]}" for name in listed), points, winner)


GAMES = (
    game(21, 2, "anna,ben", (510, 300)),  # past midnight: the evening before
    game(20, 20, "anna,ben", (200, 500), 1),
    game(27, 20, "ben,annabel,Ada (bot)", (500, 480, -20)),
)


def test_games_past_midnight_belong_to_the_evening_before() -> None:
    first, second = evenings(GAMES, UTC)
    assert (first.day, first.games, second.day, second.games) == (date(2026, 11, 20), 2, date(2026, 11, 27), 1)
    assert evening_line(first) == "2026-11-20, 2 games: ben +800, 1 of 2 games won; anna +710, 1 of 2 games won"


def test_a_person_is_a_key_under_the_newest_name_and_a_bot_its_name() -> None:
    found = {one.name: (one.points, one.won, one.games) for one in standings(GAMES).values()}
    assert found == {"annabel": (1190, 1, 3), "ben": (1300, 2, 3), "Ada (bot)": (-20, 0, 1)}
    other = game(28, 20, "Ada (bot),ben", (100, 0), None)
    bots = standings([*GAMES, FinishedGame(other.at, other.names, ("another key", "key of b"), other.points, None)])
    assert [one.points for one in bots.values() if one.name == "Ada (bot)"] == [80]


def test_the_score_of_those_at_a_table_is_told_from_the_second_game_on() -> None:
    says = score_of_these(GAMES, ("annabel", "ben"))
    assert says.endswith(": ben +1300, 2 of 3 games won; annabel +1190, 1 of 3 games won")
    assert says.startswith("over 2 evenings")
    assert score_of_these(GAMES[:1], ("anna", "ben")) == score_of_these(GAMES, ("carla", "ben")) == ""
    assert standing_line([], 0) == "over 0 evenings: "
