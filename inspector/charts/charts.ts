/**
 * The charts of Straylight, each with its layout: found once in a thread of its own, then kept in memory and on disk
 * under what it depends on, so that a chart is laid out again only when it, or the way of laying out, has changed.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { AnyStateMachine } from 'xstate';
import { fault } from '../../src/domain/supervision/failure.ts';
import { chartOf } from './chart.ts';
import type { ChartLayout, ChartModel, DrawnChart } from './chart-model.ts';
import { layoutVersion } from './layout.ts';

export interface Charts {
  /** The hash of each machine's chart, by the machine's name. */
  hashes(): Readonly<Record<string, string>>;
  /** The chart of that hash; undefined where the machine has another one now, or is not known. */
  get(machine: string, hash: string): { readonly model: ChartModel; readonly drawn: Promise<DrawnChart> } | undefined;
  /** Ends what is still being laid out. */
  close(): void;
}

export function charts({
  machines,
  folder,
  log,
}: {
  readonly machines: readonly AnyStateMachine[];
  /** Where layouts are kept over restarts; without it they are not. */
  readonly folder?: string | undefined;
  readonly log: (message: string) => void;
}): Charts {
  const byName = new Map(machines.map(machine => [machine.id, machine]));
  const models = new Map<string, ChartModel>();
  const drawn = new Map<string, Promise<DrawnChart>>();
  const running = new Set<Worker>();

  function modelOf(name: string): ChartModel | undefined {
    const machine = byName.get(name);
    const model = models.get(name) ?? (machine && chartOf(machine));
    if (model) models.set(name, model);
    return model;
  }

  async function draw(model: ChartModel): Promise<DrawnChart> {
    const file = folder && join(folder, `${model.machine}-${model.hash}-${layoutVersion}.json`);
    const kept = file && keptLayout(file);
    if (kept) return { model, layout: kept };
    try {
      const layout = await inThread(model, running);
      if (file) keep(file, layout, log);
      return { model, layout };
    } catch (thrown) {
      log(`the chart ${model.machine} could not be laid out: ${thrown instanceof Error ? thrown.message : thrown}`);
      drawn.delete(model.machine); // the next one to look tries again
      return { model };
    }
  }

  return {
    hashes: () => Object.fromEntries([...byName.keys()].map(name => [name, modelOf(name)?.hash ?? ''])),
    get(name, hash) {
      const model = modelOf(name);
      if (model?.hash !== hash) return undefined;
      const known = drawn.get(name) ?? draw(model);
      drawn.set(name, known);
      return { model, drawn: known };
    },
    close() {
      for (const worker of running) void worker.terminate();
    },
  };
}

/** A chart of a hundred states takes a second; one that takes this long is not worth the wait. */
const deadlineMs = 20_000;

function inThread(model: ChartModel, running: Set<Worker>): Promise<ChartLayout> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), {
      workerData: model,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    running.add(worker);
    worker.unref();
    const deadline = setTimeout(() => void worker.terminate(), deadlineMs);
    deadline.unref();
    worker.once('message', resolve);
    worker.on('error', reject);
    worker.once('exit', () => {
      clearTimeout(deadline);
      running.delete(worker);
      reject(fault('timeout', 'its thread ended without an answer')); // no news after a message
    });
  });
}

/** What a layout was kept as; undefined where there is none that can be used. */
function keptLayout(file: string): ChartLayout | undefined {
  try {
    const layout = JSON.parse(readFileSync(file, 'utf8')) as ChartLayout;
    return layout.version === layoutVersion ? layout : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all. A disk that takes nothing costs a second at the next start, and no more. */
function keep(file: string, layout: ChartLayout, log: (message: string) => void): void {
  try {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.part`, JSON.stringify(layout), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  } catch (thrown) {
    log(`a chart's layout could not be kept: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
}
