/** What an incident does about its trouble. Each act is done once under its name. */
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { RemedyInput } from '../../machines/incident/types.ts';
import type { Directives } from '../../ports/host.ts';
import type { System } from '../runtime/system.ts';
import { work } from '../work.ts';

/** How long a model that flaps is left alone. */
const heldMs = 3_600_000;

/** The remedies of an incident. `models`: how many stand in line. */
export function remedy(directives: Directives, system: Pick<System, 'accept' | 'abort' | 'go'>, models: number) {
  return work<void, RemedyInput>(async ({ act, trouble, remedy: chosen }) => {
    const { subject, effect } = trouble;
    const named = directives.named(act);
    switch (chosen.kind) {
      case 'retry':
        if (trouble.kind === 'failing')
          await system.accept({ target: subject, event: { type: 'job.enabled' }, dedupe: `remedy:${act}/enabled` });
        if (trouble.kind === 'failing' || trouble.kind === 'cut')
          await system.accept({ target: subject, event: { type: 'job.requested' }, dedupe: `remedy:${act}` });
        else await named.retry(subject);
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
          throw fault('invalid', says`there is no other model to ask; name some in models.fallbacks of config.toml`);
        await system.accept({
          target: subject,
          dedupe: `remedy:${act}`,
          event: { type: 'breaker.held', forMs: heldMs },
        });
        return;
      case 'clarify':
        // the owner has been asked; for a sign of life all that can be done is to wait
        if (trouble.kind !== 'looping') return;
        await system.accept({
          target: subject,
          dedupe: `remedy:${act}`,
          event: { type: 'turn.clarified', turn: trouble.turn },
        });
        return;
      case 'escalate':
        return;
    }
  });
}
