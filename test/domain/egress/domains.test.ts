import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPermitted, isRefused, isTrustedHost, whyBlocked, whyNever } from '../../../src/domain/egress/domains.ts';
import { inEnglish, says } from '../../../src/domain/policy/sentence.ts';

test('given a list of permissions, when hosts are looked up, then each is named exactly or by a star, and nothing beside it', () => {
  const list = ['example.com', '*.Wide.org', '93.184.216.34'];
  for (const host of ['example.com', 'EXAMPLE.com', 'example.com.', 'a.wide.org', 'a.b.wide.org', '93.184.216.34'])
    assert.ok(isPermitted(host, list), host);
  for (const host of [
    ...['www.example.com', 'notexample.com', 'example.com.evil.net', 'example.co', 'wide.org', 'evilwide.org'],
    ...['93.184.216.35', '1.93.184.216.34', '', '.', 'com', 'a.wide.org.evil.net'],
  ])
    assert.ok(!isPermitted(host, list), host);
});

test('given a list of refusals, when hosts are looked up, then each is refused with everything beneath it, and nothing beside it', () => {
  const list = ['evil.com', '*.worse.org', '93.184.216.34'];
  for (const host of [
    'evil.com',
    'EVIL.com.',
    'a.evil.com',
    'a.b.evil.com',
    'worse.org',
    'x.worse.org',
    '93.184.216.34',
  ])
    assert.ok(isRefused(host, list), host);
  for (const host of ['notevil.com', 'evil.com.net', 'evil.co', 'worse.net', '93.184.216.35'])
    assert.ok(!isRefused(host, list), host);
  assert.deepEqual(whyBlocked('A.Evil.com', list), says`${'a.evil.com'} is blocked by the owner (blocked_domains)`);
  assert.equal(whyBlocked('good.com', list), undefined);
});

test('given names in other letters than ASCII, when they are looked up, then they are the names that DNS has for them', () => {
  for (const [one, other] of [
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example.', 'xn--bcher-kva.example'],
    ['www.xn--bcher-kva.example', '*.bücher.example'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
  ] as const) {
    assert.ok(isPermitted(one, [other]) && isRefused(one, [other]), one);
    if (!other.startsWith('*')) assert.ok(isPermitted(other, [one]) && isRefused(other, [one]), other);
  }
});

test('given a URL, when it can never leave, then its text or the owner’s list is the reason', () => {
  assert.match(inEnglish(whyNever('http://127.0.0.1/', []) ?? ''), /loopback/);
  assert.match(inEnglish(whyNever('https://api.evil.com:8443/x', ['evil.com']) ?? ''), /api\.evil\.com is blocked/);
  assert.match(inEnglish(whyNever('https://1572395042/', ['93.184.216.34']) ?? ''), /93\.184\.216\.34 is blocked/);
  assert.equal(whyNever('https://good.com/', ['evil.com']), undefined);
});

test('given the lists and what the owner approved, when a host is asked for, then refusals win over permissions', () => {
  const lists = { allowed: ['api.com', '*.bank.com', 'bad.com'], alwaysApprove: ['bank.com'], blocked: ['bad.com'] };
  const approved = new Set(['new.com', 'www.bank.com', 'bad.com']);
  const isTrusted = (host: string) => isTrustedHost(host, lists, one => approved.has(one));
  assert.deepEqual(
    ['api.com', 'new.com', 'NEW.com.', 'other.com', 'sub.api.com', 'www.bank.com', 'bank.com', 'bad.com'].map(
      isTrusted,
    ),
    [true, true, true, false, false, false, false, false],
  );
});
