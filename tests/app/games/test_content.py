"""The content hash of a package: equal for equal files, however installed, and for no others."""

from __future__ import annotations

import hashlib
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

import pytest

from app.games import content
from app.games.content import Unreadable, content_hash, content_of

FILES = {"whist_a/__init__.py": b"A = 1\n", "whist_a/rules.md": b"# Whist\n", "whist_b.py": b"B = 2\n"}


def written(folder: Path, **changes: bytes) -> dict[str, Path]:
    """The files in a folder, some of them with other bytes."""
    for name, data in {**FILES, **changes}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return {name: folder / name for name in (*FILES, *changes)}


def described(folder: Path, **files: str) -> Distribution:
    """A package's own description, with the files that an installer writes beside it."""
    info = folder / "whist-1.dist-info"
    info.mkdir(parents=True)
    for name, text in files.items():
        (info / name.replace("_txt", ".txt")).write_text(text, encoding="utf-8")
    return PathDistribution(info)


def test_equal_files_have_the_same_content_hash_wherever_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    expected = content_hash(written(there))
    beside = ("whist-1.dist-info/RECORD", "whist_a/__pycache__/x.pyc", "../../bin/whist", "whist.pth")
    installed = described(there, RECORD="".join(f"{name},,\n" for name in (*FILES, *beside)))
    written(here, **{"whist_a/__pycache__/x.pyc": b"", "whist_a/.notes": b""})
    linked = described(
        tmp_path,
        RECORD="__editable__.whist.pth,,\nwhist-1.dist-info/RECORD,,\n",
        top_level_txt="whist_a\nwhist_b\n",
    )
    monkeypatch.syspath_prepend(here)

    assert content_of(installed, "whist_a.entry") == content_of(linked, "whist_a.entry") == expected


@pytest.mark.parametrize(
    "other",
    [
        {**FILES, "whist_b.py": b"B = 3\n"},
        {**FILES, "whist_c.py": b""},
        {"whist_a/__init__.py": b"A = 1\n", "whist_a/rules.md": b"# Whist\n", "whist_c.py": b"B = 2\n"},
        {"whist_a/__init__.py": b"A = 1\n", "whist_a/rules.md": b"# Whist\nwhist_b.py", "": b"B = 2\n"},
    ],
)
def test_a_changed_byte_name_or_border_between_files_changes_the_content_hash(
    tmp_path: Path, other: dict[str, bytes]
) -> None:
    files = {name: tmp_path / str(at) for at, name in enumerate(other)}
    for name, path in files.items():
        path.write_bytes(other[name])

    assert content_hash(files) != content_hash(written(tmp_path / "here"))


def test_an_unreadable_or_oversized_file_is_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = described(tmp_path / "gone", RECORD="whist_gone.py,,\n")
    for package, module in ((gone, "whist_gone"), (described(tmp_path / "bare"), "whist_nowhere")):
        with pytest.raises(Unreadable, match="its files cannot be read"):
            content_of(package, module)
    files = written(tmp_path)
    for bound, value in (("FILES_MAX", 2), ("BYTES_MAX", 19)):
        with monkeypatch.context() as patch:
            patch.setattr(content, bound, value)
            with pytest.raises(Unreadable, match="more than"):
                content_hash(files)
            patch.setattr(content, bound, value + 1)
            assert len(content_hash(files)) == 32


def test_the_bounds_are_stated_in_files_and_megabytes(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="it has more than 4096 files or 64 MB"):
        content_hash(dict.fromkeys(map(str, range(4097)), tmp_path))


def test_a_package_of_too_many_files_is_refused_whole_and_not_hashed_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path)
    installed = described(tmp_path, RECORD="".join(f"{name},,\n" for name in FILES))
    linked = described(tmp_path / "beside", top_level_txt="whist_a\nwhist_b\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(content, "FILES_MAX", 2)

    for package in (installed, linked):
        with pytest.raises(Unreadable, match="more than 2 files"):
            content_of(package, "whist_a.entry")


def test_the_bytes_of_the_content_hash_are_the_same_in_every_version(tmp_path: Path) -> None:
    """A peer of another version would otherwise refuse an equal package."""
    said = b"".join(
        len(part).to_bytes(8, "big") + part for name in sorted(FILES) for part in (name.encode(), FILES[name])
    )

    assert content_hash(written(tmp_path)) == (
        hashlib.blake2b(said, digest_size=32, person=b"shoal1-content").digest()
    )
