/** What stands for a part that a host does not have: it answers at once, keeps nothing and tells nobody. */
import { setup } from 'xstate';
import type { Budget } from '../../../src/actors/budget/budget.ts';
import { work } from '../../../src/actors/work.ts';
import type { Redactor } from '../../../src/domain/secrets/redaction.ts';
import type { Audit } from '../../../src/features/audit/audit.ts';
import type { Channels } from '../../../src/features/channels/channels.ts';
import type { Core, Feature } from '../../../src/features/feature.ts';
import type { RecallOutput } from '../../../src/machines/session/types.ts';

/** Lets every text through. */
export const plainRedactor: Redactor = {
  text: text => text,
  json: value => value,
  stream: () => ({ push: piece => piece, end: () => '' }),
  find: () => [],
  learn() {},
  known: () => 0,
};

/** An audit chain in which nothing is written. */
export function silentAudit(audit: Audit): Audit {
  return { ...audit, write() {}, record() {} };
}

/** Every call is granted, and none is counted. */
export function freeBudget(budget: Budget, model: string): Budget {
  return {
    ...budget,
    writers: { reserveSpend() {}, settleSpend() {}, markWarned() {} },
    reserveAgain() {},
    requireGrant: () => ({ outputTokens: 8_192, model, stream: { begin() {}, alive() {}, text() {} } }),
    modelUnderWay: () => model,
    notesFor: () => ({ notes: [], warned: [] }),
  };
}

/** Nothing is remembered; the one model is in line. */
export function emptyRecall(): RecallOutput {
  return { recalled: [], models: { all: 1, local: 0, cloud: 1 } };
}

/** Takes what is to be delivered, and leaves it. */
export const deafChannels: Feature = {
  machines: [{ machine: setup({}).createMachine({ id: 'channel', version: '0' }), startsWith: () => ({}) }],
};

/** Nobody writes on a channel; it listens all the same. */
export const emptyInbox: Feature = {
  effects: {
    inbox: {
      logic: work<void, object>(
        ({ signal }) => new Promise(resolve => signal.addEventListener('abort', () => resolve())),
      ),
      policy: 'repeatable',
      isService: true,
      timeoutMs: null,
    },
  },
};

/** For calls that nobody has to approve. */
export const noApprovals: Feature = {
  machines: [{ machine: setup({}).createMachine({ id: 'approval', version: '0' }) }],
  lookups: { precedent: neverAsked, redemption: neverAsked },
};

function neverAsked(): never {
  throw new Error('a call of this bench was to need no approval');
}

/** Starts the host, and its channels, where no supervisor does. */
export function plainStart({ system }: Core, channels: Channels | undefined): Feature {
  return {
    async start() {
      system.start();
      for (const name of channels?.channels.keys() ?? [])
        await system.accept({ target: `channel:${name}`, event: { type: 'channel.started' } });
    },
  };
}
