/** The model step of `straylight init`: which model answers, asked once, checked by one call, then written. */

import { fault, toFailure } from '../../../domain/supervision/failure.ts';
import { oneLine, readable } from '../../../domain/text/visible.ts';
import type { Io } from '../../io.ts';
import type { NewServer } from './settings-text.ts';

/** A provider as it was found on this machine. */
export interface FoundProvider {
  readonly name: string;
  readonly isLocal: boolean;
  /** The variable of its key; absent: it wants none. */
  readonly keyVariable?: string;
  readonly hasKey: boolean;
  /** The model that is taken where none is named. */
  readonly usual?: string;
}

/** Does a provider answer, and with which models? `problem` says what is missing and what to do. */
type Health =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** What the owner has decided. */
export interface ModelAnswer {
  /** `provider/model`. */
  readonly model: string;
  readonly server?: NewServer;
  /** A key that is to be kept. */
  readonly secret?: { readonly name: string; readonly value: string };
}

export interface ModelStep {
  readonly io: Io;
  /** As `config.toml` names it already; undefined: it names none. */
  readonly named: string | undefined;
  readonly providers: readonly FoundProvider[];
  /** Does it answer, and with which models? `secret`: with a key that is not kept yet. */
  health(provider: string, secret?: ModelAnswer['secret']): Promise<Health>;
  /** One short call. Rejects with what is wrong. */
  check(answer: ModelAnswer): Promise<void>;
  write(answer: ModelAnswer): Promise<void>;
}

/** Questions at a terminal; each answers undefined where the owner leaves. */
export interface Prompts {
  choose<Value>(question: string, options: readonly Option<Value>[]): Promise<Value | undefined>;
  /** Typed unseen. */
  secret(question: string): Promise<string | undefined>;
  /** Shows that something is being waited for. */
  during<Result>(text: string, work: () => Promise<Result>): Promise<Result>;
}

/** `left`: the owner leaves the whole of it. What was answered before stays. */
export type StepEnd = 'done' | 'left';

export interface Option<Value> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/** What was given as flags. */
export interface ModelFlags {
  readonly model: string;
  readonly url?: string;
  readonly key?: string;
  readonly isChecked: boolean;
}

/** So many models of one local server are offered. */
const mostOffered = 6;
const demoModel = 'rehearsal/rehearsal';

/** Without a terminal: as the flags have it. Throws a `Fault` where that cannot be; then nothing was written. */
export async function modelByFlags(step: ModelStep, flags: ModelFlags): Promise<void> {
  if (step.named !== undefined)
    throw fault('invalid', `config.toml names ${step.named} already, and init changes nothing; edit it there`);
  const answer = answerOf(step, flags);
  if (flags.isChecked) await step.check(answer);
  await step.write(answer);
  step.io.out(`Model: ${readable(answer.model)}${flags.isChecked ? ', which responds' : ''}`);
}

function answerOf({ providers }: ModelStep, { model, url, key }: ModelFlags): ModelAnswer {
  const name = model.slice(0, Math.max(0, model.indexOf('/')));
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(name) || model.endsWith('/'))
    throw fault('invalid', `expected a model as "provider/model", got "${oneLine(model, 100)}"`);
  const found = providers.find(one => one.name === name);
  if (!found && url === undefined)
    throw fault('invalid', `${name} is not known; give its address with --url, as in --url http://127.0.0.1:8000/v1`);
  const isOwnTable = name === 'anthropic' || name === 'ollama' || name === 'rehearsal';
  if (isOwnTable && url !== undefined)
    throw fault('invalid', `--url is for other servers; the address of ${name} is set in [models.${name}]`);
  const keyVariable = found ? found.keyVariable : `${name.toUpperCase().replaceAll('-', '_')}_API_KEY`;
  if (key !== undefined && keyVariable === undefined) throw fault('invalid', `${name} takes no key`);
  const secret = key === undefined || keyVariable === undefined ? {} : { secret: { name: keyVariable, value: key } };
  const server = {
    name,
    ...(url === undefined ? {} : { url }),
    ...(found || key === undefined || keyVariable === undefined ? {} : { key: keyVariable }),
  };
  return { model, ...secret, ...(isOwnTable ? {} : { server }) };
}

