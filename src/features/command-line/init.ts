/**
 * `straylight init`: the home, then model, Telegram, sandbox, command and service, each from what is found on this machine.
 *
 * Flags answer for a script, and then there are no questions. Each answer is kept at once, so an owner who leaves in the
 * middle goes on with the next `straylight init`.
 */

import { existsSync } from 'node:fs';
import { homePaths } from '../../../config/home.ts';
import type { Values } from '../../commands/arguments/forms.ts';
import { init, makeHome, type NewHome } from '../../commands/home/init.ts';
import { sayIn } from '../../commands/say.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { readable } from '../../domain/text/visible.ts';
import type { Edge } from './edge.ts';
import { homeUser } from './home-user.ts';
import type { Offer, Question } from './setup/offers.ts';
import { unitOf } from './setup/unit.ts';

const words = catalog('features/command-line/init', {
  en: {
    running: (pid: number | undefined) =>
      `Straylight is running with this home${pid === undefined ? '' : ` (process ${pid})`}, and init would ask a model through it. Nothing was asked or changed. Run "straylight stop", then "straylight init" again`,
    questions: { model: 'model', telegram: 'Telegram', sandbox: 'sandbox', command: 'command', service: 'service' },
    later: (questions: string) =>
      `Not now: ${questions}. /setup asks again in a day; "straylight init" asks at once, while the agent is stopped.`,
  },
  de: {
    running: (pid: number | undefined) =>
      `Straylight läuft mit diesem Datenordner${pid === undefined ? '' : ` (Prozess ${pid})`}, und init würde darüber ein Modell fragen. Nichts wurde gefragt oder geändert. Erst „straylight stop“, dann noch einmal „straylight init“`,
    questions: {
      model: 'Modell',
      telegram: 'Telegram',
      sandbox: 'Sandbox',
      command: 'Befehl',
      service: 'Dienst',
    },
    later: (questions: string) =>
      `Jetzt nicht: ${questions}. /setup fragt in einem Tag wieder; „straylight init“ fragt sofort, während der Agent steht.`,
  },
});

/** Flags that say how another one is meant, with those they go with. */
const companions: Readonly<Record<string, readonly string[]>> = {
  url: ['model'],
  'key-stdin': ['model'],
  'no-check': ['model', 'telegram-stdin'],
};

export async function initHere(home: NewHome, options: Values, edge: Edge): Promise<number> {
  const say = sayIn(edge.io);
  const { io, isTerminal, isTyped, isPlain } = edge;
  for (const [name, wanted] of Object.entries(companions))
    if (options[name] !== undefined && wanted.every(other => options[other] === undefined))
      throw fault(
        'invalid',
        say('--{name} goes with --{join}; "straylight init" alone asks in a terminal', {
          name,
          join: wanted.join(' or --'),
        }),
      );
  if (options['key-stdin'] === true && options['telegram-stdin'] === true)
    throw fault('invalid', say('--key-stdin and --telegram-stdin both read standard input; run init once for each'));
  const isAnswered = ['model', 'telegram-stdin', 'image', 'link', 'service'].some(name => options[name] !== undefined);
  const asks = !isAnswered && isTerminal && isTyped && !isPlain;
  const asksModel = options['model'] !== undefined && options['no-check'] !== true;
  // a model is asked for a word through this home, and only one process may have it open
  const running =
    (asks || asksModel) && existsSync(homePaths(home.home).lockFile)
      ? (await homeUser(homePaths(home.home)))()
      : undefined;
  if (running) throw fault('unavailable', words[io.language ?? 'en'].running(running.pid));
  if (!asks) {
    init(home, io, { isAnswered });
    await byFlags(home.home, options, edge);
    return 0;
  }
  const { made } = makeHome(home);
  io.out(
    say('Home: {home}{includes}', {
      home: readable(home.home),
      includes: made.includes('config.toml') ? say(', created') : say(', kept as it is'),
    }),
  );
  return byQuestions(home.home, edge);
}

