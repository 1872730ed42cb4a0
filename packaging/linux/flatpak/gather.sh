#!/bin/sh
# Everything that the manifest beside this file takes, so that its build needs no network:  gather.sh WHEEL
# The pinned wheels for the Python that runs this (the runtime's: 3.13), and what Shoal exports.
set -eu
wheel=$(realpath "$1")
cd "$(dirname "$0")"
rm -rf wheels exports
python3 -m pip download --quiet --require-hashes --only-binary :all: -d wheels -r ../../players.txt
python3 -m venv env
env/bin/pip install --quiet --no-index --find-links wheels "$wheel"
QT_QPA_PLATFORM=offscreen env/bin/python ../../exports.py exports
env/bin/shoal --version | sed 's/^Shoal //' >exports/version
date -u +%F >exports/date
rm -rf env
cp "$wheel" wheels/
