/** What turns changed in the workspace, and what came of restoring it, as it is shown. */

import { ago } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { type Language, ownWords } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { UndoChange, UndoDetails, UndoList, UndoNote, UndoOutcome, UndoTurn } from '../../domain/undo/undo.ts';
import { changeWords, deedsOf, restoreWords } from '../../domain/undo/undo-words.ts';
import { type Action, type Block, type Line, type Look, lines, type View } from '../view.ts';

/** What undoing a turn does: so many paths are removed, and so many get back what they were. */
interface Counts {
  readonly removes: number;
  readonly restores: number;
}

/** The newest turns first. */
export function undoList({ isOn, turns, notes, usedBytes }: UndoList, { language, now }: Look): View {
  const say = texts[language];
  const used = isOn ? [lines(say.saved(megabytes(usedBytes)), 'quiet')] : [];
  if (turns.length === 0) return [lines(isOn ? say.none : say.off), ...used];
  const undone = undoneOf(turns);
  const rows = turns.map(turn => ({
    cells: [
      String(turn.id),
      ago(now - turn.at, language),
      `${say.counts(turn)}${say.undone(undone.get(turn.id))}`,
      turn.session.replace(/^session:/, ''),
      oneLine(deedsOf(turn, language).map(withoutSize).join(' '), 100),
    ],
    session: turn.session,
    actions: [{ ...showing(turn.id), label: say.show(turn.id, countsOf(turn)) }],
  }));
  return [{ kind: 'table', head: say.columns, rows }, ...notesOf(notes, language), ...used];
}

/** One turn with its differences, and what can be restored of it as it is shown. */
export function undoTurn(details: UndoDetails, { language, now }: Look): View {
  const say = texts[language];
  const { id, changes, more, seen } = details;
  const ready = changes.filter(({ standing }) => standing === 'ready');
  const removes = ready.filter(({ what }) => what === 'added').length;
  const conflicts = changes.filter(({ standing }) => standing === 'conflict').length;
  const actions: readonly Action[] = [
    ...(ready.length > 0
      ? [{ label: say.yes({ removes, restores: ready.length + more - removes }), ...applying({ id, seen }) }]
      : []),
    ...(conflicts > 0 ? [{ label: say.overwrite(conflicts), ...applying({ id, seen, overwrite: true }) }] : []),
  ];
  return [
    lines(say.turn(id, ago(now - details.at, language), say.counts(details)), 'strong'),
    ...(details.undoes === undefined ? [] : [lines(say.undoes(details.undoes), 'quiet')]),
    ...deedsOf(details, language).map(what => lines(`  ${oneLine(what, 200)}`)),
    ...notesOf(details.notes, language),
    ...changes.flatMap(change => changeBlocks(change, language)),
    ...(more > 0 ? [lines(say.more(more), 'quiet')] : []),
    ...(actions.length === 0 ? [lines(say.nothingLeft)] : [{ kind: 'actions', actions } as const]),
  ];
}

/** `changes`: what was restored, where all of it can be named. */
export function undoOutcome(
  { outcome, changes = [] }: { readonly outcome: UndoOutcome; readonly changes?: readonly UndoChange[] },
  { language }: Look,
): View {
  const say = texts[language];
  const { id, restored, left } = outcome;
  const done = restored === 0 ? say.nothing : say.restored(restored, restoreWords(changes, language, 'did'));
  const isUndoable = id !== undefined && restored > 0;
  return [
    lines(isUndoable ? `${done}${say.toUndo(id)}` : done, 'strong'),
    ...left
      .slice(0, 20)
      .map(({ path, why, said }) => lines(say.left(oneLine(path, 200), ownWords(said ?? why, language)))),
    ...(left.length > 20 ? [lines(`${say.more(left.length - 20)}.`)] : []),
    ...(isUndoable ? [{ kind: 'actions', actions: [{ ...showing(id), label: say.again(id) }] } as const] : []),
  ];
}

