"""The picture and the menu of a terminal, from scenes and choices made for them: places within 80 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from app.games.reason import Reason
from app.games.scene import Description, Figure, Kind, Piece, Plate, Said, Scene, Sign, Zone
from app.games.terminal import (
    HIGH,
    NOBODY,
    WIDE,
    Terminal,
    column_width,
    columns,
    joined,
    picture,
    short_names,
    wrapped,
)
from rules.api import Action, Seat, View
from rules.errors import BadText
from rules.plump.actions import Bid
from tests.support.plump_deal import Deal

VIEW = View(Deal("Ah", "Kh").state, Seat(0), {})


@dataclass(frozen=True)
class Offering:
    """A view of a seat that has `number` choices."""

    number: int
    seat: Seat | None = Seat(0)  # noqa: RUF009  (a number)

    def actions(self) -> tuple[Action, ...]:
        return tuple(map(Bid, range(self.number)))


def terminal(
    *said: Said | str, zones: Sequence[Zone] = (), firsts: Mapping[int, str] | None = None
) -> Terminal:
    """A game with these choices; `firsts` are the pieces that begin some of them."""
    words = [each if isinstance(each, Said) else Said(f"Do {each}", each) for each in said]

    def of(action: Action) -> int:
        assert isinstance(action, Bid)
        return action.ticks

    return Terminal(
        Description(
            lambda *_: Scene("", tuple(zones)),
            lambda _view, action, _names: words[of(action)],
            lambda _view, action: ((at,),) if (at := (firsts or {}).get(of(action), "")) else (),
        )
    )


def menu(*said: Said | str, zones: Sequence[Zone] = (), firsts: Mapping[int, str] | None = None) -> list[str]:
    return list(terminal(*said, zones=zones, firsts=firsts).menu(Offering(len(said)), ()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        (("pass",), ["pass"]),
        (("bid 1", "bid 2", "pass"), ["bid 1   2  |  pass"]),
        ((Said("", "7h", "play"), Said("", "8h", "play"), "pass"), ["play: 7h   8h  |  pass"]),
        (("lay W D5",), ["lay W D5"]),
        (("lay W D5", "lay W E5", "lay W F1"), ["lay W on F1 DE5"]),
        (("lay W D5", "lay Y D5"), ["lay W, lay Y on D5"]),
        (("lay W D5", "lay W E5", "lay Y D5"), ["lay W on DE5  |  lay Y D5"]),
        (("lay W D5 front", "lay W D6 front"), ["lay W .. front on D5 D6"]),
        (("lay W 1:D5", "lay W 1:E6", "lay W 2:A1"), ["lay W on 1:D5 E6 2:A1"]),
        (("lay 2:D5", "lay 1:D5", "lay 1:C5"), ["lay on 1:CD5 2:D5"]),
        (("lay D10", "lay D9"), ["lay on D9 D10"]),
        (("move C4 D5", "move C4 home", "move C5 home"), ["move C4 ..   C5 .."]),
        (("trade W", "trade W D5"), ["trade W D5  |  trade W"]),
    ],
)
def test_a_menu_names_choices_by_their_heads(said: tuple[Said | str, ...], lines: list[str]) -> None:
    assert menu(*said) == lines


def test_choices_stand_in_the_order_of_their_pieces_and_those_without_one_last() -> None:
    row = Zone("row", "", Kind.ROW, (Piece("b", "B"), Piece("a", "A")))

    assert menu("x1", "x2", "x3", zones=[row], firsts={1: "a", 2: "b"}) == ["x3   x2   x1"]
    assert menu("x1", "x2", "x3", zones=[row], firsts={0: "a", 2: "nowhere"}) == ["x1   x2   x3"]


def choices(*whys: str | None, quiet: str = "") -> Zone:
    """Buttons, each with the reason against it."""
    pieces = [Piece(f"choice:{at}", "", why=Reason(why) if why else None) for at, why in enumerate(whys)]
    if quiet:
        pieces.append(Piece("choice:quiet", "", why=Reason(quiet), is_quiet=True))
    return Zone("choices", "", Kind.CHOICES, tuple(pieces))


@pytest.mark.parametrize(
    ("zone", "line"),
    [
        (choices(None, "Not now."), "pass   (not now)"),
        (choices(None, "Not now.", "Not now.", "Never."), "pass   (not now; never)"),
        (choices(None, *["No."] * 4), "pass"),
        (choices(None, None), "pass"),
        (choices("Not now."), "pass"),
        (choices(None, quiet="Not now."), "pass"),
    ],
)
def test_a_menu_gives_the_reason_for_up_to_three_missing_choices(zone: Zone, line: str) -> None:
    assert menu("pass", zones=[zone]) == [line]


@pytest.mark.parametrize(("spare", "number"), [(0, 1), (1, 2)])
def test_a_reason_is_on_the_last_line_if_it_fits(spare: int, number: int) -> None:
    why = "x" * (WIDE - len("pass   ()") + spare) + "."

    assert len(menu("pass", zones=[choices(None, why)])) == number
    assert menu(zones=[choices(None, why)]) == []
    assert menu(*["a " + "x" * 60, "b " + "x" * 60], zones=[choices(None, "No.")]) == [
        "a " + "x" * 60,
        f"b {'x' * 60}   (no)",
    ]


@pytest.mark.parametrize(("length", "number"), [(WIDE - 2 - 3 - 5, 1), (WIDE - 2 - 3 - 4, 2)])
def test_short_lines_of_a_menu_stand_side_by_side_while_they_fit(length: int, number: int) -> None:
    """Between two there is a bar with two spaces around it."""
    found = menu("a b", "c " + "x" * length)

    assert len(found) == number and (number == 2 or len(found[0]) == WIDE)


# -- words --------------------------------------------------------------------------------------


def meant(typed: str, *said: Said | str) -> str:
    """The words of the choice that is meant, or the reason why none is."""
    view = Offering(len(said))
    try:
        action = terminal(*said).meant(view, typed)  # type: ignore[arg-type]
    except BadText as why:
        return str(why)
    return terminal(*said).word(view, action)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "said", "found"),
    [
        ("lay W D5", ("lay W D5", "lay W D5 front"), "lay W D5"),
        ("lay d5", ("lay W D5", "lay W D5 front"), "that could be any of 2: lay W D5, lay W D5 front"),
        ("lay w", ("lay W 1:D5",), "lay W 1:D5"),
        ("l d5", ("lay W 1:D5", "lay W 1:E5"), "lay W 1:D5"),
        ("lay w d5", ("lay W 1:D5", "lay W 1:D5 front"), "lay W 1:D5"),
        ("w d5", ("lay W 1:D5",), "'w d5' is not possible now; ? shows your choices"),
        ("d5 lay", ("lay D5",), "'d5 lay' is not possible now; ? shows your choices"),
        ("lay w on d5", ("lay W D5",), "lay W D5"),
        ("LAY, W .. D5.", ("lay W D5",), "lay W D5"),
        ("do pass", ("pass",), "pass"),
        ("play 7h", (Said("Play the 7", "7h", "play"), "7h x"), "7h"),
        ("play the 7.", (Said("Play the 7", "7h", "play"),), "7h"),
        ("7", ("7h",), "'7' is not possible now; ? shows your choices"),
        (".", ("pass",), "nothing was typed; ? shows your choices"),
        ("on", ("pass",), "nothing was typed; ? shows your choices"),
        ("b", tuple(f"bid {at}" for at in range(6)),
         "that could be any of 6: bid 0, bid 1, bid 2, bid 3, bid 4, bid 5"),
        ("b", tuple(f"bid {at}" for at in range(8)),
         "that could be any of 8: bid 0, bid 1, bid 2, bid 3, bid 4, bid 5 and 2 more"),
        ("x" * 70, ("pass",), f"'{'x' * 60}' is not possible now; ? shows your choices"),
    ],
)  # fmt: skip
def test_typed_words_mean_one_choice_or_the_reason_is_given(
    typed: str, said: tuple[Said | str, ...], found: str
) -> None:
    assert meant(typed, *said) == found


# -- pictures -----------------------------------------------------------------------------------

ADA = Plate(Seat(0), "Ada", (Figure("bid", "3"), Figure("ticks", "1")), signs=(Sign.DEALER,))
BO = Plate(Seat(1), "Bo", (Figure("bid", "10"), Figure("ticks", "0")), signs=(Sign.TURN,), held=2)
ONE = Plate(Seat(0), "Ada", (Figure("king", "2/9"),), signs=(Sign.LEADS,))
TWO = Plate(Seat(1), "Bo the long-named", (Figure("king", "0/9"),), signs=(Sign.TURN,), held=2)
CARD = Piece("a", "7 of hearts", "7h")


def drawn(*zones: Zone, plates: tuple[Plate, ...] = (), title: str = "", note: str = "") -> list[str]:
    return list(picture(Scene("Your turn.", zones, plates, title, note), VIEW))


def test_equal_figures_of_all_players_stand_in_a_table_with_its_signs_explained() -> None:
    assert drawn(plates=(ADA, BO), title="Round 1") == [
        "Round 1   * deals   > to move",
        "       Ada*  >Bo",
        "bid       3   10",
        "ticks     1    0",
        "Your turn.",
    ]
    assert drawn(plates=(ADA,))[0] == "* deals" and drawn(plates=(BO,))[0] == "> to move"


def test_one_figure_or_different_ones_stand_in_a_line_for_each_player() -> None:
    lines = drawn(plates=(ONE, TWO), title="Round 1", note="of 9")

    assert lines == [
        "Round 1   of 9",
        " 1 you           king 2/9  leads",
        ">2 Bo the long-  king 0/9  2 cards",
        "Your turn.",
    ]
    other = Plate(Seat(1), "Bo", (Figure("bid", "3"),))
    assert drawn(plates=(ADA, other))[0].startswith(" 1 you  bid 3  ticks 1  dealer")


def test_a_zone_of_a_player_stands_in_her_line_but_a_hand_and_choices_do_not() -> None:
    before = Zone("side", "Side", Kind.ROW, (CARD, Piece("b", "8 of hearts")), Seat(1), short="side:")
    empty = Zone("none", "None", Kind.ROW, (Piece("q", "Q", is_quiet=True),), Seat(0), note="worth 0")
    bids = Zone("bids", "Bids", Kind.CHOICES, (CARD,), Seat(1))
    bare = Zone("bare", "Bare", Kind.ROW, (), Seat(0))
    lines = drawn(before, empty, bids, bare, plates=(ADA, BO))

    assert lines == [
        " 1 you  bid 3  ticks 1  - worth 0  dealer",
        ">2 Bo   bid 10  ticks 0  2 cards  side: 7h 8 of hearts",
        "Your turn.",
    ]


def test_piles_of_the_table_stand_side_by_side_and_its_other_zones_below() -> None:
    zones = (
        Zone(
            "trick",
            "On the table",
            Kind.TRICK,
            (Piece("a", "A", "7h", seat=Seat(0)), Piece("b", "B", seat=Seat(1))),
        ),
        Zone("stock", "Stock", Kind.PILE, (), note="9 cards"),
        Zone("pile", "Discards", Kind.PILE, (CARD,), short="pile"),
        Zone("row", "", Kind.ROW, (CARD, Piece("q", "Q", is_quiet=True), CARD), note="all"),
        Zone("facts", "The game", Kind.FACTS, (Piece("", "x"), Piece("", "y"))),
        Zone("empty", "Empty", Kind.ROW),
        Zone("own", "Own", Kind.PILE, (CARD,), Seat(0)),
        Zone("calls", "Calls", Kind.CHOICES, (CARD,)),
    )

    assert drawn(*zones, plates=(ADA, BO))[2:] == [
        "Stock 9 cards   pile 7h",
        "On the table: 7h you   B Bo",
        "7h  7h  all",
        "The game: x   y",
        "Your turn.",
    ]


def test_a_hand_tells_its_note_and_its_signs() -> None:
    hand = Zone(
        "hand",
        "Your hand",
        Kind.HAND,
        (
            CARD,
            Piece("b", "B", "8h", signs=(Sign.KNOWN,)),
            Piece("q", "Q", is_quiet=True),
            Piece("c", "C", signs=(Sign.KNOWN,)),
        ),
        Seat(0),
        note="sorted",
    )

    assert drawn(hand) == ["Your hand: 7h  8h  C", "sorted", "known to all: 8h  C", "Your turn."]
    assert drawn(Zone("hand", "Your hand", Kind.HAND, (), Seat(0), note="empty")) == ["Your turn."]


def grid(title: str, columns: int, *shorts: str) -> Zone:
    return Zone(title, title, Kind.GRID, tuple(Piece("", "", short) for short in shorts), columns=columns)


def test_maps_have_letters_above_numbers_on_the_left_and_stand_side_by_side() -> None:
    one, two = grid("Board 1", 3, "a", "b", "", "", "c", "W1"), grid("Board 2", 1, "x")

    assert drawn(one, two) == ["Board 1   Boar", "  A B C     A", "1 a b     1 x", "2   c W1", "Your turn."]
    assert drawn(grid("Board 1", 2, "abc", "d"))[1:3] == ["  A  B", "1 abcd"]


@pytest.mark.parametrize(("wide", "lines"), [(18, 4), (19, 7)])
def test_maps_that_do_not_fit_beside_each_other_stand_below(wide: int, lines: int) -> None:
    """A map takes two characters for its numbers, two for each column, and two before the next map."""
    one, two = (grid(str(columns), columns, *["x"] * columns) for columns in (wide, 18))

    assert len(drawn(one, two)) == lines and max(map(len, drawn(one, two))) <= WIDE


# -- lines --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "number"), [(39, 1), (40, 2)])
def test_a_row_of_words_is_wrapped_at_eighty_columns(length: int, number: int) -> None:
    lines = joined("", ["x" * 39, "y" * length])

    assert len(lines) == number and len(lines[0]) <= WIDE


def test_later_lines_of_a_row_are_indented_as_its_head_up_to_twelve() -> None:
    assert joined("hand: ", ["x" * 60, "y" * 20])[1] == f"      {'y' * 20}"
    assert joined("a head of twenty: ", ["x" * 55, "y" * 20])[1] == f"{' ' * 12}{'y' * 20}"


@pytest.mark.parametrize(("seats", "width"), [(2, 12), (5, 12), (6, 9), (10, 5)])
def test_columns_of_names_leave_room_for_a_head_and_two_marks(seats: int, width: int) -> None:
    assert column_width(seats) == width
    assert len("legs: ") + seats * (width + 2) <= WIDE


def test_names_that_are_cut_alike_are_numbered() -> None:
    assert short_names(["Alexander", "Alexandra", "Alexandre", "Al"], 6) == (
        "Alexan",
        "Alexa2",
        "Alexa3",
        "Al",
    )
    assert short_names(["A B", "A C"], 2) == ("A", "A2") and short_names(["\u202e", ""], 4) == ("?", "?2")


def test_numbers_are_right_aligned_under_their_heads() -> None:
    assert columns([["", "Ada", "Bo"], ["bid", "3", "10"]]) == ("     Ada  Bo", "bid    3  10")


def test_a_picture_leaves_five_of_a_terminals_lines_and_players_have_numbers_when_typed() -> None:
    assert (WIDE, HIGH + 5) == (80, 24)
    assert (NOBODY[0], NOBODY[-1], len(NOBODY)) == ("player 1", "player 10", 10)


def test_a_line_that_fits_keeps_its_columns() -> None:
    fits = f"a{' ' * 70}b"

    assert wrapped(f"{fits}\nshort") == (fits, "short")
    assert [len(line) for line in wrapped(f"{'x' * 50} {'y' * 50}")] == [50, 50]
    assert wrapped("x" * WIDE) == ("x" * WIDE,) and len(wrapped("x" * (WIDE + 1))) == 2
