/** The export pushed to the official relay of `@statelyai/inspect`. It listens on every interface, so all of it runs in a network of its own. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from '../../slow.ts';

/** No way out, and a loopback that is up. */
const alone = ['--unshare-net', '--die-with-parent', '--dev-bind', '/', '/'];
const world = fileURLToPath(new URL('stately-world.ts', import.meta.url));

test('given a relay that comes up after Straylight, when it is there, then whoever joins it, early or late, gets one actor and one snapshot for each that lives, then every step', {
  skip: !canBeAlone() && 'this machine lets nobody have a network of his own (bwrap)',
  timeout: 120_000,
}, async () => {
  const options = { maxBuffer: 64 * 1024 * 1024 };
  const node = [process.execPath, '--conditions=development', world];
  const { stdout } = await promisify(execFile)('bwrap', [...alone, ...node], options);
  const { joined, early, late, actors, hosted } = JSON.parse(stdout);
  const ofType = (messages: readonly Message[], type: string) =>
    messages.filter(message => message.type === type).map(({ sessionId }) => sessionId);
  for (const type of ['@xstate.actor', '@xstate.snapshot'])
    assert.deepEqual(ofType(joined, type).sort(), [...actors].sort(), `${type}, as they are joined`);
  for (const message of early) {
    assert.equal(message._version, '0.7.2');
    assert.match(message.createdAt, /^\d{13}$/, 'a text, as theirs');
  }
  assert.ok(early.some(({ event }: Message) => event?.['text'] === 'said to the relay'));
  assert.ok(
    early.some(({ type, snapshot }: Message) => type === '@xstate.snapshot' && snapshot?.value === 'evaluating'),
  );
  // the relay keeps 200 messages; what was said first is no longer among them, and nobody is unknown for that
  assert.ok(!late.some(({ event }: Message) => event?.['text'] === 'said to the relay'));
  for (const type of ['@xstate.actor', '@xstate.snapshot'])
    for (const actor of actors) assert.ok(ofType(late, type).includes(actor), `${type} of ${actor}`);
  assert.equal(hosted, 404, 'a relay is no reason to show their page');
});

interface Message {
  readonly type: string;
  readonly sessionId: string;
  readonly event?: Readonly<Record<string, unknown>>;
  readonly snapshot?: { readonly value: unknown };
}

function canBeAlone(): boolean {
  try {
    execFileSync('bwrap', [...alone, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
