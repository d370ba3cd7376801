/** Coding workers, and the pieces of work that were given to them. */

import type { ZodType } from 'zod';
import type { Words } from '../../../domain/text/catalog.ts';
import { phrase } from '../../../domain/text/catalog.ts';
import { type ShownWork, type WorkDetails, type WorkerService, workStates } from '../../../domain/workers/worker.ts';
import { operation } from '../../contract.ts';
import { between, count, instant, limit } from '../../fields.ts';
import { noWork, workDetails, workList, workState } from '../../views/workers/workers.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly workers: WorkerService;
  }
}

function row(): ZodType<ShownWork> {
  return z.object({
    id: count(),
    worker: z.string(),
    folder: z.string().describe('in the workspace'),
    session: z.string().describe('the conversation that gave it'),
    task: z.string(),
    state: z.enum(workStates).describe('lost: its thread cannot be taken up; review: its result waits for you'),
    startedAt: instant(),
    endedAt: instant().nullable(),
    stat: z.object({ files: count(), added: count(), removed: count() }).nullable(),
    approval: z.string().nullable().describe('the card that waits for you'),
  });
}

function details(): ZodType<WorkDetails> {
  return z.object({
    work: row(),
    lines: z.array(z.string()).readonly().describe('what its program said last; kept in memory alone'),
    diff: z.string(),
    conflicts: z.array(z.string()).readonly(),
    checks: z.array(z.object({ text: z.string(), outcome: z.string() })).readonly(),
  });
}

const id = () =>
  between(1, 999_999_999_999).describe(phrase({ en: 'the number of a piece of work', de: 'die Nummer einer Arbeit' }));

/** The owner's answer to a result. */
const answering = (
  isAccepted: boolean,
  said: { readonly summary: string; readonly path: `/api/${string}`; readonly words: string; readonly help: Words },
) =>
  operation({
    summary: said.summary,
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: said.path },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: said.words, help: said.help, args: { id: 'N' } }],
    input: () => ({ id: id() }),
    output: () => z.object({ work: row() }),
    missing: 'work',
    needs: ['workers'],
    async run({ workers }, { id }, { by }) {
      const work = await workers.answer(id, isAccepted, by);
      return work && { work };
    },
    json: ({ work }) => work,
    view: workState,
    absent: noWork,
  });

export const workers = {
  list: operation({
    summary: 'The coding workers, and the pieces of work they were given: those under way, then the newest.',
    role: 'reader',
    http: { method: 'GET', path: '/api/workers' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'workers list',
        about: {
          en: 'Coding workers: programs that write code for you',
          de: 'Programmierer: Programme, die Code für dich schreiben',
        },
        isDefault: true,
        help: { en: 'List the coding workers and their work.', de: 'Listet die Programmierer und ihre Arbeit auf.' },
      },
    ],
    input: () => ({ limit: limit(500, 30) }),
    output: () =>
      z.object({
        workers: z
          .array(
            z.object({
              name: z.string(),
              kind: z.enum(['acp']),
              minutes: count(),
              network: z.array(z.string()).readonly(),
            }),
          )
          .readonly(),
        work: z.array(row()).readonly(),
      }),
    needs: ['workers'],
    run: ({ workers }, { limit }) => ({ workers: workers.workers(), work: workers.list(limit) }),
    view: workList,
  }),
  show: operation({
    summary: 'A piece of work: what its program does, its diff and its checks.',
    role: 'reader',
    http: { method: 'GET', path: '/api/workers/{id}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'workers show',
        help: { en: 'Show what a worker does, and its diff.', de: 'Zeigt, was er tut, und den Unterschied.' },
        args: { id: 'N' },
      },
    ],
    input: () => ({ id: id() }),
    output: details,
    missing: 'work',
    needs: ['workers'],
    run: ({ workers }, { id }) => workers.show(id),
    view: workDetails,
    absent: noWork,
  }),
  stop: operation({
    summary: 'Ends the program of a piece of work, and removes its copy.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/workers/{id}/stop' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'workers stop',
        help: { en: 'Stop a piece of work.', de: 'Hält eine Arbeit an.' },
        args: { id: 'N' },
      },
    ],
    input: () => ({ id: id() }),
    output: () => z.object({ work: row() }),
    missing: 'work',
    needs: ['workers'],
    async run({ workers }, { id }) {
      const work = await workers.stop(id);
      return work && { work };
    },
    json: ({ work }) => work,
    view: workState,
    absent: noWork,
  }),
  accept: answering(true, {
    summary: 'Takes the result of a piece of work into its folder. Undo restores what was there before.',
    path: '/api/workers/{id}/accept',
    words: 'workers accept',
    help: { en: 'Take a result into its folder.', de: 'Übernimmt ein Ergebnis in seinen Ordner.' },
  }),
  reject: answering(false, {
    summary: 'Leaves the result of a piece of work; its copy is removed.',
    path: '/api/workers/{id}/reject',
    words: 'workers reject',
    help: { en: 'Leave a result.', de: 'Verwirft ein Ergebnis.' },
  }),
};
