/**
 * Standing approvals against calls made to pass for those they cover.
 *
 * What a command really runs is what bash says: each text that an approval of words would let run is run in a sandbox
 * whose programs only write down how they were called. A URL is where `new URL` says, a path where `normalize` says.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import {
  type ArgumentPattern,
  type RequestedCall,
  type StandingApproval,
  standingFor,
} from '../../../src/domain/approvals/standing.ts';
import { type Chance, random } from '../../domain/random.ts';
import { type Area, scoped } from '../area.ts';
import { seedOf } from '../draw.ts';

const terms = { id: 'k', by: 'web', at: 0, until: 100, most: 1, used: 0 } as const;
const most = 200_000;
const mostRun = 4000;

export const standingApprovals: Area = {
  name: 'standing approvals',
  run: ({ share, draw }) =>
    scoped(async scope => {
      const chance = random(seedOf(`standing ${draw}`));
      const breaches: string[] = [];
      const total = Math.ceil(most * share);
      const commands: string[] = [];
      let covered = 0;
      for (let at = 0; at < total; at += 1) {
        const kind = chance.pick(kinds);
        const text = mutated(chance, kind.genuine, kind.marks);
        if (!speaksFor(kind.pattern, text)) continue;
        covered += 1;
        const why = kind.breach(text);
        if (why !== undefined) breaches.push(`${JSON.stringify(kind.pattern)} covers ${JSON.stringify(text)}: ${why}`);
        if ('words' in kind.pattern && commands.length < mostRun) commands.push(text);
      }
      for (const bound of outOfBounds(chance)) breaches.push(...bound);
      const folder = mkdtempSync(join(tmpdir(), 'straylight-standing-'));
      scope.after(() => rmSync(folder, { recursive: true, force: true }));
      const ran = whatBashRuns(folder, commands);
      if (typeof ran === 'string') return { probes: 0, breaches, skipped: ran };
      for (const [at, calls] of ran.entries())
        if (calls.length !== 1 || !calls[0]?.startsWith('git\0pull\0'))
          breaches.push(`“${commands[at]}” counts as git pull and runs ${JSON.stringify(calls)}`);
      const note = `${covered} covered, ${commands.length} of them run by bash`;
      return { probes: total + commands.length, breaches, note };
    }),
};

interface Kind {
  readonly pattern: ArgumentPattern;
  readonly genuine: readonly string[];
  /** What is put in between. */
  readonly marks: readonly string[];
  /** Why this text must not be covered. */
  breach(text: string): string | undefined;
}

const shellMarks = [
  ...[
    ' ',
    '  ',
    '\t',
    '\n',
    '\r',
    ';',
    '&',
    '&&',
    '|',
    '||',
    '>',
    '<',
    '<<<',
    '`id`',
    '$(id)',
    '$' + '{x}',
    '$x',
    '#',
    '\\',
    "'",
    '"',
    "$'\\n'",
  ],
  ...[
    '(',
    ')',
    '{',
    '}',
    '{a,b}',
    '*',
    '?',
    '[a]',
    '~',
    '!',
    '!!',
    '=',
    'x=1 ',
    'PATH=.',
    '\u00a0',
    '\u2028',
    '\u202e',
    '\0',
    '%',
    '^',
    '-c',
    'id',
  ],
];
const urlMarks = [
  ...[
    '.',
    '..',
    '/',
    '//',
    '\\',
    '@',
    ':',
    '#',
    '?',
    '%2e%2e',
    '%2f',
    '%5c',
    '%00',
    ' ',
    '\t',
    '\n',
    'evil.example',
    '。',
    '․',
    '\u200b',
    'xn--',
    ':8443',
  ],
];

const words: ArgumentPattern = { words: ['git', 'pull'], more: true };
const kinds: readonly Kind[] = [
  {
    pattern: words,
    genuine: ['git pull', 'git pull origin main', 'git  "pull" --rebase'],
    marks: shellMarks,
    breach: () => undefined,
  },
  ...(['https://api.example.com/', 'https://api.example.com', 'https://api.example.com/v1/'] as const).map(
    (prefix): Kind => ({
      pattern: { prefix },
      genuine: ['https://api.example.com/v1/notes', 'https://api.example.com/v1/notes?id=1'],
      marks: urlMarks,
      breach: text => urlBreach(text, new URL(prefix).pathname),
    }),
  ),
  {
    pattern: { glob: 'https://*.example.com/v1/**' },
    genuine: ['https://api.example.com/v1/notes'],
    marks: urlMarks,
    breach: text => urlBreach(text, '/v1/'),
  },
  ...([{ prefix: 'notes/' }, { glob: 'notes/**' }, { glob: 'notes/*.md' }] as const).map(
    (pattern): Kind => ({
      pattern,
      genuine: ['notes/a.md', 'notes/b/c.md'],
      marks: ['.', '..', '/', '\\', '%2e%2e/', '/../', './', '~', '\0', '\n', '\u202e', '//'],
      breach: text => (normalize(text).startsWith('notes/') ? undefined : `it is ${normalize(text)}`),
    }),
  ),
];

