"""The result of an action of Reef Encounter, shown before the player takes it.

The rules make the action on a copy of the position; the differences are put into words.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.games.narrator import listed
from app.games.reef.moves import growth
from app.games.reef.words import a_colour, by_colour, counts_words, reef_state, short_place
from rules.api import Action, Moved, View
from rules.reef import actions as a
from rules.reef.pieces.boards import space_name
from rules.reef.pieces.facts import ALGA_NAMES, BARE, COLOUR_NAMES, NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.steps import coral_tiles, laying
from rules.reef.steps.turn import BEHIND_MOST


class StatusLine(Struct, frozen=True):
    """The status line, and the pieces that it is about. `eaten` and `grown` are spaces, `flipped`
    coral tiles 1-10. `is_call`: the line asks the player for a press."""

    text: str = ""
    is_warning: bool = False
    is_call: bool = False
    eaten: frozenset[int] = frozenset()
    grown: frozenset[int] = frozenset()
    flipped: frozenset[int] = frozenset()

    @property
    def marks(self) -> tuple[frozenset[int], ...]:
        """All marks on the table for this preview."""
        return self.eaten, self.grown, self.flipped


def preview(view: View, action: Action) -> StatusLine:
    """Return the effects of `action`, one of the view's actions."""
    before = reef_state(view).position
    if view.seat is None or isinstance(action, a.Undo):
        return StatusLine("Take back the last step.")
    after = reef_state(view).after(Moved(view.seat, action)).position
    told = _told(before, after, action, view.seat)
    if after.phase == ReefPhase.FETCH:
        text = f"{told.text.removesuffix('.')}; the bag is searched, so you cannot take it back"
        return replace(told, text=text)
    return told


def _told(before: Position, after: Position, action: Action, seat: int) -> StatusLine:
    if isinstance(action, a.Lay):
        return _laid(before, after, action)
    if isinstance(action, a.Eat):
        return _fed(before, after, action, seat)
    if isinstance(action, a.PlayAlga):
        return _alga(before, after, action)
    return StatusLine(_small(before, after, action))


def brings(sent: View, planned: View) -> str:
    """Return what the viewer's planned steps have brought: eaten, taken, grown, and new values."""
    if planned.seat is None:
        return ""
    was, now, seat = reef_state(sent).position, reef_state(planned).position, planned.seat
    values, told = now.sea.values(), []
    for c, (old, new) in enumerate(zip(was.players[seat].fish, now.players[seat].fish, strict=True)):
        if new > old:
            told.append(
                f"{new - old} {COLOUR_NAMES[c]} into your parrotfish, worth {(new - old) * values[c]}"
            )
    taken = [0] * len(COLOUR_NAMES)
    for at in was.ground.rock:
        if BARE != was.rocks.tile[at] != now.rocks.tile[at] != BARE:
            taken[was.rocks.tile[at]] += 1
    told += [f"you consume {counts_words(taken)}"] if any(taken) else []
    for post in now.players[seat].posted:
        if now.rocks.tile[post] == BARE:
            continue
        size, name = now.rocks.size[now.rocks.coral[post]], COLOUR_NAMES[now.rocks.tile[post]]
        before = was.rocks.size[was.rocks.coral[post]] if was.rocks.shrimp[post] == seat else 0
        if size != before:
            told.append(f"your {name} coral {f'{before} → {size}' if before else f'of {size}'}")
    told += [
        f"{COLOUR_NAMES[c]} worth {old} → {new}"
        for c, (old, new) in enumerate(zip(was.sea.values(), values, strict=True))
        if old != new
    ]
    return ", ".join(told)


def turned_by(view: View, alga: int, target: int = coral_tiles.ON_SPACE) -> frozenset[int]:
    """Return the coral tiles 1-10 that a cylinder would flip if played on coral tile `target`, or on the alga
    space."""
    position = reef_state(view).position
    return frozenset(k + 1 for k in coral_tiles.flips(position, alga, target))


# -- parts -----------------------------------------------------------------------------------


