"""The warm runner: the first process of a sandbox, which runs one command after another and buries each whole.

usage: python3 -I runner.py SCRATCH...       (PID 1 of a namespace of its own; SCRATCH: folders emptied after each command)

It speaks frames over its own standard input and output: one byte that says what it is, the length of the rest (four
bytes, big-endian), the rest.

    to it    R  run: lifetime in ms, most processes, length of the job (four bytes each), the job as JSON, then standard input
             T  TERM to the command's process group          K  KILL to everything
    from it  H  hello, once; then for each R:   B begun, O and E pieces of stdout and stderr,
             A  alive: it has used its processor (said once a second at most)
             X  ended: wait status (four bytes) and what ended it (0 itself, 1 its lifetime, 2 too many processes),
             C  clean: nothing of the command is left, and the next may come

The job: {"argv": [...], "cwd": "...", "limits": {"DATA": [soft, hard], ...}, "env": {"NAME": "value", ...}}, limits by their names as
in RLIMIT_*, variables (which may be left out) for this command alone.

What it promises, and how:
- No command reaches this process. It cannot be traced, and its memory and descriptors cannot be opened (PR_SET_DUMPABLE 0);
  as PID 1 it is deaf to every signal from inside; no child inherits one of its descriptors. So nobody else speaks on its output.
- A command sees nothing of another. This process never looks at what it passes on: job and standard input go through one
  buffer into files without a name, output goes through the same buffer, and the buffer is wiped. A child forked from here
  finds nothing in its memory but its own job, which it reads itself.
- A command changes nothing for the next. What it could lower of this process (limits, priorities) is looked at after each.
- Nothing outlives its command. kill(-1) from PID 1 reaches every other process of the namespace at once, even one that is
  just being born; then all are reaped, and scratch folders and System V objects are removed. What cannot be removed ends the
  sandbox: this process exits, and the kernel takes the rest.
- Nothing outlives Straylight: when standard input ends, this process exits.

A Python program (argv: python3 FILE.py …) is not started but forked from here, with the interpreter already warm. It runs as
`python3 FILE.py` would, but for sys.flags and the modules already imported.
"""
import ctypes
import errno
import gc
import io
import json
import os
import resource
import select
import shutil
import signal
import site
import struct
import sys
import time
import types

# For the programs: what small tools import most.
import base64, collections, csv, datetime, functools, hashlib, itertools, math, pathlib, random, re, statistics, string, textwrap, urllib.parse  # noqa: E401, F401, I001

FRAME = struct.Struct('>cI')
TICK_MS = 100
ALIVE_S = 1
PROXY = '/run/straylight/package-proxy.py'
ITSELF, LIFETIME, PROCESSES = 0, 1, 2
libc = ctypes.CDLL(None, use_errno=True)
buffer = bytearray(64 * 1024)
view = memoryview(buffer)


