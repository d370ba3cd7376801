/**
 * From saving the schema of a tool to its being offered to a model: on real files, as an editor or a command saves
 * them.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directExecutor } from '../../../src/adapters/executors/direct/direct.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteToolLedger } from '../../../src/adapters/stores/sqlite/ledgers/tools.ts';
import { toolLibrary } from '../../../src/adapters/toolbox/tool-library.ts';
import { type Bench, median, middleHalf } from '../figure.ts';

const rounds = 60;
/** So many tools are there already. */
const others = 100;

export const hotReload: Bench = {
  name: 'hot-reload',
  title: 'A tool saved to the scripts folder: until it is offered',
  async run() {
    const home = mkdtempSync(join(tmpdir(), 'straylight-bench-'));
    const [scripts, workspace] = [join(home, 'scripts'), join(home, 'workspace')];
    for (const folder of [scripts, workspace]) mkdirSync(folder);
    const database = openDatabase({ file: join(home, 'straylight.db'), synchronous: 'full', now: Date.now });
    const executor = directExecutor({ workspace, scripts, limits: defaultLimits, clock: systemClock });
    let noticed: (text: string) => void = () => {};
    const save = (name: string, description: string, how: (file: string, text: string) => void) =>
      how(
        join(scripts, `${name}.json`),
        JSON.stringify({ name, description, program: 'same.sh', parameters: { type: 'object' } }),
      );
    writeFileSync(join(scripts, 'same.sh'), '#!/bin/sh\ncat\n', { mode: 0o755 });
    for (let at = 0; at < others; at++) save(`other_${at}`, `Does ${at}.`, writeFileSync);
    const library = toolLibrary({
      scripts,
      repository: join(home, 'scripts.git'),
      executor,
      ledger: sqliteToolLedger(database),
      builtIn: [],
      most: others + rounds,
      language: 'en',
      clock: systemClock,
      redact: text => text,
      report: () => {},
      log: (_, text) => noticed(text),
    });
    const isOffered = (name: string, description: string) =>
      library.toolbox.offer('').specs.some(spec => spec.name === name && spec.description.startsWith(description));

    /** Milliseconds from the save until a question would offer it so. */
    async function offered(
      name: string,
      description: string,
      how: (file: string, text: string) => void,
    ): Promise<number> {
      const there = Promise.withResolvers<void>();
      noticed = () => isOffered(name, description) && there.resolve();
      const began = performance.now();
      save(name, description, how);
      await there.promise;
      return performance.now() - began;
    }

    try {
      await library.start();
      const added: number[] = [];
      const changed: number[] = [];
      for (let round = 0; round < rounds; round++) {
        added.push(await offered(`new_${round}`, 'First.', writeFileSync));
        changed.push(await offered(`new_${round}`, 'Second.', byRename));
      }
      const figure = (name: string, times: readonly number[]) => ({
        name,
        value: median(times) / 1000,
        unit: 's' as const,
        atMost: 0.3,
        yardstick: `the slowest of ${times.length}: ${(Math.max(...times) / 1000).toFixed(3)} s`,
        spread: middleHalf(times.map(ms => ms / 1000)),
      });
      return [figure('a new schema, written in place', added), figure('a changed one, renamed into place', changed)];
    } finally {
      await library.close();
      await executor.close();
      database.close();
      rmSync(home, { recursive: true, force: true });
    }
  },
};

function byRename(file: string, text: string): void {
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
}
