import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trustHome } from './trust-world.ts';

test('given a domain the owner says yes to, when Straylight starts again, then it is trusted, it alone, and once', t => {
  const open = trustHome(t);
  const first = open({ allowed: ['api.com'] });
  assert.deepEqual(
    ['https://api.com/x', 'https://new.com/x', 'not a URL'].map(url => first.trust.isTrusted(url)),
    [true, false, false],
  );
  first.trust.approved('https://NEW.com:8443/a?b', 'call-1');
  first.trust.approved('https://new.com/', 'call-2');
  first.trust.approved('https://api.com/', 'call-3');
  first.close();
  const second = open();
  assert.deepEqual(second.rows(), [{ domain: 'new.com', by: 'call-1', at: 1_000 }]);
  assert.deepEqual(
    ['http://new.com/', 'https://www.new.com/', 'https://api.com/'].map(url => second.trust.isTrusted(url)),
    [true, false, false],
  );
});

test('given domains that are asked about every time or never, when a yes comes all the same, then nothing is kept of it', t => {
  const { trust, rows } = trustHome(t)({ allowed: ['bank.com'], alwaysApprove: ['bank.com'], blocked: ['evil.com'] });
  for (const url of ['https://bank.com/', 'https://www.bank.com/', 'https://x.evil.com/', 'http://127.0.0.1/']) {
    trust.approved(url, 'call');
    assert.deepEqual([trust.isTrusted(url), trust.canBeTrusted(url)], [false, false], url);
  }
  assert.deepEqual(rows(), []);
});

test('given no sandbox, when domains are asked about, then none is trusted by itself, listed or approved', t => {
  const open = trustHome(t);
  open().trust.approved('https://new.com/', 'call');
  const { trust, rows } = open({ isDirect: true, allowed: ['api.com'] });
  trust.approved('https://other.com/', 'call');
  for (const host of ['new.com', 'api.com', 'other.com']) assert.equal(trust.isTrusted(`https://${host}/`), false);
  assert.equal(rows().length, 1);
});
