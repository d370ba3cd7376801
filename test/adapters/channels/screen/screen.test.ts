import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenChannel } from '../../../../src/adapters/channels/screen/screen.ts';
import type { Receiver } from '../../../../src/ports/channel.ts';
import { approval } from '../../../inspector/stub-agent.ts';

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
  await web.settle('main', 'web:main:k3Qm9xTd', card, 'granted', 'cli', signal);
  web.preview('main', 't1', 'Hel');
});

test('given a file, when it is sent to a screen, then the model is told to say where it lies', async () => {
  const terminal = screenChannel({ name: 'terminal', ownerChats: ['main'] });
  const path = '/home/anna/.straylight/workspace/a.txt';
  const file = { name: 'a.txt', mediaType: 'text/plain', bytes: 1, path, async *content() {} };
  const sent = await terminal.sendFile?.('main', file, { signal });
  assert.equal(sent?.ref, 'terminal:main');
  assert.match(sent?.note ?? '', /Tell the owner where it lies: \/home\/anna\/\.straylight\/workspace\/a\.txt$/);
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
