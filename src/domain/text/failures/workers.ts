/** Why the work of a coding program could not begin, go on, or be accepted. */
import type { Forms } from './forms.ts';

export const workers: Forms = {
  'the work {1} has no result that waits for an answer':
    'die Arbeit {1} hat kein Ergebnis, das auf eine Antwort wartet',
  'the card of the work {1} had reached nobody and is shown again; answer it now':
    'die Karte der Arbeit {1} hatte niemanden erreicht und wird noch einmal gezeigt; beantworte sie jetzt',
  'expected a file below {1}, which is all that this session has':
    'erwartet wird eine Datei unter {1}, mehr hat diese Sitzung nicht',
  'the file could not be read or written: {1}': 'die Datei ließ sich nicht lesen oder schreiben: {1}',
  'the file has more than {1} bytes': 'die Datei hat mehr als {1} Bytes',
  'git could not write what is to be checked: {1}': 'git konnte nicht schreiben, was geprüft werden soll: {1}',
  'git could not compare the files of the worker: {1}': 'git konnte die Dateien des Programms nicht vergleichen: {1}',
  'its diff has {1} bytes, and at most {2} can be shown and accepted':
    'seine Änderungen haben {1} Bytes, und höchstens {2} lassen sich zeigen und annehmen',
  'the diff is not the one that was accepted; nothing was changed':
    'die Änderungen sind nicht die, die angenommen wurden; nichts wurde geändert',
  'there is no folder {1} in the workspace': 'im Arbeitsordner gibt es keinen Ordner {1}',
  '{1} is no git repository of its own: expected a folder of the workspace with .git in it':
    '{1} ist kein eigenes git-Repository: erwartet wird ein Ordner des Arbeitsordners, in dem .git liegt',
  'the repository {1} has no commit yet, so there is nothing to work on':
    'das Repository {1} hat noch keinen Commit, also gibt es nichts, woran zu arbeiten wäre',
  'git could not copy {1}: {2}': 'git konnte {1} nicht kopieren: {2}',
  'it makes the symbolic link {1}, and those are not taken':
    'es legt die symbolische Verknüpfung {1} an, und solche werden nicht übernommen',
  'it makes a repository of its own at {1}, and those are not taken':
    'es legt bei {1} ein eigenes Repository an, und solche werden nicht übernommen',
  'there is no worker {1} in config.toml any more': 'in config.toml gibt es das Programm {1} nicht mehr',
  'the worker {1} is not started: its folder {2} {3}': 'das Programm {1} wird nicht gestartet: sein Ordner {2} {3}',
  'the name of {1} has a line break, and those are not taken':
    'der Name von {1} hat einen Zeilenumbruch, und solche werden nicht übernommen',
  'while it was merged, this was changed by others: {1}':
    'während es übernommen wurde, hat jemand anders dies geändert: {1}',
  'not all of it could be written: {1}': 'nicht alles davon konnte geschrieben werden: {1}',
  'a copy of a repository needs a sandbox in which a program can live on, and commands run in {1}; set [sandbox] executor = "bubblewrap" in config.toml':
    'eine Kopie eines Repositorys braucht eine Sandbox, in der ein Programm weiterlaufen kann, und Befehle laufen in {1}; setz in config.toml [sandbox] executor = "bubblewrap"',
  'the worker {1} does not speak the Agent Client Protocol {2}; expected a program such as “opencode acp”':
    'das Programm {1} spricht das Agent Client Protocol {2} nicht; erwartet wird ein Programm wie „opencode acp“',
  'the worker {1} began no session: expected a sessionId of at most 200 visible characters':
    'das Programm {1} hat keine Sitzung begonnen: erwartet wird eine sessionId aus höchstens 200 sichtbaren Zeichen',
  'the program of the worker {1} has ended: {2}': 'das Programm {1} ist beendet: {2}',
  'the worker {1} answered with an error: {2}': 'das Programm {1} hat mit einem Fehler geantwortet: {2}',
};
