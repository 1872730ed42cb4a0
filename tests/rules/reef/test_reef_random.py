"""Random games: nothing is lost, both paths agree, every text can be read back (case 49)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.api import NOTHING_KNOWN, Moved, refusal
from rules.driver import LocalTable
from rules.errors import NotLegal
from rules.reef.game import ReefGame
from rules.reef.pieces.facts import COLOURS, NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.pieces.rocks import Rocks
from rules.reef.sample import unseen_tiles
from rules.reef.state import ReefState
from rules.reef.steps import laying
from tests.support.reef import lively

GAME = ReefGame()
ATTACKS = ("strength-or-size", "strength")


def table(seats: int, seed: int, **options: str) -> LocalTable:
    return LocalTable(GAME.start(seats, options), seats, random.Random(seed))


def played(game: LocalTable, rng: random.Random, most: int = 100_000) -> Iterator[ReefState]:
    """Play random actions, and give the position after each of them."""
    for _ in range(most):
        actions = game.actions()
        if not actions:
            return
        game.play(actions[rng.randrange(len(actions))])
        assert isinstance(game.state, ReefState)
        yield game.state


def position_of(game: LocalTable) -> Position:
    assert isinstance(game.state, ReefState)
    return game.state.position


def check_conserved(position: Position) -> None:
    """200 tiles, 50 cubes, 20 cylinders, 4 shrimps per seat; the values of the colours sum to 15."""
    players, sea, supply = position.players, position.sea, position.supply
    hidden = sum(len(player.secret) + (player.start != NONE) for player in players)
    unseen = unseen_tiles(position)

    assert sum(unseen) == hidden + supply.deck_end - supply.deck
    assert min(unseen) >= 0
    for c in range(5):
        assert sum(player.cubes[c] for player in players) + supply.cubes[c] + sea.cubes[c] == 10
    for alga in range(4):
        assert sea.algae_left[alga] + (sea.alga == alga) + sea.lock.count(alga) == 5
    for player in players:
        assert player.home + len(player.posted) + player.eaten == 4
        assert min((*player.hand, *player.front, *player.fish)) >= 0
    assert sum(sea.values()) == 15
    assert min((*sea.tiles, *supply.pool)) >= 0


@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (3, 1), (4, 2)])
def test_case_49_nothing_is_lost_in_random_games(seats: int, seed: int) -> None:
    game = table(seats, seed, attack=ATTACKS[seed % 2])
    for state in played(game, random.Random(seed)):
        if state.position.phase >= ReefPhase.FISH:
            check_conserved(state.position)

    assert game.outcome is not None


def play_out(seats: int, seed: int, options: dict[str, str]) -> None:
    """A random game on the fast path; everything is counted after every small action."""
    rng = random.Random(seed)
    scratch = GAME.scratch(GAME.start(seats, options), NOTHING_KNOWN, rng=rng)
    steps = 0
    while not scratch.over:
        moves = scratch.actions()
        scratch.play(moves[rng.randrange(len(moves))])
        check_conserved(scratch.position)
        steps += 1
        assert steps < 20_000


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_case_49_nothing_is_lost_in_playouts(seats: int) -> None:
    for seed in range(seats - 2, 6, 3):
        play_out(seats, seed, {"attack": ATTACKS[seed % 2], "extra_growth": ("on", "off")[seed // 2 % 2]})


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_case_49_nothing_is_lost_in_a_thousand_playouts(seats: int) -> None:
    for seed in range(1000):
        options = {"attack": ATTACKS[seed % 2], "extra_growth": ("on", "off")[seed // 2 % 2]}
        play_out(seats, seed, {**options, "boards": ("published", "house")[seed // 4 % 2]})


@pytest.mark.slow  # the contract's tests read sixty positions of each case back
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_texts_of_random_games_read_back(seats: int) -> None:
    game = table(seats, 40 + seats, boards="house", attack="strength", extra_growth="off")
    for i, state in enumerate(played(game, random.Random(seats), 600)):
        if i % 7 == 0:
            assert GAME.parse_state(state.text()) == state


@pytest.mark.slow  # the contract's tests also go both ways side by side
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"extra_growth": "off", "attack": "strength"}])
def test_playouts_and_checked_path_agree(seats: int, options: dict[str, str]) -> None:
    start = GAME.start(seats, options)
    game = LocalTable(start, seats, random.Random(7))
    scratch = GAME.scratch(start, NOTHING_KNOWN, rng=random.Random(7))
    rng = random.Random(11)
    for step in range(700):
        actions = game.actions()
        moves = scratch.actions()
        assert tuple(scratch.action(move) for move in moves) == actions
        if not actions:
            break
        at = rng.randrange(len(actions))
        game.play(actions[at])
        scratch.play(moves[at])
        assert scratch.over == (game.turn is None)
        if step % 5 == 0:
            assert scratch.state() == game.state

    assert scratch.state() == game.state


@pytest.mark.parametrize("attack", ATTACKS)
def test_listed_spots_are_those_that_the_check_accepts(attack: str) -> None:
    game = table(2, 5, attack=attack)
    for number, state in enumerate(played(game, random.Random(5), 600)):
        if number % 40:
            continue
        position = state.position
        for colour in range(5):
            accepted = []
            for space in range(position.ground.size):
                try:
                    laying.check_spot(position, space, colour)
                except NotLegal:
                    continue
                accepted.append(space)

            assert laying.spots(position, colour) == accepted


def test_the_effect_of_a_tile_is_what_laying_it_does() -> None:
    """Of all tiles that may be laid in positions of two games, with the reserve empty in one of them."""
    found = Counter[str]()
    for seats in (2, 4):
        game, rng = table(seats, 5), random.Random(5)
        while game.turn is not None:
            game.play(lively(game.view(game.turn), rng))
            before = position_of(game).clone()
            if rng.randrange(50) or before.phase != ReefPhase.TURN:
                continue
            if seats == 2:
                before.supply.tip()  # then an extra tile comes from the bag
            before.supply.tipped = True
            for colour in range(5):
                before.course.laying = colour
                for space in laying.spots(before, colour):
                    found.update(check_effect(before, space, colour))
    assert min(found[name] for name in ("taken", "grown", "bag", "post", "attacked")) > 5, found


def check_effect(before: Position, space: int, colour: int) -> Iterator[str]:
    """Compare an effect with the position after laying; yield the names of its parts."""
    effect, after = laying.effect(before, space), before.clone()
    laying.lay(after, space, colour)
    assert effect.taken == before.rocks.tile[space]
    assert effect.is_bag_used == (after.supply.pool != before.supply.pool)
    for at in (at for player in before.players for at in player.posted if before.rocks.tile[at] >= 0):
        rocks = after.rocks
        tiles, safe = len(rocks.coral_at(at)), protected(rocks, at)
        if at == effect.post:
            assert (effect.size, effect.protected) == (tiles, safe - protected(before.rocks, at))
        elif at == effect.attacked:
            assert (effect.left, 0) == (tiles, safe - protected(before.rocks, at))
        else:
            assert (tiles, safe) == (len(before.rocks.coral_at(at)), protected(before.rocks, at))
    yield from (name for name in ("post", "attacked") if getattr(effect, name) >= 0)
    yield from ["taken"] * (effect.taken >= 0) + ["bag"] * effect.is_bag_used
    yield from ["grown"] * (after.rocks.tile.count(colour) > before.rocks.tile.count(colour) + 1)


def protected(rocks: Rocks, post: int) -> int:
    """Number of tiles that a shrimp protects."""
    return sum(rocks.is_protected(at) for at in rocks.coral_at(post))


def test_every_action_that_the_check_accepts_is_listed() -> None:
    game = table(2, 7)
    for number, _ in enumerate(played(game, random.Random(7), 450)):
        if number % 64 == 63 and game.turn is not None:
            check_listed(game)


def check_listed(game: LocalTable) -> None:
    """Of many actions the check accepts exactly those that are listed."""
    listed = set(map(str, game.actions()))
    rooms = ["0:D4", "0:E1", "1:C2", "1:D4", "1:E6", "0:A1", "3:D4"]
    texts = [f"cube {c}" for c in COLOURS] + [f"collect {c}" for c in COLOURS] + ["undo", "pass", "cubes WW"]
    texts += [f"trade {what} {c}" for what in ("tile", "cube") for c in COLOURS]
    texts += [f"alga {g} space pay {c}" for g in "gbpr" for c in COLOURS]
    texts += [f"alga {g} tile {k} pay {c}" for g in "gbpr" for c in COLOURS for k in range(1, 11)]
    texts += [f"introduce {at}" for at in rooms] + [f"eat {at}" for at in rooms]
    texts += [f"move {at} {to}" for at in rooms for to in [*rooms, "home"]]
    texts += [f"lay {c} {at} from {where}" for c in COLOURS for at in rooms for where in ("screen", "front")]
    for text in texts:
        assert game.turn is not None
        event = Moved(game.turn, GAME.parse_action(text))
        assert (refusal(game.state, event, game.known[game.turn]) is None) == (text in listed), text