def main():
    """Serves for ever; returns only in the child of a command, with that command's job."""
    if os.getpid() != 1 or os.getppid() != 0:
        sys.exit('runner: it has to be the first process of a namespace of its own, because it ends all others')
    if any(system_v_objects()):
        sys.exit('runner: it needs an IPC namespace of its own, because it empties it')
    for folder in sys.argv[1:]:
        if os.listdir(folder):
            sys.exit(f'runner: {folder} is not empty, so it is not the sandbox’s own, and it will not be emptied')
    set_dumpable(0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    woken, wake = os.pipe()
    for fd in (woken, wake):
        os.set_blocking(fd, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    proxy = package_proxy()
    gc.collect()
    gc.freeze()
    standing = own_standing()
    send(b'H', b'straylight runner 2')
    while True:
        kind, length = receive()
        if kind == b'R':
            job = run(length, woken, standing, proxy)
            if job is not None:
                return job
        elif kind not in (b'T', b'K') or length:
            quit_sandbox('a frame that is none')


def package_proxy():
    """The port of the package proxy (package-proxy.py), in a sandbox that has one."""
    if not os.path.exists(PROXY):
        return None
    proxy = types.ModuleType('package_proxy')
    with open(PROXY, 'rb') as file:
        exec(compile(file.read(), PROXY, 'exec'), proxy.__dict__)
    os.environ.update(proxy.environment())
    # Found out at the start, from an environment without it: to be found out anew.
    site.USER_BASE = site.USER_SITE = None
    proxy.listener = proxy.listen()
    return proxy


def run(length, woken, standing, proxy):
    """One command from its start to its burial. In the child: its job."""
    lifetime_ms, most, job_length = struct.unpack('>III', read_exactly(12))
    job = kept_as_file('job', job_length)
    stdin = kept_as_file('stdin', length - 12 - job_length)
    outputs = {}
    ends = []
    for kind in (b'O', b'E'):
        reader, writer = os.pipe()
        os.set_blocking(reader, False)
        outputs[reader] = kind
        ends.append(writer)
    send(b'B')
    pid = os.fork()
    if pid == 0:
        return take_over(job, stdin, *ends)
    for fd in (job, stdin, *ends):
        os.close(fd)
    status, why = supervise(pid, outputs, woken, time.monotonic() + lifetime_ms / 1000, most, proxy)
    bury()
    if proxy:
        proxy.turn_away(proxy.listener)
    for fd, kind in outputs.items():
        while relay(fd, kind):
            pass
        os.close(fd)
    buffer[:] = bytes(len(buffer))
    send(b'X', struct.pack('>iB', status, why))
    for folder in sys.argv[1:]:
        empty(folder)
    remove_system_v_objects()
    if own_standing() != standing:
        quit_sandbox('a command changed how this process is treated')
    send(b'C')
    return None


def supervise(pid, outputs, woken, deadline, most, proxy):
    """Passes on output and orders until the command itself has ended; answers its wait status and what ended it."""
    poll = select.poll()
    for fd in (0, woken, *outputs):
        poll.register(fd, select.POLLIN)
    if proxy:
        poll.register(proxy.listener, select.POLLIN)
    why = ITSELF
    next_look = next_life = 0
    used = None
    while True:
        for fd, _ in poll.poll(TICK_MS):
            if fd == 0:
                kind, length = receive()
                if length or kind not in (b'T', b'K'):
                    quit_sandbox('a frame that is none, or not now')
                kill_all() if kind == b'K' else ask_to_end(pid)
            elif fd == woken:
                os.read(woken, 512)
            elif proxy and fd == proxy.listener.fileno():
                # Once a command: it serves whoever else knocks, and is buried with the command.
                poll.unregister(fd)
                proxy.let_in(proxy.listener)
            elif not relay(fd, outputs[fd]):
                poll.unregister(fd)
        for ended, status in reaped():
            if ended == pid:
                return status, why
        now = time.monotonic()
        if now >= next_look:
            next_look = now + TICK_MS / 1000
            over = LIFETIME if now > deadline else PROCESSES if processes() > most else ITSELF
            if over:
                why = why or over
                kill_all()
        if now >= next_life:
            next_life = now + ALIVE_S
            before, used = used, processor_time()
            if before is not None and before != used:
                send(b'A')


# ── frames ──


def receive():
    return FRAME.unpack(read_exactly(FRAME.size))


def read_exactly(count):
    data = b''
    while len(data) < count:
        piece = os.read(0, count - len(data))
        if not piece:
            quit_sandbox('')
        data += piece
    return data


def send(kind, payload=b''):
    write_all(1, memoryview(FRAME.pack(kind, len(payload)) + payload))


def write_all(fd, data):
    try:
        while data:
            data = data[os.write(fd, data) :]
    except OSError:
        quit_sandbox('')


def relay(fd, kind):
    """One piece of output, through the buffer; False when there is none now, or never will be."""
    try:
        count = os.readv(fd, [view])
    except BlockingIOError:
        return False
    if count:
        write_all(1, memoryview(FRAME.pack(kind, count)))
        write_all(1, view[:count])
    return count > 0


def kept_as_file(name, length):
    """The next bytes of our input as a file without a name; unlike a pipe it can be opened again, as /dev/stdin."""
    fd = os.memfd_create(name)
    while length:
        count = os.readv(0, [view[: min(length, len(view))]])
        if not count:
            quit_sandbox('')
        write_all(fd, view[:count])
        length -= count
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


# ── ends ──


def ask_to_end(pid):
    """TERM to the group, or to the child alone where it has none yet."""
    for call in (os.killpg, os.kill):
        try:
            return call(pid, signal.SIGTERM)
        except ProcessLookupError:
            pass


def kill_all():
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        pass


def reaped():
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        yield pid, status


def bury():
    """Every other process killed and gone."""
    kill_all()
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def processes():
    return sum(name.isdigit() for name in os.listdir('/proc')) - 1


def processor_time():
    """Ticks the command's processes have had, those that have ended included. A command that only waits leaves it as it is."""
    ours = os.times()
    total = round((ours.children_user + ours.children_system) * 100)
    for name in os.listdir('/proc'):
        if name.isdigit() and name != '1':
            try:
                with open(f'/proc/{name}/stat', 'rb') as file:
                    total += sum(map(int, file.read().rpartition(b')')[2].split()[11:15]))
            except (OSError, ValueError):
                pass
    return total


def empty(folder):
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path)
                else:
                    os.unlink(entry.path)
    except (OSError, RecursionError) as error:
        quit_sandbox(f'{folder} could not be emptied: {error}')


def system_v_objects():
    """(the call that removes it, id) of each shared memory, semaphore set and message queue."""
    for kind in ('shm', 'sem', 'msg'):
        try:
            with open(f'/proc/sysvipc/{kind}') as table:
                for line in table.readlines()[1:]:
                    yield f'{kind}ctl', int(line.split()[1])
        except FileNotFoundError:
            pass


def remove_system_v_objects():
    for call, number in system_v_objects():
        done = libc.semctl(number, 0, 0) if call == 'semctl' else getattr(libc, call)(number, 0, None)
        if done != 0:
            quit_sandbox(f'{call} {number}: {os.strerror(ctypes.get_errno())}')


def own_standing():
    """Limits, priorities and processors of this process: a process of the same user may lower them, and every child would inherit that."""
    limits = [resource.prlimit(0, number) for number in range(16)]
    priority = os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0), os.sched_getparam(0).sched_priority
    get_io_priority = {'x86_64': 252, 'aarch64': 31}.get(os.uname().machine)
    io_priority = libc.syscall(get_io_priority, 1, 0) if get_io_priority else None
    return limits, priority, io_priority, os.sched_getaffinity(0)


