/** `straylight doctor`. */
export const doctor: Readonly<Record<string, string>> = {
  Home: 'Ordner',
  Disk: 'Platte',
  Settings: 'Einstellungen',
  Executor: 'Ausführung',
  Secrets: 'Geheimnisse',
  Undo: 'Rückgängig',
  Database: 'Datenbank',
  'Model roles': 'Modellrollen',
  'Model {name}': 'Modell {name}',
  Embeddings: 'Einbettungen',
  FAIL: 'NEIN',
  '{version}; 26 or newer is required': '{version}; nötig ist 26 oder neuer',
  'run "npm ci", then start with "npm start" or bin/straylight.js':
    'führ „npm ci“ aus, dann starte mit „npm start“ oder bin/straylight.js',
  '{home} does not exist yet': '{home} gibt es noch nicht',
  'run "straylight init"': 'führ „straylight init“ aus',
  '{home} is not writable{value}': '{home} ist nicht beschreibbar{value}',
  ': its file system is read-only': ': sein Dateisystem ist schreibgeschützt',
  'remount it writable (mount -o remount,rw), or choose another home with --home':
    'häng es beschreibbar ein (mount -o remount,rw), oder wähle mit --home einen anderen Ordner',
  'become its owner: chown -R "$USER" {home}': 'mach ihn zu deinem: chown -R "$USER" {home}',
  'other users of this machine can read {join}': 'andere Benutzer dieses Rechners können {join} lesen',
  '{value} free at {place}': '{value} frei auf {place}',
  'free disk space now: the database will soon not be writable':
    'schaff jetzt Platz: bald lässt sich nichts mehr in die Datenbank schreiben',
  'free disk space before the database needs it': 'schaff Platz, bevor die Datenbank ihn braucht',
  'no port': 'keinen Port',
  'the running Straylight uses {served}': 'das laufende Straylight benutzt {served}',
  '127.0.0.1:{port} is taken; the page would have the next free port':
    '127.0.0.1:{port} ist belegt; die Seite bekäme den nächsten freien Port',
  '127.0.0.1:{port} cannot be used ({code})': '127.0.0.1:{port} lässt sich nicht benutzen ({code})',
  'set another channels.web.port in config.toml, or start with --port 0':
    'setz einen anderen channels.web.port in config.toml, oder starte mit --port 0',
  'any free port': 'irgendein freier Port',
  '127.0.0.1:{port} is free': '127.0.0.1:{port} ist frei',
  'fix these lines; {example} shows every setting': 'berichtige diese Zeilen; {example} zeigt jede Einstellung',
  valid: 'gültig',
  'valid, with {value} warnings:': 'gültig, mit {value} Warnungen:',
  '{name} does not work: {trim}': '{name} geht nicht: {trim}',
  'exit code {exitCode}': 'Rückgabewert {exitCode}',
  'install bubblewrap (Debian: apt install bubblewrap) and allow unprivileged user namespaces, or run Docker':
    'installiere bubblewrap (Debian: apt install bubblewrap) und erlaube User-Namespaces ohne Rechte, oder nimm Docker',
  'not installed, so the agent cannot write tools': 'nicht installiert, also kann der Agent keine Werkzeuge schreiben',
  'install git (Debian: apt install git)': 'installiere git (Debian: apt install git)',
  none: 'keine',
  'other users of this machine can read {file}': 'andere Benutzer dieses Rechners können {file} lesen',
  '{value} in {file}; the key works': '{value} in {file}; der Schlüssel passt',
  'cannot be read: {thrown}': 'nicht zu lesen: {thrown}',
  'off: changes to the workspace cannot be undone':
    'aus: Änderungen im Arbeitsordner lassen sich nicht rückgängig machen',
  'on; nothing saved yet': 'an; noch nichts aufgehoben',
  Folder: 'Ordner',
  '{path} is /workspace/{name}, to read and write': '{path} ist /workspace/{name}, zum Lesen und Schreiben',
  '{path} is /workspace/{name}, only to read': '{path} ist /workspace/{name}, nur zum Lesen',
  '{megabytes} MB of {maxMb} MB used in {folder}': '{megabytes} MB von {maxMb} MB benutzt in {folder}',
  'raise [undo] max_mb, or move large files out of the workspace: changes that do not fit cannot be undone':
    'erhöhe [undo] max_mb, oder schaff große Dateien aus dem Arbeitsordner: was nicht passt, lässt sich nicht rückgängig machen',
  'off in config.toml': 'aus in config.toml',
  'install Chromium (Debian: apt install chromium)': 'installiere Chromium (Debian: apt install chromium)',
  'no Chromium found, so the browser tool is not available':
    'kein Chromium gefunden, also gibt es kein Browser-Werkzeug',
  'connected as {value}': 'verbunden als {value}',
  '{database} does not exist yet; the first start creates it':
    '{database} gibt es noch nicht; der erste Start legt sie an',
  '{database} cannot be opened: {problem}': '{database} lässt sich nicht öffnen: {problem}',
  'check that it is a file and that you own it: ls -ld {home} {database}':
    'prüf, ob es eine Datei ist und dir gehört: ls -ld {home} {database}',
  '{database} is damaged: {problem}': '{database} ist beschädigt: {problem}',
  '{database} was written by a newer version of Straylight: it has schema {schema}, this version supports up to {newest}':
    '{database} stammt von einem neueren Straylight: Schema {schema}, hier geht es bis {newest}',
  'use that version. Or {paths}': 'nimm jenes. Oder {paths}',
  'migration {migration} differs from the one applied to {database}':
    'Migration {migration} ist eine andere als die in {database}',
  'the program files were changed: reinstall Straylight':
    'die Programmdateien wurden geändert: installiere Straylight neu',
  intact: 'unversehrt',
  'opens; not checked in full because it is larger than {value} MB':
    'geht auf; nicht ganz geprüft, weil sie größer als {value} MB ist',
  'schema {schema}, which the next start upgrades to {newest}':
    'Schema {schema}, das der nächste Start auf {newest} hebt',
  'schema {schema}': 'Schema {schema}',
  '(the audit log then shows a break; "straylight audit accept" accepts it)':
    '(das Protokoll zeigt dann einen Bruch; „straylight audit accept“ nimmt ihn hin)',
  'stop Straylight and move the file away; there is no copy in {backups}, so the next start creates an empty database {after}: {move}':
    'halte Straylight an und verschieb die Datei; in {backups} ist keine Kopie, also legt der nächste Start eine leere Datenbank an {after}: {move}',
  'stop Straylight, move the file away and restore the newest copy {after}: {move} && cp {copy} {database}':
    'halte Straylight an, verschieb die Datei und hol die neueste Kopie zurück {after}: {move} && cp {copy} {database}',
  'No check failed.': 'Nichts ist fehlgeschlagen.',
  '{failed} of {length} checks failed.': '{failed} von {length} Prüfungen sind fehlgeschlagen.',
  'no response within {value} s': 'keine Antwort in {value} s',
  'not running, and no setting uses it': 'läuft nicht, und keine Einstellung braucht es',
  'connected, but it does not offer {map}; it offers {models}':
    'verbunden, aber {map} gibt es dort nicht; es gibt {models}',
  'choose one of these in config.toml, for example "{name}/{value}"{value2}':
    'wähle eines davon in config.toml, zum Beispiel „{name}/{value}“{value2}',
  ', or run: {first}': ', oder führ aus: {first}',
  'connected, but it offers no models': 'verbunden, aber ohne Modelle',
  'connected; offers {models}': 'verbunden; es gibt {models}',
  'connected; {takes}: {needs}': 'verbunden; {takes}: {needs}',
  'models are set that are never called': 'es sind Modelle gesetzt, die nie gefragt werden',
  '{name} has no embeddings': '{name} hat keine Einbettungen',
  'set {setting} to another model': 'setz {setting} auf ein anderes Modell',
  '{name} answered no vector': '{name} hat keinen Vektor geliefert',
  '{name}, {length} dimensions': '{name}, {length} Dimensionen',
  '{name} answers, but sqlite-vec cannot be loaded': '{name} antwortet, aber sqlite-vec lässt sich nicht laden',
  'memories are found by their words alone; run npm ci on this machine':
    'Erinnerungen werden nur nach ihren Worten gefunden; ruf auf diesem Rechner npm ci auf',
};
