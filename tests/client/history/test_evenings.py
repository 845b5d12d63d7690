"""The running score over evenings: people by key, bots by name, an evening until six in the morning."""

from datetime import UTC, datetime

from rummynet_client.history.game_history import FinishedGame, score_of_these, standing_line


def game(day: int, hour: int, names: str, points: tuple[int, ...], winner: int | None = 0) -> FinishedGame:
    listed = tuple(names.split(","))
    at = int(datetime(2026, 11, day, hour, tzinfo=UTC).timestamp())
    return FinishedGame(at, listed, tuple(f"key of {name[0]}" for name in listed), points, winner)


GAMES = (
    game(21, 2, "anna,ben", (510, 300)),  # past midnight: the evening before
    game(20, 20, "anna,ben", (200, 500), 1),
    game(27, 20, "ben,annabel,Ada (bot)", (500, 480, -20)),
)


def test_the_score_of_those_at_a_table_is_told_from_the_second_game_on() -> None:
    says = score_of_these(GAMES, ("annabel", "ben"))
    assert says.endswith(": ben +1300, 2 of 3 games won; annabel +1190, 1 of 3 games won")
    assert says.startswith("over 2 evenings")
    assert score_of_these(GAMES[:1], ("anna", "ben")) == score_of_these(GAMES, ("carla", "ben")) == ""
    assert standing_line([], 0) == "over 0 evenings: "
