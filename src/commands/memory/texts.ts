/** What is said of memories on the command line and in chats, in each language the agent speaks. */

import type { Memory } from '../../domain/memory/memory.ts';
import type { ConsolidationRun, LearningState, MemoryBatch } from '../../domain/memory/service.ts';
import { ago } from '../../domain/text/ago.ts';
import type { Language } from '../../domain/text/texts.ts';

type By<Key extends string> = Readonly<Record<Key, string>>;

const en = {
  origins: {
    owner: 'your words',
    auth: 'from a known peer',
    external: 'from outside, not verified',
  } as By<Memory['taint']>,
  sources: {
    owner: 'saved on request',
    observer: 'learned',
    tool: 'saved by the agent',
    import: 'imported',
    consolidation: 'merged',
  } as By<Memory['source']>,
  statuses: { active: 'active', pending: 'pending', archived: 'archived' } as By<Memory['status']>,
  kinds: {
    ...{ fact: 'fact', procedure: 'procedure', episode: 'episode', preference: 'preference', skill: 'skill' },
    ...{ summary: 'summary', artifact: 'artifact', link: 'link' },
  } as By<Memory['kind']>,
  batches: { observer: 'learned', import: 'imported', consolidation: 'merged' } as By<MemoryBatch['kind']>,
  modes: {
    auto: 'Learns by itself',
    suggest: 'Learns and asks you about each',
    off: 'Learning is off',
  } as By<LearningState['mode']>,
  outcomes: {
    running: 'It is still at work',
    done: 'In order',
    failed: 'It failed',
    cancelled: 'Undone',
  } as By<ConsolidationRun['outcome']>,
  decided: { accept: 'Accepted', reject: 'Rejected', both: 'Both count' } as By<'accept' | 'reject' | 'both'>,
  columns: ['ID', 'KIND', 'CHANGED', 'TEXT'],
  memories: (count: number) => `${count} ${count === 1 ? 'memory' : 'memories'}`,
  messages: (count: number) => `${count} ${count === 1 ? 'message' : 'messages'}`,
  steps: (count: number) => `${count} ${count === 1 ? 'step' : 'steps'}`,
  pairs: (count: number) => `${count} ${count === 1 ? 'pair' : 'pairs'}`,
  contradictions: (count: number) => `${count} ${count === 1 ? 'contradiction' : 'contradictions'}`,
  copies: (count: number) => (count === 1 ? '1 copy' : `${count} copies`),
  ago: (ms: number) => ago(ms, 'en'),
  never: 'never',
  in: (origin: string, source: string, place: string) => `${origin}, ${source} in ${place}`,
  used: (changed: string, uses: number) => `changed ${changed}; used ${uses === 1 ? 'once' : `${uses} times`}`,
  about: 'about',
  tags: 'tags',
  forAlone: (partition: string) => `for ${partition} alone`,
  isPrivate: 'private: never shown to the model unasked',
  keptFor: (time: string) => `kept for another ${time}`,
  said: (time: string, text: string) => `Said ${time}: “${text}”`,
  contradicts: 'Contradicts',
  mergedFrom: 'Merged from',
  seeAlso: 'See also',
  replaced: 'Replaced',
  merged: 'merged',
  archived: 'archived',
  linked: 'linked',
  nothingToChange: 'nothing to change',
  bothCount: (command: string) => `${command} shows both sides; both count until you decide.`,
  toUndo: (command: string) => `To undo this: ${command}`,
  counts: (active: number, pending: number, archived: number) =>
    `${active} active, ${pending} pending, ${archived} archived`,
  recallable: 'Messages that can be recalled',
  inOrder: (time: string) => `Put in order ${time}`,
  newestBatches: 'Newest batches',
  undone: 'undone',
  looked: (mode: string, looked: string, learned: string) => `${mode}; last looked ${looked}, last learned ${learned}`,
  byWords: 'Search by words; docs/memory.md says how to search by meaning too',
  byMeaning: (model: string, done: string) => `Search by words and by meaning (${model}): ${done} texts embedded`,
  of: (done: number, all: number) => `${done} of ${all}`,
  wordsAlone: 'Words alone at the moment',
  forgotten: (memories: string, messages: string, steps: string) =>
    `Forgotten: ${memories}; blanked in ${messages} and ${steps}.`,
  stillRunning: 'Work that may hold more copies is still running; they go when it has ended.',
  remains: (copies: string | undefined) =>
    `What remains, if it was there: ${copies === undefined ? '' : `${copies} of the database in backups/, `}files of the workspace and their earlier versions, chats, and what was sent to the model’s provider.`,
  undoneBatch: (memories: string, count: number, batch: string) =>
    `Undone: ${memories} ${count === 1 ? 'is as it was' : 'are as they were'} before ${batch}.`,
  stays: (count: number) =>
    count === 1 ? ' 1 was changed since and stays as it is.' : ` ${count} were changed since and stay as they are.`,
  none: 'No memories.',
  nothingFound: 'Nothing found.',
  more: (count: number) => `and ${count} more; /memory search WORDS finds them.`,
  nothingPending: 'Nothing is pending.',
  howToDecide: '"straylight memory accept ID" accepts one, "straylight memory reject ID" rejects it.',
  nothingToUndo: 'There is nothing to undo.',
  noMemory: (id: string) => `There is no memory ${id}.`,
  noPending: (id: string) => `There is no pending memory ${id}.`,
  nowhere: 'These words stand in no memory and no message.',
  standIn: (where: string) => `These words stand in ${where}.`,
  and: 'and',
  toBlank: 'To blank them',
  yes: 'yes',
  moved: (count: string) => `Nothing was forgotten: it is no longer ${count}.`,
  addConfirm: (word: string) => `To blank them, add --confirm ${word}`,
  forgetsAll: (count: number, word: string) =>
    `This forgets ${count === 1 ? 'the one memory' : `all ${count} memories`} for good. To continue, add --confirm ${word}`,
  imported: (memories: string, known: number) =>
    `Imported: ${memories}; ${known} ${known === 1 ? 'was' : 'were'} there already.`,
  undoImport: (command: string) => ` To undo this: ${command}`,
  unsigned: (count: number) =>
    `${count === 1 ? '1 of them was not signed by this home, so it waits' : `${count} of them were not signed by this home, so they wait`} for you as text from outside; if you vouch for the file, undo this and import it again with --trust.`,
  help: [
    '/memory search WORDS finds memories.',
    '/memory pending lists what waits for you; /memory accept ID and /memory reject ID decide.',
    '/memory both ID keeps both sides of a contradiction.',
    '/memory consolidate merges what says the same, and finds contradictions.',
    '/memory undo takes the newest batch back.',
    '/memory forget ID forgets one; /memory forget "WORDS" forgets whatever holds these words.',
  ],
};

