"""The catalogue: our games, those of other packages, and those that are left out."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint, PathDistribution
from pathlib import Path
from types import ModuleType

import pytest

from app.bots.api import AnyMove, PartlyRandomPolicy
from app.bots.tree import TreeSearch
from app.games.catalogue import OWN, catalogue, offered, own_games, read_catalogue
from app.games.covers import COVERS
from app.games.entry import GameEntry, Package, loaded
from app.games.policies import policy_of
from rules.api import Face, Game, Option
from rules.errors import BadOptions
from rules.plump.game import PlumpGame
from tests.support.catalogue import playing
from tests.support.values import replace


class Whist(PlumpGame):
    """A second game with the rules of Plump."""

    key = "whist"
    title = "Whist"


class Shop:
    """Entry points of other packages: values by their names."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.module = ModuleType("shop_of_games")
        monkeypatch.setitem(sys.modules, "shop_of_games", self.module)
        self.points: list[EntryPoint] = []

    def offer(self, name: str, value: object) -> None:
        setattr(self.module, f"GAME{len(self.points)}", value)
        self.points.append(EntryPoint(name, f"shop_of_games:GAME{len(self.points)}", "shoal.games"))


@pytest.fixture
def shop(monkeypatch: pytest.MonkeyPatch) -> Shop:
    return Shop(monkeypatch)


def altered(**fields: object) -> Game:
    return type("Altered", (Whist,), fields)()


def test_the_catalogue_lists_our_games_in_this_order() -> None:
    assert list(read_catalogue(OWN, ()).games) == ["plump", "matriculation", "cahoots", "kings", "reef"]
    assert all(entry.package is None for entry in own_games())


def test_a_package_that_offers_a_game_is_found_among_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    tools, games = tmp_path / "tool-1.dist-info", tmp_path / "whist-2.dist-info"
    tools.mkdir()
    (tools / "entry_points.txt").write_text("[console_scripts]\ntool = tool:main\n", encoding="utf-8")
    assert list(offered(sys.path)) == []

    games.mkdir()
    (games / "METADATA").write_text("Metadata-Version: 2.1\nName: whist\nVersion: 2\n", encoding="utf-8")
    (games / "entry_points.txt").write_text("[shoal.games]\nwhist = whist:GAME\n", encoding="utf-8")
    assert [point.name for point in offered(sys.path)] == ["whist"]
    (tools / "entry_points.txt").unlink()
    assert [point.name for point in offered(sys.path)] == ["whist"]


def test_unreadable_packages_are_looked_up_by_the_standard_library_or_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    unreadable = tmp_path / "tool-1.dist-info" / "entry_points.txt"
    unreadable.mkdir(parents=True)  # a folder is read by nobody

    assert list(offered(sys.path)) == []
    unreadable.rmdir()
    unreadable.write_text("[shoal.games]\nwhist = whist:GAME\n", encoding="utf-8")
    (unreadable.parent / "METADATA").write_text("Name: tool\nVersion: 1\n", encoding="utf-8")

    def refused(*_: object, **__: object) -> str:
        raise PermissionError

    monkeypatch.setattr("app.games.catalogue.Path.read_text", refused)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [f"read from {group}"])
    assert list(offered(sys.path)) == ["read from shoal.games"]


@pytest.mark.parametrize("entry", own_games(), ids=lambda entry: entry.rules.key)
def test_everything_that_our_entries_name_exists(entry: GameEntry, caplog: pytest.LogCaptureFixture) -> None:
    assert entry.blurb and entry.help and entry.rules_page().startswith("# ")
    assert all(loaded(entry.rules.key, name) is not None for name in (entry.picture, entry.table))
    assert not isinstance(policy_of(entry, "normal"), AnyMove)
    assert caplog.records == []


@pytest.mark.parametrize("entry", own_games(), ids=lambda entry: entry.rules.key)
def test_the_covers_that_the_lobby_shows_are_those_of_our_games(entry: GameEntry) -> None:
    assert entry.cover == COVERS[entry.rules.key]
    assert read_catalogue(OWN, ()).games.cover(entry.rules.key) == entry.cover


