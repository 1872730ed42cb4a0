from __future__ import annotations

import pytest

from net.deck.algebra.generators import face_point
from net.deck.algebra.group import base, generator, neg, total
from net.deck.pile import Cipher, face_of, fresh_cipher, lay_pile
from net.errors import LocalError
from tests.net.deck.table import faces_of, seated


def test_a_fresh_component_is_locked_with_1() -> None:
    keys = seated(3).keys
    cipher = fresh_cipher(keys, 7)

    assert cipher.a == generator()
    assert total((cipher.b, neg(keys.joint))) == face_point(keys.sid, 7)
    assert fresh_cipher(keys, 7) == cipher
    assert fresh_cipher(keys, 8) != cipher


def test_a_component_is_66_bytes() -> None:
    cipher = Cipher(base(5), base(6))

    assert cipher.to_bytes() == bytes(base(5)) + bytes(base(6))


def test_a_pile_is_made_of_open_faces_and_hidden_components() -> None:
    keys = seated(2).keys
    hidden = (fresh_cipher(keys, 9), fresh_cipher(keys, 3))

    assert lay_pile(keys, (4, 4), hidden) == (fresh_cipher(keys, 4), fresh_cipher(keys, 4), *hidden)


def test_faces_are_found_again() -> None:
    table = seated(2)

    assert faces_of(table, lay_pile(table.keys, [5, 0, 5, 199]), [0, 5, 5, 199]) == [5, 0, 5, 199]


def test_a_face_that_is_not_in_the_pile_raises_a_local_error() -> None:
    keys = seated(2).keys

    assert face_of(keys, face_point(keys.sid, 3), iter([1, 2, 3])) == 3
    with pytest.raises(LocalError, match="none of the faces"):
        face_of(keys, face_point(keys.sid, 3), [1, 2])
