/** For a host of tests to which no agents belong: work that is to be given is refused, and nothing is written. */
import { agentTexts } from '../../src/domain/agents/texts.ts';
import { delegationMachine } from '../../src/machines/delegation.ts';

export const noAgents = {
  machine: { machine: delegationMachine, isShortLived: true },
  lookups: { enlisting: () => ({ problem: agentTexts.tooManyInAll }) },
  writers: { giveWork: () => {}, beginChild: () => {}, endChild: () => {} },
} as const;
