"""The lessons of Matriculation: the introduction (a term, setbacks, a fix, an exception), and exceptions."""

from __future__ import annotations

from app.games.lesson import Lesson, LessonStep, Tip

_YOU = ("15h", "new-alarm", "car", "sainthood", "12h", "21h", "probation")
_ADA = ("9h", "6h", "12h", "alarm", "cheating", "fiona", "reinstated")
_DEALT = tuple(face for hands in zip(_YOU, _ADA, strict=True) for face in hands)
_DRAWN = ("9h", "18h", "6h", "reinstated", "fiona", "new-alarm", "gpa-ok", "9h")

MATRICULATION_LESSON = Lesson(
    others=("Ada",),
    rolls=(1,),
    decks=((*_DEALT, *_DRAWN),),
    steps=(
        LessonStep(
            "Collect 120 credit hours, and be ahead in points when somebody gets there. Each turn you draw "
            "a card (you have just done so) and then play or discard one. Terms bring hours.",
            ("play 10=21h",),
            "Play the 21 Hour Term: press it.",
            ("play 7=alarm on 0",),
        ),
        LessonStep(
            "Ada has broken your alarm clock. While that lies in front of you, you can play no terms. Each "
            "setback has its own fix, and you hold this one.",
            ("play 2=new-alarm",),
            "Play the New Alarm Clock.",
            ("discard *",),
        ),
        LessonStep(
            "You can do the same to others.",
            ("play 4=car on 1",),
            "Play Car Not Working on Ada.",
            ("play 9=cheating on 0",),
        ),
        LessonStep(
            "Ada has caught you cheating: no terms again. But you hold an exception. Sainthood fixes this "
            "and stays in front of you until the end, so nobody can catch you any more. Each exception is "
            "worth 100 points, and all five bring 200 more.",
            ("play 6=sainthood",),
            "Play Sainthood.",
            ("discard *",),
        ),
        LessonStep(
            "A few large terms are better than many small ones: graduate with ten terms or fewer for 200 "
            "extra points.",
            ("play 0=15h",),
            "Play the 15 Hour Term.",
        ),
    ),
    done="36 hours of 120. Each hour counts 5 points, graduating another 100. The player who reaches 120 "
    "ends the hand at once, but the most points win. If nothing helps, discard a card.",
)

_SECOND_YOU = ("car-fixed", "golden-car", "straight-as", "gpa-ok", "21h", "12h", "6h")
_SECOND_ADA = ("car", "probation", "cheating", "9h", "6h", "12h", "fiona")
_SECOND_DEALT = tuple(face for hands in zip(_SECOND_YOU, _SECOND_ADA, strict=True) for face in hands)

MATRICULATION_SECOND = Lesson(
    others=("Ada",),
    title="Exceptions",
    rolls=(1,),
    decks=((*_SECOND_DEALT, "15h", "18h", "9h", "6h", "12h", "car", "9h", "9h"),),
    before=("play 8=21h", "play 1=car on 0"),
    steps=(
        LessonStep(
            "Your car does not work: you can play no terms. You hold its fix, and the exception for it. The "
            "Golden Car fixes it as well, but it stays: no car will ever break down for you again, and "
            "it is worth 100 points, as much as 20 hours.",
            ("play 2=golden-car",),
            "Play the Golden Car.",
            ("play 3=probation on 0",),
        ),
        LessonStep(
            "Probation: no term above 9 hours. Again the exception does the work of the fix, and scores as "
            "well.",
            ("play 4=straight-as",),
            "Play Straight A's.",
            ("discard *",),
        ),
        LessonStep(
            "Two exceptions lie in front of you, and you no longer need the two fixes in your hand. Discard "
            "them when you have to discard. Now you have a term to play.",
            ("play 14=15h",),
            "Play the 15 Hour Term.",
        ),
    ),
    done="36 hours and two exceptions: 380 points already. An exception costs a turn. Play it when it saves "
    "one by fixing a setback, or when you have nothing better. All five bring 200 more.",
)

MATRICULATION_TIPS = (
    Tip(
        "play",
        "play ",
        "Terms bring hours, setbacks go to an opponent, fixes and exceptions to yourself. Click a card to "
        "play it. A card that cannot be played is picked up, and you can discard it.",
    ),
    Tip("pass", "pass", "The deck is empty: you may pass."),
)
