/** Models as they are shown: what each is used for, what each is, and choosing one for a conversation. */
import type { ModelService, ModelsView, ModelView, RetriedModels } from '../../domain/models/view.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Action, type Line, type Look, lines, type Row, type View } from '../view.ts';
import { type ModelTexts, modelTexts } from './model-texts.ts';

/** `session`: the conversation they are looked at for. */
export function modelsShown(
  view: ModelsView,
  look: Look,
  { session }: { readonly session?: string | undefined },
): View {
  const say = modelTexts(look.language);
  const current = view.roles.find(({ role }) => role === 'session')?.models[0];
  const problems = problemLines(view, say);
  const how =
    look.chat === undefined ? say.howToChoose(look.typed('models use NAME --conversation ID')) : say.inChat(look.typed);
  return [
    ...(session === undefined
      ? []
      : [lines(say.here(current === undefined ? say.noModel : oneLine(current, 60)), 'strong')]),
    lines(say.usedFor, 'strong'),
    { kind: 'lines', lines: useLines(view, say) },
    lines(say.models, 'strong'),
    { kind: 'table', rows: view.models.map(model => rowOf(model, view, session, say)) },
    ...(problems.length === 0 ? [] : [{ kind: 'lines', lines: problems } as const]),
    ...(session === undefined
      ? []
      : [{ kind: 'actions', actions: [choosing(session, 'default', say.asSet)] } as const]),
    lines(how, 'quiet'),
  ];
}

function rowOf(model: ModelView, view: ModelsView, session: string | undefined, say: ModelTexts): Row {
  const current = view.roles.find(({ role }) => role === 'session')?.models[0];
  const mayTalk = view.roles.some(({ role, models }) => role !== 'embedding' && models.includes(model.name));
  const actions = [
    ...(session !== undefined && mayTalk && model.name !== current
      ? [choosing(session, model.name, say.use(oneLine(model.name, 60)))]
      : []),
    ...(model.problem === undefined
      ? []
      : [{ label: say.retry, operation: 'models.retry', input: { model: model.name } }]),
  ];
  return { cells: [oneLine(model.name, 60), facts(model, say).filter(Boolean).join(', ')], actions };
}

/** For the conversation it was shown in, and for no other that its chat speaks in by now. */
function choosing(id: string, model: string, label: string): Action {
  return { label, operation: 'models.choose', input: { id, model, isSpokenIn: true } };
}

/** Each model that something uses: for what, why that one, and which come then. */
function useLines({ roles }: ModelsView, say: ModelTexts): readonly Line[] {
  const uses = roles.flatMap(({ role, use, models: [first, ...others], why, said, effort }) => {
    if (use === undefined) return [];
    const next = others.length === 0 ? '' : say.next(others.map(name => oneLine(name, 60)).join(', '));
    return [
      {
        model: first === undefined ? say.none : `${oneLine(first, 60)}${effort ? say.effort(effort) : ''}`,
        why: `${say.said(said ?? why)}${next}`,
        use: `${role}: ${say.uses[role] ?? use}`,
      },
    ];
  });
  return Object.values(Object.groupBy(uses, ({ model, why }) => `${model} ${why}`)).flatMap((alike = []) => [
    { text: `  ${alike[0]?.model}` },
    ...alike.map(({ use }) => ({ text: `    ${use}`, tone: 'quiet' }) as const),
    { text: `    ${alike[0]?.why}` },
  ]);
}

function problemLines({ roles, models, idle }: ModelsView, say: ModelTexts): readonly Line[] {
  const said = [
    ...models.flatMap(({ name, problem, said }) =>
      problem === undefined ? [] : [`${oneLine(name, 60)}: ${oneLine(say.said(said ?? problem), 300)}`],
    ),
    ...models.map(model => say.small(model)).filter(text => text !== ''),
    ...roles.flatMap(({ role, models: [first], effort }) =>
      effort && models.some(({ name, takesEffort }) => name === first && takesEffort === false)
        ? [say.noEffort(oneLine(first ?? '', 60), effort, role)]
        : [],
    ),
    ...idle.map(({ setting, why }) => say.idle(oneLine(setting, 60), why)),
  ];
  return said.map(text => ({ text: `  ${text}`, tone: 'warn' }));
}

function facts(model: ModelView, say: ModelTexts): readonly string[] {
  const { problem, contextTokens, limit, takesTools, takesImages, format, isLocal, price } = model;
  const takes = [takesTools ? say.tools : say.noTools, takesImages ? say.images : '', say.formats[format]];
  const cost = `${say.price(price.input, price.output)}${price.source === 'guess' ? say.guess : ''}`;
  return [
    problem === undefined ? say.responds : say.silent,
    isLocal ? say.local : say.cloud,
    contextTokens === undefined ? '' : say.context(Math.round(contextTokens / 1000), limit === 'assumed'),
    problem === undefined ? takes.filter(Boolean).join(', ') : '',
    price.source === 'free' ? say.free : cost,
  ];
}

/** A button that was shown in another conversation than its chat speaks in by now. */
export function notSpokenIn({ language, typed }: Look): string {
  return modelTexts(language).elsewhere(typed('model'));
}

export function retriedShown({ models, sessions }: RetriedModels, { language }: Look): View {
  const say = modelTexts(language);
  const said = [
    ...models.map(({ name }) => say.retried(oneLine(name, 120))),
    ...(sessions.length === 0 ? [] : [say.asksNow(sessions.length)]),
  ];
  return [lines(said.length === 0 ? say.nothingPaused : said.join('\n'))];
}

interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export function pricesShown({ providers, own }: ReturnType<ModelService['prices']>, { language }: Look): View {
  const say = modelTexts(language);
  const rowFor = (name: string, from: string, rates: Rates): Row => ({
    cells: [`  ${name}`, ...say.rates(rates), from],
  });
  const rows = [
    ...Object.entries(own).map(([name, price]) => rowFor(name, say.setByYou, price)),
    ...providers.flatMap(({ provider, rows: known }) =>
      known.flatMap(({ model, from, long, ...price }) => [
        rowFor(`${provider}/${model}`, say.since(from), price),
        ...(long ? [rowFor(`${provider}/${model}`, say.over(long.overTokens), long)] : []),
      ]),
    ),
  ];
  const names = (wanted: (one: (typeof providers)[number]) => boolean) =>
    providers
      .filter(wanted)
      .map(({ provider }) => provider)
      .join(', ');
  const free = names(({ isFree }) => isFree);
  const unknown = names(({ isFree, rows: known }) => !isFree && known.length === 0);
  return [
    lines(say.unit, 'strong'),
    { kind: 'table', rows },
    ...(free === '' ? [] : [lines(say.freeOnes(free))]),
    ...(unknown === '' ? [] : [lines(say.noTable(unknown))]),
  ];
}
