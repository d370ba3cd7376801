/** What a turn did to a path, and what bringing it back does, in words. */

import { bytesText } from '../text/bytes-text.ts';
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import { oneRow } from '../text/visible.ts';
import type { UndoChange, UndoDetails, UndoThing, UndoTurn } from './undo.ts';

type Deeds = Readonly<Record<UndoChange['what'], (things: string) => string>>;

const en = {
  kinds: { file: 'file', folder: 'folder', link: 'link', other: 'pipe, socket or device' },
  the: { file: 'the file', folder: 'the folder', link: 'the link', other: 'the special file' },
  empty: 'empty',
  withFiles: (count: number) => (count === 1 ? 'with 1 file' : `with ${count} files`),
  linkTo: (target: string) => `link to ${target}`,
  rights: 'permissions',
  owner: 'owner',
  notKept: 'not kept',
  and: 'and',
  many: (count: number) => `${count} files and folders`,
  undoOf: (turn: number) => `Undo of turn ${turn}.`,
  does: {
    deleted: things => `brings back ${things}`,
    added: things => `removes ${things}`,
    changed: things => `restores the former content of ${things}`,
    mode: things => `restores the permissions of ${things}`,
    type: things => `makes ${things} what it was`,
  } as Deeds,
  did: {
    deleted: things => `brought back ${things}`,
    added: things => `removed ${things}`,
    changed: things => `restored the former content of ${things}`,
    mode: things => `restored the permissions of ${things}`,
    type: things => `made ${things} what it was`,
  } as Deeds,
};

const de: typeof en = {
  kinds: { file: 'Datei', folder: 'Ordner', link: 'Link', other: 'Pipe, Socket oder Gerät' },
  the: { file: 'die Datei', folder: 'den Ordner', link: 'den Link', other: 'die Sonderdatei' },
  empty: 'leer',
  withFiles: count => (count === 1 ? 'mit 1 Datei' : `mit ${count} Dateien`),
  linkTo: target => `Link auf ${target}`,
  rights: 'Rechte',
  owner: 'Besitzer',
  notKept: 'nicht aufbewahrt',
  and: 'und',
  many: count => `${count} Dateien und Ordner`,
  undoOf: turn => `Macht Runde ${turn} rückgängig.`,
  does: {
    deleted: things => `holt ${things} zurück`,
    added: things => `entfernt ${things}`,
    changed: things => `stellt den früheren Inhalt von ${things} wieder her`,
    mode: things => `stellt die Rechte von ${things} wieder her`,
    type: things => `macht aus ${things} wieder, was es war`,
  },
  did: {
    deleted: things => `${things} zurückgeholt`,
    added: things => `${things} entfernt`,
    changed: things => `den früheren Inhalt von ${things} wiederhergestellt`,
    mode: things => `die Rechte von ${things} wiederhergestellt`,
    type: things => `aus ${things} wieder gemacht, was es war`,
  },
};

const byLanguage: Readonly<Record<Language, typeof en>> = catalog('domain/undo/undo-words', { en, de });

/** More than so many are counted and not named. */
const mostNamed = 3;
const mostName = 60;

/** What its calls were to do, in their own words; of an undo, which turn it undid. */
export function deedsOf({ what, undoes }: Pick<UndoTurn, 'what' | 'undoes'>, language: Language): readonly string[] {
  return undoes === undefined ? what : [byLanguage[language].undoOf(undoes)];
}

/** `folder with 1 file`, `file, 12 KB → 14 KB`, `permissions 0644 → 0600`. */
export function changeWords({ what, before, after }: UndoChange, language: Language): string {
  const words = byLanguage[language];
  if (before === undefined || after === undefined) return thingWords(before ?? after, words);
  const rights = [
    ...(before.rights === after.rights ? [] : [`${words.rights} ${before.rights} → ${after.rights}`]),
    ...(before.owner === after.owner ? [] : [`${words.owner} ${before.owner} → ${after.owner}`]),
  ];
  if (what === 'mode') return rights.join(', ');
  const [one, other] = [thingWords(before, words), thingWords(after, words)];
  return [one === other ? one : `${one} → ${other}`, ...rights].join(', ');
}

/**
 * What restoring these does, as verbs without a subject: `brings back the folder notes with 1 file and removes the file
 * a.txt`. `done`: what it has done. Empty where there is nothing. A folder stands for what came or went with it.
 */
export function restoreWords(changes: readonly UndoChange[], language: Language, when: 'does' | 'did'): string {
  const words = byLanguage[language];
  const kinds = Object.keys(words.does) as UndoChange['what'][];
  const clauses = kinds.flatMap(kind => {
    const all = changes.filter(({ what }) => what === kind);
    const paths = new Set(all.map(({ path }) => path));
    const tops = all.filter(({ path }) => !foldersAbove(path).some(folder => paths.has(folder)));
    if (tops.length === 0) return [];
    const isWhole = kind === 'deleted' || kind === 'added';
    const names = tops.map(change => (isWhole ? wholeName(change, words) : shown(change.path)));
    return [words[when][kind](names.length > mostNamed ? words.many(names.length) : listed(names, words))];
  });
  return listed(clauses, words);
}

/** Those that are restored; undefined where some of the turn's are not listed, so they cannot be named. */
export function restoredOf({ changes, more }: UndoDetails, overwrite: boolean): readonly UndoChange[] | undefined {
  if (more > 0) return undefined;
  return changes.filter(({ standing }) => standing === 'ready' || (overwrite && standing === 'conflict'));
}

function wholeName({ path, before, after }: UndoChange, words: typeof en): string {
  const thing = before ?? after;
  if (thing === undefined) return shown(path);
  const within = thing.files === undefined || thing.files === 0 ? '' : ` ${words.withFiles(thing.files)}`;
  return `${words.the[thing.kind]} ${shown(path)}${within}`;
}

function thingWords(thing: UndoThing | undefined, words: typeof en): string {
  if (thing === undefined) return '';
  const { kind, bytes, files, target, isKept } = thing;
  if (kind === 'link') return words.linkTo(target ?? '');
  if (kind === 'folder' && files !== undefined)
    return files === 0 ? `${words.kinds.folder}, ${words.empty}` : `${words.kinds.folder} ${words.withFiles(files)}`;
  const size = bytes === undefined ? [] : [bytesText(bytes)];
  return [words.kinds[kind], ...size, ...(isKept === false ? [words.notKept] : [])].join(', ');
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

function listed(parts: readonly string[], { and }: typeof en): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${and} ${last}`;
}

function shown(path: string): string {
  return oneRow(path, mostName);
}
