/** What of the workspace cannot be brought back, and what became of an undo that was cut short. */
import type { Forms } from './forms.ts';

export const undo: Forms = {
  'Calls of turn {1} ran at the same time, so some of this may be theirs.':
    'Zur selben Zeit liefen Aufrufe von Runde {1}; manches hier stammt vielleicht von ihr.',
  'Calls of turns {1} ran at the same time, so some of this may be theirs.':
    'Zur selben Zeit liefen Aufrufe der Runden {1}; manches hier stammt vielleicht von ihnen.',
  'The program ended while a call of this turn ran: all that changed until the next start is listed here.':
    'Das Programm endete, während ein Aufruf dieser Runde lief: Hier stehen alle Änderungen bis zum nächsten Start.',
  'Not kept for undo: {1} ({2}).': 'Lässt sich nicht rückgängig machen: {1} ({2}).',
  'Not kept for undo: {1} and {2} more ({3}).': 'Lässt sich nicht rückgängig machen: {1} und {2} weitere ({3}).',
  'larger than [undo] max_file_mb': 'größer als [undo] max_file_mb',
  '[undo] max_mb is reached': '[undo] max_mb ist erreicht',
  'too little of the disk is free': 'auf der Platte ist zu wenig frei',
  'not readable': 'nicht lesbar',
  'it was written while it was read': 'es wurde geschrieben, während es gelesen wurde',
  'The workspace has more than {1} files; those beyond are not kept for undo.':
    'Der Arbeitsordner hat mehr als {1} Dateien; die übrigen lassen sich nicht rückgängig machen.',
  'What this turn changes in the workspace may not be undone: {1}.':
    'Was diese Runde im Arbeitsordner ändert, lässt sich vielleicht nicht rückgängig machen: {1}.',
  'it was not kept within {1} s, and the call did not wait longer':
    'es war nach {1} s nicht aufbewahrt, und länger wartete der Aufruf nicht',
  'Undo {1} was cut short when the program ended; it has been finished.':
    'Die Rücknahme {1} wurde durch das Ende des Programms abgebrochen; sie ist jetzt fertig.',
  'Undo {1} was cut short when the program ended; {2} of its files could not be brought back. "straylight undo show {3}" lists them.':
    'Die Rücknahme {1} wurde durch das Ende des Programms abgebrochen; Dateien, die nicht zurückzuholen waren: {2}. „straylight undo show {3}“ listet sie auf.',
};
