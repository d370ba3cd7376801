/** What the chart is made of: its types, the effect and lookup it names, its guards and its delay. */
import { setup } from 'xstate';
import { asksFirst, choicesFor, parks, patienceMs, remedyOf } from '../../domain/supervision/remediation.ts';
import { needs } from '../needs.ts';
import type {
  Answered,
  Context,
  IncidentEvent,
  IncidentInput,
  IncidentOutput,
  RemedyInput,
  Stamp,
  StandingInput,
} from './types.ts';

/** Types and named parts; the actions and the chart are made from it. */
export const base = setup({
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

/** Is it an answer that this trouble takes? */
export function isOffered({ trouble }: Pick<Context, 'trouble'>, event: IncidentEvent): event is Answered & Stamp {
  return event.type === 'incident.answered' && choicesFor(trouble).includes(event.choice);
}
