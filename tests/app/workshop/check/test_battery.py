"""The battery of tests for a game, tried on broken games: at least one for every check."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from random import Random

import pytest
from anglers import GAME, AnglersGame, AnglersState, Play
from divers import DiversGame, DiversState, Pass, Vote

from app.workshop.check.battery import CHECKS, run_battery, run_check
from app.workshop.check.journey import Case, cases, journey
from rules.api import (
    EVERYONE,
    NOTHING_KNOWN,
    Action,
    Arrange,
    Choose,
    Event,
    Face,
    FalseClaim,
    Game,
    Known,
    Left,
    Moved,
    Need,
    Outcome,
    Roll,
    Scratch,
    Seat,
    Show,
    Shuffle,
    Slot,
    State,
    Turn,
    View,
    choosers,
)
from rules.errors import BadText, NotLegal
from rules.stepping import SteppingScratch
from tests.support.broken_anglers import CASE, game, scratched, state
from tests.support.values import replace


def diving(**fields: object) -> Game:
    """Divers, in which all choose at once, with other methods of their positions."""
    kind = type("BrokenState", (DiversState,), {"__slots__": (), **fields})

    def start(self: DiversGame, seats: int, options: dict[str, str]) -> DiversState:
        first = DiversGame.start(self, seats, options)
        return kind(first.size, first.hands, first.pearls)

    return type("Broken", (DiversGame,), {"start": start})()


def first_alone(self: DiversState, seat: Seat, known: Known) -> tuple[Action, ...]:
    """Broken: of those who choose at once only the first is offered anything."""
    return DiversState.actions(self, seat, known) if seat in choosers(self)[:1] else ()


def as_the_others(self: DiversState, seat: Seat, known: Known) -> tuple[Action, ...]:
    """Broken: the last to choose may only vote as the one before."""
    offered = DiversState.actions(self, seat, known)
    return offered if not self.votes or len(offered) < 2 else (Vote(self.votes[-1][1]),)


def in_a_row(self: DiversState, event: Event, known: Known = NOTHING_KNOWN) -> None:
    """Broken: a seat may not choose before those of lower number."""
    DiversState.check(self, event, known)
    if isinstance(event, Moved) and event.seat != choosers(self)[0]:
        raise NotLegal("later", rule="divers 2", text="Others come first.")


def backwards(self: DiversState) -> tuple[Need, ...]:
    """Broken: the seats that choose come in falling order."""
    needs = DiversState.needs.fget(self)  # type: ignore[attr-defined]
    return tuple(Choose(each.seats[::-1]) if isinstance(each, Choose) else each for each in needs)


def by_turns(self: DiversState) -> tuple[Need, ...]:
    """Broken: the seats that have not voted yet are asked one by one."""
    needs = DiversState.needs.fget(self)  # type: ignore[attr-defined]
    return tuple(
        Choose(each.seats[:1]) if isinstance(each, Choose) and self.votes else each for each in needs
    )


def haunted(self: DiversState, seat: Seat) -> DiversState:
    """Broken: a seat that has left is still asked for a vote."""
    left = DiversState._without(self, seat)
    return replace(left, gone=self.gone) if self.votes else left


def passing_on(need: Arrange) -> Game:
    """Divers whose first pass needs another arrangement."""

    def needs(self: DiversState) -> tuple[Need, ...]:
        return (need,) if self.waiting == () else DiversState.needs.fget(self)  # type: ignore[attr-defined, no-any-return]

    return diving(needs=property(needs))


def laying(order: Sequence[str]) -> Game:
    """Divers with a pass whose order is not one of the hand's."""
    slots = tuple(Slot(int(slot)) for slot in order)
    own = DiversState.needs.fget  # type: ignore[attr-defined]

    def needs(self: DiversState) -> tuple[Need, ...]:
        if self.waiting == ():
            return (Arrange(Seat(0), "pass", self.hands[0], (Slot(100), Slot(101), Slot(102))),)
        return own(self)  # type: ignore[no-any-return]

    def actions(self: DiversState, seat: Seat, known: Known) -> tuple[Action, ...]:
        return (Pass(slots[0], Face(0), slots),) if seat in choosers(self) else ()

    return diving(needs=property(needs), actions=actions)


def needing(*needs: Need) -> Game:
    """Anglers that ask for these needs after the cards are dealt."""
    return game(state(needs=property(lambda self: needs if self.waiting == () else _needs(self))))


