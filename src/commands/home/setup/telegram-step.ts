/** The Telegram step of `straylight init`: the token of a bot, checked and kept, then an account paired by a code. */
import { fault, toFailure } from '../../../domain/supervision/failure.ts';
import { failureWords } from '../../../domain/text/texts.ts';
import { oneLine, readable } from '../../../domain/text/visible.ts';
import type { Io } from '../../io.ts';
import { sayIn } from '../../say.ts';
import type { Prompts, StepEnd } from './model-step.ts';

export interface TelegramStep {
  readonly io: Io;
  /** The variable of the token. */
  readonly variable: string;
  readonly isSet: boolean;
  /** Straylight runs already, with the settings it was started with. */
  readonly isRunning: () => boolean;
  /** May an account talk to the agent already? */
  hasAccount(): Promise<boolean>;
  /** Answers the name of the bot. Rejects with what is wrong. */
  check(token: string): Promise<string>;
  write(token: string): void;
  /**
   * Shows a code and waits until an account has sent it; `ask` is asked about others that write. False: the owner no
   * longer waits.
   */
  pair(ask: (question: string) => Promise<string>): Promise<boolean>;
}

/** Without a terminal. Throws a `Fault` where the token cannot be used; then nothing was written. */
export async function telegramByFlags(step: TelegramStep, token: string, isChecked: boolean): Promise<void> {
  const say = sayIn(step.io);
  const { io, variable, isSet } = step;
  if (isSet)
    throw fault(
      'invalid',
      say('{variable} is set already, and init changes nothing; edit .env to replace it', { variable }),
    );
  const bot = isChecked ? await step.check(token) : undefined;
  step.write(token);
  io.out(
    say('Telegram: {value}', {
      value: bot === undefined ? say('the token is kept') : say('the bot {bot}', { bot: oneLine(bot, 100) }),
    }),
  );
  io.out(say('To pair your account while Straylight runs: straylight telegram pair'));
}

/** Asks for the token of a bot, then for an account. */
export async function telegramByQuestions(step: TelegramStep, prompts: Prompts): Promise<StepEnd | 'later'> {
  const say = sayIn(step.io);
  const { io, isSet } = step;
  if (!isSet) {
    const end = await tokenOf(step, prompts);
    if (end !== 'done') return end;
    if (step.isRunning()) {
      io.out(
        say('Straylight runs with its earlier settings. Restart it, then pair your account: straylight telegram pair'),
      );
      return 'done';
    }
  } else if (await step.hasAccount()) {
    io.out(say('Telegram: set up, and an account is paired.'));
    return 'done';
  }
  const isWanted = await prompts.choose(say('Pair your Telegram account now?'), [
    { value: true, label: say('Yes'), hint: say('shows a code that you send to the bot') },
    { value: false, label: say('Not now'), hint: 'straylight telegram pair' },
  ]);
  if (isWanted === undefined) return 'left';
  if (!isWanted) return 'later';
  const ask = async (question: string) => {
    const isAllowed = await prompts.choose(readable(question).replace(/ \[y\/N\] $/, ''), [
      { value: false, label: say('No') },
      { value: true, label: say('Yes') },
    ]);
    return isAllowed ? 'y' : 'n';
  };
  return (await step.pair(ask)) ? 'done' : 'left';
}

/** Until a bot answers to the token, or the owner wants none. */
async function tokenOf(step: TelegramStep, prompts: Prompts): Promise<StepEnd | 'later'> {
  const say = sayIn(step.io);
  const { io, variable } = step;
  const isWanted = await prompts.choose(say('Talk to it on Telegram, too?'), [
    { value: false, label: say('Not now') },
    { value: true, label: say('Yes'), hint: say('@BotFather makes you a bot and gives you its token') },
  ]);
  if (isWanted === undefined) return 'left';
  if (!isWanted) return 'later';
  for (;;) {
    const token = (
      await prompts.secret(say('Token of your bot (hidden, goes into .env as {variable})', { variable }))
    )?.trim();
    if (token === undefined) return 'left';
    if (token === '') return 'later';
    try {
      const bot = await prompts.during(say('Asking Telegram for the bot'), () => step.check(token));
      step.write(token);
      io.out(say('Telegram: the bot {bot}', { bot: oneLine(bot, 100) }));
      return 'done';
    } catch (thrown) {
      io.out(io.style.warn(readable(failureWords(toFailure(thrown), io.language))));
    }
  }
}
