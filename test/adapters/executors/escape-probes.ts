/**
 * What a command behind walls tries, to get out or to reach what is not its own: each a few lines of Python that really
 * attempt it.
 *
 * A body runs as a function in /workspace/attempt.py and returns what it achieved; returning nothing, or an error, is a
 * refusal.
 * `given` is the world outside (escape-world.ts); `libc`, `syscall` and `raw` are helpers of attempt.py.
 */
import type { Executor } from '../../../src/ports/executor.ts';

export interface EscapeProbe {
  /** What is tried, as a noun. */
  readonly name: string;
  /** Where it means something; everywhere if left out. */
  readonly only?: Executor['kind'];
  readonly attempt: string;
  /** What an earlier command did, in the same way. */
  readonly before?: string;
  /**
   * Does no harm where it succeeds: tried without walls too, where it has to succeed, so that it is known to be a real
   * attempt.
   */
  readonly harmless?: true;
  /** It may end by a signal instead of an answer. */
  readonly mayDie?: true;
  /** It has a command of its own, else only a process of its own: it looks for other processes, or leaves something. */
  readonly alone?: true;
}

export const escapeProbes: readonly EscapeProbe[] = [
  ...network(),
  ...files(),
  ...rights(),
  ...kernel(),
  ...processes(),
  ...runner(),
  ...traces(),
  ...limits(),
];

function network(): readonly EscapeProbe[] {
  const reach = (kind: string, family: string, address: string) => `
    s = socket.socket(socket.${family}, socket.SOCK_${kind}); s.settimeout(1)
    try: s.connect(${address})
    except TimeoutError: return 'a packet left'
    return 'connected'`;
  return [
    { name: 'TCP to a public address', attempt: reach('STREAM', 'AF_INET', "('192.0.2.1', 80)") },
    { name: 'UDP to a public address', attempt: reach('DGRAM', 'AF_INET', "('192.0.2.1', 53)") },
    { name: 'TCP to a public IPv6 address', attempt: reach('STREAM', 'AF_INET6', "('2001:db8::1', 80)") },
    { name: 'UDP to a public IPv6 address', attempt: reach('DGRAM', 'AF_INET6', "('2001:db8::1', 53)") },
    {
      name: 'TCP to the machine’s loopback',
      harmless: true,
      attempt: reach('STREAM', 'AF_INET', "('127.0.0.1', given['tcp'])"),
    },
    {
      name: 'TCP to the machine’s other addresses',
      attempt: `
    for address in given['addresses']:
      try: socket.create_connection((address, given['tcp']), 1); return address
      except ConnectionRefusedError: return address + ' answered'
      except OSError: pass`,
    },
    {
      name: 'the cloud’s metadata address',
      attempt: reach('STREAM', 'AF_INET', "('169.254.169.254', 80)"),
    },
    {
      name: 'an answer over UDP from the machine’s loopback',
      harmless: true,
      attempt: `
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(1)
    s.sendto(b'hello', ('127.0.0.1', given['udp']))
    return s.recv(100)`,
    },
    { name: 'a name through the resolver', attempt: `return socket.getaddrinfo('example.com', 80)` },
    {
      name: 'a DNS question without the resolver',
      attempt: `
    question = struct.pack('>6H', 1, 256, 1, 0, 0, 0) + b'\\7example\\3com\\0' + struct.pack('>2H', 1, 1)
    for server in ('8.8.8.8', '1.1.1.1', '127.0.0.53', '127.0.0.11'):
      s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(1)
      try: s.sendto(question, (server, 53)); return s.recv(500)
      except OSError: pass`,
    },
    {
      name: 'an abstract socket of the machine',
      harmless: true,
      attempt: `
    s = socket.socket(socket.AF_UNIX); s.connect(given['abstract'])
    return 'connected'`,
    },
    {
      name: 'the socket of a container engine',
      attempt: `
    for name in ('docker.sock', 'podman/podman.sock', 'containerd/containerd.sock', 'crio/crio.sock'):
      for folder in ('/run', '/var/run'):
        try: socket.socket(socket.AF_UNIX).connect(folder + '/' + name); return name
        except OSError: pass`,
    },
    {
      name: 'the machine’s message bus, journal, display and agents',
      attempt: `
    for path in ('/run/dbus/system_bus_socket', '/run/systemd/journal/socket', '/run/systemd/private', '/dev/log', '/tmp/.X11-unix/X0', '\\0/tmp/.X11-unix/X0', '/run/user/0/bus', '/run/user/1000/bus', '/run/user/1000/gnupg/S.gpg-agent'):
      for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        try: socket.socket(socket.AF_UNIX, kind).connect(path); return path
        except OSError: pass`,
    },
    {
      name: 'a raw socket',
      attempt: `return socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)`,
    },
    { name: 'a packet socket', attempt: `return socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0x0300)` },
    { name: 'a vsock to the machine around the machine', attempt: `return socket.socket(40, socket.SOCK_STREAM)` },
    { name: 'a socket into the kernel’s cryptography', attempt: `return socket.socket(38, socket.SOCK_SEQPACKET)` },
    {
      name: 'sockets of rare families',
      attempt: `
    for family in (4, 5, 9, 17, 21, 29, 30, 31, 36, 39, 41, 42, 43, 44):
      try: return family, socket.socket(family, socket.SOCK_DGRAM)
      except OSError: pass`,
    },
    {
      name: 'changing a network device',
      attempt: `
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    fcntl.ioctl(s, 0x8916, struct.pack('16sH2s4s8s', b'lo', 2, b'', socket.inet_aton('10.0.0.1'), b''))
    return 'an address was set'`,
    },
    {
      name: 'devices beside loopback',
      attempt: `return [n for _, n in socket.if_nameindex() if n != 'lo' and open('/sys/class/net/' + n + '/operstate').read() == 'up\\n'] or None`,
    },
  ];
}

