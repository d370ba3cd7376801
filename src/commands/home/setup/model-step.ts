/** The model step of `straylight init`: which model answers, asked once, checked by one call, then written. */

import { modelAddress, wholeAddress } from '../../../domain/models/address.ts';
import { fault, toFailure } from '../../../domain/supervision/failure.ts';
import { ownWords } from '../../../domain/text/texts.ts';
import { oneLine, readable } from '../../../domain/text/visible.ts';
import type { Io } from '../../io.ts';
import { type Say, sayIn } from '../../say.ts';
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
  | { readonly ok: false; readonly problem: string; readonly wantsKey?: true };

/** What the owner has decided. */
export interface ModelAnswer {
  /** `provider/model`. */
  readonly model: string;
  readonly server?: NewServer;
  /** A key that is to be kept. */
  readonly secret?: { readonly name: string; readonly value: string };
  /** The address that the server had until now, where it gets another one. */
  readonly moved?: string;
}

export interface ModelStep {
  readonly io: Io;
  /** As `config.toml` names it already; undefined: it names none. */
  readonly named: string | undefined;
  readonly providers: readonly FoundProvider[];
  /** Of a server that has a table; undefined: it has none, or is at its usual place. */
  addressOf(provider: string): string | undefined;
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
/** So many are named in a sentence. */
const mostNamed = 10;
const demoModel = 'rehearsal/rehearsal';

/** Without a terminal: as the flags have it. Throws a `Fault` where that cannot be; then nothing was written. */
export async function modelByFlags(step: ModelStep, flags: ModelFlags): Promise<void> {
  const say = sayIn(step.io);
  const answer = answerOf(step, flags);
  const { url = flags.url } = answer.server ?? {};
  if (url !== undefined && url !== flags.url) step.io.out(say('Address: {url}', { url: readable(url) }));
  if (flags.isChecked) await checkFlags(step, answer);
  const unlisted = flags.isChecked ? await unlistedAmong(step, answer) : undefined;
  await step.write(answer);
  const responds = unlisted === undefined ? say(', which responds') : '';
  step.io.out(
    say('Model: {answer}{value}', { answer: readable(answer.model), value: flags.isChecked ? responds : '' }),
  );
  if (step.named !== undefined && step.named !== answer.model)
    step.io.out(say('  instead of {named}', { named: readable(step.named) }));
  for (const line of changesOf(answer, say)) step.io.out(line);
  if (unlisted !== undefined) step.io.err(step.io.style.warn(unlistedText(answer, unlisted, say)));
}

/** What the server offers, where the model is not among it: many a server answers whatever model is named. */
async function unlistedAmong(step: ModelStep, answer: ModelAnswer): Promise<readonly string[] | undefined> {
  const { model, secret, server } = answer;
  const [provider = '', ...rest] = model.split('/');
  const health = await step.health(provider, secret, server?.url === undefined ? undefined : server);
  if (!health.ok || health.models.length === 0) return undefined;
  const name = rest.join('/');
  // Ollama lists the tag that it takes where none is named
  return health.models.some(one => one === name || one === `${name}:latest`) ? undefined : health.models;
}

function unlistedText({ model }: ModelAnswer, offered: readonly string[], say: Say): string {
  const [provider = '', ...rest] = model.split('/');
  const named = offered.slice(0, mostNamed).map(one => oneLine(one, 80));
  return say(
    'straylight: {provider} does not list a model {model}. It answered all the same, maybe with another one. It offers {offers}{more}; to take one: straylight init --model {provider}/NAME',
    {
      ...{ provider, model: oneLine(rest.join('/'), 80), offers: named.join(', ') },
      more: offered.length > named.length ? say(' and {count} more', { count: offered.length - named.length }) : '',
    },
  );
}

/** Throws what is wrong with what was given, in terms of the flags: nothing was written yet. */
async function checkFlags(step: ModelStep, answer: ModelAnswer): Promise<void> {
  const say = sayIn(step.io);
  const { url, name = '' } = answer.server ?? {};
  try {
    await step.check(answer);
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (url === undefined) throw fault(failure.kind, `${failure.message}${await offersInstead(step, answer)}`);
    const said = failure.message.replace(`base_url in [models.providers.${name}]`, '--url');
    const hint =
      /\b404\b/.test(said) && !/\/v\d/.test(url)
        ? say('; most servers want /v1 behind it: --url {url}/v1', { url })
        : '';
    const offers = hint === '' ? await offersInstead(step, answer) : '';
    throw fault(failure.kind, say('{said}{hint}; nothing was changed', { said, hint: `${hint}${offers}` }));
  }
}

/** What can be taken in the place of a model that its server does not have. */
async function offersInstead(step: ModelStep, answer: ModelAnswer): Promise<string> {
  const offered = await unlistedAmong(step, answer).catch(() => undefined);
  if (offered === undefined) return '';
  const offers = offered.slice(0, mostNamed).map(one => oneLine(one, 80));
  return sayIn(step.io)('; the server offers {offers}', { offers: offers.join(', ') });
}

/** What was written where. */
function changesOf({ model, server, secret, moved }: ModelAnswer, say: Say): readonly string[] {
  const table = server && !moved ? say(', and the table [models.providers.{name}]', { name: server.name }) : '';
  return [
    say('  config.toml: default = {readable} in [models]{table}', { readable: JSON.stringify(readable(model)), table }),
    ...(server?.url !== undefined && moved
      ? [
          say('  config.toml: base_url = {url} in [models.providers.{name}], instead of {moved}', {
            ...{ url: JSON.stringify(readable(server.url)), name: server.name },
            moved: JSON.stringify(readable(moved)),
          }),
        ]
      : []),
    ...(secret ? [`  .env: ${secret.name}`] : []),
  ];
}

function answerOf({ io, providers, addressOf }: ModelStep, { model, url: typed, key }: ModelFlags): ModelAnswer {
  const say = sayIn(io);
  const url = typed === undefined ? undefined : wholeAddress(typed);
  const name = model.slice(0, Math.max(0, model.indexOf('/')));
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(name) || model.endsWith('/'))
    throw fault('invalid', say('expected a model as "provider/model", got "{model}"', { model: oneLine(model, 100) }));
  const found = providers.find(one => one.name === name);
  if (!found && url === undefined)
    throw fault(
      'invalid',
      say('{name} is not known; give its address with --url, as in --url http://127.0.0.1:8000/v1', { name }),
    );
  const isOwnTable = name === 'anthropic' || name === 'ollama' || name === 'rehearsal';
  if (isOwnTable && url !== undefined)
    throw fault(
      'invalid',
      say('--url is for other servers; the address of {name} is set in [models.{name}]', { name }),
    );
  const wrong = typed === undefined ? undefined : addressProblem(typed, say);
  if (wrong !== undefined) throw fault('invalid', `--url: ${wrong}`);
  const has = addressOf(name);
  const keyVariable = found ? found.keyVariable : keyVariableOf(name);
  if (key !== undefined && keyVariable === undefined) throw fault('invalid', say('{name} takes no key', { name }));
  const secret = key === undefined || keyVariable === undefined ? {} : { secret: { name: keyVariable, value: key } };
  const server = {
    name,
    ...(url === undefined ? {} : { url }),
    ...(found || key === undefined || keyVariable === undefined ? {} : { key: keyVariable }),
  };
  const moved = url !== undefined && has !== undefined && has !== url ? { moved: has } : {};
  return { model, ...secret, ...(isOwnTable ? {} : { server }), ...moved };
}

