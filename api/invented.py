"""Invented leagues for simulated matches: sides with their coaches, and double round robins season after season."""

from datetime import UTC, datetime, timedelta
from random import Random

import msgspec

from domain.match.opening import Occasion
from domain.match.sides import BySide

FEWEST_SIDES = 4
MOST_SIDES = 200

MOST_SEASONS = 7_000
"""After which there is no year to play in."""

FIRST_YEAR = 2000
"""The year in which the first season of every league begins, in August."""

LONGEST_SEASON = timedelta(days=300)
BETWEEN_KICK_OFFS = timedelta(minutes=15)

_TOWNS = (
    *("Ashcombe", "Aubertin", "Brackwell", "Brunnfeld", "Caldmoor", "Castelrio", "Dunmarsh", "Eichstein"),
    *("Elverum Bay", "Fairhaven", "Falkenau", "Garrowby", "Grünwiek", "Harwick", "Hollerstadt", "Ilmenbrück"),
    *("Kestrelby", "Lindental", "Lowmere", "Marisol", "Montclair Sur", "Northolme", "Oakridge", "Petersau"),
    *("Quayside", "Ravensholt", "Rosenbach", "Saltmarket", "San Verano", "Silverton", "Tarnbeck", "Thornaby Vale"),
    *("Uferstadt", "Valbleu", "Vallegrande", "Westerkoog", "Whitmoor", "Wolfsried", "Yarrowdale", "Zellersee"),
)
_FORMS = ("United", "Rovers", "Athletic", "Wanderers", "Town", "Rangers", "Albion", "Sporting", "Union", "Olympic")
_GIVEN_NAMES = (
    *("Ada", "Bruno", "Carla", "Daniel", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas"),
    *("Karin", "Luca", "Marta", "Nils", "Olga", "Pavel", "Rosa", "Samir", "Tilda", "Victor"),
)
_FAMILY_NAMES = (
    *("Abendroth", "Bellini", "Castel", "Dorn", "Engel", "Ferro", "Grauman", "Holt", "Ibarra", "Jansen"),
    *("Kowal", "Lorrain", "Maric", "Novak", "Okafor", "Petit", "Rask", "Straub", "Tanaka", "Vasquez"),
)


class Contender(msgspec.Struct, frozen=True):
    """A side of a league, and who acts for it."""

    name: str
    coach: str


class Fixture(msgspec.Struct, frozen=True):
    """A match that is to be played. kick_off: UTC."""

    names: BySide[str]
    kick_off: datetime
    occasion: Occasion


class League:
    """A competition in which everyone plays everyone twice a season, at home and away; one season follows another.

    season: the name of the first season, which then counts on: "Cup", "Cup 2"; years such as "2000/01" if not given.
    """

    def __init__(self, competition: str, sides: int, luck: Random, season: str | None = None) -> None:
        self._competition = competition
        self._season = season
        names = [f"{town} {form}" for town in _TOWNS for form in _FORMS]
        coaches = [f"{given} {family}" for given in _GIVEN_NAMES for family in _FAMILY_NAMES]
        self._contenders = [
            Contender(name, coach)
            for name, coach in zip(luck.sample(names, sides), luck.sample(coaches, sides), strict=True)
        ]

    @property
    def most_matches(self) -> int:
        """How many matches there can be."""
        return MOST_SEASONS * len(self._contenders) * (len(self._contenders) - 1)

    def fixture(self, number: int) -> Fixture:
        """A match by its number, from 0: in the order in which they are played, season after season."""
        sides = len(self._contenders)
        season, number_in_season = divmod(number, sides * (sides - 1))
        a_round = sides // 2
        round, place = divmod(number_in_season, a_round)
        rounds = sides * (sides - 1) // a_round
        home, away = (self._contenders[index] for index in _pair(sides, round, place))
        year = FIRST_YEAR + season
        first_day = datetime(year, 8, 1, 15, tzinfo=UTC)
        saturday = first_day + timedelta(days=(5 - first_day.weekday()) % 7)
        between_rounds = min(timedelta(weeks=1), LONGEST_SEASON / rounds)
        return Fixture(
            BySide(home.name, away.name),
            saturday + round * between_rounds + place * BETWEEN_KICK_OFFS,
            Occasion(self._competition, self._name(season), BySide(home.coach, away.coach)),
        )

    def _name(self, season: int) -> str:
        if self._season is None:
            year = FIRST_YEAR + season
            return f"{year}/{(year + 1) % 100:02}"
        return self._season if season == 0 else f"{self._season} {season + 1}"


def _pair(sides: int, round: int, place: int) -> tuple[int, int]:
    """Who plays at home and who away, by the circle method: one stays, the others move on a place each round.

    In the second half of a season every match is played again with the sides changed over.
    """
    seats = sides + sides % 2  # an odd one rests against nobody, who has the seat that stays
    leg, turn = divmod(round, seats - 1)
    place += sides % 2
    if place == 0:
        pair = seats - 1, turn
        swapped = turn % 2 == 1
    else:
        pair = (turn + place) % (seats - 1), (turn - place) % (seats - 1)
        swapped = place % 2 == 1
    return pair[::-1] if swapped != (leg == 1) else pair
