/** What a model saw of a conversation, as it is shown: a row a zone, and what was left out. */
import { count } from '../../../domain/budget/money.ts';
import type { Compaction } from '../../../domain/context/compaction.ts';
import type { Eviction } from '../../../domain/context/evictions.ts';
import type { ChosenProfile } from '../../../domain/context/profiles.ts';
import type { WatchedNow } from '../../../domain/context/watched.ts';
import { type LeftOutOf, type ZoneName, zoneNames } from '../../../domain/context/zones.ts';
import type { ModelContext } from '../../../domain/conversation/context-window.ts';
import { ago } from '../../../domain/text/ago.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import type { Language } from '../../../domain/text/texts.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { type Action, type Block, type Look, lines, type View } from '../../view.ts';

export interface ShownContext extends ModelContext {
  /** The agent that the conversation belongs to. */
  readonly agent?: string | undefined;
  /** The summary that stands for the beginning now. */
  readonly summary?: Compaction | undefined;
  /** What stands beside the conversation. */
  readonly watched: readonly WatchedNow[];
  /** The newest changes of what is left out, newest first. */
  readonly evictions: readonly Eviction[];
}

export function zoneTitles(language: Language): Names {
  return texts[language].zones;
}

export function contextShown(shown: ShownContext, { language, now }: Look, id: string): View {
  const { at, model, parts, inputTokens, agent, summary, watched, evictions } = shown;
  const { zones, left, room, window, history, profile } = parts;
  const say = texts[language];
  const total = parts.system + parts.tools + parts.memories + history;
  const inTokens = (tokens: number) => count(tokens, language);
  const rows = zones
    ? zoneNames.map(name => [say.zones[name], inTokens(zones[name].tokens), say.items[name](zones[name].items)])
    : [
        [say.zones.system, inTokens(parts.system), ''],
        [say.zones.tools, inTokens(parts.tools), ''],
        [say.zones.memory, inTokens(parts.memories), ''],
        [say.zones.chronicle, inTokens(history), ''],
      ];
  const free = [say.free, inTokens(Math.max(0, window - total)), say.forReply];
  return [
    lines(say.head(ago(now - at, language), oneLine(model, 60)), 'strong'),
    lines(say.total(inTokens(total), inTokens(window), inputTokens > 0 ? inTokens(inputTokens) : '')),
    ...(agent === undefined ? [] : [lines(say.agent(agent))]),
    { kind: 'table', head: say.columns, rows: [...rows, free].map(cells => ({ cells })) },
    ...(summary ? [lines(say.summary(summary.messages, ago(now - summary.at, language)))] : []),
    ...leftOut(left, language),
    ...(watched.length === 0 ? [] : [watchedTable(watched, language)]),
    ...(evictions.length === 0 ? [] : [lines(evictions.map(one => evictionText(one, language, now)).join('\n'))]),
    ...(profile ? [lines(say.profile(profile), 'quiet')] : []),
    ...(room === undefined || room === 0 ? [] : [lines(say.full(Math.round((100 * history) / room)), 'quiet')]),
    { kind: 'actions', actions: actionsOf(summary, id, language) },
  ];
}

function leftOut(left: LeftOutOf | undefined, language: Language): readonly Block[] {
  const say = texts[language];
  const parts = left ? say.left(left).filter(part => part !== '') : [];
  return parts.length === 0 ? [] : [lines(say.leftOut(parts.join(', ')))];
}

/** What stands beside the conversation, with its turns and its size. */
function watchedTable(watched: readonly WatchedNow[], language: Language): Block {
  const say = texts[language];
  return {
    kind: 'table',
    head: say.watchedColumns,
    rows: watched.map(({ id, target, fromLine, lines, turns, tokens, characters }) => {
      const from = fromLine ?? 1;
      const range = lines === null ? (from > 1 ? say.fromLine(from) : '') : say.lines(from, from + lines - 1);
      const size = characters === undefined ? '' : say.size(count(characters, language));
      const facts = [say.more(turns), say.atMost(count(tokens, language)), size].filter(fact => fact !== '');
      return { cells: [String(id), `${oneLine(target, 80)}${range}`, facts.join(', ')] };
    }),
  };
}