/** What is wrong with the address of a server; undefined: nothing. */
function addressProblem(typed: string, say: Say): string | undefined {
  const whole = wholeAddress(typed);
  const url = URL.parse(whole);
  const isPlain = !url || (url.username === '' && url.password === '' && url.search === '' && url.hash === '');
  if (modelAddress(whole) && isPlain) return undefined;
  const expected = say('expected an address as in http://127.0.0.1:8000/v1, or unix:/run/llama.sock:/v1');
  return isPlain
    ? say('{expected}, got "{typed}"', { expected, typed: oneLine(typed, 100) })
    : say('{expected}, without user, password, query or fragment', { expected });
}

/** Asks until a model responds, or the owner leaves. */
export async function modelByQuestions(step: ModelStep, prompts: Prompts): Promise<StepEnd> {
  const say = sayIn(step.io);
  const { io } = step;
  if (step.named !== undefined) {
    io.out(say('Model: {step}, as config.toml says.', { step: readable(step.named) }));
    const isKept = await prompts.choose(say('Keep it?'), [
      { value: true, label: say('Keep it') },
      { value: false, label: say('Choose another'), hint: say('the demo model, too') },
    ]);
    if (isKept === undefined) return 'left';
    if (isKept) return 'done';
  }
  const offers = await prompts.during(say('Looking for models on this machine'), () => offersOf(step));
  for (;;) {
    const make = await prompts.choose(say('Which model should answer?'), [...offers, ...always(step)]);
    const answer = await make?.(prompts);
    if (answer === 'again') continue;
    if (answer === undefined) {
      io.out(
        step.named === undefined
          ? say('No model was set: each start chooses one. "straylight init" asks again.')
          : say('Model: {step}, as before.', { step: readable(step.named) }),
      );
      return make === undefined ? 'left' : 'done';
    }
    try {
      await prompts.during(say('Asking {model} for one word', { model: answer.model }), () => step.check(answer));
    } catch (thrown) {
      io.out(io.style.warn(readable(ownWords(toFailure(thrown).message, io.language))));
      const isKept = await prompts.choose(say('It does not respond. Use it all the same?'), [
        { value: false, label: say('Choose another') },
        { value: true, label: say('Use it') },
      ]);
      if (isKept === undefined) return 'left';
      if (!isKept) continue;
    }
    await step.write(answer);
    io.out(say('Model: {answer}', { answer: readable(answer.model) }));
    for (const line of changesOf(answer, say)) io.out(line);
    return 'done';
  }
}

