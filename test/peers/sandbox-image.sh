#!/usr/bin/env bash
# A root file system for the sandbox's tests, made of this machine's own programs: no registry and no network is needed.
# The same programs as sandbox/Dockerfile, but for pip. Needs python3, git, jq, bc and curl of Debian or a kin of it.
#
# usage: sandbox-image.sh OUT.tar
set -euo pipefail
PATH=/usr/bin:/bin:/usr/sbin # else the shim of a version manager would be copied

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/{usr/bin,usr/lib,usr/lib64,usr/share,etc/ssl/certs,tmp,workspace,scripts,home/agent,proc,sys,dev,root}
for folder in bin lib lib64; do ln -s "usr/$folder" "$root/$folder"; done

libraries() { { ldd "$1" 2>/dev/null || true; } | { grep -oE '/[^ ]+\.so[^ ]*' || true; }; }

# A file with the libraries it is linked to, at its place on a merged /usr.
put() {
  local library place=${1/#\/lib/\/usr\/lib}
  place=${place/#\/bin/\/usr\/bin}
  [ ! -e "$root$place" ] || return 0
  mkdir -p "$root$(dirname "$place")"
  cp -L "$1" "$root$place"
  for library in $(libraries "$1"); do put "$library"; done
}

python=$(/usr/bin/python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
packages=(coreutils findutils grep sed tar gzip diffutils bsdutils procps util-linux mount)
programs=$({ dpkg -L "${packages[@]}" 2>/dev/null || true; } | grep -E '^(/usr)?/bin/[^/]+$' | xargs -n1 basename)
for program in $programs bash sh awk env git jq bc curl getent python3 "$python"; do
  place=$(type -P "$program") || continue
  put "$place"
done

# Libraries that programs load by name, and those of Node, which is mounted.
for library in librt.so.1 libpthread.so.0 libatomic.so.1 libstdc++.so.6 libgcc_s.so.1 libdl.so.2 libm.so.6; do
  place=$(/sbin/ldconfig -p | awk -v name="$library" '$1 == name && !seen++ { print $NF }')
  [ -z "$place" ] || put "$place"
done

# Python's own modules, and what the compiled ones are linked to.
tar -C /usr/lib -cf - --exclude=__pycache__ --exclude=test --exclude=idlelib --exclude=tkinter --exclude=ensurepip "$python" | {
  tar -C "$root/usr/lib" -xf -
  cat >/dev/null # what pads the end: a writer whose reader is gone would fail
}
for module in "/usr/lib/$python/lib-dynload/"*.so; do
  for library in $(libraries "$module"); do put "$library"; done
done

cp -r /usr/share/git-core "$root/usr/share/"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
cp -r /etc/ld.so.conf /etc/ld.so.conf.d "$root/etc/"
printf 'root:x:0:0::/root:/bin/sh\nagent:x:10001:10001::/home/agent:/bin/bash\n' >"$root/etc/passwd"
printf 'root:x:0:\nagent:x:10001:\n' >"$root/etc/group"
chmod 1777 "$root/tmp"
tar -C "$root" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf "$1" .
