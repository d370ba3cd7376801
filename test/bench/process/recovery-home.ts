/**
 * Makes a home whose agent dies in the midst of its work: so many sessions that rest, so many that wait for the model,
 * or with `tool` for a command. Kills itself when it is made.
 */
import { loadConfig } from '../../../config/load.ts';
import { writeBirth } from '../../../src/actors/runtime/commit/commit.ts';
import { compose } from '../../../src/compose.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { instantExecutor, peerKey } from '../bench-home.ts';

const [home = '', resting = '0', busy = '0', where = 'model'] = process.argv.slice(2);
const command = { name: 'execute_command', arguments: { command: 'echo done' } };
const model = await anthropicPeer({
  key: peerKey,
  script: () => (where === 'tool' ? { toolCalls: [command] } : { fault: 'hang' }),
});
const loaded = loadConfig({ home, env: { ANTHROPIC_API_KEY: peerKey, ANTHROPIC_BASE_URL: model.url } });
if (!loaded.ok) throw new Error(loaded.message);
const { agent, system, start } = await compose(loaded.config, {
  reaching: false,
  server: false,
  executor: { ...instantExecutor, execute: () => new Promise(() => {}) },
});
await start();
const { host } = system;
const entry = host.registry.machines.get('session');
if (!entry) throw new Error('there are no sessions in this agent');
await system.perform(batch => {
  for (let n = 1; n <= Number(resting); n += 1) {
    const address = `session:terminal:rest-${n}`;
    const input = entry.startsWith?.(address) ?? {};
    writeBirth(host, { entry, address, parent: null, childId: null, input, at: host.now(), id: host.id() }, batch);
  }
});
await Promise.all(
  Array.from({ length: Number(busy) }, (_, n) =>
    agent.sessions.say({ id: `session:terminal:busy-${n}`, clientId: `m${n}`, text: '0 steps, please' }),
  ),
);
// until every one of them waits for it
const src = where === 'tool' ? 'execution' : 'completion';
while (host.store.openEffects().filter(effect => effect.src === src).length < Number(busy))
  await system.perform(() => {});
process.kill(process.pid, 'SIGKILL');
