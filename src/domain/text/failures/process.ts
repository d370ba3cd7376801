/** What fails between a command and the process that holds the home. */
import type { Forms } from './forms.ts';

export const process: Forms = {
  'the Straylight that runs at {1} does not know the token in run/token; was it started with another home?':
    'das Straylight unter {1} kennt das Token in run/token nicht; wurde es mit einem anderen Datenordner gestartet?',
  'expected Straylight at {1}, but another program answers there; has the port changed?':
    'unter {1} antwortet nicht Straylight, sondern ein anderes Programm; hat sich der Port geändert?',
  'expected an answer of the Straylight at {1} within {2} s, got none':
    'das Straylight unter {1} hat {2} s lang nicht geantwortet',
  'the command ended before the answer came': 'der Befehl endete, bevor die Antwort kam',
  'Straylight does not answer at {1}; start it with `straylight start`':
    'Straylight antwortet nicht unter {1}; starte es mit `straylight start`',
  'the connection to the Straylight at {1} was lost before the answer; it may have stopped':
    'die Verbindung zum Straylight unter {1} brach vor der Antwort ab; vielleicht hat es angehalten',
  // processes that the agent keeps running
  'no process can live on where commands run here': 'wo hier Befehle laufen, kann kein Prozess weiterlaufen',
  'there are {1} processes already; stop one first': 'es gibt schon {1} Prozesse; halt erst einen an',
  'the process {1} does not run': 'der Prozess {1} läuft nicht',
  'the number of a process': 'die Nummer eines Prozesses',
};
