/** A chart with one of everything a chart may hold. */
import { and, assign, not, setup } from 'xstate';

export const everything = setup({
  types: { context: {} as { readonly count: number } },
  actions: { record: () => {}, settle: () => {} },
  guards: { isLate: () => false, isSure: () => true },
  delays: { patience: 500 },
}).createMachine({
  id: 'everything',
  context: { count: 0 },
  initial: 'idle',
  on: { stop: '.ended', ping: { actions: 'record' } },
  states: {
    idle: {
      description: 'It rests.',
      tags: ['resting'],
      on: {
        go: [
          { guard: 'isLate', target: 'ended' },
          { guard: and(['isSure', not('isLate')]), target: 'both' },
          { guard: ({ context }) => context.count > 3, target: 'ended' },
          { target: 'idle', reenter: true },
        ],
        ping: {},
      },
      after: { patience: 'both', 2500: { target: 'ended', actions: 'settle' } },
    },
    both: {
      type: 'parallel',
      meta: { help: 'Two things at once.' },
      entry: ['record', assign({ count: 1 })],
      exit: 'settle',
      onDone: 'ended',
      states: {
        left: { initial: 'on', states: { on: { always: 'off' }, off: { type: 'final' } } },
        right: { initial: 'on', states: { on: { on: { back: 'past' } }, past: { type: 'history' } } },
      },
    },
    ended: { type: 'final' },
  },
});
