/** What everything is given that works beside the charts: the host of the actors, its tables, its owner. */
import type { Redactor } from '../domain/secrets/redaction.ts';
import type { Language } from '../domain/text/texts.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConversationStore } from '../ports/conversation-store.ts';
import type { HostStore } from '../ports/store.ts';
import type { System } from './runtime/system.ts';

/** The `Core` of the features has all of it. */
export interface ActorCore {
  readonly system: System;
  readonly store: HostStore;
  readonly conversation: ConversationStore;
  readonly clock: Clock;
  /** Knows the secrets there are. */
  readonly redactor: Redactor;
  readonly owner: { readonly language: Language; readonly timeZone: string };
  /** Names this run of the process. */
  readonly boot: string;
}
