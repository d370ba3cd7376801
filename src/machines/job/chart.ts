/**
 * One scheduled job.
 *
 * It waits for its next instant, which is a row of `timers`. When that comes, a lookup says which runs start, which
 * instants are left out, and when the next is due; the chart itself reads no clock. Each run is a row before it begins: a
 * tool call, a built-in, a conversation of its own, or a text. A run that was cut off is never made again by itself.
 */
import { assign } from 'xstate';
import {
  noteWaiting,
  refuseQuestion,
  settleRun,
  stopOverdue,
  stopRuns,
  takeEnd,
  takeFailure,
  takeTurn,
} from './ending.ts';
import { base } from './setup.ts';
import { arm, disarm, enable, passTroubles, record, reportLost, retryLater, takeSpec } from './standing.ts';
import { addRequested, leaveFormerWaits, leaveWaits, takeAgenda } from './starting.ts';

/** What may come for a job after its end, and means nothing then. */
export const lateEventsOfJobs: readonly string[] = [
  ...['job.due', 'job.left', 'job.disabled', 'job.removed', 'turn.ended'],
];

export const jobMachine = base.createMachine({
  id: 'job',
  version: '2',
  options: { maxIterations: 1000 },
  context: ({ input: { address, approvalExpiresAfterMs } }) => ({
    address,
    approvalExpiresAfterMs,
    spec: null,
    last: 0,
    next: null,
    waits: [],
    isAsking: false,
    running: {},
    ended: [],
    runs: 0,
    failures: 0,
    paused: null,
    isRemoved: false,
    isCut: false,
    late: [],
    said: null,
  }),
  output: ({ context }) => ({ outcome: context.isRemoved ? 'cancelled' : 'done' }),
  initial: 'idle',
  on: {
    'job.defined': { target: '.thinking', actions: [passTroubles, leaveFormerWaits, takeSpec] },
    'job.enabled': {
      guard: 'isDefined',
      target: '.thinking',
      actions: [passTroubles, enable],
    },
    'job.disabled': {
      guard: 'isDefined',
      target: '.evaluating',
      actions: [leaveWaits('paused'), assign({ paused: 'owner', isAsking: false, next: null })],
    },
    'job.removed': {
      target: '.evaluating',
      actions: [passTroubles, leaveWaits('removed'), assign({ isRemoved: true, next: null }), stopRuns],
    },
    'job.requested': { guard: 'isDefined', target: '.thinking', actions: [passTroubles, addRequested] },
    'job.due': { guard: 'isDefined', target: '.thinking', actions: stopOverdue },
    'job.left': { guard: 'isDefined', target: '.evaluating', actions: assign({ isCut: false }) },
    'tool.waiting': { target: '.evaluating', actions: noteWaiting },
    'owner.asked': { actions: refuseQuestion },
    'turn.ended': { guard: 'isDefined', target: '.evaluating', actions: takeTurn },
    'xstate.done.actor.*': { guard: 'isRun', target: '.evaluating', actions: takeEnd },
    'xstate.error.actor.*': { guard: 'isRun', target: '.evaluating', actions: takeFailure },
  },
  states: {
    idle: {
      tags: ['resting', 'paused'],
      meta: { help: 'It is paused, and runs only when that is asked for.' },
      entry: [disarm, record],
    },
    thinking: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'It works out which runs are due.' },
      entry: assign({ isAsking: true }),
      invoke: {
        id: 'agenda',
        src: 'agenda',
        input: ({ context, event }) => {
          const { address, spec, last, waits, running, runs, paused } = context;
          if (spec === null) throw new Error(`${address} is not defined`);
          return {
            job: address,
            spec,
            last,
            waits,
            runs,
            running: Object.keys(running).length,
            isPaused: paused !== null,
            at: event.at,
          };
        },
      },
      on: {
        'xstate.done.actor.agenda': { target: 'evaluating', actions: takeAgenda },
        'xstate.error.actor.agenda': { target: 'waitingForInput', actions: [retryLater, reportLost] },
      },
    },
    acting: {
      tags: ['busy'],
      meta: { help: 'Its runs are under way.' },
      entry: [arm, record],
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'It deals with what a run came to.' },
      initial: 'choosing',
      states: {
        choosing: {
          always: [
            { guard: 'isEnded', target: 'reporting' },
            { guard: 'isReady', target: '#job.thinking' },
            { guard: 'isRunning', target: '#job.acting' },
            { guard: 'isRemoved', target: '#job.cancelled' },
            { guard: 'isWaiting', target: '#job.waitingForInput' },
            { guard: 'isPaused', target: '#job.idle' },
            { guard: 'isAwaited', target: '#job.waitingForInput' },
            { target: '#job.done' },
          ],
        },
        reporting: {
          invoke: {
            id: 'outcome',
            src: 'outcome',
            input: ({ context: { address, spec, ended, said } }) => {
              const [first] = ended;
              if (spec === null || first === undefined) throw new Error(`${address} has nothing to report`);
              return { spec, ended: first, before: said };
            },
          },
          on: {
            'xstate.done.actor.outcome': { target: 'choosing', actions: settleRun },
            'xstate.error.actor.outcome': { target: 'choosing', actions: settleRun },
          },
        },
      },
    },
    waitingForInput: {
      tags: ['resting', 'background'],
      meta: { help: 'It waits for its next instant, or for its owner.' },
      entry: [arm, record],
    },
    done: {
      type: 'final',
      tags: ['ok'],
      meta: { help: 'No instant is left.' },
      entry: [disarm, record],
    },
    cancelled: {
      type: 'final',
      tags: ['ok'],
      meta: { help: 'It was removed.' },
      entry: [disarm, record],
    },
  },
});
