/** What is said of settings, secrets, actors and the audit log, in German. */
export const records: Readonly<Record<string, string>> = {
  'nothing is set; every setting has its default': 'nichts ist gesetzt; jede Einstellung hat ihre Vorgabe',
  'Secrets that are set: {names}': 'Gesetzte Geheimnisse: {names}',
  'The settings are valid.': 'Die Einstellungen sind gültig.',
  'an editor needs a terminal; the settings are in {file}':
    'ein Editor braucht ein Terminal; die Einstellungen stehen in {file}',
  'Nothing was changed.': 'Geändert wurde nichts.',
  'Until that is mended, Straylight does not start: "straylight config edit" opens it again.':
    'Bis das behoben ist, startet Straylight nicht: „straylight config edit“ öffnet die Datei wieder.',
  'They count from the next start: "straylight stop", then "straylight start".':
    'Sie gelten ab dem nächsten Start: „straylight stop“, dann „straylight start“.',
  'There are no new breaks to accept.': 'Es gibt keinen neuen Bruch, der hinzunehmen wäre.',
  'expected a file from "straylight audit export" at {file}, but {came}':
    'erwartet wird eine Datei von „straylight audit export“ unter {file}, aber {came}',
  'it does not exist': 'es gibt sie nicht',
  'it is a folder': 'es ist ein Ordner',
  'you may not read it': 'du darfst sie nicht lesen',
  'it cannot be read ({code})': 'sie lässt sich nicht lesen ({code})',
  'The audit log is broken: {problem}.': 'Das Audit-Protokoll ist gebrochen: „{problem}“.',
  'If you know the reason, "straylight audit accept" accepts the break.':
    'Kennst du den Grund, nimmt „straylight audit accept“ den Bruch hin.',
  'The file was changed after its export. "straylight audit verify" checks the audit log itself.':
    'Die Datei wurde nach dem Schreiben geändert. „straylight audit verify“ prüft das Protokoll selbst.',
  'Broken: {problem}.': 'Gebrochen: „{problem}“.',
  'Broken at row {n}: {problem}.': 'Gebrochen in Zeile {n}: „{problem}“.',
  'No row before it can be trusted.': 'Keiner Zeile davor ist zu trauen.',
  'Rows 1 to {rows} are unchanged.': 'Die Zeilen 1 bis {rows} sind unverändert.',
  'Verified: {rows} rows, none changed, signed by the key {key}.':
    'Geprüft: {rows} Zeilen, keine geändert, unterschrieben mit dem Schlüssel {key}.',
  'Verified: {rows} rows, none changed (except {accepted} accepted breaks), signed by the key {key}.':
    'Geprüft: {rows} Zeilen, keine geändert (bis auf {accepted} hingenommene Brüche), unterschrieben mit dem Schlüssel {key}.',
  '{address} is in the database but not in the audit log.': '{address} steht in der Datenbank, nicht im Protokoll.',
  '… and {count} more.': '… und {count} weitere.',
  'the name of a secret is {rule}': 'der Name eines Geheimnisses ist {rule}',
  'the value is empty': 'der Wert ist leer',
  '--expires takes a day to come as in 2027-01-31, or days as in 90d':
    '--expires nimmt einen kommenden Tag wie 2027-01-31 oder Tage wie 90d',
  'Added {name}, {where}.': '{name} hinzugefügt, {where}.',
  'Replaced, with the same rule: {name}, {where}.': 'Ersetzt, mit derselben Regel: {name}, {where}.',
  'Replaced, with a new rule: {name}, {where}.': 'Ersetzt, mit einer neuen Regel: {name}, {where}.',
  'Removed {name}. The service that issued it still accepts it; revoke it there.':
    '{name} entfernt. Der Dienst, von dem es kommt, nimmt es noch an; widerrufe es dort.',
  'done, but the running agent could not be notified ({message})':
    'erledigt, aber der laufende Agent ließ sich nicht benachrichtigen (`{message}`)',
  'Verified: all {steps} steps match the journal.': 'Geprüft: Alle {steps} Schritte stimmen mit dem Journal überein.',
  'Verified: {matched} of {steps} steps match the journal. The others held texts that were forgotten, so they cannot be compared.':
    'Geprüft: {matched} von {steps} Schritten stimmen mit dem Journal überein. Die anderen enthielten Vergessenes und lassen sich nicht vergleichen.',
  'The code has changed since: step {seq} of {steps} is the first that differs.':
    'Der Code hat sich seitdem geändert: Schritt {seq} von {steps} weicht als erster ab.',
  'Not verified: step {seq} of {steps} is the first that differs.':
    'Nicht bestätigt: Schritt {seq} von {steps} weicht als erster ab.',
  unknown: 'unbekannt',
  'invalid JSON': 'kein JSON',
  'expected a file from "straylight actors export" at {path}, got {reason}':
    'erwartet wird eine Datei von „straylight actors export“ unter {path}, aber es ist: {reason}',
  SERIOUS: 'ERNST  ',
  'weaker ': 'schwach',
  'note   ': 'Hinweis',
  'Nothing found that weakens security.': 'Nichts gefunden, was die Sicherheit schwächt.',
  '{serious} serious, 1 other. SECURITY.md explains each promise.':
    'Ernst: {serious}, sonst: 1. SECURITY.md erklärt jede Zusage.',
  '{serious} serious, {rest} others. SECURITY.md explains each promise.':
    'Ernst: {serious}, sonst: {rest}. SECURITY.md erklärt jede Zusage.',
};
