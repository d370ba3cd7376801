# The self-probe: tries from the inside what must not work, and says what did.
#
# usage: sh probe.sh PORT START WRITABLE HIDDEN...
#   PORT      on which Straylight listens on the machine's own loopback, so that a connection would be heard
#   START     "PID TICKS" of Straylight itself: a process of that number that started then is Straylight, seen from inside
#   WRITABLE  the folders a command may write to, between spaces
#   HIDDEN    paths of the machine that must not be there: Straylight's database, its secrets
#
# Each wall that does not hold gives a line "WALL what was possible"; the last line is "done". A probe without "done" counts
# as a wall that does not hold. Nothing leaves the machine even where there is a way: a route is found without sending.
port=$1 start=$2 writable=" $3 "; shift 3
broken() { wall=$1; shift; printf '%s %s\n' "$wall" "$*"; }
has() { command -v "$1" >/dev/null 2>&1; }

# Network: a route to anywhere, the machine's loopback, its abstract sockets, names.
while read -r device destination _; do
  case $device in Iface | lo) ;; *) broken network "there is a route over $device"; break ;; esac
done </proc/net/route
if has bash; then
  # For UDP, connecting asks the kernel for a route and sends nothing. The addresses are reserved for documentation.
  for address in 192.0.2.1 2001:db8::1; do
    (bash -c "exec 3<>/dev/udp/$address/9") 2>/dev/null && broken network "there is a way to $address"
  done
  (bash -c "exec 3<>/dev/tcp/127.0.0.1/$port") 2>/dev/null && broken network "the machine's own loopback answers"
elif has python3; then
  python3 -c 'import socket,sys; socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2)' "$port" 2>/dev/null &&
    broken network "the machine's own loopback answers"
fi
grep -q ' @' /proc/net/unix && broken network "abstract sockets of the machine can be seen"
if has getent; then
  timeout 3 getent ahosts example.com >/dev/null 2>&1 && broken names "example.com was resolved"
elif has python3; then
  timeout 3 python3 -c 'import socket; socket.getaddrinfo("example.com", 80)' 2>/dev/null && broken names "example.com was resolved"
fi

# Files: what must be hidden, what may be written, sockets that answer.
for path in "$@"; do
  [ -e "$path" ] && broken files "$path can be seen"
done
for folder in $writable; do
  [ -d "$folder" ] && ! [ -w "$folder" ] && broken folders "$folder cannot be written"
done
while read -r _ _ _ _ point options _; do
  # What hides private files, and holds the folders around them in their places; each is looked at when a sandbox is opened.
  case $point in /scripts/.git) masks= ;; /workspace/* | /scripts/*) masks=yes ;; *) masks= ;; esac
  [ -z "$masks" ] && [ -S "$point" ] && broken engine "a socket of the machine is at $point"
  # The machine as a whole, or a folder above, may be there under another name.
  [ "$point" = / ] || for path in "$@"; do [ -e "$point$path" ] && broken files "$point$path can be seen"; done
  # In Docker these are writable as mounts, to nobody but root; that is tried below.
  [ -n "$masks" ] && continue
  case $point in /dev | /dev/* | /proc | /proc/* | /sys/fs/cgroup) continue ;; esac
  case "$writable" in *" $point "*) continue ;; esac
  case ,$options, in *,rw,*) broken writes "$point is mounted writable" ;; esac
done </proc/self/mountinfo
for folder in / /dev /usr /usr/bin /usr/lib /etc /bin /lib /opt /srv /var /var/tmp /run /boot /sys /sys/fs/cgroup /home /root; do
  case "$writable" in *" $folder "*) continue ;; esac
  [ -w "$folder" ] && broken writes "$folder can be written"
done
for socket in /run /var/run; do
  for engine in docker.sock podman/podman.sock containerd/containerd.sock crio/crio.sock; do
    [ -e "$socket/$engine" ] && broken engine "$socket/$engine can be seen"
  done
done

# Environment: names only; what they hold is nobody's business.
for file in /proc/[0-9]*/environ; do
  { tr '\0' '\n' <"$file"; } 2>/dev/null
done | grep -a '=' | cut -d= -f1 | sort -u | while read -r name; do
  case $name in
    PATH | HOME | LANG | PWD | OLDPWD | SHLVL | HOSTNAME | STRAYLIGHT_RUN | NODE_V8_COVERAGE | _) ;;
    # What the package proxy gives to pip (package-proxy.py).
    PIP_PROXY | PIP_DISABLE_PIP_VERSION_CHECK | PIP_NO_INPUT | PIP_BREAK_SYSTEM_PACKAGES | PYTHONUSERBASE) ;;
    *) broken environment "$name is set" ;;
  esac
done

# Rights: who it is, what it could become.
while read -r name value _; do
  case $name in
    Uid:) [ "$value" = 0 ] && broken rights "it runs as root" ;;
    CapInh: | CapPrm: | CapEff: | CapBnd: | CapAmb:) [ "$value" = 0000000000000000 ] || broken rights "$name $value" ;;
    NoNewPrivs:) [ "$value" = 1 ] || broken rights "a set-uid program would give it rights" ;;
    Seccomp:) [ "$value" = 2 ] || broken filter "no system call is refused" ;;
  esac
done </proc/self/status
has unshare && unshare -U true 2>/dev/null && broken rights "it can make a user namespace"

# Others: the machine's processes, the runner.
count=0
for stat in /proc/[0-9]*/stat; do
  count=$((count + 1))
  { read -r line <"$stat"; } 2>/dev/null || continue
  # After "pid (name) ", whose name may hold spaces, the twentieth word is the start.
  pid=${line%% *}; set -- ${line##*) }; shift 19 2>/dev/null || continue
  [ "$pid $1" = "$start" ] && broken processes "Straylight itself can be seen"
done
[ "$count" -gt 16 ] && broken processes "$count processes can be seen"
# bubblewrap's own first process, where there is no runner, holds nothing that speaks.
if read -r first </proc/1/comm && [ "$first" != bwrap ]; then
  readlink /proc/1/fd/0 >/dev/null 2>&1 && broken runner "its descriptors can be opened"
  [ -n "$(head -c 1 /proc/1/maps 2>/dev/null)" ] && broken runner "its memory can be read"
fi

# The kernel and its devices.
for setting in /proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe /proc/sys/kernel/hostname /proc/sys/vm/drop_caches /proc/sysrq-trigger /sys/kernel/uevent_helper; do
  [ -w "$setting" ] && broken kernel "$setting can be written"
done
for device in /dev/*; do
  [ -b "$device" ] && broken devices "$device is there"
  case $device in /dev/mem | /dev/kmem | /dev/kmsg | /dev/kvm | /dev/fuse | /dev/port | /dev/net | /dev/vsock) broken devices "$device is there" ;; esac
done
echo done
