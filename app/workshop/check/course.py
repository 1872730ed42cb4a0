"""Checks of a game's course: its needs and its end."""

from __future__ import annotations

from app.workshop.check.journey import thin, walk
from app.workshop.check.trail import Broken, Trail, demand
from net.deck.algebra.generators import MAX_PILE
from rules.api import (
    EVERYONE,
    Arrange,
    Choose,
    Face,
    Need,
    Outcome,
    Roll,
    Seat,
    Show,
    Shuffle,
    State,
    Turn,
    opened,
)


def check_end(trail: Trail) -> None:
    """A game ends with a score and a rank for every seat."""
    seats, outcome = trail.case.seats, trail.final().outcome()
    demand(outcome is not None, "a game that is over has an outcome", "outcome() is None at the end")
    if outcome is None:
        return
    _check_ranks(outcome, seats)


def check_outcome(trail: Trail) -> None:
    """There is an outcome exactly when nothing is needed."""
    for step in trail.visit(trail.steps()):
        demand(step.state.outcome() is None, "no outcome while something is needed", step.state.outcome())
    demand(not trail.final().needs, "nothing is needed at the end", trail.final().needs)


def check_standing(trail: Trail) -> None:
    """Every position can be scored as it stands, for players who end a game early."""
    for step in trail.visit(trail.steps()):
        _check_ranks(step.state.standing(), trail.case.seats)
    final = trail.final()
    demand(
        final.standing() == final.outcome(), "at the end the standing is the outcome", f"{final.standing()}"
    )


def check_same_again(trail: Trail) -> None:
    """The same events lead to the same position, however often they are played."""
    state = trail.case.start()
    for step in trail.visit(trail.steps()):
        if state != step.state or state.digest() != step.state.digest():
            raise Broken(
                "the same events give an equal position with an equal digest",
                f"played again they give {state.text()}",
            )
        state = state.after(step.event)


def check_needs(trail: Trail) -> None:
    """A position's needs are well formed and name existing components."""
    live: set[int] = set()
    public: set[int] = set()
    ever: set[int] = set()

    def look(state: State) -> None:
        """Check a need before it is answered: the answer to a nonsensical need would show little."""
        nonlocal live, public, ever
        needs = state.needs
        many = len(needs) == 1 or all(isinstance(need, Show) for need in needs)
        demand(many, "one need, or several shows", needs)
        for need in needs:
            if isinstance(need, Shuffle | Arrange):
                is_new = isinstance(need, Shuffle) and need.new_deck
                _check_shuffle(need, live, public, ever)
                live = (set() if is_new else live - set(need.slots)) | set(need.into)
                public = set() if is_new else public
                ever |= set(need.into)
            else:
                _check_need(need, trail.case.seats, live, public)

    for step in trail.visit(walk(trail.case, trail.seed, asked=look)):
        public |= {slot for slot, _ in opened(step.event)}


def check_next_deck(trail: Trail) -> None:
    """A new deck has the faces that `next_deck` gave while the last one was played."""
    said: tuple[Face, ...] = ()

    def look(state: State) -> None:
        nonlocal said
        for need in state.needs:
            if isinstance(need, Shuffle) and need.new_deck:
                demand(
                    not said or (need.faces == said and not need.slots),
                    "a new deck of the faces that next_deck() gave, and of no slots",
                    need,
                )
        said = state.next_deck()

    for _ in trail.visit(walk(trail.case, trail.seed, asked=look)):
        pass


def check_hands(trail: Trail) -> None:
    """Hands are live slots in rising order, and no slot is in two hands."""
    seats = [Seat(seat) for seat in range(trail.case.seats)]
    for step in trail.visit(thin(trail.steps())):
        hands = [step.state.hand(seat) for seat in seats]
        held = [slot for hand in hands for slot in hand]
        demand(len(set(held)) == len(held), "a slot is in one hand at most", f"hands {hands}")
        demand(all(list(hand) == sorted(hand) for hand in hands), "hands have their slots rising", hands)
        if step.turn is not None:
            demand(
                set(held) <= set(step.faces), "hands hold slots that are dealt", set(held) - set(step.faces)
            )


def _check_need(need: Need, seats: int, live: set[int], public: set[int]) -> None:
    if isinstance(need, Turn):
        demand(need.seat in range(seats), f"a turn of a seat 0 to {seats - 1}", need)
    elif isinstance(need, Choose):
        is_right = need.seats and list(need.seats) == sorted({*need.seats} & {*range(seats)})
        demand(is_right, f"a choice of seats 0 to {seats - 1}, rising", need)
    elif isinstance(need, Roll):
        demand(need.sides >= 1 and _is_word(need.purpose), "a roll of one side or more, for one word", need)
        demand(need.sides <= 2**64, "a roll of 2**64 sides at most: the deck draws no larger number", need)
    elif isinstance(need, Show):
        slots = need.slots
        demand(slots and len(set(slots)) == len(slots), "a show of different slots", need)
        demand(live.issuperset(slots), "a show of slots that lie somewhere", need)
        demand(public.isdisjoint(slots), "a show of slots that are not public already", need)
        if need.to is not EVERYONE:
            demand(
                need.to and list(need.to) == sorted(set(need.to)) and max(need.to) < seats,
                "a show to everyone or to seats in rising order",
                need,
            )


def _check_shuffle(need: Shuffle | Arrange, live: set[int], public: set[int], ever: set[int]) -> None:
    faces = len(need.faces) if isinstance(need, Shuffle) else 0
    if isinstance(need, Arrange):
        demand(len(need.slots) > 1, "an arrangement of two components at least", need)
    demand(
        len(need.into) == len(need.slots) + faces == len(set(need.into)) > 0,
        "a shuffle into as many different slots as there are components",
        need,
    )
    demand(
        len(need.into) <= MAX_PILE,
        f"a pile of {MAX_PILE} components at most: the deck proves no larger shuffle",
        f"{len(need.into)} in the {need.pile}",
    )
    demand(ever.isdisjoint(need.into), "a shuffle into slots that were never used before", need)
    demand(min(need.into) >= 0 and max(need.into) < 2**31, "slots 0 to 2**31 - 1", need)
    demand(live.issuperset(need.slots), "a shuffle of slots that lie somewhere", need)
    demand(public.isdisjoint(need.slots), "a shuffle of hidden slots (public ones go in as faces)", need)
    demand(_is_word(need.pile), "a pile named by one word", need)


def _is_word(text: str) -> bool:
    return bool(text) and " " not in text


def _check_ranks(outcome: Outcome, seats: int) -> None:
    scores, ranks = outcome.scores, outcome.ranks
    demand(
        len(scores) == len(ranks) == seats,
        f"{seats} scores and {seats} ranks",
        f"{len(scores)} scores and {len(ranks)} ranks",
    )
    demand(
        all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks),
        "ranks count from 1, and players who tie share a rank (1, 2, 2, 4)",
        f"ranks {ranks}",
    )
