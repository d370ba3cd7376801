/**
 * What built-in tools answer that is no data yet (`said-texts.ts`), in German for an owner: they speak English, to a model. What they quote stays as it is:
 * text of files, of commands, of memories.
 */
import { fill } from '../text/fill.ts';
import { byForms, fileRows } from './file-words.ts';

type Words = readonly (readonly [form: RegExp, german: string])[];

/** Made by the German words of a form; `$1` and so on are what it found. */
const rowsOf = (text: string, words: Words) => words.reduce((said, [form, german]) => said.replace(form, german), text);

/** Only the first row is the tool's own; the rest is quoted, but for a note in square brackets at the end. */
function headOf(text: string, words: Words): string {
  const [head = '', ...rest] = text.split('\n');
  const last = rest.at(-1);
  const note = last?.startsWith('[') ? [rowsOf(last, notes)] : last === undefined ? [] : [last];
  return [rowsOf(byForms(head, fileRows), words), ...rest.slice(0, -1), ...note].join('\n');
}

const notes: Words = [
  [/^\[lines (\d+) to (\d+) follow; go on with from_line \d+\]$/, '[Zeilen $1 bis $2 folgen]'],
  [/^\[(\d+) more are left out; .*\]$/, '[$1 weitere ausgelassen]'],
  [/^\[only the first (\d+) entries were looked at\]$/, '[nur die ersten $1 Einträge wurden angesehen]'],
  [/^\[too many names to read them all in: (.*)\]$/, '[zu viele Namen, um alle zu lesen, in: $1]'],
  [
    /^\[Not everything was searched: there are (\d+) matches\.\]$/,
    '[Nicht alles wurde durchsucht: Es sind $1 Treffer.]',
  ],
  [/^\[Not everything was searched: .*\]$/, '[Nicht alles wurde durchsucht.]'],
  [/^\[(\d+) files? above 2 MB left out\.\]$/, '[Ausgelassene Dateien über 2 MB: $1.]'],
  [/^\[(\d+) private files? left out; .*\]$/, '[Ausgelassene private Dateien: $1.]'],
];

const files: Words = [
  [/^(.*) has no line (\d+)\.$/, '$1 hat keine Zeile $2.'],
  [/, ended by CR LF\)/, ', Zeilenende CR LF)'],
  [/, more than (\d+ Zeilen)\)/, ', mehr als $1)'],
  [/^(.*) is empty\.$/, '$1 ist leer.'],
  [/^(.*) is empty, so there is nothing to send\.$/, '$1 ist leer, zu senden gibt es nichts.'],
  [/^(.*) is (?:.+) \((.*)\), which cannot be read as text\. .*$/, '$1 ($2) lässt sich nicht als Text lesen.'],
  [/^(.*) is no text in UTF-8.*$/, '$1 ist kein Text in UTF-8.'],
  [/^(.*) is a folder, not a file; .*$/, '$1 ist ein Ordner, keine Datei.'],
  [/^(.*) is (?:a file|.*), not a folder\.$/, '$1 ist kein Ordner.'],
  [/^(.*) is no folder\.$/, '$1 ist kein Ordner.'],
  [/^(.*) is not to be touched\.$/, '$1 darf nicht angerührt werden.'],
  [
    /^(.*) is or passes a link that leads out of its folder, so it is not followed\.$/,
    '$1 führt aus dem Ordner hinaus.',
  ],
  [/^old_text does not stand in (.*?)\. .*$/, 'Der Text, der ersetzt werden soll, steht nicht in $1.'],
  [/^old_text stands (\d+) times in (.*?) \(lines? (.*?)\)\. .*$/, 'Der Text steht $1-mal in $2 (Zeilen $3).'],
  [/^No matches in (\d+) files? of (.*)\.$/, 'Keine Treffer in $2 (durchsuchte Dateien: $1).'],
  [/^(\d+) matching lines? in (\d+) files? of (.*)\.$/, 'Zeilen mit Treffern in $3: $1 (durchsuchte Dateien: $2).'],
];

