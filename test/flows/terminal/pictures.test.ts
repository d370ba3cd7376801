/** Pictures at the prompt of the real program: dropped on the terminal, and from a clipboard that a program reads. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inTerminal, noPty } from '../../adapters/channels/terminal/pty.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
const options = { skip: noPty, timeout: 60_000 };
const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const png = Buffer.concat([head, Buffer.alloc(120 * 1024 - head.length, 7)]);

/** A chat, with these programs in front of all others. */
function chat(
  t: TestContext,
  { path }: TestAgent,
  env: Readonly<Record<string, string>> = {},
  programs: Readonly<Record<string, string>> = {},
) {
  const bin = join(path, '..', 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const PATH = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
  const home = { HOME: path, STRAYLIGHT_HOME: path, OLLAMA_HOST: 'http://127.0.0.1:9' };
  const argv = [process.execPath, launcher, 'start', '--port', '0'];
  return inTerminal(t, { columns: 100, rows: 30 }, argv, { ...home, PATH, ...env });
}

/** What lies in the inbox of the workspace. */
function inbox({ workspace }: TestAgent): readonly (readonly [string, Buffer])[] {
  const folder = join(workspace, 'inbox');
  return readdirSync(folder)
    .filter(name => name.endsWith('.png'))
    .map(name => [name, readFileSync(join(folder, name))]);
}

const prompt = /Ctrl-D leaves\.[^›]*›$/;

for (const [marks, begin, end] of [
  ['marks pastes', '\x1b[200~', '\x1b[201~'],
  ['does not mark pastes', '', ''],
] as const)
  test(
    `given a terminal that ${marks}, when a picture is dropped on it, then it goes with the message, as one line`,
    options,
    t =>
      withAgent({}, async agent => {
        const picture = join(agent.path, '..', 'My picture.png');
        writeFileSync(picture, png);
        const { until, type, exit } = chat(t, agent);
        await until(prompt);
        type(`${begin}'${picture}' ${end}`);
        await until(/› \[picture My picture\.png, 120 KB\] *$/);
        type('what is this?\r');
        await until(/› what is this\?\n· picture My picture\.png, 120 KB\n[\s\S]*›$/);
        await until(/pictures?[\s\S]*\n\n›$/i);
        type('\u0003\u0003');
        assert.equal(await exit, 0);
        const [[, content] = []] = inbox(agent);
        assert.deepEqual(content, png);
        const more = agent.tables.value("SELECT more FROM messages WHERE role = 'owner'");
        const [sent] = JSON.parse(String(more)).attachments;
        assert.deepEqual([sent.kind, sent.name, sent.bytes], ['image', 'My_picture.png', png.length]);
      }),
  );

for (const [program, env, script] of [
  [
    'wl-paste',
    { WAYLAND_DISPLAY: 'wayland-0' },
    'case "$*" in *--list-types*) printf "text/plain\\nimage/png\\n";; *image/png*) cat "$PICTURE";; *) exit 1;; esac',
  ],
  [
    'xclip',
    { DISPLAY: ':0' },
    'case "$*" in *TARGETS*) printf "TARGETS\\nimage/png\\n";; *image/png*) cat "$PICTURE";; *) exit 1;; esac',
  ],
] as const)
  test(
    `given ${program}, when Ctrl-V or /paste is typed, then the picture in the clipboard goes with the message`,
    options,
    t =>
      withAgent({}, async agent => {
        const PICTURE = join(agent.path, '..', 'held.png');
        writeFileSync(PICTURE, png);
        const { until, type, exit } = chat(t, agent, { ...env, PICTURE }, { [program]: script });
        await until(prompt);
        type('\x16');
        await until(/› \[picture clipboard\.png, 120 KB\] *$/);
        type('\x15/paste\r');
        await until(/› \/paste\n[\s\S]*› \[picture clipboard\.png, 120 KB \(2\)\] *$/);
        type('\r');
        await until(/clipboard\.png[\s\S]*pictures?[\s\S]*\n\n›$/i);
        type('\u0003\u0003');
        assert.equal(await exit, 0);
        assert.deepEqual(
          inbox(agent).map(([, content]) => content.equals(png)),
          [true],
        );
      }),
  );

test(
  'given no program that reads the clipboard, none that holds a picture, or SSH, when Ctrl-V is pressed, then a sentence says so',
  options,
  t =>
    withAgent({}, async agent => {
      for (const [env, programs, sentence] of [
        [{ DISPLAY: ':0' }, { xclip: 'printf "TARGETS\\ntext/plain\\n"' }, /The clipboard holds no picture\.\n\n?›$/],
        [
          { WSL_DISTRO_NAME: 'Ubuntu' },
          {},
          /No program here reads the clipboard\. Install powershell\.exe, or drop[^›]*›$/,
        ],
        [{ SSH_TTY: '/dev/pts/0', DISPLAY: ':0' }, {}, /Over SSH the clipboard is on the other computer\.[^›]*›$/],
      ] as const) {
        const { until, type, exit } = chat(t, agent, env, programs);
        await until(prompt);
        type('\x16');
        await until(sentence);
        type('\u0003\u0003');
        assert.equal(await exit, 0);
      }
    }),
);

test(
  'given a path that names no file, a private one, or one too large, when it is pasted, then it is text',
  options,
  t =>
    withAgent({}, async agent => {
      const folder = join(agent.path, '..');
      writeFileSync(join(folder, '.env'), 'A=1');
      writeFileSync(join(folder, 'large.png'), Buffer.concat([head, Buffer.alloc(6 * 1024 * 1024)]));
      const { until, type, exit } = chat(t, agent);
      await until(prompt);
      for (const [name, seen] of [
        ['none.png', /› \/[^›]*none\.png$/],
        ['.env', /› \/[^›]*\.env$/],
        ['large.png', /large\.png is too large: a file of a message has at most 5 MB\.[\s\S]*› \/[^›]*large\.png$/],
      ] as const) {
        type(`\x1b[200~${join(folder, name)}\x1b[201~`);
        await until(seen);
        type('\x15');
        await until(/›$/);
      }
      type('\u0003\u0003');
      assert.equal(await exit, 0);
    }),
);

test(
  'given the mode without redrawing, when a line is a path, then its file waits for the next message, and goes with it',
  options,
  t =>
    withAgent({}, async agent => {
      const picture = join(agent.path, '..', 'a b.png');
      writeFileSync(picture, png);
      const { until, type, exit } = chat(t, agent, { STRAYLIGHT_PLAIN: '1' });
      await until(prompt);
      type(`'${picture}'\r`);
      await until(/· picture a b\.png, 120 KB\. It goes with your next message\.\n›$/);
      type('what is this?\r');
      await until(/next message\.\n› what is this\?\n· picture a b\.png, 120 KB\n[\s\S]*pictures?[\s\S]*›$/);
      type('\u0003');
      await until(/Press Ctrl-C again[^›]*›$/);
      type('\u0003');
      assert.equal(await exit, 0);
      assert.equal(inbox(agent).length, 1);
    }),
);