function files(): readonly EscapeProbe[] {
  return [
    { name: 'a secret of Straylight', harmless: true, attempt: `return open(given['secret']).read()` },
    {
      name: 'the same over a link in the workspace',
      harmless: true,
      attempt: `
    os.symlink(given['secret'], 'link')
    try: return open('link').read()
    finally: os.unlink('link')`,
    },
    {
      name: 'the same above the workspace',
      harmless: true,
      attempt: `
    for above in ('..', '../..', '/proc/self/cwd/..', '/scripts/..'):
      path = os.path.join(above, os.path.basename(given['secret']))
      if os.path.exists(path): return open(path).read()`,
    },
    {
      name: 'the same through a process’s root',
      harmless: true,
      attempt: `
    for pid in filter(str.isdigit, os.listdir('/proc')):
      for way in ('root', 'cwd'):
        try: return open('/proc/' + pid + '/' + way + given['secret']).read()
        except OSError: pass
    for pid in filter(str.isdigit, os.listdir('/proc')):
      try: return open('/proc/' + pid + '/root' + given['secret']).read()
      except OSError: pass`,
    },
    {
      name: 'homes and the owner’s keys',
      attempt: `
    found = [path for path in ('/root', '/etc/shadow', '/etc/sudoers', '/etc/ssh', '/boot', '/var/lib/docker', '/etc/machine-id') if os.path.exists(path) and (not os.path.isdir(path) or os.listdir(path))]
    found += [home for home in os.listdir('/home') if home != 'agent'] if os.path.isdir('/home') else []
    return found or None`,
    },
    {
      name: 'writing where programs are',
      attempt: `
    for folder in ('/', '/usr', '/usr/bin', '/usr/lib', '/bin', '/sbin', '/lib', '/etc', '/opt', '/run', '/run/straylight', '/var', '/srv', '/home', '/dev', '/proc', '/sys'):
      try: open(folder + '/escaped', 'w'); return folder
      except OSError: pass`,
    },
    {
      name: 'changing a file of the system',
      attempt: `
    for path in ('/etc/passwd', '/etc/hosts', '/etc/ld.so.cache', '/usr/bin/env', '/run/straylight/runner.py', '/etc/nsswitch.conf'):
      try: open(path, 'r+'); return path
      except OSError: pass
      try: os.chmod(path, 0o777); return path
      except OSError: pass
      try: os.rename(path, path + '.old'); return path
      except OSError: pass`,
    },
    {
      name: 'writing beside the workspace on the machine',
      harmless: true,
      attempt: `open(given['outside'] + '/escaped', 'w'); return given['outside']`,
    },
    {
      name: 'a device node of one’s own',
      attempt: `
    for folder in ('/tmp', '/workspace', '/dev/shm'):
      try: os.mknod(folder + '/disk', 0o600 | stat.S_IFBLK, os.makedev(8, 0)); return folder
      except OSError: pass
      try: os.mknod(folder + '/mem', 0o600 | stat.S_IFCHR, os.makedev(1, 1)); return folder
      except OSError: pass`,
    },
    {
      name: 'disks and memory as devices',
      attempt: `
    for name in ('mem', 'kmem', 'port', 'kmsg', 'kvm', 'fuse', 'vda', 'sda', 'nvme0n1', 'loop0', 'dm-0', 'mapper/control', 'net/tun', 'vsock', 'vhost-vsock', 'uinput', 'input/event0', 'snapshot', 'hwrng', 'rtc0'):
      try: return name, os.open('/dev/' + name, os.O_RDONLY)
      except OSError: pass`,
    },
    {
      name: 'a file by its handle, past its path',
      attempt: `
    handle = bytearray(struct.pack('Ii', 128, 0) + bytes(128)); mount = ctypes.c_int()
    raw('name_to_handle_at', -100, b'/workspace', (ctypes.c_char * len(handle)).from_buffer(handle), ctypes.byref(mount), 0)
    folder = os.open('/workspace', os.O_RDONLY)
    return raw('open_by_handle_at', folder, (ctypes.c_char * len(handle)).from_buffer(handle), os.O_RDONLY)`,
    },
    { name: 'another root', attempt: `os.chroot('/tmp'); return 'chroot'` },
  ];
}