def beginning(need: Need) -> Game:
    """Anglers that need something else before they deal."""

    def after(self: AnglersState, event: Event) -> AnglersState:
        return AnglersState.after(self, event) if self.story else replace(self, story=(event,))

    needs = property(lambda self: _needs(self) if self.story else (need,))
    return game(state(needs=needs, after=after))


def dealing_another_deck() -> Game:
    """Anglers that deal a second deck with other faces than they announced."""
    second = Shuffle("deck", (Face(0), Face(0)), (), (Slot(41), Slot(42)), new_deck=True)
    needs = property(lambda self: (second,) if self.waiting == () else _needs(self))
    return game(state(needs=needs, next_deck=lambda self: (Face(0), Face(1))))


def playing(**fields: object) -> Game:
    """Anglers whose action is another kind of `Play`."""
    other = type("OtherPlay", (Play,), {"__slots__": (), **fields})

    def actions(self: AnglersState, seat: Seat, known: Known) -> tuple[Action, ...]:
        return tuple(other(each.slot, each.face) for each in AnglersState.actions(self, seat, known))

    def parse_action(self: AnglersGame, text: str) -> Action:
        play = AnglersGame.parse_action(self, text)
        return other(play.slot, play.face)

    return game(state(actions=actions), parse_action=parse_action)


def _needs(of: AnglersState) -> tuple[Need, ...]:
    return AnglersState.needs.fget(of)  # type: ignore[attr-defined]


def by_hands(self: AnglersState, seat: Seat, known: Known) -> tuple[Action, ...]:
    return tuple(Play(slot, known[slot]) for slot in self.hands[seat]) if seat == self.turn else ()


def holding(hand: Callable[[AnglersState, Seat], tuple[Slot, ...]]) -> Game:
    """Anglers that report other hands than they have."""
    return game(state(hand=hand, actions=by_hands, _check_play=believing))


def twins() -> Game:
    """Anglers whose actions are read back as values of another class."""
    other = type("OtherPlay", (Play,), {"__slots__": ()})

    def actions(self: AnglersState, seat: Seat, known: Known) -> tuple[Action, ...]:
        return tuple(other(each.slot, each.face) for each in AnglersState.actions(self, seat, known))

    return game(state(actions=actions))


def refilled(self: AnglersState) -> AnglersState:
    return replace(self, table=(), hands=CASE.start().hands)


DICE = Random(time.time_ns())
THROWS = count()


def thrown(self: AnglersState) -> AnglersState:
    """Broken: a settled position has a count that never repeats; a random number could repeat by chance."""
    settled = AnglersState._settled(self)
    return settled if settled.table else replace(settled, caught=(next(THROWS), 0, 0))


def by_knowledge(self: AnglersState, seat: Seat, known: Known) -> tuple[Action, ...]:
    held = self.hand(seat) if seat == self.turn else ()
    return tuple(Play(slot, face) for slot, face in known.items() if slot in held)


def at_any_time(self: AnglersState, seat: Seat, known: Known) -> tuple[Action, ...]:
    return tuple(Play(slot, known[slot]) for slot in self.hand(seat) if slot in known)


def believing(self: AnglersState, action: Action, hand: Sequence[Slot], known: Known) -> None:
    """Broken: any card is accepted."""


def letting_go(self: AnglersState, event: Event, known: Known = NOTHING_KNOWN) -> None:
    if not isinstance(event, Left):
        AnglersState.check(self, event, known)


def mute(self: AnglersState, event: Event, known: Known = NOTHING_KNOWN) -> None:
    try:
        AnglersState.check(self, event, known)
    except NotLegal as why:
        raise NotLegal(why.reason, rule=why.rule, text="no") from why


def forgetting(self: AnglersState) -> str:
    return AnglersState.text(replace(self, story=self.story[:-1]) if self.table else self)


def loose(self: AnglersGame, text: str) -> State:
    """Broken: the part of a story that cannot be read is left out."""
    while "; " in text:
        with suppress(BadText):
            return self.read_state(text)
        text = text.rpartition("; ")[0]
    return self.read_state(text)


def never_over(self: AnglersState) -> tuple[Need, ...]:
    return () if self.table else _needs(self)


def ghosts(self: AnglersState, event: Event) -> AnglersState:
    """Broken: a seat that has left gets turns."""
    after = AnglersState.after(self, event)
    return replace(after, gone=(), hands=self.hands) if isinstance(event, Left) else after


