/** Why a schedule is none, or never fires. */
import type { Forms } from './forms.ts';

export const schedules: Forms = {
  '"{1}" is no cron expression; expected five fields (minute, hour, day of month, month, day of week), or six with seconds before them, or seven with a year behind them':
    '„{1}“ ist kein Cron-Ausdruck; erwartet werden fünf Felder (Minute, Stunde, Tag im Monat, Monat, Wochentag), oder sechs mit den Sekunden davor, oder sieben mit dem Jahr dahinter',
  '"{1}" is no cron expression: {2}': '„{1}“ ist kein Cron-Ausdruck: {2}',
  '{1} "{2}" is wrong; it may be {3}': '{1} „{2}“ stimmt nicht; möglich ist {3}',
  'the combination of its fields can be true of no day': 'die Verbindung seiner Felder trifft auf keinen Tag zu',
  'the second': 'die Sekunde',
  'the minute': 'die Minute',
  'the hour': 'die Stunde',
  'the day of month': 'der Tag im Monat',
  'the month': 'der Monat',
  'the day of week': 'der Wochentag',
  'the year': 'das Jahr',
  '{1}, also several (1,15), a range (9-17) or every so many (*/5)':
    '{1}, auch mehrere (1,15), ein Bereich (9-17) oder jede so vielte (*/5)',
  '{1} to {2}': '{1} bis {2}',
  '1 to 31, L for the last, 15W for the weekday nearest the 15th':
    '1 bis 31, L für den letzten, 15W für den Werktag, der dem 15. am nächsten ist',
  '1 to 12 or JAN to DEC': '1 bis 12 oder JAN bis DEC',
  '0 to 7 or SUN to SAT, FRI#2 for the second Friday, FRI#L for the last':
    '0 bis 7 oder SUN bis SAT, FRI#2 für den zweiten Freitag, FRI#L für den letzten',
  'it never fires: {1}': 'er käme nie dran: {1}',
  'it never fires: {1} has passed': 'er käme nie dran: {1} ist vorbei',
  'its last instant was {1}': 'zuletzt war er {1} dran',
  'month {1} has no day {2}; its last is the {3}th at most':
    'Monat {1} hat keinen Tag {2}; sein letzter ist höchstens der {3}.',
  'no day is day of month {1}, month {2} and day of week {3}':
    'kein Tag ist zugleich Tag {1} im Monat, Monat {2} und Wochentag {3}',
  'no day is day of month {1}, month {2} and day of week {3}, in the year {4}':
    'kein Tag ist zugleich Tag {1} im Monat, Monat {2} und Wochentag {3}, im Jahr {4}',
  '@reboot is no time: a schedule cannot wait for a start of this computer':
    '@reboot ist keine Zeit: ein Zeitplan kann nicht auf einen Start dieses Rechners warten',
  'the schedule is empty; expected a cron expression, an instant or "every 90m"':
    'der Zeitplan ist leer; erwartet wird ein Cron-Ausdruck, ein Zeitpunkt oder „every 90m“',
  'the time zone is empty; expected a name such as Europe/Berlin':
    'die Zeitzone ist leer; erwartet wird ein Name wie Europe/Berlin',
  '"{1}" is no time zone; expected a name such as Europe/Berlin':
    '„{1}“ ist keine Zeitzone; erwartet wird ein Name wie Europe/Berlin',
  '"{1}" is no instant; expected one such as 2026-12-24T18:00':
    '„{1}“ ist kein Zeitpunkt; erwartet wird einer wie 2026-12-24T18:00',
  '"{1}" is no local time to count days from; expected one such as 2026-12-24T18:00':
    '„{1}“ ist keine Ortszeit, von der an sich Tage zählen lassen; erwartet wird eine wie 2026-12-24T18:00',
  'an interval is at least 1 and at most 366 days, not {1}':
    'ein Abstand hat mindestens einen und höchstens 366 Tage, nicht {1}',
  'an interval is at least 1 s and at most 366 days, not "{1}"':
    'ein Abstand hat mindestens 1 s und höchstens 366 Tage, nicht „{1}“',
  '"{1}" is no interval; expected one such as 90s, 20m, 1h30m or 2d':
    '„{1}“ ist kein Abstand; erwartet wird einer wie 90s, 20m, 1h30m oder 2d',
  'expected one JSON object: {"expr", "tz", "from", "count"}':
    'erwartet wird ein JSON-Objekt: {"expr", "tz", "from", "count"}',
  'expected "expr", a text: a cron expression, an instant or "every 90m"':
    'als „expr“ wird ein Text erwartet: ein Cron-Ausdruck, ein Zeitpunkt oder „every 90m“',
  'expected "tz", the name of a time zone such as Europe/Berlin':
    'als „tz“ wird der Name einer Zeitzone erwartet wie Europe/Berlin',
  'expected "from", an instant such as 2026-12-24T18:00:00Z':
    'als „from“ wird ein Zeitpunkt erwartet wie 2026-12-24T18:00:00Z',
  'expected "count", a number from 1 to {1}': 'als „count“ wird eine Zahl von 1 bis {1} erwartet',
  // checks of goals
  'expected a check in one line; got several': 'erwartet wird eine Prüfung in einer Zeile; es waren mehrere',
  'expected a check, such as “file_exists report.md” or “npm test”; got nothing':
    'erwartet wird eine Prüfung wie „file_exists bericht.md“ oder „npm test“; es kam nichts',
  'expected a check of at most {1} characters': 'erwartet wird eine Prüfung von höchstens {1} Zeichen',
  'expected “{1} PATH”, a path in the workspace; got no path':
    'erwartet wird „{1} PFAD“, ein Pfad im Arbeitsordner; es kam kein Pfad',
  'expected a command before “=>”; got none': 'erwartet wird ein Befehl vor „=>“; es kam keiner',
  'expected “{1} NUMBER”; got “{2}”': 'erwartet wird „{1} ZAHL“; es kam „{2}“',
  'expected {1} behind “=>”; got “{2}”': 'hinter „=>“ wird {1} erwartet; es kam „{2}“',
  'expected “{1} TEXT”; got no text': 'erwartet wird „{1} TEXT“; es kam kein Text',
  'the pattern “{1}” cannot be used: {2}': 'das Muster „{1}“ lässt sich nicht verwenden: {2}',
  'checks: expected at most {1}, got {2}': 'Prüfungen: höchstens {1}, es waren {2}',
  'a model looked at it': 'ein Modell hat es angesehen',
  'a model says: {1}': 'ein Modell sagt: {1}',
  'no plan with this id waits for approval': 'kein Plan mit dieser id wartet auf eine Freigabe',
  'several plans with this id wait for approval; deny all but one':
    'mehrere Pläne mit dieser id warten auf eine Freigabe; lehne alle bis auf einen ab',
  'it is there': 'es ist da',
  'it is as it was': 'es ist, wie es war',
  'it was changed': 'es wurde geändert',
  'the test {1} was changed since': 'der Test {1} wurde seither geändert',
  'a program is missing: {1}': 'ein Programm fehlt: {1}',
  'there is no {1}': '{1} gibt es nicht',
  '{1} is empty or not there': '{1} ist leer oder nicht da',
  'unchanged: expected a file of the workspace; there is no {1}':
    'unchanged: erwartet wird eine Datei des Arbeitsordners; {1} gibt es nicht',
  'it did not end within {1} s': 'es endete nicht innerhalb von {1} s',
  'exit code {1}': 'Exitcode {1}',
  'exit code {1}: {2}': 'Exitcode {1}: {2}',
  'goal {1} stays open; checks that do not hold: {2} of {3}; “{4}”: {5}':
    'Ziel {1} bleibt offen; Prüfungen, die nicht gelten: {2} von {3}; „{4}“: {5}',
  'goal {1} stays open; checks that could not be run: {2} of {3}; “{4}”: {5}':
    'Ziel {1} bleibt offen; Prüfungen, die sich nicht ausführen ließen: {2} von {3}; „{4}“: {5}',
  // jobs, goals and tasks
  'timeout is a time from 1s to 24h, not "{1}"': 'timeout ist eine Zeit von 1s bis 24h, nicht „{1}“',
  'the template watch-page needs the address of a page, such as https://example.org/news':
    'die Vorlage watch-page braucht die Adresse einer Seite, wie https://example.org/news',
  'there is no built-in {1}; there are {2}': '{1} tut Straylight nicht für sich selbst; es gibt {2}',
  'there is no built-in "{1}"; there are {2}': '„{1}“ tut Straylight nicht für sich selbst; es gibt {2}',
  'a job needs a name and a schedule; expected both, or one of {1}':
    'ein Job braucht einen Namen und einen Zeitplan; erwartet wird beides, oder eins von {1}',
  'expected something of the job to change, got nothing': 'es fehlt, was sich am Job ändern soll',
  'the job "{1}" does something else than when this was shown; look at it again':
    'der Job „{1}“ tut etwas anderes als beim Anzeigen; sieh ihn dir noch einmal an',
  'due: {1}': 'due: {1}',
  'there is no task {1} that this one could be part of; "straylight tasks list" shows all':
    'es gibt keine Aufgabe {1}, zu der diese gehören könnte; „straylight tasks list“ zeigt alle',
};