function rights(): readonly EscapeProbe[] {
  const namespaces = '(0x10000000, 0x20000, 0x20000000, 0x40000000, 0x4000000, 0x8000000, 0x2000000, 0x80)';
  return [
    {
      name: 'becoming root',
      attempt: `
    for call in (lambda: os.setuid(0), lambda: os.setresuid(0, 0, 0), lambda: os.setgid(0), lambda: os.setgroups([0])):
      try: call(); return os.getuid(), os.getgid()
      except OSError: pass`,
    },
    {
      name: 'a set-uid program',
      attempt: `
    for program in ('su', 'sudo', 'passwd', 'mount', 'newgrp', 'pkexec', 'fusermount3', 'unix_chkpwd'):
      path = shutil.which(program)
      if path and os.stat(path).st_mode & stat.S_ISUID and os.stat(path).st_uid == 0 and libc.prctl(39, 0, 0, 0, 0) == 0: return path`,
    },
    {
      name: 'taking back “no new privileges”',
      attempt: `return 'cleared' if libc.prctl(38, 0, 0, 0, 0) == 0 else None`,
    },
    {
      name: 'capabilities: held, raised, ambient',
      attempt: `
    head = struct.pack('Ii', 0x20080522, 0); full = struct.pack('6I', *[0xffffffff] * 6)
    if libc.capset(head, full) == 0: return 'capset'
    for number in range(41):
      if libc.prctl(23, number, 0, 0, 0) == 1: return 'in the bounding set: %d' % number
      if libc.prctl(47, 2, number, 0, 0) == 0: return 'ambient: %d' % number`,
    },
    {
      name: 'new namespaces by unshare',
      attempt: `
    for flag in ${namespaces}:
      if libc.unshare(flag) == 0: return hex(flag)`,
    },
    {
      name: 'new namespaces by clone',
      attempt: `
    for flag in ${namespaces}:
      if flag == 0x80: continue
      pid = syscall('clone', flag | 17, 0, 0, 0, 0)
      if pid == 0: os._exit(0)
      if pid > 0: os.waitpid(pid, 0); return hex(flag)`,
    },
    {
      name: 'a new namespace by clone3',
      attempt: `
    pid = syscall('clone3', struct.pack('8Q', 0x10000000, 0, 0, 0, 17, 0, 0, 0), 64)
    if pid == 0: os._exit(0)
    if pid > 0: os.waitpid(pid, 0); return pid`,
    },
    {
      name: 'the namespaces of another process',
      attempt: `
    for pid in filter(str.isdigit, os.listdir('/proc')):
      for kind in ('user', 'mnt', 'net', 'pid', 'ipc', 'uts'):
        try:
          fd = os.open('/proc/' + pid + '/ns/' + kind, os.O_RDONLY)
          if libc.setns(fd, 0) == 0: return pid, kind
        except OSError: pass`,
    },
    {
      name: 'mounting',
      attempt: `
    for kind in (b'tmpfs', b'proc', b'sysfs', b'overlay', b'cgroup2', b'mqueue'):
      if libc.mount(b'none', b'/tmp', kind, 0, None) == 0: return kind`,
    },
    {
      name: 'making what is read-only writable',
      attempt: `
    for path in (b'/', b'/usr', b'/proc', b'/etc/passwd', b'/dev', b'/sys'):
      if libc.mount(None, path, None, 32 | 4096, None) == 0: return path
      if libc.mount(None, path, None, 32, None) == 0: return path`,
    },
    {
      name: 'binding one folder over another',
      attempt: `return 'bound' if libc.mount(b'/tmp', b'/usr', None, 4096, None) == 0 else None`,
    },
    {
      name: 'taking a mount away',
      attempt: `
    for path in (b'/proc', b'/tmp', b'/workspace', b'/etc/passwd', b'/dev/shm'):
      if libc.umount2(path, 2) == 0: return path`,
    },
    {
      name: 'mounting by the new calls',
      attempt: `
    for name, *args in (('fsopen', b'tmpfs', 0), ('open_tree', -100, b'/', 1), ('fspick', -100, b'/', 0), ('mount_setattr', -100, b'/', 0, bytes(32), 32)):
      if syscall(name, *args) >= 0: return name`,
    },
    {
      name: 'another root by pivot_root',
      attempt: `return 'pivoted' if syscall('pivot_root', b'/tmp', b'/tmp') == 0 else None`,
    },
  ];
}