export type MemoryTexts = typeof en;

const de: MemoryTexts = {
  origins: { owner: 'deine Worte', auth: 'von einem bekannten Gegenüber', external: 'von außen, ungeprüft' },
  sources: {
    owner: 'auf Wunsch gemerkt',
    observer: 'gelernt',
    tool: 'vom Agenten gemerkt',
    import: 'importiert',
    consolidation: 'zusammengelegt',
  },
  statuses: { active: 'aktiv', pending: 'offen', archived: 'archiviert' },
  kinds: {
    ...{ fact: 'Tatsache', procedure: 'Ablauf', episode: 'Episode', preference: 'Vorliebe', skill: 'Fähigkeit' },
    ...{ summary: 'Zusammenfassung', artifact: 'Artefakt', link: 'Verknüpfung' },
  },
  batches: { observer: 'gelernt', import: 'importiert', consolidation: 'zusammengelegt' },
  modes: { auto: 'Lernt von selbst', suggest: 'Lernt und fragt dich jedes Mal', off: 'Lernen ist aus' },
  outcomes: {
    running: 'Es arbeitet noch',
    done: 'Geordnet',
    failed: 'Fehlgeschlagen',
    cancelled: 'Rückgängig gemacht',
  },
  decided: { accept: 'Angenommen', reject: 'Abgelehnt', both: 'Beides gilt' },
  columns: ['ID', 'ART', 'GEÄNDERT', 'TEXT'],
  memories: count => `${count} ${count === 1 ? 'Erinnerung' : 'Erinnerungen'}`,
  messages: count => `${count} ${count === 1 ? 'Nachricht' : 'Nachrichten'}`,
  steps: count => `${count} ${count === 1 ? 'Schritt' : 'Schritten'}`,
  pairs: count => `${count} ${count === 1 ? 'Paar' : 'Paare'}`,
  contradictions: count => `${count} ${count === 1 ? 'Widerspruch' : 'Widersprüche'}`,
  copies: count => (count === 1 ? '1 Kopie' : `${count} Kopien`),
  ago: ms => ago(ms, 'de'),
  never: 'nie',
  in: (origin, source, place) => `${origin}, ${source} in ${place}`,
  used: (changed, uses) => `geändert: ${changed}; ${uses}-mal verwendet`,
  about: 'über',
  tags: 'Schlagworte',
  forAlone: partition => `nur für ${partition}`,
  isPrivate: 'privat: wird dem Modell nie ungefragt gezeigt',
  keptFor: time => `bleibt noch ${time.replace(/days$/, 'Tage')}`,
  said: (time, text) => `Gesagt ${time}: „${text}“`,
  contradicts: 'Widerspricht',
  mergedFrom: 'Zusammengelegt aus',
  seeAlso: 'Siehe auch',
  replaced: 'Ersetzt',
  merged: 'zusammengelegt',
  archived: 'archiviert',
  linked: 'verknüpft',
  nothingToChange: 'nichts zu ändern',
  bothCount: command => `${command} zeigt beide Seiten; beide gelten, bis du entscheidest.`,
  toUndo: command => `Rückgängig machen: ${command}`,
  counts: (active, pending, archived) => `${active} aktiv, ${pending} offen, ${archived} archiviert`,
  recallable: 'Nachrichten, an die erinnert werden kann',
  inOrder: time => `Geordnet ${time}`,
  newestBatches: 'Neueste Änderungen',
  undone: 'rückgängig gemacht',
  looked: (mode, looked, learned) => `${mode}; zuletzt nachgesehen ${looked}, zuletzt gelernt ${learned}`,
  byWords: 'Suche nach Wörtern; docs/memory.md sagt, wie auch nach Bedeutung gesucht wird',
  byMeaning: (model, done) => `Suche nach Wörtern und Bedeutung (${model}): ${done} Texte eingebettet`,
  of: (done, all) => `${done} von ${all}`,
  wordsAlone: 'Zurzeit nur nach Wörtern',
  forgotten: (memories, messages, steps) => `Vergessen: ${memories}; gelöscht in ${messages} und ${steps}.`,
  stillRunning: 'Es läuft noch Arbeit, die weitere Kopien haben kann; sie verschwinden, wenn sie beendet ist.',
  remains: copies =>
    `Was bleibt, falls es dort stand: ${copies === undefined ? '' : `${copies} der Datenbank in backups/, `}Dateien im Arbeitsordner und ihre früheren Fassungen, Chats und was an den Anbieter des Modells ging.`,
  undoneBatch: (memories, _, batch) => `Rückgängig gemacht: ${memories} wie vor ${batch}.`,
  stays: count => ` Seither geändert und unverändert gelassen: ${count}.`,
  none: 'Keine Erinnerungen.',
  more: count => `und ${count} weitere; /memory search WÖRTER findet sie.`,
  nothingFound: 'Nichts gefunden.',
  nothingPending: 'Nichts ist offen.',
  howToDecide: '"straylight memory accept ID" nimmt eine an, "straylight memory reject ID" lehnt sie ab.',
  nothingToUndo: 'Es gibt nichts rückgängig zu machen.',
  noMemory: id => `Es gibt keine Erinnerung ${id}.`,
  noPending: id => `Es gibt keine offene Erinnerung ${id}.`,
  nowhere: 'Diese Wörter stehen in keiner Erinnerung und keiner Nachricht.',
  standIn: where => `Diese Wörter stehen in ${where}.`,
  and: 'und',
  toBlank: 'Löschen',
  yes: 'ja',
  moved: count => `Nichts wurde vergessen: Es sind nicht mehr ${count}.`,
  addConfirm: word => `Um sie zu löschen, ergänze --confirm ${word}`,
  forgetsAll: (count, word) =>
    `Das vergisst ${count === 1 ? 'die eine Erinnerung' : `alle ${count} Erinnerungen`} endgültig. Um fortzufahren, ergänze --confirm ${word}`,
  imported: (memories, known) => `Importiert: ${memories}; schon da: ${known}.`,
  undoImport: command => ` Rückgängig machen: ${command}`,
  unsigned: count =>
    `${count === 1 ? '1 davon trägt keine Unterschrift dieses Agenten und wartet' : `${count} davon tragen keine Unterschrift dieses Agenten und warten`} auf dich wie fremder Text; wenn du für die Datei bürgst, mach das rückgängig und importiere sie noch einmal mit --trust.`,
  help: [
    '/memory search WÖRTER findet Erinnerungen.',
    '/memory pending zeigt, was auf dich wartet; /memory accept ID und /memory reject ID entscheiden.',
    '/memory both ID behält beide Seiten eines Widerspruchs.',
    '/memory consolidate legt zusammen, was dasselbe sagt, und findet Widersprüche.',
    '/memory undo macht die neueste Änderung rückgängig.',
    '/memory forget ID vergisst eine; /memory forget "WÖRTER" vergisst alles, was diese Wörter hat.',
  ],
};

const byLanguage: Readonly<Record<Language, MemoryTexts>> = { en, de };

/** In the language in which the agent speaks to its owner. */
export function memoryTexts(language: Language): MemoryTexts {
  return byLanguage[language];
}
