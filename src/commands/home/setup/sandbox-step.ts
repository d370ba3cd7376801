/** The sandbox step of `straylight init`: what runs commands here, and the image that Docker wants for it. */
import type { Sentence } from '../../../domain/policy/sentence.ts';
import { fault, toFailure } from '../../../domain/supervision/failure.ts';
import { failureWords, ownWords } from '../../../domain/text/texts.ts';
import { readable } from '../../../domain/text/visible.ts';
import type { Io } from '../../io.ts';
import { sayIn } from '../../say.ts';
import type { Prompts, StepEnd } from './model-step.ts';

export interface SandboxStep {
  readonly io: Io;
  look(): Promise<FoundSandbox>;
  /** Makes the image; what the builder says is shown. Rejects with what is wrong. */
  makeImage(name: string): Promise<void>;
}

export interface FoundSandbox {
  /** Commands run behind walls. */
  readonly isWalled: boolean;
  /** What runs commands, and why, in a sentence. */
  readonly text: Sentence;
  /** Docker: `name` is its image; or what is wrong with the engine. */
  readonly docker:
    | { readonly name: string; readonly isMissing: boolean }
    | { readonly name: string; readonly problem: Sentence };
}

/** Without a terminal: the image is made. Throws a `Fault` where that cannot be. */
export async function imageByFlag(step: SandboxStep): Promise<void> {
  const say = sayIn(step.io);
  const { docker } = await step.look();
  if ('problem' in docker)
    throw fault(
      'unavailable',
      say('the image {name} cannot be made: {problem}', {
        name: docker.name,
        problem: ownWords(docker.problem, step.io.language),
      }),
    );
  if (!docker.isMissing)
    step.io.out(say('Sandbox: Docker has the image {docker} already.', { docker: readable(docker.name) }));
  else await made(step, docker.name);
}

export async function sandboxByQuestions(step: SandboxStep, prompts: Prompts): Promise<StepEnd | 'later'> {
  const say = sayIn(step.io);
  const { io } = step;
  const { isWalled, text, docker } = await prompts.during(say('Trying the sandbox'), () => step.look());
  io.out(say('Sandbox: {text}', { text: readable(ownWords(text, io.language)) }));
  if ('problem' in docker || !docker.isMissing) return 'done';
  const later = { value: false, label: say('Not now') };
  const now = { value: true, label: say('Make it'), hint: say('takes a few minutes, and fetches packages of Debian') };
  const isWanted = await prompts.choose(
    say('Docker works here, but has no image {docker} for the sandbox. Make it?', { docker: readable(docker.name) }),
    isWalled ? [later, now] : [now, later],
  );
  if (isWanted === undefined) return 'left';
  if (!isWanted) return 'later';
  try {
    await made(step, docker.name);
  } catch (thrown) {
    io.out(io.style.warn(readable(failureWords(toFailure(thrown), io.language))));
  }
  return 'done';
}

async function made(step: SandboxStep, image: string): Promise<void> {
  const say = sayIn(step.io);
  await step.makeImage(image);
  step.io.out(say('Sandbox: {readable}', { readable: readable(ownWords((await step.look()).text, step.io.language)) }));
}
