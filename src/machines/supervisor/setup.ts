/** What the chart is made of: its types, and the effects and writers it names. */
import { setup } from 'xstate';
import type { Message } from '../../domain/conversation/message.ts';
import type { AdminCommand } from '../../domain/supervision/admin.ts';
import type { IncidentInput, IncidentOutput } from '../incident/types.ts';
import { needs } from '../needs.ts';
import type { Context, DirectiveInput, Reaction, SupervisorEvent, SupervisorInput } from './types.ts';

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
    recordCommand: (
      _,
      _params: {
        readonly command: AdminCommand;
        readonly state: 'asked' | 'done' | 'failed';
        readonly error: string | null;
      },
    ) => {},
    recordReport: (_, _params: Reaction) => {},
    appendMessage: (_, _params: Omit<Message, 'at'>) => {},
    queueDelivery: (
      _,
      _params: {
        readonly id: string;
        readonly channel: string;
        readonly chat: string;
        readonly session: string;
        readonly body: string;
        readonly asks?: Reaction['asks'];
      },
    ) => {},
  },
});
