import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boundedOutput, shortened } from '../../../../src/adapters/executors/output/bounded-output.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function fed(maxBytes: number, text: string, chunkBytes: number) {
  const output = boundedOutput(maxBytes);
  const bytes = bytesOf(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) output.push(bytes.subarray(at, at + chunkBytes));
  return output;
}

describe('bounded output', () => {
  it('given output within the bound, in pieces of any size, then it comes back as it was', () => {
    const text = 'Grüße, 😀\nund €\n';
    for (const room of [bytesOf(text).length, 100])
      for (let size = 1; size < 30; size++) assert.equal(fed(room, text, size).text(), text);
  });

  it('given output beyond the bound, in pieces of any size, then the text is the same and within it', () => {
    const text = `first\n${'ä€😀'.repeat(500)}\nlast\n`;
    for (const room of [40, 41, 42, 43, 64, 100, 1000]) {
      const whole = fed(room, text, 1e6).text();
      assert.match(whole, /^first\n/);
      assert.match(whole, /last\n$/);
      assert.doesNotMatch(whole, /\uFFFD/);
      for (const size of [1, 2, 3, 7, 33, 64, 999]) assert.equal(fed(room, text, size).text(), whole);
      const [cut, , total] = /\[… (\d+) (of) (\d+) bytes/.exec(whole)?.slice(1).map(Number) ?? [];
      assert.equal(total, bytesOf(text).length);
      const kept = whole.replace(/\n?\[… .*…\]\n/, '');
      assert.equal(bytesOf(kept).length + (cut ?? 0), total);
      assert.ok(bytesOf(kept).length <= room);
    }
  });

  it('given lines, when the middle is cut, then no half line stands at the cut', () => {
    const text = Array.from({ length: 1000 }, (_, index) => `line ${index} of the output\n`).join('');
    const kept = fed(1000, text, 77).text().split('\n');
    assert.deepEqual(
      kept.filter(line => !/^(line \d+ of the output|\[… \d+ of \d+ bytes left out …\]|)$/.test(line)),
      [],
    );
  });

  it('given bytes that are no text, then they become replacement characters and nothing breaks', () => {
    const output = boundedOutput(20);
    for (let index = 0; index < 50; index++) output.push(new Uint8Array([0xff, 0x80, 0xc3]));
    assert.match(output.text(), /\uFFFD[\s\S]*left out/);
    assert.equal(output.bytes, 150);
  });

  it('given a buffer that is used again, then what was pushed stays', () => {
    const output = boundedOutput(100);
    const chunk = bytesOf('one ');
    output.push(chunk);
    chunk.set(bytesOf('two '));
    output.push(chunk);
    assert.equal(output.text(), 'one two ');
  });

  it('given a room of nothing, then only the count is left', () => {
    assert.equal(fed(0, 'abc', 1).text(), '[… 3 of 3 bytes left out …]\n');
    assert.equal(fed(1, 'abc', 1).text().includes('left out'), true);
  });

  it('given a text, when it is shortened, then the same rules hold', () => {
    assert.equal(shortened('short', 5), 'short');
    assert.match(shortened('x'.repeat(100), 20), /^x{10}\n\[… 80 of 100 bytes left out …\]\nx{10}$/);
  });
});
