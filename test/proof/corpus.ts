/** The recorded journals, replayed on this version. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ActorExport, replay } from '../../src/actors/runtime/replay.ts';
import { load, recorder } from '../../src/actors/runtime/step.ts';
import { migrateApproval } from '../../src/machines/approval/migrate.ts';
import { migrateChannel } from '../../src/machines/channel/migrate.ts';
import { migrateBreaker } from '../../src/machines/circuit-breaker.ts';
import { migrateDelegation } from '../../src/machines/delegation.ts';
import { migrateIncident } from '../../src/machines/incident/migrate.ts';
import { migrateJob } from '../../src/machines/job/migrate.ts';
import { migratePlan } from '../../src/machines/plan.ts';
import { migrateSession } from '../../src/machines/session/migrate.ts';
import { migrateSupervisor } from '../../src/machines/supervisor/migrate.ts';
import { machines } from './journals.ts';

export interface CorpusReport {
  readonly actors: number;
  /** Of these, recorded by an older version of their chart. */
  readonly older: number;
  readonly steps: number;
  readonly kinds: ReadonlySet<string>;
  /** A sentence for each that does not lead to its state, or cannot be taken over. */
  readonly problems: readonly string[];
}

const folder = join(import.meta.dirname, '../fixtures/journals');
const migrations: Readonly<Record<string, (state: object, version: string) => object | undefined>> = {
  approval: migrateApproval,
  channel: migrateChannel,
  'circuit-breaker': migrateBreaker,
  delegation: migrateDelegation,
  incident: migrateIncident,
  job: migrateJob,
  plan: migratePlan,
  session: migrateSession,
  supervisor: migrateSupervisor,
};

/** Folds what this version recorded; migrates and loads what an older one did. */
export function corpus(): CorpusReport {
  const files = readdirSync(folder).flatMap(name =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as ActorExport),
  );
  const isOlder = ({ machine, version }: ActorExport) => machines.get(machine)?.version !== version;
  const folded = files.filter(file => !isOlder(file)).map(file => ({ file, ...replay(file, machines) }));
  return {
    actors: files.length,
    older: files.filter(isOlder).length,
    steps: folded.reduce((sum, { steps }) => sum + steps, 0),
    kinds: new Set(files.map(({ machine }) => machine)),
    problems: [
      ...folded.flatMap(({ file, firstDivergence, state }) => {
        if (firstDivergence) return [`${file.address} diverges: ${JSON.stringify(firstDivergence)}`];
        return JSON.stringify(state) === JSON.stringify(file.state) ? [] : [`${file.address} leads to another state`];
      }),
      ...files.filter(isOlder).flatMap(whyNotTaken),
    ],
  };
}

function whyNotTaken({ address, machine, version, parent, state }: ActorExport): readonly string[] {
  const entry = machines.get(machine);
  if (!entry) return [`there is no machine named ${machine} any more`];
  const migrated = migrations[machine]?.(state as object, version);
  if (!migrated) return [`there is no migration of ${machine} from version ${version} to ${entry.version}`];
  try {
    load(entry.machine, recorder(address, parent), structuredClone(migrated), {});
    return [];
  } catch (error) {
    return [`${address} of version ${version} cannot be loaded: ${String(error)}`];
  }
}
