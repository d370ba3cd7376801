/**
 * Records the corpus of journals anew: `node --conditions=development test/proof/record-journals.ts`, or of some
 * charts with their names behind it.
 *
 * Actors of every kind, from simulated lives and from the flows of the real agent, each killed once; of all of them
 * those that together go every way that any of them went, those of the real agent before the simulated ones. One file a
 * chart, one actor a line.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { exportActor } from '../../src/actors/runtime/export.ts';
import type { ActorExport } from '../../src/actors/runtime/replay.ts';
import { openDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../src/adapters/stores/sqlite/host/host.ts';
import type { HostStore } from '../../src/ports/store.ts';
import { flows } from './flows.ts';
import { jobLives } from './jobs/lives.ts';
import { run } from './run/run.ts';
import { simulate } from './simulation/simulate.ts';

const folder = join(import.meta.dirname, '../fixtures/journals');
const seeds = 120;
/** These charts; empty: all. */
const named = process.argv.slice(2);
const isWanted = (chart: string) => named.length === 0 || named.includes(chart);

interface Recorded {
  readonly file: ActorExport;
  /** The ways it went: source, target and event of each microstep, and the directives it was given. */
  readonly ways: ReadonlySet<string>;
  readonly isReal: boolean;
}

const recorded: Recorded[] = [];

function take(store: HostStore, isReal: boolean, isTaken = isWanted): void {
  for (const { address, machine } of store.actors(0)) {
    if (!isTaken(machine)) continue;
    const file = exportActor(store, address);
    if (!file || file.start) continue;
    const ways = store
      .journalAfter(address, 0)
      .flatMap(({ path, event }) => [
        ...(JSON.parse(path) as string[][]).map(step => step.join(' ')),
        (JSON.parse(event) as { readonly type: string }).type,
      ]);
    recorded.push({ file, isReal, ways: new Set(ways) });
  }
}

for (let seed = 1; seed <= seeds; seed += 1) await simulate(seed, { look: ({ store }) => take(store, false) });

for (let seed = 1; isWanted('job') && seed <= 3; seed += 1)
  await jobLives(seed, 60, store => take(store, false, chart => chart === 'job'));

const compileCache = join(tmpdir(), `straylight-proof-cache-${userInfo().uid}`);
for (const flow of flows)
  await run({
    flow,
    compileCache,
    plan: ['effect.end completion:1'],
    look(file) {
      const database = openDatabase({ file, synchronous: 'normal', now: () => 0 });
      take(sqliteHostStore(database), true);
      database.close();
    },
  });

const known = new Set<string>();
const chosen = recorded
  .toSorted((a, b) => Number(b.isReal) - Number(a.isReal) || b.ways.size - a.ways.size)
  .filter(({ file, ways }) => {
    const news = [...ways].map(way => `${file.machine} ${way}`).filter(way => !known.has(way));
    for (const way of news) known.add(way);
    return news.length > 0;
  });

if (named.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [machine, files] of Object.entries(Object.groupBy(chosen, ({ file }) => file.machine)))
  writeFileSync(
    join(folder, `${machine}.jsonl`),
    (files ?? []).map(({ file }) => `${JSON.stringify(file)}\n`).join(''),
  );
console.log(`${chosen.length} of ${recorded.length} actors, ${known.size} ways`);
