"""News in sentences, as the screen tells them above the footer."""

from collections.abc import Sequence

from rummynet_client.core import news, wording
from rummynet_client.core.news import Answered, News


def spoken(item: News, names: Sequence[str]) -> list[str]:
    """The sentences; none for what the screen shows anyway."""
    match item:
        case news.RoundScored(round, _, scores, totals):
            told = ", ".join(
                f"{name} {score:+d} (now {total})" for name, score, total in zip(names, scores, totals, strict=False)
            )
            return [f"Round {round} is over: {told}. e shows the cards"]
        case news.CallWasLate(late, winner, millis):
            return [f"Two called: seat {winner}, {millis} ms before seat {late}"]
        case news.RummyHinted(action):
            return [f"A rummy can be called: {action}"]
        case news.WentWrong(_, says):
            return [says]
        case Answered(_, pairs):
            return [_answer(dict(pairs), item)]
    return []


def _answer(told: dict[str, object], item: Answered) -> str:
    if "transcript" in told:
        return f"Your transcript: {told['transcript']}"
    if "created" in told:
        return f"You opened table {told['created']}"
    if "rule" in told:
        return str(told["rule"])
    if "setting" in told:
        return f"{told['setting']} = {told['value']}: {told['does']}"
    if "command" in told:
        return f"{told['command']}: {told['does']}"
    if "says" in told:
        return str(told["says"])
    return " ".join(wording.lines(item))
