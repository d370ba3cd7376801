/**
 * The queue of approvals: only so many cards are before the owner at once, the others wait in the order in which they
 * were opened.
 *
 * It keeps no list. Each time an approval opens or ends, it reads the rows, which are right after every crash, and
 * notifies the approvals whose turn it is. While any approval waits it reads them again now and then, since one that is
 * stopped from outside sends nothing.
 */
import { assign, setup } from 'xstate';
import type { Place } from './approval/types.ts';
import { actorAt, needs } from './needs.ts';

/**
 * Whose turn it is, where the owner is asked, and how many still wait after them. `topics`: where the owner is asked
 * about those that belong to a topic of a chat.
 */
export interface WaitingLine {
  readonly turns: readonly string[];
  readonly places: readonly Place[];
  readonly topics?: { readonly [approval: string]: readonly Place[] };
  readonly left: number;
}

type DeskEvent =
  | { readonly type: 'approval.asked' }
  | { readonly type: 'approval.left' }
  | { readonly type: 'xstate.done.actor.line'; readonly output: WaitingLine }
  | { readonly type: 'xstate.error.actor.line' };

const base = setup({
  types: {
    context: {} as { readonly left: number },
    events: {} as DeskEvent,
    tags: {} as 'busy' | 'resting' | 'ok',
  },
  actors: { line: needs<WaitingLine, Record<string, never>>('line') },
  guards: { isOver: ({ context }) => context.left === 0 },
  delays: { recheck: 30_000 },
});

const notifyNext = base.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'xstate.done.actor.line') return;
  const { turns, places, topics = {} } = event.output;
  for (const address of turns)
    enqueue.sendTo(actorAt(address), { type: 'approval.turn', places: topics[address] ?? places });
});

export const approvalDeskMachine = base.createMachine({
  id: 'approval-desk',
  version: '1',
  options: { maxIterations: 1000 },
  context: { left: 0 },
  on: {
    'approval.asked': { target: '.looking', reenter: true },
    'approval.left': { target: '.looking', reenter: true },
  },
  initial: 'idle',
  states: {
    idle: { tags: ['resting', 'ok'], meta: { help: 'Nobody waits for a turn.' } },
    looking: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'It looks who is next.' },
      invoke: { id: 'line', src: 'line', input: {} },
      on: {
        'xstate.done.actor.line': {
          target: 'evaluating',
          actions: [assign({ left: ({ event }) => event.output.left }), notifyNext],
        },
        'xstate.error.actor.line': 'full',
      },
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'It weighs whether anybody still waits.' },
      always: [{ guard: 'isOver', target: 'idle' }, { target: 'full' }],
    },
    full: {
      tags: ['resting'],
      meta: { help: 'As many cards as may be are before the owner; others wait.' },
      after: { recheck: 'looking' },
    },
  },
});
