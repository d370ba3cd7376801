import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type ArgumentPattern,
  exactly,
  neverStanding,
  patternText,
  type RequestedCall,
  type StandingApproval,
  type StandingPattern,
  standingFor,
  standingText,
  strayedFrom,
} from '../../../src/domain/approvals/standing.ts';
import type { JsonObject } from '../../../src/domain/text/json.ts';
import { wildcard } from '../../../src/domain/text/wildcard.ts';

const terms = { id: 'k', by: 'web', at: 0, until: 100, most: 1, used: 0 } as const;

/** Does a standing approval of that pattern speak for the call? */
function isWithin(pattern: StandingPattern, call: Pick<RequestedCall, 'tool' | 'arguments'>): boolean {
  const asked: RequestedCall = { session: 's', ...call, facts: {}, risk: 'low', taint: 'owner' };
  return standingFor(asked, [{ ...terms, ...pattern }], 1) !== undefined;
}

const one = (pattern: ArgumentPattern, value: JsonObject[string]) =>
  isWithin({ tool: 't', arguments: { x: pattern } }, { tool: 't', arguments: { x: value } });

suite('an argument', () => {
  const rows: readonly (readonly [ArgumentPattern, JsonObject[string], boolean])[] = [
    [{ is: 'a' }, 'a', true],
    [{ is: 'a' }, 'A', false],
    [{ is: { b: 1, a: 2 } }, { a: 2, b: 1 }, true],
    [{ is: 1 }, '1', false],
    [{ is: null }, null, true],
    [{ prefix: 'notes/' }, 'notes/a.md', true],
    [{ prefix: 'notes/' }, 'notes/../secret', false],
    [{ prefix: 'notes/' }, 'notes/..', false],
    [{ prefix: 'notes/' }, 'notes\\..\\secret', false],
    [{ prefix: 'notes/' }, 'notes/%2e%2e/secret', false],
    [{ prefix: 'https://a.example/v1/' }, 'https://a.example/v1/%2e%2e?x', false],
    [{ prefix: 'https://a.example/v1/' }, 'https://a.example/v1/..#x', false],
    [{ prefix: 'notes/' }, 'notes/a%2f..%2fsecret', false],
    [{ prefix: 'notes/' }, 'notes/a..b.md', true],
    [{ prefix: 'notes/' }, 'notes/a\u202e', false],
    [{ prefix: 'notes/' }, 'notes/a\nb', false],
    [{ prefix: 'a' }, 1, false],
    [{ prefix: 'https://api.example.com' }, 'https://api.example.com/v1?q=1', true],
    [{ prefix: 'https://api.example.com' }, 'https://api.example.com', true],
    [{ prefix: 'https://api.example.com' }, 'https://api.example.com.evil.example/', false],
    [{ prefix: 'https://api.example.com' }, 'https://api.example.com@evil.example/', false],
    [{ prefix: 'https://api.example.com' }, 'https://api.example.com:8443/', false],
    [{ prefix: 'https://api.example.com/' }, 'https://api.example.com/v1', true],
    [{ prefix: 'https:/api.example.com/' }, 'https:/api.example.com.evil.example/', false],
    [{ prefix: 'https:/api.example.com' }, 'https:/api.example.com.evil.example/', false],
    [{ prefix: 'https:' }, 'https://evil.example/', false],
    [{ glob: 'notes/*.md' }, 'notes/a.md', true],
    [{ glob: 'notes/*.md' }, 'notes/a/b.md', false],
    [{ glob: 'notes/**.md' }, 'notes/a/b.md', true],
    [{ glob: '**' }, 'a/../b', false],
    [{ glob: 'https://*.example.com/**' }, 'https://api.example.com/v1', true],
    [{ glob: 'https://*.example.com/**' }, 'https://evil.example/x.example.com/', false],
    [{ glob: 'https://*.example.com/**' }, 'https://evil.test?.example.com/', false],
    [{ words: ['git', 'pull'], more: false }, 'git pull', true],
    [{ words: ['git', 'pull'], more: false }, 'git  "pull"', true],
    [{ words: ['git', 'pull'], more: false }, 'git pull origin', false],
    [{ words: ['git', 'pull'], more: true }, 'git pull origin', true],
    [{ words: ['git', 'pull'], more: true }, 'git', false],
    [{ words: ['git', 'pull'], more: true }, 'git pull; rm -rf ~', false],
    [{ words: ['git', 'pull'], more: true }, 'git pull && rm x', false],
    [{ words: ['git', 'pull'], more: true }, 'git pull $(rm x)', false],
    [{ words: ['git', 'pull'], more: true }, 'git pull\nrm x', false],
    [{ words: ['git', 'pull'], more: true }, 'env git pull', false],
    [{ words: [], more: true }, 'rm x', false],
  ];
  for (const [pattern, value, expected] of rows)
    test(`given ${JSON.stringify(pattern)}, when ${JSON.stringify(value)} comes, then it ${expected ? 'fits' : 'does not fit'}`, () =>
      assert.equal(one(pattern, value), expected));
});