function notesOf(notes: readonly UndoNote[], language: Language): readonly Block[] {
  return notes.map(({ text, said }) => lines(oneLine(ownWords(said ?? text, language), 400), 'warn'));
}

/** A turn as lines of text: what undoing it would do. */
export function undoAhead(details: UndoDetails, look: Look): readonly string[] {
  return undoTurn(details, look).flatMap(block => {
    if (block.kind === 'lines') return block.lines.map(({ text }) => text);
    return block.kind === 'code' ? block.lines.map(line => `    ${oneLine(line, 200)}`) : [];
  });
}

/** Is there anything that this turn changed and that is not as it was before? */
export function isUndoable({ changes }: UndoDetails): boolean {
  return changes.some(({ standing }) => standing === 'ready' || standing === 'conflict');
}

export function nothingLeft({ language }: Look): string {
  return texts[language].nothingLeft;
}

/** There is no turn of this number. */
export function noTurn({ id }: { readonly id: number }, { language, typed }: Look): string {
  return texts[language].absent(id, typed('undo list'));
}

/** "Write a.txt (3 lines, 16 bytes).": in a list, how much was changed has a column of its own. */
function withoutSize(deed: string): string {
  return deed.replace(/ \(\d+ \p{L}+, \d[^()]*\)(?=\.?$)/u, '');
}

function showing(id: number) {
  return { operation: 'undo.show', input: { id } };
}

function applying(input: Action['input']) {
  return { operation: 'undo.apply', input };
}

const marks = { added: '+', changed: '~', deleted: '-', mode: '=', type: '!' } as const;

function changeBlocks(change: UndoChange, language: Language): readonly Block[] {
  const say = texts[language];
  const { path, what, standing, why = '', said = why, diff = [] } = change;
  const text = `${marks[what]} ${oneLine(path, 200)}  ${oneLine(changeWords(change, language), 200)}`;
  const states: Readonly<Record<UndoChange['standing'], Line>> = {
    ready: { text },
    done: { text: `${text}  (${say.done})`, tone: 'quiet' },
    conflict: { text: `${text}  ${say.conflict}: ${ownWords(said, language)}`, tone: 'warn' },
    lost: { text: `${text}  ${say.lost}: ${ownWords(said, language)}`, tone: 'warn' },
  };
  return [
    { kind: 'lines', lines: [states[standing]] },
    ...(diff.length === 0 ? [] : [{ kind: 'code', lines: diff } as const]),
  ];
}

/** Which turns are undone, and by which; a turn whose undo was undone in turn is not. */
function undoneOf(turns: readonly UndoTurn[]): ReadonlyMap<number, number> {
  const undone = new Map<number, number>();
  // the newest first: what undid an undo is known before that undo is looked at
  for (const { id, undoes } of turns.toSorted((one, other) => other.id - one.id))
    if (undoes !== undefined && !undone.has(id) && !undone.has(undoes)) undone.set(undoes, id);
  return undone;
}

function countsOf({ added, changed, deleted }: UndoTurn): Counts {
  return { removes: added, restores: changed + deleted };
}