def quit_sandbox(why):
    """PID 1 ends, and with it, by the kernel's hand, everything in the sandbox."""
    if why:
        os.write(2, f'runner: {why}\n'.encode())
    os._exit(3 if why else 0)


# ── in the child ──


def set_dumpable(value):
    if libc.prctl(4, value, 0, 0, 0) != 0:
        quit_sandbox(f'PR_SET_DUMPABLE: {os.strerror(ctypes.get_errno())}')


def take_over(job, stdin, stdout, stderr):
    """From a copy of the runner to a process of its own; answers its job."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for fd, ours in enumerate((stdin, stdout, stderr)):
        os.dup2(ours, fd)
    with os.fdopen(job, 'rb') as file:
        work = json.load(file)
    os.closerange(3, 256)
    set_dumpable(1)
    os.setsid()
    try:
        # Where memory runs out, the command goes first. A sandbox may not let it say so.
        with open('/proc/self/oom_score_adj', 'w') as score:
            score.write('1000')
    except OSError:
        pass
    for name, wanted in work['limits'].items():
        number = getattr(resource, f'RLIMIT_{name}')
        most = resource.getrlimit(number)[1]
        # A limit that is lower already stays.
        allowed = [value if most == resource.RLIM_INFINITY else min(value, most) for value in wanted]
        resource.setrlimit(number, tuple(allowed))
    os.chdir(work['cwd'])
    os.environ.update(work.pop('env', {}))
    return work


def become(argv):
    """This process as the program."""
    if os.path.basename(argv[0]) in ('python3', 'python') and argv[1:] and is_script(argv[1]):
        become_script(argv)
        return
    for name in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(name, signal.SIG_DFL)
    try:
        os.execvp(argv[0], argv)
    except OSError as error:
        os.write(2, f'{argv[0]}: {os.strerror(error.errno)}\n'.encode())
        os._exit(127 if error.errno == errno.ENOENT else 126)


def is_script(word):
    return not word.startswith('-') and word.endswith('.py') and os.path.isfile(word)


def become_script(argv):
    """What `python3 FILE.py` does between its start and the first line; the interpreter's own end follows."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    path = os.path.abspath(argv[1])
    sys.argv = argv[1:]
    sys.orig_argv = argv
    sys.path.insert(0, os.path.dirname(os.path.realpath(path)))
    # -I left it out for the runner, whose modules no command may choose.
    if os.path.isdir(site.getusersitepackages()):
        site.addsitedir(site.getusersitepackages())
    sys.stdin = sys.__stdin__ = stream(0, 'r')
    sys.stdout = sys.__stdout__ = stream(1, 'w')
    sys.stderr = sys.__stderr__ = stream(2, 'w')
    main_module = types.ModuleType('__main__')
    main_module.__dict__.update(__file__=path, __builtins__=__builtins__, __cached__=None, __loader__=type(__loader__)('__main__', path))
    if '__annotations__' in globals():
        main_module.__annotations__ = {}
    sys.modules['__main__'] = main_module
    try:
        with open(path, 'rb') as file:
            source = file.read()
        exec(compile(source, path, 'exec', dont_inherit=True), main_module.__dict__)
    except SystemExit:
        raise
    except BaseException as error:
        # Without the line of ours at its top.
        trace = error.__traceback__ and error.__traceback__.tb_next
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        if isinstance(error, KeyboardInterrupt):
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGINT)
        sys.exit(1)


def stream(fd, mode):
    """A standard stream as a fresh interpreter has it; the runner's own has already looked at its descriptor."""
    errors = 'backslashreplace' if fd == 2 else 'surrogateescape'
    raw = open(fd, f'{mode}b', -1, closefd=False)
    return io.TextIOWrapper(raw, 'utf-8', errors, line_buffering=fd == 2)


if __name__ == '__main__':
    become(main()['argv'])
