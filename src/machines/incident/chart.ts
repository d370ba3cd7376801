/**
 * One trouble, from the first report of it to its end.
 *
 * It takes the remedies of its kind one after the other (src/domain/supervision/remediation.ts), looks each time whether that helped, and where none did
 * asks the owner, who has then the choices that make sense. A second report of the same trouble joins it.
 */
import { assign, setup } from 'xstate';
import type { Failure } from '../../domain/supervision/failure.ts';
import {
  asksFirst,
  type Choice,
  choicesFor,
  chooseRemedy,
  parks,
  patienceMs,
  type Remedy,
  remedyOf,
  type Trouble,
} from '../../domain/supervision/remediation.ts';
import { actorAt, needs } from '../needs.ts';

export interface IncidentInput {
  readonly trouble: Trouble;
}

/** `done`: it is over. `cancelled`: the owner left it as it is. */
export interface IncidentOutput {
  readonly outcome: 'done' | 'cancelled';
  readonly trouble: Trouble;
  /** The remedy that helped; null where it passed by itself. */
  readonly remedy: Remedy | null;
  readonly reports: number;
  /** Who chose, where somebody had to. */
  readonly by: string | null;
  readonly failure: Failure | null;
}

/** What `remedy` is given: an act on the house, named once for ever by incident and number. */
export interface RemedyInput {
  readonly act: string;
  readonly trouble: Trouble;
  readonly remedy: Remedy;
}

/** Does the trouble still stand? */
export interface StandingInput {
  readonly trouble: Trouble;
}

interface Context {
  readonly address: string;
  readonly trouble: Trouble;
  readonly reports: number;
  /** Remedies that did not help. */
  readonly tried: number;
  /** Remedies applied, those the owner chose among them. */
  readonly applied: number;
  readonly remedy: Remedy | null;
  /** It is set aside while the owner is asked. */
  readonly isParked: boolean;
  /** The owner's choice that did not help, until it is told. */
  readonly vain?: Choice | null;
  /** The owner was asked with the first remedy already, and may answer from then on. */
  readonly isAsked?: boolean;
  readonly isTold: boolean;
  readonly failure: Failure | null;
  readonly by: string | null;
  readonly outcome: IncidentOutput['outcome'];
}

type Stamp = { readonly at: number; readonly id: string };
type IncidentEvent = Stamp &
  (
    | { readonly type: 'trouble.reported'; readonly trouble: Trouble }
    | { readonly type: 'incident.answered'; readonly choice: Choice; readonly by: string }
    /** Something else was done about its subject: it may be over. */
    | { readonly type: 'incident.rechecked' }
    | { readonly type: 'xstate.done.actor.standing'; readonly output: { readonly stands: boolean } }
  );

const base = setup({
  types: {
    input: {} as IncidentInput & { readonly address: string },
    output: {} as IncidentOutput,
    context: {} as Context,
    events: {} as IncidentEvent,
    tags: {} as 'busy' | 'attention' | 'resting' | 'ok' | 'error',
  },
  actors: {
    remedy: needs<void, RemedyInput>('remedy'),
    standing: needs<{ stands: boolean }, StandingInput>('standing'),
  },
  guards: {
    isLadderUsedUp: ({ context }) => context.remedy?.kind === 'escalate',
    isChoice: ({ context, event }) => isOffered(context, event),
    isLeft: ({ context, event }) => isOffered(context, event) && remedyOf(event.choice, context.trouble) === undefined,
    mustAsk: ({ context }) => asksFirst(context.trouble) && !context.isAsked,
    // a subject that the owner chose a remedy for is not asked about twice for the same
    isOwners: ({ context }) => context.by !== null,
    mustPark: ({ context }) => parks(context.trouble) && !context.isParked,
  },
  delays: { patience: ({ context }) => patienceMs(context.trouble) },
});

type Answered = Extract<IncidentEvent, { readonly type: 'incident.answered' }>;

function isOffered({ trouble }: Pick<Context, 'trouble'>, event: IncidentEvent): event is Answered & Stamp {
  return event.type === 'incident.answered' && choicesFor(trouble).includes(event.choice);
}

/** What is about to be done is told, with what else may be chosen. */
const ask = base.sendTo(actorAt('supervisor'), ({ context: { address, trouble } }) => ({
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

/** What the owner answers is done, at the latest from the moment he was asked. */
const answers = base.createStateConfig({
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
const tellParked = base.enqueueActions(({ context: { address, trouble, failure, isTold, vain }, enqueue }) => {
  if (isTold) return;
  enqueue.sendTo(actorAt('supervisor'), {
    ...{ type: 'incident.parked', incident: address, trouble, failure, choices: choicesFor(trouble) },
    ...(vain ? { vain } : {}),
  });
});

/** A state of version 1, which asked the owner only after its last remedy. */
export function migrateIncident(state: object, version: string): object | undefined {
  return version === '1' ? state : undefined;
}

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
    ...{ outcome, trouble, remedy, reports, by, failure },
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
          // who was asked with the first remedy may answer meanwhile
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
