/** What the rehearsal model says of tools, files and pages, in both languages. */
import type { Language } from '../intent.ts';

/** “milk” and “eggs”. */
function quotedItems(items: readonly string[], language: Language): string {
  return items.map(item => (language === 'de' ? `„${item}“` : `“${item}”`)).join(language === 'de' ? ' und ' : ' and ');
}

const list = (lines: readonly string[]) => lines.map(line => `- ${line}`).join('\n');

const en = {
  // ── asking ──
  makeWhat: (wishes: readonly string[]) =>
    `What shall the tool do? I can compose one that …\n${list(wishes)}\nAny other I make from code: “make a tool named NAME from this code:”, with the Python below it.`,
  cannotMake: (wish: string, wishes: readonly string[]) =>
    `I cannot compose a tool that does this: “${wish}”. I can compose one that …\n${list(wishes)}\nAny other I make from code: “make a tool named NAME from this code:”, with the Python below it.`,
  noName: 'A tool’s name has letters, digits and underscores, a letter first. How shall it be named?',
  nameIt: 'What shall the tool be named? Say “make a tool named NAME from this code:” and paste the code below.',
  givenCode: (name: string) => `Runs code the owner gave: ${name}`,
  pasteIt: 'Paste the code below the line that ends with “from this code:”, in the same message.',
  needs: (tool: string, missing: readonly string[], use: string | undefined) =>
    `${tool} also needs ${missing.map(name => `“${name}”`).join(' and ')}. Say for example “${use ?? `use the tool ${tool} with ${missing.map(name => `${name}=…`).join(' and ')}`}”.`,
  ofWhat: (use: string) => `What shall I do it to? Say for example “${use}”.`,
  noToolForThat: (wish: string) => `There is no tool for that yet. Say “make a tool that ${wish}”, and it is there.`,
  noSuchTool: (name: string, others: readonly string[]) =>
    `There is no tool “${name}” on offer.${others.length > 0 ? ` There are: ${others.join(', ')}.` : ' None has been made yet.'}`,
  notShown: (name: string) =>
    `The tool “${name}” is there, but not among those on offer now. Say “show me the tool ${name}” first.`,
  outOfUse: (name: string, why: string) =>
    `The tool “${name}” ${why.replace(/\.$/, '')}. Say “revert the tool ${name}” to go back to a version that worked, or “show me the tool ${name}”.`,
  // ── tools ──
  made: (name: string, version: string, commit: string) =>
    `The tool “${name}” is there: version ${version}${commit === '' ? '' : `, commit ${commit}`}.`,
  testedWith: (output: string) => `Its test passed and gave${output}`,
  untested: 'It is untested so far: no test came with it.',
  tryIt: (use: string) => `Try it: “${use}”.`,
  wrapped: 'The lines that read and write JSON were added below the code.',
  alike: (names: string) => `Much like it: ${names}.`,
  outOfUseStill: 'It stays out of use for now.',
  gave: (tool: string, output: string) => `${tool} gave${output}`,
  setAside: (tool: string) =>
    `It is quarantined now, after three failures in a row. Say “revert the tool ${tool}” to go back to a version that worked.`,
  reverted: (name: string, version: string, commit: string, from: string) =>
    `The tool “${name}” is taken back to ${from}${version === '' ? '; it was like that already' : `: now version ${version}, commit ${commit}`}.`,
  asksFirst: 'This version was not made by create_tool, so you are asked before it runs.',
  deleted: (name: string) => `The tool “${name}” is deleted. “revert the tool ${name}” brings it back.`,
  shown: (name: string, text: string) => `The tool “${name}”:\n${text}`,
  builtInTools: (names: readonly string[]) => `Built in: ${names.join(', ')}.`,
  ownTools: (lines: readonly string[]) => `Made here:\n${list(lines)}`,
  noOwnTools: 'None has been made here yet. Say “make a tool that counts the words of a text”.',
  moreTools: (lines: readonly string[]) => `Made here too, and offered when they are asked for:\n${list(lines)}`,
  toolsOut: (lines: readonly string[]) => `Out of use:\n${list(lines)}`,
  // ── files and pages ──
  /** `size`: ` (1 line, 9 bytes)`, or nothing. */
  written: (path: string, size: string) => `The file “${path}” is written${size}.`,
  replaced: (path: string, size: string, before: string) =>
    `The file “${path}” is written${size}. It replaces what was there (${before}); “undo that” brings it back.`,
  addedTo: (path: string, items: readonly string[]) =>
    `“${path}” was there already, so nothing in it was replaced. Added: ${quotedItems(items, 'en')}.`,
  isThere: (path: string) => `“${path}” is there already, so I left it as it is. “read the file ${path}” shows it.`,
  hasThat: (path: string, items: readonly string[]) =>
    `“${path}” has ${quotedItems(items, 'en')} already, so nothing was changed.`,
  edited: (path: string, size: string) => `The file “${path}” is changed${size}.`,
  appended: (path: string, items: readonly string[]) => `Added to “${path}”: ${quotedItems(items, 'en')}.`,
  takenOff: (path: string, item: string) => `“${item}” is taken out of “${path}”.`,
  exchanged: (path: string, item: string, other: string) => `“${path}” has “${other}” now, in the place of “${item}”.`,
  onList: (path: string, lines: readonly string[]) => `Yes, in “${path}” there is ${quotedItems(lines, 'en')}.`,
  notOnList: (path: string, item: string) => `No, no line of “${path}” has “${item}”.`,
  entries: (path: string, many: number) => `“${path}” has ${many === 1 ? '1 entry' : `${many} entries`}.`,
  notInFile: (path: string, item: string) => `No line of “${path}” is “${item}”, so nothing was changed.`,
  noFileYet: (path: string, items: readonly string[]) =>
    `There is no file “${path}” in the workspace, so nothing was added. Shall I make it with ${quotedItems(items, 'en')}? Say “yes”, or name another file: “add butter to notes.txt”.`,
  addWhere: (items: string) => `To which file shall I add “${items}”? Say it like this: “add butter to notes.txt”.`,
  removeWhere: (item: string) =>
    `From which file shall I take “${item}”? Say it like this: “remove milk from list.txt”.`,
  tooLongToChange: (path: string) => `“${path}” is too long for me to change one line of it, so nothing was changed.`,
  folderMade: (path: string) => `The folder “${path}” is made.`,
  erased: (path: string) => `“${path}” is deleted. /undo can bring it back.`,
  eraseWhich: (path: string) => `What? Nothing is deleted. If you mean the file “${path}”, say “delete ${path}”.`,
  moved: (path: string, other: string, isCopy: boolean) =>
    isCopy ? `“${other}” is a copy of “${path}” now.` : `“${path}” is “${other}” now.`,
  isLarge: (path: string, size: string) => `“${path}” has ${size}.`,
  whichFile: 'Which file? None was worked on in this conversation. Say its name, such as “read the file notes.txt”.',
  noSuchFile: (path: string) => `There is no file “${path}” in the workspace. “list the files” shows what is there.`,
  noSuchFolder: (path: string) =>
    `There is no folder “${path}” in the workspace, so there is nothing to delete. “list the files” shows what is there.`,
  liesIn: (paths: readonly string[]) =>
    `It lies in the workspace: ${paths.join(', ')}. /workspace is \`workspace\` in the home (~/.straylight, where no other was chosen).`,
  liesOnDisk: (places: readonly string[]) =>
    places.length === 1
      ? `It lies at \`${places[0]}\`.`
      : `They lie here:\n${places.map(one => `- \`${one}\``).join('\n')}`,
  readFile: (what: string, text: string) => `${what}:\n${text}`,
  found: (text: string) => `From the files:\n${text}`,
  sentFile: (path: string) => `The file “${path}” is sent.`,
  liesAt: (path: string, where: string) =>
    `The file “${path}” cannot be sent over this channel. It lies at \`${where}\`.`,
  page: (url: string, title: string, quote: string) =>
    `${url}${title === '' ? '' : ` (“${title}”)`} says:\n${quote === '' ? '> (nothing)' : quote}`,
  pageGoesOn: (characters: number) => `… and ${characters} characters more.`,
  posted: (url: string, quote: string) => `${url} answered:\n${quote}`,
  lies: (files: readonly string[]) =>
    `What you sent lies in the workspace: ${files.join(', ')}. “read the file ${files[0] ?? ''}” shows what text it has.`,
};