function urlBreach(text: string, path: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return undefined; // nobody fetches it
  if (url.protocol !== 'https:' || url.port !== '') return `it is ${url.origin}`;
  if (!url.hostname.endsWith('.example.com')) return `its host is ${url.hostname}`;
  return url.pathname.startsWith(path) ? undefined : `its path is ${url.pathname}`;
}

function mutated(chance: Chance, genuine: readonly string[], marks: readonly string[]): string {
  let text = chance.pick(genuine);
  for (let times = chance.integer(4); times > 0; times -= 1) {
    const at = chance.integer(text.length + 1);
    const cut = chance.integer(3) === 0 ? chance.integer(4) : 0;
    text = `${text.slice(0, at)}${chance.pick(marks)}${text.slice(at + cut)}`;
  }
  return text;
}

const call = (text: string): RequestedCall => ({
  session: 's',
  tool: 't',
  arguments: { x: text },
  facts: {},
  risk: 'low',
  taint: 'owner',
});

function speaksFor(
  pattern: ArgumentPattern,
  text: string,
  more: Partial<RequestedCall & StandingApproval> = {},
): boolean {
  const one: StandingApproval = { ...terms, tool: 't', arguments: { x: pattern }, ...more };
  return standingFor({ ...call(text), ...more, arguments: { x: text } }, [one], 1) !== undefined;
}

/** Each bound alone takes every call away; without it the same call is covered. */
function* outOfBounds(chance: Chance): Generator<readonly string[]> {
  const bounds: readonly (readonly [string, RequestedCall, Partial<StandingApproval>, number])[] = [
    ['another tool', { ...call('git pull'), tool: 'u' }, {}, 1],
    ['irreversible', { ...call('git pull'), risk: 'irreversible' }, {}, 1],
    ['outside text', { ...call('git pull'), taint: 'external' }, {}, 1],
    ['writes scripts', { ...call('git pull'), facts: { writes: 'scripts' } }, {}, 1],
    ['untrusted', { ...call('git pull'), facts: { trusted: false } }, {}, 1],
    ['another conversation', call('git pull'), { session: 'other' }, 1],
    ['expired', call('git pull'), { until: 1 }, 1],
    ['used up', call('git pull'), { used: 1 }, 1],
    ['a sandbox that is gone', { ...call('git pull'), executor: 'direct' }, { executor: 'bubblewrap' }, 1],
    ['a place nobody wrote down', { ...call('git pull'), executor: 'direct' }, {}, 1],
    ['revoked', call('git pull'), { revokedAt: 0 }, 1],
    ['one more argument', { ...call('git pull'), arguments: { x: 'git pull', y: 1 } }, {}, 1],
    ['an argument of the prototype', { ...call('git pull'), arguments: { toString: 'git pull' } }, {}, 1],
  ];
  const pattern = { tool: 't', arguments: { x: words } };
  if (!standingFor(call('git pull'), [{ ...terms, ...pattern }], 1)) yield ['the genuine call is not covered'];
  for (const [name, asked, more, now] of chance.shuffled(bounds))
    if (standingFor(asked, [{ ...terms, ...pattern, ...more }], now)) yield [`${name}: it is covered all the same`];
}

/** How programs were called by each text; a reason where bubblewrap is missing. */
function whatBashRuns(folder: string, commands: readonly string[]): readonly (readonly string[])[] | string {
  const [bin, work] = [join(folder, 'bin'), join(folder, 'work')];
  for (const one of [bin, work]) mkdirSync(one);
  for (const name of ['git', 'id', 'evil', 'pull', 'sh', 'a', 'b', 'x']) {
    writeFileSync(join(bin, name), `#!/bin/bash\n{ printf '%s\\0' ${name} "$@"; echo; } >>"$LOG"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const program = commands.map(
    (command, at) =>
      `export LOG=/out/${at}; : >"$LOG"; ( builtin cd /out/work; PATH=/stub; eval ${quoted(command)} ) </dev/null >/dev/null 2>&1\n`,
  );
  writeFileSync(join(folder, 'program.sh'), program.join(''));
  const { status, error, stderr } = spawnSync(
    'bwrap',
    [
      ...['--unshare-all', '--die-with-parent', '--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin'],
      ...['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64', '--proc', '/proc', '--dev', '/dev'],
      ...['--ro-bind', bin, '/stub', '--bind', folder, '/out', '--tmpfs', '/tmp', '/bin/bash', '/out/program.sh'],
    ],
    { encoding: 'utf8', env: {}, timeout: 300_000 },
  );
  if (error) return 'bubblewrap is not installed';
  if (status !== 0 && stderr !== '') return `bubblewrap: ${stderr.trim().slice(0, 200)}`;
  return commands.map((_, at) =>
    readFileSync(join(folder, String(at)), 'utf8')
      .split('\n')
      .filter(Boolean),
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
