/** What `/undo` says in words, in each language the agent speaks. */
import type { Language } from '../domain/text/texts.ts';
import type { UndoTurn } from '../domain/undo/undo.ts';

type Counts = Pick<UndoTurn, 'added' | 'changed' | 'deleted'>;

const en = {
  none: 'No turn has changed the workspace yet.',
  off: 'Undo is off ([undo] enabled in config.toml).',
  how: '/undo N shows what turn N changed; /undo N yes restores it.',
  /** `what` it does: `brings back the file a.txt`; empty where that is too much to name. */
  toRestore: (turn: number, what: string) => `/undo ${turn} yes ${what === '' ? 'restores this' : what}.`,
  toOverwrite: (turn: number) => `/undo ${turn} overwrite also restores what was changed since.`,
  more: (count: number) => `… and ${count} more`,
  moreLines: (count: number) => `(${count} more lines)`,
  takes: (got: string) => `expected "yes" or "overwrite" after the number, got "${got}"`,
  missing: (id: number) => `there is no turn ${id} to undo; /undo lists them`,
  wantsNumber: (got: string) => `expected the number of a turn, got "${got}"; /undo lists them`,
  missingTyped: (id: number) => `there is no turn ${id} to undo; "straylight undo list" lists them`,
  wantsNumberTyped: (got: string) => `expected the number of a turn, got "${got}"; "straylight undo list" lists them`,
  addYes: 'Nothing was done. To continue, add --yes.',
  saved: (size: string) => `Saved for undo: ${size}.`,
  columns: ['TURN', 'WHEN', 'CHANGED', 'CONVERSATION', 'CALLS'] as readonly string[],
  counts: ({ added, changed, deleted }: Counts) =>
    counted([
      [added, 'added'],
      [changed, 'changed'],
      [deleted, 'deleted'],
    ]),
  turn: (id: number, ago: string, counts: string) => `Turn ${id}, ${ago}: ${counts}`,
  done: 'already restored',
  conflict: 'CONFLICT',
  lost: 'LOST',
  nothing: 'Nothing was restored.',
  restored: (paths: number, what: string) =>
    what === '' ? `Restored: ${paths === 1 ? '1 path' : `${paths} paths`}.` : `Done: ${what}.`,
  toUndo: (id: number) => ` To undo this, use number ${id}.`,
  left: (path: string, why: string) => `Not restored: ${path} ${why}.`,
};

/** What `/undo` says. */
export type UndoTexts = typeof en;

const de: UndoTexts = {
  none: 'Noch keine Runde hat den Arbeitsordner geändert.',
  off: 'Das Zurücknehmen ist ausgeschaltet ([undo] enabled in config.toml).',
  how: '/undo N zeigt, was Runde N geändert hat; /undo N ja stellt es wieder her.',
  toRestore: (turn, what) => `/undo ${turn} ja ${what === '' ? 'stellt das wieder her' : what}.`,
  toOverwrite: turn => `/undo ${turn} overwrite stellt auch wieder her, was sich seither geändert hat.`,
  more: count => `… und ${count} weitere`,
  moreLines: count => `(${count} weitere Zeilen)`,
  takes: got => `Erwartet wird „ja“ oder „overwrite“ hinter der Nummer, nicht „${got}“.`,
  missing: id => `Es gibt keine Runde ${id} zum Zurücknehmen; /undo zeigt alle.`,
  wantsNumber: got => `Erwartet wird die Nummer einer Runde, nicht „${got}“; /undo zeigt alle.`,
  missingTyped: id => `es gibt keine Runde ${id}, die sich zurücknehmen lässt; „straylight undo list“ zeigt alle`,
  wantsNumberTyped: got => `erwartet wird die Nummer einer Runde, nicht „${got}“; „straylight undo list“ zeigt alle`,
  addYes: 'Nichts wurde getan. Zum Fortfahren --yes anfügen.',
  saved: size => `Für undo gesichert: ${size}.`,
  columns: ['RUNDE', 'WANN', 'GEÄNDERT', 'GESPRÄCH', 'AUFRUFE'],
  counts: ({ added, changed, deleted }) =>
    counted([
      [added, 'neu'],
      [changed, 'geändert'],
      [deleted, 'gelöscht'],
    ]),
  turn: (id, ago, counts) => `Runde ${id}, ${ago}: ${counts}`,
  done: 'schon wiederhergestellt',
  conflict: 'KONFLIKT',
  lost: 'VERLOREN',
  nothing: 'Nichts wurde wiederhergestellt.',
  restored: (paths, what) =>
    what === '' ? `Wiederhergestellt: ${paths === 1 ? '1 Pfad' : `${paths} Pfade`}.` : `Erledigt: ${what}.`,
  toUndo: id => ` Rückgängig geht das mit der Nummer ${id}.`,
  left: (path, why) => `Nicht wiederhergestellt: ${path} ${why}.`,
};

/** `2 added, 1 deleted`: what there is none of is left out. */
function counted(counts: readonly (readonly [count: number, deed: string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, deed]) => `${count} ${deed}`)
    .join(', ');
}

const byLanguage: Readonly<Record<Language, UndoTexts>> = { en, de };

/** In the language in which the agent speaks to its owner. */
export function undoTexts(language: Language): UndoTexts {
  return byLanguage[language];
}
