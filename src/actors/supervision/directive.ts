/** An act the owner asks for, on one actor. It is done once under its name. */
import type { AdminAct } from '../../domain/supervision/admin.ts';
import type { DirectiveInput } from '../../machines/supervisor/types.ts';
import type { Directives } from '../../ports/host.ts';
import { work } from '../work.ts';

const byOwner = 'asked to';

/** Was an actor set aside for this because its owner wanted it, with a reason or without? */
export function isByOwner(problem: string | null | undefined): boolean {
  return problem === byOwner || problem?.startsWith(`${byOwner}: `) === true;
}

/**
 * The acts of the owner. Throws `invalid` where the actor has moved since it was looked at, or does not take such an
 * act.
 */
export function directive(directives: Directives) {
  return work<void, DirectiveInput>(({ act, directive }) => perform(directives.named(act), directive));
}

function perform(directives: Directives, { verb, actor, from, seq, rev, reason }: AdminAct): Promise<void> {
  const why = reason === undefined ? byOwner : `${byOwner}: ${reason}`;
  const at = verb === 'stop' ? undefined : rev;
  switch (verb) {
    case 'suspend':
      return directives.suspend(actor, why, at);
    case 'resume':
      return directives.resume(actor, at);
    case 'retry':
      return directives.retry(actor, at);
    case 'restart':
      return directives.restart(actor, from ?? 'checkpoint', at);
    case 'rewind':
      return directives.rewind(actor, seq ?? 0, at);
    case 'stop':
      return directives.stop(actor);
    case 'quarantine':
      return directives.quarantine(actor, why, at);
    case 'release':
      return directives.release(actor, at);
  }
}
