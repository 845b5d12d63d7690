"""Results that are kept by their argument."""

from rummynet_protocol.memo import Memo


def test_each_result_is_made_once_until_there_are_too_many() -> None:
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    memo = Memo(double, most=2)
    assert [memo[3], memo[3], memo[4], memo[3]] == [6, 6, 8, 6]
    assert asked == [3, 4]
    assert memo[5] == 10
    assert dict(memo) == {5: 10}, "the third result takes the place of all before it"
    assert memo[3] == 6
    assert asked == [3, 4, 5, 3]
