/** The model of `straylight init` by questions: asked until one responds, or the owner leaves. */

import { wholeAddress } from '../../../domain/models/address.ts';
import { demoModel } from '../../../domain/models/names.ts';
import { type Sentence, says } from '../../../domain/policy/sentence.ts';
import { saidOf, toFailure } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import { ownWords } from '../../../domain/text/texts.ts';
import { oneLine, readable } from '../../../domain/text/visible.ts';
import { type Say, sayIn } from '../../say.ts';
import {
  addressProblem,
  changesOf,
  type FoundProvider,
  keyVariableOf,
  type ModelAnswer,
  type ModelStep,
  type Option,
  type Prompts,
  type StepEnd,
} from './model-step.ts';
import type { NewServer } from './settings-text.ts';
import { withoutSettings } from './without-settings.ts';

/** So many models of one local server are offered. */
const mostOffered = 6;

/** Asks until a model responds, or the owner leaves. */
export async function modelByQuestions(step: ModelStep, prompts: Prompts): Promise<StepEnd> {
  const say = sayIn(step.io);
  const { io } = step;
  if (step.named !== undefined) {
    const named = step.named;
    const [provider = ''] = named.split('/');
    io.out(say('Model: {step}, as config.toml says.', { step: readable(named) }));
    const health = await prompts.during(say('Asking {name} for its models', { name: provider }), () =>
      step.health(provider),
    );
    if (!health.ok) io.out(io.style.warn(readable(ownWords(health.problem, io.language))));
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
      const problem = saidOf(toFailure(thrown));
      const { url, name = '' } = answer.server ?? {};
      io.out(
        io.style.warn(readable(url === undefined ? ownWords(problem, io.language) : ofTyped(problem, name, step))),
      );
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
  let problem: Sentence | undefined;
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
  step.io.out(step.io.style.warn(readable(ofTyped(problem ?? '', name, step))));
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
  step.io.out(step.io.style.warn(readable(ofTyped(again.problem, name, step))));
  return 'again';
}

/** What is wrong with a server that was typed: no setting speaks of it yet. */
function ofTyped(problem: Sentence, name: string, { io }: ModelStep): string {
  const address = says`the address`;
  return ownWords(withoutSettings(problem, name, address, address), io.language);
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
  return { model: `${server.name}/${model}`, server, ...defined({ secret }) };
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
    step.io.out(step.io.style.warn(readable(ownWords(health.problem, step.io.language))));
    return 'again';
  }
  const { usual } = found;
  const others = health.models.filter(model => model !== usual);
  const all = usual === undefined ? others : [usual, ...others];
  const model = await prompts.choose(
    say('Which model of {name}?', { name: found.name }),
    all.map(value => ({ value, label: oneLine(value, 80) })),
  );
  return model === undefined ? 'again' : { ...answerFor(found, model), ...defined({ secret }) };
}

function answerFor({ name }: FoundProvider, model: string): ModelAnswer {
  const isOwnTable = name === 'anthropic' || name === 'ollama';
  return { model: `${name}/${model}`, ...defined({ server: isOwnTable ? undefined : { name } }) };
}
