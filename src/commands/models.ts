/** `straylight models`, and `/model` in every chat: which models answer for what, and choosing one. */
import type { Client } from '../api/client/client.ts';
import type { ModelsView, ModelView } from '../domain/models/view.ts';
import { oneLine } from '../domain/text/visible.ts';
import { columns, type Io, jsonText, type Style } from './io.ts';

export interface ModelsOptions {
  readonly agent: Pick<Client, 'models'>;
  readonly io: Io;
  readonly json: boolean;
}

/** Exit code 0: that a model does not respond is an answer. */
export async function listModels(
  { agent, io, json }: ModelsOptions,
  input: { readonly session?: string },
): Promise<number> {
  const view = await agent.models.list(input);
  if (json) io.out(jsonText(view));
  else for (const line of stackedLines(view, io.style, onCommandLine)) io.out(line);
  return 0;
}

export async function useModel(
  { agent, io, json }: ModelsOptions,
  input: { readonly id: string; readonly model: string },
): Promise<number> {
  const answer = await agent.models.choose(input);
  io.out(json ? jsonText(answer) : answer.message);
  return 0;
}

export async function listPrices({ agent, io, json }: ModelsOptions): Promise<number> {
  const view = await agent.models.prices();
  if (json) {
    io.out(jsonText(view));
    return 0;
  }
  io.out(io.style.bold('US dollars per million tokens'));
  const line = (name: string, from: string, { input, output, cacheRead, cacheWrite }: Rates) => [
    ...[`  ${name}`, `${input} in`, `${output} out`, `${cacheRead} cache read`, `${cacheWrite} cache write`, from],
  ];
  const rows = [
    ...Object.entries(view.own).map(([name, price]) => line(name, 'set by you', price)),
    ...view.providers.flatMap(({ provider, rows: known }) =>
      known.flatMap(({ model, from, long, ...price }) => [
        line(`${provider}/${model}`, `since ${from}`, price),
        ...(long ? [line(`${provider}/${model}`, `over ${long.overTokens} tokens`, long)] : []),
      ]),
    ),
  ];
  for (const row of columns(rows)) io.out(row);
  const names = (wanted: (one: (typeof view.providers)[number]) => boolean) =>
    view.providers.filter(wanted).map(({ provider }) => provider);
  const free = names(({ isFree }) => isFree);
  const unknown = names(({ isFree, rows: known }) => !isFree && known.length === 0);
  if (free.length > 0) io.out(`Free: ${free.join(', ')}`);
  if (unknown.length > 0)
    io.out(`No table: ${unknown.join(', ')}; what they list themselves counts, else the highest known rate`);
  return 0;
}

interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** `/model`, `/model NAME`. Without a style it is read on a telephone, where no table fits. */
export async function modelText(agent: Pick<Client, 'models'>, args: string, session: string, style?: Style) {
  if (args !== '') return [(await agent.models.choose({ id: session, model: args })).message];
  const view = await agent.models.list({ session });
  return style === undefined ? narrowLines(view) : stackedLines(view, style, inChat);
}

const inChat = '/model NAME chooses one for this conversation.';
const onCommandLine = '"straylight models use NAME --conversation ID" chooses one for a conversation.';

/** What answers here, and what else could. */
function narrowLines({ roles, models }: ModelsView): readonly string[] {
  const answers = roles.find(({ role }) => role === 'session')?.models[0];
  return [
    `This conversation: ${answers === undefined ? 'no model' : oneLine(answers, 60)}`,
    '',
    ...models.flatMap(model => {
      const [responds, place] = facts(model);
      const why = model.problem === undefined ? '' : `: ${oneLine(model.problem, 200)}`;
      return [oneLine(model.name, 60), `  ${responds}, ${place}, ${priceOf(model)}${why}`];
    }),
    '',
    inChat,
  ];
}

/** What each model is used for, then what each is, beneath each other, since a terminal may be narrow. */
function stackedLines(view: ModelsView, given: Style, howToChoose: string) {
  const { bold, dim } = given;
  return [
    bold('Used for'),
    ...Object.values(Object.groupBy(usesOf(view), ([, model, why]) => `${model} ${why}`)).flatMap((uses = []) => [
      `  ${uses[0]?.[1]}`,
      ...uses.map(([role, , , use]) => dim(`    ${role}: ${use}`)),
      `    ${uses[0]?.[2]}`,
    ]),
    bold('Models'),
    ...view.models.flatMap(model => [
      `  ${oneLine(model.name, 60)}`,
      dim(`    ${facts(model).filter(Boolean).join(', ')}`),
    ]),
    ...problemLines(view, given),
    dim(howToChoose),
  ];
}

/** Each role that something uses: its model, why that one and which come then, and for what. */
function usesOf({ roles }: ModelsView): readonly (readonly string[])[] {
  return roles.flatMap(({ role, use, models: [first, ...others], why, effort }) =>
    use === undefined
      ? []
      : [
          [
            role,
            first === undefined ? 'none' : `${oneLine(first, 60)}${effort ? ` (effort ${effort})` : ''}`,
            `${why}${others.length === 0 ? '' : `; then ${others.map(name => oneLine(name, 60)).join(', ')}`}`,
            use,
          ],
        ],
  );
}

function problemLines({ roles, models, idle }: ModelsView, { warn }: Style): readonly string[] {
  return [
    ...models.flatMap(({ name, problem }) =>
      problem === undefined ? [] : [warn(`  ${oneLine(name, 60)}: ${oneLine(problem, 300)}`)],
    ),
    ...roles.flatMap(({ role, models: [first], effort }) =>
      effort && models.some(({ name, takesEffort }) => name === first && takesEffort === false)
        ? [warn(`  ${oneLine(first ?? '', 60)} cannot be told how much to think: "${effort}" has no effect on ${role}`)]
        : [],
    ),
    ...idle.map(({ setting, why }) => warn(`  ${oneLine(setting, 60)} is set, but ${why}`)),
  ];
}

function facts(model: ModelView): readonly string[] {
  const { problem, contextTokens, takesTools, takesImages, format, isLocal } = model;
  const takes = [takesTools ? 'tools' : 'no tools', takesImages ? 'images' : '', formats[format]].filter(Boolean);
  return [
    problem === undefined ? 'responds' : 'does not respond',
    isLocal ? 'local' : 'cloud',
    contextTokens === undefined ? '' : `${Math.round(contextTokens / 1000)} k context`,
    problem === undefined ? takes.join(', ') : '',
    priceOf(model),
  ];
}

function priceOf({ price }: ModelView): string {
  if (price.source === 'free') return 'free';
  return `$${price.input} in, $${price.output} out, per million${price.source === 'guess' ? ' (highest known rate)' : ''}`;
}

const formats = { schema: 'structured output', json: 'JSON', words: '' } as const;
