/** What a flood is made of. Each probe answers what is wrong, or nothing; a `Fault` is an answer too. */

import { glob } from '../../../src/adapters/files/glob.ts';
import { hitsIn } from '../../../src/adapters/files/line-search.ts';
import { linearPattern } from '../../../src/adapters/gates/pattern.ts';
import { htmlToMarkdown } from '../../../src/adapters/pages/html-to-markdown.ts';
import { judgeCommand } from '../../../src/domain/policy/policy.ts';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';
import { wildcard } from '../../../src/domain/text/wildcard.ts';
import { ask, known, serve } from '../../inspector/visitor.ts';

type Probe = () => string | undefined | Promise<string | undefined>;
type Named = readonly (readonly [name: string, probe: Probe])[];

const mega = 1_000_000;
const times = (text: string, count: number) => text.repeat(count);

/** What stands before and behind, a thousand times around a command. */
const nests: readonly (readonly [string, string])[] = [
  ...([
    ['$( ', ' )'],
    ['echo "$( ', ' )"'],
    ['( ', ' )'],
    ['{ ', '; }'],
    ['if true; then ', '; fi'],
    ['case x in x) ', ' ;; esac'],
    ['while true; do ', '; done'],
    ['for i in a; do ', '; done'],
    ['f() { ', '; }'],
    ['cat <( ', ' )'],
    ['! ', ''],
    ['time ', ''],
    ['coproc ', ''],
    ['a=( $( ', ' ) )'],
    ['cat <<A\n$( ', ' )\nA\n'],
    ['echo ${x:-', '}'],
    ['echo $((', '))'],
    ['[[ ( ', ' ) ]]'],
    ['echo {a,', '}'],
    ['ls | ', ''],
    ['env ', ''],
    ['sudo ', ''],
    ['xargs ', ''],
    ["bash -c '", "'"],
  ] as const),
];

const commands: Named = [
  ...nests.map(([before, after]): Named[number] => [
    `a thousand times ${before.trim()}`,
    () => judgedAs(`${times(before, 1_000)}rm -rf /${times(after, 1_000)}`),
  ]),
  ...Object.entries({
    words: `ls ${times('a ', mega / 2)}`,
    quotes: `echo ${times('\'"', mega / 2)}`,
    'one word': `echo ${times('a', mega)}`,
    lines: times('ls\n', mega / 3),
    backslashes: `echo ${times('\\', mega)}`,
    dollars: `echo ${times('$', mega)}`,
    braces: `echo ${times('{a,b}', mega / 5)}`,
    stars: `ls ${times('*', mega)}`,
    'here-documents': times('cat <<A\n', mega / 8),
    redirections: `ls ${times('>a ', mega / 3)}`,
    zeros: `echo ${times('\0', mega)}`,
    variables: times('a=1 ', mega / 4),
  }).map(([name, command]): Named[number] => [
    `a command of a megabyte: ${name}`,
    () => judgedAs(`${command}\nrm -rf /`),
  ]),
];

/** Whatever came before it, the deletion of the whole system is never run unasked. */
function judgedAs(command: string): string | undefined {
  const { level } = judgeCommand(command);
  return level >= 2 ? undefined : `it is judged ${level}`;
}

const pages: Named = Object.entries({
  'open elements': times('<div>', mega),
  'closing elements': times('</div>', mega / 2),
  'open lists': times('<ul><li>', mega / 4),
  'open tables': times('<table><tr><td>', 100_000),
  'open links': times('<a href=x>', mega / 5),
  brackets: times('<', mega),
  comments: times('<!--', mega / 2),
  entities: times('&amp;&#x1F;&', mega / 8),
  attributes: `<p ${times('a=b ', mega / 2)}>x`,
  'a long attribute': `<a href="${times('x', 3 * mega)}">y</a>`,
  headings: times('<h1>x', mega / 5),
  scripts: times('<script>', mega / 4),
}).map(([name, html]) => [`a page of ${name}`, () => pageOf(html)]);

async function pageOf(html: string): Promise<string | undefined> {
  const { text } = await htmlToMarkdown(html, 'http://page.example/', new AbortController().signal);
  const most = 20 * html.length + 1_000;
  return text.length > most ? `${html.length} characters became ${text.length}` : undefined;
}

