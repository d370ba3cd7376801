/**
 * One trouble, from its first report to its end.
 *
 * An incident applies the remedies for its kind of trouble one after the other (src/domain/supervision/remediation.ts),
 * and checks after each whether it helped. If none did, it asks the owner, with the choices that make sense. A second
 * report of the same trouble joins it.
 */
import { assign } from 'xstate';
import type { Failure } from '../../domain/supervision/failure.ts';
import { chooseRemedy } from '../../domain/supervision/remediation.ts';
import { answers, ask, tellParked } from './owner.ts';
import { base } from './setup.ts';

export const incidentMachine = base.createMachine({
  id: 'incident',
  version: '2',
  options: { maxIterations: 1000 },
  context: ({ input: { address, trouble } }) => ({
    address,
    trouble,
    reports: 1,
    tried: 0,
    applied: 0,
    remedy: null,
    isParked: false,
    isTold: false,
    failure: null,
    by: null,
    outcome: 'done',
  }),
  output: ({ context: { outcome, trouble, remedy, reports, by, failure } }) => ({
    outcome,
    trouble,
    remedy,
    reports,
    by,
    failure,
  }),
  on: {
    'trouble.reported': { actions: assign({ reports: ({ context }) => context.reports + 1 }) },
  },
  initial: 'thinking',
  states: {
    thinking: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'A remedy is being chosen.' },
      entry: assign({ remedy: ({ context }) => chooseRemedy(context.trouble, context.tried) }),
      always: [
        { guard: 'isLadderUsedUp', target: 'waitingForInput' },
        { guard: 'mustAsk', target: 'acting', actions: [ask, assign({ isAsked: true })] },
        { target: 'acting' },
      ],
    },
    acting: {
      tags: ['busy'],
      meta: { expectMs: 10_000, help: 'The remedy is being applied.' },
      entry: assign({ applied: ({ context }) => context.applied + 1 }),
      invoke: {
        id: 'remedy',
        src: 'remedy',
        input: ({ context: { address, applied, trouble, remedy } }) => ({
          act: `${address}/${applied}`,
          trouble,
          remedy: remedy ?? { kind: 'escalate' },
        }),
        onDone: { target: 'evaluating', actions: assign({ failure: null }) },
        onError: { target: 'evaluating.looking', actions: assign({ failure: ({ event }) => event.error as Failure }) },
      },
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 60_000, help: 'Did it help? It is given a moment.' },
      initial: 'waiting',
      states: {
        waiting: {
          after: { patience: 'looking' },
          // an owner who was asked with the first remedy may answer meanwhile
          on: answers.on,
        },
        looking: {
          invoke: {
            id: 'standing',
            src: 'standing',
            input: ({ context }) => ({ trouble: context.trouble }),
            onDone: [
              { guard: ({ event }) => !event.output.stands, target: '#incident.done' },
              { guard: 'isOwners', target: '#incident.waitingForInput', actions: assign({ by: null }) },
              { target: '#incident.thinking', actions: assign({ tried: ({ context }) => context.tried + 1 }) },
            ],
            onError: {
              target: '#incident.waitingForInput',
              actions: assign({ failure: ({ event }) => event.error as Failure }),
            },
          },
        },
      },
    },
    waitingForInput: {
      tags: ['attention'],
      meta: { help: 'Nothing helped. The owner has to choose.' },
      initial: 'choosing',
      states: {
        choosing: { always: [{ guard: 'mustPark', target: 'parking' }, { target: 'open' }] },
        parking: {
          invoke: {
            id: 'remedy',
            src: 'remedy',
            // each failed remedy has it set aside under a name of its own
            input: ({ context: { address, trouble, applied } }) => ({
              act: `${address}/parked/${applied}`,
              trouble,
              remedy: { kind: 'suspend' },
            }),
            // it may be suspended already, or gone: the owner is asked all the same
            onDone: { target: 'open', actions: assign({ isParked: true }) },
            onError: { target: 'open', actions: assign({ isParked: true }) },
          },
        },
        open: {
          tags: ['resting'],
          entry: [tellParked, assign({ isTold: true })],
          on: {
            ...answers.on,
            'incident.rechecked': '#incident.evaluating.looking',
          },
        },
      },
    },
    done: { type: 'final', tags: ['ok'], meta: { help: 'It is over.' } },
    cancelled: { type: 'final', tags: ['ok'], meta: { help: 'The owner left it as it is.' } },
  },
});
