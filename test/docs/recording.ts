/**
 * `npm run recording`: a session in the terminal as docs/session.cast (asciicast 2, for asciinema) and docs/session.svg,
 * all of it in a picture.
 *
 * The program is real, in a real pseudo-terminal; how long each step takes in the recording is written here, since the
 * machine it is made on says nothing about a reader's.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import xterm from '@xterm/headless';
import { inTerminal } from '../adapters/channels/terminal/pty.ts';

const size = { columns: 80, rows: 34 };
const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** What is typed, and what is on the screen once it has had its answer. */
const steps: readonly { readonly typed: string; readonly until: RegExp }[] = [
  { typed: "remember that my sister's birthday is 4 May", until: /Saved: [^›]*›$/ },
  { typed: 'write a file old/notes.txt with: buy milk', until: /is written [^›]*›$/ },
  { typed: 'run rm -r old', until: /will\s+follow\.[^›]*›$/ },
  { typed: 'a', until: /type \w+ to approve[^›]*›$/ },
  { typed: 'yes', until: /Done: Run [^›]*›$/ },
  { typed: '/undo', until: /\/undo N[\s\S]*›$/ },
];

const shownHome = '~/.straylight';

interface Event {
  readonly after: number;
  readonly text: string;
}

/** The bytes of the session, each piece with the pause before it. */
async function session(): Promise<readonly Event[]> {
  const home = mkdtempSync(join(tmpdir(), 'straylight-recording-'));
  // as long as what is shown in its place, so that lines are broken at the same words
  const place = join(tmpdir(), randomBytes(4).toString('hex'));
  const ends: (() => void)[] = [];
  const env = { HOME: home, STRAYLIGHT_HOME: place, OLLAMA_HOST: 'http://127.0.0.1:9' };
  const launcher = root('bin/straylight.js');
  try {
    spawnSync(process.execPath, [launcher, 'init'], { env: { ...process.env, ...env } });
    const t = { after: (end: () => void) => void ends.push(end), signal: AbortSignal.timeout(60_000) };
    const argv = [process.execPath, launcher, 'start', '--port', '0'];
    const { until, type, written, exit } = inTerminal(t, size, argv, env);
    const events: Event[] = [];
    let taken = 0;
    const take = (after: number) => {
      const text = written().slice(taken);
      taken += text.length;
      events.push({ after, text });
    };
    await until(/Ctrl-D leaves\.[^›]*›$/);
    take(0.5);
    for (const { typed, until: seen } of steps) {
      for (const [at, letter] of [...typed].entries()) {
        type(letter);
        await until(new RegExp(`› ${RegExp.escape(typed.slice(0, at + 1).trimEnd())}$`));
        take(at === 0 ? 1.2 : 0.05);
      }
      type('\r');
      await until(seen);
      // a card takes an answer once it could be read
      await pause(700);
      take(0.4);
    }
    type('\u0003\u0003');
    await exit;
    return events.map(({ after, text }) => ({ after, text: withoutToken(text).replaceAll(place, shownHome) }));
  } finally {
    for (const end of ends) end();
    for (const folder of [home, place]) rmSync(folder, { recursive: true, force: true });
  }
}

/** The link to the page opens the agent of whoever made the recording. */
function withoutToken(text: string): string {
  return text.replace(/127\.0\.0\.1:\d+\/#t=[\w-]{43}/g, '127.0.0.1:8420/#t=…');
}

function castOf(events: readonly Event[]): string {
  const header = { version: 2, width: size.columns, height: size.rows, title: 'Straylight in a terminal' };
  let at = 0;
  const lines = events.map(({ after, text }) => {
    at += after;
    return JSON.stringify([Number(at.toFixed(2)), 'o', text]);
  });
  return `${[JSON.stringify(header), ...lines].join('\n')}\n`;
}

const colors: Readonly<Record<number, string>> = {
  1: '#e06c75',
  2: '#98c379',
  3: '#e5c07b',
  4: '#61afef',
  5: '#c678dd',
  6: '#56b6c2',
};
const letter = { wide: 8.4, high: 19 };

/** All that was on the screen. */
async function pictureOf(events: readonly Event[]): Promise<string> {
  const terminal = new xterm.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true });
  for (const { text } of events) await new Promise<void>(done => terminal.write(text, done));
  const { active } = terminal.buffer;
  const count = active.baseY + active.cursorY + 1;
  const rows = Array.from({ length: count }, (_, row) => rowOf(active.getLine(row), row));
  const [width, height] = [size.columns * letter.wide + 32, count * letter.high + 32];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A session with Straylight in a terminal">
<rect width="100%" height="100%" rx="8" fill="#1e2127"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#d7dae0" style="white-space: pre">
${rows.filter(row => row !== '').join('\n')}
</g>
</svg>
`;
}

type Line = ReturnType<InstanceType<typeof xterm.Terminal>['buffer']['active']['getLine']>;

/** Runs of letters that look alike. */
function rowOf(line: Line, row: number): string {
  const runs: { look: string; text: string }[] = [];
  for (let at = 0; at < size.columns; at += 1) {
    const cell = line?.getCell(at);
    if (!cell) continue;
    const fill = cell.isFgPalette() ? colors[cell.getFgColor() % 8] : undefined;
    const look = [
      fill ? ` fill="${fill}"` : '',
      cell.isBold() ? ' font-weight="bold"' : '',
      cell.isDim() ? ' opacity="0.65"' : '',
      cell.isUnderline() ? ' text-decoration="underline"' : '',
    ].join('');
    const last = runs.at(-1);
    const text = cell.getChars() || ' ';
    if (last?.look === look) last.text += text;
    else runs.push({ look, text });
  }
  const whole = runs.map(({ text }) => text).join('');
  if (whole.trim() === '') return '';
  const spans = runs.map(({ look, text }) => (look === '' ? escaped(text) : `<tspan${look}>${escaped(text)}</tspan>`));
  const y = Math.round(16 + (row + 0.75) * letter.high);
  return `<text x="16" y="${y}" xml:space="preserve">${spans.join('').trimEnd()}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const events = await session();
writeFileSync(root('docs/session.cast'), castOf(events));
writeFileSync(root('docs/session.svg'), await pictureOf(events));
process.exit(0);
