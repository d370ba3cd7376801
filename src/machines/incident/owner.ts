/** What the owner is asked, and what follows from the answer. */

import { assign } from 'xstate';
import { choicesFor, remedyOf } from '../../domain/supervision/remediation.ts';
import { defined } from '../../domain/text/json.ts';
import { actorAt } from '../needs.ts';
import { base, isOffered } from './setup.ts';

/** The owner is notified of what is about to be done, with what else can be chosen. */
export const ask = base.sendTo(actorAt('supervisor'), ({ context: { address, trouble } }) => ({
  type: 'incident.asked',
  incident: address,
  trouble,
  choices: choicesFor(trouble),
}));

const takeChoice = base.assign(({ context, event }) =>
  isOffered(context, event)
    ? {
        by: event.by,
        remedy: remedyOf(event.choice, context.trouble) ?? null,
        // if it does not help, its subject is set aside once more, and the question says so
        isParked: false,
        isTold: false,
        vain: event.choice,
      }
    : {},
);

/** What the owner answers is done, from the moment of the question on. */
export const answers = base.createStateConfig({
  on: {
    'incident.answered': [
      {
        guard: 'isLeft',
        target: '#incident.cancelled',
        actions: [takeChoice, assign({ outcome: 'cancelled' })],
      },
      { guard: 'isChoice', target: '#incident.acting', actions: takeChoice },
    ],
  },
});

/** Once, and again after a choice that did not help. */
export const tellParked = base.enqueueActions(({ context: { address, trouble, failure, isTold, vain }, enqueue }) => {
  if (isTold) return;
  enqueue.sendTo(actorAt('supervisor'), {
    type: 'incident.parked',
    incident: address,
    trouble,
    failure,
    choices: choicesFor(trouble),
    ...defined({ vain: vain ?? undefined }),
  });
});
