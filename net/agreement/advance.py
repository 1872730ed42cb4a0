"""Progress of a seat: it signs, locks and finishes all that is ready.

The rounds follow the table of `net.agreement.phase`, changes of view follow the votes (R13, R14).
"""

from __future__ import annotations

from net.agreement.log import Log, promised
from net.agreement.phase import RoundAction, next_action


def advance(log: Log, now: float) -> None:
    """Sign, lock and finish all that is ready; raises `DiskFull` if the journal is full."""
    while _step(log, now) or _change_view(log, now):
        pass


def _step(log: Log, now: float) -> bool:
    """Do the next thing of the open round; False if there is none."""
    action = next_action(log.phase, log.pen)
    match action:
        case RoundAction.WRITE:
            log.write(now)
        case RoundAction.LOCK:
            log.lock(now)
        case RoundAction.ACK:
            log.acknowledge_again(now)
        case RoundAction.FOLLOW:
            log.follow(now)
        case RoundAction.FINISH:
            log.finish(log.round, promised(log.round.unanimous()), now)
    return action is not RoundAction.WAIT


def _change_view(log: Log, now: float) -> bool:
    """Do the next thing of a change of view; False if there is none."""
    return log.is_open and (log.cast_vote(now) or _form(log, now))


def _form(log: Log, now: float) -> bool:
    """Lock and acknowledge the view that this seat has voted for, or make a view final (R14)."""
    if not log.changes.views.numbers:
        return False
    for opened in log.changes.formed(log.ground):
        if not log.may_follow(opened, now):
            continue
        if (acks := opened.unanimous()) is not None:
            log.finish(opened, acks, now)
            return True
        log.weigh_states(opened)
        if log.blame.proven & {*opened.act}:
            continue  # no seat goes on with a proven liar
        mine = opened.v == log.changes.voted and log.seat in opened.act and log.seat not in opened.acks
        if mine and log.is_synced and (log.is_forked or not opened.is_void):
            log.acknowledge(opened, promised(opened.lock), now)
            return True
    return False