function megabytes(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 1_024)} KB` : `${Math.round(bytes / 2 ** 20)} MB`;
}

/** `2 added, 1 deleted`: what there is none of is left out. */
function listed(counts: readonly (readonly [count: number, text: string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([, text]) => text)
    .join(', ');
}

const en = {
  none: 'No turn has changed the workspace yet.',
  off: 'Undo is off ([undo] enabled in config.toml).',
  more: (count: number) => `… and ${count} more`,
  absent: (id: number, list: string) => `there is no turn ${id} to undo; "${list}" lists them`,
  saved: (size: string) => `Saved for undo: ${size}.`,
  columns: ['Turn', 'When', 'Changed', 'Conversation', 'Calls'] as readonly string[],
  counts: ({ added, changed, deleted }: UndoTurn) =>
    listed([
      [added, `${added} added`],
      [changed, `${changed} changed`],
      [deleted, `${deleted} deleted`],
    ]),
  undone: (by: number | undefined) => (by === undefined ? '' : ` (undone by turn ${by})`),
  turn: (id: number, ago: string, counts: string) => `Turn ${id}, ${ago}: ${counts}`,
  undoes: (id: number) => `An undo of turn ${id}.`,
  done: 'already restored',
  conflict: 'CONFLICT',
  lost: 'LOST',
  nothingLeft: 'Nothing to undo. Everything is as it was before.',
  /** The button of a list, and those beneath a difference. */
  show: (id: number, { removes, restores }: Counts) =>
    `Undo turn ${id}… (${listed([
      [removes, `removes ${files(removes)}`],
      [restores, `restores ${removes > 0 ? restores : files(restores)}`],
    ])})`,
  yes: ({ removes, restores }: Counts) =>
    `Yes, ${listed([
      [removes, `remove ${files(removes)}`],
      [restores, `restore ${removes > 0 ? restores : files(restores)}`],
    ])}`,
  overwrite: (conflicts: number) => `Also overwrite ${conflicts === 1 ? '1 conflict' : `${conflicts} conflicts`}`,
  again: (id: number) => `Take the undo back… (turn ${id})`,
  nothing: 'Nothing was restored.',
  /** `what` it did; empty where that is too much to name. */
  restored: (paths: number, what: string) =>
    what === '' ? `Restored: ${paths === 1 ? '1 path' : `${paths} paths`}.` : `Done: ${what}.`,
  toUndo: (id: number) => ` To undo this, use number ${id}.`,
  left: (path: string, why: string) => `Not restored: ${path} ${why}.`,
};

const de: typeof en = {
  none: 'Noch keine Runde hat den Arbeitsordner geändert.',
  off: 'Das Zurücknehmen ist ausgeschaltet ([undo] enabled in config.toml).',
  more: count => `… und ${count} weitere`,
  absent: (id, list) => `es gibt keine Runde ${id}, die sich zurücknehmen lässt; „${list}“ zeigt alle`,
  saved: size => `Für undo gesichert: ${size}.`,
  columns: ['Runde', 'Wann', 'Geändert', 'Gespräch', 'Aufrufe'],
  counts: ({ added, changed, deleted }) =>
    listed([
      [added, `${added} neu`],
      [changed, `${changed} geändert`],
      [deleted, `${deleted} gelöscht`],
    ]),
  undone: by => (by === undefined ? '' : ` (zurückgenommen von Runde ${by})`),
  turn: (id, ago, counts) => `Runde ${id}, ${ago}: ${counts}`,
  undoes: id => `Nimmt Runde ${id} zurück.`,
  done: 'schon wiederhergestellt',
  conflict: 'KONFLIKT',
  lost: 'VERLOREN',
  nothingLeft: 'Nichts rückgängig zu machen. Alles ist wie zuvor.',
  show: (id, { removes, restores }) =>
    `Runde ${id} rückgängig… (${listed([
      [removes, `${dateien(removes)} entfernt`],
      [restores, `${removes > 0 ? restores : dateien(restores)} wiederhergestellt`],
    ])})`,
  yes: ({ removes, restores }) =>
    `Ja, ${listed([
      [removes, `${dateien(removes)} entfernen`],
      [restores, `${removes > 0 ? restores : dateien(restores)} wiederherstellen`],
    ])}`,
  overwrite: conflicts => `Auch ${conflicts === 1 ? '1 Konflikt' : `${conflicts} Konflikte`} überschreiben`,
  again: id => `Doch wieder so… (Runde ${id})`,
  nothing: 'Nichts wurde wiederhergestellt.',
  restored: (paths, what) =>
    what === '' ? `Wiederhergestellt: ${paths === 1 ? '1 Pfad' : `${paths} Pfade`}.` : `Erledigt: ${what}.`,
  toUndo: id => ` Rückgängig geht das mit der Nummer ${id}.`,
  left: (path, why) => `Nicht wiederhergestellt: ${path} ${why}.`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/undo', { en, de });

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

function dateien(count: number): string {
  return count === 1 ? '1 Datei' : `${count} Dateien`;
}
