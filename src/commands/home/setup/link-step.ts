/** The link step of `straylight init`: the command `straylight`, by a link in a folder of the user's path. */
import { fault, toFailure } from '../../../domain/supervision/failure.ts';
import { readable } from '../../../domain/text/visible.ts';
import type { Io } from '../../io.ts';
import { sayIn } from '../../say.ts';
import type { Prompts, StepEnd } from './model-step.ts';

export interface LinkStep {
  readonly io: Io;
  /** Where the link goes, and what it leads to. */
  readonly file: string;
  readonly program: string;
  /** `known`: the path has the command already; `taken`: something else stands at the place; `none`: no file to link. */
  readonly state: 'free' | 'known' | 'taken' | 'none';
  /** The shell looks for commands in the folder of the link. */
  readonly isOnPath: boolean;
  make(): void;
}

/** Without a terminal. Throws a `Fault` where the link cannot be made; nothing is ever overwritten. */
export function linkByFlag(step: LinkStep): void {
  const say = sayIn(step.io);
  const file = readable(step.file);
  if (step.state === 'taken') throw fault('invalid', say('{file} exists already, and init changes nothing', { file }));
  if (step.state === 'none')
    throw fault('invalid', say('this program has no file to link; it was installed in another way'));
  if (step.state === 'known') step.io.out(say('Command: straylight is on your path already.'));
  else linked(step);
}

export async function linkByQuestions(step: LinkStep, prompts: Prompts): Promise<StepEnd | 'later'> {
  const say = sayIn(step.io);
  const { io, state } = step;
  const file = readable(step.file);
  if (state === 'taken') io.out(say('Command: {file} exists already.', { file }));
  if (state !== 'free') return 'done';
  const isWanted = await prompts.choose(say('Make the command straylight, by a link at {file}?', { file }), [
    { value: false, label: say('Not now') },
    { value: true, label: say('Yes'), hint: say('leads to {program}', { program: readable(step.program) }) },
  ]);
  if (isWanted === undefined) return 'left';
  if (!isWanted) return 'later';
  try {
    linked(step);
  } catch (thrown) {
    io.out(io.style.warn(readable(toFailure(thrown).message)));
  }
  return 'done';
}

function linked({ io, file, isOnPath, make }: LinkStep): void {
  const say = sayIn(io);
  make();
  const shown = readable(file);
  io.out(say('Command: straylight, by a link at {file}. To undo it: rm {file}', { file: shown }));
  if (!isOnPath) io.out(say('  Your path lacks that folder. Log in again, or: export PATH="$HOME/.local/bin:$PATH"'));
}
