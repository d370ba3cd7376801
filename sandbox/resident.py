"""The first process of a container in which a program lives on: starts it, hands it what comes, and ends with it.

The first line of standard input is JSON: the program with its arguments, its variables and its limits. So no variable
stands in the description of the container, nor on a command line. All that follows is the program's own standard input;
its output and errors are the container's. When standard input ends, the program has a moment to end by itself: whoever
held the other end has let go of it, or is gone. With the program, all that it started ends.

usage: python3 -I resident.py
"""
import json
import os
import resource
import signal
import sys
import threading

GRACE_SECONDS = 2
LONGEST = 4 * 2**20


def first_line():
    """Byte by byte: what stands behind it is not ours."""
    line = bytearray()
    while len(line) < LONGEST:
        byte = os.read(0, 1)
        if byte == b'':
            sys.exit('resident: nothing was asked for')
        if byte == b'\n':
            return json.loads(line)
        line += byte
    sys.exit('resident: what was asked for is too long')


def begin(asked, inlet):
    """In the child: becomes the program."""
    os.dup2(inlet, 0)
    os.closerange(3, 256)
    os.setsid()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for name, (soft, hard) in asked['limits'].items():
        kind = getattr(resource, 'RLIMIT_' + name)
        most = resource.getrlimit(kind)[1]
        held = [value if most == resource.RLIM_INFINITY else min(value, most) for value in (soft, hard)]
        resource.setrlimit(kind, held)
    if asked['umask'] is not None:
        os.umask(asked['umask'])
    argv = asked['argv']
    try:
        os.execvpe(argv[0], argv, {**os.environ, **asked['env']})
    except OSError as error:
        os.write(2, f'{argv[0]}: {error.strerror}\n'.encode())
    os._exit(127)


def hand_on(outlet, child):
    """What comes for the program, until nothing more can come; then it is to end."""
    try:
        while piece := os.read(0, 65536):
            while piece:
                piece = piece[os.write(outlet, piece) :]
    except BrokenPipeError:
        while os.read(0, 65536):
            pass
    except OSError:
        pass
    try:
        os.close(outlet)
    except OSError:
        pass
    signal.pthread_kill(threading.main_thread().ident, signal.SIGTERM)


def end(child):
    """TERM to its group, then KILL."""

    def now(*_):
        # the first process of a namespace: this is everybody but us
        os.kill(-1, signal.SIGKILL)

    signal.signal(signal.SIGALRM, now)
    signal.alarm(GRACE_SECONDS)
    try:
        os.killpg(child, signal.SIGTERM)
    except ProcessLookupError:
        pass


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    asked = first_line()
    inlet, outlet = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(outlet)
        begin(asked, inlet)
    os.close(inlet)
    signal.signal(signal.SIGTERM, lambda *_: end(child))
    threading.Thread(target=hand_on, args=(outlet, child), daemon=True).start()
    while True:
        ended, status = os.wait()
        if ended == child:
            break
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        pass
    os._exit(os.waitstatus_to_exitcode(status) % 256)


if __name__ == '__main__':
    main()
