"""Every game at a terminal: pictures that fit, words that mean what they say, no internal numbers."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from app.bots.api import AnyMove
from app.games.catalogue import catalogue
from app.games.terminal import HIGH, NOBODY, WIDE, columns, joined, short_names
from rules.api import Moved, Seat, View, refusal
from rules.driver import LocalTable
from rules.errors import BadText
from tests.support.matriculation import desk, player
from tests.support.reef import make

NAMES = ("Lisa", "Ada with a rather long name", "Stephen", "Bo", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hal")
TABLES = [
    (key, seats)
    for key, entry in catalogue().games.items()
    for seats in sorted({entry.rules.seats[0], entry.rules.seats[-1]})
]
UNSAID = {
    *("undo", "pass", "cubes", "fish"),  # the line above the choices says it when they come
    *("cheating", "probation", "ogre", "car", "alarm", "reinstated", "fiona", "bulletproof", "sainthood"),
}
"""First words of choices that need no line of their own: the picture names the cards of Matriculation."""
SLOT = re.compile(r"\b\d+=")


@cache
def positions(key: str, seats: int, *, most: int) -> tuple[View, ...]:
    """Views of the mover through one game of random moves, every seventh."""
    entry, rng = catalogue().named(key), Random(3)
    table = LocalTable(entry.rules.start(seats, entry.rules.checked_options(seats, {})), seats, rng)
    found = []
    while table.turn is not None and len(found) < most:
        view = table.view(table.turn)
        found.append(view)
        for _ in range(7):
            if table.turn is not None:
                table.play(AnyMove().choose(table.view(table.turn), rng))
    return tuple(found)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_picture_fits_a_small_terminal(key: str, seats: int) -> None:
    entry = catalogue().named(key)
    for view in positions(key, seats, most=120):
        for seen in (view, View(view.state, None, {})):
            lines = entry.terminal.picture(seen, NAMES[:seats])

            assert len(lines) <= HIGH, "\n".join(lines)
            assert max(map(len, lines)) <= WIDE, "\n".join(lines)
            assert not any(SLOT.search(line) for line in lines)
        menu = entry.terminal.menu(view, NAMES[:seats])

        assert menu
        assert max(map(len, menu)) <= WIDE, "\n".join(menu)
        assert not any(SLOT.search(line) for line in menu)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_choice_is_read_back_from_its_word(key: str, seats: int) -> None:
    """The action that is read is legal, and leads to the same position as the one that was meant."""
    terminal = catalogue().named(key).terminal
    for number, view in enumerate(positions(key, seats, most=120)[::3]):
        actions = view.actions()
        words = [terminal.word(view, action) for action in actions]
        apart = len(actions) // 12 + 1  # each is compared with all others: of two hundred some are read back
        for typed in words[number % apart :: apart]:
            meant = terminal.meant(view, f"  {typed.upper()} ")

            assert meant in actions
            assert terminal.word(view, meant) == typed
        assert not any(map(SLOT.search, words))


@pytest.mark.parametrize("key", list(catalogue().games))
def test_a_choice_is_read_with_the_head_that_the_menu_prints_before_it(key: str) -> None:
    """ "play Js" and "place 3C" were refused, though the menu says so."""
    entry, heads = catalogue().named(key), set()
    for view in positions(key, entry.seats, most=120)[::5]:
        for action in view.actions()[:3]:
            said = entry.description.say(view, action, NAMES[: entry.seats])
            meant = entry.terminal.meant(view, f"{said.under} {said.typed}")
            heads.add(said.under)

            assert entry.terminal.word(view, meant) == said.typed

    assert heads - {""} or key == "reef"  # there every choice begins with its verb


@pytest.mark.parametrize("key", list(catalogue().games))
def test_a_forbidden_choice_reaches_the_rules(key: str) -> None:
    """Something that can be said but not done is refused by the rules, in their words."""
    entry = catalogue().named(key)
    said = set()
    for view in positions(key, entry.seats, most=120)[::3]:
        legal = {entry.terminal.word(view, action) for action in view.actions()}
        for action in entry.description.attempts(view):
            typed = entry.terminal.word(view, action)
            shortens = any(word.startswith(typed) for word in legal)
            if not shortens and view.seat is not None:
                meant = entry.terminal.meant(view, typed)
                why = refusal(view.state, Moved(view.seat, meant), view.known)

                assert why is not None, typed
                said.add(why.reason)
                break

    assert said


LAYING = make("Y: A2!0 B2", hand={0: "WWYG"}, cubes={0: "W"}, front={0: "W"}).do("cube W").state
STUDENT = desk("6h,15h,ogre", "6h", players=(player(terms="6h"), player(terms="21h")))


def meant(key: str, typed: str) -> str:
    """The whole words of the choice that is meant, in a turn of Reef Encounter or of Matriculation."""
    view = View(LAYING, Seat(0), {}) if key == "reef" else View(STUDENT.state, Seat(0), STUDENT.faces)
    terminal = catalogue().named(key).terminal
    return terminal.word(view, terminal.meant(view, typed))


@pytest.mark.parametrize(
    ("key", "typed", "word"),
    [
        ("reef", "l w 1:d3", "lay W 1:D3"),
        ("reef", "lay 1:d3 f", "lay W 1:D3 front"),
        ("reef", "m home", "move 1:A2 home"),
        ("reef", "move a2 1:d1", "move 1:A2 1:D1"),
        ("reef", "c w", "collect W"),
        ("matriculation", "d 15h", "discard 15h"),
        ("matriculation", "15h", "15h"),
    ],
)
def test_words_of_a_choice_may_be_shortened_or_left_out(key: str, typed: str, word: str) -> None:
    assert meant(key, typed) == word


@pytest.mark.parametrize(
    ("key", "typed", "why"),
    [
        ("reef", "lay d3 f", "any of 2: lay W 1:D3 front, lay W 2:D3 front$"),
        ("reef", "col", "any of 5: collect G, collect O, collect P, collect W, collect Y$"),
        ("matriculation", "d", "any of 3: "),
        ("reef", "w d3", "not possible"),
        ("reef", "move d1 a2", "not possible"),
        ("matriculation", "d 99h", "not possible"),
        ("matriculation", "scard 15h", "not possible"),
    ],
)
def test_an_ambiguous_choice_and_one_in_the_wrong_order_of_words_are_refused(
    key: str, typed: str, why: str
) -> None:
    with pytest.raises(BadText, match=why):
        meant(key, typed)


def test_six_of_many_choices_are_named_and_the_others_counted() -> None:
    with pytest.raises(BadText) as why:
        meant("reef", "lay")
    total, six, more = re.fullmatch(  # type: ignore[union-attr]
        r"that could be any of (\d+): (.+) and (\d+) more", str(why.value)
    ).groups()

    assert len(six.split(", ")) == 6 == int(total) - int(more)


@pytest.mark.parametrize("typed", ["", "   ", "dance", "99", "?", "play", "=", "7h 7h 7h", "1:Z9"])
def test_nonsense_is_refused_in_words(typed: str) -> None:
    for key, entry in catalogue().games.items():
        view = positions(key, entry.seats, most=1)[0]
        with pytest.raises(BadText) as why:
            entry.terminal.meant(view, typed)

        assert "?" in why.value.text or "could be" in why.value.text


def test_of_words_that_mean_several_choices_six_are_described_and_the_rest_counted() -> None:
    entry, counts = catalogue().named("plump"), set[int]()
    for view in positions("plump", 4, most=60):
        said = {entry.terminal.word(view, action) for action in view.actions()}
        for typed in sorted({" ".join(word.split()[:some]) for word in said for some in (1, 2)}):
            try:
                entry.terminal.meant(view, typed)
            except BadText as why:
                if (found := AMBIGUOUS.fullmatch(why.text)) is not None:
                    count, told, more = int(found[1]), found[2].split(", "), int(found[3] or 0)
                    assert len(told) == min(count, 6) and len(told) + more == count
                    counts.add(count)

    assert {6, 7} <= counts


AMBIGUOUS = re.compile(r"that could be any of (\d+): (.*?)(?: and (\d+) more)?")


def test_words_may_be_left_out() -> None:
    entry = catalogue().named("reef")
    views = positions("reef", 2, most=120)
    lays = [(view, action) for view in views for action in view.actions() if str(action).startswith("lay")]
    view, lay = lays[0]
    words = entry.terminal.word(view, lay).split(" ")
    alike = [each for each in view.actions() if str(each).split(" ")[:3] == str(lay).split(" ")[:3]]

    assert entry.terminal.meant(view, " ".join(words[:3])) in alike
    assert entry.terminal.meant(view, " ".join(words)) == lay
    assert entry.terminal.meant(view, " ".join((*words[:2], "on", *words[2:]))) == lay


@pytest.mark.parametrize("key", list(catalogue().games))
def test_the_signs_of_a_picture_are_explained_in_lines_that_fit(key: str) -> None:
    """The first words of the choices are all there too."""
    entry = catalogue().named(key)
    legend = entry.terminal.legend
    heads = {
        entry.terminal.word(view, action).split(" ")[0]
        for view in positions(key, entry.seats, most=120)[::3]
        for action in view.actions()
    }
    verbs = {head for head in heads if head.isalpha() and head.islower() and head not in UNSAID}

    assert legend
    assert max(map(len, legend)) <= WIDE
    assert verbs <= {word for line in legend for word in line.split()}


def test_the_reef_and_its_choices_fit_the_terminal_together() -> None:
    """It fits even if a tile may be laid on nearly every space of four boards."""
    entry = catalogue().named("reef")
    for view in positions("reef", 4, most=120):
        lines = (*entry.terminal.picture(view, NAMES[:4]), *entry.terminal.menu(view, NAMES[:4]))

        assert len(lines) <= HIGH + 4, "\n".join(lines)


def test_shortened_names_stay_different_and_printable() -> None:
    names = ("Alexander", "Alexandra", "Alexandre", "Bo", "\u202eevil", "")
    short = short_names(names, 6)

    assert len(set(short)) == len(names)
    assert max(map(len, short)) <= 6
    assert all(name.isprintable() and name for name in short)


def test_lines_are_wrapped_and_columns_are_aligned() -> None:
    lines = joined("hand: ", ["10h"] * 40)

    assert len(lines) > 1 and max(map(len, lines)) <= WIDE
    assert columns([["a", "b"], ["long", "12"]]) == ("a      b", "long  12")


SPACES = re.compile(r"(?:(\d+):)?([A-Z]+)(\d+)")


def printed(menu: tuple[str, ...]) -> list[str]:
    """Every text that a menu tells to type, written out: heads before their words, spaces one by one."""
    whole = re.sub(r"\n +", "   ", "\n".join(menu))
    lines = re.sub(r" *\([a-z].*\)$", "", whole, flags=re.MULTILINE).replace("  |  ", "\n").splitlines()
    found = []
    for line in filter(None, lines):
        heads, gap, rows = line.partition(" on ")
        if gap and all(map(SPACES.fullmatch, rows.split())):
            board = ""
            for row in rows.split():
                match = SPACES.fullmatch(row)
                assert match is not None
                board = match[1] or board
                places = [f"{f'{board}:' if board else ''}{column}{match[3]}" for column in match[2]]
                for head in heads.split(", "):
                    found += [head.replace("..", at) if ".." in head else f"{head} {at}" for at in places]
            continue
        first, *others = re.split(r" {2,}", line)
        colon, _, word = first.partition(": ")
        verb, _, rest = first.partition(" ")
        head = f"{colon} " if word else f"{verb} " if others and rest and ":" not in verb else ""
        first = word or (rest if head else first)
        found += [f"{head}{each}" for each in (first, *others)]
    return found


@pytest.mark.parametrize("key", list(catalogue().games))
def test_everything_that_the_menu_prints_is_understood(key: str) -> None:
    entry, total = catalogue().named(key), 0
    for view in positions(key, entry.seats, most=120)[::12]:
        actions = view.actions()
        said = {entry.terminal.word(view, action) for action in actions}
        texts = printed(entry.terminal.menu(view, NAMES[: entry.seats]))
        meant = set()
        for text in texts[:: len(texts) // 40 + 1]:
            if ".." not in text:  # there something is still to be typed
                action = entry.terminal.meant(view, text)
                assert action in actions, text
                meant.add(entry.terminal.word(view, action))
        assert meant <= said
        total += len(meant)

    assert total > 20


@pytest.mark.parametrize("key", list(catalogue().games))
def test_the_words_of_a_hint_are_understood(key: str) -> None:
    entry = catalogue().named(key)
    for view in positions(key, entry.seats, most=120)[::8]:
        for action in view.actions()[:4]:
            do = entry.description.say(view, action, NOBODY).do
            assert entry.description.say(view, entry.terminal.meant(view, f"{do}."), NOBODY).do == do
