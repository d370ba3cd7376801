/** The model step of `straylight init`: which model answers, asked once, checked by one call, then written. */

import { modelAddress, wholeAddress } from '../../../domain/models/address.ts';
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
  /** Does it answer, and with which models? `secret`: with a key that is not kept yet; `server`: one without a table. */
  health(provider: string, secret?: ModelAnswer['secret'], server?: NewServer): Promise<Health>;
  /** One short call. Rejects with what is wrong. */
  check(answer: ModelAnswer): Promise<void>;
  write(answer: ModelAnswer): Promise<void>;
}

/** Questions at a terminal; each answers undefined where the owner leaves. */
export interface Prompts {
  choose<Value>(question: string, options: readonly Option<Value>[]): Promise<Value | undefined>;
  /** Typed; `problem` says what is wrong with it, undefined: nothing. */
  text(question: string, example: string, problem: (typed: string) => string | undefined): Promise<string | undefined>;
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
  const { url = flags.url } = answer.server ?? {};
  if (url !== undefined && url !== flags.url) step.io.out(`Address: ${readable(url)}`);
  if (flags.isChecked) await checkFlags(step, answer);
  await step.write(answer);
  step.io.out(`Model: ${readable(answer.model)}${flags.isChecked ? ', which responds' : ''}`);
  for (const line of changesOf(answer)) step.io.out(line);
}

/** Throws what is wrong with what was given, in terms of the flags: nothing was written yet. */
async function checkFlags(step: ModelStep, answer: ModelAnswer): Promise<void> {
  const { url, name = '' } = answer.server ?? {};
  try {
    await step.check(answer);
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (url === undefined) throw thrown;
    const said = failure.message.replace(`base_url in [models.providers.${name}]`, '--url');
    const hint = /\b404\b/.test(said) && !/\/v\d/.test(url) ? `; most servers want /v1 behind it: --url ${url}/v1` : '';
    throw fault(failure.kind, `${said}${hint}; nothing was changed`);
  }
}

/** What was written where. */
function changesOf({ model, server, secret }: ModelAnswer): readonly string[] {
  const table = server ? `, and the table [models.providers.${server.name}]` : '';
  return [
    `  config.toml: default = ${JSON.stringify(readable(model))} in [models]${table}`,
    ...(secret ? [`  .env: ${secret.name}`] : []),
  ];
}

function answerOf({ providers }: ModelStep, { model, url: typed, key }: ModelFlags): ModelAnswer {
  const url = typed === undefined ? undefined : wholeAddress(typed);
  const name = model.slice(0, Math.max(0, model.indexOf('/')));
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(name) || model.endsWith('/'))
    throw fault('invalid', `expected a model as "provider/model", got "${oneLine(model, 100)}"`);
  const found = providers.find(one => one.name === name);
  if (!found && url === undefined)
    throw fault('invalid', `${name} is not known; give its address with --url, as in --url http://127.0.0.1:8000/v1`);
  const isOwnTable = name === 'anthropic' || name === 'ollama' || name === 'rehearsal';
  if (isOwnTable && url !== undefined)
    throw fault('invalid', `--url is for other servers; the address of ${name} is set in [models.${name}]`);
  const wrong = typed === undefined ? undefined : addressProblem(typed);
  if (wrong !== undefined) throw fault('invalid', `--url: ${wrong}`);
  const keyVariable = found ? found.keyVariable : keyVariableOf(name);
  if (key !== undefined && keyVariable === undefined) throw fault('invalid', `${name} takes no key`);
  const secret = key === undefined || keyVariable === undefined ? {} : { secret: { name: keyVariable, value: key } };
  const server = {
    name,
    ...(url === undefined ? {} : { url }),
    ...(found || key === undefined || keyVariable === undefined ? {} : { key: keyVariable }),
  };
  return { model, ...secret, ...(isOwnTable ? {} : { server }) };
}

