import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputLines } from '../../../src/commands/arguments/input-lines.ts';
import { style } from '../../../src/commands/io.ts';
import { cronNext } from '../../../src/commands/jobs/cron.ts';

async function run(options: Partial<Parameters<typeof cronNext>[0]>) {
  const [out, err]: [string[], string[]] = [[], []];
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    readAll: async () => '',
    style: style(false),
  };
  const now = Date.parse('2026-11-23T10:00:00Z');
  return { code: await cronNext({ io, json: false, now, timeZone: 'UTC', ...options }), out, err };
}

test('given a schedule, when its next instants are asked for, then they are printed in its zone, or as JSON', async () => {
  assert.deepEqual(await run({ expr: '0 8 * * 1-5', tz: 'Europe/Berlin', count: '1' }), {
    code: 0,
    out: ['Tue, 24 Nov 2026, 08:00:00 CET  2026-11-24T07:00:00.000Z'],
    err: [],
  });
  // words as a job takes them
  assert.deepEqual((await run({ expr: 'every weekday at 8', count: '1' })).out, [
    'Tue, 24 Nov 2026, 08:00:00 UTC  2026-11-24T08:00:00.000Z',
  ]);
  assert.match((await run({ expr: 'in 20 minutes' })).out.join(), /10:20:00 UTC/);
  const json = await run({ expr: '@daily', from: '2026-12-30T00:00', count: '2', json: true });
  assert.deepEqual(json.out, ['{"valid": true,"next": ["2026-12-31T00:00:00.000Z","2027-01-01T00:00:00.000Z"]}']);
});

test('given what is no schedule, when it is asked for, then it is refused in one sentence', async () => {
  const { code, out, err } = await run({ expr: '0 0 30 2 *' });
  assert.deepEqual([code, out.length], [1, 0]);
  assert.match(err.join('\n'), /^straylight: it never fires: month 2 has no day 30/);
  for (const wrong of [{ tz: 'X/Y' }, { from: 'soon' }, { count: '0' }, { count: 'many' }])
    assert.equal((await run({ expr: '@daily', ...wrong })).code, 1, JSON.stringify(wrong));
});

test('given rows, when they are read, then each line feed ends one and each is answered in its line', async () => {
  const rows = [
    { expr: '30 2 * * *', tz: 'Europe/Berlin', from: '2026-03-28T12:00:00Z', count: 1 },
    { expr: 'a\u2028b', tz: 'UTC' },
    { expr: '0 0 31 2 *' },
    { tz: 'UTC' },
  ];
  async function* input() {
    yield `${rows.map(row => JSON.stringify(row)).join('\n')}\n\nnothing\n`;
  }
  const { code, out } = await run({ lines: inputLines(input()) });
  assert.equal(code, 1);
  const answers = out.map(line => JSON.parse(line));
  assert.deepEqual(answers[0], { valid: true, next: ['2026-03-29T01:00:00.000Z'] });
  assert.deepEqual(
    answers.slice(1).map(({ valid, error }) => [valid, typeof error]),
    Array.from({ length: 4 }, () => [false, 'string']),
  );
});
