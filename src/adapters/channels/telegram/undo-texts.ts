/** What undo says in Telegram: the list, the difference of a turn, and what came of bringing it back. */
import { ago } from '../../../domain/text/ago.ts';
import type { Language } from '../../../domain/text/texts.ts';
import type { UndoChange } from '../../../domain/undo/undo.ts';

/** What undoing a turn does: so many paths are removed, and so many get back what they were. */
export interface UndoneCounts {
  readonly removes: number;
  readonly restores: number;
}

export interface UndoTexts {
  readonly language: Language;
  readonly none: string;
  readonly off: string;
  readonly some: (count: number) => string;
  readonly more: (count: number) => string;
  /** `ms` since it was. */
  readonly turn: (id: number, ms: number) => string;
  readonly counts: (added: number, changed: number, deleted: number) => string;
  readonly deeds: Readonly<Record<UndoChange['what'], string>>;
  readonly conflict: string;
  readonly lost: string;
  readonly done: string;
  readonly nothingLeft: string;
  readonly sure: string;
  /** The button of the list, and those beneath a difference. */
  readonly show: (id: number, paths: UndoneCounts) => string;
  readonly yes: (paths: UndoneCounts) => string;
  readonly overwrite: (conflicts: number) => string;
  readonly again: (id: number) => string;
  /** `what` it did, where all of it can be named. */
  readonly broughtBack: (paths: number, what?: string) => string;
  readonly nothing: string;
  readonly left: string;
  readonly gone: string;
  readonly changed: string;
  readonly notDone: (why: string) => string;
}

export const undoTexts: Readonly<Record<'en' | 'de', UndoTexts>> = {
  en: {
    language: 'en',
    none: 'No turn has changed the workspace yet.',
    off: 'Undo is off ([undo] enabled in config.toml).',
    some: count =>
      count === 1 ? 'One turn changed the workspace:' : `${count} turns changed the workspace, the newest first:`,
    more: count => `… and ${count} more`,
    turn: (id, ms) => `Turn ${id}, ${ago(ms, 'en')}`,
    counts: (added, changed, deleted) =>
      [`${added} added`, `${changed} changed`, `${deleted} deleted`].filter(text => !text.startsWith('0 ')).join(', '),
    deeds: { added: 'added', changed: 'changed', deleted: 'deleted', mode: 'rights changed', type: 'kind changed' },
    conflict: 'conflict',
    lost: 'not kept',
    done: 'as it was before',
    nothingLeft: 'Nothing to undo. Everything is as it was before.',
    sure: 'Undo this turn? Added files are removed. Changed and deleted files get their former content. Conflicts stay as they are. You can undo this too.',
    show: (id, paths) => `Undo turn ${id}… (${undone(paths, ['removes', 'restores'])})`,
    yes: paths => `Yes, ${undone(paths, ['remove', 'restore'])}`,
    overwrite: conflicts => (conflicts === 1 ? 'Also overwrite 1 conflict' : `Also overwrite ${conflicts} conflicts`),
    again: id => `Take the undo back… (turn ${id})`,
    broughtBack: (paths, what = '') => `Undone: ${what !== '' ? what : paths === 1 ? '1 path' : `${paths} paths`}.`,
    nothing: 'Nothing was undone.',
    left: 'Left as it is',
    gone: 'Not done. There is no such turn, or its changes are no longer kept.',
    changed: 'Not done. The files have changed since this was shown. This is the current state.',
    notDone: why => `Not done: ${why}`,
  },
  de: {
    language: 'de',
    none: 'Noch hat keine Runde den Arbeitsordner geändert.',
    off: 'Rückgängigmachen ist aus ([undo] enabled in config.toml).',
    some: count =>
      count === 1
        ? 'Eine Runde hat den Arbeitsordner geändert:'
        : `${count} Runden haben den Arbeitsordner geändert, die neueste zuerst:`,
    more: count => `… und ${count} weitere`,
    turn: (id, ms) => `Runde ${id}, ${ago(ms, 'de')}`,
    counts: (added, changed, deleted) =>
      [`${added} neu`, `${changed} geändert`, `${deleted} gelöscht`].filter(text => !text.startsWith('0 ')).join(', '),
    deeds: { added: 'neu', changed: 'geändert', deleted: 'gelöscht', mode: 'Rechte geändert', type: 'Art geändert' },
    conflict: 'Konflikt',
    lost: 'nicht aufbewahrt',
    done: 'wie zuvor',
    nothingLeft: 'Nichts rückgängig zu machen. Alles ist wie zuvor.',
    sure: 'Diese Runde rückgängig machen? Neue Dateien werden entfernt. Geänderte und gelöschte bekommen ihren früheren Inhalt. Konflikte bleiben. Auch das lässt sich rückgängig machen.',
    show: (id, paths) => `Runde ${id} rückgängig… (${undoneInGerman(paths, 'entfernt', 'wiederhergestellt')})`,
    yes: paths => `Ja, ${undoneInGerman(paths, 'entfernen', 'wiederherstellen')}`,
    overwrite: conflicts =>
      conflicts === 1 ? 'Auch 1 Konflikt überschreiben' : `Auch ${conflicts} Konflikte überschreiben`,
    again: id => `Doch wieder so… (Runde ${id})`,
    broughtBack: (paths, what = '') =>
      `Rückgängig gemacht: ${what !== '' ? what : paths === 1 ? '1 Pfad' : `${paths} Pfade`}.`,
    nothing: 'Nichts wurde rückgängig gemacht.',
    left: 'So gelassen',
    gone: 'Nicht ausgeführt. Diese Runde gibt es nicht, oder ihre Änderungen werden nicht mehr aufbewahrt.',
    changed: 'Nicht ausgeführt. Die Dateien haben sich seither geändert. Das ist der jetzige Stand.',
    notDone: why => `Nicht ausgeführt: ${why}`,
  },
};

/** `removes 1 file, restores 2`: the second needs no noun. */
function undone({ removes, restores }: UndoneCounts, [remove, restore]: readonly [string, string]): string {
  const said = [
    ...(removes > 0 ? [`${remove} ${files(removes)}`] : []),
    ...(restores > 0 ? [`${restore} ${removes > 0 ? restores : files(restores)}`] : []),
  ];
  return said.join(', ');
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

/** `1 Datei entfernt, 2 wiederhergestellt`. */
function undoneInGerman({ removes, restores }: UndoneCounts, removed: string, restored: string): string {
  const dateien = (count: number) => (count === 1 ? '1 Datei' : `${count} Dateien`);
  const said = [
    ...(removes > 0 ? [`${dateien(removes)} ${removed}`] : []),
    ...(restores > 0 ? [`${removes > 0 ? restores : dateien(restores)} ${restored}`] : []),
  ];
  return said.join(', ');
}
