"""The release workflow: its steps as written, and its Linux job played in a root of the runner's system."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.packaging.play_workflow import MATRIX, WORKFLOW, Step, filled, holds, job_steps, play

TEXT = WORKFLOW.read_text(encoding="utf-8")
JOBS = re.findall(r"^  (\w+):", TEXT.partition("\njobs:\n")[2], re.M)
SAMPLE = """jobs:
  one:  # a job
    runs-on: here
    steps:
      - uses: some/action@0123  # v1
        with: {name: "a", path: "dist/b*", if-no-files-found: error}
      - if: "!startsWith(x, 'y')"
        name: Two lines
        env:
          KEY: ${{ matrix.name }}
        run: |
          first
          second "${{ runner.temp }}"
      - run: alone
        env: {A: "b/c"}
  two:
    steps:
      - run: other
"""


def test_steps_are_read_as_they_are_written() -> None:
    assert job_steps(SAMPLE, "one") == [
        Step("some/action@0123", "", "some/action@0123", "", {}, "dist/b*"),
        Step(
            "Two lines",
            'first\nsecond "${{ runner.temp }}"\n',
            "",
            "!startsWith(x, 'y')",
            {"KEY": "${{ matrix.name }}"},
            "",
        ),
        Step("alone", "alone", "", "", {"A": "b/c"}, ""),
    ]
    assert [each.run for each in job_steps(SAMPLE, "two")] == ["other"]


def test_an_expression_or_condition_that_is_not_known_is_refused() -> None:
    assert filled("${{ runner.temp }}/x ${{ matrix.name }}", MATRIX).endswith("/temp/x linux-x86_64")
    assert holds("always() && matrix.name == 'linux-x86_64'", MATRIX) and not holds(
        "matrix.os == 'b'", MATRIX
    )
    for ask in (lambda: filled("${{ secrets.A }}", MATRIX), lambda: holds("failure()", MATRIX)):
        with pytest.raises(KeyError):
            ask()


def test_every_step_runs_something_and_every_action_is_pinned() -> None:
    steps = [step for job in JOBS for step in job_steps(TEXT, job)]

    assert len(JOBS) > 5 and len(steps) > 30
    assert [step.name for step in steps if bool(step.run) == bool(step.uses)] == []
    assert [step.uses for step in steps if step.uses and not re.search(r"@[0-9a-f]{40}$", step.uses)] == []


def test_a_tag_is_compared_with_the_version_before_anything_is_published() -> None:
    asked = [step for step in job_steps(TEXT, "python") if "build.py notes" in step.run]

    assert [step.condition for step in asked] == ["startsWith(github.ref, 'refs/tags/v')"]
    assert re.search(r"^  publish:\n    needs: \[python, ", TEXT, re.M)


def test_the_linux_job_installs_what_the_build_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """The build runs there without root and could only ask for it. Every runner has dpkg and xz."""
    monkeypatch.syspath_prepend(str(WORKFLOW.parents[2] / "packaging"))
    tools = importlib.import_module("build").TOOLS["linux"].values()
    [line] = [step.run for step in job_steps(TEXT, "linux") if "apt-get install" in step.run]

    assert set(tools) - set(line.split()) == {"dpkg", "xz-utils"}


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux" or getattr(os, "geteuid", int)() != 0 or shutil.which("debootstrap") is None,
    reason="makes a root of Ubuntu: root, debootstrap",
)
def test_the_linux_job_passes_in_a_root_file_system_like_its_runners(tmp_path: Path) -> None:
    """A build and two trials, without the parts that no package index has."""
    assert play(tmp_path, "HEAD", skip="The runtime at the beginning") == 0
