import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { screen, size } from './terminal/screen.ts';

// A pty between our pipes and the program, of a known size; it ends as the program ends.
const bridge = `
import fcntl, os, pty, struct, sys, termios
pid, master = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', ${size.rows}, ${size.columns}, 0, 0))
    os.execv(sys.argv[1], sys.argv[1:])
pty._copy(master)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

const skip = spawnSync('python3', ['-c', 'import pty']).status === 0 ? false : 'python3 with its pty module is needed';
const program = fileURLToPath(new URL('./terminal/program.ts', import.meta.url));

function chat(t: TestContext, settleMs = 0) {
  const child = spawn(
    'python3',
    ['-c', bridge, process.execPath, '--conditions=development', program, String(settleMs)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm' },
    },
  );
  t.after(() => child.kill('SIGKILL'));
  const seen = screen();
  child.stdout.setEncoding('utf8').on('data', text => seen.write(text));
  const rows = () => seen.rows();
  let exitCode: number | undefined;
  const exit = once(child, 'close').then(([code]) => {
    exitCode = code as number;
    return exitCode;
  });
  return {
    rows,
    type: (text: string) => void child.stdin.write(text),
    /** Waits until the screen as a whole looks so. */
    async until(pattern: RegExp): Promise<string> {
      for (;;) {
        const text = rows().join('\n');
        if (pattern.test(text)) return text;
        const change = new Promise(resolve => child.stdout.once('data', resolve));
        if ((await Promise.race([change, exit])) === exitCode && !pattern.test(rows().join('\n')))
          assert.fail(`ended without ${pattern}:\n${rows().join('\n')}`);
      }
    },
    exit,
  };
}

const options = { skip, timeout: 20_000 };

test(
  'given a reply in pieces, when it streams, then it reads once, above a prompt that is always there',
  options,
  async t => {
    const { until, type, rows } = chat(t);
    await until(/welcome\n›$/);
    type('hello\r');
    await until(/Second line\.\n\n›$/);
    assert.deepEqual(rows().filter(Boolean), ['welcome', '› hello', 'Hello you.', 'Second line.', '›']);
  },
);

test(
  'given tool calls and notices, when they come in, then each is one line, and the reply follows',
  options,
  async t => {
    const { until, type, rows } = chat(t);
    await until(/›$/);
    type('tool\r');
    await until(/It is Linux\.\n\n›$/);
    assert.deepEqual(rows().slice(2, 7), [
      '· execute_command',
      '  → Linux box 6.1 more',
      '  ✗ no such file',
      '· a late result came in',
      'It is Linux.',
    ]);
  },
);

test(
  'given a reply with escapes, when it streams, then they are written out and the screen is not touched',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('evil\r');
    const text = await until(/txt\n\n›$/);
    assert.match(text, /› evil\nsafe⟨U\+001B⟩\[2J⟨U\+001B⟩\]0;own⟨U\+0007⟩ed\nnext ⟨U\+009B⟩31m⟨U\+202E⟩txt/);
  },
);

test(
  'given a paragraph longer than the screen is wide, when it streams while something is typed, then both are whole',
  options,
  async t => {
    const { until, type, rows } = chat(t);
    await until(/›$/);
    type('long\rmy draft');
    await until(/end\n\n› my draft$/);
    const body = rows().filter(line => line.startsWith('word'));
    assert.equal(body.join(' '), `${'word '.repeat(40)}end`);
    assert.ok(body.every(line => line.length < size.columns));
  },
);

test('given an approval, when y is typed under its card, then digest and nonce go with the yes', options, async t => {
  const { until, type } = chat(t);
  await until(/›$/);
  type('approve\r');
  await until(/│ rm -rf ⟨U\+200B⟩build\n[\s\S]*approve\? \[y\/N\]$/);
  type('y\r');
  await until(/decided approve terminal digest-abc nonce-abc[\s\S]*· abc: granted\n›$/);
});

test(
  'given an approval, when anything but yes is typed, then it is asked again or denied, never granted',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('approve\r');
    await until(/approve\? \[y\/N\]$/);
    type('yes please\r');
    await until(/answer y or n[\s\S]*approve\? \[y\/N\]$/);
    type('\r');
    const text = await until(/· abc: denied\n›$/);
    assert.match(text, /decided deny terminal/);
  },
);

test(
  'given a card that has just come up, when a yes was on its way already, then it does not count',
  options,
  async t => {
    const { until, type } = chat(t, 60_000);
    await until(/›$/);
    type('approve\r');
    await until(/approve\? \[y\/N\]$/);
    type('y\r');
    const text = await until(/typed before this card could be read\napprove\? \[y\/N\]$/);
    assert.doesNotMatch(text, /decided/);
  },
);

test(
  'given a half-typed message, when a card comes up and is answered, then the message is still there',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('slow card\ry');
    await until(/approve\? \[y\/N\]$/);
    type('n\r');
    await until(/decided deny[\s\S]*late: denied\n› y$/);
  },
);

test(
  'given a card on screen, when somebody answers elsewhere, then it says so and the prompt is back',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('elsewhere\r');
    await until(/· abc: granted by telegram:42\n›$/);
  },
);

test(
  'given a card left for later with Ctrl-C, when approvals are asked for, then it is shown again',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('approve\r');
    await until(/approve\? \[y\/N\]$/);
    type('\x03');
    await until(/left for later[^\n]*\n›$/);
    type('/approvals\r');
    await until(/left for later[\s\S]*Approval abc[\s\S]*approve\? \[y\/N\]$/);
  },
);

test(
  'given a question of the agent, when it waits, then it is shown and the next line is its answer',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('ask me\r');
    await until(/Which one\?\n›$/);
    type('the blue one\r');
    await until(/You said "the blue one"/);
  },
);

test(
  'given a running turn, when Ctrl-C is pressed, then the turn ends; at an empty prompt the program does',
  options,
  async t => {
    const { until, type, exit } = chat(t);
    await until(/›$/);
    type('slow\r');
    await until(/working on it\n›$/);
    type('\x03');
    await until(/· stopping the turn\n· the turn ended cancelled\n\n›$/);
    type('typed');
    await until(/› typed$/);
    type('\x03');
    await until(/›$/);
    type('\x03');
    await until(/left the chat/);
    assert.equal(await exit, 0);
  },
);

test('given an empty prompt, when Ctrl-D is pressed, then the program ends', options, async t => {
  const { until, type, exit } = chat(t);
  await until(/›$/);
  type('\x04');
  await until(/left the chat/);
  assert.equal(await exit, 0);
});

test(
  'given a paste of several lines, when it is sent, then it is one message, in whatever pieces it came',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('see \x1b[20');
    type('0~one\r\n\ttwo\nthree\n\x1b[201');
    type('~ now');
    await until(/› see \[paste 1: 3 lines\] now$/);
    type('\r');
    await until(/You said "see one\\n\\ttwo\\nthree now"/);
    type('\x1b[200~just words\x1b[201~');
    await until(/› just words$/);
  },
);

test('given earlier conversations, when arrow up is pressed, then what the owner said comes back', options, async t => {
  const { until, type } = chat(t);
  await until(/›$/);
  type('\x1b[A');
  await until(/› last of yesterday$/);
  type('\x1b[A');
  await until(/› first of yesterday$/);
});

test(
  'given the commands of the chat, when they are typed, then they are answered here and nothing is said',
  options,
  async t => {
    const { until, type, exit } = chat(t);
    await until(/›$/);
    type('/status\r');
    await until(/all is well\n›$/);
    type('/tools\r');
    await until(/all the tools\n›$/);
    type('/tools word_count\r');
    await until(/the tool word_count\n›$/);
    type('/help\r');
    await until(/Ctrl-C ends the running turn[^›]*›$/);
    type('/dance\r');
    await until(/no command \/dance[^\n]*\n›$/);
    type('/approvals\r');
    const text = await until(/nothing waits for your approval\n›$/);
    assert.doesNotMatch(text, /You said/);
    type('/quit\r');
    await until(/left the chat/);
    assert.equal(await exit, 0);
  },
);
