/** The charts that hosts are tried with: a worker, and a listener for the host's reports. */
import { assign, sendTo, setup } from 'xstate';
import { actorAt, needs } from '../../src/machines/needs.ts';

/** A worker: `work` runs an effect, `act` an act, `wait` sets a timer, `hire` starts a child of its own kind. */
const worker = setup({
  types: {
    input: {} as { readonly address: string; readonly note?: string },
    context: {} as {
      readonly address: string;
      readonly done: readonly string[];
      readonly failures: readonly string[];
      readonly hires: number;
    },
    output: {} as { readonly outcome: string; readonly done: readonly string[] },
    events: {} as
      | { readonly type: 'work'; readonly what: string }
      | { readonly type: 'act'; readonly what: string }
      | { readonly type: 'wait'; readonly ms: number }
      | { readonly type: 'hire' }
      | { readonly type: 'forward'; readonly to: string; readonly text: string }
      | { readonly type: 'message'; readonly text: string }
      | { readonly type: 'write'; readonly text: string }
      | { readonly type: 'break' }
      | { readonly type: 'leave' }
      | { readonly type: 'end' }
      | { readonly type: 'xstate.done.actor.child'; readonly actorId: string; readonly output: unknown },
    tags: {} as 'resting' | 'busy',
  },
  actors: {
    effort: needs<string, { what: string }>('effort'),
    deed: needs<string, { what: string }>('deed'),
    worker: needs<{ outcome: string }, { note: string }>('worker'),
  },
  actions: {
    note: (_, _params: { readonly text: string }) => {},
    forward: sendTo(
      ({ event, system }) => actorAt((event as unknown as { to: string }).to)({ system }),
      ({ event }) => ({ type: 'message', text: (event as unknown as { text: string }).text }),
    ),
  },
  delays: { patience: 60_000 },
});

/** A chart with a fault: it cannot take this outcome. */
function wholesome(output: string): string {
  if (output === 'poison') throw new Error('it cannot be taken');
  return output;
}

/** A worker of a version of its chart. */
export const workerOf = (version: string) =>
  worker.createMachine({
    id: 'worker',
    version,
    options: { maxIterations: 1000 },
    context: ({ input }) => ({ address: input.address, done: input.note ? [input.note] : [], failures: [], hires: 0 }),
    output: ({ context }) => ({ outcome: 'done', done: context.done }),
    initial: 'idle',
    on: {
      'xstate.done.actor.*': {
        actions: assign(({ context, event }) => ({ done: [...context.done, `child ${event.actorId}`] })),
      },
      end: '.over',
    },
    states: {
      idle: {
        tags: ['resting'],
        on: {
          work: 'working',
          act: 'acting',
          wait: 'waiting',
          hire: {
            actions: [
              worker.spawnChild('worker', {
                id: ({ context }) => `w${context.hires + 1}`,
                input: ({ context }) => ({ note: `hired ${context.hires + 1}` }),
              }),
              assign({ hires: ({ context }) => context.hires + 1 }),
            ],
          },
          forward: { actions: 'forward' },
          message: { actions: assign({ done: ({ context, event }) => [...context.done, `got ${event.text}`] }) },
          write: { actions: { type: 'note', params: ({ event }) => ({ text: event.text }) } },
          break: {
            actions: assign(() => {
              throw new Error('it broke');
            }),
          },
        },
      },
      working: {
        tags: ['busy'],
        invoke: {
          id: 'effort',
          src: 'effort',
          input: ({ event }) => ({ what: (event as { what: string }).what }),
          onDone: {
            target: 'idle',
            actions: assign({ done: ({ context, event }) => [...context.done, wholesome(event.output)] }),
          },
          onError: {
            target: 'idle',
            actions: assign({
              failures: ({ context, event }) => [...context.failures, (event.error as { kind: string }).kind],
            }),
          },
        },
        on: { leave: 'idle' },
      },
      acting: {
        tags: ['busy'],
        invoke: {
          id: 'deed',
          src: 'deed',
          input: ({ event }) => ({ what: (event as { what: string }).what }),
          onDone: {
            target: 'idle',
            actions: assign({ done: ({ context, event }) => [...context.done, event.output] }),
          },
          onError: {
            target: 'idle',
            actions: assign({
              failures: ({ context, event }) => [...context.failures, (event.error as { kind: string }).kind],
            }),
          },
        },
        on: { leave: 'idle' },
      },
      waiting: {
        after: {
          patience: { target: 'idle', actions: assign({ done: ({ context }) => [...context.done, 'waited'] }) },
        },
        on: { leave: 'idle' },
      },
      over: { type: 'final' },
    },
  });

export const workerMachine = workerOf('1');

/** Receives what the host reports; its journal is what it received. */
export const listenerMachine = setup({}).createMachine({
  id: 'supervisor',
  version: '1',
  context: {},
  initial: 'idle',
  states: { idle: { tags: ['resting'] } },
});
