"""The lessons of Kings: the introduction (a card for the player's king, a pile that grows, and an attack for
its spoils), and whom to attack."""

from __future__ import annotations

from app.games.lesson import Lesson, LessonStep, Tip

_YOU = ("7h", "Qs", "4b", "4c", "Jb")
_ADA = ("Ac", "6h", "Jd", "9b", "Jb")
_BO = ("10c", "Ab", "2b", "9c", "Qd")
_CY = ("8c", "8b", "3d", "Ad", "Qc")
_NEXT = ("3c", "9d", "As", "8s", "2b")

KINGS_LESSON = Lesson(
    others=("Ada", "Bo", "Cy"),
    decks=((*_YOU, *_ADA, *_BO, *_CY, *_NEXT),),
    steps=(
        LessonStep(
            "You are hearts. The first player with all nine number cards of their suit, two to ten, on their "
            "king wins at once. Each turn you are dealt five cards; there is a heart among these.",
            ("king 0=7h",),
            "Lay the 7 of hearts on your king: press it, then the king.",
        ),
        LessonStep(
            "To win more cards you need house piles. Jacks, Queens and Aces begin one, each with rules of "
            "its own; a Queen takes pairs of any suit.",
            ("put 1=Qs on *",),
            "Lay the Queen of spades into an empty house.",
        ),
        LessonStep(
            "Two fours make a pair. (The blank cards have no suit: they can go on piles, never on a king.) "
            "On a Queen each number card counts 2 in an attack.",
            ("put 2=4b on *", "put 3=4c on *"),
            "Lay a 4 on the Queen; the other follows by itself.",
            ("put *",),
        ),
        LessonStep(
            "Cards left in your hand at the end of a turn are thrown away. The Jack could begin a pile too, "
            "but you have no card for it now.",
            ("end *",),
            "End the turn.",
            ("put 5=Ac on 1", "put 6=6h on 1", "end *", "end *", "end *"),
        ),
        LessonStep(
            "Ada has laid an Ace with the 6 of hearts, which you want. That pile counts 1, yours 4. At the "
            "beginning of a turn a house pile may attack the others' pile nearest to their king: the higher "
            "score wins, and a tie goes to the defender. The attacking pile is spent.",
            ("attack *",),
            "Press your Queen, then Ada's Ace, then Attack.",
        ),
        LessonStep(
            "The number cards of the beaten pile are your spoils.",
            ("king 6h",),
            "Lay the 6 of hearts on your king.",
        ),
    ),
    done="Two of nine hearts are home. A Jack takes cards of its suit, an Ace a run; the first complete "
    "king pile ends the game, and until then every card on the king is a point.",
)

KINGS_SECOND = Lesson(
    others=("Ada", "Bo", "Cy"),
    title="Whom to attack",
    decks=(
        (
            *("Js", "4s", "6s", "Ab", "2c"),
            *("Ah", "5h", "Ac", "4h", "9d"),
            *("Jc", "7c", "8c", "9c", "10s"),
            *("Qd", "9h", "2b", "3s", "6d"),
            *("7h", "Jb", "3c", "8s", "2b"),
        ),
    ),
    before=(
        *("put 0=Js on 1", "put 1=4s on 1", "put 2=6s on 1", "put 3=Ab on 2", "put 4=2c on 2", "end*"),
        *("put 5=Ah on 1", "put 6=5h on 1", "put 7=Ac on 2", "put 8=4h on 2", "end*"),
        *("put 10=Jc on 1", "put 11=7c on 1", "put 12=8c on 1", "put 13=9c on 1", "end*"),
        *("put 15=Qd on 1", "put 16=9h on 1", "end*"),
    ),
    steps=(
        LessonStep(
            "Attacks come first in a turn, so look around before you lay a card. Pick up a pile, and the "
            "front piles of the others show how an attack would end: Ada's Ace counts 1 and Bo's Jack 3. "
            "Cy's Queen counts 2, and a tie goes to Cy. Ada's pile holds the 5 of hearts, which you want.",
            ("attack 1 at 1",),
            "Press your house 1, then Ada's front house, then Attack.",
        ),
        LessonStep(
            "You win 2 to 1. Both piles are gone, and the 5 is in your hand. Ada's other pile is in front "
            "now, with the 4 of hearts. Each pile of yours may attack once: your Ace counts 2, because "
            "its 2 adds one.",
            ("attack 2 at 1",),
            "Press your house 2, then Ada's front house, then Attack.",
        ),
        LessonStep(
            "Three hearts for your king: two won, one dealt.",
            ("king 5h", "king 4h", "king 20=7h"),
            "Lay a heart on your king. The others follow by themselves.",
            ("king *", "king *"),
        ),
        LessonStep(
            "Your piles are spent, and without piles you cannot attack. Begin the next one at once: a blank "
            "Jack takes blank cards.",
            ("put 21=Jb on *",),
            "Lay the blank Jack into an empty house. The blank 2 follows by itself.",
            ("put 24=2b *",),
        ),
        LessonStep(
            "The 3 of clubs and the 8 of spades fit nowhere and are thrown away.", ("end*",), "End the turn."
        ),
    ),
    done="Three hearts in one turn. Attack piles that hold your suit, and with no more than you need. A "
    "front pile shields those behind it, and the others meet your front pile first.",
)

KINGS_TIPS = (
    Tip("king", "king ", "Number cards of your own suit belong on your king; all nine win at once."),
    Tip(
        "put",
        "put ",
        "A Jack takes cards of its suit, a Queen pairs, an Ace a run. They begin a pile in an empty house.",
    ),
    Tip(
        "attack",
        "attack ",
        "Attack before you lay anything: choose a pile of yours, then an opponent's. The higher number "
        "wins, a tie goes to them, and your pile is spent.",
    ),
    Tip(
        "undo",
        "undo",
        "Until you end the turn you can take back your steps one by one: Ctrl+Z, or the arrow beside your "
        "hand.",
    ),
    Tip("end", "end ", "Cards left in your hand when you end the turn are thrown away."),
)
