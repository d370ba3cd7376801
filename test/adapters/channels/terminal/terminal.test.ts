import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { screen, size } from './screen.ts';

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
const program = fileURLToPath(new URL('./program.ts', import.meta.url));

function chat(t: TestContext, settleMs = 0, undoMs = 60_000) {
  const child = spawn(
    'python3',
    ['-c', bridge, process.execPath, '--conditions=development', program, String(settleMs), String(undoMs)],
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

const asks = /a approve · i info · w deny with a reason · d deny ›$/;

test(
  'given an approval of low risk, when a is typed under its card, then digest and nonce go with the yes',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('approve\r');
    await until(/│ rm -rf ⟨U\+200B⟩build\n[\s\S]*d deny ›$/);
    type('a\r');
    await until(/decided approve digest-abc nonce-abc[\s\S]*· abc: Approved\.\n›$/);
  },
);

test('given an approval, when yes is typed at once, then that is no answer; d denies', options, async t => {
  const { until, type } = chat(t);
  await until(/›$/);
  type('approve\r');
  await until(asks);
  for (const typed of ['yes', 'y', 'yes please', '']) {
    type(`${typed}\r`);
    await until(/Type a, i, w or d[^›]*d deny ›$/);
  }
  type('d\r');
  const text = await until(/· abc: Denied\.\n›$/);
  assert.match(text, /decided deny/);
  assert.doesNotMatch(text, /decided approve/);
});

test(
  'given medium risk, when a is typed, then only yes confirms it, and u takes it back as long as it may',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('medium\r');
    await until(/Approve: It runs once\.\n {2}Deny: It does not run\.\n[\s\S]*d deny ›$/);
    type('a\r');
    await until(/Not decided yet\.[^›]*\nyes to approve, Enter to go back ›$/);
    type('a\r');
    await until(/· Nothing was decided\.\nmed: a approve/);
    type('a\ryes\r');
    await until(
      /decided approve digest-med nonce-med yes[\s\S]*· med: Approved\. It starts in \d+ s[^›]*\nApproved\. u to undo/,
    );
    type('hello\r');
    await until(/Type u to undo, or wait\.\n/);
    type('u\r');
    await until(/decided undo[\s\S]*· med: Undone\. Not run\.\n›$/);
  },
);

test('given a yes whose time to be taken back is over, then the prompt is back by itself', options, async t => {
  const { until, type } = chat(t, 0, 300);
  await until(/›$/);
  type('medium\r');
  await until(asks);
  type('a\ryes\r');
  await until(/· med: Approved\.[^›]*\n›$/);
});

test('given what cannot be undone, then only the word on the card is a yes', options, async t => {
  const { until, type } = chat(t);
  await until(/›$/);
  type('grave\r');
  await until(/To approve, type this word: harbour\n[\s\S]*d deny ›$/);
  for (const wrong of ['yes', 'zebra', '']) {
    type('a\r');
    await until(/harbour to approve, Enter to go back ›$/);
    type(`${wrong}\r`);
    await until(/(Nothing was decided|Not approved)\.\nirr: a approve[^\n]*d deny ›$/);
  }
  type('a\r');
  await until(/harbour to approve, Enter to go back ›$/);
  type('Harbour\r');
  await until(/decided approve digest-irr nonce-irr Harbour[\s\S]*· irr: Approved\.\n›$/);
});

test('given an approval, when it is denied with a reason, then the reason goes along', options, async t => {
  const { until, type } = chat(t);
  await until(/›$/);
  type('approve\r');
  await until(asks);
  type('i\r');
  await until(/SHA-256 of the call digest-abc\n[\s\S]*d deny ›$/);
  type('w\r');
  await until(/reason, Enter to go back ›$/);
  type('not on a Friday\r');
  await until(/decided deny digest-abc nonce-abc not on a Friday[\s\S]*· abc: Denied\.\n›$/);
});

test(
  'given a card on screen, when its act was approved elsewhere and may still be taken back there, then it says who it was',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('begun elsewhere\r');
    await until(/· abc: Approved on Telegram \(42\)\n›$/);
  },
);

test(
  'given a card that has just come up, when a yes was on its way already, then it does not count',
  options,
  async t => {
    const { until, type } = chat(t, 60_000);
    await until(/›$/);
    type('approve\r');
    await until(asks);
    type('a\r');
    const text = await until(/typed that before the card could be read\.\nabc: a approve[^\n]*d deny ›$/);
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
    await until(asks);
    type('d\r');
    await until(/decided deny[\s\S]*late: Denied\.\n› y$/);
  },
);

test(
  'given a card on screen, when somebody answers elsewhere, then it says so and the prompt is back',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('elsewhere\r');
    await until(/· abc: Approved on Telegram \(42\)\n›$/);
  },
);

test(
  'given a card left for later with Ctrl-C, when approvals are asked for, then it is shown again',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('approve\r');
    await until(asks);
    type('\x03');
    await until(/Left for later[^\n]*\n›$/);
    type('/approvals\r');
    await until(/Left for later[\s\S]*Approval abc[\s\S]*d deny ›$/);
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
    await until(/· Stopping the turn\.\n· Cancelled\.\n\n›$/);
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
    type('/sessions\r');
    await until(/› 1 {2}hello\n›$/);
    type('/new\r');
    await until(/New conversation, number 2\.[^›]*›$/);
    type('/session 1\r');
    await until(/Switched to conversation 1: hello\n›$/);
    type('/answer k3Qm9xTd\r');
    await until(/Type \/answer KEY CHOICE\. CHOICE is one of retry[^›]*›$/);
    type('/answer k3Qm9xTd fresh\r');
    await until(/Answered: fresh\.\n›$/);
    type('/help\r');
    await until(/Ctrl-C stops the running turn[^›]*›$/);
    type('/dance\r');
    await until(/Unknown command \/dance[^\n]*\n›$/);
    type('/approvals\r');
    const text = await until(/No approval is pending\.\n›$/);
    assert.doesNotMatch(text, /You said/);
    type('/quit\r');
    await until(/left the chat/);
    assert.equal(await exit, 0);
  },
);
