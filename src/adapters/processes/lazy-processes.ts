/** What holds processes that live on, loaded with the first use of it. */
import { createRequire } from 'node:module';
import type * as Held from './processes.ts';
import type { Processes, ProcessesOptions } from './processes.ts';

const load = createRequire(import.meta.url);

export interface LazyProcesses extends Processes {
  /** Resolves when none runs any more. */
  stopAll(): Promise<void>;
}

/** As `processes` of processes.ts. */
export function lazyProcesses(options: ProcessesOptions): LazyProcesses {
  let opened: Processes | undefined;
  const held = () => {
    opened ??= (load('./processes.ts') as typeof Held).processes(options);
    return opened;
  };
  return {
    list: () => held().list(),
    log: (id, lines) => held().log(id, lines),
    start: async (command, session) => held().start(command, session),
    write: async (id, text) => held().write(id, text),
    stop: async id => held().stop(id),
    async stopAll() {
      // what was never loaded has started none
      for (const { id, state } of opened?.list() ?? []) if (state === 'running') await opened?.stop(id);
    },
  };
}
