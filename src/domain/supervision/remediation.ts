/**
 * What is done about a trouble: a table, and the place in it.
 *
 * Each kind of trouble has a ladder of remedies, mildest first. A remedy that changed nothing counts as failed, and the
 * next one is taken; the last step of every ladder is the owner. So attempts are bounded, and nothing is left without
 * somebody who knows of it.
 *
 * | trouble | what was found | remedies, in order |
 * | --- | --- | --- |
 * | `wedged` | an actor that nothing will ever move | restart from its checkpoint, the owner |
 * | `silent` | an effect under way that gives no sign of life | ask the owner and wait, cancel it, give it up, the owner |
 * | `buried` | a message that could not be handled | hand it over again, the owner |
 * | `quarantined` | an actor this program cannot load | the owner |
 * | `unclean` | an agent that died again and again: safe mode holds what was half done | the owner |
 * | `flapping` | a model that works and fails by turns | ask another one for an hour, the owner |
 * | `looping` | a conversation that makes the same tool call again and again | tell the model so, the owner |
 * | `failing` | a job that failed so often that it pauses itself | the owner |
 * | `cut` | a run of a job that was cut off, and may or may not have happened | the owner |
 * | `spending` | a conversation that spends while its owner says nothing | the owner |
 * | `diskLow` | a disk that is nearly full | the owner |
 * | `growing` | a database that is large, or grows fast | the owner |
 */
import { isPermanent } from './permanent.ts';

export type TroubleKind =
  | 'wedged'
  | 'silent'
  | 'buried'
  | 'quarantined'
  | 'unclean'
  | 'flapping'
  | 'looping'
  | 'failing'
  | 'cut'
  | 'spending'
  | 'diskLow'
  | 'growing';

/** Something that needs an answer. Two reports of the same kind and subject are one trouble. */
export interface Trouble {
  readonly kind: TroubleKind;
  /** The actor it befell. */
  readonly subject: string;
  /** What was found, in one sentence. */
  readonly text: string;
  /** The effect that is silent, and in words what it does. */
  readonly effect?: string;
  readonly what?: string;
  /** How long each remedy is given; without it as long as its kind is. */
  readonly patienceMs?: number;
  /** `looping`: the turn that goes round, and how often the same was asked for when it was found. */
  readonly turn?: string;
  readonly times?: number;
}

/** What can be done. `escalate`: the subject is set aside, and the owner chooses. */
export type Remedy =
  | { readonly kind: 'retry' }
  /** Says what is wrong: to the owner, who may know why an effect is silent, or to the model that goes round. */
  | { readonly kind: 'clarify' }
  /** Has another one do it: another model is asked for a while. */
  | { readonly kind: 'reassign' }
  | { readonly kind: 'restart'; readonly from: 'checkpoint' | 'fresh' }
  /** Cancels what runs; `hard`: no longer waits for what becomes of it. */
  | { readonly kind: 'abort'; readonly what: 'effect' | 'turn' | 'actor'; readonly hard?: boolean }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'release' }
  /** Ends safe mode. */
  | { readonly kind: 'go' }
  | { readonly kind: 'escalate' };

/** What the owner may answer; `cancel`: what runs is cancelled, no more; `leave`: it stays as it is. */
export const choices = ['retry', 'restart', 'fresh', 'cancel', 'stop', 'release', 'leave', 'go'] as const;
export type Choice = (typeof choices)[number];

interface Ladder {
  readonly remedies: readonly Remedy[];
  /** How long a remedy is given before it is looked whether it helped. */
  readonly patienceMs: number;
  /** Set aside while the owner has not chosen. */
  readonly parks?: true;
  /** The owner is asked with the first remedy already, and may choose while it is waited whether that helps. */
  readonly asksFirst?: true;
  readonly choices: readonly Choice[];
}

const ladders: Readonly<Record<TroubleKind, Ladder>> = {
  wedged: {
    remedies: [{ kind: 'restart', from: 'checkpoint' }],
    patienceMs: 2_000,
    parks: true,
    choices: ['restart', 'fresh', 'stop'],
  },
  silent: {
    remedies: [{ kind: 'clarify' }, { kind: 'abort', what: 'effect' }, { kind: 'abort', what: 'effect', hard: true }],
    patienceMs: 30_000,
    asksFirst: true,
    choices: ['cancel', 'stop', 'leave'],
  },
  buried: { remedies: [{ kind: 'retry' }], patienceMs: 2_000, choices: ['retry', 'fresh', 'leave'] },
  quarantined: { remedies: [], patienceMs: 0, choices: ['release', 'fresh', 'stop', 'leave'] },
  unclean: { remedies: [], patienceMs: 0, choices: ['go'] },
  flapping: { remedies: [{ kind: 'reassign' }], patienceMs: 1_000, choices: ['leave'] },
  looping: { remedies: [{ kind: 'clarify' }], patienceMs: 60_000, choices: ['cancel', 'leave'] },
  failing: { remedies: [], patienceMs: 1_000, choices: ['retry', 'leave'] },
  cut: { remedies: [], patienceMs: 1_000, choices: ['retry', 'leave'] },
  spending: { remedies: [], patienceMs: 0, choices: ['cancel', 'leave'] },
  diskLow: { remedies: [], patienceMs: 0, choices: ['leave'] },
  growing: { remedies: [], patienceMs: 0, choices: ['leave'] },
};

/** The next remedy. `tried`: how many did not help. */
export function chooseRemedy({ kind }: Trouble, tried: number): Remedy {
  return ladders[kind].remedies[tried] ?? { kind: 'escalate' };
}

export function patienceMs({ kind, patienceMs: given }: Trouble): number {
  return given ?? ladders[kind].patienceMs;
}

/** Is its subject set aside while the owner has not chosen? */
export function parks({ kind }: Trouble): boolean {
  return ladders[kind].parks ?? false;
}

/** Is the owner asked with the first remedy already? */
export function asksFirst({ kind }: Trouble): boolean {
  return ladders[kind].asksFirst ?? false;
}

/** What the owner may choose from, the mildest first. */
export function choicesFor({ kind, subject }: Trouble): readonly Choice[] {
  const { choices } = ladders[kind];
  // the supervisor would refuse to stop it
  return isPermanent(subject) ? choices.filter(choice => choice !== 'stop') : choices;
}

/** What a choice of the owner does about a trouble; nothing for `leave`. */
export function remedyOf(choice: Choice, { effect }: Pick<Trouble, 'effect'> = {}): Remedy | undefined {
  switch (choice) {
    case 'retry':
      return { kind: 'retry' };
    case 'restart':
      return { kind: 'restart', from: 'checkpoint' };
    case 'fresh':
      return { kind: 'restart', from: 'fresh' };
    case 'cancel':
      return { kind: 'abort', what: effect === undefined ? 'turn' : 'effect' };
    case 'stop':
      return { kind: 'abort', what: 'actor' };
    case 'release':
      return { kind: 'release' };
    case 'go':
      return { kind: 'go' };
    default:
      return undefined;
  }
}

/** Names a trouble among those that are open. */
export function troubleKey({ kind, subject, effect }: Trouble): string {
  return `${kind} ${effect ?? subject}`;
}