function kernel(): readonly EscapeProbe[] {
  return [
    {
      name: 'every system call on the list of denied ones',
      only: 'bubblewrap',
      attempt: `
    answers = {name: (syscall(name), ctypes.get_errno()) for name in given['denied']}
    return {name: answer for name, answer in answers.items() if answer != (-1, errno.EPERM)} or None`,
    },
    {
      name: 'keyrings',
      attempt: `
    for ring in (-1, -2, -3, -4, -5):
      if syscall('keyctl', 0, ring, 0) > 0: return 'ring', ring
    if syscall('add_key', b'user', b'escaped', b'x', 1, -3) > 0: return 'added'
    if syscall('request_key', b'user', b'escaped', None, -3) > 0: return 'requested'`,
    },
    {
      name: 'a program in the kernel',
      attempt: `return raw('bpf', 5, struct.pack('II4Q', 1, 2, 0, 0, 0, 0) + bytes(88), 128)`,
    },
    {
      name: 'the kernel’s counters',
      attempt: `return raw('perf_event_open', struct.pack('IIQ', 1, 112, 0) + bytes(96), 0, -1, -1, 0)`,
    },
    { name: 'page faults in one’s own hands', attempt: `return raw('userfaultfd', 0)` },
    { name: 'io_uring', attempt: `return raw('io_uring_setup', 4, (ctypes.c_char * 120)())` },
    { name: 'a kernel module', attempt: `return raw('init_module', b'x', 1, b'')` },
    { name: 'another kernel', attempt: `return raw('kexec_load', 0, 0, None, 0)` },
    { name: 'restarting the machine', attempt: `return raw('reboot', 0xfee1dead, 672274793, 0, None)` },
    { name: 'the machine’s clock', attempt: `time.clock_settime(time.CLOCK_REALTIME, time.time()); return 'set'` },
    {
      name: 'swap and accounting',
      attempt: `return 'done' if syscall('swapoff', b'/dev/zram0') == 0 or syscall('acct', None) == 0 else None`,
    },
    {
      name: 'the kernel’s log',
      attempt: `
    room = ctypes.create_string_buffer(4096)
    return room.value if libc.klogctl(3, room, 4096) > 0 else None`,
    },
    { name: 'the host’s name', attempt: `socket.sethostname('escaped'); return 'set'` },
    {
      name: 'where core files go',
      attempt: `
    with open('/proc/sys/kernel/core_pattern', 'w') as setting: setting.write('|/workspace/escaped')
    return 'written'`,
    },
    {
      name: 'any setting of the kernel',
      attempt: `
    for folder, _, names in os.walk('/proc/sys'):
      for name in names:
        try: os.close(os.open(os.path.join(folder, name), os.O_WRONLY)); return folder, name
        except OSError: pass`,
    },
    {
      name: 'doors of the kernel under /proc and /sys',
      attempt: `
    for path in ('/proc/sysrq-trigger', '/proc/kcore', '/proc/kpageflags', '/proc/mtrr', '/sys/kernel/uevent_helper', '/sys/kernel/debug', '/sys/fs/cgroup/release_agent', '/sys/power/state', '/sys/kernel/security', '/sys/firmware/efi/efivars', '/proc/acpi', '/proc/scsi'):
      try:
        if os.path.isdir(path):
          if os.listdir(path): return path
        else: os.close(os.open(path, os.O_WRONLY)); return path
      except OSError: pass`,
    },
    { name: 'ports of the processor', attempt: `return raw('iopl', 3) if os.uname().machine == 'x86_64' else None` },
    {
      name: 'another architecture’s system calls',
      attempt: `
    if os.uname().machine != 'x86_64': return None
    pid = os.fork()
    if pid == 0:
      # getpid as i386: mov eax, 20; int 0x80; ret
      page = mmap.mmap(-1, 4096, prot=7); page.write(b'\\xb8\\x14\\0\\0\\0\\xcd\\x80\\xc3')
      answer = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
      os._exit(42 if answer == os.getpid() else 0)
    return 'answered' if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 42 else None`,
      only: 'bubblewrap',
    },
    {
      name: 'typing into a terminal',
      attempt: `
    for path in ('/dev/tty', '/dev/console', '/dev/pts/0', '/dev/tty1'):
      try: fcntl.ioctl(os.open(path, os.O_RDWR), 0x5412, b'x'); return path
      except OSError: pass`,
    },
  ];
}

