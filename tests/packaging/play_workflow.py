"""Play a job of the release workflow in a fresh root of its runner's system, as root on a Debian machine.

    python tests/packaging/play_workflow.py FOLDER [COMMIT] [--skip STEP]

FOLDER keeps the system (debootstrap's, with only git, sudo and Python) as `root`. A clone of the commit
stands for the checkout, the system's own Python for the one that is set up, and a look for the files for an
upload. Every `run:` is executed as the workflow has it, by `bash -e`, by a user that may call sudo. A skipped
step is named by how it begins (the runtime of an AppImage, where only package indexes can be reached); the
variable for its file is then not set. SHOAL_UBUNTU names a mirror of Ubuntu, which debootstrap needs where
the system has no keys of Ubuntu.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
SUITE, PACKAGES = "jammy", "ca-certificates,git,python3,python-is-python3,sudo"
MATRIX = {"os": "ubuntu-22.04", "name": "linux-x86_64"}
TEMP, HERE = "/home/runner/temp", "/home/runner/shoal"
CARRIED = ("PIP_CERT", "SSL_CERT_FILE", "CURL_CA_BUNDLE", "PIP_DEFAULT_TIMEOUT")
"""Variables of the machine that plays, passed on if set: the certificates for reaching a package index."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a job: `run` is its script or "", `uses` an action or ""; `paths` are what it uploads."""

    name: str
    run: str
    uses: str
    condition: str
    env: Mapping[str, str]
    paths: str


def job_steps(text: str, job: str) -> list[Step]:
    """The steps of a job. Reads the part of YAML that our workflows are written in."""
    found = re.search(rf"^  {job}:.*?\n(.*?)(?=^  \w|\Z)", text, re.M | re.S)
    if found is None:
        raise KeyError(job)
    parts = re.split(r"^      - ", found[1].partition("    steps:\n")[2], flags=re.M)[1:]
    return [_step(f"        {part}") for part in parts]


def _step(text: str) -> Step:
    values: dict[str, str] = {}
    for match in re.finditer(r"^ {8}(\S[^:]*):(.*)\n((?: {9,}.*\n|\n)*)", text.rstrip() + "\n", re.M):
        key, value, below = match.groups()
        value = re.sub(r"  #.*", "", value).strip()
        values[key] = re.sub(r"^ {10}", "", below, flags=re.M) if value in ("", "|") else value
    run = values.get("run", "")
    run = run if "\n" in run else run.strip("\"'") if run[:1] in "\"'" else run
    return Step(
        values.get("name", run.partition("\n")[0] or values.get("uses", "")),
        run,
        values.get("uses", ""),
        values.get("if", "").strip('"'),
        _pairs(values.get("env", "")),
        _pairs(values.get("with", "")).get("path", ""),
    )


def _pairs(text: str) -> dict[str, str]:
    """A map, of one line in braces or of a line for each."""
    inside = re.match(r"\{(.*)\}$", text.strip())
    if inside is None:
        return {key: value.strip('"') for key, value in re.findall(r"^(\S+): (.*)$", text, re.M)}
    return {key: value.strip('"') for key, value in re.findall(r'([\w-]+): ("[^"]*"|[^,]*)', inside[1])}


def filled(text: str, matrix: Mapping[str, str]) -> str:
    """A text with its expressions replaced. Raises `KeyError` for one that is unknown here."""
    known = {"runner.temp": TEMP, **{f"matrix.{key}": value for key, value in matrix.items()}}
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda found: known[found[1]], text)


def holds(condition: str, matrix: Mapping[str, str]) -> bool:
    """True if a step's condition holds at this place of the matrix, before anything has failed."""
    condition = condition.removeprefix("always() && ")
    asked = re.fullmatch(r"matrix\.(\w+) == '([^']*)'", condition)
    if condition and asked is None:
        raise KeyError(condition)
    return asked is None or matrix[asked[1]] == asked[2]


