/** The modules that come with Python. */

/** They load and start nothing but each other. */
const plain =
  '__future__ abc argparse array ast base64 binascii bisect bz2 calendar cmath collections colorsys concurrent configparser contextlib contextvars copy copyreg crypt csv dataclasses datetime dbm decimal difflib email enum errno fcntl filecmp fnmatch fractions functools gc getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html io ipaddress itertools json keyword linecache locale lzma mailbox math mimetypes mmap netrc numbers operator os pathlib platform plistlib posixpath pprint pwd queue quopri random re readline reprlib resource sched secrets select selectors shlex shutil signal socket sqlite3 ssl stat statistics string stringprep struct sys syslog tarfile tempfile termios textwrap threading time token tokenize tomllib traceback types typing unicodedata urllib uuid warnings wave weakref zipfile zlib zoneinfo';

/** They can run what a file or a text holds, or start a program. */
const others =
  '_abc _aix_support _ast _asyncio _bisect _blake2 _bootsubprocess _bz2 _codecs _collections _collections_abc _compat_pickle _compression _contextvars _csv _ctypes _curses _datetime _dbm _decimal _elementtree _frozen_importlib _functools _gdbm _hashlib _heapq _imp _io _json _locale _lsprof _lzma _markupbase _md5 _multibytecodec _multiprocessing _opcode _operator _osx_support _pickle _posixshmem _posixsubprocess _py_abc _pydatetime _pydecimal _pyio _pylong _queue _random _sha1 _sha2 _sha256 _sha3 _sha512 _signal _sitebuiltins _socket _sqlite3 _sre _ssl _stat _statistics _string _strptime _struct _symtable _thread _threading_local _tkinter _tokenize _tracemalloc _typing _uuid _warnings _weakref _weakrefset _zoneinfo aifc annotationlib antigravity asynchat asyncio asyncore atexit audioop bdb builtins cProfile cgi cgitb chunk cmd code codecs codeop compileall compression curses ctypes dis distutils doctest encodings ensurepip faulthandler fileinput ftplib genericpath http idlelib imaplib imghdr imp importlib inspect lib2to3 logging marshal modulefinder multiprocessing nis nntplib nturl2path ntpath opcode optparse ossaudiodev pathlib pdb pickle pickletools pipes pkgutil poplib posix profile pstats pty py_compile pyclbr pydoc pydoc_data pyexpat rlcompleter runpy shelve site smtpd smtplib sndhdr socketserver spwd sre_compile sre_constants sre_parse subprocess sunau symtable sysconfig tabnanny telnetlib timeit tkinter trace tracemalloc tty turtle turtledemo unittest uu venv webbrowser wsgiref xdrlib xml xmlrpc zipapp zipimport';

/** Of the second list, those that are as harmless as the first unless a word of them says otherwise. */
const alsoPlain =
  'asyncio atexit codecs fileinput http inspect logging optparse smtplib ftplib imaplib poplib tracemalloc xml faulthandler dis';

const plainNames: ReadonlySet<string> = new Set(`${plain} ${alsoPlain}`.split(' '));
const allNames: ReadonlySet<string> = new Set(`${plain} ${others}`.split(' '));

/** Comes with Python, and loads or starts nothing that its user does not name. */
export function isPlainModule(name: string): boolean {
  return plainNames.has(name);
}

/** Comes with Python. */
export function isOwnModule(name: string): boolean {
  return allNames.has(name);
}
