/** `straylight models`, and `/model` in every chat: which models answer for what, and choosing one. */
import type { Client } from '../api/client/client.ts';
import type { ModelsView, ModelView, RetriedModels } from '../domain/models/view.ts';
import type { Language } from '../domain/text/texts.ts';
import { asTyped } from '../domain/text/typed-name.ts';
import { oneLine } from '../domain/text/visible.ts';
import { type Command, columns, jsonText, type Style } from './io.ts';
import { type ModelTexts, modelTexts } from './model-texts.ts';
import { sayIn } from './say.ts';

/** Exit code 0: that a model does not respond is an answer. */
export async function listModels(
  { agent, io, json }: Command<'models'>,
  input: { readonly session?: string },
): Promise<number> {
  const texts = modelTexts(io.language ?? 'en');
  const view = await agent.models.list(input);
  if (json) io.out(jsonText(view));
  else for (const line of stackedLines(view, io.style, asTyped(texts.howToChoose, io.program), texts)) io.out(line);
  return 0;
}

export async function useModel(
  { agent, io, json }: Command<'models'>,
  input: { readonly id: string; readonly model: string },
): Promise<number> {
  const answer = await agent.models.choose(input);
  io.out(json ? jsonText(answer) : answer.message);
  return 0;
}

export async function retryModels(
  { agent, io, json }: Command<'models'>,
  input: { readonly model?: string },
): Promise<number> {
  const done = await agent.models.retry(input);
  if (json) io.out(jsonText(done));
  else for (const line of retriedLines(done, modelTexts(io.language ?? 'en'))) io.out(line);
  return 0;
}

function retriedLines({ models, sessions }: RetriedModels, texts: ModelTexts): readonly string[] {
  return [
    ...models.map(({ name }) => texts.retried(oneLine(name, 120))),
    ...(sessions.length === 0 ? [] : [texts.asksNow(sessions.length)]),
    ...(models.length + sessions.length === 0 ? [texts.nothingPaused] : []),
  ];
}

export async function listPrices({ agent, io, json }: Command<'models'>): Promise<number> {
  const view = await agent.models.prices();
  if (json) {
    io.out(jsonText(view));
    return 0;
  }
  const say = sayIn(io);
  io.out(io.style.bold(say('US dollars per million tokens')));
  const line = (name: string, from: string, { input, output, cacheRead, cacheWrite }: Rates) => [
    `  ${name}`,
    say('{input} in', { input }),
    say('{output} out', { output }),
    say('{cacheRead} cache read', { cacheRead }),
    say('{cacheWrite} cache write', { cacheWrite }),
    from,
  ];
  const rows = [
    ...Object.entries(view.own).map(([name, price]) => line(name, say('set by you'), price)),
    ...view.providers.flatMap(({ provider, rows: known }) =>
      known.flatMap(({ model, from, long, ...price }) => [
        line(`${provider}/${model}`, say('since {from}', { from }), price),
        ...(long ? [line(`${provider}/${model}`, say('over {tokens} tokens', { tokens: long.overTokens }), long)] : []),
      ]),
    ),
  ];
  for (const row of columns(rows)) io.out(row);
  const names = (wanted: (one: (typeof view.providers)[number]) => boolean) =>
    view.providers.filter(wanted).map(({ provider }) => provider);
  const free = names(({ isFree }) => isFree);
  const unknown = names(({ isFree, rows: known }) => !isFree && known.length === 0);
  if (free.length > 0) io.out(say('Free: {names}', { names: free.join(', ') }));
  if (unknown.length > 0)
    io.out(
      say('No table: {names}; what they list themselves counts, else the highest known rate', {
        names: unknown.join(', '),
      }),
    );
  return 0;
}

interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** `/model`, `/model NAME`, `/model retry`. Without a style it is read on a telephone, where no table fits. */
export async function modelText(
  agent: Pick<Client, 'models'>,
  args: string,
  session: string,
  style?: Style,
  language: Language = 'en',
) {
  const [, retried] = /^retry(?:\s+(\S+))?$/.exec(args.trim()) ?? [];
  if (/^retry\b/.test(args.trim()))
    return retriedLines(
      await agent.models.retry(retried === undefined ? {} : { model: retried }),
      modelTexts(language),
    );
  if (args !== '') return [(await agent.models.choose({ id: session, model: args })).message];
  const view = await agent.models.list({ session });
  const texts = modelTexts(language);
  return style === undefined ? narrowLines(view, texts) : stackedLines(view, style, texts.inChat, texts);
}

