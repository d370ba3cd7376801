import type { Forms } from './forms.ts';

export const models: Forms = {
  // whose call it was stands before it
  '{1}: {2}': '{1}: {2}',
  'model:{1} is paused after repeated errors{2} and is being tested now; try again in a moment':
    '{1} pausiert nach mehreren Fehlern{2} und wird gerade geprüft; versuch es gleich noch einmal',
  'model:{1} is paused for {2} s after repeated errors{3}': '{1} pausiert nach mehreren Fehlern noch {2} s{3}',
  '{1} is paused after repeated errors and is being tested now; try again in a moment':
    '{1} pausiert nach mehreren Fehlern und wird gerade geprüft; versuch es gleich noch einmal',
  '{1} is paused for {2} s after repeated errors': '{1} pausiert nach mehreren Fehlern noch {2} s',
  'the connection to {1} failed ({2}); {3}': 'die Verbindung zu {1} kam nicht zustande ({2}); {3}',
  'connect ECONNREFUSED {1}': 'ECONNREFUSED: {1} nimmt keine Verbindung an',
  'getaddrinfo ENOTFOUND {1}': 'ENOTFOUND: {1} gibt es nicht',
  'the answer of {1} broke off: {2}; try again': 'die Antwort von {1} brach ab: {2}; versuch es noch einmal',
  'the stream ended before its end mark': 'sie endete ohne ihr Ende-Zeichen',
  'an event of the stream was not JSON': 'ein Teil davon war kein JSON',
  'it is not JSON': 'sie ist kein JSON',
  'it has no body': 'sie hat keinen Inhalt',
  'a line has no message': 'eine Zeile hat keine Nachricht',
  'it is neither a stream of events nor JSON, which is what such a server sends':
    'sie ist weder ein Strom von Ereignissen noch JSON, wie ein solcher Server es schickt',
  'the quota or credit at {1} is spent: {2}': 'Kontingent oder Guthaben bei {1} ist verbraucht: {2}',
  'the conversation is longer than {1} takes: {2}': 'das Gespräch ist länger, als {1} es nimmt: {2}',
  '{1} refused the key ({2}: {3}); check {4}': '{1} hat den Schlüssel abgelehnt ({2}: {3}); prüf {4}',
  '{1} cannot answer now ({2}: {3}); try again later': '{1} kann gerade nicht antworten ({2}: {3}); versuch es später',
  'what answers is not Anthropic: it lists no model; check ANTHROPIC_BASE_URL':
    'dort antwortet nicht Anthropic: Es nennt kein Modell; prüf ANTHROPIC_BASE_URL',
  '{1} lists no model; load one there, or check {2}': '{1} nennt kein Modell; lade dort eines, oder prüf {2}',
  '{1} has no model; run `ollama pull qwen3:8b` or another':
    '{1} hat kein Modell; führ `ollama pull qwen3:8b` aus, oder für ein anderes',
  '{1} answered 404: {2}; {3}': '{1} hat mit 404 geantwortet: {2}; {3}',
  '{1} redirects ({2}), which is not followed; set its final address':
    '{1} leitet weiter ({2}), und dem wird nicht gefolgt; setz die endgültige Adresse',
  '{1} refused the request ({2}): {3}': '{1} hat die Anfrage abgelehnt ({2}): {3}',
  'expected {1} to answer within {2} ms, nothing came; try again later':
    '{1} hat {2} ms lang nicht geantwortet; versuch es später',
  '{1} fell silent for {2} ms in the middle of its answer; try again':
    '{1} verstummte mitten in der Antwort für {2} ms; versuch es noch einmal',
  'the call to {1} was cancelled': 'der Aufruf von {1} wurde abgebrochen',
  'the call to {1} was cancelled before it began': 'der Aufruf von {1} wurde abgebrochen, bevor er begann',
  'expected a key for {1}, {2} is empty; set it': 'für {1} fehlt der Schlüssel, {2} ist leer; setz ihn',
  'the model {1} cannot be called: {2}': 'das Modell {1} lässt sich nicht aufrufen: {2}',
  'the model that may answer this is not set up; see [models] in config.toml':
    'das Modell, das darauf antworten darf, ist nicht eingerichtet; siehe [models] in config.toml',
  'no response within {1} s': 'keine Antwort innerhalb von {1} s',
  'named in config.toml, and {1} is not set': 'in config.toml genannt, und {1} ist nicht gesetzt',
  'named in config.toml, and it is no provider of models':
    'in config.toml genannt, und es ist kein Anbieter von Modellen',
  'there is no provider {1}; give it a table [models.providers.{2}] in config.toml':
    'einen Anbieter {1} gibt es nicht; gib ihm eine Tabelle [models.providers.{2}] in config.toml',
  '{1} is not set; put it into .env': '{1} ist nicht gesetzt; trag es in .env ein',
  'the rehearsal provider has one model, rehearsal/rehearsal; it was asked for {1}':
    'der Anbieter rehearsal hat nur das Modell rehearsal/rehearsal, nicht {1}',
  'expected OLLAMA_HOST to be an address such as http://127.0.0.1:11434':
    'als OLLAMA_HOST wird eine Adresse erwartet wie http://127.0.0.1:11434',
  'the reply holds {1}, which is not understood here, so none of it is used; if that may be passed over, name it under "ignore" in the server\'s table [models.providers.NAME] of config.toml':
    'die Antwort enthält {1}, was hier nicht verstanden wird, also wird nichts davon benutzt; darf es übergangen werden, nenne es unter „ignore“ in der Tabelle des Servers, [models.providers.NAME] in config.toml',
  '{1} wrote a tool call into its text, in a form that is not understood ("{2}"); add it to natural_tools in [models] of config.toml, so that its tools are offered in words':
    '{1} hat einen Aufruf in seinen Text geschrieben, in einer Form, die nicht verstanden wird („{2}“); nimm es in natural_tools in [models] von config.toml auf, damit ihm Werkzeuge in Worten angeboten werden',
  'no reason given': 'ohne Angabe von Gründen',
  // who it is, and what to do about it
  '{1} at {2}': '{1} unter {2}',
  'OLLAMA_HOST and its key': 'OLLAMA_HOST und den Schlüssel',
  'check that it runs, and {1}': 'prüf, ob er läuft, und {1}',
  'check {1}': 'prüf {1}',
  'the address': 'die Adresse',
  'its key': 'den Schlüssel',
  '--model, and --url': '--model und --url',
  'check the network and ANTHROPIC_BASE_URL, or try again later':
    'prüf das Netz und ANTHROPIC_BASE_URL, oder versuch es später',
  'start it with `ollama serve`, or set OLLAMA_HOST': 'starte es mit `ollama serve`, oder setz OLLAMA_HOST',
  'check the model name in config.toml, and {1}': 'prüf den Namen des Modells in config.toml, und {1}',
  'run `ollama pull` for it': 'hol es mit `ollama pull`',
  'run `ollama pull {1}`, or name another model in config.toml':
    'führ `ollama pull {1}` aus, oder nenne ein anderes Modell in config.toml',
  // why a model answers
  'the default': 'die Vorgabe',
  '{1}, {2}': '{1}, {2}',
  '{1}; {2}': '{1}; {2}',
  'chosen for this conversation': 'für dieses Gespräch gewählt',
  'named in config.toml': 'in config.toml genannt',
  'not set': 'nicht gesetzt',
  'models.prefer is {1}': 'models.prefer ist {1}',
  '{1} is set': '{1} ist gesetzt',
  'Ollama answers on this machine': 'Ollama antwortet auf diesem Rechner',
  '{1} answers': '{1} antwortet',
  'Ollama has no model to talk with; pull one': 'Ollama hat kein Modell zum Reden; hol eines',
  '{1} is set up: name one of its models as models.default':
    '{1} ist eingerichtet: nenne eines seiner Modelle als models.default',
  '{1} lists no model': '{1} nennt kein Modell',
  '{1} has no key': '{1} hat keinen Schlüssel',
  'it understands plain requests by rules': 'versteht einfache Bitten nach Regeln',
  'set {1}': 'setze {1}',
  'use Ollama': 'nimm Ollama',
  'start {1}': 'starte {1}',
  'name a model of {1}': 'nenne ein Modell von {1}',
  '{1}; to use a real model, {2} or name a server in config.toml':
    '{1}; für ein echtes Modell: {2} oder nenne einen Server in config.toml',
  '{1}; to use a real model, {2} or name a server in config.toml ({3})':
    '{1}; für ein echtes Modell: {2} oder nenne einen Server in config.toml ({3})',
};
