#!/bin/sh
# Sign Shoal.app and put it into a .dmg:  make_dmg.sh APP FOLDER
# With MACOS_IDENTITY (a Developer ID in the keychain) it is signed for the hardened runtime; with NOTARY_PROFILE
# as well, notarised and stapled. Without them it is signed ad hoc: players then allow it in System Settings.
set -eu
app=$1 dist=$2
here=$(cd "$(dirname "$0")" && pwd)
version=$(defaults read "$app/Contents/Info" CFBundleShortVersionString)
dmg=$dist/shoal-$version-macos-$(uname -m).dmg
identity=${MACOS_IDENTITY:--}
if [ "$identity" = - ]; then
  codesign --force --deep --sign - "$app"
else
  codesign --force --deep --timestamp --options runtime --entitlements "$here/entitlements.plist" --sign "$identity" "$app"
fi
codesign --verify --deep --strict "$app"
notarise() { [ -z "${NOTARY_PROFILE:-}" ] || xcrun notarytool submit "$1" --keychain-profile "$NOTARY_PROFILE" --wait; }
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
if [ -n "${NOTARY_PROFILE:-}" ]; then
  ditto -c -k --keepParent "$app" "$stage/Shoal.zip"
  notarise "$stage/Shoal.zip"
  xcrun stapler staple "$app"
fi
mkdir "$stage/disk"
cp -R "$app" "$stage/disk/"
ln -s /Applications "$stage/disk/Applications"
for try in 1 2 3 4 5; do  # "Resource busy", now and then
  if hdiutil create -volname Shoal -srcfolder "$stage/disk" -ov -format UDZO "$dmg"; then break; fi
  [ "$try" -lt 5 ] || exit 1
  sleep 5
done
if [ "$identity" != - ]; then
  codesign --timestamp --sign "$identity" "$dmg"
  notarise "$dmg"
  [ -z "${NOTARY_PROFILE:-}" ] || xcrun stapler staple "$dmg"
fi