/** What is wrong with the address of a server; undefined: nothing. */
function addressProblem(typed: string): string | undefined {
  const whole = wholeAddress(typed);
  const url = URL.parse(whole);
  const isPlain = !url || (url.username === '' && url.password === '' && url.search === '' && url.hash === '');
  if (modelAddress(whole) && isPlain) return undefined;
  const expected = 'expected an address as in http://127.0.0.1:8000/v1, or unix:/run/llama.sock:/v1';
  return isPlain
    ? `${expected}, got "${oneLine(typed, 100)}"`
    : `${expected}, without user, password, query or fragment`;
}

/** Asks until a model responds, or the owner leaves. */
export async function modelByQuestions(step: ModelStep, prompts: Prompts): Promise<StepEnd> {
  const { io } = step;
  if (step.named !== undefined) {
    io.out(`Model: ${readable(step.named)}, as config.toml says.`);
    const isKept = await prompts.choose('Keep it?', [
      { value: true, label: 'Keep it' },
      { value: false, label: 'Choose another', hint: 'the demo model, too' },
    ]);
    if (isKept === undefined) return 'left';
    if (isKept) return 'done';
  }
  const offers = await prompts.during('Looking for models on this machine', () => offersOf(step));
  for (;;) {
    const make = await prompts.choose('Which model should answer?', [...offers, ...always(step)]);
    const answer = await make?.(prompts);
    if (answer === 'again') continue;
    if (answer === undefined) {
      io.out(
        step.named === undefined
          ? 'No model was set: each start chooses one. "straylight init" asks again.'
          : `Model: ${readable(step.named)}, as before.`,
      );
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
    for (const line of changesOf(answer)) io.out(line);
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
    {
      value: prompts => withAddress(step, prompts),
      label: 'Another server (address) …',
      hint: 'llama.cpp, LM Studio, vLLM, a gateway, …',
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

/** A server that is at no usual place: asked for its models, with a key where it wants one. */
async function withAddress(step: ModelStep, prompts: Prompts): Promise<ModelAnswer | 'again' | undefined> {
  const typed = (await prompts.text('Its address', 'http://127.0.0.1:8000/v1', addressProblem))?.trim();
  if (!typed) return 'again';
  const url = wholeAddress(typed);
  // what was taken for granted is said before anything is sent there
  if (url !== typed) step.io.out(`Address: ${readable(url)}`);
  const name = nameFor(url, step.providers);
  const plain = { name, url };
  const health = await prompts.during(`Asking ${url} for its models`, () => step.health(name, undefined, plain));
  if (health.ok) return modelAmong(health.models, plain, prompts);
  step.io.out(step.io.style.warn(readable(health.problem)));
  const key = (await prompts.secret('Its key, if it wants one (hidden, goes into .env)'))?.trim();
  if (!key) return 'again';
  const secret = { name: keyVariableOf(name), value: key };
  const server = { ...plain, key: secret.name };
  const again = await prompts.during(`Asking ${url} for its models`, () => step.health(name, secret, server));
  if (again.ok) return modelAmong(again.models, server, prompts, secret);
  step.io.out(step.io.style.warn(readable(again.problem)));
  return 'again';
}

async function modelAmong(
  models: readonly string[],
  server: NewServer,
  prompts: Prompts,
  secret?: ModelAnswer['secret'],
): Promise<ModelAnswer | 'again'> {
  const options = models.map(value => ({ value, label: oneLine(value, 80) }));
  const model = await prompts.choose(`Which model of ${server.name}?`, options);
  if (model === undefined) return 'again';
  return { model: `${server.name}/${model}`, server, ...(secret ? { secret } : {}) };
}

/** By its host, as far as that is a name; each server has one of its own. */
function nameFor(address: string, known: readonly FoundProvider[]): string {
  const [host = ''] = URL.parse(address)?.hostname.split('.') ?? [];
  const stem = /^[a-z][a-z0-9-]{0,20}$/.test(host) && host !== 'localhost' ? host : 'server';
  const isTaken = (name: string) => known.some(one => one.name === name);
  let name = stem;
  for (let number = 2; isTaken(name); number += 1) name = `${stem}-${number}`;
  return name;
}

function keyVariableOf(name: string): string {
  return `${name.toUpperCase().replaceAll('-', '_')}_API_KEY`;
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
