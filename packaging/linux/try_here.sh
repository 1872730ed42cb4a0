#!/usr/bin/env bash
# Try a .deb of Shoal in a fresh Debian, as root:  try_here.sh PACKAGE FOLDER
#
# In FOLDER a Debian is made (debootstrap, minbase); in it the package is installed (an older version of itself
# first), tried as a user, seen under Xvfb (FOLDER.png), upgraded with keys, games and settings kept, and purged,
# which does not touch the user's data. Everything else is removed at the end; FOLDER.root stays for the next run.
set -euo pipefail
package=$(realpath "$1") root=$2 base=$2.root display=:83 here=$(dirname "$(realpath "$0")")
say() { echo "[trial] $*"; }
mirror=$(grep -rhoE 'https?://[^ ]+/debian/?$' /etc/apt/ 2>/dev/null | head -1 || true)
if [ ! -e "$base/finished" ]; then
  rm -rf "$base"; mkdir -p "$base"
  say "making a fresh Debian"
  keys=$here/../../build/debian/usr/share/keyrings/debian-archive-keyring.gpg  # see pinned.py
  if [ -e "$keys" ]; then keys=--keyring=$keys; else keys=""; fi
  debootstrap --variant=minbase ${keys:+"$keys"} bookworm "$base" ${mirror:+"$mirror"} >/dev/null
  touch "$base/finished"
fi
end() {
  [ -z "${server:-}" ] || kill "$server" 2>/dev/null || :
  for each in tmp/.X11-unix dev proc; do ! mountpoint -q "$root/$each" || umount "$root/$each"; done
  rm -rf --one-file-system "$root" "$root.frames"
}
trap end EXIT
rm -rf "$root"; cp -a "$base" "$root"
mount --bind /proc "$root/proc"; mount --bind /dev "$root/dev"
inside() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
player() { chroot "$root" env -i PATH=/usr/games:/usr/bin:/bin LC_ALL=C.UTF-8 ${DISPLAY_IN:+DISPLAY=$DISPLAY_IN} \
  setpriv --reuid 1000 --regid 1000 --clear-groups env HOME=/home/player "$@"; }

say "an older version of the package"
dpkg-deb -R "$package" "$root/older"
sed -i 's/^Version: .*/Version: 0.0.1/' "$root/older/DEBIAN/control"
dpkg-deb --root-owner-group -Znone --build "$root/older" "$root/older.deb" >/dev/null
rm -rf "$root/older"; cp "$package" "$root/new.deb"
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends /older.deb >/dev/null 2>&1
inside useradd --create-home --uid 1000 player
say "installed: $(inside dpkg-query -W -f '${Version}' shoal)"
missing=$(inside sh -c 'for each in $(find /usr/lib/shoal -name "*.so*" -type f); do
  LD_LIBRARY_PATH=/usr/lib/shoal/_internal:/usr/lib/shoal/_internal/PySide6/Qt/lib ldd "$each" 2>/dev/null; done | grep "not found" | sort -u || :')
[ -z "$missing" ] || { say "libraries that are not there: $missing"; exit 1; }

player shoal --selftest
player sh -c 'cd && shoal demo plump --peers 3 --option length=short --record game.shoal && shoal verify game.shoal'

mkdir -p "$root/tmp/.X11-unix" /tmp/.X11-unix; mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
frames=$root.frames; mkdir -p "$frames"
Xvfb "$display" -screen 0 1280x800x24 -nolisten tcp -fbdir "$frames" >/dev/null 2>&1 & server=$!
for _ in $(seq 100); do [ -e "/tmp/.X11-unix/X${display#:}" ] && break; sleep 0.1; done
first_paint() {  # from the start of the process to its window, as it is seen
  local from to ticks
  from=$(date +%s%N)
  DISPLAY_IN=$display player shoal >/dev/null 2>&1 &
  to=$(timeout 1800 python3 "$here/first_paint.py" "$frames" $!)
  pid=$(pgrep -n -x -U 1000 shoal)
  ticks=$(awk '{print $14 + $15}' "/proc/$pid/stat")
  say "$1: the window is seen after $(( (to - from) / 1000000 )) ms, $(( ticks * 1000 / $(getconf CLK_TCK) )) ms of them the processor's"
  sleep "$2"
  say "memory of the lobby: $(awk '/^VmRSS/ {print int($2 / 1024)}' "/proc/$pid/status") MB"
}
gone() { kill "$pid"; while [ -e "/proc/$pid" ]; do sleep 0.2; done; sleep 1; }  # and the screen is black again
sync; echo 3 >/proc/sys/vm/drop_caches 2>/dev/null || :
first_paint cold 3
DISPLAY=$display import -window root "$root.png"
gone
for _ in 1 2 3; do first_paint warm 2; gone; done

kept() { (cd "$root/home/player/.local/share/shoal" && find . -type f ! -path './logs/*' -exec sha256sum {} + | sort); }
kept >"$root/before"
grep -q identity "$root/before"
say "upgrade"
inside apt-get install -y -qq --no-install-recommends /new.deb >/dev/null 2>&1
say "installed: $(inside dpkg-query -W -f '${Version}' shoal)"
player shoal --version
player shoal verify /home/player/game.shoal >/dev/null
kept | diff "$root/before" - && say "keys, games and settings are as they were"
say "purge"
said=$(inside apt-get purge -y -qq shoal 2>&1)
[[ $said == *"stay in ~/.local/share/shoal"* ]] || { say "it does not say where the data stays: $said"; exit 1; }
kept | diff "$root/before" - && say "the user's data is as it was"
left=$(find "$root/usr" "$root/etc" "$root/var/lib" -iname '*shoal*' ! -path '*/dpkg/*' ! -path '*/apt/*' || :)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
say "nothing is left in the system; the picture is $root.png"
