import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filled, handlesIn, isSecretName, mentionsSecret } from '../../../src/domain/secrets/handle.ts';

test('given names, when they are judged, then only short plain ones in lower case are names', () => {
  for (const name of ['github', 'github/deploy', 'a', '0', 'a.b-c_d/e', `a${'b'.repeat(63)}`])
    assert.ok(isSecretName(name), name);
  for (const name of ['', 'A', '/a', '.a', '-a', 'a b', 'a}', 'a{', 'ä', `a${'b'.repeat(64)}`, 'a\n', '../a'])
    assert.ok(!isSecretName(name), name);
});

test('given a text with handles, when they are read, then each name comes once, and what is nearly a handle is a problem', () => {
  assert.deepEqual(handlesIn('Bearer {{secret:github/deploy}}'), ['github/deploy']);
  assert.deepEqual(handlesIn('{{secret:a}}:{{secret:b}}:{{secret:a}}'), ['a', 'b']);
  assert.deepEqual(handlesIn('no handle, {{mustache}}, [secret:x], secret'), []);
  const wrong = [
    '{{secret:A}}',
    '{{ secret:a }}',
    '{{secret:}}',
    '{{secret:a}',
    '{{Secret:a}}',
    '{{secret}}',
    '{{secret:{{secret:a}}}}',
  ];
  for (const text of wrong) {
    const found = handlesIn(`x ${text} y`);
    assert.ok('problem' in found && /\{\{secret:NAME\}\}/.test(found.problem), text);
    assert.ok(mentionsSecret(text), text);
  }
});

test('given values, when handles are filled, then each is put in as it is', () => {
  const values = new Map([
    ['a', "$& $1 $' {{secret:b}}"],
    ['b', 'no'],
  ]);
  assert.equal(
    filled('x {{secret:a}} y', name => values.get(name) ?? ''),
    "x $& $1 $' {{secret:b}} y",
  );
});
