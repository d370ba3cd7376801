/** What the chart is made of: its types, and the effects and writers it names. */
import { setup } from 'xstate';
import type { AppendMessage, QueueDelivery } from '../../domain/conversation/writes.ts';
import type { SupervisorWrites } from '../../domain/supervision/writes.ts';
import type { IncidentInput, IncidentOutput } from '../incident/types.ts';
import { needs } from '../needs.ts';
import type { Context, DirectiveInput, SupervisorEvent, SupervisorInput } from './types.ts';

/** Types and named parts; the actions and the chart are made from it. */
export const base = setup({
  types: {
    input: {} as SupervisorInput,
    context: {} as Context,
    events: {} as SupervisorEvent,
    tags: {} as 'resting' | 'ok' | 'busy' | 'paused',
  },
  actors: {
    incident: needs<IncidentOutput, IncidentInput>('incident'),
    directive: needs<void, DirectiveInput>('directive'),
  },
  actions: {
    recordCommand: (_, _params: SupervisorWrites['recordCommand']) => {},
    recordReport: (_, _params: SupervisorWrites['recordReport']) => {},
    appendMessage: (_, _params: AppendMessage) => {},
    queueDelivery: (_, _params: QueueDelivery) => {},
  },
});
