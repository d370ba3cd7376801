/** The chat in tmux: its own way of drawing, of wrapping what was said when its window changes, and of scrolling back. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./program.ts', import.meta.url));
const noTmux = spawnSync('tmux', ['-V']).status === 0 ? false : 'tmux is needed';

/** A tmux of its own, by its control mode: it tells of all that is drawn, and answers each command with a block. */
function inTmux(t: TestContext, size: string) {
  const name = `straylight-test-${process.pid}`;
  const chat = `${process.execPath} --conditions=development ${program}`;
  const tmux = spawn('tmux', ['-L', name, '-f', '/dev/null', '-C', 'new-session', '-s', 'chat', chat], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' },
  });
  t.after(() => spawnSync('tmux', ['-L', name, 'kill-server']));
  const answers: ((rows: string[]) => void)[] = [];
  let block: string[] | undefined;
  let drawn = Promise.withResolvers<void>();
  const changed = () => {
    drawn.resolve();
    drawn = Promise.withResolvers();
  };
  createInterface({ input: tmux.stdout }).on('line', line => {
    if (line.startsWith('%begin')) block = [];
    else if (/^%(end|error)/.test(line)) {
      answers.shift()?.(block ?? []);
      block = undefined;
    } else if (block) block.push(line);
    else if (/^%(output|layout-change|exit)/.test(line)) changed();
  });
  // the first block answers new-session itself
  answers.push(() => {});
  function ask(command: string): Promise<string[]> {
    return new Promise(resolve => {
      answers.push(resolve);
      tmux.stdin.write(`${command}\n`);
    });
  }
  const rows = async (from = '') => (await ask(`capture-pane -p ${from} -t chat`)).map(row => row.trimEnd());
  const late = once(t.signal, 'abort');
  const opened = ask(`refresh-client -C ${size}`);
  return {
    /** Waits until what is on the screen looks so. */
    async until(pattern: RegExp): Promise<string> {
      await opened;
      for (;;) {
        const next = drawn.promise;
        const text = (await rows()).join('\n').trimEnd();
        if (pattern.test(text)) return text;
        if (t.signal.aborted) assert.fail(`not within the test's time: ${pattern}\n${text}`);
        await Promise.race([next, late]);
      }
    },
    type: (text: string) => ask(`send-keys -t chat -l '${text}'`),
    press: (key: string) => ask(`send-keys -t chat ${key}`),
    resize: (to: string) => ask(`refresh-client -C ${to}`),
    /** All there is, with what was scrolled away. */
    everything: () => rows('-S -'),
    ended: once(tmux, 'close'),
  };
}

test('given a chat in tmux, when its window is made narrow, wide and high and replies go on, then all that was said stands once, in order, also above', {
  skip: noTmux,
  timeout: 60_000,
}, async t => {
  const { until, type, press, resize, everything, ended } = inTmux(t, '80x24');
  await until(/›$/);
  const say = async (text: string, seen: RegExp) => {
    await type(text);
    await press('Enter');
    await until(seen);
  };
  await say('rich', /Begin with what is late\.\n\n›$/);
  await say('one', /You said "one"\n\n›$/);
  await resize('40x20');
  await type('a draft');
  await until(/› a draft$/);
  await press('C-u');
  await say('two', /You said "two"\n\n›$/);
  await resize('110x36');
  await say('three', /You said "three"\n\n›$/);
  await say('hello', /Second line\.\n\n›$/);
  const all = await everything();
  const places = [
    'welcome',
    '# The week',
    'Monday',
    'const total',
    'You said "one"',
    'You said "two"',
    'You said "three"',
  ];
  const found = [...places, 'Second line.'].map(text => all.filter(row => row.includes(text)).length);
  assert.deepEqual(
    found,
    found.map(() => 1),
    all.join('\n'),
  );
  const order = places.map(text => all.findIndex(row => row.includes(text)));
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  assert.equal(all.filter(row => row.includes('a draft')).length, 0, 'what was not sent leaves nothing');
  assert.equal(all.filter(row => row === '›').length, 1, `one prompt:\n${all.join('\n')}`);
  assert.ok(!all.some(row => row.startsWith('●')), 'no status line is left behind');
  await press('C-d');
  await ended;
});

test('given a screen that was cleared, when something is typed, then nothing goes into the scrollback', {
  skip: noTmux,
  timeout: 60_000,
}, async t => {
  const { until, type, press, everything, ended } = inTmux(t, '80x24');
  await until(/›$/);
  await press('C-l');
  await until(/^›$/);
  const before = (await everything()).length;
  await type('a draft of many keys');
  await until(/› a draft of many keys$/);
  assert.equal((await everything()).length, before);
  await press('C-u');
  await press('C-d');
  await ended;
});