type Offer = Option<(prompts: Prompts) => Promise<ModelAnswer | 'again' | undefined>>;

/** What is there: models of servers on this machine, and providers whose key is set. */
async function offersOf(step: ModelStep): Promise<readonly Offer[]> {
  const say = sayIn(step.io);
  const offers = step.providers.map(async (found): Promise<readonly Offer[]> => {
    const { name, isLocal, hasKey, keyVariable, usual } = found;
    if (!isLocal && hasKey)
      return [
        {
          value: prompts => modelOf(step, found, prompts),
          label: usual === undefined ? name : `${name}/${usual}`,
          hint: say('{keyVariable} is set', { keyVariable }),
        },
      ];
    if (!isLocal) return [];
    const health = await step.health(name);
    const models = health.ok ? health.models.filter(model => !/embed/i.test(model)).slice(0, mostOffered) : [];
    return models.map(model => ({
      value: async () => answerFor(found, model),
      label: `${name}/${oneLine(model, 60)}`,
      hint: say('on this machine, free'),
    }));
  });
  return (await Promise.all(offers)).flat();
}

function always(step: ModelStep): readonly Offer[] {
  const say = sayIn(step.io);
  return [
    {
      value: prompts => withNewKey(step, prompts),
      label: say('Enter an API key …'),
      hint: say('Anthropic, OpenAI, OpenRouter, …'),
    },
    {
      value: prompts => withAddress(step, prompts),
      label: say('Another server (address) …'),
      hint: say('llama.cpp, LM Studio, vLLM, a gateway, …'),
    },
    { value: async () => ({ model: demoModel }), label: say('The demo model'), hint: say('follows rules, no AI') },
    { value: async () => undefined, label: say('Not now') },
  ];
}