const listed: Words = [
  [/ {2}folder {2}(?=\d{4}-)/gm, '  Ordner  '],
  [/ {2}(\d+) bytes? {2}(?=\d{4}-)/gm, '  $1 Bytes  '],
  [/ {2}link to (?=\S+$)/gm, '  Link auf '],
  [/ {2}neither file nor folder$/gm, '  weder Datei noch Ordner'],
  [/ {2}\(gone meanwhile\)$/gm, '  (inzwischen weg)'],
  [/^\[on the owner's disk: (.+)\]$/gm, '[auf deiner Platte: $1]'],
];

const memories: Words = [
  [/^Saved to memory: “([\s\S]*)”$/, 'Gemerkt: „$1“'],
  [
    /^Saved as pending, since [\s\S]*$/,
    'Vorgemerkt, weil diese Worte von außen stammen können: Nimm sie erst an, auf der Seite unter Gedächtnis oder mit „straylight memory pending“.',
  ],
  [/^Memory corrected: “([\s\S]*)”$/, 'Berichtigt: „$1“'],
  [
    /^The memory stays as it is, since [\s\S]*$/,
    'Die Erinnerung bleibt, wie sie ist, weil die neuen Worte von außen stammen können: Nimm sie erst an, auf der Seite unter Gedächtnis oder mit „straylight memory pending“.',
  ],
  [/^Forgotten\.$/, 'Vergessen.'],
  [
    /^Forgotten: (\d+) memor\w+ and (\d+) messages? held these words\.$/,
    'Vergessen. So viele Erinnerungen hatten diese Worte: $1; so viele Nachrichten: $2.',
  ],
  [
    /^These words stand in no memory and no message\.$/,
    'Diese Worte stehen in keiner Erinnerung und keiner Nachricht.',
  ],
  [
    /^Not forgotten, since [\s\S]*$/,
    'Nicht vergessen, weil dieser Wunsch von außen stammen kann: Sag es in einer eigenen Nachricht, oder nimm „straylight memory forget ID“.',
  ],
  [/^There is no memory (\S+)\. .*$/, 'Es gibt keine Erinnerung $1.'],
  [
    /^The memory (\S+) belongs to all conversations\. .*$/,
    'Die Erinnerung $1 gehört zu allen Gesprächen; ein Job ändert nur, was er selbst gemerkt hat.',
  ],
  [/^Found in memory, best first:$/gm, 'Im Gedächtnis gefunden, das Beste zuerst:'],
  [/^Said in conversations, best first:$/gm, 'In Gesprächen gesagt, das Beste zuerst:'],
  [/^The latest memories:$/gm, 'Die neuesten Erinnerungen:'],
  [
    /^Nothing was found\. The latest memories, which may say nothing about it:$/gm,
    'Nichts gefunden. Die neuesten Erinnerungen, die vielleicht nichts dazu sagen:',
  ],
  [/^Nothing was found\.$/gm, 'Nichts gefunden.'],
  [/^The memory is empty\.$/gm, 'Das Gedächtnis ist leer.'],
  [/ \[fact, (?=from )/gm, ' [Tatsache, '],
  [/ \[preference, (?=from )/gm, ' [Vorliebe, '],
  [/ \[procedure, (?=from )/gm, ' [Vorgehen, '],
  [/ \[episode, (?=from )/gm, ' [Ereignis, '],
  [/(?<= \[\p{Lu}\p{L}+, )from the owner(?=, \d)/gmu, 'von dir'],
  [/(?<= \[\p{Lu}\p{L}+, )from a known peer(?=, \d)/gmu, 'von Bekannten'],
  [/(?<= \[\p{Lu}\p{L}+, )from outside, not verified(?=, \d)/gmu, 'von außen, nicht geprüft'],
  [/^(\* \S+), the owner(?=,? (?:in|on) [^“]*: “)/gm, '$1, du'],
  [/^(\* \S+), you(?=,? (?:in|on) [^“]*: “)/gm, '$1, ich'],
  [/(?<=^\* \S+, (?:du|ich),? )in the terminal\b/gm, 'im Terminal'],
  [/(?<=^\* \S+, (?:du|ich),? )on the page\b/gm, 'auf der Seite'],
  [/(?<=^\* \S+, (?:du|ich),? )on Telegram\b/gm, 'in Telegram'],
  [/(?<=^\* \S+, (?:du|ich),? [^“]*: )“(.*)”$/gm, '„$1“'],
  [/^Status: active\. /gm, 'Stand: aktiv. '],
  [/^Status: pending\. /gm, 'Stand: vorgemerkt. '],
  [/^Status: archived\. /gm, 'Stand: abgelegt. '],
  [/Used (\d+) times\. From the conversation (\S+)\.$/gm, '$1-mal benutzt. Aus dem Gespräch $2.'],
  [/^Tags: (.*)\.$/gm, 'Schlagwörter: $1.'],
  [/^Kept until (.*)\.$/gm, 'Behalten bis $1.'],
  [/^It took the place of (\S+)\.$/gm, 'Sie ersetzt $1.'],
  [/^It contradicts (\S+); .*$/gm, 'Sie widerspricht $1; entschieden ist noch nichts.'],
  [/^Said on (\S+): “([\s\S]*)”$/gm, 'Gesagt am $1: „$2“'],
];

const owned: Words = [
  [/^Made the tool (\w+), version (\d+)\. /m, 'Werkzeug $1 gemacht, Version $2. '],
  [/^Updated the tool (\w+), version (\d+)\. /m, 'Werkzeug $1 geändert, Version $2. '],
  [/(?<=[.] )It was like that already\.(?: Its syntax is right\.)?/, 'Es war schon so.'],
  [/(?<=[.] )Committed as (\w+)\. Its syntax is right\.$/m, 'Commit $1. Die Syntax stimmt.'],
  [
    /^The test passed in (\d+) ms(?: \(its output is not JSON; .*?\))?\. Its output:$/m,
    'Die Probe gelang in $1 ms. Ihre Ausgabe:',
  ],
  [/^It is untested: no test_input was given\.$/m, 'Es ist noch nicht erprobt.'],
  [/^It stays switched off: .*$/m, 'Es bleibt ausgeschaltet, wie du es wolltest.'],
  [/^It stays quarantined: .*$/m, 'Es bleibt in Quarantäne: Es ist der Code, der vorher fehlschlug.'],
  [/(?:^|(?<=\. ))It can be used from your next step on\.$/m, 'Es ist vom nächsten Schritt an da.'],
  [/^Much like it: (.*)\. If they do the same, .*$/m, 'Ihm ähnlich: $1.'],
  [/^The implementation is not valid Python:$/m, 'Der Code ist kein gültiges Python:'],
  [/^The test did not pass\.$/m, 'Die Probe ist nicht gelungen.'],
  [/^The tool: it ended with exit code (\d+)/m, 'Das Werkzeug endete mit dem Rückgabewert $1'],
  [/^The tool: it was not done after (\d+) s/m, 'Das Werkzeug war nach $1 s nicht fertig'],
  [/^The tool: it ended well but wrote nothing to its standard output/m, 'Das Werkzeug hat nichts ausgegeben'],
  [/^--- its output ---$/m, '--- Ausgabe ---'],
  [/^Nothing was changed\.$/m, 'Geändert wurde nichts.'],
  [
    /^Deleted the tool (\w+)\.(?: Committed as (\w+)\.)? revert_tool brings it back\.$/,
    'Werkzeug $1 gelöscht; „straylight tools revert $1“ holt es zurück.',
  ],
  [/^The tool (\w+) is again as it was in (\w+) \((.*)\)\. /, 'Werkzeug $1 ist wieder, wie es in $2 war ($3). '],
  [/(?<=\. |\) )Committed as (\w+), version (\d+)\. /, 'Commit $1, Version $2. '],
  [
    /This version was not made by create_tool, so the owner is asked before it runs\.$/,
    'Diese Fassung hat nicht create_tool gemacht; vor dem Lauf wirst du gefragt.',
  ],
  [/^there is no tool (\w+)(?:, and there never was one|; .*)?$/, 'Es gibt kein Werkzeug $1.'],
  [/^There is no tool (\w+) of your own\.$/, 'Es gibt kein eigenes Werkzeug $1.'],
  [/^(\w+) has no other version that could work; .*$/, '$1 hat keine andere brauchbare Fassung.'],
  [/^(\w+) has no usable version (\w+); its versions are (.*)$/, '$1 hat keine brauchbare Fassung $2; es gibt $3'],
];

const shownTool: Words = [
  [/^State: active(?=$|;| )/m, 'Stand: aktiv'],
  [/^State: disabled(?=$|;| )/m, 'Stand: ausgeschaltet'],
  [/^State: quarantined(?=$|;| )/m, 'Stand: in Quarantäne'],
  [/^State: broken(?=$|;| )/m, 'Stand: kaputt'],
  [
    /; not as create_tool made it, so the owner is asked before it runs$/m,
    '; nicht wie von create_tool gemacht, vor dem Lauf wirst du gefragt',
  ],
  [/^Calls: (\d+), (\d+) % went well$/m, 'Aufrufe: $1, davon gelungen: $2 %'],
  [/^Calls: (\d+)$/m, 'Aufrufe: $1'],
  [/^Last failure: /m, 'Letzter Fehlschlag: '],
  [/^Versions, newest first:$/m, 'Fassungen, die neueste zuerst:'],
  [/^--- parameters ---$/m, '--- Parameter ---'],
];

const pages: Words = [
  [/^Title: /m, 'Titel: '],
  [/^Status: (?=\d)/m, 'Status: '],
  [/^It did not work: /m, 'Es ging nicht: '],
  [/^Saved as (.*)\.$/m, 'Gespeichert als $1.'],
  [/^Refused or noticed: /gm, 'Abgelehnt oder bemerkt: '],
  [/^The page is closed\.$/, 'Die Seite ist geschlossen.'],
  [/^No page was open\.$/, 'Es war keine Seite offen.'],
];

/** What follows a blank row or `--- … ---` was printed or written by others. */
const beforeOthers = (text: string, mark: RegExp, words: Words) => {
  const at = text.search(mark);
  return at < 0 ? rowsOf(text, words) : rowsOf(text.slice(0, at), words) + text.slice(at);
};

/** Whole lines of the report of a command, and what stands for each in German. */
const reportLines: readonly (readonly [RegExp, string])[] = [
  [/^exit code (?<code>\d+)$/, 'Rückgabewert {code}'],
  [/^ended by (?<signal>\w+), no exit code$/, 'beendet durch {signal}, ohne Rückgabewert'],
  [/^it did not start$/, 'es ist nicht gestartet'],
  [/^\(no output\)$/, '(keine Ausgabe)'],
  [/^--- stdout ---$/, '--- Ausgabe ---'],
  [/^--- stderr ---$/, '--- Fehlerausgabe ---'],
];

/** The lines around what a command printed; that stays as it is printed. */
function reportWords(text: string): string {
  const [head = '', ...rest] = text.split(/^(?=--- (?:stdout|stderr) ---$)/m);
  return [spoken(head), ...rest.map(part => part.replace(/^.*/, spoken))].join('');
}

function spoken(text: string): string {
  return text
    .split('\n')
    .map(line => {
      for (const [pattern, words] of reportLines) {
        const found = pattern.exec(line);
        if (found) return fill(words, found.groups ?? {});
      }
      return line;
    })
    .join('\n');
}

const remembered = (text: string) => rowsOf(text, memories);
const ownTool = (text: string) => rowsOf(text, owned);
const page = (text: string) => beforeOthers(text, /\n\n/, pages);
const inFiles = (text: string) => headOf(text, files);

const byTool: Readonly<Record<string, (text: string) => string>> = {
  execute_command: reportWords,
  memory_save: remembered,
  memory_update: remembered,
  memory_forget: remembered,
  forget_words: remembered,
  memory_search: remembered,
  memory_read: remembered,
  write_file: inFiles,
  edit_file: inFiles,
  read_file: inFiles,
  search_files: inFiles,
  send_file: inFiles,
  list_files: text => rowsOf(inFiles(text), listed),
  create_tool: ownTool,
  delete_tool: ownTool,
  revert_tool: ownTool,
  show_tool: text => beforeOthers(rowsOf(text, owned), /^--- (?!parameters)/m, shownTool),
  web_fetch: page,
  web_request: page,
  browser: page,
};

/** The answer of a tool in German; as it is where the tool is none of these. */
export function germanResult(text: string, tool: string): string {
  return byTool[tool]?.(text) ?? text;
}
