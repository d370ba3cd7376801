/** What the supervisor is given, knows and receives, and what it needs from others. */
import type { AdminAct, AdminCommand } from '../../domain/supervision/admin.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import type { PatternFacts } from '../../domain/supervision/patterns.ts';
import type { Choice, Trouble } from '../../domain/supervision/remediation.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { IncidentOutput } from '../incident/types.ts';

/** A channel, and the chats in which the owner is notified. */
export interface PermanentChannel {
  readonly name: string;
  readonly ownerChats: readonly string[];
  /** `typed`: it has no buttons for the owner's choices, so a notice says what to type. */
  readonly choices?: 'typed';
}

/** What the supervisor is given. */
export interface SupervisorInput {
  readonly language: Language;
}

/** What the boot found; a `RecoveryReport` of the host. */
export interface BootFacts {
  /** Boots of the last minutes that did not end by themselves. */
  readonly uncleanBoots: number;
  /** They were too many: what was half done is held until the owner says go. */
  readonly isSafe?: boolean;
  readonly actors: number;
  readonly waiting: number;
  readonly again: number;
  readonly unknown: readonly { readonly effect: string; readonly owner: string; readonly src: string }[];
  readonly quarantined: readonly { readonly actor: string; readonly problem: string }[];
  readonly wedged: readonly string[];
}

/** An act on an actor as `directive` performs it, once for each name. */
export interface DirectiveInput {
  readonly act: string;
  readonly directive: AdminAct;
}

/** What the supervisor remembers. Stored. */
export interface Context {
  readonly language: Language;
  /** The owner's, as this boot's configuration has it; absent in what an earlier version kept. */
  readonly timeZone?: string;
  readonly channels: readonly PermanentChannel[];
  readonly boots: number;
  readonly reports: number;
  /** Troubles that are being dealt with: the incident's name among the children, by the trouble's. */
  readonly incidents: { readonly [trouble: string]: string };
  /** Acts that are being performed, by the name of the child that does. */
  readonly commands: { readonly [childId: string]: AdminCommand };
  /** Children so far; names the next. */
  readonly spawned: number;
}

type Stamp = { readonly at: number; readonly id: string };

/** What may come to the supervisor. */
export type SupervisorEvent = Stamp &
  (
    | {
        readonly type: 'system.started';
        readonly channels: readonly PermanentChannel[];
        readonly facts: BootFacts;
        /** The owner's, an IANA name. */
        readonly timeZone?: string;
        /** As it is set now; it may have been another when the supervisor was made. */
        readonly language?: Language;
      }
    /** Other accounts are the owner's from now on. */
    | { readonly type: 'channels.changed'; readonly channels: readonly PermanentChannel[] }
    | { readonly type: 'system.stopping' }
    | {
        readonly type: 'report.raised';
        readonly kind:
          | 'progress'
          | 'inputRequired'
          | 'toolFailure'
          | 'policyDenied'
          | 'stuck'
          | 'looping'
          | 'completed'
          | 'failed'
          | 'unknown';
        readonly code?:
          | 'channelDown'
          | 'channelBack'
          | 'waiting'
          | 'undelivered'
          | 'tooOld'
          | 'tell'
          | 'aside'
          | 'altered'
          | 'failing'
          | 'cut';
        readonly subject: string;
        readonly text?: string;
        /** Of `tell` and `aside`: on this one alone. */
        readonly channel?: string;
        /** The conversation it belongs to. */
        readonly session?: string;
        readonly chat?: string;
        readonly failure?: Failure;
        /** `channelBack`: since when it was away; `waiting`: since when the oldest of `times` messages waits. */
        readonly since?: number;
        /** `looping`: the turn, what is asked for again and again, and how often it was. */
        readonly turn?: string;
        readonly tool?: string;
        readonly times?: number;
      }
    /** What was found by looking at the whole process (src/domain/supervision/patterns.ts), and that it is over. */
    | {
        readonly type: 'pattern.found';
        readonly kind: 'spending' | 'diskLow' | 'growing';
        readonly subject: string;
        readonly facts: PatternFacts;
      }
    | {
        readonly type: 'pattern.passed';
        readonly kind: 'spending' | 'diskLow' | 'growing' | 'failing' | 'cut';
        readonly subject: string;
      }
    | { readonly type: 'message.late'; readonly actor: string; readonly event: string }
    | { readonly type: 'message.buried'; readonly actor: string; readonly event: string; readonly failure: Failure }
    | {
        readonly type: 'effect.unknown';
        readonly effect: string;
        readonly owner: string;
        readonly src: string;
        /** What may or may not have happened, in a sentence; there where nobody else tells the owner. */
        readonly about?: string;
      }
    | {
        readonly type: 'effect.left';
        readonly effect: string;
        readonly owner: string;
        readonly src: string;
        readonly outcome: string;
      }
    | { readonly type: 'actor.quarantined'; readonly actor: string; readonly problem: string }
    | {
        readonly type: 'breaker.opened';
        readonly subject: string;
        readonly until: number;
        readonly failure: Failure | null;
        /** It opened so often within an hour, and that is too often. */
        readonly flaps?: number;
      }
    | { readonly type: 'breaker.closed'; readonly subject: string }
    | { readonly type: 'actor.wedged'; readonly actor: string; readonly leaf: string }
    | { readonly type: 'phase.overdue'; readonly actor: string; readonly leaf: string; readonly sinceMs: number }
    | {
        readonly type: 'effect.silent';
        readonly effect: string;
        readonly owner: string;
        readonly src: string;
        readonly silentMs: number;
        readonly heartbeatMs?: number;
        /** What it does, in a sentence, where that is known. */
        readonly about?: string;
      }
    | { readonly type: 'loop.stalled'; readonly during: string; readonly ms: number }
    | {
        readonly type: 'incident.asked';
        readonly incident: string;
        readonly trouble: Trouble;
        readonly choices: readonly Choice[];
      }
    | {
        readonly type: 'incident.parked';
        readonly incident: string;
        readonly trouble: Trouble;
        readonly failure: Failure | null;
        readonly choices: readonly Choice[];
        /** What the owner chose before, which did not help. */
        readonly vain?: Choice;
      }
    | { readonly type: 'admin.asked'; readonly command: AdminCommand }
    | {
        readonly type: 'xstate.done.actor.incident' | 'xstate.done.actor.admin';
        readonly actorId: string;
        readonly output: IncidentOutput;
      }
    | { readonly type: 'xstate.error.actor.admin'; readonly actorId: string; readonly error: Failure }
  );

/** What is made of an event: a report that is recorded, and what the owner reads of it, if anything. */
export interface Reaction {
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly tell?: string;
  /** Not on this channel: it is the one that does not work. */
  readonly except?: string;
  /** On this channel alone. */
  readonly only?: string;
  /** The conversation it belongs to, if its subject is none: it is told in the topic of that. */
  readonly session?: string;
  /** It may quote a stranger: no model is shown it. */
  readonly isAside?: true;
  /** What the owner may answer, and to whom: the key of an incident. */
  readonly asks?: { readonly incident: string; readonly choices: readonly Choice[] };
}