test('given a pattern of a beginning or with stars, when more than one command follows, then it does not speak for it', () => {
  const pattern = (x: ArgumentPattern): StandingApproval => ({ ...terms, tool: 't', arguments: { x } });
  const call = (command: string): RequestedCall => ({
    session: 's',
    tool: 't',
    arguments: { x: command },
    facts: { command },
    risk: 'low',
    taint: 'owner',
  });
  for (const one of [pattern({ prefix: 'git pull' }), pattern({ glob: 'git pull**' })]) {
    assert.equal(standingFor(call('git pull origin'), [one], 1), one);
    for (const more of [
      'git pull; ./x.sh',
      'git pull && ./x.sh',
      'git pull $(./x.sh)',
      'git pull\n./x.sh',
      'git pull | sh',
    ])
      assert.equal(standingFor(call(more), [one], 1), undefined, more);
  }
});

suite('a call', () => {
  const pattern = { tool: 't', arguments: { a: { is: 1 }, b: { is: 2 } } };
  test('given a pattern, when an argument is missing, more, or another tool is called, then it is not covered', () => {
    assert.equal(isWithin(pattern, { tool: 't', arguments: { a: 1, b: 2 } }), true);
    assert.equal(isWithin(pattern, { tool: 't', arguments: { a: 1 } }), false);
    assert.equal(isWithin(pattern, { tool: 't', arguments: { a: 1, b: 2, c: 3 } }), false);
    assert.equal(isWithin(pattern, { tool: 't', arguments: { a: 1, c: 2 } }), false);
    assert.equal(isWithin(pattern, { tool: 'u', arguments: { a: 1, b: 2 } }), false);
    assert.equal(
      isWithin({ tool: 't', arguments: { toString: { is: 1 } } }, { tool: 't', arguments: { a: 1 } }),
      false,
    );
  });

  test('given a call, when its own pattern is made, then it covers that call and no other', () => {
    const call = { tool: 't', arguments: { a: [1, { b: 'x' }], c: '*' } };
    assert.equal(isWithin(exactly(call), call), true);
    assert.equal(isWithin(exactly(call), { ...call, arguments: { ...call.arguments, c: '**' } }), false);
  });
});

suite('what may stand', () => {
  const call: RequestedCall = {
    session: 's',
    tool: 't',
    arguments: { a: 1 },
    facts: {},
    risk: 'medium',
    taint: 'owner',
  };
  const stands: StandingApproval = {
    id: 'k',
    tool: 't',
    arguments: { a: { is: 1 } },
    by: 'web',
    at: 1,
    until: 100,
    most: 2,
    used: 0,
  } as const;

  test('given one that covers the call, when it is asked for in time, then it speaks for it; the end is exclusive', () => {
    assert.equal(standingFor(call, [stands], 99), stands);
    assert.equal(standingFor(call, [stands], 100), undefined);
    assert.equal(standingFor(call, [{ ...stands, used: 2 }], 50), undefined);
    assert.equal(standingFor(call, [{ ...stands, revokedAt: 10 }], 50), undefined);
    assert.equal(standingFor({ ...call, taint: 'auth' }, [stands], 50), stands);
  });

  for (const never of [
    { risk: 'irreversible' },
    { taint: 'external' },
    { facts: { writes: 'scripts' } },
    { facts: { trusted: false } },
    { facts: { trusted: false, url: 'https://api.example.com/' } },
  ] as const)
    test(`given ${JSON.stringify(never)}, when a standing approval covers the call, then it does not speak for it`, () => {
      assert.ok(neverStanding({ ...call, ...never }));
      assert.equal(standingFor({ ...call, ...never }, [stands], 50), undefined);
    });

  const sandboxed: StandingApproval = { ...stands, executor: 'bubblewrap' };
  const direct: StandingApproval = { ...stands, executor: 'direct' };
  test('given one for a sandbox, or of a version that did not write the place down, when the call would run without one, then it does not speak and the reason is said', () => {
    const now: RequestedCall = { ...call, executor: 'direct' };
    for (const one of [stands, sandboxed]) {
      assert.equal(standingFor(now, [one], 50), undefined);
      assert.deepEqual(strayedFrom(now, [one], 50), ['Where it runs (now in direct mode)']);
    }
    assert.equal(standingFor(now, [sandboxed, direct], 50), direct);
  });

  test('given one of direct mode or of another sandbox, when the call runs in a sandbox, then it speaks for it', () => {
    for (const one of [stands, sandboxed, direct])
      assert.equal(standingFor({ ...call, executor: 'docker' }, [one], 50), one);
  });

  test('given what is signed, when anything but the count changes, then it is another text', () => {
    const text = standingText(stands);
    assert.equal(standingText({ ...stands, used: 1 }), text);
    for (const change of [
      { id: 'l' },
      { tool: 'u' },
      { by: 'x' },
      { until: 101 },
      { most: 3 },
      { at: 2 },
      { arguments: {} },
      { executor: 'direct' as const },
    ])
      assert.notEqual(standingText({ ...stands, ...change }), text);
  });

  test('given a pattern, when it is shown, then each argument says what it may be', () => {
    const given = {
      a: { is: 'x' },
      b: { prefix: 'p' },
      c: { glob: '*' },
      d: { words: ['ls'], more: true },
      e: { is: 1 },
    };
    assert.equal(patternText({ tool: 't', arguments: given }), 't a=x b^=p c~=* d: ls … e=1');
  });
});

test('given a hostile wildcard, when it is matched against a long text, then that takes no longer than the text is long', () => {
  assert.equal(wildcard('**a'.repeat(12), `${'a'.repeat(4000)}b`), false);
  assert.equal(wildcard('', ''), true);
  assert.equal(wildcard('*', ''), true);
  assert.equal(wildcard('a*c', 'abbc'), true);
  assert.equal(wildcard('a*c', 'abb'), false);
});