function processes(): readonly EscapeProbe[] {
  return [
    {
      name: 'Straylight as a process',
      harmless: true,
      attempt: `
    pid, start = given['straylight'].split()
    if open('/proc/' + pid + '/stat').read().rsplit(') ', 1)[1].split()[19] == start: return pid`,
    },
    {
      name: 'Straylight’s environment',
      harmless: true,
      attempt: `
    for pid in filter(str.isdigit, os.listdir('/proc')):
      try:
        if given['canary'].encode() in open('/proc/' + pid + '/environ', 'rb').read(): return pid
      except OSError: pass`,
    },
    {
      name: 'a signal to a process of the machine',
      attempt: `
    seen = [pid for pid in os.listdir('/proc') if pid.isdigit() and int(pid) not in (1, os.getpid())]
    for pid in range(1, 200000, 1):
      if str(pid) in seen or pid in (1, os.getpid()): continue
      try: os.kill(pid, 0); return pid
      except OSError: pass`,
    },
    { name: 'a signal to everybody', alone: true, attempt: `os.kill(-1, 0); return 'somebody is there'` },
    {
      name: 'more processes than its own',
      alone: true,
      attempt: `
    seen = [pid for pid in os.listdir('/proc') if pid.isdigit()]
    return seen if len(seen) > 3 else None`,
    },
    {
      name: 'shared memory of the machine',
      attempt: `
    for kind in ('shm', 'sem', 'msg'):
      if len(open('/proc/sysvipc/' + kind).readlines()) > 1: return kind`,
    },
    { name: 'priority over others', attempt: `os.setpriority(os.PRIO_PROCESS, 0, -5); return 'raised'` },
    { name: 'real time', attempt: `os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)); return 'raised'` },
  ];
}

