/** What a model saw of a conversation, as it is shown: a row a zone, and what was left out. */
import { count } from '../../../domain/budget/money.ts';
import type { Compaction } from '../../../domain/context/compaction.ts';
import { type LeftOutOf, type ZoneName, zoneNames } from '../../../domain/context/zones.ts';
import type { ModelContext } from '../../../domain/conversation/context-window.ts';
import { ago } from '../../../domain/text/ago.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import type { Language } from '../../../domain/text/texts.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { type Action, type Block, type Look, lines, type View } from '../../view.ts';

export interface ShownContext extends ModelContext {
  /** The summary that stands for the beginning now. */
  readonly summary?: Compaction | undefined;
}

export function contextShown(shown: ShownContext, { language, now }: Look, id: string): View {
  const { at, model, parts, inputTokens, summary } = shown;
  const { zones, left, room, window, history } = parts;
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
    { kind: 'table', head: say.columns, rows: [...rows, free].map(cells => ({ cells })) },
    ...(summary ? [lines(say.summary(summary.messages, ago(now - summary.at, language)))] : []),
    ...leftOut(left, language),
    ...(room === undefined || room === 0 ? [] : [lines(say.full(Math.round((100 * history) / room)), 'quiet')]),
    { kind: 'actions', actions: actionsOf(summary, id, language) },
  ];
}

function leftOut(left: LeftOutOf | undefined, language: Language): readonly Block[] {
  const say = texts[language];
  const parts = left ? say.left(left).filter(part => part !== '') : [];
  return parts.length === 0 ? [] : [lines(say.leftOut(parts.join(', ')))];
}

function actionsOf(summary: Compaction | undefined, id: string, language: Language): readonly Action[] {
  const say = texts[language];
  const compact: Action = { label: say.compact, operation: 'context.compact', input: { id } };
  const undo: Action = { label: say.undo, operation: 'context.undo', input: { id } };
  return summary ? [compact, undo] : [compact];
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
    full: (percent: number) =>
      `The messages take ${percent} % of their room; from 75 % on their beginning is summarised.`,
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
    full: (percent: number) =>
      `Die Nachrichten nehmen ${percent} % ihres Platzes ein; ab 75 % wird ihr Anfang zusammengefasst.`,
    compact: 'Zusammenfassen',
    undo: 'Zusammenfassung zurücknehmen',
  },
});
