import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Receiver } from '../../../src/adapters/channel.ts';
import { type Shown, screenChannel } from '../../../src/adapters/channels/screen.ts';
import { approval } from '../../inspector/small-house.ts';

const { signal } = new AbortController();
const options = { repeat: false, signal };
const nobody = undefined as unknown as Receiver;
const { card } = approval('k3Qm9xTd');

test('given a screen nobody looks at, when a reply is sent, then it succeeds with a name for the message', async () => {
  const web = screenChannel({ name: 'web', ownerChats: ['main'] });
  assert.deepEqual(await web.connect(signal), { identity: 'this computer' });
  assert.deepEqual(web.parts('**hi**\n\nthere'), [{ kind: 'text', body: '**hi**\n\nthere' }]);
  assert.equal(web.parts('').length, 1);
  assert.deepEqual(await web.send('main', { kind: 'text', body: 'hi' }, options), { ref: 'web:main' });
  assert.deepEqual(await web.ask('main', card, signal), { ref: 'web:main:k3Qm9xTd' });
});

test('given a screen that listens, when something is sent, asked, settled or previewed, then it is shown until it leaves', async () => {
  const terminal = screenChannel({ name: 'terminal', ownerChats: ['main'] });
  const shown: Shown[] = [];
  const leave = terminal.attach(each => shown.push(each));
  await terminal.send('main', { kind: 'text', body: 'hi' }, { repeat: true, signal });
  const { ref } = await terminal.ask('main', card, signal);
  await terminal.settle('main', ref, card, 'granted', 'cli', signal);
  terminal.preview('main', 't1', 'Hel');
  terminal.preview('main', 't1', undefined);
  leave();
  await terminal.send('main', { kind: 'text', body: 'gone' }, options);
  assert.deepEqual(shown, [
    { type: 'sent', chat: 'main', text: 'hi', repeat: true },
    { type: 'asked', chat: 'main', card },
    { type: 'settled', chat: 'main', card, outcome: 'granted', by: 'cli' },
    { type: 'preview', chat: 'main', turn: 't1', text: 'Hel' },
    { type: 'preview', chat: 'main', turn: 't1' },
  ]);
});

test('given a listener that throws, when something is shown, then the delivery still succeeds and others see it', async () => {
  const web = screenChannel({ name: 'web', ownerChats: [] });
  let seen = 0;
  web.attach(() => {
    throw new Error('closed');
  });
  web.attach(() => seen++);
  await web.send('main', { kind: 'text', body: 'a' }, options);
  await web.send('main', { kind: 'text', body: 'b' }, options);
  assert.equal(seen, 2);
});

test('given a receiving screen, when it is aborted or closed, then it ends quietly', async () => {
  const web = screenChannel({ name: 'web', ownerChats: [] });
  const abort = new AbortController();
  const receiving = web.receive(nobody, abort.signal);
  abort.abort();
  await receiving;
  const again = web.receive(nobody, signal);
  await web.close();
  await again;
  await web.receive(nobody, abort.signal);
});

test('given an aborted delivery, when it is sent, then it is refused as cancelled', async () => {
  const web = screenChannel({ name: 'web', ownerChats: [] });
  await assert.rejects(web.send('main', { kind: 'text', body: 'a' }, { repeat: false, signal: AbortSignal.abort() }), {
    name: 'AbortError',
  });
});