function runner(): readonly EscapeProbe[] {
  return [
    {
      name: 'a descriptor that was left open',
      attempt: `
    found = []
    for fd in range(3, 1024):
      try: os.fstat(fd); found.append(fd)
      except OSError: pass
    return found or None`,
    },
    {
      name: 'speaking on the runner’s output',
      attempt: `
    for fd in range(64):
      try:
        with open('/proc/1/fd/%d' % fd, 'wb', 0) as pipe: pipe.write(b'X' + struct.pack('>IiB', 5, 0, 0)); return fd
      except OSError: pass`,
    },
    { name: 'the runner’s descriptors', attempt: `return [os.readlink('/proc/1/fd/%d' % fd) for fd in range(3)]` },
    {
      name: 'the runner’s memory, environment, maps and root',
      attempt: `
    for name in ('mem', 'environ', 'maps', 'smaps', 'auxv', 'stack', 'syscall', 'io', 'mountinfo'):
      if name == 'mountinfo': continue
      try:
        data = open('/proc/1/' + name, 'rb').read(16)
        if data: return name, data
      except OSError: pass
    return os.readlink('/proc/1/root')`,
    },
    { name: 'writing into the runner’s memory', attempt: `os.open('/proc/1/mem', os.O_RDWR); return 'opened'` },
    {
      name: 'tracing the runner',
      attempt: `
    for request in (16, 0x4206):
      libc.ptrace.argtypes = [ctypes.c_long] * 4
      if libc.ptrace(request, 1, 0, 0) == 0: return request`,
    },
    {
      name: 'the runner’s memory by system call',
      attempt: `
    room = ctypes.create_string_buffer(16); here = struct.pack('PN', ctypes.addressof(room), 16); there = struct.pack('PN', 0x400000, 16)
    if syscall('process_vm_readv', 1, here, 1, there, 1, 0) > 0: return 'read'
    if ctypes.get_errno() == errno.EFAULT: return 'it was allowed to look'`,
    },
    {
      name: 'a copy of the runner’s output',
      attempt: `
    fd = syscall('pidfd_open', 1, 0)
    if fd < 0: return None
    copy = syscall('pidfd_getfd', fd, 1, 0)
    return copy if copy >= 0 else None`,
    },
    {
      name: 'ending the runner, by any signal',
      attempt: `
    for number in range(1, 65):
      try: os.kill(1, number)
      except OSError: pass
    time.sleep(0.05)
    os.kill(1, 0)`,
    },
    {
      name: 'becoming the runner’s parent or group',
      alone: true,
      attempt: `
    try: os.setpgid(1, 0); return 'group'
    except OSError: pass
    return 'reaper' if libc.prctl(36, 1, 0, 0, 0) == 0 and os.getppid() != 1 else None`,
    },
    {
      name: 'another command’s words in the memory a Python program is born with',
      alone: true,
      before: `return given['word'] and None`,
      // The second half of the word is known here only by its hash, so that it cannot be found because it was looked
      // for.
      attempt: `
    for line in open('/proc/self/maps'):
      span, mode = line.split()[:2]
      if mode[0] != 'r': continue
      start, end = (int(word, 16) for word in span.split('-'))
      try:
        with open('/proc/self/mem', 'rb', 0) as memory: memory.seek(start); data = memory.read(end - start)
      except (OSError, OverflowError): continue
      at = data.find(given['half'].encode())
      while at >= 0:
        if hashlib.sha256(data[at:at + 24]).hexdigest() == given['hash']: return line
        at = data.find(given['half'].encode(), at + 1)`,
    },
  ];
}

