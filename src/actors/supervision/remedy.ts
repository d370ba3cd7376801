/** What the supervisor does to the house: the remedies of an incident, and the acts the owner asks for. Each is done once under its name. */

import type { AdminAct } from '../../domain/supervision/admin.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Finding } from '../../domain/supervision/patterns.ts';
import { circuitBreakerView } from '../../machines/circuit-breaker.ts';
import type { RemedyInput, StandingInput } from '../../machines/incident/types.ts';
import { sessionView } from '../../machines/session/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { DirectiveInput } from '../../machines/supervisor/types.ts';
import type { Directives } from '../../ports/host.ts';
import type { HostStore } from '../../ports/store.ts';
import type { System } from '../runtime/system.ts';
import { work } from '../work.ts';

/** The acts of the owner. Throws `invalid` where the actor has moved since it was looked at, or does not take such an act. */
export function directive(directives: Directives) {
  return work<void, DirectiveInput>(({ act, directive: asked }) => perform(directives.named(act), asked));
}

export interface RemedyOptions {
  readonly directives: Directives;
  readonly system: Pick<System, 'accept' | 'abort' | 'go'>;
  /** How many models stand in line. */
  readonly models: number;
}

/** How long a model that flaps is left alone. */
const heldMs = 3_600_000;

/** The remedies of an incident. */
export function remedy({ directives, system, models }: RemedyOptions) {
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
        if (chosen.what === 'turn') {
          await system.accept({ target: subject, event: { type: 'turn.aborted' }, dedupe: `remedy:${act}` });
          return;
        }
        if (effect === undefined) throw fault('invalid', `there is no effect of ${subject} to end`);
        if (chosen.hard) return named.fail(effect, { kind: 'timeout', message: trouble.text });
        system.abort(effect);
        return;
      case 'go':
        system.go();
        return;
      case 'reassign':
        if (models < 2)
          throw fault('invalid', 'there is no other model to ask; name some in models.fallbacks of config.toml');
        await system.accept({
          ...{ target: subject, dedupe: `remedy:${act}` },
          event: { type: 'breaker.held', forMs: heldMs },
        });
        return;
      case 'clarify':
        // the owner has been asked; for a sign of life all that can be done is to wait
        if (trouble.kind !== 'looping') return;
        await system.accept({
          ...{ target: subject, dedupe: `remedy:${act}` },
          event: { type: 'turn.clarified', turn: trouble.turn },
        });
        return;
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
  isFound,
}: {
  readonly store: HostStore;
  readonly isSafe: () => boolean;
  readonly isSilent: (effect: string) => boolean;
  /** Was such a pattern found when it was looked last? */
  readonly isFound: (kind: Finding['kind'], subject: string) => boolean;
}) {
  return ({ trouble: { kind, subject, effect, turn, times = 0 } }: StandingInput): { readonly stands: boolean } => {
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
      case 'flapping':
        return { stands: row === undefined || !circuitBreakerView(storedState(row.state)).isHeld };
      case 'looping': {
        const session = row && sessionView(storedState(row.state));
        return { stands: session !== undefined && session.turn === turn && session.mostRepeats > times };
      }
      case 'spending':
      case 'diskLow':
      case 'growing':
        return { stands: isFound(kind, subject) };
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
