import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedHello } from '../../../src/adapters/fetcher/hello.ts';
import { random } from '../../domain/random.ts';
import { helloFor } from './client-hello.ts';

/** What comes out at the other side, or undefined where it was refused. */
async function through(host: string, pieces: readonly Buffer[]): Promise<Buffer | undefined> {
  async function* source() {
    yield* pieces;
  }
  const out: Buffer[] = [];
  try {
    for await (const piece of checkedHello(host)(source())) out.push(piece);
  } catch {
    assert.deepEqual(out, []);
    return undefined;
  }
  return Buffer.concat(out);
}

/** The same message in records of this size. */
function inRecords(hello: Buffer, size: number): Buffer {
  const message = hello.subarray(5);
  const parts = Array.from({ length: Math.ceil(message.length / size) }, (_, at) =>
    message.subarray(at * size, (at + 1) * size),
  );
  return Buffer.concat(
    parts.map(part => Buffer.concat([Buffer.from([22, 3, 1, part.length >> 8, part.length & 255]), part])),
  );
}

test('given the hello of a real client, when it names the host, whole or in pieces or in many records, then it passes with all that follows', async () => {
  const hello = await helloFor('pypi.org');
  const rest = Buffer.from('and more');
  assert.deepEqual(await through('pypi.org', [hello, rest]), Buffer.concat([hello, rest]));
  const all = Buffer.concat([hello, rest]);
  assert.deepEqual(
    await through(
      'pypi.org',
      [...all].map(byte => Buffer.of(byte)),
    ),
    all,
  );
  for (const size of [1, 3, 4, 50, 255])
    assert.ok((await through('pypi.org', [inRecords(hello, size)]))?.length, `records of ${size}`);
});

test('given hellos for others or for nobody, when they come, then nothing passes', async () => {
  for (const name of ['evil.com', 'www.pypi.org', 'pypi.org.evil.com', undefined])
    assert.equal(await through('pypi.org', [await helloFor(name), Buffer.from('x')]), undefined, String(name));
});

test('given a hello that is mutated, when it comes, then nothing passes but what still names the host', async t => {
  const hello = await helloFor('pypi.org');
  const { integer } = random(7);
  const name = Buffer.from('pypi.org');
  const counts = { passed: 0, refused: 0 };
  for (let round = 0; round < 4_000; round++) {
    const bytes = Buffer.from(hello);
    for (let times = 1 + integer(3); times > 0; times--) bytes[integer(bytes.length)] = integer(256);
    const cut = integer(4) === 0 ? bytes.subarray(0, integer(bytes.length)) : bytes;
    const passed = await through('pypi.org', [cut, Buffer.alloc(20_000)]);
    counts[passed ? 'passed' : 'refused'] += 1;
    // Only its case may differ, which DNS does not tell apart.
    if (passed) assert.ok(passed.toString('latin1').toLowerCase().includes(name.toString()));
  }
  assert.ok(counts.passed > 100 && counts.refused > 100);
  t.diagnostic(JSON.stringify(counts));
});

test('given random bytes, when they come, then nothing passes and nothing is kept waiting for ever', async () => {
  const { integer } = random(8);
  for (let round = 0; round < 2_000; round++) {
    const bytes = Buffer.from(Array.from({ length: integer(200) }, () => integer(256)));
    if (round % 2) bytes.set([22, 3, 1].slice(0, bytes.length));
    assert.ok(!(await through('pypi.org', [bytes]))?.length);
  }
});
