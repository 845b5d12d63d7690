"""News as sentences, shown above the footer."""

from collections.abc import Sequence

from rummynet_client.core.text import json_lines, news
from rummynet_client.core.text.action_text import Melds, action_text
from rummynet_client.core.text.hint_text import advice_sentence, screen_wording
from rummynet_client.core.text.news import News, QueryAnswered
from rummynet_client.language import _, player_name


def news_sentences(item: News, names: Sequence[str], melds: Melds = ()) -> list[str]:
    """The sentences of *item*; none if the screen shows it elsewhere. *melds* lie on the table."""
    match item:
        case news.RoundScored(round, _, scores, totals):
            results = ", ".join(
                _("{name} {score:+d} (now {total})", name=name, score=score, total=total)
                for name, score, total in zip(names, scores, totals, strict=False)
            )
            return [_("Round {round} is over: {told}. e shows the cards", round=round, told=results)]
        case news.CallWasLate(late, winner, millis):
            first, second = (player_name(seat, names) for seat in (winner, late))
            return [
                _(
                    "Two called: {first} was first, {second} {millis} ms later, the host says",
                    first=first,
                    second=second,
                    millis=millis,
                )
            ]
        case news.RummyHinted(action):
            return [_("A rummy can be called: {action}", action=action_text(action, melds))]
        case news.HintGiven(advice):
            return [_("hint: {advice}", advice=advice_sentence(advice, screen_wording(melds, names)))]
        case news.WentWrong(_, says):
            return [says]
        case QueryAnswered(_, pairs) if "created" not in dict(pairs):  # the client takes a seat there at once
            return [_answer(dict(pairs), item)]
    return []


def _answer(values: dict[str, object], item: QueryAnswered) -> str:
    if "transcript" in values:
        return _("Your transcript: {transcript}", transcript=values["transcript"])
    if "rule" in values:
        return str(values["rule"])
    if "setting" in values:
        return f"{values['setting']} = {values['value']}: {values['does']}"
    if "command" in values:
        return f"{values['command']}: {values['does']}"
    if "says" in values:
        return str(values["says"])
    return " ".join(json_lines.news_lines(item))
