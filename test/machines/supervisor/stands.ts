/** Where supervisor tests begin. */
import type { Language } from '../../../src/domain/text/texts.ts';
import { supervisorMachine } from '../../../src/machines/supervisor/chart.ts';
import type { BootFacts, PermanentChannel } from '../../../src/machines/supervisor/types.ts';
import { begin, type Stand } from '../play.ts';

export type Supervisor = Stand<typeof supervisorMachine>;

export const calm: BootFacts = {
  uncleanBoots: 0,
  actors: 3,
  waiting: 1,
  again: 2,
  unknown: [],
  quarantined: [],
  wedged: [],
};

export const channels: readonly PermanentChannel[] = [
  { name: 'terminal', ownerChats: ['main'], choices: 'typed' },
  { name: 'web', ownerChats: ['main'] },
  { name: 'telegram', ownerChats: ['42', '43'] },
];

export const supervisor = (language: Language = 'en'): Supervisor =>
  begin({ machine: supervisorMachine, address: 'supervisor', input: { language } });

export const starts = (facts: Partial<BootFacts> = {}) => ({
  type: 'system.started',
  channels,
  facts: { ...calm, ...facts },
});

export const running = (language: Language = 'en') => supervisor(language).send(starts());
