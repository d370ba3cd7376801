"""Asks the way to package registries, from within a container, for everything else; prints what comes of each.

usage: python3 package-probes.py
"""
import glob
import os
import socket
import stat
import urllib.parse

proxy = urllib.parse.urlparse(os.environ['PIP_PROXY'])
places = [
    '169.254.169.254:80', '169.254.169.254:443', '127.0.0.1:443', 'localhost:443', '[::1]:443', '172.17.0.1:443',
    'host.docker.internal:443', 'evil.com:443', 'pypi.org:80', 'pypi.org:22', 'pypi.org.evil.com:443',
    'pypi.org@evil.com:443', 'inside.org:443', '2130706433:443', '[::ffff:169.254.169.254]:443',
]


def ask(head):
    with socket.create_connection((proxy.hostname, proxy.port), 5) as there:
        there.settimeout(5)
        there.sendall(head.encode())
        try:
            return there.recv(200).decode('latin-1').split('\r\n')[0]
        except OSError as error:
            return type(error).__name__


for place in places:
    for head in (
        f'CONNECT {place} HTTP/1.1\r\nHost: pypi.org:443\r\n\r\n',
        f'GET http://{place}/latest/meta-data/ HTTP/1.1\r\nHost: pypi.org\r\n\r\n',
        f'CONNECT {place} HTTP/1.1\r\nHost: {place}\r\nContent-Length: 30\r\n\r\nCONNECT pypi.org:443 HTTP/1.1\r\n\r\n',
    ):
        print('asked', ask(head) or 'closed')

# a tunnel to a listed host that names another one within TLS, or speaks no TLS
for inside in (b'GET / HTTP/1.1\r\nHost: evil.com\r\n\r\n', b'\x16\x03\x01\x00\x05hello', b'\x00' * 64):
    with socket.create_connection((proxy.hostname, proxy.port), 5) as there:
        there.settimeout(5)
        there.sendall(b'CONNECT pypi.org:443 HTTP/1.1\r\nHost: pypi.org:443\r\n\r\n')
        first = there.recv(200)
        try:
            there.sendall(inside)
            rest = there.recv(200)
        except OSError:
            rest = b''
        print('tunnel', rest.decode('latin-1').split('\r\n')[0] or 'closed')

# the socket itself: neither taken away nor put in another's place
for path in glob.glob('/run/**', recursive=True):
    try:
        if not stat.S_ISSOCK(os.lstat(path).st_mode):
            continue
        for act in (lambda: os.unlink(path), lambda: os.rename(path, path + '.old'), lambda: os.symlink('/etc', path + '.new')):
            try:
                act()
                print('socket changed')
            except OSError as error:
                print('socket', error.strerror)
    except OSError:
        pass
