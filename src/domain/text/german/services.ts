/** What fails between us and a model server, Telegram or the sandbox. */
import type { Rows } from './rows.ts';

export const services: Rows = [
  // an act that was cut off
  [
    /^Straylight died while \w+ was under way; it may or may not have happened$/,
    'Straylight wurde beendet, während das lief; vielleicht ist es geschehen, vielleicht nicht',
  ],
  [
    /^\w+ did not answer within (\d+) s; it may or may not have happened$/,
    'nach $1 s war es nicht fertig; vielleicht ist es geschehen, vielleicht nicht',
  ],
  // what jobs of our own say
  [/^The database was copied to (.+)\.$/, 'Die Datenbank liegt als Kopie in $1.'],
  [/^The audit chain is whole: (\d+) rows?\.$/, 'Die Audit-Kette ist unversehrt. Zeilen: $1.'],
  [
    /^the audit chain is broken: ([\s\S]+); "straylight audit verify" says more$/,
    'die Audit-Kette ist beschädigt: {1}; „straylight audit verify“ sagt mehr',
  ],
  [
    /^Memories: (\d+) merged, (\d+) archived, (\d+) linked, (\d+) contradicting another\.$/,
    'Erinnerungen: zusammengeführt $1, abgelegt $2, verbunden $3, im Widerspruch zu einer anderen $4.',
  ],
  [/^putting the memories in order ended \w+$/, 'das Ordnen der Erinnerungen kam nicht zu seinem Ende'],
  // whose call it was stands before it
  [/^((?:model:)?[a-z][a-z0-9_-]*\/[^\s:]+(?::[^\s:]+)?): ([\s\S]+)$/, '$1: {2}'],
  [
    /^model:(\S+) is paused after repeated errors(.*) and is being tested now; try again in a moment$/,
    '$1 pausiert nach mehreren Fehlern$2 und wird gerade geprüft; versuch es gleich noch einmal',
  ],
  [/^model:(\S+) is paused for (\d+) s after repeated errors(.*)$/, '$1 pausiert nach mehreren Fehlern noch $2 s$3'],
  [
    /^the connection to (.+?) failed \((.+?)(?:: no reason given)?\); ([^;]+)$/,
    'die Verbindung zu {1} kam nicht zustande ({2}); {3}',
  ],
  [/^connect ECONNREFUSED (\S+)$/, 'ECONNREFUSED: $1 nimmt keine Verbindung an'],
  [/^getaddrinfo ENOTFOUND (\S+)$/, 'ENOTFOUND: $1 gibt es nicht'],
  [/^the answer of (.+?) broke off: (.+); try again$/, 'die Antwort von {1} brach ab: {2}; versuch es noch einmal'],
  [/^the quota or credit at (.+?) is spent: (.+)$/, 'Kontingent oder Guthaben bei {1} ist verbraucht: {2}'],
  [/^the conversation is longer than (.+?) takes: (.+)$/, 'das Gespräch ist länger, als {1} es nimmt: {2}'],
  [/^(.+?) refused the key \((\d+): (.+)\); check (.+)$/, '{1} hat den Schlüssel abgelehnt ($2: {3}); prüf {4}'],
  [
    /^(.+?) cannot answer now \((\d+): (.+)\); try again later$/,
    '{1} kann gerade nicht antworten ($2: {3}); versuch es später',
  ],
  [
    /^what answers is not (\S+): it lists no model; check (.+)$/,
    'dort antwortet nicht $1: Es nennt kein Modell; prüf $2',
  ],
  [/^(.+?) lists no model; load one there, or check (.+)$/, '{1} nennt kein Modell; lade dort eines, oder prüf {2}'],
  [/^(.+?) answered 404: (.+); ([^;]+)$/, '{1} hat mit 404 geantwortet: {2}; {3}'],
  [
    /^(.+?) redirects \((\d+)\), which is not followed; set its final address$/,
    '{1} leitet weiter ($2), und dem wird nicht gefolgt; setz die endgültige Adresse',
  ],
  [/^(.+?) refused the request \((\d+)\): (.+)$/, '{1} hat die Anfrage abgelehnt ($2): {3}'],
  [
    /^expected (.+?) to answer within (\d+) ms, nothing came; try again later$/,
    '{1} hat $2 ms lang nicht geantwortet; versuch es später',
  ],
  [
    /^(.+?) fell silent for (\d+) ms in the middle of its answer; try again$/,
    '{1} verstummte mitten in der Antwort für $2 ms; versuch es noch einmal',
  ],
  [/^the call to (.+?) was cancelled(?: before it began)?$/, 'der Aufruf von {1} wurde abgebrochen'],
  [/^expected a key for (.+?), (\S+) is empty; set it$/, 'für {1} fehlt der Schlüssel, $2 ist leer; setz ihn'],
  [/^the model (\S+) cannot be called: ([\s\S]+)$/, 'das Modell $1 lässt sich nicht aufrufen: {2}'],
  [
    /^the model that may answer this is not set up; see (.+)$/,
    'das Modell, das darauf antworten darf, ist nicht eingerichtet; siehe $1',
  ],
  [/^named in config\.toml, and ([\s\S]+)$/, 'in config.toml genannt, und {1}'],
  [
    /^there is no provider (.+?); give it a table (\[.+\]) in config\.toml$/,
    'einen Anbieter $1 gibt es nicht; gib ihm eine Tabelle $2 in config.toml',
  ],
  [/^(\w+(?: or \w+)*) is not set; put it into \.env$/, '$1 ist nicht gesetzt; trag es in .env ein'],
  [
    /^the rehearsal provider has one model, (\S+); it was asked for (.+)$/,
    'der Anbieter rehearsal hat nur das Modell $1, nicht $2',
  ],
  [/^no reason given$/, 'ohne Angabe von Gründen'],
  [/^(server|.+) at (https?:\/\/\S+|unix:\S+)$/, '$1 unter $2'],
  [/^check that it runs, and (.+?) in (\[.+\])$/, 'prüf, ob er läuft, und $1 in $2'],
  [/^check that it runs, and (.+)$/, 'prüf, ob er läuft, und {1}'],
  [/^check (the address)$/, 'prüf {1}'],
  [/^check --model, and --url$/, 'prüf --model und --url'],
  [/^the address$/, 'die Adresse'],
  [/^its key$/, 'den Schlüssel'],
  [/^check the network and (\w+), or try again later$/, 'prüf das Netz und $1, oder versuch es später'],
  [/^start it with (`.+?`), or set (\w+)$/, 'starte es mit $1, oder setz $2'],
  [/^check the model name in config\.toml, and (.+)$/, 'prüf den Namen des Modells in config.toml, und $1'],
  [/^run (`.+?`) for it$/, 'hol es mit $1'],
  [/^run (`.+?`), or name another model in config\.toml$/, 'führ $1 aus, oder nenne ein anderes Modell in config.toml'],
  // Telegram
  [
    /^Telegram cannot be reached for \w+ \((.+)\); is there a network, and is channels\.telegram\.api_root right\?$/,
    'Telegram ist nicht erreichbar ($1); gibt es ein Netz, und stimmt channels.telegram.api_root?',
  ],
  [
    /^Telegram is not set up: make a bot with @BotFather, and put its token into \.env as (\w+)$/,
    'Telegram ist nicht eingerichtet: Leg mit @BotFather einen Bot an, und trag sein Token als $1 in .env ein',
  ],
  [/^Telegram did not answer \w+ in time$/, 'Telegram hat nicht rechtzeitig geantwortet'],
  [
    /^no answer to \w+ came from Telegram \((.+)\): the message may have been sent or not$/,
    'Telegram hat nicht geantwortet ($1): Die Nachricht ist vielleicht gesendet, vielleicht nicht',
  ],
  // the sandbox
  [
    /^(Docker|bubblewrap) works here([^:(]*)( \([\s\S]+\))?: commands run in a sandbox without network\.$/,
    '$1 funktioniert hier{2}$3: Befehle laufen in einer Sandbox ohne Netz.',
  ],
  [/^, with gVisor$/, ', mit gVisor'],
  [/^, though not with its newest options$/, ', aber nicht mit seinen neuesten Optionen'],
  [
    /^, though without a warm runner, so that each command takes longer$/,
    ', aber ohne bereiten Runner, deshalb dauert jeder Befehl länger',
  ],
  [
    /^, though neither with its newest options nor with a warm runner$/,
    ', aber weder mit seinen neuesten Optionen noch mit einem bereiten Runner',
  ],
  [
    /^chosen in config\.toml: commands run without a sandbox\.$/,
    'so steht es in config.toml: Befehle laufen ohne Sandbox.',
  ],
  [
    /^Commands run directly on this machine, without a sandbox: ([\s\S]+)\.$/,
    'Befehle laufen direkt auf diesem Rechner, ohne Sandbox: {1}.',
  ],
  [
    /^No command runs: config\.toml asks for (\w+), and ([\s\S]+)\.$/,
    'Kein Befehl läuft: config.toml verlangt $1, und {2}.',
  ],
  [/^(\w+) is not available here$/, '$1 gibt es hier nicht'],
  [
    /^there is no Docker engine: no socket at (.+?) or (.+)$/,
    'Docker gibt es hier nicht: kein Socket unter $1 oder $2',
  ],
  [/^there is no Docker engine: no socket at (.+)$/, 'Docker gibt es hier nicht: kein Socket unter $1'],
  [
    /^the Docker engine may not be used by this user: it belongs to the group “docker”$/,
    'dieser Benutzer darf Docker nicht benutzen: Es gehört der Gruppe „docker“',
  ],
  [/^the Docker engine did not (.+?) within (\d+) s$/, 'Docker hat nach $2 s nicht geantwortet ($1)'],
  [
    /^bubblewrap is not there or does not start: install it so that (.+) works$/,
    'bubblewrap fehlt oder startet nicht: Installier es, sodass $1 funktioniert',
  ],
  [/^the Docker engine did not say that it is there: ([\s\S]+)$/, 'Docker hat sich nicht gemeldet: $1'],
  [/^the Docker engine cannot hold the sandbox: ([\s\S]+)$/, 'Docker kann die Sandbox nicht aufnehmen: {1}'],
  [/^the sandbox could not be built: ([\s\S]+)$/, 'die Sandbox ließ sich nicht aufbauen: {1}'],
];
