"""Sentences about the ways to continue without a player, and their results."""

from __future__ import annotations

from app.absence import AbsentChoice
from app.games.narrator import upper_first
from net.errors import NoView

HINDRANCES = {
    "majority": "More than half of the table must be here.",
    "hidden": "Some hidden cards cannot be opened without {who}.",
    "return": "A player who was left out of the game cannot come back.",
    "proven": "A player who has been proven to lie cannot sit down again.",
    "over": "The game is over.",
}


def means(choice: AbsentChoice, who: str, *, are_two: bool, are_many: bool = False) -> str:
    """Return sentences on the effect of a choice. `are_many`: several are missing; `are_two`: two play."""
    are = "are" if are_many else "is"
    ended = "here, on this computer, without a result" if are_two else "for all, and scored as it stands"
    return {
        AbsentChoice.WAIT: f"Nothing is decided. The game goes on as soon as {who} can be reached again.",
        AbsentChoice.STAND_IN: f"A rule plays for {who}, with cards that all can see, until {who} can be "
        "reached again.",
        AbsentChoice.LEAVE_OUT: f"{who} {are} out of this game. The rest play on, as its rules say.",
        AbsentChoice.ADJOURN: "The table closes for all. You can continue the game later from the lobby.",
        AbsentChoice.END: f"The game is over {ended}. Its record says how far it got."
        if are_two
        else f"The game is over {ended}. Its record says who was missing.",
    }[choice]


def means_half(who: str, *, wins: bool, are_many: bool) -> str:
    """Return the effect of the end that the terms allow when exactly half of the table stays."""
    if not wins:
        return "As agreed before the game: it is over for all who stay, and scored as it stands."
    comes = "come" if are_many else "comes"
    return f"As agreed before the game: it is over, and {who} {comes} last."


def half_not_yet(seconds: int) -> str:
    """Return why half of a table cannot end the game yet."""
    return f"Possible in {seconds // 60}:{seconds % 60:02}, if they are not back."


def ended_by_half(who: str, *, are_many: bool, wins: bool) -> str:
    """Say that the half that stayed has ended the game, as agreed."""
    last = f" and {'come' if are_many else 'comes'} last" if wins else ""
    return f"The game is over, as agreed before: {who} {'were' if are_many else 'was'} gone{last}."


def ended_by_half_about_us(*, wins: bool) -> str:
    """Tell a player who was gone that the half that stayed has ended the game, as agreed."""
    last = ", and you come last" if wins else ""
    return f"While you could not be reached, the others ended the game, as agreed before{last}."


def waits(who: str) -> str:
    """Return the effect of waiting for a player who had given up the seat and is here again."""
    return (
        f"Nothing is decided. {who} had given up the seat and is here again: the game waits for your "
        "decision."
    )


def left_before() -> str:
    """Tell a player who had given up the seat and is here again that the others decide first."""
    return (
        "You had given up your seat, and the others may have what they need to go on without you. So "
        "your program makes no move before they have decided how the game continues."
    )


def waits_for_shares(who: str) -> str:
    """Return the effect of waiting if a player has gone and its shares are not here."""
    return (
        f"Nothing is decided. The game goes on as soon as somebody with more parts of {who}'s key, which "
        "open hidden cards, is back."
    )


def hindrance(why: NoView, who: str) -> str:
    """Return why a choice is not possible."""
    return HINDRANCES.get(why.reason, upper_first(why.text) + ".").format(who=who)


def decided(choice: AbsentChoice, who: str, *, are_many: bool) -> str:
    """Return the decision of the players who stayed; `are_many`: several players are missing."""
    are, was = ("are", "were") if are_many else ("is", "was")
    return {
        AbsentChoice.STAND_IN: f"The others have decided: a rule plays for {who} until {who} {are} back.",
        AbsentChoice.LEAVE_OUT: f"The others have decided: the game goes on without {who}.",
        AbsentChoice.END: f"The others have decided to end the game. {who} {was} missing.",
    }.get(choice, f"The others have decided: {choice.value}.")


def ended_alone(who: str, *, are_many: bool) -> str:
    """Say that our player, without a majority, has ended the game on this computer."""
    return f"You have ended the game for yourself. {who} {'were' if are_many else 'was'} missing."


def decided_about_us(choice: AbsentChoice) -> str:
    """Return the decision for the player who was missing."""
    return {
        AbsentChoice.STAND_IN: "While you could not be reached, the others let a rule play for you.",
        AbsentChoice.END: "While you could not be reached, the others ended the game.",
    }.get(choice, "While you could not be reached, the others went on without you. You can watch.")


def drawn_again(who: str, *, is_us: bool, comes_back: bool) -> str:
    """Say that a number is drawn again, because a player vanished while it was drawn."""
    who, until = ("you", "you play again") if is_us else (who, f"{who} plays again")
    back = f", and so {until} with the next deal at the earliest" if comes_back else ""
    told = f"A number was being drawn. It is drawn again without {who}"
    return f"{told}, who may have seen the first number{back}."


def unopened(who: str, choice: AbsentChoice) -> str:
    """Say that a player was gone when simultaneous choices were opened."""
    rule = ": a rule makes this choice and the next one" if choice is AbsentChoice.STAND_IN else ""
    return f"The hidden choice of {who} is not opened{rule}."


def same_keys(who: str) -> str:
    """Say that the keys of several seats were equal, for the first time in this game."""
    return (
        f"{who} have the same key, so they could see each other's cards. Everybody makes a new key. Either a "
        "computer was copied, or they are cheating together. If it happens again, they are left out."
    )


def time_over(who: str, *, is_us: bool) -> str:
    """Say that a rule makes one move that took too long."""
    if is_us:
        return "Your time for that move was up: a rule makes it for you. Then you play on."
    return f"{who}'s time was up: a rule makes that move. Then {who} plays on."


def plays_on(who: str, *, is_us: bool) -> str:
    """Say that a player plays again after the rule has made one move."""
    return "You are playing again." if is_us else f"{who} is playing again."


def has_moved(who: str) -> str:
    """Say that a slow player, about whom the others were asked, has moved."""
    return f"{who} has moved. The game goes on."


def nobody_here(*, is_out: bool) -> str:
    """Return what it may mean that a player comes back to a table and finds nobody."""
    ended = "played on without you" if is_out else "ended the game or gone on without you"
    return (
        "Nobody at this table answers. Perhaps they are not here yet. If they play somewhere else, an "
        f"invitation from any of them leads there. If they have {ended}, their record shows how it went on."
    )


def is_back(who: str, *, are_many: bool) -> str:
    """Say that one or several missing players are back."""
    return f"{who} {'are' if are_many else 'is'} back. The game goes on."


def welcome_back() -> str:
    """Say that we are back in our own seat."""
    return "You are back in your seat. The log shows what the rule has played for you."


def adjourned(by: str) -> str:
    """Say that the table closes for now."""
    return f"{by} adjourned the game. You can continue it from the lobby."
