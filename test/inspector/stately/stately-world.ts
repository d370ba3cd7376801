/**
 * A world without a way out: the official relay, its official receiver and a running agent, which tells of itself
 * there. Run by stately-relay.test.ts in a network of its own, since that relay listens on every interface. Prints what
 * was received, as JSON.
 */
import { readFileSync } from 'node:fs';
import { createWebSocketReceiver, type StatelyInspectionEvent } from '@statelyai/inspect';
import { createInspectorServer } from '@statelyai/inspect/server';
import { homePaths } from '../../../config/home.ts';
import { withAgent } from '../../flows/rig/agent.ts';
import { wireTo } from '../../flows/rig/wire.ts';

const [port, url] = [8080, 'ws://127.0.0.1:8080'];
const session = 'session:web:main';

/** All that a new receiver gets, and a way to wait for some of it. */
function receiver() {
  const got: StatelyInspectionEvent[] = [];
  const waiting = new Set<() => void>();
  createWebSocketReceiver({ server: url }).subscribe(message => {
    got.push(message);
    for (const look of waiting) look();
  });
  const until = (fits: (message: StatelyInspectionEvent) => boolean) =>
    new Promise<void>(resolve => {
      const look = () => {
        if (!got.some(fits)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { got, until };
}

await withAgent({}, async agent => {
  const started = agent.launch(['start', '--stately-ws', url]);
  const [, page = ''] = await started.line(/^Page {6}(\S+)\n/m);
  await started.line(/^Relay {5}ws:\/\/127\.0\.0\.1:8080 gets what runs$/m);
  const running = wireTo(page, readFileSync(homePaths(agent.path).tokenFile, 'utf8').trim());
  await running.say(session, 'said while there is no relay');
  createInspectorServer({ port, autoOpen: false });
  while (!(await fetch(`http://127.0.0.1:${port}`).catch(() => undefined)));
  const early = receiver();
  await early.until(({ type, sessionId }) => type === '@xstate.snapshot' && sessionId === session);
  const joined = [...early.got];
  await running.say(session, 'said to the relay');
  await early.until(({ type, sessionId }) => type === '@xstate.event' && sessionId === session);
  // far more steps than the relay keeps: who comes now still meets everybody
  for (let round = 0; round < 20; round += 1) await running.say(session, `round ${round}`);
  const late = receiver();
  await late.until(({ type, sessionId }) => type === '@xstate.actor' && sessionId === session);
  await running.say(session, 'said to the late one');
  await late.until(message => message.type === '@xstate.event' && JSON.stringify(message.event).includes('late one'));
  const hosted = (await fetch(`${page}/stately`)).status;
  const { actors } = (await running.http('/api/state')).json as { readonly actors: readonly { readonly id: string }[] };
  const seen = { joined, early: early.got, late: late.got, hosted, actors: actors.map(({ id }) => id) };
  await new Promise<void>(done => process.stdout.write(JSON.stringify(seen), () => done()));
});
// the receivers and the relay know no end
process.exit(0);