class Runner:
    """A root of the runner's system with a clone of the sources, in which steps are played."""

    def __init__(self, folder: Path, commit: str) -> None:
        self.root = folder / "root"
        self._make()
        shutil.rmtree(self.root / HERE[1:], ignore_errors=True)
        subprocess.run(["git", "clone", "-q", ROOT, self.root / HERE[1:]], check=True)
        subprocess.run(["git", "checkout", "-q", commit], cwd=self.root / HERE[1:], check=True)
        for name in ("proc", "dev"):
            if not os.path.ismount(self.root / name):
                subprocess.run(["mount", "--bind", f"/{name}", self.root / name], check=True)
        self("root", f"mkdir -p {TEMP} && chown -R runner: /home/runner", {})

    def __call__(self, user: str, script: str, env: Mapping[str, str]) -> int:
        """Run a script in the folder of the sources; return its exit status."""
        usual = {"HOME": f"/home/{user}", "LC_ALL": "C.UTF-8", "RUNNER_TEMP": TEMP, "CI": "true"}
        usual |= {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}
        usual |= {name: os.environ[name] for name in CARRIED if name in os.environ}
        pairs = [f"{key}={value}" for key, value in {**usual, **env}.items()]
        where = f"cd {HERE} && {script}"
        words = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "bash", "-e", "-c", where]
        return subprocess.run(["chroot", self.root, "env", "-i", *pairs, *words], check=False).returncode

    def close(self) -> None:
        """Unmount what was mounted."""
        for name in ("proc", "dev"):
            if os.path.ismount(self.root / name):
                subprocess.run(["umount", self.root / name], check=True)

    def _make(self) -> None:
        if not (self.root / "finished").exists():
            shutil.rmtree(self.root, ignore_errors=True)
            words = ["--variant=minbase", "--components=main,universe", f"--include={PACKAGES}"]
            mirror = filter(None, [os.environ.get("SHOAL_UBUNTU", "")])
            subprocess.run(["debootstrap", *words, SUITE, self.root, *mirror], check=True)
            subprocess.run(["chroot", self.root, "useradd", "--create-home", "runner"], check=True)
            (self.root / "etc/sudoers.d/runner").write_text("runner ALL=(ALL) NOPASSWD:SETENV: ALL\n")
            (self.root / "finished").touch()
        for path in ("/etc/resolv.conf", "/etc/hosts", *filter(None, map(os.environ.get, CARRIED[:3]))):
            (self.root / path[1:]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, self.root / path[1:])


def play(folder: Path, commit: str, skip: str = "") -> int:
    """Play the Linux job; the number of the step that fails, 0 if none does."""
    runner = Runner(folder, commit)
    try:
        for number, step in enumerate(job_steps(WORKFLOW.read_text(encoding="utf-8"), "linux"), 1):
            if not holds(step.condition, MATRIX):
                continue
            skipped = bool(skip) and step.name.startswith(skip)
            print(f"[play] {number}. {'SKIPPED: ' * skipped}{step.name}", flush=True)
            if not skipped and not _played(runner, step):
                print(f"[play] step {number} has failed", flush=True)
                return number
        print("[play] every step has passed", flush=True)
        return 0
    finally:
        runner.close()


def _played(runner: Runner, step: Step) -> bool:
    if step.run:
        env = {key: filled(value, MATRIX) for key, value in step.env.items()}
        gone = [
            key
            for key, value in env.items()
            if value.startswith(TEMP) and not (runner.root / value[1:]).exists()
        ]
        for key in gone:
            print(f"[play] {key} is not set: its file was skipped", flush=True)
            del env[key]
        return runner("runner", filled(step.run, MATRIX), env) == 0
    if "upload-artifact" in step.uses:
        return runner("runner", f"ls -l {step.paths}", {}) == 0
    if "checkout" in step.uses or "setup-python" in step.uses:
        return runner("runner", "git log -1 --oneline && python --version", {}) == 0
    raise KeyError(step.uses)


def main(words: list[str]) -> int:
    """Play the job; the exit status is 1 if a step fails."""
    skip = words.pop(words.index("--skip") + 1) if "--skip" in words else ""
    words = [word for word in words if word != "--skip"]
    if not 1 <= len(words) <= 2:
        print(__doc__)
        return 2
    return bool(play(Path(words[0]).resolve(), words[1] if len(words) == 2 else "HEAD", skip))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
