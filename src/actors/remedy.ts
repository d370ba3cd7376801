/** What the supervisor does to the house: the remedies of an incident, and the acts the owner asks for. Each is done once under its name. */

import type { HostStore } from '../adapters/store.ts';
import type { AdminAct } from '../machines/domain/admin.ts';
import { fault } from '../machines/domain/failure.ts';
import type { RemedyInput, StandingInput } from '../machines/incident.ts';
import type { DirectiveInput } from '../machines/supervisor.ts';
import type { Directives } from './runtime/directives.ts';
import type { System } from './runtime/system.ts';
import { work } from './work.ts';

/** The acts of the owner. Throws `invalid` where the actor has moved since it was looked at, or does not take such an act. */
export function directive(directives: Directives) {
  return work<void, DirectiveInput>(({ act, directive: asked }) => perform(directives.named(act), asked));
}

/** The remedies of an incident. */
export function remedy({ directives, system }: { readonly directives: Directives; readonly system: System }) {
  return work<void, RemedyInput>(async ({ act, trouble, remedy: chosen }) => {
    const { subject, effect } = trouble;
    const named = directives.named(act);
    switch (chosen.kind) {
      case 'retry':
        await named.retry(subject);
        return;
      case 'restart':
        return named.restart(subject, chosen.from);
      case 'suspend':
        return named.suspend(subject, trouble.text);
      case 'release':
        return named.release(subject);
      case 'abort':
        if (chosen.what === 'actor') return named.stop(subject);
        if (effect === undefined) throw fault('invalid', `there is no effect of ${subject} to end`);
        if (chosen.hard) return named.fail(effect, { kind: 'timeout', message: trouble.text });
        system.abort(effect);
        return;
      case 'go':
        system.go();
        return;
      case 'clarify': // a sign of life is all that is waited for
      case 'escalate':
        return;
    }
  });
}

/** Does a trouble still stand? Reads rows of the host, within the step. */
export function standing({
  store,
  isSilent,
  isSafe,
}: {
  readonly store: HostStore;
  readonly isSafe: () => boolean;
  readonly isSilent: (effect: string) => boolean;
}) {
  return ({ trouble: { kind, subject, effect } }: StandingInput): { readonly stands: boolean } => {
    const row = store.actor(subject);
    switch (kind) {
      case 'wedged':
        return { stands: row?.status === 'suspended' || (row?.status === 'active' && store.isWedged(subject)) };
      case 'quarantined':
        return { stands: row?.status === 'quarantined' };
      case 'buried':
        return { stands: store.deadLetters().some(letter => letter.target === subject) };
      case 'unclean':
        return { stands: isSafe() };
      case 'silent':
        return { stands: effect !== undefined && isSilent(effect) };
    }
  };
}

function perform(
  directives: Directives,
  { verb, actor, from, seq, rev, reason = 'asked to' }: AdminAct,
): Promise<void> {
  const at = verb === 'stop' ? undefined : rev;
  switch (verb) {
    case 'suspend':
      return directives.suspend(actor, reason, at);
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
      return directives.quarantine(actor, reason, at);
    case 'release':
      return directives.release(actor, at);
  }
}
