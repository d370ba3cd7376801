/** What undo says in Telegram: the list, the difference of a turn, and what came of bringing it back. */
import type { UndoChange } from '../../../domain/undo/undo.ts';

export interface UndoTexts {
  readonly none: string;
  readonly off: string;
  readonly some: (count: number) => string;
  readonly more: (count: number) => string;
  readonly turn: (id: number, ago: string) => string;
  readonly counts: (added: number, changed: number, deleted: number) => string;
  readonly deeds: Readonly<Record<UndoChange['what'], string>>;
  readonly conflict: string;
  readonly lost: string;
  readonly done: string;
  readonly nothingLeft: string;
  readonly sure: string;
  /** The button of the list, and those beneath a difference. */
  readonly show: (id: number, counts: string) => string;
  readonly yes: (paths: number) => string;
  readonly overwrite: (conflicts: number) => string;
  readonly again: (id: number) => string;
  readonly broughtBack: (paths: number) => string;
  readonly nothing: string;
  readonly left: string;
  readonly gone: string;
  readonly changed: string;
  readonly notDone: (why: string) => string;
}

export const undoTexts: Readonly<Record<'en' | 'de', UndoTexts>> = {
  en: {
    none: 'No turn has changed the workspace yet.',
    off: 'Undo is off ([undo] enabled in config.toml).',
    some: count =>
      count === 1 ? 'One turn changed the workspace:' : `${count} turns changed the workspace, the newest first:`,
    more: count => `… and ${count} more`,
    turn: (id, ago) => `Turn ${id}, ${ago} ago`,
    counts: (added, changed, deleted) =>
      [`${added} added`, `${changed} changed`, `${deleted} deleted`].filter(text => !text.startsWith('0 ')).join(', '),
    deeds: { added: 'added', changed: 'changed', deleted: 'deleted', mode: 'rights changed', type: 'kind changed' },
    conflict: 'conflict',
    lost: 'not kept',
    done: 'as it was before',
    nothingLeft: 'Nothing to bring back. Everything is as it was before.',
    sure: 'Bring back? Added files are removed. Changed and deleted files get their former content. Conflicts stay as they are. You can undo this too.',
    show: (id, counts) => `Bring back turn ${id}… (${counts})`,
    yes: paths => (paths === 1 ? 'Yes, bring back 1 path' : `Yes, bring back ${paths} paths`),
    overwrite: conflicts => (conflicts === 1 ? 'Also overwrite 1 conflict' : `Also overwrite ${conflicts} conflicts`),
    again: id => `Undo this again… (turn ${id})`,
    broughtBack: paths => (paths === 1 ? 'Brought back: 1 path.' : `Brought back: ${paths} paths.`),
    nothing: 'Nothing was brought back.',
    left: 'Left as it is',
    gone: 'Not done. There is no such turn, or its changes are no longer kept.',
    changed: 'Not done. The files have changed since this was shown. This is the current state.',
    notDone: why => `Not done: ${why}`,
  },
  de: {
    none: 'Noch hat keine Runde den Arbeitsordner geändert.',
    off: 'Das Zurückholen ist aus ([undo] enabled in config.toml).',
    some: count =>
      count === 1
        ? 'Eine Runde hat den Arbeitsordner geändert:'
        : `${count} Runden haben den Arbeitsordner geändert, die neueste zuerst:`,
    more: count => `… und ${count} weitere`,
    turn: (id, ago) => `Runde ${id}, vor ${ago}`,
    counts: (added, changed, deleted) =>
      [`${added} neu`, `${changed} geändert`, `${deleted} gelöscht`].filter(text => !text.startsWith('0 ')).join(', '),
    deeds: { added: 'neu', changed: 'geändert', deleted: 'gelöscht', mode: 'Rechte geändert', type: 'Art geändert' },
    conflict: 'Konflikt',
    lost: 'nicht aufbewahrt',
    done: 'wie zuvor',
    nothingLeft: 'Nichts zurückzuholen. Alles ist wie zuvor.',
    sure: 'Zurückholen? Neue Dateien werden entfernt. Geänderte und gelöschte bekommen ihren früheren Inhalt. Konflikte bleiben. Auch das lässt sich rückgängig machen.',
    show: (id, counts) => `Runde ${id} zurückholen… (${counts})`,
    yes: paths => (paths === 1 ? 'Ja, 1 Pfad zurückholen' : `Ja, ${paths} Pfade zurückholen`),
    overwrite: conflicts =>
      conflicts === 1 ? 'Auch 1 Konflikt überschreiben' : `Auch ${conflicts} Konflikte überschreiben`,
    again: id => `Wieder rückgängig machen… (Runde ${id})`,
    broughtBack: paths => (paths === 1 ? 'Zurückgeholt: 1 Pfad.' : `Zurückgeholt: ${paths} Pfade.`),
    nothing: 'Nichts wurde zurückgeholt.',
    left: 'So gelassen',
    gone: 'Nicht ausgeführt. Diese Runde gibt es nicht, oder ihre Änderungen werden nicht mehr aufbewahrt.',
    changed: 'Nicht ausgeführt. Die Dateien haben sich seither geändert. Das ist der jetzige Stand.',
    notDone: why => `Nicht ausgeführt: ${why}`,
  },
};
