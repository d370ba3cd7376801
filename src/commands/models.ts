/** `straylight models`, and `/model` in every chat: which models answer for what, and choosing one. */
import type { Client } from '../api/client/client.ts';
import type { ModelsView, ModelView } from '../domain/models/view.ts';
import { oneLine } from '../domain/text/visible.ts';
import { columns, type Io, jsonText, type Style, style } from './io.ts';

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
  else for (const line of modelLines(view, io.style)) io.out(line);
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

/** `/model`, `/model NAME`. */
export async function modelText(agent: Pick<Client, 'models'>, args: string, session: string, style?: Style) {
  if (args === '') return modelLines(await agent.models.list({ session }), style);
  return [(await agent.models.choose({ id: session, model: args })).message];
}

/** The models as lines: what each is used for, then what each is. */
function modelLines({ roles, models, idle }: ModelsView, { bold, warn, dim }: Style = style(false)) {
  const used = roles.filter(({ use }) => use !== undefined);
  return [
    bold('Used for'),
    ...columns(
      used.map(({ role, use = '', models: [first, ...others], why }) => [
        `  ${role}`,
        first === undefined ? 'none' : oneLine(first, 60),
        `${why}${others.length === 0 ? '' : `; then ${others.map(name => oneLine(name, 60)).join(', ')}`}`,
        dim(use),
      ]),
    ),
    bold('Models'),
    ...columns(models.map(model => [`  ${oneLine(model.name, 60)}`, ...facts(model)])),
    ...models.flatMap(({ name, problem }) =>
      problem === undefined ? [] : [warn(`  ${oneLine(name, 60)}: ${oneLine(problem, 300)}`)],
    ),
    ...idle.map(({ setting, why }) => warn(`  ${oneLine(setting, 60)} is set, but ${why}`)),
    dim('/model NAME or "straylight models use NAME --conversation ID" chooses one for a conversation.'),
  ];
}

function facts(model: ModelView): readonly string[] {
  const { problem, contextTokens, takesTools, takesImages, format, isLocal, price } = model;
  const takes = [takesTools ? 'tools' : 'no tools', takesImages ? 'images' : '', formats[format]].filter(Boolean);
  return [
    problem === undefined ? 'responds' : 'does not respond',
    isLocal ? 'local' : 'cloud',
    contextTokens === undefined ? '' : `${Math.round(contextTokens / 1000)} k context`,
    problem === undefined ? takes.join(', ') : '',
    price.source === 'free'
      ? 'free'
      : `$${price.input} in, $${price.output} out, per million${price.source === 'guess' ? ' (highest known rate)' : ''}`,
  ];
}

const formats = { schema: 'structured output', json: 'JSON', words: '' } as const;
