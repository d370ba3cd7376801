/**
 * Runs programs under a real bash, in a sandbox without network, and says what each of them did: what it executed, what
 * it opened, what it changed, and where it connected to. bubblewrap holds it, strace records it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

export interface Effect {
  readonly kind: 'exec' | 'read' | 'write' | 'connect';
  /** The program, the file or the address. */
  readonly path: string;
}

/** Why nothing can be observed on this machine; undefined: it can. */
export function whyNotObservable(): string | undefined {
  if (process.platform !== 'linux') return 'strace runs on Linux only';
  for (const [program, ...args] of [
    ['bash', '--version'],
    ['strace', '-V'],
    ['bwrap', '--version'],
  ] as const)
    if (spawnSync(program, args).status !== 0) return `${program} is not installed`;
  const { status, stderr } = spawnSync('bwrap', [
    '--ro-bind',
    '/',
    '/',
    '--unshare-all',
    'strace',
    '-f',
    '-qq',
    'true',
  ]);
  return status === 0 ? undefined : `strace does not run inside bubblewrap here: ${String(stderr).slice(0, 200)}`;
}

export interface Observed {
  readonly text: string;
  /** It may change files, so it runs in a folder of its own; all others share one, which nobody can change. */
  readonly writes: boolean;
}

/** The folder a program runs in, seen from inside. */
const folderOf = ({ writes }: Observed, at: number) => (writes ? `/w/${at}` : '/w/shared');

