/** S3: the redactor on the corpora written before its rules (test/corpora). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';
import { lookAlikes, secretTexts } from '../../corpora/secret-corpora.ts';
import { whyLeftOut } from '../../slow.ts';

const redactor = createRedactor([]);
const texts = secretTexts();
const alikes = lookAlikes();

function inPieces(text: string, size: number): string {
  const stream = redactor.stream();
  let out = '';
  for (let at = 0; at < text.length; at += size) out += stream.push(text.slice(at, at + size));
  return out + stream.end();
}

describe('redactor: corpora', () => {
  it('given texts with secrets, when they are redacted, then no secret is left in any, wherever it stands', t => {
    const secrets = texts.flatMap(({ secrets }) => secrets);
    const leaked = texts.flatMap(({ name, text, secrets: own }) => {
      const found = redactor.find(text);
      const clean = redactor.text(text);
      return own
        .filter(
          ({ start, end, value }) => clean.includes(value) || !found.some(one => one.start <= start && one.end >= end),
        )
        .map(({ value }) => `${name}: ${value.slice(0, 4)}…`);
    });
    t.diagnostic(`S3: ${secrets.length} secrets in ${texts.length} texts: leaked ${leaked.length}`);
    assert.deepEqual(leaked, []);
    assert.ok(texts.length >= 200);
  });

  it('given what only looks like a secret, when it is redacted, then at most one in 171 is changed', t => {
    const changed = alikes.filter(text => redactor.text(text) !== text);
    t.diagnostic(`S3: ${alikes.length} look-alikes: changed ${changed.length}`);
    assert.ok(alikes.length >= 171);
    assert.ok(changed.length * 171 <= alikes.length, changed.join('\n'));
  });

  it('given all of them in one text, when it is redacted, then the same is found as in each alone', () => {
    const all = texts.map(({ text }) => text).join('\n\n');
    const clean = redactor.text(all);
    for (const { name, secrets } of texts)
      for (const { value } of secrets) assert.ok(!clean.includes(value), `${name}: in company it is not found`);
    assert.equal(redactor.text(alikes.join('\n')), alikes.join('\n'));
  });

  it('given a text that was redacted before, when it is redacted again, then it stays as it is', () => {
    for (const { name, text } of texts) {
      const once = redactor.text(text);
      assert.equal(redactor.text(once), once, name);
    }
  });

  it('given them in pieces of any size, when they stream through, then the whole gives the same', {
    skip: whyLeftOut(),
  }, t => {
    const sizes = [1, 2, 7, 33, 400];
    for (const { name, text } of texts)
      for (const size of sizes) assert.equal(inPieces(text, size), redactor.text(text), `${name}, pieces of ${size}`);
    for (const text of alikes) for (const size of sizes) assert.equal(inPieces(text, size), text);
    const all = [...texts.map(({ text }) => text), ...alikes].join('\n');
    for (const size of [1, 97, 4096]) assert.equal(inPieces(all, size), redactor.text(all), `all, pieces of ${size}`);
    t.diagnostic(`${(texts.length + alikes.length) * sizes.length + 3} streams gave what the whole gives`);
  });

  it('given a text, when its findings are listed, then they are in order, apart, and where the labels stand', () => {
    for (const { name, text } of texts) {
      const found = redactor.find(text);
      let clean = '';
      let at = 0;
      for (const { start, end, type } of found) {
        assert.ok(at <= start && start < end && end <= text.length, name);
        clean += `${text.slice(at, start)}[secret:${type}]`;
        at = end;
      }
      assert.equal(clean + text.slice(at), redactor.text(text), name);
    }
  });
});
