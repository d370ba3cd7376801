/** What is wrong with an MCP server, or with what was typed of one. */
import type { Forms } from './forms.ts';

export const mcp: Forms = {
  'there is an MCP server {1} already; remove it first, or choose another name':
    'es gibt schon einen MCP-Server {1}; entferne ihn zuerst, oder wähle einen anderen Namen',
  'the MCP server {1} is set up in config.toml: take [mcp.{2}] out there, and start Straylight again':
    'der MCP-Server {1} ist in config.toml eingerichtet: nimm dort [mcp.{2}] heraus, und starte Straylight neu',
  'expected as a name {1}; came "{2}"': 'als Name wird erwartet: {1}; nicht „{2}“',
  'lower case letters, digits and single underscores, a letter first, at most 20':
    'Kleinbuchstaben, Ziffern und einzelne Unterstriche, ein Buchstabe zuerst, höchstens 20',
  'expected a program or an address behind the name {1}':
    'hinter dem Namen {1} wird ein Programm oder eine Adresse erwartet',
  'expected NAME=VALUE; came "{1}"': 'erwartet wird NAME=WERT, nicht „{1}“',
  'expected an address without user, password and query, and nothing behind it; came "{1}"':
    'erwartet wird eine Adresse ohne Benutzer, Passwort und Abfrage, und nichts dahinter; nicht „{1}“',
  'folders, hosts and variables are for a program; a server at an address has none':
    'Ordner, Hosts und Variablen sind für ein Programm; ein Server unter einer Adresse hat keine',
  'headers are for a server at an address': 'Header sind für einen Server unter einer Adresse',
  'expected folders from / on; came "{1}"': 'erwartet werden Ordner ab /, nicht „{1}“',
  'expected hosts as in api.github.com; came "{1}"': 'erwartet werden Hosts wie api.github.com, nicht „{1}“',
  'expected a file at {1}; it cannot be read ({2})':
    'erwartet wird eine Datei unter {1}; sie lässt sich nicht lesen ({2})',
  'expected the configuration as JSON': 'erwartet wird die Konfiguration als JSON',
  'expected "mcpServers" (Claude Desktop, Claude Code, Cursor) or "servers" (VS Code) in it':
    'darin wird „mcpServers“ (Claude Desktop, Claude Code, Cursor) oder „servers“ (VS Code) erwartet',
  // of a server that is needed
  'the server wanted a request to another address than its own; nothing was sent':
    'der Server wollte eine Anfrage an eine andere Adresse als seine eigene; nichts wurde gesendet',
  'expected an answer of at most {1} bytes, got more':
    'erwartet wurde eine Antwort von höchstens {1} Byte, es kam mehr',
  'the MCP server {1} has just ended; nothing was sent':
    'der MCP-Server {1} ist gerade zu Ende gegangen; nichts wurde gesendet',
  'the call of the MCP server {1} was cancelled': 'der Aufruf des MCP-Servers {1} wurde abgebrochen',
  'the MCP server {1} did not answer within {2} s and was told to stop; whether it did what was asked is not known':
    'der MCP-Server {1} hat nicht innerhalb von {2} s geantwortet und sollte aufhören; ob geschah, was verlangt war, ist nicht bekannt',
  'the MCP server {1} went away before it answered ({2}); whether it did what was asked is not known':
    'der MCP-Server {1} war fort, bevor er geantwortet hat ({2}); ob geschah, was verlangt war, ist nicht bekannt',
  '{1} gets its program from the network when it starts, which a sandbox has not: install the program, and add the server with the path of its file':
    '{1} holt sein Programm beim Start aus dem Netz, und das hat eine Sandbox nicht: Installiere das Programm, und richte den Server mit dem Pfad seiner Datei ein',
  '{1}; {2} is in no folder that the server may read: name it with --folder':
    '{1}; {2} liegt in keinem Ordner, den der Server lesen darf: Nenne ihn mit --folder',
  'the MCP server {1} could not be reached: {2}': 'der MCP-Server {1} war nicht zu erreichen: {2}',
  'the MCP server {1} does not give {2}: {3}': 'der MCP-Server {1} gibt {2} nicht her: {3}',
  'the MCP server {1} did not give {2}: {3}': 'der MCP-Server {1} hat {2} nicht gegeben: {3}',
  'the MCP server {1} has no resources': 'der MCP-Server {1} hat keine Ressourcen',
  'the MCP server {1} lists no resource {2}; "straylight mcp show {3}" has those it lists':
    'der MCP-Server {1} führt keine Ressource {2} auf; „straylight mcp show {3}“ hat die, die er aufführt',
  'it did not come within {1} s': 'es kam nicht innerhalb von {1} s',
  'it has {1} bytes, and a file of a message at most {2}':
    'es hat {1} Byte, und eine Datei einer Nachricht höchstens {2}',
  'several servers have a prompt {1}: say {2}:{3} or {4}:{5}':
    'mehrere Server haben einen Prompt {1}: sag {2}:{3} oder {4}:{5}',
  'the prompt {1} takes no {2}; it takes {3}': 'der Prompt {1} nimmt kein {2}; er nimmt {3}',
  'nothing can be said in a conversation now': 'gerade kann in keinem Gespräch etwas gesagt werden',
  'expected a prompt as in files:summarize path=a.txt': 'erwartet wird ein Prompt wie files:summarize path=a.txt',
  'the question {1} is not as it was kept, or was kept by an earlier version; nothing was sent. Call the tool again':
    'die Frage {1} ist nicht, wie sie aufbewahrt wurde, oder eine frühere Version hat sie aufbewahrt; nichts wurde gesendet. Ruf das Werkzeug noch einmal auf',
  'the MCP server {1} did not list its tools: {2}': 'der MCP-Server {1} hat seine Werkzeuge nicht genannt: {2}',
  'the MCP server {1} is not started: its folder {2} {3}':
    'der MCP-Server {1} wird nicht gestartet: sein Ordner {2} {3}',
  'the MCP server {1} needs a sandbox in which a program can live on, and commands run in {2}; set [sandbox] executor = "bubblewrap" in config.toml':
    'der MCP-Server {1} braucht eine Sandbox, in der ein Programm weiterlaufen kann, und Befehle laufen in {2}; setze [sandbox] executor = "bubblewrap" in config.toml',
  '{1} needs a sandbox in which a program can live on, and {2} is none; set [sandbox] executor = "bubblewrap" in config.toml':
    '{1} braucht eine Sandbox, in der ein Programm weiterlaufen kann, und {2} ist keine; setze [sandbox] executor = "bubblewrap" in config.toml',
  'the MCP server {1} was ended': 'der MCP-Server {1} wurde beendet',
  'the MCP server {1} was removed': 'der MCP-Server {1} wurde entfernt',
  'the MCP server {1} failed {2} times in a row and is tried again in {3} s; "straylight mcp test {4}" says why':
    'der MCP-Server {1} ist {2}-mal hintereinander gescheitert und wird in {3} s wieder versucht; „straylight mcp test {4}“ sagt, warum',
  'programs may not answer what waits for the owner; [mcp_server] may_answer = true in config.toml lets them':
    'Programme dürfen nicht beantworten, was auf den Besitzer wartet; [mcp_server] may_answer = true in config.toml erlaubt es',
  'nothing of this id waits for an answer; list what waits again':
    'nichts mit dieser Kennung wartet auf eine Antwort; liste noch einmal auf, was wartet',
  "this question is put to the owner in a conversation of the owner's own":
    'diese Frage wird dem Besitzer in einem eigenen Gespräch gestellt',
  'only approvals and questions are answered by programs, not {1}':
    'Programme beantworten nur Freigaben und Fragen, nicht {1}',
  'expected "approve" or "deny" as the answer to an approval':
    'als Antwort auf eine Freigabe wird „approve“ oder „deny“ erwartet',
  'expected the digest of the approval as it waits now; list what waits again':
    'erwartet wird der Digest der Freigabe, wie sie jetzt wartet; liste noch einmal auf, was wartet',
  'there is no turn of this id in a conversation of callers':
    'in den Gesprächen von Programmen gibt es keine Runde mit dieser Kennung',
  'the MCP server {1} needs a login: "straylight mcp login {2}"':
    'der MCP-Server {1} braucht eine Anmeldung: „straylight mcp login {2}“',
  'the MCP server {1} wants more rights than its login has ({2}): "straylight mcp login {3}" asks for them':
    'der MCP-Server {1} will mehr Rechte, als seine Anmeldung hat ({2}): „straylight mcp login {3}“ fragt nach ihnen',
  'the login at the MCP server {1} could not be renewed: {2}; nothing was sent':
    'die Anmeldung beim MCP-Server {1} ließ sich nicht erneuern: {2}; nichts wurde gesendet',
  'there is no task of this id': 'es gibt keine Aufgabe mit dieser Id',
  'the task asks nothing now; send a message without its id for other work':
    'die Aufgabe fragt gerade nichts; schick für andere Arbeit eine Nachricht ohne ihre Id',
  'expected as a context 1 to 64 letters, digits and ._-':
    'erwartet werden als Kontext 1 bis 64 Buchstaben, Ziffern und ._-',
  'another message was taken under this messageId; this one was not':
    'unter dieser messageId wurde eine andere Nachricht angenommen, diese nicht',
  'this agent takes no work now; send the same message again later':
    'dieser Agent nimmt gerade keine Arbeit an; schick dieselbe Nachricht später noch einmal',
  'the agent {1} could not be reached: {2}': 'der Agent {1} war nicht zu erreichen: {2}',
  'the agent {1} did not take the work: {2}': 'der Agent {1} hat die Arbeit nicht angenommen: {2}',
  'the agent {1} may or may not have taken the work: {2}':
    'der Agent {1} hat die Arbeit vielleicht angenommen, vielleicht nicht: {2}',
  'the server says that its tokens are for another address, {1}':
    'der Server sagt, dass seine Tokens für eine andere Adresse sind, {1}',
  'this login is by a code: it ends by itself once the code was typed':
    'diese Anmeldung geht mit einem Code: sie endet von selbst, sobald der Code eingegeben ist',
  'the MCP server {1} offers no login by a code; "straylight mcp login {2}" logs in with a browser':
    'der MCP-Server {1} bietet keine Anmeldung mit einem Code; „straylight mcp login {2}“ geht mit einem Browser',
  'the authorization server gave no code; it answered with {1}':
    'der Autorisierungsserver gab keinen Code; er antwortete mit {1}',
  'the login at the MCP server {1} did not work: {2}': 'die Anmeldung beim MCP-Server {1} ging nicht: {2}',
  'the login at the MCP server {1} was not ended in time':
    'die Anmeldung beim MCP-Server {1} wurde nicht rechtzeitig beendet',
  'the login at the MCP server {1} has ended; begin another one':
    'die Anmeldung beim MCP-Server {1} ist zu Ende; beginne eine neue',
  'no login at the MCP server {1} was begun; begin one with "mcp login"':
    'beim MCP-Server {1} wurde keine Anmeldung begonnen; beginne eine mit „mcp login“',
  'expected the whole address that the browser was sent back to after this login; it is another one':
    'erwartet wird die ganze Adresse, zu der der Browser nach dieser Anmeldung zurückkam; es ist eine andere',
  'its authorization server gave no address that a browser could open safely':
    'sein Autorisierungsserver nannte keine Adresse, die ein Browser sicher öffnen könnte',
  'the authorization server said no: {1}': 'der Autorisierungsserver hat abgelehnt: {1}',
  'the MCP server {1} is a program, which has no login': 'der MCP-Server {1} ist ein Programm, das keine Anmeldung hat',
  "the port {1} that a login comes back to is another program's":
    'der Port {1}, zu dem eine Anmeldung zurückkommt, gehört einem anderen Programm',
  'it is no object': 'er ist kein Objekt',
  'its variables or headers are no texts': 'seine Variablen oder Header sind keine Texte',
  'its {1} is a key, or is asked for: keep it as a secret ("straylight secret set"), and add the server with {{secret:NAME}} in its place':
    'sein {1} ist ein Schlüssel, oder es wird danach gefragt: Bewahre ihn als Geheimnis auf („straylight secret set“), und richte den Server mit {{secret:NAME}} an dessen Stelle ein',
  'its url is no address': 'seine url ist keine Adresse',
  'it has neither a command with arguments nor a url': 'er hat weder einen Befehl mit Argumenten noch eine url',
  'the question {1} was answered already': 'die Frage {1} wurde schon beantwortet',
  'expected {1} for {2}': 'für {2} wird erwartet: {1}',
  'expected yes or no, and no other words': 'erwartet: ja oder nein, und keine anderen Worte',
  'expected a line NAME: VALUE each, of {1}': 'erwartet: je eine Zeile NAME: WERT, von {1}',
  'some of {1}, apart by commas': 'einige von {1}, durch Kommas getrennt',
  'yes or no': 'ja oder nein',
  'a text': 'ein Text',
  'a number': 'eine Zahl',
  'a number, with nothing between its thousands': 'eine Zahl, mit nichts zwischen ihren Tausendern',
  'the tool {1} of the MCP server {2} is forbidden, or gone; nothing was sent':
    'das Werkzeug {1} des MCP-Servers {2} ist verboten oder nicht mehr da; nichts wurde gesendet',
  'the program of the MCP server has ended': 'das Programm des MCP-Servers ist zu Ende',
  '{1} is longer than the 107 bytes a socket may have; move the home to a shorter path':
    '{1} ist länger als die 107 Byte, die ein Socket haben darf; lege das Home unter einen kürzeren Pfad',
  'a server reaches port 443 alone, not {1}': 'ein Server erreicht nur Port 443, nicht {1}',
  '{1} is not among the hosts of this server': '{1} gehört nicht zu den Hosts dieses Servers',
  'the MCP server {1} says something else of its tool {2} than when this call was judged; nothing was sent. Call it again':
    'der MCP-Server {1} sagt von seinem Werkzeug {2} etwas anderes als zu der Zeit, als dieser Aufruf beurteilt wurde; nichts wurde gesendet. Ruf es noch einmal auf',
};
