"""The lessons of Plump: the introduction (a round in which a bid of two is made), and what to bid."""

from __future__ import annotations

from app.games.lesson import Lesson, LessonStep, Tip

_YOU = ("Ah", "Kh", "3d", "7c", "2d")
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
            "Before each round you say how many ticks you will take, and you must take exactly that many. A "
            "tick is one card from each player. Ace and king look like two. (Three is crossed out: the bids "
            "may not add up to five, so somebody must miss.)",
            ("bid 2",),
            "Bid 2.",
            ("play 8=9c", "play 13=Jc"),
        ),
        LessonStep(
            "Ada has led a club, and Bo has played a higher one. If you hold the suit that was led, you must "
            "follow it: only your 7 of clubs is lit. The highest club takes the tick, so this one goes "
            "to Bo, who leads the next.",
            ("play 3=7c",),
            "Play the 7 of clubs.",
            ("play 10=10h",),
        ),
        LessonStep(
            "Bo leads the 10 of hearts. Now take a tick: only the ace beats your king, and you hold both.",
            ("play 1=Kh",),
            "Play the king of hearts.",
            ("play 6=5h",),
        ),
        LessonStep(
            "The tick is yours, so you lead the next. Nothing beats your next heart.",
            ("play 0=Ah",),
            "Lead the ace of hearts.",
            ("play 5=Qh", "play 11=2h"),
        ),
        LessonStep(
            "Two ticks, just as you bid. One more and you score nothing: a plump. So lead a card that can "
            "be beaten.",
            ("play 4=2d",),
            "Lead the 2 of diamonds.",
            ("play 9=4d", "play 14=8d", "play 12=Ks", "play 2=3d", "play 7=As"),
        ),
    ),
    done="You bid two and took two: 12 points, a 1 written in front of your bid. Ada bid one and took one, "
    "that is 11; Bo bid one and took two, and gets nothing. Scores (S) shows it on paper. The next "
    "round has one card fewer, down to one and up again, and the highest total wins.",
)

PLUMP_SECOND = Lesson(
    others=("Ada", "Bo"),
    title="What to bid",
    options=(("length", "short"),),
    rolls=(0,),
    decks=(
        (*("Ac", "Kd", "5s", "3h", "2h"), *("9c", "4h", "6h", "7s", "8d"), *("Jc", "10h", "Qh", "9s", "Qd")),
    ),
    before=("bid 0", "bid 1"),
    steps=(
        LessonStep(
            "Count your ticks before you bid: an ace takes one, a king usually does, low cards do not. "
            "That makes two. Then listen: Ada and Bo together want one of five ticks, so nobody fights for "
            "yours. If they had bid more, your king would be in danger.",
            ("bid 2",),
            "Bid 2.",
            ("play 5=9c", "play 10=Jc"),
        ),
        LessonStep(
            "A club is led, and your ace is your only club.", ("play 0=Ac",), "Play the ace of clubs."
        ),
        LessonStep(
            "Take the ticks you need early. Now both others still hold diamonds and must follow your king. "
            "Later somebody may have only the ace left, or you may never lead again.",
            ("play 1=Kd",),
            "Lead the king of diamonds.",
            ("play 9=8d", "play 14=Qd"),
        ),
        LessonStep(
            "You have your two. From here on every tick is one too many: get rid of the lead with the lowest "
            "card of a suit that others hold.",
            ("play 4=2h",),
            "Lead the 2 of hearts.",
            (
                "play 6=4h",
                "play 11=10h",
                "play 13=9s",
                "play 2=5s",
                "play 8=7s",
                "play 12=Qh",
                "play *",
                "play *",
            ),
        ),
    ),
    done="12 points: two bid and two taken. Nobody had bid two of the five ticks; they went to Bo, "
    "who had bid one. Sure cards first, then the others' bids: that is how to bid.",
)

PLUMP_TIPS = (
    Tip(
        "bid",
        "bid ",
        "Say how many ticks you will take. You score only if you take exactly that many. The crossed-out "
        "bid would make the bids add up to the number of cards.",
    ),
    Tip(
        "play",
        "play ",
        "Follow the suit that was led if you can; the cards you may play are lit. The highest card of that "
        "suit takes the tick, and its player leads the next.",
    ),
)
