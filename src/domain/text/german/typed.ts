/** What is wrong with what was typed or given in a file. */
import type { Rows } from './rows.ts';

export const typed: Rows = [
  // standing approvals
  [/^missing (--command) WORDS, (--tool) NAME or (--approval) ID$/, 'es fehlt $1 WÖRTER, $2 NAME oder $3 ID'],
  [/^--approval cannot be combined with (.+) or (.+)$/, '--approval geht nicht zusammen mit $1 oder $2'],
  [/^--command is given twice; give it once$/, '--command steht zweimal da; einmal genügt'],
  [/^--arg takes (.+) or (.+), not "(.*)"$/, '--arg nimmt $1 oder $2, nicht „$3“'],
  [/^--command takes at least one word$/, '--command nimmt mindestens ein Wort'],
  [
    /^--command takes a plain command; in "(.*)" (.+)$/,
    '--command nimmt einen einfachen Befehl, und in „$1“ gilt: {2}',
  ],
  [/^--for takes a duration such as (.+) or (.+), not "(.*)"$/, '--for nimmt eine Dauer wie $1 oder $2, nicht „$3“'],
  [
    /^a standing approval lasts from one second to (\d+) days$/,
    'eine dauerhafte Freigabe gilt eine Sekunde bis $1 Tage',
  ],
  [
    /^a standing approval may be used from 1 to (\d+) times$/,
    'eine dauerhafte Freigabe lässt sich 1- bis $1-mal benutzen',
  ],
  [/^it is longer than (\d+) characters$/, 'er ist länger als $1 Zeichen'],
  [/^it contains an invisible character \((.+)\)$/, 'er enthält ein unsichtbares Zeichen ($1)'],
  [/^a quote is opened and never closed$/, 'ein Anführungszeichen wird geöffnet und nie geschlossen'],
  [/^there is no command in it$/, 'es ist kein Befehl darin'],
  // memories
  [
    /^expected a file from "straylight memory export", whose first line is (.+)$/,
    'erwartet wird eine Datei von „straylight memory export“ mit der ersten Zeile $1',
  ],
  [
    /^expected a file from "straylight memory export" at (.+); it cannot be read \((.+)\)$/,
    'erwartet wird eine Datei von „straylight memory export“ unter $1; sie lässt sich nicht lesen ($2)',
  ],
  [
    /^line (\d+) is no memory: ([\s\S]+); nothing was imported$/,
    'Zeile $1 ist keine Erinnerung: {2}; nichts wurde übernommen',
  ],
  [
    /^line (\d+) is no link: ([\s\S]+); nothing was imported$/,
    'Zeile $1 ist keine Verbindung: {2}; nichts wurde übernommen',
  ],
  [
    /^expected one JSON object a line; line (\d+) is none, and nothing was imported$/,
    'erwartet wird je Zeile ein JSON-Objekt; Zeile $1 ist keines, und nichts wurde übernommen',
  ],
  // secrets
  [
    /^say where it may be used: --host for a header of a request, --command for a command$/,
    'sag, wofür es ist: --host für eine Kopfzeile einer Anfrage, --command für einen Befehl',
  ],
  [
    /^"(.*)" is not a host: expected one as in "(.+)", "(.+)" or "(.+)", in lower case, without scheme and path$/,
    '„$1“ ist kein Rechnername: erwartet wird einer wie „$2“, „$3“ oder „$4“, klein geschrieben, ohne Schema und Pfad',
  ],
  [
    /^"(.*)" is not a header: expected a name as in "(.+)"$/,
    '„$1“ ist keine Kopfzeile: erwartet wird ein Name wie „$2“',
  ],
  [
    /^"(.*)" is not the beginning of a command: expected plain words as in "(.+)", without quotes or shell characters$/,
    '„$1“ ist kein Anfang eines Befehls: erwartet werden einfache Wörter wie „$2“, ohne Anführungszeichen und Zeichen der Shell',
  ],
  [
    /^"(.*)" is not an agent: expected a name in lower case, as in "(.+)"$/,
    '„$1“ ist kein Agent: erwartet wird ein Name in Kleinbuchstaben, wie „$2“',
  ],
  [/^name at least one agent$/, 'nenne mindestens einen Agenten'],
  [/^--tool takes (.+), not "(.*)"$/, '--tool nimmt nur bestimmte Werkzeuge ({1}), nicht „$2“'],
  [
    /^for (.+) name the hosts it may go to, as in (--host \S+)$/,
    'nenne für $1 die Rechner, zu denen es darf, wie in $2',
  ],
  [/^--host and --header are for (.+)$/, '--host und --header sind für $1'],
  [/^--command is for (.+)$/, '--command ist für $1'],
  [/^(\S+) is kept in (.+?): ([\s\S]+)$/, '$1 liegt in $2: {3}'],
  [
    /^(.+) could be read or written by other users; it is yours alone again$/,
    'andere Benutzer konnten $1 lesen oder schreiben; jetzt gehört es wieder dir allein',
  ],
  [
    /^the keyring of this system did not answer within (\d+) s; is it locked\?$/,
    'der Schlüsselbund dieses Systems hat $1 s lang nicht geantwortet; ist er gesperrt?',
  ],
  [
    /^the keyring of this system cannot be used: ([\s\S]+)$/,
    'der Schlüsselbund dieses Systems ist nicht nutzbar: „$1“',
  ],
  [
    /^another process is changing (.+); try again in a moment$/,
    'ein anderer Prozess ändert gerade $1; versuch es gleich noch einmal',
  ],
  [
    /^expected one key of letters, digits and (.+); check what was pasted$/,
    'erwartet wird ein Schlüssel aus Buchstaben, Ziffern und $1; prüf, was eingefügt wurde',
  ],
  // the audit log
  [
    /^Nothing is broken that you have not accepted before; nothing was written\.$/,
    'Es gibt keinen Bruch, den du nicht schon hingenommen hast; nichts wurde geschrieben.',
  ],
  [
    /^Row (\d+) says that you know of every break before it\. Nothing else has changed\.$/,
    'Zeile $1 hält fest, dass du jeden Bruch davor kennst. Sonst hat sich nichts geändert.',
  ],
  // judging a command or a call
  [/^expected one JSON object, got nothing$/, 'erwartet wird ein JSON-Objekt, und nichts kam'],
  [/^expected one JSON object, got "(.*)"$/, 'erwartet wird ein JSON-Objekt, nicht „$1“'],
  [/^expected an executor of (.+)$/, 'als Ausführung passt $1'],
  [/^expected a taint of (.+)$/, 'als Herkunft passt $1'],
  [/^expected (\{.+\})$/, 'erwartet wird $1'],
];