/** What answers here, and what else could. */
function narrowLines({ roles, models }: ModelsView, texts: ModelTexts): readonly string[] {
  const answers = roles.find(({ role }) => role === 'session')?.models[0];
  return [
    texts.here(answers === undefined ? texts.noModel : oneLine(answers, 60)),
    '',
    ...models.flatMap(model => {
      const [responds, place] = facts(model, texts);
      const why = model.problem === undefined ? '' : `: ${oneLine(texts.problem(model.problem), 200)}`;
      const small = texts.small(model);
      const note = small === '' ? [] : [`  ${small}`];
      return [oneLine(model.name, 60), `  ${responds}, ${place}, ${priceOf(model, texts)}${why}`, ...note];
    }),
    '',
    texts.inChat,
  ];
}

/** What each model is used for, then what each is, beneath each other, since a terminal may be narrow. */
function stackedLines(view: ModelsView, given: Style, howToChoose: string, texts: ModelTexts) {
  const { bold, dim } = given;
  return [
    bold(texts.usedFor),
    ...Object.values(Object.groupBy(usesOf(view, texts), ([, model, why]) => `${model} ${why}`)).flatMap(
      (uses = []) => [
        `  ${uses[0]?.[1]}`,
        ...uses.map(([role, , , use]) => dim(`    ${role}: ${use}`)),
        `    ${uses[0]?.[2]}`,
      ],
    ),
    bold(texts.models),
    ...view.models.flatMap(model => [
      `  ${oneLine(model.name, 60)}`,
      dim(`    ${facts(model, texts).filter(Boolean).join(', ')}`),
    ]),
    ...problemLines(view, given, texts),
    dim(howToChoose),
  ];
}

/** Each role that something uses: its model, why that one and which come then, and for what. */
function usesOf({ roles }: ModelsView, texts: ModelTexts): readonly (readonly string[])[] {
  return roles.flatMap(({ role, use, models: [first, ...others], why, effort }) =>
    use === undefined
      ? []
      : [
          [
            role,
            first === undefined ? texts.none : `${oneLine(first, 60)}${effort ? texts.effort(effort) : ''}`,
            `${texts.why(why)}${others.length === 0 ? '' : texts.next(others.map(name => oneLine(name, 60)).join(', '))}`,
            texts.uses[role] ?? use,
          ],
        ],
  );
}

function problemLines({ roles, models, idle }: ModelsView, { warn }: Style, texts: ModelTexts): readonly string[] {
  return [
    ...models.flatMap(({ name, problem }) =>
      problem === undefined ? [] : [warn(`  ${oneLine(name, 60)}: ${oneLine(texts.problem(problem), 300)}`)],
    ),
    ...models.flatMap(model => (texts.small(model) === '' ? [] : [warn(`  ${texts.small(model)}`)])),
    ...roles.flatMap(({ role, models: [first], effort }) =>
      effort && models.some(({ name, takesEffort }) => name === first && takesEffort === false)
        ? [warn(`  ${texts.noEffort(oneLine(first ?? '', 60), effort, role)}`)]
        : [],
    ),
    ...idle.map(({ setting, why }) => warn(`  ${texts.idle(oneLine(setting, 60), why)}`)),
  ];
}

function facts(model: ModelView, texts: ModelTexts): readonly string[] {
  const { problem, contextTokens, takesTools, takesImages, format, isLocal } = model;
  const takes = [takesTools ? texts.tools : texts.noTools, takesImages ? texts.images : '', texts.formats[format]];
  return [
    problem === undefined ? texts.responds : texts.silent,
    isLocal ? texts.local : texts.cloud,
    contextTokens === undefined ? '' : texts.context(Math.round(contextTokens / 1000)),
    problem === undefined ? takes.filter(Boolean).join(', ') : '',
    priceOf(model, texts),
  ];
}

function priceOf({ price }: ModelView, texts: ModelTexts): string {
  if (price.source === 'free') return texts.free;
  return `${texts.price(price.input, price.output)}${price.source === 'guess' ? texts.guess : ''}`;
}
