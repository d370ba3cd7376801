/** Starts a run that puts the memories in order, once under its name, and waits for its end. */
import type { ConsolidationRun } from '../../domain/memory/service.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { MemoryLinks } from '../../ports/memory/links.ts';
import type { System } from '../runtime/system.ts';

export interface ConsolidationRuns {
  /**
   * The run of this name; where there is none, it begins. Resolves once it has ended, or is still running after
   * `patienceMs`. Throws `denied` in safe mode.
   */
  run(
    name: string,
    options?: { readonly patienceMs?: number; readonly signal?: AbortSignal },
  ): Promise<ConsolidationRun>;
  /** Has one of this name begun? */
  has(name: string): boolean;
  addressOf(name: string): string;
}

export function consolidationRuns({
  system,
  links,
  clock,
}: {
  readonly system: Pick<System, 'accept' | 'feed' | 'isSafe'>;
  readonly links: Pick<MemoryLinks, 'run'>;
  readonly clock: { after(ms: number, call: () => void): () => void };
}): ConsolidationRuns {
  const addressOf = (name: string) => `consolidation:${name}`;
  return {
    addressOf,
    has: name => links.run(addressOf(name)) !== undefined,
    async run(name, { patienceMs, signal } = {}) {
      const target = addressOf(name);
      const { accept, feed, isSafe } = system;
      if (isSafe)
        throw fault('denied', 'in safe mode memories are not put in order; "straylight status" says how to leave it');
      const ended = new Promise<void>((resolve, reject) => {
        const over = () => {
          cancel();
          leave();
          resolve();
        };
        const cancel = patienceMs === undefined ? () => {} : clock.after(patienceMs, over);
        const leave = feed.subscribe(frame => {
          if ((frame.kind === 'step' || frame.kind === 'row') && frame.row.address === target && isOver(frame.row))
            over();
        });
        signal?.addEventListener('abort', () => {
          cancel();
          leave();
          reject(fault('cancelled', 'the wait for the memories was stopped'));
        });
        accept({ target, event: { type: 'consolidation.requested' }, dedupe: target }).then(
          () => isEnded(target) && over(),
          thrown => {
            cancel();
            leave();
            reject(thrown);
          },
        );
      });
      await ended;
      const run = links.run(target);
      if (!run) throw fault('unavailable', `the run ${target} has not begun yet; ask again`);
      return run;
    },
  };

  function isEnded(target: string): boolean {
    return (links.run(target)?.outcome ?? 'running') !== 'running';
  }
}

function isOver({ status }: { readonly status: string }): boolean {
  return status !== 'active' && status !== 'suspended';
}