async function withNewKey(step: ModelStep, prompts: Prompts): Promise<ModelAnswer | 'again' | undefined> {
  const say = sayIn(step.io);
  const hosted = step.providers.filter(({ keyVariable }) => keyVariable !== undefined);
  const found = await prompts.choose(
    say('A key of which provider?'),
    hosted.map(value => ({ value, label: value.name, hint: value.keyVariable ?? '' })),
  );
  if (!found?.keyVariable) return 'again';
  const value = (
    await prompts.secret(say('{keyVariable} (hidden, goes into .env)', { keyVariable: found.keyVariable }))
  )?.trim();
  if (!value) return 'again';
  return modelOf(step, found, prompts, { name: found.keyVariable, value });
}

/** A server that is at no usual place: asked for its models, with a key where it wants one. */
async function withAddress(step: ModelStep, prompts: Prompts): Promise<ModelAnswer | 'again' | undefined> {
  const say = sayIn(step.io);
  const typed = (
    await prompts.text(say('Its address'), 'http://127.0.0.1:8000/v1', one => addressProblem(one, say))
  )?.trim();
  if (!typed) return 'again';
  const whole = wholeAddress(typed);
  // many are told where a server is, and not where its API begins
  const places = URL.parse(whole)?.pathname === '/' ? [whole, `${whole.replace(/\/$/, '')}/v1`] : [whole];
  const name = nameFor(whole, step.providers);
  let problem: string | undefined;
  let locked: AddressedServer | undefined;
  for (const url of places) {
    const plain = { name, url };
    // what was taken for granted is said before anything is sent there
    if (url !== typed) step.io.out(say('Address: {url}', { url: readable(url) }));
    const health = await prompts.during(say('Asking {url} for its models', { url }), () =>
      step.health(name, undefined, plain),
    );
    if (health.ok) return modelAmong(health.models, { server: plain, say }, prompts);
    problem ??= health.problem;
    if (health.wantsKey) locked ??= plain;
  }
  step.io.out(step.io.style.warn(readable(problem ?? '')));
  return locked ? withItsKey(step, locked, prompts) : withAddress(step, prompts);
}

interface AddressedServer extends NewServer {
  readonly url: string;
}

async function withItsKey(step: ModelStep, plain: AddressedServer, prompts: Prompts): Promise<ModelAnswer | 'again'> {
  const say = sayIn(step.io);
  const { name, url } = plain;
  const key = (await prompts.secret(say('Its key, if it wants one (hidden, goes into .env)')))?.trim();
  if (!key) return 'again';
  const secret = { name: keyVariableOf(name), value: key };
  const server = { ...plain, key: secret.name };
  const again = await prompts.during(say('Asking {url} for its models', { url }), () =>
    step.health(name, secret, server),
  );
  if (again.ok) return modelAmong(again.models, { server, say, secret }, prompts);
  step.io.out(step.io.style.warn(readable(again.problem)));
  return 'again';
}

async function modelAmong(
  models: readonly string[],
  {
    server,
    say,
    secret,
  }: { readonly server: NewServer; readonly say: Say; readonly secret?: NonNullable<ModelAnswer['secret']> },
  prompts: Prompts,
): Promise<ModelAnswer | 'again'> {
  const options = models.map(value => ({ value, label: oneLine(value, 80) }));
  const model = await prompts.choose(say('Which model of {name}?', { name: server.name }), options);
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
  const say = sayIn(step.io);
  const health = await prompts.during(say('Asking {name} for its models', { name: found.name }), () =>
    step.health(found.name, secret),
  );
  if (!health.ok) {
    step.io.out(step.io.style.warn(readable(health.problem)));
    return 'again';
  }
  const { usual } = found;
  const others = health.models.filter(model => model !== usual);
  const all = usual === undefined ? others : [usual, ...others];
  const model = await prompts.choose(
    say('Which model of {name}?', { name: found.name }),
    all.map(value => ({ value, label: oneLine(value, 80) })),
  );
  return model === undefined ? 'again' : { ...answerFor(found, model), ...(secret ? { secret } : {}) };
}

function answerFor({ name }: FoundProvider, model: string): ModelAnswer {
  const isOwnTable = name === 'anthropic' || name === 'ollama';
  return { model: `${name}/${model}`, ...(isOwnTable ? {} : { server: { name } }) };
}