function traces(): readonly EscapeProbe[] {
  return [
    {
      name: 'what an earlier command left in /tmp, /dev/shm and its home',
      before: `
    for folder in ('/tmp', '/dev/shm'):
      os.makedirs(folder + '/a/b', exist_ok=True); open(folder + '/a/b/left', 'w').write('left'); os.symlink('/usr', folder + '/a/link')`,
      attempt: `return os.listdir('/tmp') + os.listdir('/dev/shm') or None`,
    },
    {
      name: 'an earlier command’s shared memory',
      before: `libc.shmget(77, 4096, 0o1666); libc.semget(77, 1, 0o1666); libc.msgget(77, 0o1666)`,
      attempt: `
    if libc.shmget(77, 0, 0) >= 0: return 'shared memory'
    if libc.semget(77, 0, 0) >= 0: return 'semaphores'
    if libc.msgget(77, 0) >= 0: return 'messages'`,
    },
    {
      name: 'an earlier command’s message queue',
      before: `
    rt = ctypes.CDLL('librt.so.1'); rt.mq_open(b'/left', 0o102, 0o600, None)`,
      attempt: `
    rt = ctypes.CDLL('librt.so.1')
    return 'opened' if rt.mq_open(b'/left', 0) >= 0 else None`,
    },
    {
      name: 'a process that stays behind by leaving session, group and parent',
      alone: true,
      before: `
    for _ in range(3):
      if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
          for fd in range(3): os.close(fd)
          signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
          time.sleep(600)
        os._exit(0)`,
      attempt: `
    seen = [pid for pid in os.listdir('/proc') if pid.isdigit() and int(pid) not in (1, os.getpid())]
    return seen or None`,
    },
    {
      name: 'an earlier command’s abstract socket',
      before: `
    if os.fork() == 0:
      os.setsid(); s = socket.socket(socket.AF_UNIX); s.bind('\\0left'); s.listen(); time.sleep(600)
    time.sleep(0.02)`,
      attempt: `socket.socket(socket.AF_UNIX).connect('\\0left'); return 'connected'`,
    },
    {
      name: 'limits and priorities lowered for the next command',
      before: `
    resource.prlimit(1, resource.RLIMIT_NOFILE, (64, 64)); resource.prlimit(1, resource.RLIMIT_CORE, (0, 0)); os.setpriority(os.PRIO_PROCESS, 1, 15)`,
      attempt: `
    if os.getpriority(os.PRIO_PROCESS, 0) != 0: return 'priority'
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] <= 64: return 'files'`,
    },
  ];
}

function limits(): readonly EscapeProbe[] {
  return [
    {
      name: 'processes without end',
      mayDie: true,
      attempt: `
    for count in range(20000):
      try:
        if os.fork() == 0: time.sleep(60); os._exit(0)
      except OSError: return None
    return count`,
    },
    { name: 'memory without end', mayDie: true, attempt: `return len(bytearray(given['memory'] * 2))` },
    {
      name: 'memory without end, in pieces',
      mayDie: true,
      attempt: `
    pieces = []
    while len(pieces) * 2 ** 24 < given['memory'] * 2: pieces.append(bytearray(2 ** 24))
    return len(pieces)`,
    },
    {
      name: 'a full disk by one file',
      mayDie: true,
      attempt: `
    with open('/workspace/big', 'wb') as file:
      try:
        for _ in range(given['file'] * 2 // 2 ** 20): file.write(bytes(2 ** 20)); file.flush()
        return os.path.getsize('/workspace/big')
      finally: os.unlink('/workspace/big')`,
    },
    {
      name: 'full memory by files in /tmp, /dev/shm and the home',
      alone: true,
      only: 'bubblewrap',
      attempt: `
    for folder in ('/tmp', '/dev/shm', os.environ['HOME']):
      written = 0
      try:
        for count in range(2000):
          with open('%s/%d' % (folder, count), 'wb', 0) as file: written += file.write(bytes(2 ** 20))
      except OSError: pass
      if written > 600 * 2 ** 20: return folder, written`,
    },
    {
      name: 'raising its own limits',
      attempt: `
    for name in ('CORE', 'DATA', 'FSIZE', 'CPU'):
      number = getattr(resource, 'RLIMIT_' + name); hard = resource.getrlimit(number)[1]
      if hard == resource.RLIM_INFINITY: return name + ' has no limit'
      try: resource.setrlimit(number, (hard + 1, hard + 1)); return name
      except (OSError, ValueError): pass`,
    },
  ];
}
