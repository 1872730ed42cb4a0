#!/bin/sh
# Shoal @VERSION@: installs itself for you only, without root; or into the folder that you name.
#   sh shoal.run [--quiet] [--into FOLDER]     default: ~/.local (program in lib/shoal, command in bin)
#   sh shoal.run --remove [--into FOLDER]      removes the program; games, identity and settings stay
set -eu
into=${HOME:?}/.local quiet="" remove=""
while [ $# -gt 0 ]; do
  case $1 in
    --into) into=${2:?a folder is missing}; shift ;;
    --quiet) quiet=1 ;;
    --remove) remove=1 ;;
    *) sed -n '2,4s/^# //p' "$0"; exit 2 ;;
  esac
  shift
done
say() { [ -n "$quiet" ] || echo "$@"; }
program=$into/lib/shoal
files="share/applications/shoal.desktop share/mime/packages/shoal.xml share/icons/hicolor/scalable/apps/shoal.svg
share/metainfo/io.github.shoal_games.Shoal.metainfo.xml"
for size in 16 24 32 48 64 128 256 512; do
  files="$files share/icons/hicolor/${size}x$size/apps/shoal.png"
done
refresh() {
  update-desktop-database "$into/share/applications" >/dev/null 2>&1 || :
  update-mime-database "$into/share/mime" >/dev/null 2>&1 || :
}
running() {  # true if the program in this folder is running
  for each in /proc/[0-9]*/exe; do
    [ "$(readlink "$each" 2>/dev/null || :)" != "$program/shoal" ] || return 0
  done
  return 1
}
if running; then echo "Shoal is running: close it first." >&2; exit 1; fi
if [ -n "$remove" ]; then
  if [ -e "$program" ] && [ ! -f "$program/_internal/base_library.zip" ]; then
    echo "$program is not Shoal: nothing was removed." >&2; exit 1
  fi
  rm -rf "$program"
  [ ! -L "$into/bin/shoal" ] || rm -f "$into/bin/shoal"
  for file in $files; do rm -f "$into/$file"; done
  refresh
  say "Shoal is removed. Your games, identity and settings stay in ${SHOAL_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/shoal}."
  exit 0
fi
mkdir -p "$into/lib" "$into/bin"
fresh=$(mktemp -d "$into/lib/.shoal.XXXXXX")
trap 'rm -rf "$fresh"' EXIT
tail -n +@LINES@ "$0" >"$fresh/archive"
echo "@SHA256@  $fresh/archive" | sha256sum -c - >/dev/null 2>&1 || { echo "This file is damaged: download it again." >&2; exit 1; }
tar -xJf "$fresh/archive" -C "$fresh"
rm -rf "$program"
mv "$fresh/shoal" "$program"
ln -sf "$program/shoal" "$into/bin/shoal"
for file in $files; do
  mkdir -p "$into/${file%/*}"
  mv "$program/$file" "$into/$file"
done
sed -i "s|^Exec=shoal|Exec=\"$program/shoal\"|" "$into/share/applications/shoal.desktop"
refresh
say "Shoal is installed: it is in your menu, and the command is $into/bin/shoal"
exit 0
