import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileLog } from '../../../src/adapters/telemetry/log.ts';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';

function at(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'straylight-log-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'logs');
  const redact = createRedactor([{ name: 'KEY', value: 'hunter2hunter2' }]).json;
  const open = (mostBytes = 5 * 2 ** 20, keptFiles = 5) =>
    fileLog({ folder, now: () => 0, redact, mostBytes, keptFiles });
  const file = join(folder, 'straylight.jsonl');
  const lines = (name = file) =>
    readFileSync(name, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>);
  return { folder, file, open, lines };
}
const megabyte = 'x'.repeat(2 ** 20);

test('given a line, when it is written, then it is JSON with its instant, in a file for the owner alone', t => {
  const { folder, file, open, lines } = at(t);
  const log = open();
  log({ level: 'info', event: 'started', actors: 3 });
  log({ level: 'warn', event: 'two\nlines' });
  assert.deepEqual(lines(), [
    { at: '1970-01-01T00:00:00.000Z', level: 'info', event: 'started', actors: 3 },
    { at: '1970-01-01T00:00:00.000Z', level: 'warn', event: 'two\nlines' },
  ]);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('given a secret, wherever it stands, when the line is written, then it is not in the file', t => {
  const { file, open, lines } = at(t);
  const secret = 'hunter2hunter2';
  open()({ level: 'error', event: 'failed', error: `the key ${secret} is wrong`, nested: { [secret]: [secret] } });
  assert.doesNotMatch(readFileSync(file, 'utf8'), /hunter2/);
  assert.equal(lines()[0]?.['event'], 'failed');
});

test('given a log of an earlier process, when a line is written, then it is appended', t => {
  const { open, lines } = at(t);
  open()({ level: 'info', event: 'one' });
  open()({ level: 'info', event: 'two' });
  assert.deepEqual(
    lines().map(({ event }) => event),
    ['one', 'two'],
  );
});

test('given a full file, when a line is written, then it moves aside, five are kept, and none grows beyond its bound', t => {
  const { folder, file, open, lines } = at(t);
  const log = open();
  for (let number = 0; number < 40; number += 1) log({ level: 'info', event: `line ${number}`, megabyte });
  const names = readdirSync(folder).toSorted();
  assert.deepEqual(names, ['straylight.jsonl', ...[1, 2, 3, 4].map(number => `straylight.jsonl.${number}`)]);
  for (const name of names) assert.ok(statSync(join(folder, name)).size <= 5 * 2 ** 20, name);
  assert.equal(lines().at(-1)?.['event'], 'line 39');
  const order = [4, 3, 2, 1].flatMap(number => lines(`${file}.${number}`).map(({ event }) => event));
  assert.deepEqual(
    order,
    order.toSorted((a, b) => Number(String(a).slice(5)) - Number(String(b).slice(5))),
  );
});

test('given a file that was nearly full before this process, when a line is written, then it moves aside all the same', t => {
  const { folder, file, open, lines } = at(t);
  mkdirSync(folder);
  writeFileSync(file, `${'{}\n'.repeat(1_700_000)}`);
  open()({ level: 'info', event: 'new', megabyte });
  assert.equal(lines().length, 1);
  assert.ok(existsSync(`${file}.1`));
});

test('given a folder that cannot be one, or a value that is no JSON, when a line is written, then nothing is thrown', t => {
  const { folder, open, lines } = at(t);
  const log = open();
  writeFileSync(folder, 'in the way');
  log({ level: 'info', event: 'lost' });
  rmSync(folder);
  log({ level: 'info', event: 'odd', number: 1n });
  log({ level: 'info', event: 'kept' });
  assert.deepEqual(
    lines().map(({ event }) => event),
    ['lost', 'kept'],
  );
});

test('given a log that is taken away while the process runs, when a line is written, then logging goes on', t => {
  const { folder, open, lines } = at(t);
  const log = open();
  log({ level: 'info', event: 'one' });
  rmSync(folder, { recursive: true });
  log({ level: 'info', event: 'lost' });
  log({ level: 'info', event: 'two' });
  assert.deepEqual(
    lines().map(({ event }) => event),
    ['lost', 'two'],
  );
});

test('given other bounds, when lines are written, then they hold, and what earlier ones have kept beyond them is gone', t => {
  const { folder, open, lines } = at(t);
  const before = open(1000, 5);
  for (let number = 0; number < 9; number += 1)
    before({ level: 'info', event: `line ${number}`, text: 'é'.repeat(400) });
  assert.equal(readdirSync(folder).length, 5);
  const log = open(1000, 2);
  for (let number = 9; number < 12; number += 1) log({ level: 'info', event: `line ${number}` });
  assert.deepEqual(readdirSync(folder).toSorted(), ['straylight.jsonl', 'straylight.jsonl.1']);
  const alone = open(1000, 1);
  for (let number = 12; number < 40; number += 1) alone({ level: 'info', event: `line ${number}` });
  assert.deepEqual(readdirSync(folder), ['straylight.jsonl']);
  assert.equal(lines().at(-1)?.['event'], 'line 39');
  assert.ok(statSync(join(folder, 'straylight.jsonl')).size <= 1000);
});
