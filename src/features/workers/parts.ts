/**
 * What coding workers need once there is one: their copies, their programs, the effects of their chart, and what the
 * owner sees.
 */
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { goalChecks } from '../../actors/goals/goal-checks.ts';
import { folderRefusal } from '../../adapters/files/let-in/table.ts';
import { linearPattern } from '../../adapters/gates/pattern.ts';
import { noteIn } from '../../adapters/stores/writers/note.ts';
import { workerWriters } from '../../adapters/stores/writers/worker.ts';
import { copiesIn } from '../../adapters/workers/copy.ts';
import { codingPrograms } from '../../adapters/workers/programs.ts';
import { checkedIn } from '../../adapters/workers/sandbox-run.ts';
import { defined } from '../../domain/text/json.ts';
import { patternProblem } from '../../domain/text/linear-pattern.ts';
import { isWorkOver } from '../../domain/workers/worker.ts';
import type { CodingPrograms } from '../../ports/workers/coding-programs.ts';
import type { WorkLedger } from '../../ports/workers/work-ledger.ts';
import type { Writer } from '../../ports/writer.ts';
import type { Feature, Features } from '../feature.ts';
import { workerChart, workerEffects } from './effects.ts';

export interface WorkerParts extends Pick<Feature, 'machines' | 'effects' | 'writers'> {
  readonly programs: CodingPrograms;
  /** What was left of works that are over, after a kill. */
  readonly sweep: () => Promise<void>;
}

export type WorkerNeeds = Pick<Features, 'core' | 'sandbox' | 'network' | 'secrets' | 'audit' | 'undo'>;

export function workerParts(
  { core, sandbox: { executor }, network, secrets, audit, undo }: WorkerNeeds,
  ledger: WorkLedger,
): WorkerParts {
  const { config, clock, redactor, conversation, acts, version } = core;
  const { paths } = config;
  const root = join(paths.home, 'workers');
  const copies = copiesIn({ executor, clock, folder: root });
  const places = { home: paths.home, userFolder: homedir() };
  const programs = codingPrograms({
    profiles: config.workers,
    executor,
    network,
    secrets,
    clock,
    version,
    places: copies.places,
    proxies: join(paths.run, 'workers'),
    refusal: path => folderRefusal(path, places),
    redact: redactor.text,
  });

  const effects = workerEffects({
    programs,
    copies,
    conversation,
    acts,
    ...defined({ keeper: undo.keeper }),
    checksOn: address =>
      goalChecks({
        executor: { execute: command => checkedIn(executor, clock, copies.places(address).checked, command) },
        clock,
        redacted: text => redactor.text(text),
        patternProblem,
        matches: (pattern, text) => linearPattern(pattern)(text),
      }),
  });
  return {
    programs,
    effects,
    writers: workerWriters(ledger, noteIn(audit.write)) as Readonly<Record<string, Writer>>,
    machines: [workerChart(ledger, audit.write)],
    async sweep() {
      const { readdir } = await import('node:fs/promises');
      const left = await readdir(root).catch(() => []);
      for (const key of left) {
        const work = ledger.at(`worker:${key}`);
        if (work === undefined || isWorkOver(work.state)) await rm(join(root, key), { recursive: true, force: true });
      }
    },
  };
}
