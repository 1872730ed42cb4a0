"""Sea animals that tell players apart: chosen by the player, otherwise derived from the key."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from enum import StrEnum
from typing import Final


class Animal(StrEnum):
    """The animals to choose from. The number of an animal in this list is signed (`net.wire.genesis`), so new
    ones go to the end."""

    FISH = "fish"
    CRAB = "crab"
    TURTLE = "turtle"
    OCTOPUS = "octopus"
    WHALE = "whale"
    SEAHORSE = "seahorse"
    JELLYFISH = "jellyfish"
    SHELL = "shell"
    RAY = "ray"
    SEAL = "seal"


ANIMALS: Final = tuple(Animal)


def number_of(animal: str) -> int:
    """Return the number of a chosen animal, from 1; 0 for an unknown one."""
    return ANIMALS.index(Animal(animal)) + 1 if animal in ANIMALS else 0


def animal_of(key: bytes) -> Animal:
    """Return the animal that belongs to a public key (Ed25519)."""
    return ANIMALS[_first(key)]


def animal_shown(key: bytes, number: int) -> Animal:
    """Return the animal of a single player, for the key and the number that the player has sent."""
    return animals_of([(key, number)])[0]


def animals_of(players: Sequence[tuple[bytes, int]]) -> tuple[Animal, ...]:
    """Return the animals at one table by seat, for each player's key and the number that the player has
    sent.

    A player who has chosen gets that animal, even if another has it. The others (0, or a number of a newer
    Shoal) get the animal of their key, or the next free one, in the order of the seats, so that all
    programs show the same.
    """
    chosen = [number if number <= len(ANIMALS) else 0 for _, number in players]
    found = {number - 1 for number in chosen if number}
    shown = []
    for (key, _), number in zip(players, chosen, strict=True):
        first = _first(key)
        after = [(first + step) % len(ANIMALS) for step in range(len(ANIMALS))]
        place = number - 1 if number else next((each for each in after if each not in found), first)
        found.add(place)
        shown.append(ANIMALS[place])
    return tuple(shown)


def _first(key: bytes) -> int:
    mark = hashlib.blake2b(key, digest_size=8, person=b"shoal1-animal").digest()
    return int.from_bytes(mark, "big") % len(ANIMALS)
