/** Why files could not be moved, patched, packed or read by their parts. */
import type { Forms } from './forms.ts';

export const fileWork: Forms = {
  '{1} is there already, so nothing was moved.': '{1} ist schon da, also wurde nichts verschoben.',
  '{1} is there already, so nothing was copied.': '{1} ist schon da, also wurde nichts kopiert.',
  '{1} is there already, so nothing was unpacked.': '{1} ist schon da, also wurde nichts ausgepackt.',
  '{1} may not be written, so nothing was unpacked.':
    '{1} darf nicht geschrieben werden, also wurde nichts ausgepackt.',
  '{1} is a folder that stays where it is.': '{1} ist ein Ordner, der bleibt, wo er ist.',
  '{1} cannot be moved into itself.': '{1} lässt sich nicht in sich selbst verschieben.',
  '{1} has more than {2} files or {3} MB; a command can do that.':
    '{1} hat mehr als {2} Dateien oder {3} MB; ein Befehl kann das.',
  '{1} has more than {2} files; ask for a folder in it.': '{1} hat mehr als {2} Dateien; frag nach einem Ordner darin.',
  'more than {1} files or {2} MB go into no archive here; a command can do that.':
    'mehr als {1} Dateien oder {2} MB kommen hier in kein Archiv; ein Befehl kann das.',
  '{1} says no kind of archive: expected .zip, .tar or .tar.gz':
    '{1} nennt keine Art von Archiv: erwartet wird .zip, .tar oder .tar.gz',
  '{1} is no table: expected .csv, .tsv, .json, .jsonl or .xlsx':
    '{1} ist keine Tabelle: erwartet wird .csv, .tsv, .json, .jsonl oder .xlsx',
  'The patch names {1} twice; put its hunks under one name.':
    'Der Patch nennt {1} zweimal; setz seine Stücke unter einen Namen.',
  'Nothing was changed, since not all of the patch fits: {1}':
    'Nichts wurde geändert, weil nicht der ganze Patch passt: {1}',
  'This is no unified diff that can be read: {1}': 'Das ist kein lesbares Unified Diff: {1}',
  'expected a unified diff, with --- and +++ lines and hunks; came none':
    'erwartet wird ein Unified Diff mit Zeilen --- und +++ und Stücken; es kam keines',
  '{1} is not among the files that this call was judged for.':
    '{1} ist nicht unter den Dateien, für die dieser Aufruf beurteilt wurde.',
  '{1} is a picture. Its text can be read once tesseract is installed where commands run (tesseract-ocr on Debian).':
    '{1} ist ein Bild. Sein Text ist lesbar, sobald tesseract dort, wo Befehle laufen, installiert ist (tesseract-ocr unter Debian).',
  'tesseract cannot read {1}: {2}': 'tesseract kann {1} nicht lesen: {2}',
};