/** What left, when, why, and how it comes back. */
function evictionText({ at, why, brief, older, model }: Eviction, language: Language, now: number): string {
  const say = texts[language];
  const parts = say.left({ brief, older, shortened: 0, tools: 0 }).filter(part => part !== '');
  const when = ago(now - at, language);
  if (parts.length === 0) return say.backAgain(when);
  const ways = [brief > 0 ? say.readAgain : '', older > 0 ? say.findAgain : ''].filter(way => way !== '');
  return say.evicted(when, parts.join(', '), say.why[why](oneLine(model, 60)), ways.join(' '));
}

function actionsOf(summary: Compaction | undefined, id: string, language: Language): readonly Action[] {
  const say = texts[language];
  const compact: Action = { label: say.compact, operation: 'context.compact', input: { id } };
  const undo: Action = { label: say.undo, operation: 'context.undo', input: { id } };
  const whole: Action = { label: say.whole, operation: 'requests.list', input: { id } };
  return summary ? [whole, compact, undo] : [whole, compact];
}

type Names = Readonly<Record<ZoneName, string>>;
type Items = Readonly<Record<ZoneName, (items: number) => string>>;

function several(one: string, more: string): (items: number) => string {
  return items => (items === 1 ? `1 ${one}` : `${items} ${more}`);
}

const zonesEn: Names = {
  orders: 'Orders',
  system: 'Instructions',
  tools: 'Tools',
  memory: 'Memories',
  chronicle: 'Conversation',
  workspace: 'Results and files',
};

const itemsEn: Items = {
  orders: items => `${several('order', 'orders')(items)} of yours, word for word`,
  system: several('part', 'parts'),
  tools: several('tool', 'tools'),
  memory: items => `${several('memory', 'memories')(items)} that your words brought up`,
  chronicle: several('message', 'messages'),
  workspace: several('result or file', 'results and files'),
};

const zonesDe: Names = {
  orders: 'Anweisungen von dir',
  system: 'Vorgaben',
  tools: 'Werkzeuge',
  memory: 'Erinnerungen',
  chronicle: 'Gespräch',
  workspace: 'Ergebnisse und Dateien',
};

const itemsDe: Items = {
  orders: items => `${several('Anweisung', 'Anweisungen')(items)}, Wort für Wort`,
  system: several('Teil', 'Teile'),
  tools: several('Werkzeug', 'Werkzeuge'),
  memory: items => `${several('Erinnerung', 'Erinnerungen')(items)}, auf die deine Worte kamen`,
  chronicle: several('Nachricht', 'Nachrichten'),
  workspace: several('Ergebnis oder Datei', 'Ergebnisse und Dateien'),
};

