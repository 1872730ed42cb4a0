"""One searcher for all games: each choice is played out in sampled worlds.

Full positions are drawn that fit what the seat knows. In each of them every candidate is played, and then all
seats play on as sensible players do, to the end of the round (or as far as the game's plan says), with the
same random numbers for all candidates. The worse half of the policy's rivals is dropped, the rest are tried
in further worlds, and so on. Simultaneous choices of others are drawn with the world. If the plan says so, a
tree grows below each candidate, and the seats play on by what has paid in it.

When a bot plays, the policy's move stands unless another is better by `certainty` standard errors: a short
search is noisy and must not play below the policy it refines. `tests/bench/ladder.md` has its measured gains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from math import fsum, sqrt
from random import Random

from msgspec import Struct, field
from msgspec.structs import replace

from app.bots.api import ENDLESS, Budget, JudgedChoice, Rival, ScoredAction, ScoringPolicy, reason_of
from app.bots.branches import Branch, descend
from app.bots.tree import Span
from rules.api import Action, Game, Rng, Scratch, Seat, View

WORLDS_LEAST = 2
"""Worlds in which each candidate is tried even if no time is left."""
SURE = 3.0
"""Standard errors by which a choice must lead to be certainly better. Only such a choice is advised instead
of a trusted policy's."""
ROUNDS_FOR_ADVICE = 10
"""Maximum number of rounds for advice; two candidates that are still close then are called about as good."""
PLAYED_MOST = 10_000
"""Maximum number of moves in a playout, so that one that goes in circles ends."""


def mean_of(numbers: Sequence[float]) -> float:
    """Return the mean. `statistics.fmean` would load decimals and fractions into every bot."""
    return fsum(numbers) / len(numbers)


def best_of(count: int) -> Callable[[View, Sequence[ScoredAction]], Sequence[ScoredAction]]:
    """Return a function that picks the `count` actions with the greatest worth, the best first."""

    def best(view: View, scored: Sequence[ScoredAction]) -> Sequence[ScoredAction]:
        return sorted(scored, key=lambda one: one.worth, reverse=True)[:count]

    return best


def none_of(view: View, scored: Sequence[ScoredAction]) -> Sequence[ScoredAction]:
    """Pick no action."""
    return []


def never(view: View) -> bool:
    """Trust the policy in no view."""
    return False


class Candidate(Struct, frozen=True):
    """An action to try, its move number in playouts, and its results, world by world."""

    scored: ScoredAction
    move: int
    results: list[float] = field(default_factory=list)
    """Leads of the seat at the end of playouts."""
    gains: list[int] = field(default_factory=list)
    """Changes of the seat's own score."""
    firsts: list[bool] = field(default_factory=list)
    """True for each world in which nobody's score was higher."""
    tree: Branch = field(default_factory=Branch)
    """The tree below it; empty unless the plan is `with_trees`."""

    @property
    def mean(self) -> float:
        """The mean result."""
        return mean_of(self.results)

    @property
    def paying(self) -> int:
        """Percentage of worlds in which the seat's own score has risen."""
        return round(100 * sum(gain > 0 for gain in self.gains) / len(self.gains))


Explain = Callable[[Candidate, Candidate], str]
"""Puts the results of the best candidate and its best rival in words that a player can learn from."""


def _nothing(best: Candidate, rival: Candidate) -> str:
    return ""


class Plan(Struct, frozen=True):
    """The settings of a game's search.

    `rivals` picks the actions to try. If they leave nothing to compare, `advised` picks those to try only for
    advice, so that it can name a second best. In views that it `trusts`, a bot plays the policy's choice
    without playouts. In each round, the candidates left are tried in `worlds` worlds (`worlds_for_advice` for
    advice and looking back), then half of them are dropped. There are at least `rounds_least` rounds if time
    allows; the last two candidates get up to `rounds_most` while it is not certain which is better.
    `with_trees`: a tree grows below each candidate, where the seats choose by what has paid; it needs moves
    that mean the same in all worlds, and one chooser at a time. A playout ends after `stages` rounds of the
    game (`Scratch.stage`) and is worth the seat's lead then. Another move must be better by `certainty`
    standard errors. `explain` puts the result in words, `unit` is what it counts, `until` how far playouts
    go.
    """

    rivals: Callable[[View, Sequence[ScoredAction]], Sequence[ScoredAction]]
    advised: Callable[[View, Sequence[ScoredAction]], Sequence[ScoredAction]] = none_of
    trusts: Callable[[View], bool] = never
    worlds: int = 12
    worlds_for_advice: int = 30
    rounds_least: int = 1
    with_trees: bool = False
    rounds_most: int = 0
    stages: int = 1
    certainty: float = 1.0
    explain: Explain = _nothing
    unit: str = "point"
    until: str = "to the end"


