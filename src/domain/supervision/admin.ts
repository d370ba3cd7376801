/**
 * What can be done to an actor from outside its chart: by the owner, on whichever channel, and by the supervisor
 * itself.
 */

import { type Sentence, says } from '../policy/sentence.ts';
import { isPermanent } from './permanent.ts';
import type { Choice } from './remediation.ts';

export const adminVerbs = ['suspend', 'resume', 'retry', 'restart', 'rewind', 'stop', 'quarantine', 'release'] as const;

export type AdminVerb = (typeof adminVerbs)[number];

/** What would leave nobody to undo it. */
const notOnSupervisor: readonly AdminVerb[] = ['suspend', 'quarantine', 'stop', 'rewind'];

/** Why this is never done to this actor, whatever its status, and what to do instead; undefined: it may be. */
export function whyNever(verb: AdminVerb, address: string): Sentence | undefined {
  if (address === 'supervisor' && notOnSupervisor.includes(verb))
    return says`the verb ${verb} is not possible for the supervisor: nothing would be left to undo it`;
  if (verb !== 'stop' || !isPermanent(address)) return undefined;
  return says`${address} cannot be stopped because Straylight needs it. Use "suspend" to pause it until "resume", or "restart" to start it again`;
}

/** One act on one actor. */
export interface AdminAct {
  readonly verb: AdminVerb;
  readonly actor: string;
  /** `restart`: where from; without it from the checkpoint. */
  readonly from?: 'checkpoint' | 'fresh';
  /** `rewind`: the step it goes back to. */
  readonly seq?: number;
  /** The step of the actor that was on screen; where it has moved since, nothing is done. `stop` runs all the same. */
  readonly rev?: number;
  readonly reason?: string;
}

/**
 * An act as somebody asked for it. `id` makes a repeat a no-op; `by` names who and where: `telegram:42`, `cli`, `web`.
 */
export interface AdminCommand extends AdminAct {
  readonly id: string;
  readonly by: string;
}

/** What became of it; `state` as the stream names it. */
export interface AdminOutcome {
  readonly id: string;
  readonly state: 'asked' | 'done' | 'failed';
  /** Why it failed, as it can be shown. */
  readonly error?: string;
}

/** What a restart or a stop would do, told before it is done. */
export interface RestartPreview {
  /** Sources of the effects that would run again. */
  readonly again: readonly string[];
  /** Acts that would not; they become `unknown`, and the owner is asked. */
  readonly notAgain: readonly string[];
  /** What a restart from the beginning would let go; absent where its kind tells nothing of it. */
  readonly fresh?: LetGo;
  /**
   * What would end with it if it were stopped; there only for one that is spoken to, which takes nothing more from then
   * on.
   */
  readonly stop?: LetGo;
}

/** What an actor was about, and is no more once it is begun again. */
export interface LetGo {
  /** What its owner said that is not answered yet. */
  readonly messages: readonly string[];
  /** Acts that have begun: they would be cut short, and may have happened. */
  readonly cut: readonly string[];
  /** Those that have not: they would not run. */
  readonly unbegun: readonly string[];
  /** So many questions that wait for the owner would be withdrawn. */
  readonly questions?: number;
}

/** The turns of a conversation that ended so, and what its model and its owner are told. */
export interface LetGoTurns {
  /** Unique for ever. */
  readonly id: string;
  readonly turns: readonly string[];
  readonly notice: string;
  readonly told: string;
}

/** The owner's hand on the actors, wherever it comes from. Every promise rejects with a `Fault` that can be shown. */
export interface AdminService {
  /** Resolves with what became of it; the same id again gives the first outcome. */
  command(command: AdminCommand): Promise<AdminOutcome>;
  /** The owner's answer to an incident, by its key. */
  choose(incident: string, choice: Choice, by: string): Promise<void>;
  /** What a restart or a stop would do; undefined: there is no such actor. */
  preview(actor: string): Promise<RestartPreview | undefined>;
}

/** Which acts an actor of this status takes. `address`: whose, where that matters. */
export function verbsFor(status: string, address = ''): Readonly<Record<AdminVerb, boolean>> {
  const isThere = ['active', 'suspended', 'quarantined'].includes(status);
  const isHeld = status === 'suspended';
  return {
    suspend: status === 'active',
    resume: isHeld,
    retry: isThere,
    restart: isThere,
    rewind: isThere,
    stop: isThere && whyNever('stop', address) === undefined,
    quarantine: status === 'active' || isHeld,
    release: status === 'quarantined',
  };
}

/**
 * May it be restarted from its very beginning? Of what has ended only a conversation that was stopped may: nothing else
 * is spoken to.
 */
export function mayStartFresh(status: string, address: string): boolean {
  return verbsFor(status, address).restart || (status === 'stopped' && address.startsWith('session:'));
}
