/** The screen of a chat at three widths, as files to look at: `--test-update-snapshots` writes them again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inTerminal, noPty } from './pty.ts';

const program = fileURLToPath(new URL('./program.ts', import.meta.url));
const argv = [process.execPath, '--conditions=development', program];
const options = { skip: noPty, timeout: 30_000 };
const serializers = [(text: string) => `${text}\n`];

/** The list of commands without its middle: how each is drawn is seen by some, and a new one is on no picture. */
function withoutMost(rows: readonly string[]): readonly string[] {
  const commands = rows.flatMap((row, at) => (/^\/\w/.test(row) ? [at] : []));
  return [...rows.slice(0, commands.at(5)), '…', ...rows.slice(commands.at(-7))];
}

for (const columns of [40, 80, 200])
  test(
    `given ${columns} columns, when a reply, a diff, the help and a card are shown, then the screen is as its picture says`,
    options,
    async t => {
      const { until, type, screen } = inTerminal(t, { columns, rows: 40 }, argv);
      await until(/›$/);
      type('rich\r');
      await until(/Begin with what is late\.\n\n›$/);
      type('/help\r');
      await until(/completes\s+commands,\s+files\s+and\s+conversations\.\n›$/);
      type('medium\r');
      await until(/anything else\s+is\s+a\s+message\n›$/);
      const rows = withoutMost(screen.rows());
      // what the terminal breaks is a link or a line of code, so that each is copied whole
      const tooWide = screen.lines().filter(line => line.length > columns);
      assert.ok(
        tooWide.every(line => /https:\/\/|^const /.test(line)),
        tooWide.join('\n'),
      );
      t.assert.fileSnapshot(
        rows.map(row => row.replace(/● [A-Z]\w+ · \d+ s/, '● …')).join('\n'),
        fileURLToPath(new URL(`./screens/chat-${columns}.txt`, import.meta.url)),
        { serializers },
      );
    },
  );

test(
  'given the plain mode, when a reply comes, then lines are only ever added, without colour and without moving the cursor',
  options,
  async t => {
    const { until, type, written, screen, exit } = inTerminal(t, { columns: 80, rows: 24 }, argv, {
      PLAIN: '1',
      COLOR: '1',
    });
    await until(/›$/);
    type('rich\r');
    await until(/Begin with what is late\.\n[\s\S]*›$/);
    type('/quit\r');
    assert.equal(await exit, 0);
    assert.doesNotMatch(written(), /\x1b/, 'no escape of any kind');
    t.assert.fileSnapshot(screen.rows().join('\n'), fileURLToPath(new URL('./screens/plain-80.txt', import.meta.url)), {
      serializers,
    });
  },
);

test(
  'given a wide screen, when it is made narrow and wide again, then the prompt and what is typed are there once',
  options,
  async t => {
    const { until, type, resize, screen } = inTerminal(t, { columns: 80, rows: 24 }, argv);
    await until(/›$/);
    type('hello\r');
    await until(/Second line\.\n\n›$/);
    type('a draft that is longer than forty columns are wide');
    await until(/wide$/);
    resize({ columns: 40, rows: 24 });
    type('!');
    await until(/wide!$/);
    resize({ columns: 80, rows: 24 });
    type('?');
    await until(/› a draft that is longer than forty columns are wide!\?$/);
    assert.equal(screen.rows().filter(row => row.includes('a draft that')).length, 1);
    assert.equal(screen.rows().filter(row => row.includes('Second line.')).length, 1);
  },
);