def _laid(before: Position, after: Position, action: a.Lay) -> StatusLine:
    did, words = growth(before.rocks, after.rocks, action.space), []
    if did.eaten is not None:
        words.append(f"consumes 1 {COLOUR_NAMES[did.eaten]}")
        words += [f"splits the rest into {listed(list(map(str, did.parts)))}"] if did.parts else []
    words += [f"grows onto {short_place(at)}" for at in did.grown]
    joins = f"joins {did.joined} corals into" if did.joined > 1 else "makes"
    words.append(f"{joins} {a_colour(action.colour)} coral of {did.size}")
    eaten = frozenset() if did.eaten is None else frozenset({action.space})
    return StatusLine(
        f"{short_place(action.space)}: {', '.join(words)}", eaten=eaten, grown=frozenset(did.grown)
    )


def _fed(before: Position, after: Position, action: a.Eat, seat: int) -> StatusLine:
    colour = before.rocks.tile[action.space]
    group = frozenset(before.rocks.coral_at(action.space))
    gain = by_colour(after.players[seat].fish)[colour] - by_colour(before.players[seat].fish)[colour]
    value = before.sea.values()[colour]
    words = (
        f"{gain} of {len(group)} {COLOUR_NAMES[colour]} into your parrotfish, worth {gain * value} now; "
        f"{len(group) - gain} go back to the bag, your shrimp leaves the game"
    )
    told = {1: "; from now on you may lock coral tiles", 4: "; it is your fourth: the game ends"}
    if before.phase == ReefPhase.TURN:
        words += told.get(after.players[seat].eaten, "")
    return StatusLine(words, eaten=group)


def _alga(before: Position, after: Position, action: a.PlayAlga) -> StatusLine:
    turned = frozenset(k + 1 for k in range(10) if before.sea.side[k] != after.sea.side[k])
    words = [f"locks coral tile {action.target}"] if action.target else []
    if turned:
        words.append(f"turns {_numbers(turned)}")
        words += [
            f"{COLOUR_NAMES[c]} {old} → {new}"
            for c, (old, new) in enumerate(zip(before.sea.values(), after.sea.values(), strict=True))
            if old != new
        ]
    else:
        words.append("turns nothing over")
    if action.target and NONE not in after.sea.lock:
        words.append("the last lock: the game ends")
    text = ", ".join(words)
    return StatusLine(
        f"{ALGA_NAMES[action.alga].capitalize()} alga for {a_colour(action.pay)} tile: {text}", flipped=turned
    )


def _numbers(tiles: frozenset[int]) -> str:
    return f"coral tile{'s' if len(tiles) > 1 else ''} {', '.join(map(str, sorted(tiles)))}"


def _small(before: Position, after: Position, action: Action) -> str:
    if isinstance(action, a.PlayCube):
        spots, name = len(laying.spots(after, action.colour)), COLOUR_NAMES[action.colour]
        tiles = f"{BEHIND_MOST} {name} tiles"
        return f"Lay up to {tiles} from behind your screen; {spots} spaces are open to them."
    if isinstance(action, a.Introduce):
        return f"Your shrimp guards the {_coral(after, action.space)}."
    if isinstance(action, a.Move):
        return _moved(after, action)
    if isinstance(action, a.Collect):
        cube, tiles = COLOUR_NAMES[action.space], counts_words(by_colour(before.sea.row(action.space)))
        return f"You take the {cube} cube and {tiles}; your turn ends and cannot be undone."
    return _exchange(action)


def _exchange(action: Action) -> str:
    """Return the preview of actions 6 and 8, of the set-up, and of passing."""
    if isinstance(action, a.BuyCube):
        return f"A consumed {COLOUR_NAMES[action.colour]} tile goes to the bag, you get a cube of its colour."
    if isinstance(action, a.BuyTile):
        return f"Your {COLOUR_NAMES[action.colour]} cube goes to the supply, you get a tile of its colour."
    if isinstance(action, a.TakeCubes):
        return f"You begin with {a_colour(action.first)} and {a_colour(action.second)} cube."
    if isinstance(action, a.FeedStart):
        return "This tile counts at the end of the game and is never laid."
    return "You eat nothing more."


def _moved(after: Position, action: a.Move) -> str:
    if action.to == NONE:
        return f"Your shrimp on {space_name(action.source)} comes back behind the screen."
    if after.rocks.tile[action.to] == BARE:
        return f"Your shrimp waits on bare {short_place(action.to)}; it must leave before the turn ends."
    return f"Your shrimp guards the {_coral(after, action.to)}."


def _coral(position: Position, space: int) -> str:
    size = position.rocks.size[position.rocks.coral[space]]
    return f"{COLOUR_NAMES[position.rocks.tile[space]]} coral of {size} at {space_name(space)}"