class Slip(SteppingScratch):
    """A scratch whose actions come in a different order from the game's."""

    def actions(self) -> Sequence[int]:
        return tuple(reversed(SteppingScratch.actions(self)))


class Rude(SteppingScratch):
    def clone(self) -> SteppingScratch:
        return self


def by_anybody(self: AnglersState, event: Event, known: Known = NOTHING_KNOWN) -> None:
    """Broken: a card is accepted of a seat that is not on turn."""
    turn = event.seat if isinstance(event, Moved) and event.seat in self.present else self.turn
    AnglersState.check(self, replace(event, seat=self.turn) if turn != self.turn else event)  # type: ignore[type-var, arg-type]


def ghost_world(self: AnglersGame, view: View, rng: Random) -> object:
    """Broken: a sample gives a face to a slot that does not exist."""
    position, faces = AnglersGame.sample(self, view, rng)
    return position, faces | {Slot(99): Face(0)}


def moved_on(self: AnglersGame, view: View, rng: Random) -> object:
    """Broken: a sample is another position."""
    position, faces = AnglersGame.sample(self, view, rng)
    return replace(position, first=Seat((position.first + 1) % 3)), faces


def twice_dealt(self: AnglersGame, view: View, rng: Random) -> object:
    """Broken: all hidden cards of a sample are the same."""
    position, faces = AnglersGame.sample(self, view, rng)
    return position, {slot: view.known.get(slot, Face(0)) for slot in faces}


def from_start(state: AnglersState, faces: Known, *, seats: int, rng: Random) -> Scratch:
    return SteppingScratch(CASE.start() if state.story else state, {}, seats=seats, rng=rng)


def together(state: AnglersState, faces: Known, *, seats: int, rng: Random) -> Scratch:
    """Broken: the position forgets who has left."""
    return SteppingScratch(replace(state, gone=()), faces, seats=seats, rng=rng)


def wrong_world(self: AnglersGame, view: object, rng: Random) -> object:
    position, faces = AnglersGame.sample(self, view, rng)  # type: ignore[arg-type]
    return position, dict(zip(faces, reversed(list(faces.values())), strict=True))


def small_world(self: AnglersGame, view: object, rng: Random) -> object:
    position, _ = AnglersGame.sample(self, view, rng)  # type: ignore[arg-type]
    return position, {}


def played_again(self: AnglersGame, view: View, rng: Random) -> object:
    """Broken: a hidden card of the sample has the face of a card that was played."""
    position, faces = AnglersGame.sample(self, view, rng)
    played = [each.action for each in position.story if isinstance(each, Moved)]
    hidden = [slot for slot in faces if slot not in view.known]
    return position, faces | {slot: each.face for slot, each in zip(hidden, played, strict=False)}  # type: ignore[attr-defined]


def other_past(self: AnglersGame, view: View, rng: Random) -> object:
    """Broken: a hidden card of the sample has changed places with a card that was played."""
    position, faces = AnglersGame.sample(self, view, rng)
    played = [each.action for each in position.story if isinstance(each, Moved)]
    hidden = [slot for slot in faces if slot not in view.known]
    for slot, each in zip(hidden, played, strict=False):
        faces[slot], faces[each.slot] = each.face, faces[slot]  # type: ignore[attr-defined]
    return position, faces


def lonely_world(self: AnglersGame, view: object, rng: Random) -> object:
    position, faces = AnglersGame.sample(self, view, rng)  # type: ignore[arg-type]
    assert position.present
    return position, faces


def no_key(self: AnglersState, seat: Seat, known: Known) -> tuple[Action, ...]:
    raise KeyError("hand")


def dithering(self: AnglersState, event: Event) -> AnglersState:
    """Broken: playing the first of several cards changes nothing."""
    hand = self.hand(self.turn) if isinstance(event, Moved) and self.turn is not None else ()
    if (
        isinstance(event, Moved)
        and isinstance(event.action, Play)
        and event.action.slot == hand[0] != hand[-1]
    ):
        self.check(event)
        return self
    return AnglersState.after(self, event)


def played_off_turn(self: AnglersGame, state: AnglersState, known: Known, seat: Seat) -> Action:
    return Play(Slot(39), Face(0))


