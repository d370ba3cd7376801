/**
 * Writes the database that the next versions must open:
 * `node --conditions=development test/proof/upgrades/write-fixture.ts`.
 *
 * Once for each release: what is kept already is never written anew. One more argument is the folder of another
 * version's sources, and that one then writes it. The file is named after the schema and holds one agent in the midst
 * of everything (scene.ts), as a kill would leave it. Its clock and its ids are counted, so the same program writes the
 * same text.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import type { Straylight } from '../../../src/features/process/straylight.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { dumped } from './dump.ts';
import { conversations, type Deeds, furnish, sceneExecutor, sceneModel, sceneTools } from './scene.ts';

type Program = Pick<typeof import('../../../src/compose.ts'), 'compose'> &
  Pick<typeof import('../../../config/load.ts'), 'loadConfig'> &
  Pick<typeof import('../../../src/ports/tool.ts'), 'defineTool'> &
  Pick<typeof import('../../../src/domain/supervision/failure.ts'), 'fault'>;

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../../..'));
const load = (path: string) => import(pathToFileURL(join(root, path)).href) as Promise<Partial<Program>>;
const parts = ['src/compose.ts', 'config/load.ts', 'src/ports/tool.ts', 'src/domain/supervision/failure.ts'];
const program = Object.assign({}, ...(await Promise.all(parts.map(load)))) as Program;

const key = 'sk-ant-fixture-000000';
const home = join(mkdtempSync(join(tmpdir(), 'straylight-fixture-')), 'home');
const database = join(home, 'straylight.db');
const model = await anthropicPeer({ key, script: sceneModel(true) });
const clock = countedClock();
const deeds: Deeds = { posted: [], commands: [] };
furnish(home);

// a first life leaves somebody behind whom no later program will know
const first = await begun();
await first.agent.sessions.say({ id: 'session:terminal:stranger', clientId: 'm0', text: 'm0: hello' });
await first.system.quiet();
await first.stop();
const rows = new Database(database);
rows.prepare("UPDATE actors SET version = '0' WHERE address = 'session:terminal:stranger'").run();
rows.close();

const { agent, system } = await begun();
const { store } = system.host;
const reached = async (name: string, ...leaves: readonly string[]) => {
  const leafNow = () => store.actor(`session:terminal:${name}`)?.leaf ?? '';
  while (!leaves.includes(leafNow()) || store.inbox().length > 0) await system.perform(() => {});
};
const say = async (name: keyof typeof conversations, ...leaves: readonly string[]) => {
  await agent.sessions.say({ id: `session:terminal:${name}`, clientId: name, text: conversations[name] });
  await reached(name, ...leaves);
};
await say('failing', 'idle');
await agent.sessions.say({
  id: 'session:terminal:failing',
  clientId: 'failing-2',
  text: 'm6: look the lamp up, please',
});
await reached('failing', 'idle');
await say('approval', 'idle');
// the first is what versions before 0.2.0 call it
await say('later', 'thinking.backingOff', 'waitingForModel');
await say('acting', 'acting.running');
while (deeds.commands.length === 0) await system.perform(() => {});
await say('thinking', 'thinking.completing');
// it is left as it stands, like an agent that was killed
const rest = new Database(database, { readonly: true });
const { schema } = rest.prepare('SELECT max(number) AS schema FROM migrations').get() as { readonly schema: number };
rest.close();
const anchor = join(home, 'audit.anchor');
const text = dumped(database, existsSync(anchor) ? readFileSync(anchor, 'utf8') : '');
const folder = join(import.meta.dirname, '../../fixtures/upgrades');
const name = `schema-${String(schema).padStart(2, '0')}.sql`;
mkdirSync(folder, { recursive: true });
const isKept = existsSync(join(folder, name));
if (!isKept) writeFileSync(join(folder, name), text);
console.log(`${name}: ${isKept ? 'it is kept already and stays as it is' : `${text.length} characters`}`);
for (const { address, leaf, status } of store.actors(0)) console.log(`${address} ${status} ${leaf}`);
rmSync(join(home, '..'), { recursive: true, force: true });
process.exit(0);

async function begun(): Promise<Straylight> {
  const loaded = program.loadConfig({ home, env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: model.url } });
  if (!loaded.ok) throw new Error(loaded.message);
  const agent = await program.compose(loaded.config, {
    ...{ clock, reaching: false, server: false },
    ...{ tools: sceneTools(program, deeds, true), executor: sceneExecutor(deeds, true) },
  });
  await agent.start();
  return agent;
}

/** A millisecond passes whenever somebody looks. */
function countedClock(): Clock {
  let looked = 0;
  let ids = 0;
  return {
    now: () => 1_795_348_800_000 + looked++,
    elapsed: () => 0,
    after(delayMs, call) {
      const timer = setTimeout(call, Math.min(delayMs, 2 ** 31 - 1));
      return () => clearTimeout(timer);
    },
    id() {
      ids += 1;
      return `${ids.toString(36).padStart(6, '0')}straylight`;
    },
  };
}