const de: typeof en = {
  makeWhat: wishes =>
    `Was soll das Werkzeug tun? Zusammensetzen kann ich eines, das …\n${list(wishes)}\nJedes andere mache ich aus Code: „mach ein Werkzeug namens NAME aus diesem Code:“, darunter das Python.`,
  cannotMake: (wish, wishes) =>
    `Ein Werkzeug dafür kann ich nicht zusammensetzen: „${wish}“. Zusammensetzen kann ich eines, das …\n${list(wishes)}\nJedes andere mache ich aus Code: „mach ein Werkzeug namens NAME aus diesem Code:“, darunter das Python.`,
  noName:
    'Der Name eines Werkzeugs hat Buchstaben, Ziffern und Unterstriche, vorn einen Buchstaben. Wie soll es heißen?',
  nameIt: 'Wie soll das Werkzeug heißen? Sag „mach ein Werkzeug namens NAME aus diesem Code:“, darunter der Code.',
  givenCode: name => `Führt Code aus, den du gegeben hast: ${name}`,
  pasteIt: 'Füge den Code in derselben Nachricht unter der Zeile ein, die mit „aus diesem Code:“ endet.',
  needs: (tool, missing, use) =>
    `${tool} braucht noch ${missing.map(name => `„${name}“`).join(' und ')}. Sag zum Beispiel „${use ?? `benutze das Werkzeug ${tool} mit ${missing.map(name => `${name}=…`).join(' und ')}`}“.`,
  ofWhat: use => `Womit soll ich das tun? Sag zum Beispiel „${use}“.`,
  noToolForThat: wish => `Dafür gibt es noch kein Werkzeug. Sag „mach ein Werkzeug, das ${wish}“, dann ist es da.`,
  noSuchTool: (name, others) =>
    `Ein Werkzeug „${name}“ ist nicht im Angebot.${others.length > 0 ? ` Es gibt: ${others.join(', ')}.` : ' Es wurde noch keines gemacht.'}`,
  notShown: name =>
    `Das Werkzeug „${name}“ ist da, aber gerade nicht im Angebot. Sag zuerst „zeig mir das Werkzeug ${name}“.`,
  outOfUse: (name, why) =>
    `Das Werkzeug „${name}“ ist außer Gebrauch: ${why.replace(/\.$/, '')}. Sag „setz das Werkzeug ${name} zurück“ für eine Fassung, die ging, oder „zeig mir das Werkzeug ${name}“.`,
  made: (name, version, commit) =>
    `Das Werkzeug „${name}“ ist da: Version ${version}${commit === '' ? '' : `, Commit ${commit}`}.`,
  testedWith: output => `Die Probe gelang und ergab${output}`,
  untested: 'Es ist noch ungeprüft: Eine Probe war nicht dabei.',
  tryIt: use => `Versuch es: „${use}“.`,
  wrapped: 'Die Zeilen, die JSON lesen und schreiben, stehen jetzt unter dem Code.',
  alike: names => `Sehr ähnlich sind: ${names}.`,
  outOfUseStill: 'Es bleibt vorerst außer Gebrauch.',
  gave: (tool, output) => `${tool} ergab${output}`,
  setAside: tool =>
    `Es steht jetzt unter Quarantäne, nach drei Fehlschlägen hintereinander. Sag „setz das Werkzeug ${tool} zurück“ für eine Fassung, die ging.`,
  reverted: (name, version, commit, from) =>
    `Das Werkzeug „${name}“ ist wieder wie in ${from}${version === '' ? '; so war es schon' : `: jetzt Version ${version}, Commit ${commit}`}.`,
  asksFirst: 'Diese Fassung ist nicht mit create_tool gemacht, du wirst also gefragt, bevor sie läuft.',
  deleted: name => `Das Werkzeug „${name}“ ist gelöscht. „setz das Werkzeug ${name} zurück“ bringt es wieder.`,
  shown: (name, text) => `Das Werkzeug „${name}“:\n${text}`,
  builtInTools: names => `Eingebaut: ${names.join(', ')}.`,
  ownTools: lines => `Hier gemacht:\n${list(lines)}`,
  noOwnTools: 'Hier gemacht wurde noch keines. Sag „mach ein Werkzeug, das die Wörter eines Textes zählt“.',
  moreTools: lines => `Auch hier gemacht, und im Angebot, wenn danach gefragt wird:\n${list(lines)}`,
  toolsOut: lines => `Außer Gebrauch:\n${list(lines)}`,
  written: (path, size) => `Die Datei „${path}“ ist geschrieben${size}.`,
  replaced: (path, size, before) =>
    `Die Datei „${path}“ ist geschrieben${size}. Sie ersetzt, was da stand (${before}); „mach das rückgängig“ holt es zurück.`,
  addedTo: (path, items) =>
    `„${path}“ gab es schon, ersetzt ist darin nichts. Dazugeschrieben: ${quotedItems(items, 'de')}.`,
  isThere: path => `„${path}“ gibt es schon, ich habe sie gelassen, wie sie ist. „lies die Datei ${path}“ zeigt sie.`,
  hasThat: (path, items) => `In „${path}“ steht schon ${quotedItems(items, 'de')}, darum ist nichts geändert.`,
  edited: (path, size) => `Die Datei „${path}“ ist geändert${size}.`,
  appended: (path, items) => `Zu „${path}“ dazugeschrieben: ${quotedItems(items, 'de')}.`,
  takenOff: (path, item) => `„${item}“ steht nicht mehr in „${path}“.`,
  exchanged: (path, item, other) => `In „${path}“ steht jetzt „${other}“ statt „${item}“.`,
  onList: (path, lines) => `Ja, in „${path}“ steht ${quotedItems(lines, 'de')}.`,
  notOnList: (path, item) => `Nein, in „${path}“ steht „${item}“ nicht.`,
  entries: (path, many) => `In „${path}“ ${many === 1 ? 'steht 1 Eintrag' : `stehen ${many} Einträge`}.`,
  notInFile: (path, item) => `Keine Zeile von „${path}“ ist „${item}“, darum ist nichts geändert.`,
  noFileYet: (path, items) =>
    `Eine Datei „${path}“ gibt es im Arbeitsordner nicht, darum ist nichts dazugeschrieben. Soll ich sie anlegen, mit ${quotedItems(items, 'de')}? Sag „ja“, oder nenne eine andere Datei: „füge Butter zu notizen.txt hinzu“.`,
  addWhere: items =>
    `In welche Datei soll ich „${items}“ schreiben? Sag es zum Beispiel so: „füge Butter zu notizen.txt hinzu“.`,
  removeWhere: item =>
    `Aus welcher Datei soll ich „${item}“ streichen? Sag es zum Beispiel so: „streiche Milch aus liste.txt“.`,
  tooLongToChange: path => `„${path}“ ist mir zu lang, um eine Zeile darin zu ändern. Geändert ist nichts.`,
  folderMade: path => `Der Ordner „${path}“ ist angelegt.`,
  erased: path => `„${path}“ ist gelöscht. /undo kann es zurückholen.`,
  eraseWhich: path => `Was? Gelöscht ist nichts. Meinst du die Datei „${path}“, sag „lösche ${path}“.`,
  moved: (path, other, isCopy) =>
    isCopy ? `„${other}“ ist jetzt eine Kopie von „${path}“.` : `„${path}“ ist jetzt „${other}“.`,
  isLarge: (path, size) => `„${path}“ hat ${size}.`,
  whichFile:
    'Welche Datei? In diesem Gespräch war noch keine dran. Nenne ihren Namen, etwa „lies die Datei notizen.txt“.',
  noSuchFile: path => `Eine Datei „${path}“ gibt es im Arbeitsordner nicht. „liste die Dateien auf“ zeigt, was da ist.`,
  noSuchFolder: path =>
    `Einen Ordner „${path}“ gibt es im Arbeitsordner nicht, also ist nichts zu löschen. „liste die Dateien auf“ zeigt, was da ist.`,
  liesIn: paths =>
    `Im Arbeitsordner: ${paths.join(', ')}. /workspace ist \`workspace\` im Datenordner (~/.straylight, wenn kein anderer gewählt ist).`,
  liesOnDisk: places =>
    places.length === 1
      ? `Sie liegt unter \`${places[0]}\`.`
      : `Sie liegen hier:\n${places.map(one => `- \`${one}\``).join('\n')}`,
  readFile: (what, text) => `${what}:\n${text}`,
  found: text => `Aus den Dateien:\n${text}`,
  sentFile: path => `Die Datei „${path}“ ist geschickt.`,
  liesAt: (path, where) =>
    `Die Datei „${path}“ lässt sich über diesen Kanal nicht schicken. Sie liegt unter \`${where}\`.`,
  page: (url, title, quote) =>
    `Auf ${url}${title === '' ? '' : ` („${title}“)`} steht:\n${quote === '' ? '> (nichts)' : quote}`,
  pageGoesOn: characters => `… und ${characters} Zeichen mehr.`,
  posted: (url, quote) => `${url} hat geantwortet:\n${quote}`,
  lies: files =>
    `Was du geschickt hast, liegt im Arbeitsordner: ${files.join(', ')}. „lies die Datei ${files[0] ?? ''}“ zeigt, was an Text darin ist.`,
};

/** The sentences of one language. */
export function workTexts(language: Language): typeof en {
  return language === 'de' ? de : en;
}
