/** The service step of `straylight init`: a unit of systemd that keeps Straylight running while its owner is logged in. */
import { fault, toFailure } from '../../../domain/supervision/failure.ts';
import { readable } from '../../../domain/text/visible.ts';
import type { Io } from '../../io.ts';
import { sayIn } from '../../say.ts';
import type { Prompts, StepEnd } from './model-step.ts';

export interface ServiceStep {
  readonly io: Io;
  /** Of the unit; undefined: this machine has no systemd for its user. */
  readonly file: string | undefined;
  readonly isThere: boolean;
  /** Straylight runs already, and would be in the way of the service. */
  readonly isRunning: () => boolean;
  write(): void;
  /** Enables the unit, and starts it. Rejects with what is wrong. */
  enable(isStarted: boolean): Promise<void>;
}

/** Without a terminal. Throws a `Fault` where there is no systemd, or a unit already. */
export async function serviceByFlag(step: ServiceStep): Promise<void> {
  const say = sayIn(step.io);
  const { file, isThere } = step;
  if (file === undefined)
    throw fault(
      'unavailable',
      say('systemd runs no services for this user here; keep "straylight start" running instead'),
    );
  if (isThere) throw fault('invalid', say('{file} exists already, and init changes nothing; edit it there', { file }));
  await installed(step, file);
}

/** Answers whether the service runs, too. */
export async function serviceByQuestions(step: ServiceStep, prompts: Prompts): Promise<StepEnd | 'running' | 'later'> {
  const say = sayIn(step.io);
  const { io, file, isThere } = step;
  if (file === undefined) return 'done';
  if (isThere) {
    io.out(say('Service: {file} exists already.', { file: readable(file) }));
    return 'done';
  }
  const isWanted = await prompts.choose(say('Run it as a service, from each login on?'), [
    { value: false, label: say('Not now') },
    { value: true, label: say('Yes'), hint: readable(file) },
  ]);
  if (isWanted === undefined) return 'left';
  if (!isWanted) return 'later';
  try {
    return (await installed(step, file)) ? 'running' : 'done';
  } catch (thrown) {
    io.out(io.style.warn(readable(toFailure(thrown).message)));
    return 'done';
  }
}

/** Is it running now? */
async function installed({ io, isRunning, write, enable }: ServiceStep, file: string): Promise<boolean> {
  const say = sayIn(io);
  const isStarted = !isRunning();
  write();
  io.out(say('Service: created {file}', { file: readable(file) }));
  await enable(isStarted);
  io.out(
    isStarted
      ? say('Service: running. To keep it running while you are logged out: loginctl enable-linger')
      : say('Service: enabled. Straylight runs already; stop it, then: systemctl --user start straylight'),
  );
  return isStarted;
}

/** The text of the unit. `argv`: the program and its words, each as it is. */
export function serviceUnit(argv: readonly string[]): string {
  return [
    '[Unit]',
    'Description=Straylight',
    '',
    '[Service]',
    `ExecStart=${argv.map(unitWord).join(' ')}`,
    'Restart=on-failure',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
}

/**
 * A word of a command line in a unit (systemd.service(5)): `%` and `$` are doubled there, quotation marks escaped. So
 * are control characters (systemd.syntax(7)): a line break would begin another setting.
 */
function unitWord(word: string): string {
  const escaped = word
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')
    .replace(/["\\]/g, '\\$&')
    .replace(/[\x00-\x1f\x7f]/g, one => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return /^[\w@+=:,./%$-]+$/.test(word) ? escaped : `"${escaped}"`;
}