/** The effects of each program, in the order of `programs`. */
export async function observe(programs: readonly Observed[]): Promise<readonly (readonly Effect[])[]> {
  const root = mkdtempSync(join(tmpdir(), 'evaluation-'));
  try {
    for (const folder of ['w', 'p', 'out', 'home']) mkdirSync(join(root, folder));
    for (const folder of ['shared', '0', '1']) template(join(root, 'w', folder));
    for (const [at, { text, writes }] of programs.entries()) {
      writeFileSync(join(root, 'p', String(at)), text);
      if (writes) template(join(root, 'w', String(at)));
    }
    writeFileSync(join(root, 'home', 'key'), 'a private key\n');
    for (const name of ['.bashrc', '.bash_profile']) writeFileSync(join(root, 'home', name), 'mark\n');
    writeFileSync(join(root, 'p', 'end'), '');
    writeFileSync(join(root, 'driver'), driver(programs.map(folderOf)));
    await inSandbox(root);
    return effectsOf(join(root, 'out'), programs.map(folderOf));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * What a program finds: data that is code to whoever calculates with it, programs by the names of others, and names of
 * files that are code or an option themselves.
 */
const files: Readonly<Record<string, string>> = {
  'numbers.txt': '5\n7\n12\n',
  'data.txt': 'a[$(mark)]\n5\n-va[$(mark)]\nPATH\n',
  'sales.csv': 'bolts,a[$(mark)]\n',
  'paths.txt': '/home/owner/key\n../0/data.txt\ndocs/note.md\n',
  'docs/note.md': 'a note\n',
  'a[$(mark)]': 'a name that is code\n',
  '-v': 'a name that is an option\n',
  '-va[$(mark)]': 'a name that is both\n',
};
const decoys = ['ls', 'cat', '5/ls', '5/cat', '10/ls', '10/cat'];

function template(folder: string): void {
  for (const name of ['docs', '5', '10']) mkdirSync(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const name of decoys) writeFileSync(join(folder, name), '#!/bin/sh\n:\n', { mode: 0o755 });
}

/**
 * One shell starts all of them, one after the other: each opens a file of its own first, so that its trace can be told
 * apart.
 */
function driver(folders: readonly string[]): string {
  return `
ulimit -S -t 2; ulimit -f 2048; ulimit -c 0
run() {
  cd "$2" || exit 3
  unset OLDPWD
  IFS= read -r -d '' text < "/p/$1"
  /bin/bash -c "$text" </dev/null >/dev/null 2>&1
}
${folders.map((folder, at) => `run ${at} ${folder}`).join('\n')}
: < /p/end
`;
}

const calls =
  'execve,execveat,clone,clone3,fork,vfork,open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,mknod,mknodat,chmod,fchmod,fchmodat,chown,lchown,fchownat,truncate,utimensat,connect,bind,sendto,sendmsg';

function inSandbox(root: string): Promise<void> {
  const at = (name: string) => join(root, name);
  const args = [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv', '--cap-drop', 'ALL'],
    ...['--ro-bind', '/usr', '/usr', '--ro-bind-try', '/bin', '/bin', '--ro-bind-try', '/lib', '/lib'],
    ...['--ro-bind-try', '/lib64', '/lib64', '--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--ro-bind', '/usr/bin/true', '/opt/hidden/mark'],
    ...[
      '--bind',
      at('w'),
      '/w',
      '--ro-bind',
      at('w/shared'),
      '/w/shared',
      '--ro-bind',
      at('p'),
      '/p',
      '--bind',
      at('out'),
      '/out',
      '--bind',
      at('home'),
      '/home/owner',
    ],
    ...['--ro-bind', at('driver'), '/driver'],
    ...[
      '--setenv',
      'PATH',
      '/usr/bin:/bin:/opt/hidden',
      '--setenv',
      'HOME',
      '/home/owner',
      '--setenv',
      'LANG',
      'C.UTF-8',
    ],
    ...['strace', '-ff', '-qq', '-y', '--seccomp-bpf', '-s', '300', '-o', '/out/t', '-e', `trace=${calls}`],
    ...['--signal=none', '/bin/bash', '--noprofile', '--norc', '/driver'],
  ];
  return new Promise((done, failed) => {
    const child = spawn('bwrap', args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 300_000,
      killSignal: 'SIGKILL',
    });
    let errors = '';
    child.stderr.on('data', chunk => {
      errors = `${errors}${chunk}`.slice(-500);
    });
    child.on('error', failed);
    child.on('close', (code, signal) =>
      code === 0 ? done() : failed(new Error(`the sandbox ended with ${code ?? signal}: ${errors}`)),
    );
  });
}

interface Call {
  readonly name: string;
  readonly args: string;
  readonly result: string;
}

/** The traces of each program's processes, found by who started whom. */
function effectsOf(out: string, folders: readonly string[]): readonly (readonly Effect[])[] {
  const traces = new Map(
    readdirSync(out).map(name => [Number(name.replace(/^.*\./, '')), callsIn(join(out, name))] as const),
  );
  const first = Math.min(...traces.keys());
  const effects: Effect[][] = folders.map(() => []);
  let isComplete = false;
  const collect = (pid: number, into: Effect[], folder: string): void => {
    for (const call of traces.get(pid) ?? []) {
      const child = childOf(call);
      if (child !== undefined) collect(child, into, folder);
      else into.push(...effectOf(call, folder));
    }
  };
  let at = -1;
  for (const call of traces.get(first) ?? []) {
    const begun = /"\/p\/(\d+|end)"/.exec(call.args)?.[1];
    if (begun === 'end') isComplete = true;
    else if (begun !== undefined) at = Number(begun);
    const child = childOf(call);
    const into = effects[at];
    if (child !== undefined && into) collect(child, into, folders[at] ?? '/');
  }
  if (!isComplete) throw new Error('the driver did not come to its end: some programs were not observed');
  return effects;
}

function callsIn(file: string): readonly Call[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(line => {
      const [, name, args, result] = /^(\w+)\((.*)\)\s+= (.*)$/.exec(line) ?? [];
      return name === undefined || args === undefined || result === undefined ? [] : [{ name, args, result }];
    });
}

function childOf({ name, result }: Call): number | undefined {
  return /^(clone3?|v?fork)$/.test(name) && /^\d+/.test(result) ? Number.parseInt(result, 10) : undefined;
}

function effectOf({ name, args, result }: Call, folder: string): readonly Effect[] {
  const failed = /^-1 (\w+)/.exec(result)?.[1];
  if (name.startsWith('exec')) {
    const [, path = ''] = /"((?:[^"\\]|\\.)*)"/.exec(args) ?? [];
    return failed === undefined ? [{ kind: 'exec', path }] : [];
  }
  if (/^(connect|bind|sendto|sendmsg)$/.test(name)) {
    // the C library asks its own cache first, by a socket of this machine
    return /nscd|^\d+<.*NETLINK|= 0$/.test(args) || !/sa_family/.test(args)
      ? []
      : [{ kind: 'connect', path: args.slice(0, 200) }];
  }
  const [, below, path = ''] = /^(?:(?:AT_FDCWD|\d+)<([^>]*)>(?:, )?)?(?:"((?:[^"\\]|\\.)*)")?/.exec(args) ?? [];
  const whole = resolve(below ?? folder, path);
  if (failed === 'ENOENT' && path === '') return [];
  if (!/^(open|openat|openat2)$/.test(name)) return [{ kind: 'write', path: whole }];
  const opened = /^\d+<([^>]*)>/.exec(result)?.[1] ?? whole;
  if (/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(args)) return isNowhere(opened) ? [] : [{ kind: 'write', path: opened }];
  return failed === undefined || !/^(ENOENT|ENOTDIR|ENXIO)$/.test(failed) ? [{ kind: 'read', path: opened }] : [];
}

function isNowhere(path: string): boolean {
  return /^\/dev\/(null|tty|stdout|stderr|fd\/\d+|pts\/.*)$|^\/proc\/self\/fd\//.test(path) || basename(path) === 'tty';
}
