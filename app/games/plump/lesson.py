"""The introduction to Plump: one round of five cards, in which a bid of two is made."""

from __future__ import annotations

from app.games.lesson import Lesson, LessonStep, Tip

_YOU = ("Ah", "Kh", "3h", "7c", "2d")
_ADA = ("Qh", "5h", "As", "9c", "4d")
_BO = ("10h", "2h", "Ks", "Jc", "8d")

PLUMP_LESSON = Lesson(
    others=("Ada", "Bo"),
    options=(("length", "short"),),
    rolls=(0,),
    decks=((*_YOU, *_ADA, *_BO),),
    before=("bid 1", "bid 1"),
    steps=(
        LessonStep(
            "Before each round you say how many ticks you will take, and you must take exactly so many. A "
            "tick is one card of each player. Ace and king look like two. (Three is crossed out: all bids "
            "together may not come to five, so that somebody misses.)",
            ("bid 2",),
            "Bid 2.",
            ("play 8=9c", "play 13=Jc"),
        ),
        LessonStep(
            "Ada has led a club, Bo has put a higher one on it. Whoever holds the suit that was led must "
            "follow it: only your seven of clubs is lit. The highest club takes the tick, so this one goes "
            "to Bo, who leads the next.",
            ("play 3=7c",),
            "Play the seven of clubs.",
            ("play 10=10h",),
        ),
        LessonStep(
            "Bo leads the ten of hearts. Now take one: only the ace beats your king, and it is yours.",
            ("play 1=Kh", "play 0=Ah"),
            "Play the king of hearts, or the ace.",
            ("play 6=5h",),
        ),
        LessonStep(
            "The tick is yours, and whoever takes a tick leads the next. Nothing beats your next heart.",
            ("play 0=Ah", "play 1=Kh"),
            "Lead your highest heart.",
            ("play 5=Qh", "play 11=2h"),
        ),
        LessonStep(
            "Two ticks, as you have bid. One more and you score nothing: a plump. So lead what can be "
            "beaten.",
            ("play 4=2d",),
            "Lead the two of diamonds.",
            ("play 9=4d", "play 14=8d", "play 12=Ks", "play 2=3h", "play 7=As"),
        ),
    ),
    done="You bid two and took two: 12 points, a 1 written in front of your bid. Ada bid one and took one, "
    "that is 11; Bo bid one and took two, and has none. Protocol (S) shows it on paper. The next "
    "round has a card fewer, down to one card and up again, and the highest sum wins.",
)

PLUMP_TIPS = (
    Tip(
        "bid",
        "bid ",
        "Say how many ticks you will take. Exactly so many score; one more or fewer scores nothing. "
        "What is crossed out would make all bids come to the number of cards.",
    ),
    Tip(
        "play",
        "play ",
        "Follow the suit that was led if you can; what may be played is lit. The highest card of that "
        "suit takes the tick, and its player leads the next.",
    ),
)
