import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guardedMessage } from '../../../src/actors/conversation/guarded-message.ts';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';
import { credentialGuard } from '../../../src/features/owner/credentials.ts';

const rows: readonly (readonly [string, string])[] = [
  ['my wifi password is hunter2hunter2', 'my wifi password is [secret:password]'],
  ['The password for the router is Xk29!aa and more', 'The password for the router is [secret:password] and more'],
  ['our passphrase was changed', 'our passphrase was changed'],
  ['Mein WLAN-Passwort ist hunter2hunter2.', 'Mein WLAN-Passwort ist [secret:password].'],
  ['das Routerpasswort lautet Sommer-2026!', 'das Routerpasswort lautet [secret:password]'],
  ['die PIN lautet 4711', 'die PIN lautet [secret:pin]'],
  ['The password is wrong, try again.', 'The password is wrong, try again.'],
  ['const password = z.string();', 'const password = z.string();'],
  ['token = found[0]', 'token = found[0]'],
  ['Das Passwort ist falsch.', 'Das Passwort ist falsch.'],
];

describe('passwords that a sentence says', () => {
  for (const [said, kept] of rows)
    it(`given “${said}”, then it leaves as “${kept}”, whole and in pieces`, () => {
      const redactor = createRedactor([]);
      assert.equal(redactor.text(said), kept);
      assert.deepEqual(redactor.json({ result: [said] }), { result: [kept] });
      for (const size of [1, 3, 11]) {
        const stream = redactor.stream();
        let out = '';
        for (let at = 0; at < said.length; at += size) out += stream.push(said.slice(at, at + size));
        assert.equal(out + stream.end(), kept, `pieces of ${size}`);
      }
    });

  it('given one in a message, when the value comes back by itself or encoded, then it is taken out there too', () => {
    const redactor = createRedactor([]);
    const guard = credentialGuard({ redactor, language: 'en', audit: () => {} });
    const take = (text: string) => guardedMessage(guard, 'session:web:main', { text }).message.text;
    assert.equal(redactor.text('it says hunter2hunter2'), 'it says hunter2hunter2');
    assert.equal(
      take('Please note that my wifi password is hunter2hunter2 and print it for the guests'),
      'Please note that my wifi password is [secret:password] and print it for the guests',
    );
    assert.equal(redactor.text('it says hunter2hunter2'), 'it says [secret:password]');
    assert.equal(redactor.text(btoa('hunter2hunter2')), '[secret:password]');
    const known = redactor.known();
    take('As I said: my wifi password is hunter2hunter2, is it printed for all of the guests?');
    assert.equal(redactor.known(), known, 'it is learned once');
  });

  it('given an ordinary word or a short number, then it is taken out of the message and not of everything', () => {
    const redactor = createRedactor([]);
    const guard = credentialGuard({ redactor, language: 'en', audit: () => {} });
    for (const text of [
      'my password is swordfish, could you write that down on the card for the guests please',
      'the PIN is 4711, and please remember that the guests come at the weekend',
    ])
      assert.match(guardedMessage(guard, 'session:web:main', { text }).message.text, /\[secret:(password|pin)\]/);
    assert.equal(redactor.text('swordfish, 4711'), 'swordfish, 4711');
  });
});
