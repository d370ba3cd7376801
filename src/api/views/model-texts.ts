/** What is said of models, in each language the agent speaks. */

import { smallText } from '../../domain/models/context-limit.ts';
import type { ModelView } from '../../domain/models/view.ts';
import { inEnglish, type Sentence } from '../../domain/policy/sentence.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { type Language, ownWords } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';

const en = {
  inChat: (typed: (words: string) => string) =>
    `${typed('model NAME')} chooses one for this conversation, ${typed('model demo')} the demo model.`,
  here: (model: string) => `This conversation: ${model}`,
  retried: (model: string) => `${model} was paused after errors; the next call asks it.`,
  asksNow: (count: number) =>
    count === 1
      ? '1 conversation waited for a model; it asks now.'
      : `${count} conversations waited for a model; they ask now.`,
  nothingPaused: 'No model is paused, and nothing waits for one.',
  noModel: 'no model',
  howToChoose: (how: string) => `"${how}" chooses one for a conversation.`,
  use: (model: string) => `Use ${model}`,
  retry: 'Try again',
  asSet: 'As in the settings',
  elsewhere: (list: string) => `you are in another conversation by now; ${list} shows its models`,
  unit: 'US dollars per million tokens',
  rates: ({
    input,
    output,
    cacheRead,
    cacheWrite,
  }: Readonly<Record<'input' | 'output' | 'cacheRead' | 'cacheWrite', number>>) =>
    [`${input} in`, `${output} out`, `${cacheRead} cache read`, `${cacheWrite} cache write`] as readonly string[],
  setByYou: 'set by you',
  since: (day: string) => `since ${day}`,
  over: (tokens: number) => `over ${tokens} tokens`,
  freeOnes: (names: string) => `Free: ${names}`,
  noTable: (names: string) => `No table: ${names}; what they list themselves counts, else the highest known rate`,
  none: 'none',
  usedFor: 'Used for',
  models: 'Models',
  /** What uses a role; what is not listed is shown as it comes. */
  uses: {
    session: 'conversations',
    embedding: 'the search by meaning',
    observer: 'learning from conversations',
    summary: 'summaries of long conversations',
    gate: 'gates that ask a model and name none',
    translator: 'tool calls of models in natural_tools',
    planner: 'steps of a plan that have failed twice',
    executor: 'the steps of plans',
    scorer: 'choosing what leaves a full conversation',
    verifier: 'checks of a plan that no command can make',
    router: 'choosing the agent that takes a message',
    detector: 'what a reply says that was done',
    validator: 'whether the records bear that out',
  } as Readonly<Record<string, string | undefined>>,
  said: (sentence: Sentence) => inEnglish(sentence),
  effort: (effort: string) => ` (effort ${effort})`,
  next: (names: string) => `; then ${names}`,
  noEffort: (model: string, effort: string, role: string) =>
    `${model} cannot be told how much to think: "${effort}" has no effect on ${role}`,
  idle: (setting: string, why: string) => `${setting} is set, but ${why}`,
  responds: 'responds',
  silent: 'does not respond',
  local: 'local',
  cloud: 'cloud',
  small: (model: ModelView) => smallText(oneLine(model.name, 60), model, 'en'),
  context: (thousands: number, isAssumed: boolean) => `${thousands} k context${isAssumed ? ' (assumed)' : ''}`,
  tools: 'tools',
  noTools: 'no tools',
  images: 'images',
  formats: { schema: 'structured output', json: 'JSON', words: '' } as Readonly<Record<ModelView['format'], string>>,
  free: 'free',
  price: (input: string | number, output: string | number) => `$${input} in, $${output} out, per million`,
  guess: ' (highest known rate)',
};

/** What is said of models. */
export type ModelTexts = typeof en;

const de: ModelTexts = {
  inChat: typed => `${typed('model NAME')} wählt eines für dieses Gespräch, ${typed('model demo')} das Demo-Modell.`,
  here: model => `Dieses Gespräch: ${model}`,
  retried: model => `${model} war nach Fehlern pausiert; der nächste Aufruf fragt es.`,
  asksNow: count =>
    count === 1
      ? '1 Gespräch hat auf ein Modell gewartet; es fragt jetzt.'
      : `${count} Gespräche haben auf ein Modell gewartet; sie fragen jetzt.`,
  nothingPaused: 'Kein Modell ist pausiert, und nichts wartet auf eines.',
  howToChoose: how => `„${how}“ wählt eines für ein Gespräch.`,
  use: model => `${model} nehmen`,
  retry: 'Noch einmal versuchen',
  asSet: 'Wie in den Einstellungen',
  elsewhere: list => `du bist inzwischen in einem anderen Gespräch; ${list} zeigt seine Modelle`,
  unit: 'US-Dollar je Million Token',
  rates: ({ input, output, cacheRead, cacheWrite }) => [
    `${input} hinein`,
    `${output} heraus`,
    `${cacheRead} Cache gelesen`,
    `${cacheWrite} Cache geschrieben`,
  ],
  setByYou: 'von dir gesetzt',
  since: day => `seit ${day}`,
  over: tokens => `über ${tokens} Token`,
  freeOnes: names => `Kostenlos: ${names}`,
  noTable: names => `Ohne Preisliste: ${names}; es zählt, was sie selbst nennen, sonst der höchste bekannte Preis`,
  noModel: 'kein Modell',
  none: 'keines',
  usedFor: 'Wofür sie da sind',
  models: 'Modelle',
  uses: {
    session: 'Gespräche',
    embedding: 'die Suche nach Bedeutung',
    observer: 'Lernen aus Gesprächen',
    summary: 'Zusammenfassungen langer Gespräche',
    gate: 'Prüfungen, die ein Modell fragen und keines nennen',
    translator: 'Aufrufe von Werkzeugen für Modelle in natural_tools',
    planner: 'Schritte eines Plans, die zweimal gescheitert sind',
    executor: 'die Schritte von Plänen',
    scorer: 'die Wahl, was ein volles Gespräch verlässt',
    verifier: 'Prüfungen eines Plans, die kein Befehl machen kann',
    router: 'die Wahl des Agenten, der eine Nachricht übernimmt',
    detector: 'was eine Antwort als getan bezeichnet',
    validator: 'ob die Aufzeichnungen das belegen',
  },
  said: sentence => ownWords(sentence, 'de'),
  effort: effort => ` (Aufwand ${effort})`,
  next: names => `; danach ${names}`,
  noEffort: (model, effort, role) =>
    `${model} lässt sich nicht sagen, wie viel es denken soll: „${effort}“ wirkt nicht auf ${role}`,
  idle: (setting, why) => `${setting} ist gesetzt, aber: ${why}`,
  responds: 'antwortet',
  silent: 'antwortet nicht',
  local: 'lokal',
  cloud: 'gehostet',
  small: model => smallText(oneLine(model.name, 60), model, 'de'),
  context: (thousands, isAssumed) => `${thousands} k Kontext${isAssumed ? ' (angenommen)' : ''}`,
  tools: 'Werkzeuge',
  noTools: 'ohne Werkzeuge',
  images: 'Bilder',
  formats: { schema: 'Ausgabe nach Schema', json: 'JSON-Ausgabe', words: '' },
  free: 'kostenlos',
  price: (input, output) => `${input} $ hinein, ${output} $ heraus, je Million`,
  guess: ' (höchster bekannter Preis)',
};

const byLanguage: Readonly<Record<Language, ModelTexts>> = catalog('api/views/model-texts', { en, de });

/** In the language in which the agent speaks to its owner. */
export function modelTexts(language: Language): ModelTexts {
  return byLanguage[language];
}
