#!/bin/sh
# "npm start" and "npm test" begin with this: is the Node that comes first on PATH one that can run Straylight?
#
# npm installs it as an optional package and says nothing where that failed; and a Node whose library is missing dies before any
# line of ours. So this is a shell script, and says what to do.
if ! version=$(node --version 2>&1); then
  echo "straylight: its own Node cannot start: $version" >&2
  echo '  It needs glibc and libatomic.so.1: "apt install libatomic1" (Debian, Ubuntu) or "dnf install libatomic" (Fedora).' >&2
  echo '  If it was installed for another machine, run "npm ci" again.' >&2
  exit 1
fi
major=${version#v}
major=${major%%.*}
if [ "$major" -lt 26 ]; then
  echo "straylight: Node 26 or newer is needed, and this is $version ($(command -v node))." >&2
  echo '  Straylight brings its own, for Linux and macOS on x64 and arm64, as an optional package; it was not installed.' >&2
  echo '  Run "npm ci" again, without --omit=optional, and look at what it says; or install Node 26.' >&2
  exit 1
fi
