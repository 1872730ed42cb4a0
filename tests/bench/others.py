"""What other programs reach, measured in the same run where they install: OpenSpiel, RLCard, boardgame.io.

They go into a virtual environment of their own (`.venv/others`), never into ours, and what comes from npm
into a folder of it. Run as a program in that environment, it prints one JSON object: name to figure.

ziffle (a Rust crate) and LibTMCG (C++) are compared with as they were measured last: this program builds
neither of them.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

PINS = ("open_spiel==2.0.2", "rlcard==1.2.0")
BOARDGAME = "boardgame.io@0.50.2"
SECONDS = 2.0
INSTALL_S = 240


def measured(folder: Path) -> dict[str, float]:
    """Their figures, moves per second of CPU time; what does not install or run is left out."""
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
        found = dict(json.loads(done.stdout))
    except ValueError:
        found = {}
    return found | boardgame(folder / "npm")


def boardgame(folder: Path) -> dict[str, float]:
    """Random games of tic-tac-toe through boardgame.io's client, in moves per second of CPU time; nothing
    where node or npm is missing."""
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
    """Random games of oh_hell with four players and ten tricks, chance moves counted."""
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
    """Random games of uno."""
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
        except Exception as why:  # whatever somebody else's program says: it is left out
            print(f"{name}: {why}", file=sys.stderr)
    print(json.dumps(found))
