import assert from 'node:assert/strict';
import { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { containerStdio } from '../../../../src/adapters/executors/docker/stdio.ts';

/** As the engine mixes them. */
function piece(from: number, text: string): Buffer {
  const head = Buffer.alloc(8);
  head[0] = from;
  head.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

function connection(): Duplex {
  return new Duplex({ read() {}, write: (_, __, done) => done() });
}

async function read(chunks: readonly Buffer[]): Promise<{ readonly output: string; readonly complaint: string }> {
  const engine = connection();
  const { output, complaint } = containerStdio(engine);
  for (const chunk of chunks) engine.push(chunk);
  engine.push(null);
  const bytes: Buffer[] = [];
  for await (const chunk of output) bytes.push(chunk);
  return { output: Buffer.concat(bytes).toString(), complaint: complaint() };
}

describe('the streams of a container', () => {
  const mixed = Buffer.concat([piece(1, 'one '), piece(2, 'oops'), piece(1, ''), piece(1, 'two ☃')]);

  it('given both mixed in one chunk, or cut anywhere, then each comes apart', async () => {
    const expected = { output: 'one two ☃', complaint: 'oops' };
    assert.deepEqual(await read([mixed]), expected);
    assert.deepEqual(await read([...mixed].map(byte => Buffer.from([byte]))), expected);
    for (let at = 1; at < mixed.length; at++)
      assert.deepEqual(await read([mixed.subarray(0, at), mixed.subarray(at)]), expected, String(at));
  });

  it('given a long complaint, then its end is kept', async () => {
    const { complaint } = await read([piece(2, 'x'.repeat(5_000)), piece(2, 'the end')]);
    assert.equal(complaint.length, 2_048);
    assert.match(complaint, /xthe end$/);
  });

  it('given what is no such stream, then it is not taken for output', async () => {
    await assert.rejects(read([Buffer.from('HTTP/1.1 500 no')]), /a stream numbered 72/);
    await assert.rejects(read([piece(0, 'stdin')]), /a stream numbered 0/);
  });

  it('given a connection that fails, then the output fails too', async () => {
    const engine = connection();
    const { output } = containerStdio(engine);
    const failed = new Promise(resolve => output.once('error', resolve));
    engine.destroy(new Error('reset by peer'));
    assert.match(String(await failed), /reset by peer/);
  });
});
