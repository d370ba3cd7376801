/** What features tell the owner: the supervisor writes it down and sends it on every channel. */
import type { System } from '../../actors/runtime/system.ts';
import type { Untaken } from '../../adapters/process/process-edge.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Home } from './home.ts';

/**
 * `subject`: what it is about, as in `tool:count_words`. `aside`: it repeats words of others, so it is told to the owner
 * and shown to no model.
 */
export type Report = (
  subject: string,
  kind: 'toolFailure' | 'completed' | 'failed',
  text: string,
  code?: 'tell' | 'aside',
) => void;

/** Where nothing was started nothing is told: a command that only looks prints what it finds. */
export function ownerReports(
  { log, redactor }: Pick<Home, 'log' | 'redactor'>,
  system: Pick<System, 'accept' | 'isStarted'>,
): Report {
  return (subject, kind, text, code = 'tell') => {
    if (!system.isStarted) return;
    const event = { type: 'report.raised', kind, code, subject, text };
    const onLost = (thrown: unknown) =>
      log({ level: 'warn', event: 'report.lost', subject, error: redactor.text(toFailure(thrown).message) });
    system.accept({ target: 'supervisor', event }).catch(onLost);
  };
}

/** Writes an error that nobody has taken to the log. `isDefect`: the process ends with it. */
export function untakenErrors({ log, redactor }: Home): (untaken: Untaken, isDefect: boolean) => void {
  return ({ error, frames }, isDefect) => {
    const event = isDefect ? 'process.defect' : 'process.error';
    log({ level: 'error', event, error: redactor.text(toFailure(error).message), frames });
  };
}