const patterns: Named = [
  ...[
    '(a+)+$',
    '(a|a)*$',
    '(a*)*b',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*)(.*)(.*)(.*)x',
    '(a{1,1000}){1,1000}',
    times('(a?', 300) + times(')', 300),
  ].map((source): Named[number] => [
    `the gate ${source.slice(0, 40)}`,
    () => void linearPattern(source, { ignoreCase: true })(`${times('a', 200_000)}!`),
  ]),
  ...[
    times('*a', 500),
    times('**/', 500),
    times('{a,b}', 40),
    times('{', 5_000),
    times('?', 10_000),
    `{${times('a,', 10_000)}}`,
  ].map((pattern): Named[number] => [
    `the glob ${pattern.slice(0, 12)}`,
    () => void glob(pattern)(`${times('a/', 2_000)}${times('a', 5_000)}b`),
  ]),
  ['a wildcard of many stars', () => (wildcard(times('*a', 300), `${times('a', 3_000)}b`) ? 'it fits' : undefined)],
  ['lines without an end', () => linesOf(times('x', 10 * mega))],
  ['ten million empty lines', () => linesOf(times('\n', 10 * mega))],
];

function linesOf(text: string): string | undefined {
  const hits = hitsIn(text, 50, () => 0);
  const shown = hits.reduce((sum, { text: line }) => sum + line.length, 0);
  return hits.length > 50 || shown > 50 * 310 ? `${hits.length} lines of ${shown} characters` : undefined;
}

const secret = 'zq8Lw3RtY6uPmN4bVcX1sDfG5hJkQ2eW';
const texts: Named = Object.entries({
  letters: 'a',
  base64: 'QUJD',
  numbers: '12, ',
  dates: '2026-01-01 12, 13, 14, 15 ',
  escapes: '\u001b[1m',
  backslashes: '\\u00',
  'names of keys': 'password=',
  addresses: 'http://a:',
  lines: '1 2 3 4\n',
}).map(([name, part]) => [
  `a secret behind a megabyte of ${name}`,
  () => {
    const clean = createRedactor([{ name: 'KNOWN', value: secret }]).text(
      `${times(part, mega / part.length)} ${secret}`,
    );
    return clean.includes(secret) ? 'it is left' : undefined;
  },
]);

/**
 * JSON that is deep, long, doubled and strange, to the server; it does nothing of it, and serves the owner afterwards.
 */
const bodies: Named = Object.entries({
  'deep lists': times('[', 100_000) + times(']', 100_000),
  'deep objects': `${times('{"a":', 50_000)}1${times('}', 50_000)}`,
  'open lists': times('[', 200_000),
  'a huge number': `{"clientId":1${times('0', 100_000)},"text":"x"}`,
  'an exponent': '{"clientId":"x","text":1e999999999}',
  'keys twice': `{${times('"text":"a",', 10_000)}"clientId":[]}`,
  'names of prototypes': '{"__proto__":{"text":"x"},"constructor":{"prototype":{"clientId":"x"}}}',
  'a long text': `{"clientId":"x","text":"${times('x', 5 * mega)}"}`,
  'lone surrogates': '{"clientId":"\\ud800","text":"\\udc00","more":1}',
}).map(([name, body]) => [`a body of ${name}`, () => bodyOf(body)]);

async function bodyOf(body: string): Promise<string | undefined> {
  await using served = await serve();
  const { url } = served.server;
  const headers = { ...known, 'content-type': 'application/json' };
  const path = '/api/sessions/session%3Aweb%3Amain/messages';
  // one that is refused before all of it is read may be cut off
  const status = await ask(url, path, { method: 'POST', headers, body }).then(
    answer => answer.status,
    () => 413,
  );
  const after = await ask(url, '/api/state', { headers: known });
  if (after.status !== 200) return `the owner is answered ${after.status} afterwards`;
  if (served.agent.asked.length > 0) return 'it was taken';
  return status >= 400 && status < 500 ? undefined : `it was answered ${status}`;
}

const all: ReadonlyMap<string, Probe> = new Map([...commands, ...pages, ...patterns, ...texts, ...bodies]);

export const floodNames: readonly string[] = [...all.keys()];

/** One of the names above. */
export function probeNamed(name: string): Probe {
  const probe = all.get(name);
  if (probe === undefined) throw new Error(`there is no flood ${name}`);
  return probe;
}
