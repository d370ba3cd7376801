/** A program in a real pseudo-terminal, and the screen that its bytes make. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import { type Screen, type Size, screen } from './screen.ts';

// A pty between our pipes and the program; it ends as the program ends. A line on descriptor 3 gives it another size.
const bridge = `
import fcntl, os, pty, select, signal, struct, sys, termios
def size(fd, rows, columns):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
pid, master = pty.fork()
if pid == 0:
    os.close(3)
    size(0, int(sys.argv[1]), int(sys.argv[2]))
    os.execv(sys.argv[3], sys.argv[3:])
sources = [master, 0, 3]
while True:
    for fd in select.select(sources, [], [])[0]:
        try:
            data = os.read(fd, 65536)
        except OSError:
            data = b''
        if fd == master:
            if not data:
                sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            while data:
                data = data[os.write(1, data):]
        elif not data:
            sources.remove(fd)
        elif fd == 0:
            os.write(master, data)
        else:
            rows, columns = data.split()[:2]
            size(master, int(rows), int(columns))
            os.kill(pid, signal.SIGWINCH)
`;

export const noPty =
  spawnSync('python3', ['-c', 'import pty']).status === 0 ? false : 'python3 with its pty module is needed';

export interface Started {
  readonly screen: Screen;
  type(text: string): void;
  resize(size: Size): void;
  /** Waits until the screen as a whole looks so; answers it. `lines`: rows that the terminal broke count as one. */
  until(pattern: RegExp, as?: 'rows' | 'lines'): Promise<string>;
  /** Waits until its bytes look so, also those that nothing on the screen shows. */
  untilWritten(pattern: RegExp): Promise<string>;
  /** Resolves with the exit code. */
  readonly exit: Promise<number>;
  /** All bytes the program wrote. */
  written(): string;
}

export function inTerminal(
  t: Pick<TestContext, 'after' | 'signal'>,
  size: Size,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Started {
  const child = spawn('python3', ['-c', bridge, String(size.rows), String(size.columns), ...argv], {
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      TERM: 'xterm-256color',
      ...env,
    },
  });
  t.after(() => child.kill('SIGKILL'));
  const seen = screen(size);
  let bytes = '';
  let shown = Promise.resolve();
  let changed = Promise.withResolvers<void>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    bytes += text;
    shown = shown
      .then(() => seen.write(text))
      .then(() => {
        changed.resolve();
        changed = Promise.withResolvers();
      });
  });
  let hasEnded = false;
  const late = once(t.signal, 'abort');
  const exit = once(child, 'close').then(async ([code]) => {
    await shown;
    hasEnded = true;
    changed.resolve();
    return code as number;
  });
  async function untilIn(read: () => string, pattern: RegExp): Promise<string> {
    for (;;) {
      const next = changed.promise;
      const text = read();
      if (pattern.test(text)) return text;
      if (hasEnded) assert.fail(`ended without ${pattern}:\n${text}`);
      if (t.signal.aborted) assert.fail(`not within the test's time: ${pattern}\n${text}`);
      await Promise.race([next, late]);
    }
  }
  return {
    screen: seen,
    exit,
    written: () => bytes,
    type: text => void child.stdin?.write(text),
    resize(to) {
      seen.resize(to);
      (child.stdio[3] as Writable).write(`${to.rows} ${to.columns}\n`);
    },
    until: (pattern, as = 'rows') => untilIn(() => seen[as]().join('\n'), pattern),
    untilWritten: pattern => untilIn(() => bytes, pattern),
  };
}
