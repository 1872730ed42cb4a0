"""Figures of other programs, measured in the same run: OpenSpiel, RLCard, boardgame.io, and LibTMCG if its
source lies in the folder that LIBTMCG names.

They go into a virtual environment of their own (`.venv/others`), never into ours, and files from npm or a
compiler into a folder of it. Run as a program in that environment, it prints one JSON object: name to figure.
ziffle (a Rust crate) is not built here: its figures are from its last measurement (`tests.bench.figures`).
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
PINS = ("open_spiel==2.0.2", "rlcard==1.2.0")
BOARDGAME = "boardgame.io@0.50.2"
SECONDS = 2.0
INSTALL_S = 240
LIBTMCG_S = 900


def measured(folder: Path, parts: Collection[str]) -> dict[str, float]:
    """Figures of others for some parts of the report; programs that do not install or run are left out."""
    found: dict[str, float] = {}
    if "rules" in parts:
        found |= rules(folder) | boardgame(folder / "npm")
    if "deck" in parts:
        found |= libtmcg(folder / "libtmcg")
    return found


def rules(folder: Path) -> dict[str, float]:
    """Moves per second of CPU time of the programs that are in the Python package index."""
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        for pin in PINS:
            install = [python, "-m", "pip", "--disable-pip-version-check", "-q", "install", pin]
            try:
                subprocess.run(install, check=False, timeout=INSTALL_S, capture_output=True)
            except subprocess.TimeoutExpired:
                continue
    done = subprocess.run([python, __file__], check=False, capture_output=True, text=True, timeout=120)
    try:
        return dict(json.loads(done.stdout))
    except ValueError:
        return {}


def libtmcg(folder: Path) -> dict[str, float]:
    """Milliseconds of CPU time for shuffles of 52, 103 and 200 cards; nothing without its source, a C++
    compiler, or the libraries that it needs (gmp, gcrypt, gpg-error, zlib, bzip2 with their headers)."""
    source, compiler = Path(os.environ.get("LIBTMCG", "")), shutil.which("g++")
    program = folder / "shuffle"
    try:
        if not program.exists():
            if compiler is None or not (source / "src" / "libTMCG.hh").exists():
                return {}
            folder.mkdir(parents=True, exist_ok=True)
            configured = (source / "configure.ac").read_text("utf-8").replace("\\\n", "")
            defined = re.findall(r"AC_DEFINE\((\w+),\s*\[?([^,\[\]]+)\]?,", configured)
            lines = [f"#define {name} {value}" for name, value in defined if name.startswith("TMCG_")]
            lines += ['#define VERSION "as it lies there"', "#define HAVE_POWMSEC 1"]
            (folder / "libTMCG_config.h").write_text("\n".join(lines) + "\n", "utf-8")
            parts = [each for each in (source / "src").glob("*.cc") if each.name != "gen_primes.cc"]
            flags = ("-O2", "-w", "-DHAVE_CONFIG_H", f"-I{folder}", f"-I{source / 'src'}")
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                objects = list(pool.map(lambda part: compiled(compiler, flags, part, folder), parts))
            libraries = ("-lgcrypt", "-lgpg-error", "-lgmp", "-lz", "-lbz2")
            link = [compiler, *flags, HERE / "libtmcg.cc", *objects, *libraries, "-o", program]
            subprocess.run(link, check=True, timeout=INSTALL_S, capture_output=True)
        done = subprocess.run(
            [program, "52", "103", "200"], check=True, capture_output=True, text=True, timeout=LIBTMCG_S
        )
        return dict(json.loads(done.stdout))
    except (subprocess.SubprocessError, OSError, ValueError):
        return {}


def compiled(compiler: str, flags: Sequence[str], part: Path, folder: Path) -> Path:
    """The object file of one source file."""
    made = folder / f"{part.stem}.o"
    if not made.exists():
        command = [compiler, *flags, "-c", part, "-o", made]
        subprocess.run(command, check=True, timeout=LIBTMCG_S, capture_output=True)
    return made


def boardgame(folder: Path) -> dict[str, float]:
    """Moves per second of CPU time of boardgame.io at random tic-tac-toe; nothing without node or npm."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return {}
    script = Path(__file__).with_name("boardgame.js")
    install = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, BOARDGAME]
    try:
        if not (folder / "node_modules" / "boardgame.io").exists():
            folder.mkdir(exist_ok=True)
            subprocess.run(install, check=False, timeout=INSTALL_S, capture_output=True)
        shutil.copy(script, folder)  # node looks for packages where the script lies
        done = subprocess.run(
            [node, folder / script.name], check=False, capture_output=True, text=True, timeout=60
        )
        return {"boardgame.io tic-tac-toe": float(done.stdout)}
    except (subprocess.TimeoutExpired, ValueError):
        return {}


def openspiel() -> float:
    """Moves per second in random games of oh_hell with four players and ten tricks, chance moves counted."""
    import pyspiel  # type: ignore[import-not-found]  # noqa: PLC0415

    game = pyspiel.load_game("oh_hell(players=4,num_tricks_fixed=10)")
    began, moves = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(random.choices([o[0] for o in outcomes], [o[1] for o in outcomes])[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves / (time.process_time() - began)


def rlcard() -> float:
    """Moves per second in random games of uno."""
    import rlcard as library  # type: ignore[import-not-found]  # noqa: PLC0415

    env = library.make("uno")
    began, moves = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            moves += 1
    return moves / (time.process_time() - began)


if __name__ == "__main__":
    found = {}
    for name, measure in (("OpenSpiel oh_hell", openspiel), ("RLCard uno", rlcard)):
        try:
            found[name] = measure()
        except Exception as why:  # a failure of another program leaves it out
            print(f"{name}: {why}", file=sys.stderr)
    print(json.dumps(found))
