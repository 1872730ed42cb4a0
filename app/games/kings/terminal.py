"""Kings at a terminal: a line for each side, cards as "7h", houses by number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.games.board import name_of
from app.games.kings.words import kings_state, kings_status, missing_ranks
from app.games.terminal import WIDE, Terminal, joined, short_names
from rules.api import Action, Seat, View
from rules.cards import RANKS
from rules.kings.actions import Attack, Bank, KingsEnd, KingsUndo, Put, Swap
from rules.kings.cards import NAMES, SEATS, SUIT_WORDS
from rules.kings.course import QUIET_ROUNDS, ROUNDS
from rules.kings.piles import HOUSES, Pile, score
from rules.kings.state import KingsState
from rules.seats import seats_around

BATTLES_MAX = 5
"""Lines of battles beside the table; more would push it off the screen."""

LEGEND = (
    "7h 3        the 7 of hearts goes into your house 3",
    "7h king     it goes on your king",
    "attack spades 1   the pile in your house 1 attacks the player of spades",
    "swap 1 3    the piles in two of your houses change places",
    "undo        take back your last step, until you end the turn",
    "end         your turn is over, what is left in your hand is thrown away",
    "c clubs   d diamonds   h hearts   s spades   b blank: without a suit",
    "J Jack   Q Queen   A Ace          3:Qb9b=2  in house 3 lie Qb and 9b, worth 2",
    "king 2/9 wants 5 8: two cards lie on that king; these numbers are still missing",
    "rounds without gain: nobody has put a card on a king",
    "open: in the hand and seen by all, won in an attack or taken back from a pile",
)


def picture(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """The sides with their kings and houses, the battles that can be fought, the own hand."""
    state = kings_state(view)
    short = short_names(names, 8)
    lines = [
        f"Round {state.round} of {ROUNDS} at most  stock {len(state.stock)}  discards {len(state.discard)}  "
        f"{state.quiet} of {QUIET_ROUNDS} rounds without gain"
    ]
    for seat in seats_around(view.seat, SEATS):
        lines += _side(state, seat, f"{'>' if seat == state.turn else ' '}{name_of(short, seat, view.seat)}")
    if view.seat == state.turn:
        held = [
            f"{NAMES[face]}{' (open)' if slot is None else ''}"
            for slot, face in sorted(state.hand_cards(view.known), key=lambda card: card[1])
        ]
        lines += joined("Your hand: ", held or ("empty",))
        lines += _battles(state, view, short)
    return (*lines, *joined("", kings_status(view, names).split(), gap=" "))


def word(view: View, action: Action) -> str:
    """A choice: "7h 3" into house 3, "7h king", "attack spades 1" with house 1, "swap 1 3", "end"."""
    del view
    match action:
        case Put():
            return f"{NAMES[action.face]} {action.house}"
        case Bank():
            return f"{NAMES[action.face]} king"
        case Attack():
            return f"attack {SUIT_WORDS[action.target]} {action.house}"
        case Swap():
            return f"swap {action.house} {action.other}"
        case KingsUndo() | KingsEnd():
            return str(action).partition(" ")[0]
    return str(action)


def menu(view: View) -> tuple[str, ...]:
    """The choices by kind."""
    kinds: dict[str, list[str]] = {}
    for action in view.actions():
        typed = word(view, action)
        head, _, rest = typed.partition(" ")
        if isinstance(action, Put | Bank):
            kinds.setdefault("put", []).append(typed)
        else:
            kinds.setdefault(head, []).append(rest)
    lines: list[str] = []
    for head, words in kinds.items():
        lines += joined(f"{head}: " if head == "put" else f"{head} ", dict.fromkeys(words), gap="   ")
    return tuple(line.rstrip() for line in lines)


def attempts(view: View) -> Iterable[Action]:
    """Every card of the hand in every place, every attack and every swap, and the undo."""
    state = kings_state(view)
    houses = range(1, HOUSES + 1)
    if view.seat is None:
        return
    yield KingsUndo()
    for slot, face in state.hand_cards(view.known) if view.seat == state.turn else ():
        yield Bank(slot, face)
        yield from (Put(slot, face, house) for house in houses)
    for house in houses:
        yield from (Attack(house, Seat(target)) for target in range(SEATS))
        yield from (Swap(house, other) for other in houses if other > house)


def _side(state: KingsState, seat: Seat, who: str) -> tuple[str, ...]:
    side = state.sides[seat]
    head = f"{who:9} {SUIT_WORDS[seat]:8}"
    if side.left:
        return (f"{head} left the table",)
    missing = " ".join(RANKS[rank] for rank in missing_ranks(side)) or "nothing"
    king = f"king {len(side.king)}/9 wants {missing}"
    houses = [f"{house}:{_pile(pile)}" for house, pile in enumerate(side.houses, start=1)]
    if side.spoils:
        houses.append("open:" + "".join(NAMES[face] for face in side.spoils))
    line = f"{head} {king:22}  {'  '.join(houses)}"
    return (line,) if len(line) <= WIDE else (f"{head} {king}", *joined("          ", houses))


def _pile(pile: Pile) -> str:
    """A pile, "A2h3s4c=3": the court card, its numbers, its worth; "-" for an empty house."""
    return f"{''.join(NAMES[face] for face in pile)}={score(pile)}" if pile else "-"


def _battles(state: KingsState, view: View, names: Sequence[str]) -> tuple[str, ...]:
    """How each attack comes out: only the pile in front is met, and a tie is the defender's."""
    found = []
    for action in view.actions():
        if isinstance(action, Attack) and (fight := state.battle(action.house, action.target)) is not None:
            won = f" {''.join(NAMES[face] for face in fight.spoils)}" if fight.spoils else ", but no cards"
            end = f"{'you win' if fight.wins else f'{names[action.target]} wins'}{won}"
            whom = f"house {action.house} against {names[action.target]}"
            found.append(f"{whom}: {fight.attack} to {fight.defence}, {end}")
    if len(found) > BATTLES_MAX:
        return (
            f"{len(found)} attacks are possible, each on the first pile of a side. The larger worth (=)",
            "wins, a tie is the defender's.",
        )
    return tuple(found)


KINGS_TERMINAL = Terminal(picture, word, menu, attempts, LEGEND)
