/**
 * What coding workers need once there is one: their copies, their programs, the effects of their chart, and what the
 * owner sees.
 */
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
import type { WorkCopies } from '../../ports/workers/work-copies.ts';
import type { WorkLedger } from '../../ports/workers/work-ledger.ts';
import type { Writer } from '../../ports/writer.ts';
import type { Feature, Features } from '../feature.ts';
import { workerChart, workerEffects } from './effects.ts';

export interface WorkerParts extends Pick<Feature, 'machines' | 'effects' | 'writers'> {
  readonly programs: CodingPrograms;
  /** Ends programs and removes copies of works that are over: what a kill has left, and what was stopped from outside. */
  readonly sweep: () => void;
}

export type WorkerNeeds = Pick<Features, 'core' | 'sandbox' | 'network' | 'secrets' | 'audit' | 'undo'>;

export function workerParts(
  { core, sandbox: { executor }, network, secrets, audit, undo }: WorkerNeeds,
  ledger: WorkLedger,
): WorkerParts {
  const { config, clock, log, redactor, conversation, acts, version } = core;
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

  const sweep = () =>
    void endOver(root, ledger, { programs, copies }).catch((error: unknown) =>
      log({ level: 'warn', event: 'workers', text: redactor.text(String(error)) }),
    );

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
    machines: [workerChart(ledger, audit.write, sweep)],
    sweep,
  };
}

/** Of works that are over: ends their programs, then removes their copies. */
async function endOver(
  root: string,
  ledger: Pick<WorkLedger, 'at'>,
  { programs, copies }: { readonly programs: Pick<CodingPrograms, 'end'>; readonly copies: Pick<WorkCopies, 'remove'> },
): Promise<void> {
  const { readdir } = await import('node:fs/promises');
  for (const key of await readdir(root).catch(() => [])) {
    const address = `worker:${key}`;
    const work = ledger.at(address);
    if (work !== undefined && !isWorkOver(work.state)) continue;
    await programs.end(address);
    await copies.remove(address);
  }
}