class Searcher(Struct, frozen=True):
    """Plays as `policy`, unless playouts find something better."""

    game: Game
    policy: ScoringPolicy
    plan: Plan

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the policy's choice, or one that is better by `certainty`."""
        baseline = self.policy.choose(view, rng)
        tried = [] if self.plan.trusts(view) else self.try_candidates(view, baseline, rng)
        return _best(tried, baseline, self.plan.certainty).scored.action if tried else baseline

    def advise(self, view: View, rng: Rng, budget: Budget = ENDLESS) -> ScoredAction:
        """Return the best choice after more worlds, with a reason; too slow for the window's thread.

        It is the choice with the best result, so that the reason fits it. Where the plan trusts the policy
        or has no rivals, the policy's choice stands unless another is better for certain.
        """
        baseline = self.policy.choose(view, rng)
        thorough, is_sure = self._for_advice(), self.plan.trusts(view)
        if not (tried := thorough.try_candidates(view, baseline, rng, budget)):
            is_sure = True
            advising = replace(thorough, plan=replace(thorough.plan, rivals=self.plan.advised))
            tried = advising.try_candidates(view, baseline, rng, budget)
        if not tried:
            return ScoredAction(baseline, 0.0, reason_of(self.policy, view, baseline))
        best = _best(tried, baseline, SURE if is_sure else 0.0)
        rival = max((one for one in tried if one is not best), key=lambda one: (len(one.results), one.mean))
        result = self.plan.explain(best, rival)
        why = reason_of(self.policy, view, best.scored.action)
        pairs = min(len(best.results), len(rival.results))
        second = Rival(
            rival.scored.action,
            mean_of(rival.results[:pairs]),
            mean_of(best.results[:pairs]),
            f"{self.unit}s against the others, on average over {pairs} deals played on {self.until}",
            is_close=is_close(best, rival),
        )
        return replace(best.scored, reason=" ".join(filter(None, (why, result))), rival=second)

    @property
    def unit(self) -> str:
        """Unit of a cost, singular."""
        return self.plan.unit

    @property
    def until(self) -> str:
        """Horizon of a playout, in words."""
        return self.plan.until

    def judge(self, turn: Sequence[tuple[View, Action]], rng: Rng) -> list[tuple[int, JudgedChoice]]:
        """Return judgements of the choices that had rivals, each after its index in `turn`."""
        thorough = self._for_advice()
        found = []
        for number, (view, action) in enumerate(turn):
            if tried := thorough.try_candidates(view, action, rng):
                own = next(one for one in tried if one.scored.action == action)
                best = _best(tried, action, 0.0)
                cost, error = ahead(best, own)
                found.append((number, JudgedChoice(best.scored.action, cost, error, len(own.results))))
        return found

    def try_candidates(
        self, view: View, baseline: Action, rng: Rng, budget: Budget = ENDLESS
    ) -> list[Candidate]:
        """Return the candidates with their results; one is `baseline`, the policy's choice or the one to
        judge. Return [] without a search if there are fewer than two."""
        if len(view.actions()) < 2:
            return []
        scored = self.policy.score_actions(view)
        ranked = [*self.plan.rivals(view, scored)]
        if ranked and all(one.action != baseline for one in ranked):
            ranked.append(next(one for one in scored if one.action == baseline))
        if len(ranked) < 2:
            return []
        return self._halved(view, ranked, baseline, rng, budget)

    def _for_advice(self) -> Searcher:
        """Return a searcher for advice: it tries more worlds a round and up to `ROUNDS_FOR_ADVICE` rounds."""
        return replace(
            self, plan=replace(self.plan, worlds=self.plan.worlds_for_advice, rounds_most=ROUNDS_FOR_ADVICE)
        )

    def _halved(
        self, view: View, ranked: Sequence[ScoredAction], baseline: Action, rng: Rng, budget: Budget
    ) -> list[Candidate]:
        """Run sequential halving. The baseline stays in to the end; its rivals are halved."""
        worlds, playout_rng, span, seat = self.game.worlds(view), Random(), Span(), view.seat
        if seat is None:
            raise ValueError("a spectator chooses nothing")
        tried: list[Candidate] = []
        running: list[Candidate] = []
        for done in count(1):
            for _ in range(self.plan.worlds):
                if budget.is_spent() and tried and len(running[0].results) >= WORLDS_LEAST:
                    return tried
                state, faces = worlds(rng)
                seed = rng.randrange(1 << 48)
                playout_rng.seed(seed)
                start = self.game.scratch(state, faces, rng=playout_rng)
                while start.turn != seat:  # others choose at the same time, unseen: draw a sensible choice
                    start.play(start.likely(playout_rng))
                before = start.scores()[seat]
                if not tried:
                    moves = {start.action(move): move for move in start.actions()}
                    tried = [Candidate(one, moves[one.action]) for one in ranked]
                    running = tried
                for one in running:
                    playout_rng.seed(seed)
                    end = self._played_out(start.clone(), one, span, playout_rng)
                    scores = end.scores()
                    one.results.append(lead_of(end, seat))
                    one.gains.append(scores[seat] - before)
                    one.firsts.append(scores[seat] == max(scores))
            rivals = [one for one in running if one.scored.action != baseline]
            own = next(one for one in running if one.scored.action == baseline)
            is_settled = done >= self.plan.rounds_most or not is_close(own, rivals[0])
            if len(rivals) == 1 and done >= self.plan.rounds_least and is_settled:
                break
            best = sorted(rivals, key=lambda one: one.mean, reverse=True)[: (len(rivals) + 1) // 2]
            running = [own, *best]
        return tried

    def _played_out(self, scratch: Scratch, one: Candidate, span: Span, rng: Random) -> Scratch:
        last = scratch.stage + self.plan.stages
        scratch.play(one.move)
        path = descend(one.tree, scratch, span, rng, last) if self.plan.with_trees else []
        for _ in range(PLAYED_MOST):
            if scratch.over or scratch.stage >= last:
                break
            scratch.play(scratch.likely(rng))
        for branch, seat in path:
            lead = lead_of(scratch, seat)
            span.add(lead)
            branch.playouts += 1
            branch.lead += lead
        return scratch


def ahead(one: Candidate, other: Candidate) -> tuple[float, float]:
    """Return the mean lead of one candidate over another in the worlds of both, and its standard error."""
    pairs = [mine - theirs for mine, theirs in zip(one.results, other.results, strict=False)]
    mean = mean_of(pairs)
    spread = sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1))
    return mean, spread / sqrt(len(pairs))


def is_close(one: Candidate, other: Candidate) -> bool:
    """True if it is not certain which of two is better."""
    mean, error = ahead(one, other)
    return abs(mean) <= SURE * error


def lead_of(scratch: Scratch, seat: Seat) -> float:
    """Return a seat's score minus the mean of the others'."""
    scores = scratch.scores()
    return scores[seat] - mean_of([score for other, score in enumerate(scores) if other != seat])


def _best(tried: Sequence[Candidate], baseline: Action, certainty: float) -> Candidate:
    """Return the best candidate of the last round if it is better by `certainty`, or the baseline."""
    own = next(one for one in tried if one.scored.action == baseline)
    most = max(len(one.results) for one in tried)
    best = max((one for one in tried if len(one.results) == most), key=lambda one: one.mean)
    return best if _is_better(best, own, certainty) else own


def _is_better(one: Candidate, other: Candidate, certainty: float) -> bool:
    """True if the paired differences are above 0 by that many standard errors."""
    mean, error = ahead(one, other)
    return mean > 0 and mean > certainty * error