async function byFlags(home: string, options: Values, edge: Edge): Promise<void> {
  const { model, url } = options;
  const { io } = edge;
  const isChecked = options['no-check'] !== true;
  if (typeof model === 'string') {
    const [{ modelByFlags }, { modelStep }, { plainKey }] = await Promise.all([
      import('../../commands/home/setup/model-flags.ts'),
      import('./setup/model.ts'),
      import('./setup/files.ts'),
    ]);
    const key = options['key-stdin'] === true ? plainKey((await io.readAll()).trim()) : undefined;
    await modelByFlags(await modelStep(home, edge), {
      model,
      isChecked,
      url: typeof url === 'string' ? url : undefined,
      key,
    });
  }
  if (options['telegram-stdin'] === true) {
    const [{ telegramByFlags }, { telegramStep }] = await Promise.all([
      import('../../commands/home/setup/telegram-step.ts'),
      import('./setup/telegram.ts'),
    ]);
    await telegramByFlags(await telegramStep(home, edge), (await io.readAll()).trim(), isChecked);
  }
  if (options['image'] === true) {
    const [{ imageByFlag }, { sandboxStep }] = await Promise.all([
      import('../../commands/home/setup/sandbox-step.ts'),
      import('./setup/sandbox.ts'),
    ]);
    await imageByFlag(await sandboxStep(home, edge));
  }
  if (options['link'] === true) {
    const [{ linkByFlag }, { linkStep }] = await Promise.all([
      import('../../commands/home/setup/link-step.ts'),
      import('./setup/link.ts'),
    ]);
    linkByFlag(linkStep(edge));
  }
  if (options['service'] === true) {
    const [{ serviceByFlag }, { serviceStep }] = await Promise.all([
      import('../../commands/home/setup/service-step.ts'),
      import('./setup/service.ts'),
    ]);
    await serviceByFlag(serviceStep(home, edge));
  }
}

/** `left`: not all was answered; `running`: the service runs it now. */
export type SetupEnd = 'done' | 'left' | 'running';

/**
 * Asks for all that can be set up, a question after the other. Each answer is kept at once. `isAgain`: what was put off
 * within a day is not asked.
 */
export async function setUpByQuestions(home: string, outer: Edge, isAgain = false): Promise<SetupEnd> {
  const [
    { modelByQuestions },
    { telegramByQuestions },
    { sandboxByQuestions },
    { linkByQuestions },
    { serviceByQuestions },
  ] = await Promise.all([
    import('../../commands/home/setup/model-questions.ts'),
    import('../../commands/home/setup/telegram-step.ts'),
    import('../../commands/home/setup/sandbox-step.ts'),
    import('../../commands/home/setup/link-step.ts'),
    import('../../commands/home/setup/service-step.ts'),
  ]);
  const [
    { modelStep },
    { telegramStep },
    { sandboxStep },
    { linkStep },
    { serviceStep },
    { setupPrompts },
    { keepAnswered, keepPostponed, postponed },
    { wrapped },
  ] = await Promise.all([
    import('./setup/model.ts'),
    import('./setup/telegram.ts'),
    import('./setup/sandbox.ts'),
    import('./setup/link.ts'),
    import('./setup/service.ts'),
    import('../../commands/home/setup/prompts.ts'),
    import('./setup/offers.ts'),
    import('../../domain/text/writing/cells.ts'),
  ]);
  const out = (text: string) => outer.io.out(wrapped(text, process.stdout.columns || 80).join('\n'));
  const edge = { ...outer, io: { ...outer.io, out } };
  const prompts = setupPrompts({ input: process.stdin, output: process.stdout }, edge.io.language);
  const steps: readonly (readonly [question: Question, ask: () => Promise<SetupEnd | 'later'>])[] = [
    ['model', async () => modelByQuestions(await modelStep(home, edge), prompts)],
    ['telegram', async () => telegramByQuestions(await telegramStep(home, edge), prompts)],
    ['sandbox', async () => sandboxByQuestions(await sandboxStep(home, edge), prompts)],
    ['command', async () => linkByQuestions(linkStep(edge), prompts)],
    ['service', async () => serviceByQuestions(serviceStep(home, edge), prompts)],
  ];
  const paths = homePaths(home);
  const skipped = isAgain ? postponed(paths, edge.now()) : new Set<Question>();
  const later: Question[] = [];
  let isRunning = false;
  for (const [question, ask] of steps) {
    const end = skipped.has(question) ? 'later' : await ask();
    if (end === 'left') return 'left';
    if (isOffered(question, edge)) keepAnswered(paths, question);
    if (end === 'later') later.push(question);
    if (end === 'later' && !skipped.has(question)) keepPostponed(paths, question, edge.now());
    isRunning ||= end === 'running';
  }
  const say = words[edge.io.language ?? 'en'];
  if (later.length > 0) edge.io.out(sayIn(edge.io)(say.later(later.map(one => say.questions[one]).join(', '))));
  return isRunning ? 'running' : 'done';
}

/** Does a start offer it? */
function isOffered(question: Question, { env }: Edge): question is Offer {
  return question === 'model' || question === 'command' || (question === 'service' && unitOf(env) !== undefined);
}

async function byQuestions(home: string, edge: Edge): Promise<number> {
  const say = sayIn(edge.io);
  const end = await setUpByQuestions(home, edge);
  edge.io.out(
    end === 'left'
      ? say('What was answered is kept; "straylight init" asks for the rest.')
      : say('Next: straylight {value}', { value: end === 'running' ? 'chat' : 'start' }),
  );
  return 0;
}