def peeping(self: AnglersGame, state: AnglersState, known: Known, seat: Seat) -> Action:
    """Broken: the choice depends on the number of cards that are known."""
    offered = state.actions(seat, known)
    return offered[0 if len(known) == len(offered) else -1]


def by_arrival(self: AnglersGame, state: AnglersState, known: Known, seat: Seat) -> Action:
    hand = state.hand(seat)
    return next(Play(slot, face) for slot, face in known.items() if slot in hand)


def tossed(self: AnglersGame, state: AnglersState, known: Known, seat: Seat) -> Action:
    offered = state.actions(seat, known)
    return offered[DICE.randrange(len(offered))]


def numb(self: AnglersGame, text: str) -> Face:
    return Face(int(text) - 1)


def drawn(self: AnglersState) -> Outcome | None:
    return None if self.present else Outcome((0, 0, 0), (1, 1, 1))


def ahead(self: AnglersState) -> Outcome:
    return Outcome((9, 0, 0), (1, 2, 2))


def must_be_high(self: AnglersState, action: Action, hand: Sequence[Slot], known: Known) -> None:
    """A claim that nobody else can judge: the highest card must be played."""
    AnglersState._check_play(self, action, tuple(hand), known)
    if isinstance(action, Play) and any(known.get(slot, Face(-1)) > action.face for slot in hand):
        raise NotLegal("not-highest", rule="anglers 2", text="You hold a higher card.")


def highest(self: AnglersState, seat: Seat, known: Known) -> tuple[Action, ...]:
    plays = [each for each in AnglersState.actions(self, seat, known) if isinstance(each, Play)]
    return (max(plays, key=lambda play: play.face),) if plays else ()


def proven(self: AnglersState) -> tuple[FalseClaim, ...]:
    """False claims proven by now: a card that a higher one of the same hand followed, each once."""
    claims: list[FalseClaim] = []
    low: dict[Seat, list[Face]] = {}
    for event in self.story:
        if isinstance(event, Moved) and isinstance(event.action, Play):
            face, lower = event.action.face, low.setdefault(event.seat, [])
            claims += (
                FalseClaim(event.seat, "anglers 2", f"held {face + 1}") for each in lower if each < face
            )
            low[event.seat] = [each for each in lower if each >= face] + [face]
    return tuple(claims)


def claiming(audit: Callable[[AnglersState], tuple[FalseClaim, ...]], **fields: object) -> Game:
    """Anglers in which the highest card must be played."""
    claims = {"_check_play": must_be_high, "actions": highest, "audit": audit}
    return game(state(**{**claims, **fields}))


def counted_again(self: AnglersState) -> tuple[FalseClaim, ...]:
    return proven(self) * 2


def of_another(self: AnglersState) -> tuple[FalseClaim, ...]:
    return tuple(replace(claim, seat=Seat((claim.seat + 1) % 3)) for claim in proven(self))


def forgotten(self: AnglersState) -> tuple[FalseClaim, ...]:
    return () if self.table else proven(self)


def slander(self: AnglersState) -> tuple[FalseClaim, ...]:
    return (FalseClaim(Seat(0), "anglers 2", "looks guilty"),)


def late_slander(self: AnglersState) -> tuple[FalseClaim, ...]:
    return () if self.present else slander(self)


def never_opened(self: AnglersState) -> tuple[Seat, ...]:
    """Anglers that are over after one round, with hands that stay closed."""
    return self.seated if any(len(hand) == self.size for hand in self.hands) else ()


def stuck_by_it(self: AnglersState, seat: Seat, known: Known) -> tuple[Action, ...]:
    return () if proven(self) else highest(self, seat, known)


def trusting(self: AnglersState, event: Event) -> AnglersState:
    """Broken: what check() refuses changes nothing instead of being refused."""
    try:
        return AnglersState.after(self, event)
    except NotLegal:
        return self


def longest_text(case: Case = CASE) -> int:
    """The length of the longest text of a position in the game that the checks look at."""
    return max(len(text) for text in (*(step.state.text() for step in journey(case)), last_text(case)))


def last_text(case: Case) -> str:
    """The text of a game's end."""
    last = journey(case)[-1]
    return last.state.after(last.event).text()


def read_anyway(self: AnglersGame, text: str) -> State:
    """Broken: texts longer than the game says are read."""
    return GAME.parse_state(text)


