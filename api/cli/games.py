"""`touchline games`: what can be played, and the house rules of each game."""

from rich.text import Text

from api.cli import console
from api.cli.store import DEFAULT_STORE, JsonOption, NoStoreOption
from domain.games import GAMES
from domain.match.house_rules import HouseRule, describe


def games(as_json: JsonOption = False, _: NoStoreOption = DEFAULT_STORE) -> None:
    """List the games with their house rules: what each decides, its values and its default."""
    if as_json:
        console.show_json(
            [
                {
                    "id": game.id,
                    "name": game.name,
                    "rulesVersion": game.rules_version,
                    "houseRules": describe(game.house_rules),
                }
                for game in GAMES
            ]
        )
        return
    for number, game in enumerate(GAMES):
        console.say(("\n" if number else "") + f"{game.name}  ({game.id}, rules version {game.rules_version})", "bold")
        columns = ("house rule", "values", "clause", "what it decides")
        rows = [(rule.name, _values(rule), rule.clause, rule.meaning) for rule in describe(game.house_rules)]
        console.listing(columns, rows)


def _values(rule: HouseRule) -> Text:
    values = (Text(f"{value}*" if value == rule.default else str(value)) for value in rule.values)
    return Text(" | ").join(values)