def test_a_game_of_only_rules_gets_a_bot_and_a_page_of_rules(shop: Shop) -> None:
    shop.offer("whist", Whist())
    found = read_catalogue(OWN, shop.points)
    entry = found.named("whist")

    assert list(found.games)[-1] == "whist" and found.left_out == ()
    assert entry.about == "Whist, with nothing but its rules." and entry.package == Package(
        "unknown package", "0"
    )
    assert isinstance(policy_of(entry, "normal"), TreeSearch)
    assert "This game came without a page of rules." in entry.rules_page()


@pytest.mark.parametrize(
    ("taught", "levels", "usual"),
    [
        ((), ("easy", "normal", "hard"), "normal"),
        (("normal",), ("easy", "normal"), "normal"),
        (("normal", "hard"), ("easy", "normal", "hard"), "normal"),
        (("sleepy", "awake", "sharp"), ("sleepy", "awake", "sharp"), "awake"),
        (("slow", "fast"), ("slow", "fast"), "fast"),
        (("hard", "normal"), ("hard", "normal"), "normal"),
    ],
)
def test_the_bots_of_a_game_have_the_levels_that_the_game_names(
    taught: tuple[str, ...], levels: tuple[str, ...], usual: str
) -> None:
    entry = GameEntry(Whist(), policies=tuple((level, "app.bots.api:AnyMove") for level in taught))

    assert (entry.levels, entry.usual_level) == (levels, usual)
    assert all(policy_of(entry, level) for level in levels)
    assert isinstance(policy_of(entry, levels[0]), PartlyRandomPolicy) == (taught[:1] == ("normal",))
    with pytest.raises(
        BadOptions, match=f"bots of {entry.rules.title} have the levels {', '.join(levels)}; not"
    ):
        policy_of(entry, "grandmaster")


def test_an_entry_with_only_rules_gets_defaults_for_the_rest() -> None:
    entry = GameEntry(Whist())

    assert (entry.seats, entry.unit, entry.piece, entry.lessons) == (4, "point", "card", ())
    assert not entry.counts_bids and not entry.ends_with_sheet and not entry.cover.is_taught
    assert entry.face_name(Face(0)) == Whist().face_text(Face(0))
    assert replace(entry, usual_seats=1).seats == 2


def test_our_entries_teach_the_introduction_first_and_only_plump_counts_bids() -> None:
    plump, *others = own_games()

    assert plump.counts_bids and not any(entry.counts_bids for entry in others)
    for entry in own_games():
        assert entry.lessons == (entry.lesson, *entry.course)
        assert replace(entry, lesson=None).lessons == entry.course
    assert plump.face_name(Face(0)) == "2 of hearts"


def test_a_package_can_offer_a_whole_entry(shop: Shop) -> None:
    shop.offer("whist", GameEntry(Whist(), blurb="Take what you can.", usual_seats=40))
    entry = read_catalogue(OWN, shop.points).named("whist")

    assert entry.about == "Take what you can." and entry.seats == 10


BROKEN = [
    ("whist", 7, "is neither a GameEntry nor a Game"),
    ("whist", GameEntry(7), "its rules cannot be used"),  # type: ignore[arg-type]
    ("plump", PlumpGame(), "the key is taken by a game of Shoal"),
    ("tarot", Whist(), "its key is 'whist' and the entry point is named 'tarot'"),
    ("Whist", altered(key="Whist"), "its key is not a letter a-z"),
    ("whist", altered(title=""), "it has no title"),
    ("whist", altered(title="a\nb"), "it has no title"),
    ("whist", altered(version=""), "it has no version"),
    ("whist", altered(version="1" * 33), "it has no version"),
    ("whist", altered(version=1), "its rules cannot be used"),
    ("whist", altered(seats=range(0)), "its numbers of players are not"),
    ("whist", altered(seats=range(1, 3)), "its numbers of players are not"),
    ("whist", altered(seats=range(2, 12)), "its numbers of players are not"),
    ("whist", altered(seats=range(2, 10, 2)), "its numbers of players are not"),
    ("whist", altered(options=(Option("a", "A", ("1",), ""),) * 2), "two of its options have the same key"),
    ("whist", altered(options=(Option("a", "A", ("1 2",), ""),)), "an option's key or choice"),
    ("whist", altered(options=(Option("a=b", "A", ("1",), ""),)), "an option's key or choice"),
    ("whist", altered(options=(Option("a", "A", (), ""),)), "an option has no choices"),
    ("whist", altered(options=(Option("a", "A", ("1", "2"), "", ("one",)),)), "one title for each"),
]


