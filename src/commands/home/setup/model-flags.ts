/** The model of `straylight init` by flags: written once one call has shown that it responds. */

import { wholeAddress } from '../../../domain/models/address.ts';
import { listedInstead, wholeName } from '../../../domain/models/names.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { fault, saidOf, toFailure } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import { ownWords } from '../../../domain/text/texts.ts';
import { oneLine, readable } from '../../../domain/text/visible.ts';
import { sayIn } from '../../say.ts';
import { addressProblem, changesOf, keyVariableOf, type ModelAnswer, type ModelStep } from './model-step.ts';
import { withoutSettings } from './without-settings.ts';

/** What was given as flags. */
export interface ModelFlags {
  readonly model: string;
  readonly url?: string;
  readonly key?: string;
  readonly isChecked: boolean;
}

/** So many are named in a sentence. */
const mostNamed = 10;

/** Without a terminal: as the flags have it. Throws a `Fault` where that cannot be; then nothing was written. */
export async function modelByFlags(step: ModelStep, flags: ModelFlags): Promise<void> {
  const say = sayIn(step.io);
  const answer = answerOf(step, flags);
  const { url = flags.url } = answer.server ?? {};
  if (url !== undefined && url !== flags.url) step.io.out(say('Address: {url}', { url: readable(url) }));
  if (flags.isChecked) await checkFlags(step, answer);
  await step.write(answer);
  step.io.out(
    say('Model: {answer}{value}', {
      answer: readable(answer.model),
      value: flags.isChecked ? say(', which responds') : '',
    }),
  );
  if (step.named !== undefined && step.named !== answer.model)
    step.io.out(say('  instead of {named}', { named: readable(step.named) }));
  for (const line of changesOf(answer, say)) step.io.out(line);
}

/** Throws for a model that its server does not list: many a server answers whatever model is named. */
async function refuseUnlisted(step: ModelStep, { model, secret, server }: ModelAnswer): Promise<void> {
  const [provider = '', ...rest] = model.split('/');
  const health = await step.health(provider, secret, server?.url === undefined ? undefined : server);
  const name = rest.join('/');
  const instead = health.ok ? listedInstead(health.models, name) : undefined;
  if (!instead) return;
  const say = sayIn(step.io);
  const named = instead.slice(0, mostNamed).map(one => oneLine(one, 80));
  throw fault(
    'invalid',
    say(
      '{provider} does not list a model {model}; it lists {listed}{more}. To take one: straylight init --model {provider}/{first}; to take {model} all the same: --no-check. Nothing was changed',
      {
        provider,
        model: oneLine(name, 80),
        listed: named.join(', '),
        more: instead.length > named.length ? say(' and {count} more', { count: instead.length - named.length }) : '',
        first: named[0],
      },
    ),
  );
}

/** Throws what is wrong with what was given, in terms of the flags: nothing was written yet. */
async function checkFlags(step: ModelStep, answer: ModelAnswer): Promise<void> {
  const say = sayIn(step.io);
  const { url, name = '' } = answer.server ?? {};
  await refuseUnlisted(step, answer);
  try {
    await step.check(answer);
  } catch (thrown) {
    const failure = toFailure(thrown);
    const inFlags =
      url === undefined ? saidOf(failure) : withoutSettings(saidOf(failure), name, '--url', says`--model, and --url`);
    // what is said behind it is in the owner's language already
    const said = ownWords(inFlags, step.io.language);
    if (url === undefined) throw fault(failure.kind, said);
    const hint =
      /\b404\b/.test(failure.message) && !/\/v\d/.test(url)
        ? say('; most servers want /v1 behind it: --url {url}/v1', { url })
        : '';
    throw fault(failure.kind, say('{said}{hint}; nothing was changed', { said, hint }));
  }
}

function answerOf({ io, providers, addressOf }: ModelStep, { model: named, url: typed, key }: ModelFlags): ModelAnswer {
  const say = sayIn(io);
  const model = wholeName(named);
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
    ...defined({ url, key: found || key === undefined || keyVariable === undefined ? undefined : keyVariable }),
  };
  const moved = url !== undefined && has !== undefined && has !== url ? { moved: has } : {};
  return { model, ...secret, ...defined({ server: isOwnTable ? undefined : server }), ...moved };
}
