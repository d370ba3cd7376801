/** What services beside the charts are given, in a test. */
import type { ActorCore } from '../../src/actors/core.ts';
import { systemClock } from '../../src/adapters/process/clock.ts';
import { createRedactor } from '../../src/domain/secrets/redaction.ts';

type Needed = 'system' | 'store' | 'conversation';

/** With the clock of this machine, no secrets, and an owner who reads English. */
export function coreWith(parts: Pick<ActorCore, Needed> & Partial<ActorCore>): ActorCore {
  const owner = { language: 'en', timeZone: 'UTC' } as const;
  return { clock: systemClock, redactor: createRedactor([]), owner, boot: 'boot-1', ...parts };
}

/** With these parts alone, of each what the service calls. */
export function coreOf(parts: { readonly [Name in keyof ActorCore]?: Partial<ActorCore[Name]> }): ActorCore {
  return coreWith(parts as Pick<ActorCore, Needed>);
}
