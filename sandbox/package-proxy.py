"""The package proxy as the sandbox sees it: a port of its own loopback that leads to the socket of Straylight's proxy.

Programs like pip know a proxy by host and port, not by a socket. This hands bytes on and understands none of them: what may
pass is decided at the other end of the socket (src/adapters/packages/package-proxy.ts). Nobody outside the sandbox sees the port.

The warm runner (runner.py) holds the port and lets this in when somebody knocks, so that a command that installs nothing
pays nothing. Without a runner: python3 -I package-proxy.py COMMAND... runs the command beside a proxy that ends with it.
"""
import ctypes
import os
import signal
import socket
import sys
import threading

SOCKET = '/run/packages/proxy.sock'
LIBRARY = '/packages'
PORT = 3128
PR_SET_PDEATHSIG = 1


def environment():
    """What every command finds in its environment. The proxy is pip's own setting: other programs do not even try."""
    settings = {
        'PIP_PROXY': f'http://127.0.0.1:{PORT}',
        'PIP_DISABLE_PIP_VERSION_CHECK': '1',
        'PIP_NO_INPUT': '1',
        # Debian's pip refuses --user without it, to protect a system that cannot be written here.
        'PIP_BREAK_SYSTEM_PACKAGES': '1',
    }
    if os.path.isdir(LIBRARY):
        # Where --user puts packages, and where every Python looks for them.
        settings['PYTHONUSERBASE'] = LIBRARY
        settings['PATH'] = f'{os.environ["PATH"]}:{LIBRARY}/bin'
    return settings


def listen():
    """The port, open. Nothing that is executed inherits it."""
    return socket.create_server(('127.0.0.1', PORT), backlog=16)


def let_in(listener):
    """Serves whoever knocks, from a process of its own."""
    if os.fork() == 0:
        be_proxy(listener)


def be_proxy(listener):
    """From a copy of whoever called to a process that has nothing of it but the port."""
    try:
        signal.set_wakeup_fd(-1)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(nowhere, fd)
        os.closerange(3, listener.fileno())
        os.closerange(listener.fileno() + 1, 256)
        serve(listener)
    finally:
        os._exit(1)


def turn_away(listener):
    """Whoever is still at the port when a command has ended: the next one must not meet them."""
    listener.setblocking(False)
    try:
        while True:
            listener.accept()[0].close()
    except BlockingIOError:
        listener.setblocking(True)


def serve(listener):
    """Joins every caller with the socket, for ever."""
    while True:
        caller, _ = listener.accept()
        threading.Thread(target=join, args=(caller,), daemon=True).start()


def join(caller):
    with caller, socket.socket(socket.AF_UNIX) as proxy:
        try:
            proxy.connect(SOCKET)
        except OSError:
            return
        back = threading.Thread(target=pump, args=(proxy, caller), daemon=True)
        back.start()
        pump(caller, proxy)
        back.join()


def pump(source, sink):
    """Until the source ends; a break at either end breaks both."""
    try:
        while piece := source.recv(64 * 1024):
            sink.sendall(piece)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def main(command):
    if not command:
        sys.exit('usage: python3 -I package-proxy.py COMMAND...')
    listener = listen()
    parent = os.getpid()
    if os.fork() == 0:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == parent:
            be_proxy(listener)
        os._exit(0)
    os.environ.update(environment())
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f'package-proxy: {command[0]}: {error.strerror}')


if __name__ == '__main__':
    main(sys.argv[1:])
