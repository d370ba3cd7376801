/**
 * One function stands on every way out, so it must not be felt there: a megabyte in a moment, and no text that takes
 * longer than its length.
 */
import { createRedactor } from '../../src/domain/secrets/redaction.ts';
import { lookAlikes, secretTexts } from '../corpora/secret-corpora.ts';
import { type Bench, type Figure, spreadOf } from './figure.ts';

const megabyte = 2 ** 20;

export const redactor: Bench = {
  name: 'redactor',
  title: 'Redacting 1 MB, and four times as much of what is meant to be slow',
  async run() {
    const known = Array.from({ length: 20 }, (_, n) => ({
      name: `known-${n}`,
      value: `known-Value/${n}+of-the-bench`,
    }));
    const redactor = createRedactor(known);
    let looked = 0;
    // each time another text: what was looked through and held nothing is remembered
    const text = (input: string) => redactor.text(`${++looked}\n${input}`);
    const ordinary = filled(`${lookAlikes().join('\n')}\n${logLines}`);
    const laden = filled(
      secretTexts()
        .map(({ text: one }) => one)
        .join('\n'),
    );
    // what any program that reads every character once would take
    const yardstick = Math.min(...rounds(() => countLines(ordinary)));
    const figures: Figure[] = [ordinary, laden].map((input, index) => {
      const times = rounds(() => text(input));
      return {
        name: `1 MB ${index === 0 ? 'of output without secrets' : 'of nothing but secrets'}`,
        value: Math.min(...times),
        unit: 'ms' as const,
        atMost: index === 0 ? 100 : undefined,
        yardstick: `the best of ${times.length}; ${(Math.min(...times) / yardstick).toFixed(0)} × one loop over its characters`,
        spread: spreadOf(times),
      };
    });
    const slopes = hostile.map(unit => ({ unit, slope: slopeOf(text, unit) }));
    const worst = slopes.reduce((one, other) => (other.slope > one.slope ? other : one));
    figures.push({
      name: `four times the text, the worst of ${hostile.length} hostile inputs`,
      value: worst.slope,
      unit: '×',
      atMost: 10,
      yardstick: `a quarter as much of ${JSON.stringify(worst.unit)}; 4 is linear, 16 would be quadratic`,
    });
    return figures;
  },
};

/** Beginnings of each kind of rule, over and over: each is an invitation to look far ahead or back. */
const hostile = [
  ...[
    'eyJ',
    'eyJaaaaaaaaaaaaaaaa.',
    'sk-',
    'xoxb-',
    'ghp_',
    'github_pat_',
    'ATATT3',
    'glpat-',
    'dp.pt.',
    '1/',
    '123456:',
    'a.',
  ],
  ...[
    'password=',
    'password="',
    "pass: 'x",
    'token: ',
    'secret\t',
    'secret|a|\n',
    '|secret|\n|a|\n',
    'pass=a,',
    'pass=a&b=',
    'KEY=',
  ],
  ...['<password>', '\\"password\\":\\"', 'token" value', 'secret name', 'password: "a\\', 'password\\'],
  ...[
    '://',
    '://a:b',
    '%3A%2F%2F',
    'bearer ',
    'basic ',
    'cookie: a=b; ',
    'authorization: ',
    '?key=',
    '"d":"',
    'curl -u ',
    ' -p',
  ],
  ...[
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----\n',
    '-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAAAAAA',
    'A-----END PRIVATE KEY-----',
  ],
  ...[
    'private-lines: 99\n',
    'LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt',
    '"',
    '\\',
    ' ',
    'a',
    '1',
    'known-Value/',
    'known-Value/1+of-the-benc',
  ],
];

const logLines = Array.from(
  { length: 400 },
  (_, n) =>
    `2026-03-0${(n % 9) + 1}T10:11:12.${n}Z info request ${n} done in ${n % 97} ms: GET /v1/items/${n * 7919} 200`,
).join('\n');

function slopeOf(text: (input: string) => string, unit: string): number {
  const whole = filled(unit).slice(0, megabyte / 2);
  const part = whole.slice(0, whole.length / 4);
  // in turns, and the best of each: what else the machine does is no part of it
  const times = Array.from({ length: 7 }, () => [part, whole].map(one => Math.min(...rounds(() => text(one), 1))));
  const [least = 1, most = 1] = [0, 1].map(which => Math.min(...times.map(time => time[which] ?? 0)));
  // what takes next to no time says nothing
  return most < 4 ? 4 : most / least;
}

function filled(unit: string): string {
  return unit.repeat(Math.ceil(megabyte / unit.length)).slice(0, megabyte);
}

function rounds(work: () => unknown, count = 7): number[] {
  work();
  return Array.from({ length: count }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === 10) lines++;
  return lines;
}
