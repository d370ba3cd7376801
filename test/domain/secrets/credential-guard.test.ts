import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { guard } from '../../../src/domain/secrets/credential-guard.ts';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';
import { guardMessages, lookAlikes } from '../../corpora/secret-corpora.ts';

const redactor = createRedactor([{ name: 'door', value: 'Vogelbeere im Regen' }]);
const { block, redact, pass } = guardMessages();

describe('credential guard', () => {
  it('given messages that are mostly a credential, when they come, then they are blocked and nothing of them is left', t => {
    for (const { name, text } of block) {
      const { verdict, text: kept, kinds } = guard(text, redactor);
      assert.deepEqual([verdict, kept], ['block', ''], name);
      assert.ok(kinds.length > 0, name);
    }
    t.diagnostic(`${block.length} credentials: all blocked`);
  });

  it('given a credential within more, when it comes, then it alone is taken out', t => {
    for (const { name, text, secrets } of redact) {
      const { verdict, text: kept } = guard(text, redactor);
      assert.equal(verdict, 'redact', name);
      for (const { value } of secrets) assert.ok(!kept.includes(value), name);
      assert.match(kept, /\[secret:[\w-]+\]/, name);
      assert.ok(kept.startsWith(text.slice(0, 8)), `${name}: the words before it stay`);
    }
    t.diagnostic(`${redact.length} messages with a credential in them: all kept without it`);
  });

  it('given ordinary messages and look-alikes, when they come, then they pass as they are', t => {
    for (const text of [...pass, ...lookAlikes()])
      assert.deepEqual(guard(text, redactor), { verdict: 'pass', text, kinds: [] });
    t.diagnostic(`${pass.length} ordinary messages and ${lookAlikes().length} look-alikes: none changed`);
  });

  it('given the value of a known secret, alone or in more, when it comes, then it is known by its name', () => {
    assert.deepEqual(guard('Vogelbeere im Regen', redactor), { verdict: 'block', text: '', kinds: ['door'] });
    assert.deepEqual(
      guard('The word for the door at the back of the house is Vogelbeere im Regen, tell Anna.', redactor),
      {
        verdict: 'redact',
        text: 'The word for the door at the back of the house is [secret:door], tell Anna.',
        kinds: ['door'],
      },
    );
  });

  it('given half a message or less of it being a credential, when it comes, then it is kept without', () => {
    const known = createRedactor([{ name: 'x', value: 'abcdefghij' }]);
    assert.equal(guard('0123456789 abcdefghij', known).verdict, 'redact');
    assert.equal(guard('012345678 abcdefghij', known).verdict, 'block');
  });
});

test('given a password of letters alone within a longer message, when it is guarded, then it is taken out; what is said of passwords stays', () => {
  for (const [text, value] of [
    ['my password is swordfish, could you log in and look?', 'swordfish'],
    ['Please go on. My wifi password is Sommerregen. Thanks!', 'Sommerregen'],
    ['mein Passwort ist Sommerregen, bitte melde dich an.', 'Sommerregen'],
  ] as const)
    assert.ok(!guard(text, redactor).text.includes(value), text);
  for (const text of [
    'my password is wrong, what now?',
    'my password is expired, please help',
    'My password is stored, of course.',
    'mein Passwort ist falsch, was tun?',
    'Mein Passwort ist abgelaufen, bitte hilf mir.',
    'mein Passwort ist sicher, oder?',
    'my password is in the vault, see there',
  ])
    assert.equal(guard(text, redactor).text, text);
});