@pytest.mark.parametrize(("name", "value", "why"), BROKEN)
def test_a_broken_game_is_left_out_and_the_reason_told(
    shop: Shop, name: str, value: object, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    shop.offer(name, value)
    shop.offer("zheng", altered(key="zheng"))
    found = read_catalogue(OWN, shop.points)

    assert [each.name for each in found.left_out] == [name] and why in found.left_out[0].why
    assert list(found.games) == [*(entry.rules.key for entry in own_games()), "zheng"]
    assert [record.getMessage() for record in caplog.records] == [f"a game is left out: {found.left_out[0]}"]


def test_a_module_that_fails_takes_no_other_game_with_it() -> None:
    point = EntryPoint("whist", "no_such_module.anywhere:GAME", "shoal.games")
    found = read_catalogue(OWN, [point])

    assert "no_such_module.anywhere:GAME cannot be loaded: ModuleNotFoundError" in str(found.left_out[0])
    with pytest.raises(
        BadOptions,
        match=r"there is no game 'whist'; the games are: cahoots, .*; this game was left out: whist",
    ):
        found.named("whist")


def test_a_game_whose_files_cannot_be_read_is_left_out(shop: Shop, tmp_path: Path) -> None:
    """Nobody could compare its content with that of the others at a table."""
    info = tmp_path / "whist-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: whist\nVersion: 1\n")
    (info / "RECORD").write_text("whist_gone.py,,\n")
    shop.offer("whist", Whist())
    vars(shop.points[0])["dist"] = PathDistribution(info)

    assert "its files cannot be read" in read_catalogue(OWN, shop.points).left_out[0].why


def test_only_a_game_whose_entry_asks_for_it_ends_with_a_sheet(shop: Shop) -> None:
    shop.offer("whist", replace(own_games()[0], rules=Whist(), ends_with_sheet=False))
    shop.offer("zheng", altered(key="zheng"))
    found = read_catalogue(OWN, shop.points)
    names = ("Ann", "Ben", "Cleo", "Dan")
    sums = {key: entry.sums(entry.rules.start(4, {}), names) for key, entry in found.games.items()}

    assert [key for key, text in sums.items() if text] == ["plump", "matriculation"]


@pytest.mark.parametrize(
    "game",
    [
        altered(key="a" * 24, version="1" * 32, seats=range(2, 11)),
        altered(key="a", version="1", seats=range(2, 3)),
        altered(
            key="a", seats=range(10, 11), options=(Option("o" * 64, "A", ("!" * 64, "~"), "", ("1", "2")),)
        ),
    ],
)
def test_a_game_at_the_bounds_is_usable(shop: Shop, game: Game) -> None:
    shop.offer(game.key, game)

    assert read_catalogue(OWN, shop.points).named(game.key).rules is game


@pytest.mark.parametrize(
    "broken", [{"key": "a" * 25}, {"key": "1a"}, {"options": (Option("o" * 65, "A", ("1",), ""),)}]
)
def test_a_game_beyond_the_bounds_is_left_out(shop: Shop, broken: dict[str, object]) -> None:
    game = altered(**broken)
    shop.offer(game.key, game)

    assert read_catalogue(OWN, shop.points).left_out


def test_of_two_games_with_one_key_the_first_is_kept(shop: Shop) -> None:
    shop.offer("whist", Whist())
    shop.offer("whist", Whist())
    found = read_catalogue(OWN, reversed(shop.points))

    assert found.named("whist").rules is vars(shop.module)["GAME0"]
    assert [each.why for each in found.left_out] == ["the key is taken by unknown package 0"]


def test_a_part_of_an_entry_that_cannot_be_loaded_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    entry = GameEntry(Whist(), help="rules:NOTHING.md", policies=(("normal", "nowhere:Policy"),))

    assert "# Whist" in entry.rules_page()
    assert isinstance(policy_of(entry, "normal"), TreeSearch)
    assert loaded("whist", "rules.api:Nothing") is None
    assert len(caplog.records) == 3


def test_the_catalogue_of_a_test_is_gone_after_the_test() -> None:
    with playing(GameEntry(Whist())):
        assert list(catalogue().games) == ["whist"]
    assert "plump" in catalogue().games
