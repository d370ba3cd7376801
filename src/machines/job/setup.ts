/** What the chart is made of: its types, the effects, lookups and writers it names, and its guards. */
import { setup } from 'xstate';
import type { Body } from '../../domain/conversation/body.ts';
import type { JobWrites } from '../../domain/jobs/writes.ts';
import { needs } from '../needs.ts';
import type { ToolCallInput, ToolCallOutput } from '../tool-call/types.ts';
import type {
  BuiltInInput,
  Context,
  DueRuns,
  DueRunsInput,
  JobEvent,
  JobInput,
  Of,
  RunReport,
  RunReportInput,
} from './types.ts';

/** Types and named parts; the actions and the chart are made from it. */
export const base = setup({
  types: {
    input: {} as JobInput & { readonly address: string },
    output: {} as { readonly outcome: 'done' | 'cancelled' },
    context: {} as Context,
    events: {} as JobEvent,
    tags: {} as 'busy' | 'resting' | 'background' | 'paused' | 'ok',
  },
  actors: {
    agenda: needs<DueRuns, DueRunsInput>('agenda'),
    outcome: needs<RunReport, RunReportInput>('outcome'),
    builtin: needs<Body, BuiltInInput>('builtin'),
    'tool-call': needs<ToolCallOutput, ToolCallInput>('tool-call'),
  },
  actions: {
    recordJob: (_, _params: JobWrites['recordJob']) => {},
    beginRun: (_, _params: JobWrites['beginRun']) => {},
    endRun: (_, _params: JobWrites['endRun']) => {},
  },
  guards: {
    isDefined: ({ context }) => context.spec !== null,
    isRunning: ({ context }) => Object.keys(context.running).length > 0,
    isEnded: ({ context }) => context.ended.length > 0,
    // what was queued behind a run goes on when that has ended
    isReady: ({ context, event }) =>
      isAtWork(context) &&
      (context.isAsking ||
        (Object.keys(context.running).length === 0 && context.waits.some(({ from }) => from <= event.at))),
    isWaiting: ({ context }) =>
      isAtWork(context) && ((context.paused === null && context.next !== null) || context.waits.length > 0),
    isPaused: ({ context }) => context.spec === null || (context.paused !== null && !context.isRemoved),
    isRemoved: ({ context }) => context.isRemoved && context.late.length === 0,
    // no instant is left, and something is still to come of its runs
    isAwaited: ({ context }) => isAwaited(context),
    // of its runs, and not a lookup of the chart
    isRun: ({ context, event }) => Object.hasOwn(context.running, (event as Of<'xstate.done.actor.run'>).actorId),
  },
});

function isAtWork({ spec, isRemoved }: Context): boolean {
  return spec !== null && !isRemoved;
}

/** It has not come to its end: its owner is to say something of a run, or a conversation has more to say. */
export function isAwaited({ isCut, isRemoved, late }: Context): boolean {
  return late.length > 0 || (isCut && !isRemoved);
}

/** What an action of this chart enqueues with. */
export type Enqueue = Parameters<Parameters<typeof base.enqueueActions>[0]>[0]['enqueue'];