const texts = catalog('api/views/conversation/context', {
  en: {
    head: (when: string, model: string) => `The newest request of this conversation, ${when}, to ${model}`,
    total: (tokens: string, window: string, counted: string) =>
      `About ${tokens} of ${window} tokens${counted === '' ? '' : `; the model counted ${counted}`}.`,
    columns: ['Part', 'Tokens', 'What'],
    zones: zonesEn,
    items: itemsEn,
    free: 'Free',
    forReply: 'for the reply and for wrong estimates',
    summary: (messages: number, when: string) =>
      `A summary of ${when} stands for ${messages} earlier ${messages === 1 ? 'message' : 'messages'}.`,
    left: ({ older, brief, shortened, tools }: LeftOutOf) => [
      older > 0 ? several('older message', 'older messages')(older) : '',
      brief > 0 ? `${several('earlier result', 'earlier results')(brief)} but for one line` : '',
      shortened > 0 ? `the middle of ${several('message', 'messages')(shortened)} of its turn` : '',
      tools > 0 ? `the description of ${several('tool', 'tools')(tools)}` : '',
    ],
    leftOut: (parts: string) => `Left out for want of room: ${parts}.`,
    agent: (agent: string) => `This conversation belongs to the agent ${agent}.`,
    profile: ({ name, isSet }: ChosenProfile) =>
      `Shared out for ${name}${isSet ? ', as you said; /context profile auto lets rules choose' : ', by what it is about'}.`,
    full: (percent: number) =>
      `The messages take ${percent} % of their room; from 75 % on their beginning is summarised.`,
    evicted: (when: string, what: string, why: string, ways: string) => `${when} ${what} left: ${why}. ${ways}`,
    why: {
      room: (model: string) => `the messages took too much of what ${model} takes`,
      refused: (model: string) => `${model} refused the request as too long`,
      scored: (_: string) => 'a model chose what matters least now',
    },
    watchedColumns: ['No.', 'Beside the conversation', 'How long, and how large'],
    fromLine: (line: number) => `, from line ${line} on`,
    lines: (from: number, to: number) => (from === to ? `, line ${from}` : `, lines ${from} to ${to}`),
    more: (turns: number) =>
      turns === 0 ? 'in this turn for the last time' : `${turns} more ${turns === 1 ? 'turn' : 'turns'}`,
    atMost: (tokens: string) => `at most ${tokens} tokens`,
    size: (characters: string) => `${characters} characters when last read`,
    readAgain: 'The agent reads such a result again by itself (earlier_result).',
    findAgain: 'What is older is found by search and by memories, and comes back with a model that takes more.',
    backAgain: (when: string) => `${when} nothing was left out any more.`,
    whole: 'Requests, whole',
    compact: 'Summarise',
    undo: 'Undo the summary',
  },
  de: {
    head: (when: string, model: string) => `Die neueste Anfrage dieses Gesprächs, ${when}, an ${model}`,
    total: (tokens: string, window: string, counted: string) =>
      `Etwa ${tokens} von ${window} Token${counted === '' ? '' : `; das Modell hat ${counted} gezählt`}.`,
    columns: ['Teil', 'Token', 'Was'],
    zones: zonesDe,
    items: itemsDe,
    free: 'Frei',
    forReply: 'für die Antwort und für falsche Schätzungen',
    summary: (messages: number, when: string) =>
      `Eine Zusammenfassung (${when}) steht für ${messages} frühere ${messages === 1 ? 'Nachricht' : 'Nachrichten'}.`,
    left: ({ older, brief, shortened, tools }: LeftOutOf) => [
      older > 0 ? several('ältere Nachricht', 'ältere Nachrichten')(older) : '',
      brief > 0 ? `${several('früheres Ergebnis', 'frühere Ergebnisse')(brief)} bis auf eine Zeile` : '',
      shortened > 0 ? `die Mitte von ${several('Nachricht', 'Nachrichten')(shortened)} dieser Runde` : '',
      tools > 0 ? `die Beschreibung von ${several('Werkzeug', 'Werkzeugen')(tools)}` : '',
    ],
    leftOut: (parts: string) => `Aus Platzmangel fehlt: ${parts}.`,
    agent: (agent: string) => `Dieses Gespräch gehört dem Agenten ${agent}.`,
    profile: ({ name, isSet }: ChosenProfile) =>
      `Aufgeteilt für ${name}${isSet ? ', wie du gesagt hast; mit /context profile auto wählen Regeln' : ', nach dem, worum es geht'}.`,
    full: (percent: number) =>
      `Die Nachrichten nehmen ${percent} % ihres Platzes ein; ab 75 % wird ihr Anfang zusammengefasst.`,
    evicted: (when: string, what: string, why: string, ways: string) => `${when} weggefallen: ${what}; ${why}. ${ways}`,
    why: {
      room: (model: string) => `die Nachrichten nahmen zu viel von dem ein, was ${model} fasst`,
      refused: (model: string) => `${model} lehnte die Anfrage als zu lang ab`,
      scored: (_: string) => 'ein Modell wählte, was jetzt am wenigsten zählt',
    },
    watchedColumns: ['Nr.', 'Neben dem Gespräch', 'Wie lange und wie groß'],
    fromLine: (line: number) => `, ab Zeile ${line}`,
    lines: (from: number, to: number) => (from === to ? `, Zeile ${from}` : `, Zeilen ${from} bis ${to}`),
    more: (turns: number) =>
      turns === 0 ? 'zum letzten Mal in dieser Runde' : `noch ${turns} ${turns === 1 ? 'Runde' : 'Runden'}`,
    atMost: (tokens: string) => `höchstens ${tokens} Token`,
    size: (characters: string) => `zuletzt ${characters} Zeichen`,
    readAgain: 'Ein solches Ergebnis liest der Agent von selbst noch einmal (earlier_result).',
    findAgain: 'Älteres findet die Suche und das Gedächtnis, und es kommt mit einem größeren Modell zurück.',
    backAgain: (when: string) => `${when} fehlte nichts mehr.`,
    whole: 'Anfragen im Ganzen',
    compact: 'Zusammenfassen',
    undo: 'Zusammenfassung zurücknehmen',
  },
});
