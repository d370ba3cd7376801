/** What is wrong with what was typed or given in a file. */
import type { Forms } from './forms.ts';

export const typed: Forms = {
  'expected a preset of {1}; came {2}': 'erwartet wird eine Vorlage aus {1}, nicht {2}',
  // standing approvals
  'missing --command WORDS, --tool NAME or --approval ID': 'es fehlt --command WÖRTER, --tool NAME oder --approval ID',
  '--approval cannot be combined with --tool, --arg or --command':
    '--approval geht nicht zusammen mit --tool, --arg oder --command',
  '--command is given twice; give it once': '--command steht zweimal da; einmal genügt',
  '--arg takes NAME=VALUE, NAME^=START or NAME~=GLOB, not "{1}"':
    '--arg nimmt NAME=WERT, NAME^=ANFANG oder NAME~=MUSTER, nicht „{1}“',
  '--command takes at least one word': '--command nimmt mindestens ein Wort',
  '--command takes a plain command; in "{1}" {2}': '--command nimmt einen einfachen Befehl, und in „{1}“ gilt: {2}',
  '--for takes a duration such as 30m, 12h or 7d, not "{1}"':
    '--for nimmt eine Dauer wie 30m, 12h oder 7d, nicht „{1}“',
  'a standing approval lasts from one second to 366 days': 'eine dauerhafte Freigabe gilt eine Sekunde bis 366 Tage',
  'a standing approval may be used from 1 to {1} times': 'eine dauerhafte Freigabe lässt sich 1- bis {1}-mal benutzen',
  'no standing approval can cover this call; it needs approval each time':
    'für diesen Aufruf kann es keine dauerhafte Freigabe geben; er braucht jedes Mal eine',
  'there is no pending approval {1}; "straylight approvals" lists them':
    'es gibt keine offene Freigabe {1}; „straylight approvals“ zeigt alle',
  'there is no tool "{1}"; there are {2}': 'es gibt kein Werkzeug „{1}“; es gibt {2}',
  'there is no tool {1}; "straylight tools list" names them':
    'es gibt kein Werkzeug „{1}“; „straylight tools list“ zeigt alle',
  // a command of plain words
  'it is longer than {1} characters': 'er ist länger als {1} Zeichen',
  'it contains an invisible character ({1})': 'er enthält ein unsichtbares Zeichen ({1})',
  'a quote is opened and never closed': 'ein Anführungszeichen wird geöffnet und nie geschlossen',
  'there is no command in it': 'es ist kein Befehl darin',
  '{1} {2}, or looks like it': '{1} {2} oder sieht so aus',
  'a line break': 'ein Zeilenumbruch',
  'means something to the shell': 'bedeutet der Shell etwas',
  'is no character of a plain word': 'gehört zu keinem einfachen Wort',
  'sends output to another command': 'leitet die Ausgabe an einen anderen Befehl',
  'starts another command': 'startet einen anderen Befehl',
  'starts another command on a new line': 'startet einen anderen Befehl in einer neuen Zeile',
  'hides what stands before it': 'verdeckt, was davor steht',
  'reads from elsewhere': 'liest von anderswo',
  'writes output to a file': 'schreibt die Ausgabe in eine Datei',
  'starts a shell of its own': 'startet eine eigene Shell',
  'is expanded by the shell': 'wird von der Shell ersetzt',
  'is expanded to the names of files': 'wird durch Namen von Dateien ersetzt',
  'is expanded to a home folder': 'wird durch einen Benutzerordner ersetzt',
  'is replaced by the shell': 'wird von der Shell ersetzt',
  'is replaced by what another command prints': 'wird durch die Ausgabe eines anderen Befehls ersetzt',
  'changes what the next character means': 'ändert, was das nächste Zeichen bedeutet',
  'begins a comment': 'beginnt einen Kommentar',
  // memories
  'expected a file from "straylight memory export", whose first line is {1}':
    'erwartet wird eine Datei von „straylight memory export“ mit der ersten Zeile {1}',
  'expected a file from "straylight memory export" at {1}; it cannot be read ({2})':
    'erwartet wird eine Datei von „straylight memory export“ unter {1}; sie lässt sich nicht lesen ({2})',
  'line {1} is no memory: {2}; nothing was imported': 'Zeile {1} ist keine Erinnerung: {2}; nichts wurde übernommen',
  'line {1} is no link: {2}; nothing was imported': 'Zeile {1} ist keine Verbindung: {2}; nichts wurde übernommen',
  'expected one JSON object a line; line {1} is none, and nothing was imported':
    'erwartet wird je Zeile ein JSON-Objekt; Zeile {1} ist keines, und nichts wurde übernommen',
  'several memories have an id that begins with {1}; give more of it':
    'mehrere Erinnerungen haben eine Kennung, die mit {1} beginnt; gib mehr davon an',
  'expected words with at least {1} letters or digits; shorter ones stand everywhere':
    'erwartet werden Wörter mit mindestens {1} Buchstaben oder Ziffern; kürzere stehen überall',
  // secrets
  'say where it may be used: --host for a header of a request, --command for a command':
    'sag, wofür es ist: --host für eine Kopfzeile einer Anfrage, --command für einen Befehl',
  '"{1}" is not a host: expected one as in "api.github.com", "*.example.com" or "example.com:8443", in lower case, without scheme and path':
    '„{1}“ ist kein Rechnername: erwartet wird einer wie „api.github.com“, „*.example.com“ oder „example.com:8443“, klein geschrieben, ohne Schema und Pfad',
  '"{1}" is not a header: expected a name as in "authorization"':
    '„{1}“ ist keine Kopfzeile: erwartet wird ein Name wie „authorization“',
  '"{1}" is not the beginning of a command: expected plain words as in "git push", without quotes or shell characters':
    '„{1}“ ist kein Anfang eines Befehls: erwartet werden einfache Wörter wie „git push“, ohne Anführungszeichen und Zeichen der Shell',
  '"{1}" is not an agent: expected a name in lower case, as in "main"':
    '„{1}“ ist kein Agent: erwartet wird ein Name in Kleinbuchstaben, wie „main“',
  'name at least one agent': 'nenne mindestens einen Agenten',
  '--tool takes {1}, not "{2}"': '--tool nimmt nur bestimmte Werkzeuge ({1}), nicht „{2}“',
  'for {1} name the hosts it may go to, as in --host api.github.com':
    'nenne für {1} die Rechner, zu denen es darf, wie in --host api.github.com',
  '--host and --header are for {1}': '--host und --header sind für {1}',
  '--command is for {1}': '--command ist für {1}',
  '{1} is kept in {2}: {3}': '{1} liegt in {2}: {3}',
  '{1} could be read or written by other users; it is yours alone again':
    'andere Benutzer konnten {1} lesen oder schreiben; jetzt gehört es wieder dir allein',
  'the keyring of this system did not answer within {1} s; is it locked?':
    'der Schlüsselbund dieses Systems hat {1} s lang nicht geantwortet; ist er gesperrt?',
  'the keyring of this system cannot be used: {1}': 'der Schlüsselbund dieses Systems ist nicht nutzbar: {1}',
  'another process is changing {1}; try again in a moment':
    'ein anderer Prozess ändert gerade {1}; versuch es gleich noch einmal',
  'expected one key of letters, digits and . : / + = ~ - _; check what was pasted':
    'erwartet wird ein Schlüssel aus Buchstaben, Ziffern und . : / + = ~ - _; prüf, was eingefügt wurde',
  // the audit log
  'Nothing is broken that you have not accepted before; nothing was written.':
    'Es gibt keinen Bruch, den du nicht schon hingenommen hast; nichts wurde geschrieben.',
  'Row {1} says that you know of every break before it. Nothing else has changed.':
    'Zeile {1} hält fest, dass du jeden Bruch davor kennst. Sonst hat sich nichts geändert.',
  // judging a command or a call
  'expected one JSON object, got nothing': 'erwartet wird ein JSON-Objekt, und nichts kam',
  'expected one JSON object, got "{1}"': 'erwartet wird ein JSON-Objekt, nicht „{1}“',
  'expected an executor of {1}': 'als Ausführung passt {1}',
  'expected a taint of {1}': 'als Herkunft passt {1}',
  'expected {"cmd": text}': 'erwartet wird {"cmd": text}',
  'expected {"tool": name, "arguments": object}': 'erwartet wird {"tool": name, "arguments": object}',
};
