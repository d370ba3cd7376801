/** Processes that the agent has started and that live on. */

import type { ZodType } from 'zod';
import type { ProcessRow, ProcessService } from '../../../domain/processes/process.ts';
import { operation } from '../../contract.ts';
import { between, count, instant } from '../../fields.ts';
import { noProcess, processList, processLog, processState } from '../../views/processes/processes.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly processes: ProcessService;
  }
}

function row(): ZodType<ProcessRow> {
  return z.object({
    id: count(),
    state: z.enum(['running', 'exited', 'stopped', 'lost']).describe('lost: Straylight ended while it ran'),
    command: z.string().describe('empty where it is not known any more'),
    session: z.string(),
    startedAt: instant(),
    endedAt: instant().nullable(),
    exitCode: z.number().nullable(),
  });
}

const id = () => between(1, 999_999_999_999).describe('the number of a process');

export const processes = {
  list: operation({
    summary: 'The processes that the agent has started: those that run, then those that ended last.',
    role: 'reader',
    http: { method: 'GET', path: '/api/processes' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'processes list',
        about: { en: 'Processes: what the agent keeps running', de: 'Prozesse: was der Agent laufen lässt' },
        isDefault: true,
        help: { en: 'List the processes that were started.', de: 'Listet die gestarteten Prozesse auf.' },
      },
    ],
    input: () => ({}),
    output: () => z.object({ processes: z.array(row()).readonly() }),
    needs: ['processes'],
    run: ({ processes }) => ({ processes: processes.list() }),
    json: ({ processes }) => processes,
    view: processList,
  }),
  log: operation({
    summary: 'The newest lines that a process wrote.',
    role: 'reader',
    http: { method: 'GET', path: '/api/processes/{id}/log' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'processes log',
        help: { en: 'Show what a process wrote last.', de: 'Zeigt, was ein Prozess zuletzt schrieb.' },
        args: { id: 'N' },
      },
    ],
    input: () => ({ id: id(), lines: between(1, 1_000).default(100) }),
    output: () => z.object({ process: row(), lines: z.array(z.string()).readonly(), before: count() }),
    missing: 'process',
    needs: ['processes'],
    run: ({ processes }, { id, lines }) => processes.log(id, lines),
    view: processLog,
    absent: noProcess,
  }),
  stop: operation({
    summary: 'Stops a process.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/processes/{id}/stop' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'processes stop',
        help: { en: 'Stop a process.', de: 'Hält einen Prozess an.' },
        args: { id: 'N' },
      },
    ],
    input: () => ({ id: id() }),
    output: () => z.object({ process: row() }),
    missing: 'process',
    needs: ['processes'],
    async run({ processes }, { id }) {
      const process = await processes.stop(id);
      return process && { process };
    },
    json: ({ process }) => process,
    view: processState,
    absent: noProcess,
  }),
};
