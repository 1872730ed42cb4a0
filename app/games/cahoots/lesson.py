"""The lessons of Coffeehouse Cahoots: the introduction (a card, a run, the veto, a combo), and combos."""

from __future__ import annotations

from app.games.lesson import Lesson, LessonStep, Tip

_YOU = ("8T", "6D", "5L", "10L", "2C", "2R", "9J")
_ADA = ("8C", "1D", "4T", "10D", "3J", "6R", "1C")
_BO = ("7C", "4D", "2T", "3C", "1R", "9T", "10R")
_DEALT = tuple(face for hands in zip(_YOU, _ADA, _BO, strict=True) for face in hands)
_MAIN, _VETO = "5T", "10J"

CAHOOTS_LESSON = Lesson(
    others=("Ada", "Bo"),
    options=(("dealer", "0"),),
    decks=((*_DEALT, _MAIN, _VETO),),
    steps=(
        LessonStep(
            "The first player without cards wins. A card goes on the main pile if it shares the drinker with "
            "the top card, or its number, or is one higher or lower. The pile shows the Tea Toter, number 5; "
            "so your own Tea Toter fits.",
            ("place 0=8T",),
            "Place the Tea Toter 8 on the main pile: press it, then the pile.",
            ("place 1=8C", "stop", "place 2=7C", "stop"),
        ),
        LessonStep(
            "There is a 7 now. Your 6 is one lower, and that begins a run: the 5 may follow in the same "
            "turn. (A card that only shares the drinker begins no run.)",
            ("place 3=6D",),
            "Place the 6.",
        ),
        LessonStep(
            "The run goes on downwards. Any drinker will do.",
            ("add 6=5L",),
            "Place the 5 on it.",
            ("stop", "place 7=4T", "stop", "place 5=4D", "stop"),
        ),
        LessonStep(
            "The second pile is the veto, Java Joe with the 10: no turn may begin with that drinker or "
            "that number, and none of your other cards fits the 4. But a card that matches the veto can be "
            "swapped for it. The old veto comes into your hand, and the turn is over.",
            ("swap 9=10L",),
            "Swap the Latte Loafer 10 for the veto.",
            ("place 13=3J", "stop", "place 8=2T", "stop"),
        ),
        LessonStep(
            "A 2 lies on the main pile, and you hold two of them: you may place all your "
            "cards of the same number.",
            ("place 12=2C", "place 15=2R"),
            "Place one 2.",
        ),
        LessonStep(
            "Now the other one. The veto binds only the first card of a turn.",
            ("add 12=2C", "add 15=2R"),
            "Place one more 2.",
            ("stop",),
        ),
    ),
    done="Two of your seven cards are left. If you can do nothing else, draw a card (D) as often as you "
    "need to, and place it if you like. The first without cards wins; the others play on for the places.",
)

_SECOND_YOU = ("6D", "6L", "6R", "5R", "4T", "8L", "9C")
_SECOND_ADA = ("7R", "5C", "1D", "10D", "3J", "2R", "1C")
_SECOND_BO = ("7L", "6T", "2T", "3C", "1R", "9T", "10R")
_SECOND_DEALT = tuple(
    face for hands in zip(_SECOND_YOU, _SECOND_ADA, _SECOND_BO, strict=True) for face in hands
)

CAHOOTS_SECOND = Lesson(
    others=("Ada", "Bo"),
    title="Combos",
    options=(("dealer", "0"),),
    decks=((*_SECOND_DEALT, "6C", "1J"),),
    steps=(
        LessonStep(
            "One turn may place many cards: all of one number, or a run in one direction. On the 6 you could "
            "begin a run with the 5, for two cards. But you hold three sixes: the same number, for three.",
            ("place 0=6D",),
            "Place the 6 of the Decaf Deceptor.",
        ),
        LessonStep(
            "It is still your turn. The cards that may follow are lit: the other sixes, and nothing else.",
            ("add 3=6L",),
            "Place the 6 of the Latte Loafer.",
        ),
        LessonStep(
            "You choose the order: the next player has to match your last card.",
            ("add 6=6R",),
            "Place the 6 of Rocco Cocoa.",
            ("stop", "place 1=7R", "stop", "place 2=7L", "stop"),
        ),
        LessonStep(
            "There is a 7 now. The 8 is one higher, so the run goes up.", ("place 15=8L",), "Place the 8."
        ),
        LessonStep(
            "In a run only the number counts: the 9 follows with any drinker.",
            ("add 18=9C",),
            "Place the 9.",
            ("stop", "place 4=5C", "place 5=6T", "stop"),
        ),
        LessonStep(
            "Two cards left, and they are a run downwards from the 6.", ("place 9=5R",), "Place the 5."
        ),
        LessonStep("A combo may end with your last card.", ("add 12=4T",), "Place the 4."),
    ),
    done="Seven cards in three turns. Before you place a card, see which of your cards belong together: "
    "equal numbers and neighbours. A card that only shares the drinker ends the combo.",
)

CAHOOTS_TIPS = (
    Tip(
        "place",
        "place ",
        "Place a card that shares the drinker or number of the main pile, or is one away, but nothing with "
        "the veto's drinker or number. Click the card, then the pile.",
    ),
    Tip(
        "combo",
        "add ",
        "Continue your combo: another card of that number, or the next one of the run, of any drinker. Stop "
        "(S) when you have enough.",
    ),
    Tip("draw", "draw", "If nothing helps, draw (D): you may place what you drew, or draw again."),
    Tip(
        "swap",
        "swap ",
        "A card that matches the veto may be swapped for it. That ends the turn and saves you no card.",
    ),
)
