"""The deck that nobody holds: mental poker with every step proven.

Three players, five cards, and everything that is ever sent. Each draws a key and commits to it, then opens it
with a proof that it knows the secret; `finish_keys` joins the checked keys:

    >>> from secrets import token_bytes as random
    >>> from net.deck.algebra.group import start
    >>> from net.deck.algebra.hashing import h32, lp
    >>> from net.deck.keys import check_key, finish_keys, key_commitment, make_key, open_key
    >>> from net.deck.pile import face_of, lay_pile
    >>> from net.deck.shares import check_shares, make_shares, open_cipher, own_share
    >>> from net.deck.shuffle import check_shuffle, make_shuffle
    >>> start(random)
    >>> seats, table = (0, 1, 2), h32("table", "of this example")
    >>> secret = {seat: make_key(random) for seat in seats}
    >>> commitments = {seat: key_commitment(table, seat, secret[seat]) for seat in seats}
    >>> openings = {seat: open_key(table, commitments, seat, secret[seat], random) for seat in seats}
    >>> keys = finish_keys(
    ...     table, commitments, [check_key(table, commitments, seat, openings[seat]) for seat in seats]
    ... )

All shuffle in turn, and everybody checks each shuffle against the pile that it began with. `lp` makes the
context, which binds a proof to its place.

    >>> pile = lay_pile(keys, range(5))
    >>> for seat in seats:
    ...     place = lp("shuffle", seat)
    ...     pile = check_shuffle(place, keys, seat, pile, make_shuffle(place, keys, pile, random))

The top card is dealt to seat 0: the others give it their shares, and it keeps its own to itself.

    >>> card, shares = pile[0], {}
    >>> for seat in (1, 2):
    ...     message = make_shares(lp("deal", seat), keys, seat, secret[seat], [card], random)
    ...     [shares[seat]] = check_shares(lp("deal", seat), keys, seat, [card], message)
    >>> mine = own_share(secret[0], card, random)
    >>> face = face_of(keys, open_cipher(card, [mine, shares[1], shares[2]]), range(5))

Seat 0 plays the card: it gives its share as well, and everybody sees the same face.

    >>> message = make_shares(lp("play"), keys, 0, secret[0], [card], random)
    >>> [shares[0]] = check_shares(lp("play"), keys, 0, [card], message)
    >>> face_of(keys, open_cipher(card, list(shares.values())), range(5)) == face
    True

A false share is refused, and so is a true share at a place that it was not made for:

    >>> check_shares(lp("another place"), keys, 0, [card], message)
    Traceback (most recent call last):
    net.errors.BadProof: a share whose proof does not verify

Components are locked with the keys of all seats together (`keys`, `pile`). All seats shuffle in turn and
prove each shuffle (`shuffle`, `shuffle_proof`). A component opens when all seats have given their shares of
it (`shares`), in the clear or sealed for single viewers (`sealed`); joint random numbers come out of the same
keys (`roll`), and a seat that leaves takes its lock off what stays (`leave`). Where a table has agreed on it,
each key is split among the others (`escrow`), so that some of them together can give the shares of a seat
that has vanished (`lent`). Below lie the group (`group`, `scalar`, `generators`), hashing (`hashing`,
`transcript`), boxes (`box`) and the strict reading of messages (`wire`).

Pure functions: bytes and values in, bytes and values out, randomness as an argument. `make_x` writes a
message; `check_x` returns the content of a message or refuses its sender (`Malformed`, `BadProof`). Checked
content has a type that nothing else makes (`CheckedKey`, `CheckedPile`, `CheckedShare`, `CheckedSealed`,
`CheckedRollShare`, `CheckedEscrow`, `CheckedLent`), and only these types open, join or deal anything;
`recall_x` reads back what passed its check before. Callers bind every proof to its place in the log by `ctx`,
made with `lp`.

Limits: nobody from outside has audited this; no protocol stops players who tell each other their cards by
telephone; and a quantum computer could one day open a recorded game.
"""