/** Asks until a model responds, or the owner leaves. */
export async function modelByQuestions(step: ModelStep, prompts: Prompts): Promise<StepEnd> {
  const { io } = step;
  if (step.named !== undefined) {
    io.out(`Model: ${readable(step.named)}, as config.toml says.`);
    return 'done';
  }
  const offers = await prompts.during('Looking for models on this machine', () => offersOf(step));
  for (;;) {
    const make = await prompts.choose('Which model should answer?', [...offers, ...always(step)]);
    const answer = await make?.(prompts);
    if (answer === 'again') continue;
    if (answer === undefined) {
      io.out('No model was set: each start chooses one. "straylight init" asks again.');
      return make === undefined ? 'left' : 'done';
    }
    try {
      await prompts.during(`Asking ${answer.model} for one word`, () => step.check(answer));
    } catch (thrown) {
      io.out(io.style.warn(readable(toFailure(thrown).message)));
      const isKept = await prompts.choose('It does not respond. Use it all the same?', [
        { value: false, label: 'Choose another' },
        { value: true, label: 'Use it' },
      ]);
      if (isKept === undefined) return 'left';
      if (!isKept) continue;
    }
    await step.write(answer);
    io.out(`Model: ${readable(answer.model)}`);
    return 'done';
  }
}

type Offer = Option<(prompts: Prompts) => Promise<ModelAnswer | 'again' | undefined>>;

/** What is there: models of servers on this machine, and providers whose key is set. */
async function offersOf(step: ModelStep): Promise<readonly Offer[]> {
  const offers = step.providers.map(async (found): Promise<readonly Offer[]> => {
    const { name, isLocal, hasKey, keyVariable, usual } = found;
    if (!isLocal && hasKey)
      return [
        {
          value: prompts => modelOf(step, found, prompts),
          label: usual === undefined ? name : `${name}/${usual}`,
          hint: `${keyVariable} is set`,
        },
      ];
    if (!isLocal) return [];
    const health = await step.health(name);
    const models = health.ok ? health.models.filter(model => !/embed/i.test(model)).slice(0, mostOffered) : [];
    return models.map(model => ({
      value: async () => answerFor(found, model),
      label: `${name}/${oneLine(model, 60)}`,
      hint: 'on this machine, free',
    }));
  });
  return (await Promise.all(offers)).flat();
}

function always(step: ModelStep): readonly Offer[] {
  return [
    {
      value: prompts => withNewKey(step, prompts),
      label: 'Enter an API key …',
      hint: 'Anthropic, OpenAI, OpenRouter, …',
    },
    { value: async () => ({ model: demoModel }), label: 'The demo model', hint: 'follows rules, no AI' },
    { value: async () => undefined, label: 'Not now' },
  ];
}

async function withNewKey(step: ModelStep, prompts: Prompts): Promise<ModelAnswer | 'again' | undefined> {
  const hosted = step.providers.filter(({ keyVariable }) => keyVariable !== undefined);
  const found = await prompts.choose(
    'A key of which provider?',
    hosted.map(value => ({ value, label: value.name, hint: value.keyVariable ?? '' })),
  );
  if (!found?.keyVariable) return 'again';
  const value = (await prompts.secret(`${found.keyVariable} (hidden, goes into .env)`))?.trim();
  if (!value) return 'again';
  return modelOf(step, found, prompts, { name: found.keyVariable, value });
}

/** One of the models that a hosted provider lists. */
async function modelOf(
  step: ModelStep,
  found: FoundProvider,
  prompts: Prompts,
  secret?: ModelAnswer['secret'],
): Promise<ModelAnswer | 'again' | undefined> {
  const health = await prompts.during(`Asking ${found.name} for its models`, () => step.health(found.name, secret));
  if (!health.ok) {
    step.io.out(step.io.style.warn(readable(health.problem)));
    return 'again';
  }
  const { usual } = found;
  const others = health.models.filter(model => model !== usual);
  const all = usual === undefined ? others : [usual, ...others];
  const model = await prompts.choose(
    `Which model of ${found.name}?`,
    all.map(value => ({ value, label: oneLine(value, 80) })),
  );
  return model === undefined ? 'again' : { ...answerFor(found, model), ...(secret ? { secret } : {}) };
}

function answerFor({ name }: FoundProvider, model: string): ModelAnswer {
  const isOwnTable = name === 'anthropic' || name === 'ollama';
  return { model: `${name}/${model}`, ...(isOwnTable ? {} : { server: { name } }) };
}
