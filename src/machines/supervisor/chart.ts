/**
 * The root: it starts the channels in order, stops them in reverse, and receives every report.
 *
 * What the owner must know is sent to the owner's channels. Everything else is recorded where `status` and the page
 * show it. What follows from which event is a table (reactions.ts).
 */

import { assign } from 'xstate';
import { defined } from '../../domain/text/json.ts';
import {
  answer,
  closeIncident,
  endCommand,
  openIncidents,
  performCommand,
  recheckIncident,
  startChannels,
  stopChannels,
} from './actions.ts';
import { base } from './setup.ts';

export const supervisorMachine = base.createMachine({
  id: 'supervisor',
  version: '2',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    language: input.language,
    channels: [],
    boots: 0,
    reports: 0,
    incidents: {},
    commands: {},
    spawned: 0,
  }),
  on: {
    'system.started': {
      target: '.thinking',
      actions: [
        assign(({ context, event: { channels, timeZone, language } }) => ({
          channels,
          boots: context.boots + 1,
          ...defined({ timeZone, language }),
        })),
        startChannels,
      ],
    },
    'channels.changed': { actions: assign(({ event: { channels } }) => ({ channels })) },
    'system.stopping': { target: '.idle', actions: stopChannels },
    'report.raised': '.thinking',
    'message.*': '.thinking',
    'effect.*': '.thinking',
    'actor.quarantined': '.thinking',
    'breaker.*': '.thinking',
    'actor.wedged': '.thinking',
    'phase.overdue': '.thinking',
    'loop.stalled': '.thinking',
    'pattern.*': '.thinking',
    'incident.asked': '.thinking',
    'incident.parked': '.thinking',
    'admin.asked': '.thinking',
    'xstate.done.actor.*': '.thinking',
    'xstate.error.actor.*': '.thinking',
  },
  initial: 'idle',
  states: {
    idle: { tags: ['resting', 'ok'], meta: { help: 'Nothing needs it.' } },
    thinking: { tags: ['busy'], meta: { expectMs: 1000, help: 'It weighs a report.' }, always: 'acting' },
    acting: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'It writes the report down, tells the owner, and sees that something is done.' },
      entry: [answer, openIncidents, performCommand, endCommand, recheckIncident, closeIncident],
      always: 'evaluating',
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'It counts what it heard.' },
      entry: assign({ reports: ({ context }) => context.reports + 1 }),
      always: 'idle',
    },
  },
});