PILE = tuple(map(Slot, range(41, 242)))
BROKEN: list[tuple[str, Game, str]] = [
    ("offer", game(start=lambda self, seats, options: CASE.start()), "raises BadOptions"),
    ("end", game(state(outcome=lambda self: None)), "a game that is over has an outcome"),
    ("end", game(state(outcome=lambda self: Outcome((1,), (1,)))), "3 scores and 3 ranks"),
    ("end", game(state(outcome=lambda self: Outcome((1, 1, 0), (1, 1, 2)))), "ranks count from 1"),
    ("end", game(state(_settled=refilled)), "to its end"),
    ("end", game(state(actions=lambda self, seat, known: ())), "a seat on turn has at least one action"),
    ("end", game(state(actions=no_key)), "no exception but the contract's refusals"),
    ("outcome", game(state(outcome=lambda self: Outcome((0,) * 3, (1,) * 3))), "no outcome while"),
    ("standing", game(state(standing=lambda self: Outcome((1,), (1,)))), "3 scores and 3 ranks"),
    ("standing", game(state(outcome=drawn, standing=ahead)), "the standing is the outcome"),
    ("same-again", game(state(_settled=thrown)), "an equal position"),
    ("next-deck", dealing_another_deck(), "of the faces that next_deck() gave"),
    ("needs", needing(Turn(Seat(3))), "a turn of a seat 0 to 2"),
    ("needs", needing(Roll(0, "dice")), "a roll of one side or more"),
    ("needs", needing(Roll(2, "two dice")), "for one word"),
    ("needs", needing(Show((Slot(0),), EVERYONE), Roll(2, "dice")), "one need, or several shows"),
    ("needs", needing(Show((), EVERYONE)), "a show of different slots"),
    ("needs", needing(Show((Slot(40),), EVERYONE)), "a show of slots that lie somewhere"),
    ("needs", needing(Show((Slot(0),), (Seat(1), Seat(0)))), "seats in rising order"),
    ("needs", needing(Shuffle("deck", (), (Slot(0),), (Slot(41), Slot(42)))), "as many different slots"),
    ("needs", needing(Shuffle("deck", (), (Slot(0),), (Slot(0),))), "slots that were never used before"),
    ("needs", needing(Shuffle("deck", (Face(0),), (), (Slot(2**31),))), "slots 0 to 2**31 - 1"),
    ("needs", needing(Shuffle("deck", (Face(0),), (), (Slot(-1),))), "slots 0 to 2**31 - 1"),
    ("needs", needing(Roll(2**64 + 1, "dice")), "a roll of 2**64 sides at most"),
    ("needs", needing(Shuffle("deck", (Face(0),) * 201, (), PILE)), "a pile of 200 components at most"),
    ("needs", needing(Shuffle("deck", (), (Slot(50),), (Slot(41),))), "a shuffle of slots that lie"),
    ("needs", needing(Shuffle("the deck", (), (Slot(0),), (Slot(41),))), "a pile named by one word"),
    ("hands", holding(lambda self, seat: AnglersState.hand(self, seat)[::-1]), "slots rising"),
    ("hands", holding(lambda self, seat: (Slot(0),)), "a slot is in one hand at most"),
    ("hands", holding(lambda self, seat: (Slot(90 + seat),)), "hands hold slots that are dealt"),
    ("actions", game(state(actions=by_knowledge)), "the same actions in the same order"),
    ("actions", playing(__str__=lambda self: "play"), "every action has a text of its own"),
    ("actions", playing(__str__=lambda self: f"play {self.slot}" * 99), "at most 512 characters"),
    ("actions", game(parse_action=lambda self, text: Play(Slot(0), Face(0))), "gives the action back"),
    ("actions", game(parse_face=lambda self, text: Face(0)), "gives the action back"),
    ("off-turn", game(state(actions=at_any_time)), "no actions of seat"),
    ("illegal", game(state(_check_play=believing)), "so check() refuses it"),
    ("opens", playing(opens=property(lambda self: ((Slot(39), Face(0)),))), "is opened with its face"),
    ("opens", playing(opens=property(lambda self: ((self.slot, self.face),) * 2)), "opened slots rise"),
    ("leads-on", game(state(needs=property(never_over))), "something is needed, or there is an outcome"),
    ("strangers", game(state(check=letting_go)), "cannot leave"),
    ("event-texts", twins(), "read back as the same event"),
    ("position-texts", game(state(text=forgetting)), "parse_state gives an equal position"),
    ("position-texts", game(state(digest=lambda self: bytes(31))), "a digest of 32 bytes"),
    ("position-texts", game(state(digest=lambda self: bytes(32))), "other digests"),
    ("position-texts", game(longest_text=20), "BadText"),
    ("position-texts", game(longest_text=longest_text() - 1, parse_state=read_anyway), "no text longer"),
    ("face-texts", game(face_text=lambda self, face: "1"), "has a name of its own"),
    ("face-texts", game(parse_face=lambda self, text: Face(0)), "gives face"),
    ("any-text", game(parse_face=numb), "ValueError"),
    ("any-text", game(parse_action=lambda self, text: None), "raises BadText"),
    ("garbled-events", game(state(after=trusting)), "as check() does"),
    ("leavers", game(state(outcome=lambda self: None)), "an outcome at the end"),
    ("any-text", game(parse_state=lambda self, text: CASE.start()), "raises BadText"),
    ("garbled-events", game(state(check=mute)), "a reason of one word, a rule and a sentence"),
    ("garbled-positions", game(parse_state=loose), "is refused, or written back as it was"),
    ("hidden-faces", playing(opens=property(lambda self: ())), "does not tell what lies in slot"),
    ("sample", game(sample=wrong_world), "keeps the faces that seat"),
    ("sample", game(sample=small_world), "gives every card in a hand a face"),
    ("sample-plays", scratched(Slip), "the scratch offers"),
    ("worlds", game(sample=played_again), "deals no face more often than it was shuffled into the deck"),
    ("worlds", game(sample=other_past), "could have taken play"),
    ("honest", game(state(audit=slander)), "audit() is empty while everybody"),
    ("honest", game(state(audit=late_slander)), "at the end of an honest game"),
    ("lies", claiming(lambda self: ()), "lied with play"),
    ("lies", claiming(proven, present=property(never_opened)), "were never opened"),
    ("lies", claiming(counted_again), "tells of one lie once"),
    ("lies", claiming(of_another), "only; seat"),
    ("lies", claiming(forgotten), "has told once stays"),
    ("lies", claiming(proven, actions=stuck_by_it), "a seat on turn has at least one action"),
    ("side-by-side", scratched(Slip), " after 0 moves, in "),
    ("begun-anywhere", scratched(from_start), "a scratch"),
    ("begun-anywhere", scratched(Slip), "a scratch offers play "),
    ("off-turn", game(state(check=by_anybody)), ": it is not its turn; accepted"),
    ("sample", game(sample=ghost_world), "a sample names only live slots; [99]"),
    ("sample", game(sample=moved_on), "the position stays as it is; another"),
    ("sample", game(sample=twice_dealt), "only rearranges the faces that its slots really have"),
    ("all-but-one-leave", game(sample=moved_on), "a sample keeps the position when all but seat 0 have left"),
    ("all-but-one-leave", game(sample=small_world), "a sample gives every card in a hand a face; none for ["),
    ("needs", needing(Show((Slot(0), Slot(0)), EVERYONE)), "a show of different slots"),
    ("needs", needing(Show((Slot(0),), ())), "seats in rising order"),
    ("needs", needing(Show((Slot(0),), (Seat(1), Seat(1)))), "seats in rising order"),
    ("needs", needing(Show((Slot(0),), (Seat(3),))), "seats in rising order"),
    ("needs", needing(Shuffle("", (), (Slot(0),), (Slot(41),))), "a pile named by one word"),
    ("needs", needing(Shuffle("deck", (), (), ())), "as many different slots as there are components"),
    ("needs", needing(Shuffle("deck", (Face(0), Face(1)), (), (Slot(41), Slot(41)))), "as many different"),
    ("needs", needing(Roll(1, "")), "for one word"),
    ("needs", needing(Turn(Seat(-1))), "a turn of a seat 0 to 2"),
    ("needs", needing(Choose(())), "a choice of seats 0 to 2, rising"),
    ("clone", scratched(Rude), "a clone's moves never change a scratch"),
    ("leavers", game(state(after=ghosts)), ""),
    ("all-but-one-leave", game(sample=lonely_world), "AssertionError"),
    ("scratch-after-leavers", scratched(together), "a scratch"),
    ("over", game(state(check=letting_go)), "nobody leaves a game that is over"),
    ("at-once", diving(actions=first_alone), "has no action in"),
    ("at-once", diving(actions=as_the_others), "the same actions as before another has chosen"),
    ("at-once", diving(check=in_a_row), "is possible before the others'"),
    ("at-once", diving(needs=property(by_turns)), "is left to be answered"),
    ("at-once", diving(_without=haunted), "has nothing to choose when it has left"),
    ("needs", diving(needs=property(backwards)), "a choice of seats 0 to 2, rising"),
    ("needs", passing_on(Arrange(Seat(0), "pass", (Slot(0),), (Slot(100),))), "two components at least"),
    ("needs", passing_on(Arrange(Seat(0), "pass", (Slot(0), Slot(1)), (Slot(1), Slot(2)))), "never used"),
    ("leads-on", laying(("0", "0", "2")), "NotLegal: That is not an order of these cards"),
    ("stand-in", game(stand_in=played_off_turn), "a stand-in does what seat"),
    ("stand-in-ends", game(state(after=dithering)), "a game of stand-ins comes to its end"),
    ("stand-in-alike", game(stand_in=tossed), "a stand-in that would"),
    ("stand-in-alike", game(stand_in=by_arrival), "became known in another order"),
    ("stand-in-alike", game(stand_in=peeping), "where the cards of others are also known"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def soon_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.workshop.check.journey.LONGEST", 100)


@pytest.mark.parametrize(("name", "broken", "words"), BROKEN)
def test_each_broken_game_fails_its_check(name: str, broken: Game, words: str) -> None:
    finding = run_check(name, Case(broken, 3, (("cards", "3"),)))

    assert finding is not None and finding.check == name and finding.case == f"{broken.key}-3-cards=3"
    assert words in f"{finding.expected}; {finding.found}"


def test_every_check_has_a_game_that_fails_it() -> None:
    assert {name for name, _, _ in BROKEN} == set(CHECKS)


@pytest.mark.parametrize("name", CHECKS)
def test_a_good_game_passes(name: str) -> None:
    assert [run_check(name, case) for case in cases(GAME)] == [None] * len(cases(GAME))


def test_texts_and_actions_may_be_as_long_as_is_allowed() -> None:
    assert run_check("position-texts", Case(game(longest_text=longest_text()), 3, CASE.options)) is None


@pytest.mark.parametrize(
    "need",
    [
        Roll(1, "die"),
        Roll(2**64, "die"),
        Shuffle("fish", (Face(0),) * 200, (), PILE[:200]),
        Shuffle("fish", (Face(0), Face(1)), (), (Slot(99), Slot(2**31 - 1))),
    ],
)
def test_a_need_at_its_limit_is_accepted(need: Need) -> None:
    assert run_check("needs", Case(beginning(need), 3, CASE.options)) is None


def test_a_finding_tells_how_to_reproduce_it() -> None:
    broken = holding(lambda self, seat: (Slot(0),))
    finding = run_check("hands", Case(broken, 3, CASE.options), seed=5)

    assert finding is not None and finding.place is not None
    assert (finding.place.seed, finding.place.number) == (5, 0)
    assert finding.place.position == "anglers 3 3"
    assert finding.place.event == "shuffled deck 0-39"


def test_a_game_with_claims_passes_if_it_proves_each_lie_once() -> None:
    honest = claiming(proven)

    assert [run_check(name, Case(honest, 3, CASE.options)) for name in ("honest", "lies")] == [None, None]


def test_an_exception_is_shown_with_the_lines_of_its_author() -> None:
    finding = run_check("end", Case(game(state(actions=no_key)), 3, CASE.options))

    assert finding is not None and finding.found == "KeyError: 'hand'"
    assert finding.place is not None and finding.place.position.startswith("anglers 3 3; ")
    assert "no_key" in finding.raised[0] and __file__ in finding.raised[0]
    assert finding.raised[-1].strip() == 'raise KeyError("hand")'


def test_a_finding_leaves_out_a_position_that_has_no_text() -> None:
    def text(self: AnglersState) -> str:
        raise BadText("no words")

    finding = run_check("position-texts", Case(game(state(text=text)), 3, CASE.options))

    assert finding is not None and "no words" in finding.found and finding.place is None


def test_a_battery_stops_at_the_first_table_that_fails() -> None:
    broken = game(state(outcome=lambda self: None))
    results = dict(run_battery(cases(broken), ("offer", "end"), seed=1))

    assert results["offer"] is None
    assert results["end"] is not None and results["end"].case == "anglers-2-cards=5"
