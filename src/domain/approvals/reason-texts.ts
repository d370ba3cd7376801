/**
 * The reasons of a card in each language. Rules give each as one English sentence, which the model and the audit log read too;
 * here it is found by its words. `{}` stands for what a sentence names. One that is not listed stays as it is: it is
 * right in either language.
 */

import { phrases } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import { locales } from '../text/writing/locale.ts';

/** The reason as its owner reads it. */
export function reasonIn(language: Language, reason: string): string {
  if (language === 'en') return reason;
  const [head = '', inside] = insideOf(reason);
  const texts = reasonTexts[language];
  const fixed = sentences.has(head) ? texts[head] : undefined;
  if (fixed !== undefined) return fixed.replace('{}', () => (inside === undefined ? '' : sourceIn(inside, language)));
  for (const [pattern, english] of patterns) {
    const named = pattern.exec(reason)?.slice(1);
    if (named) return filled(texts[english] ?? english, named, language);
  }
  return reason;
}

/** What a request came from stands behind the sentence, in any words. */
function insideOf(reason: string): readonly [string, string | undefined] {
  const [, head, source] = /^(This request may come from untrusted content): (.*)\.$/s.exec(reason) ?? [];
  return head === undefined ? [reason, undefined] : [`${head}: {}.`, source];
}

function sourceIn(source: string, language: Language): string {
  const [, tool] = /^a result of (\w+)$/.exec(source) ?? [];
  const texts = reasonTexts[language];
  if (tool !== undefined) return (texts[ofTool] ?? ofTool).replace('{1}', () => tool);
  return texts[source] ?? source;
}

function filled(text: string, named: readonly string[], language: Language): string {
  return text.replace(/\{(\d)\}/g, (_, at: string) => quoted(named[Number(at) - 1] ?? '', language));
}

/** What brought a text that has no name of its own. */
const sources: Readonly<Record<string, string>> = {
  'a message that was forwarded or is not yours': 'eine Nachricht, die weitergeleitet wurde oder nicht von dir ist',
  'an earlier message with outside text, which you answered':
    'eine frühere Nachricht mit fremdem Text, auf die du geantwortet hast',
  'a memory from untrusted content': 'eine Erinnerung aus ungeprüftem Inhalt',
  'a reply that followed untrusted content': 'eine Antwort, die auf ungeprüften Inhalt folgte',
  'a late result': 'ein spätes Ergebnis',
  'a file or picture that was sent': 'eine Datei oder ein Bild, das geschickt wurde',
  'the description of a tool': 'die Beschreibung eines Werkzeugs',
  'a picture, or earlier text that the reply repeats': 'ein Bild, oder früherer Text, den die Antwort wiederholt',
};

const ofTool = 'a result of {1}';

/** Names stand in the quotation marks of the language. */
function quoted(named: string, language: Language): string {
  const texts = reasonTexts[language];
  const [, lines] = /^(\d+) lines?$/.exec(named) ?? [];
  const own =
    lines === undefined
      ? ((Object.hasOwn(verbs, named) ? texts[named] : undefined) ?? named)
      : (texts[lines === '1' ? '1 line' : '{1} lines'] ?? named).replace('{1}', () => lines);
  const { open, close } = locales[language];
  return own.replace(/“([^”]*)”/g, `${open}$1${close}`);
}

/** What is done to a file, in the middle of a sentence. */
const verbs: Readonly<Record<string, string>> = {
  writes: 'schreibt in',
  changes: 'ändert',
  deletes: 'löscht',
  overwrites: 'überschreibt',
  makes: 'erzeugt',
  'links to': 'verweist auf',
  'changes who may run': 'ändert die Ausführrechte von',
  ends: 'beendet',
  'made by you': 'von dir',
  'made in this conversation': 'aus diesem Gespräch',

  'made in another conversation': 'aus einem anderen Gespräch',
  'nobody knows by whom': 'von wem, ist nicht bekannt',
  'made by outside text in this conversation': 'von fremdem Text in diesem Gespräch',
  'whatever it is given': 'alles, was ihm gegeben wird',
  'a file': 'eine Datei',
  'not a text': 'kein Text',
};

const sentences: ReadonlyMap<string, string> = new Map([
  // what every rule of the policy may say
  ['It only reads.', 'Es liest nur.'],
  ['It asks you something.', 'Es fragt dich etwas.'],
  [
    'It runs the lines it is given, which nobody can judge beforehand.',
    'Es führt die Zeilen aus, die es bekommt, und die vorher niemand beurteilen kann.',
  ],
  ['It has too many commands to be judged.', 'Es hat zu viele Befehle, um beurteilt zu werden.'],
  ['It lets git run by the clock from now on.', 'Es lässt git von nun an nach der Uhr laufen.'],
  ['The command is not known.', 'Der Befehl ist nicht bekannt.'],
  ['There is no command in it: nothing but blanks.', 'Es ist kein Befehl darin, nur Leerzeichen.'],
  [
    'It would run without a sandbox, with all rights of the user that runs Straylight.',
    'Es liefe ohne Sandbox, mit allen Rechten des Benutzers, unter dem Straylight läuft.',
  ],
  ['This request may come from untrusted content.', 'Diese Bitte stammt vielleicht aus ungeprüftem Inhalt.'],
  ['This request may come from untrusted content: {}.', 'Diese Bitte stammt vielleicht aus ungeprüftem Inhalt: {}.'],
  [
    'This address may come from untrusted content, and an address can carry data out.',
    'Diese Adresse stammt vielleicht aus ungeprüftem Inhalt, und eine Adresse kann Daten hinaustragen.',
  ],
  [
    'No page that was read in this conversation has a link to it.',
    'Keine Seite, die in diesem Gespräch gelesen wurde, hat einen Link dorthin.',
  ],
  [
    'A page that was read has this link, but the link has parts that can hold data: a query, a fragment, a port, a number instead of a name, or a part that is long or looks random.',
    'Eine gelesene Seite hat diesen Link, aber er hat Teile, die Daten tragen können: eine Abfrage, ein Fragment, einen Port, eine Zahl statt eines Namens oder einen langen oder zufälligen Teil.',
  ],
  [
    'A page that was read has this link, but it leads to another site, and something was called in this conversation that could have put data on the page.',
    'Eine gelesene Seite hat diesen Link, aber er führt anderswohin, und in diesem Gespräch wurde etwas aufgerufen, das Daten auf die Seite gebracht haben kann.',
  ],
  ['It follows a link of a page that was read before.', 'Es folgt einem Link einer Seite, die zuvor gelesen wurde.'],
  ['It changes only Straylight’s own records.', 'Es ändert nur Aufzeichnungen von Straylight selbst.'],
  ['It was allowed before, or goes only to you.', 'Es wurde schon erlaubt oder geht nur an dich.'],
  ['It changes the programs the agent runs.', 'Es ändert die Programme, die der Agent ausführt.'],
  ['It changes what runs later, by itself.', 'Es ändert, was später von selbst läuft.'],
  [
    'It makes something that only says or reads something, later.',
    'Es legt etwas an, das später nur etwas sagt oder liest.',
  ],
  [
    'It changes the agent’s own settings, which become part of every instruction.',
    'Es ändert die Einstellungen des Agenten selbst, die Teil jeder Anweisung werden.',
  ],
  ['You have not allowed this code.', 'Diesen Code hast du noch nicht erlaubt.'],
  ['You have not allowed this domain.', 'Diese Domain hast du noch nicht erlaubt.'],
  [
    'It reads a file that may hold secrets, and writes another one.',
    'Es liest eine Datei, die Geheimnisse enthalten kann, und schreibt eine andere.',
  ],
  ['A standing approval covers it.', 'Eine dauerhafte Freigabe deckt es.'],
  [
    'It forgets for good whatever holds these words: memories, messages and all their copies.',
    'Es vergisst endgültig alles, was diese Worte enthält: Erinnerungen, Nachrichten und alle ihre Kopien.',
  ],
  [
    'It restores files of the workspace as they were before a turn. That can be undone.',
    'Es stellt Dateien des Arbeitsordners so wieder her, wie sie vor einer Runde waren. Das lässt sich rückgängig machen.',
  ],
  // files
  ['It deletes even the root of the file system.', 'Es löscht sogar die Wurzel des Dateisystems.'],
  [
    'It deletes all it finds in a part of the system or a whole home.',
    'Es löscht alles, was es in einem Teil des Systems oder einem ganzen Benutzerordner findet.',
  ],
  ['It deletes all it finds.', 'Es löscht alles, was es findet.'],
  ['It deletes what is not in the source.', 'Es löscht, was in der Quelle fehlt.'],
  ['It deletes what it has packed.', 'Es löscht, was es eingepackt hat.'],
  ['It empties the trash.', 'Es leert den Papierkorb.'],
  ['It empties a file.', 'Es leert eine Datei.'],
  ['It copies files.', 'Es kopiert Dateien.'],
  ['It exchanges files with another machine.', 'Es tauscht Dateien mit einem anderen Rechner aus.'],
  ['It starts a program of its own choosing (rsync -e).', 'Es startet ein Programm seiner Wahl (rsync -e).'],
  ['Where it moves them is only known when it runs.', 'Wohin es sie verschiebt, zeigt sich erst beim Lauf.'],
  ['Which file it reads is only known when it runs.', 'Welche Datei es liest, zeigt sich erst beim Lauf.'],
  [
    'Where it writes is only known when it runs, and bash runs the commands that stand in that.',
    'Wohin es schreibt, zeigt sich erst beim Lauf, und bash führt die Befehle aus, die darin stehen.',
  ],
  [
    'What find is given is only known when it runs: it can run programs and delete.',
    'Was find bekommt, zeigt sich erst beim Lauf: Es kann Programme starten und löschen.',
  ],
  [
    'It takes something out of an archive, or a folder away before it unpacks.',
    'Es nimmt etwas aus einem Archiv oder entfernt vor dem Auspacken einen Ordner.',
  ],
  ['It takes something out of an archive.', 'Es nimmt etwas aus einem Archiv.'],
  ['It unpacks an archive, which may write over files.', 'Es packt ein Archiv aus, was Dateien überschreiben kann.'],
  ['It makes an archive.', 'Es packt ein Archiv.'],
  // programs
  ['It runs the project’s own checks.', 'Es führt die Prüfungen des Projekts aus.'],
  ['It runs the project’s own tests.', 'Es führt die Tests des Projekts aus.'],
  ['It runs a program without a name.', 'Es führt ein Programm ohne Namen aus.'],
  [
    'It runs what was fetched or decoded just before.',
    'Es führt aus, was gerade erst geladen oder entschlüsselt wurde.',
  ],
  ['It runs a text that is put together only then (eval).', 'Es führt einen Text aus, der erst dann entsteht (eval).'],
  [
    'It runs a program with other rights or in other surroundings.',
    'Es führt ein Programm mit anderen Rechten oder in anderer Umgebung aus.',
  ],
  [
    'It prepares a project’s surroundings and runs something in them.',
    'Es bereitet die Umgebung eines Projekts vor und führt darin etwas aus.',
  ],
  ['It watches another program from inside.', 'Es beobachtet ein anderes Programm von innen.'],
  ['It writes down what a terminal shows.', 'Es schreibt mit, was ein Terminal zeigt.'],
  ['It stops every process there is.', 'Es beendet alle Prozesse.'],
  ['It changes what this machine runs by the clock.', 'Es ändert, was dieser Rechner nach der Uhr ausführt.'],
  [
    'It lets a program run with the rights of its owner, and not of the user that starts it.',
    'Es lässt ein Programm mit den Rechten seines Besitzers laufen statt mit denen dessen, der es startet.',
  ],
  [
    'It opens a connection and hands a shell to the other side.',
    'Es öffnet eine Verbindung und gibt der anderen Seite eine Shell.',
  ],
  ['It opens a network connection of its own.', 'Es öffnet selbst eine Verbindung ins Netz.'],
  ['Its code deletes files that it chooses by itself.', 'Sein Code löscht Dateien, die er selbst auswählt.'],
  ['Its code deletes whole folders.', 'Sein Code löscht ganze Ordner.'],
  ['Its code empties a file.', 'Sein Code leert eine Datei.'],
  ['Its code moves files out of the workspace.', 'Sein Code verschiebt Dateien aus dem Arbeitsordner.'],
  [
    'This program of awk may do more than compute and print.',
    'Dieses Programm von awk tut vielleicht mehr als rechnen und ausgeben.',
  ],
  [
    'This script of sed may do more than print and change its text.',
    'Dieses Skript von sed tut vielleicht mehr als seinen Text ausgeben und ändern.',
  ],
  ['Which program it runs is only known when it runs.', 'Welches Programm es startet, zeigt sich erst beim Lauf.'],
  // the shell itself
  [
    'A function starts itself again and again (a fork bomb).',
    'Eine Funktion startet sich immer wieder selbst (Fork-Bombe).',
  ],
  ['A here-document is opened and never closed.', 'Ein Here-Dokument wird geöffnet und nie geschlossen.'],
  ['Commands are nested too deep to be judged.', 'Die Befehle sind zu tief verschachtelt, um sie zu beurteilen.'],
  ['It has too many commands or words to be judged.', 'Es hat zu viele Befehle oder Wörter, um es zu beurteilen.'],
  [
    'It cannot be read: it has a character in the wrong place.',
    'Es lässt sich nicht lesen: Ein Zeichen steht an der falschen Stelle.',
  ],
  [
    'It cannot be read: its brackets mean something else to bash.',
    'Es lässt sich nicht lesen: Seine Klammern bedeuten für bash etwas anderes.',
  ],
  [
    'It calculates with something that need not be a number, and bash runs the commands that stand in it.',
    'Es rechnet mit etwas, das keine Zahl sein muss, und bash führt die Befehle aus, die darin stehen.',
  ],
  ['It expands a text as if it were typed.', 'Es setzt einen Text ein, als wäre er getippt.'],
  ['It gives a name to another command.', 'Es gibt einem anderen Befehl einen Namen.'],
  ['It makes one variable stand for another.', 'Es lässt eine Variable für eine andere stehen.'],
  [
    'It reads a text as a list, which runs the commands that stand in it.',
    'Es liest einen Text als Liste, was die Befehle ausführt, die darin stehen.',
  ],
  ['It takes a function away.', 'Es entfernt eine Funktion.'],
  [
    'It uses a variable whose name is only known when it runs.',
    'Es nutzt eine Variable, deren Name sich erst beim Lauf zeigt.',
  ],
  ['Its format may name a variable to be set.', 'Sein Format kann eine Variable nennen, die gesetzt wird.'],
  [
    'What it compares may be made of several words, which bash can evaluate.',
    'Was es vergleicht, kann aus mehreren Wörtern bestehen, die bash auswertet.',
  ],
  [
    'What it compares may be the name of a variable, whose index bash evaluates.',
    'Was es vergleicht, kann der Name einer Variablen sein, deren Index bash auswertet.',
  ],
  ['Which variable it looks at is only known when it runs.', 'Welche Variable es ansieht, zeigt sich erst beim Lauf.'],
  ['Which variable it sets is only known when it runs.', 'Welche Variable es setzt, zeigt sich erst beim Lauf.'],
  // git
  ['It adds or removes a working copy.', 'Es legt eine Arbeitskopie an oder entfernt eine.'],
  ['It asks another repository.', 'Es fragt ein anderes Repository.'],
  ['It brings back changes over the files.', 'Es holt Änderungen zurück, über die Dateien.'],
  ['It changes git’s settings for everything.', 'Es ändert die Einstellungen von git für alles.'],
  ['It changes the settings of git.', 'Es ändert die Einstellungen von git.'],
  ['It changes to another branch.', 'Es wechselt zu einem anderen Zweig.'],
  ['It deletes all files that git does not keep.', 'Es löscht alle Dateien, die git nicht verwaltet.'],
  [
    'It deletes all that git does not keep, with folders (clean -fdx).',
    'Es löscht alles, was git nicht verwaltet, samt Ordnern (clean -fdx).',
  ],
  ['It deletes files, and takes them out of the repository.', 'Es löscht Dateien und nimmt sie aus dem Repository.'],
  [
    'It deletes or moves a branch whose commits may be nowhere else.',
    'Es löscht oder versetzt einen Zweig, dessen Commits vielleicht nirgends sonst sind.',
  ],
  [
    'It deletes or moves a name of commits (a branch or tag).',
    'Es löscht oder versetzt einen Namen von Commits (einen Zweig oder ein Tag).',
  ],
  [
    'It deletes or moves a tag, whose commits may be nowhere else.',
    'Es löscht oder versetzt ein Tag, dessen Commits vielleicht nirgends sonst sind.',
  ],
  ['It deletes something in another repository.', 'Es löscht etwas in einem anderen Repository.'],
  ['It deletes, renames or points a branch elsewhere.', 'Es löscht einen Zweig, benennt ihn um oder versetzt ihn.'],
  ['It forgets commits that could be got back.', 'Es vergisst Commits, die sich noch zurückholen ließen.'],
  ['It gives commits other names.', 'Es gibt Commits andere Namen.'],
  ['It lets git run a program of its own choosing (ext::).', 'Es lässt git ein Programm seiner Wahl starten (ext::).'],
  ['It makes a branch.', 'Es legt einen Zweig an.'],
  ['It makes a repository.', 'Es legt ein Repository an.'],
  ['It makes a tag.', 'Es legt ein Tag an.'],
  ['It may move a branch away from its commits.', 'Es versetzt vielleicht einen Zweig weg von seinen Commits.'],
  ['It may throw away changes.', 'Es verwirft vielleicht Änderungen.'],
  [
    'It may throw away commits that could be got back.',
    'Es verwirft vielleicht Commits, die sich noch zurückholen ließen.',
  ],
  ['It moves files within the repository, over others.', 'Es verschiebt Dateien im Repository, über andere.'],
  ['It moves files within the repository.', 'Es verschiebt Dateien im Repository.'],
  ['It moves the branch to another commit.', 'Es versetzt den Zweig auf einen anderen Commit.'],
  [
    'It overwrites what others may have (a forced push).',
    'Es überschreibt, was andere haben können (erzwungener Push).',
  ],
  ['It publishes commits to another repository.', 'Es veröffentlicht Commits in einem anderen Repository.'],
  ['It puts changes aside.', 'Es legt Änderungen beiseite.'],
  ['It puts files into the next commit.', 'Es nimmt Dateien in den nächsten Commit.'],
  [
    'It removes or moves a working copy, whatever is in it.',
    'Es entfernt oder verschiebt eine Arbeitskopie, was auch darin ist.',
  ],
  ['It rewrites commits that are there already.', 'Es schreibt Commits um, die schon da sind.'],
  ['It rewrites the whole history.', 'Es schreibt die ganze Geschichte um.'],
  ['It takes files out of the next commit.', 'Es nimmt Dateien aus dem nächsten Commit.'],
  ['It takes the working copy of another repository away.', 'Es entfernt die Arbeitskopie eines anderen Repositorys.'],
  ['It throws away changes that have not been committed.', 'Es verwirft Änderungen, die noch in keinem Commit stehen.'],
  ['It throws away changes that were put aside.', 'Es verwirft Änderungen, die beiseitegelegt waren.'],
  [
    'It throws away what has not been committed (reset --hard).',
    'Es verwirft, was noch in keinem Commit steht (reset --hard).',
  ],
  ['It tidies up the repository.', 'Es räumt das Repository auf.'],
  ['It writes notes beside commits.', 'Es schreibt Notizen zu Commits.'],
]);

/** With `{1}`, `{2}` for what stands in the gaps of the English sentence, in its order; the first that fits counts. */
const forms: readonly (readonly [english: string, german: string])[] = [
  // records of Straylight's own
  ['It {} the job {} ({}).', 'Es {1} den Job {2} ({3}).'],
  ['It {} the goal {} ({}).', 'Es {1} das Ziel {2} ({3}).'],
  ['It {} HEARTBEAT.md: each heartbeat reads it.', 'Es {1} HEARTBEAT.md: Jeder Heartbeat liest die Datei.'],
  [
    'It {} agent.toml: it becomes part of every instruction of the agent.',
    'Es {1} agent.toml: Die Datei wird Teil jeder Anweisung des Agenten.',
  ],
  [
    'It {} a prompt of yours: it becomes part of what models are told.',
    'Es {1} eine deiner Anweisungen: Sie wird Teil dessen, was Modelle lesen.',
  ],
  // what a command executes
  ['It runs {} ({}, as the agent wrote it).', 'Es führt {1} aus ({2}, wie der Agent es geschrieben hat).'],
  [
    'It runs {} ({}, last changed by nobody the agent can name).',
    'Es führt {1} aus ({2}, zuletzt geändert von jemandem, den der Agent nicht nennen kann).',
  ],
  [
    'It reads as a list {} ({}, as the agent wrote it).',
    'Es liest {1} als Liste ({2}, wie der Agent es geschrieben hat).',
  ],
  [
    'It reads as a list {} ({}, last changed by nobody the agent can name).',
    'Es liest {1} als Liste ({2}, zuletzt geändert von jemandem, den der Agent nicht nennen kann).',
  ],
  ['It runs {}, which is not there now.', 'Es führt {1} aus, was jetzt nicht da ist.'],
  ['It reads as a list {}, which is not there now.', 'Es liest {1} als Liste, was jetzt nicht da ist.'],
  ['What it runs can only be known when it does: {}.', 'Was es ausführt, zeigt sich erst dann: {1}.'],
  ['What it reads as a list can only be known when it does: {}.', 'Was es als Liste liest, zeigt sich erst dann: {1}.'],
  ['It also runs or reads {} more files.', 'Es führt {1} weitere Dateien aus oder liest sie.'],
  ['{} is not what it was when you allowed this.', '{1} ist nicht mehr, was es war, als du das erlaubt hast.'],
  // files
  ['It deletes {} and its contents without asking (rm -rf).', 'Es löscht {1} samt Inhalt, ohne zu fragen (rm -rf).'],
  [
    'It deletes {} and its contents, which belongs to the system or is a whole home folder.',
    'Es löscht {1} samt Inhalt, was zum System gehört oder ein ganzer Benutzerordner ist.',
  ],
  ['It deletes {} and its contents.', 'Es löscht {1} samt Inhalt.'],
  ['It deletes more than one file at once: {}.', 'Es löscht mehr als eine Datei auf einmal: {1}.'],
  ['It deletes the empty folder {}.', 'Es löscht den leeren Ordner {1}.'],
  ['It deletes {} things, each by its name.', 'Es löscht {1} Dinge, jedes beim Namen.'],
  ['It empties or overwrites {}.', 'Es leert oder überschreibt {1}.'],
  ['It empties {} before it is read.', 'Es leert {1}, bevor es gelesen wird.'],
  ['It empties {}, or removes most of it.', 'Es leert {1} oder entfernt das meiste davon.'],
  ['It moves {} to /dev/null, which deletes it.', 'Es verschiebt {1} nach /dev/null, was es löscht.'],
  ['It moves {} out of the workspace.', 'Es verschiebt {1} aus dem Arbeitsordner.'],
  [
    'It moves {} away, which belongs to the system or is a whole home.',
    'Es verschiebt {1}, was zum System gehört oder ein ganzer Benutzerordner ist.',
  ],
  ['It moves {}, which holds secrets.', 'Es verschiebt {1}, worin Geheimnisse stehen.'],
  ['It moves {}.', 'Es verschiebt {1}.'],
  [
    'It reads {}, which is a key, a password or a token.',
    'Es liest {1}, einen Schlüssel, ein Passwort oder ein Token.',
  ],
  ['It reads {}, which may hold secrets.', 'Es liest {1}, worin Geheimnisse stehen können.'],
  ['It gets {}, which is private.', 'Es bekommt {1}, was privat ist.'],
  ['It reaches {} in your own network.', 'Es erreicht {1} in deinem eigenen Netz.'],
  [
    'A page that was read has this link, but the choice of a link can carry data out, too, and the {} bits that links may carry without approval in one conversation are used up.',
    'Eine gelesene Seite hat diesen Link, aber auch die Wahl eines Links kann Daten hinaustragen, und die {1} Bits, die Links in einem Gespräch ohne Freigabe tragen dürfen, sind verbraucht.',
  ],
  ['It acts on a page of {} in your own network.', 'Es handelt auf einer Seite von {1} in deinem eigenen Netz.'],
  [
    'It reaches {} in your own network, and text from outside may have asked for it. Ask for it in a new message.',
    'Es erreicht {1} in deinem eigenen Netz, und vielleicht hat Text von außen darum gebeten. Bitte in einer neuen Nachricht darum.',
  ],
  ['It may read {}, which is private.', 'Es liest vielleicht {1}, was privat ist.'],
  ['It reads {}, which lies outside the workspace.', 'Es liest {1} außerhalb des Arbeitsordners.'],
  ['It reads the device {}.', 'Es liest das Gerät {1}.'],
  [
    'It is given {}, which is a key, a password or a token.',
    'Es bekommt {1}, einen Schlüssel, ein Passwort oder ein Token.',
  ],
  ['It is given the address {}, which may be asked for.', 'Es bekommt die Adresse {1}, die es vielleicht aufruft.'],
  [
    'It tells whether {} exists, which may lie outside the workspace.',
    'Es verrät, ob es {1} gibt, was außerhalb des Arbeitsordners liegen kann.',
  ],
  ['It changes only files of the scripts.', 'Es ändert nur Dateien der Skripte.'],
  ['It changes only files of the workspace.', 'Es ändert nur Dateien des Arbeitsordners.'],
  [
    'It changes the rights of {}, which belongs to the system or is a whole home.',
    'Es ändert die Rechte an {1}, was zum System gehört oder ein ganzer Benutzerordner ist.',
  ],
  [
    'It takes the right to read or write {} from its owner.',
    'Es nimmt dem Besitzer das Recht, {1} zu lesen oder zu schreiben.',
  ],
  ['It would be given the secret {}.', 'Es bekäme das Geheimnis {1}.'],
  // programs
  ['It runs the unknown program {}.', 'Es führt das unbekannte Programm {1} aus.'],
  ['It runs the program {}, which nobody has reviewed.', 'Es führt das Programm {1} aus, das niemand geprüft hat.'],
  ['Which program {} is can only be known when it runs.', 'Welches Programm {1} ist, zeigt sich erst beim Lauf.'],
  ['What {} is given is only known when it runs.', 'Was {1} bekommt, zeigt sich erst beim Lauf.'],
  ['The program for {} reads further files.', 'Das Programm für {1} liest weitere Dateien.'],
  ['The tool {} acts outside of Straylight.', 'Das Werkzeug {1} wirkt außerhalb von Straylight.'],
  ['Its code deletes {} and its contents.', 'Sein Code löscht {1} samt Inhalt.'],
  ['Its code deletes {}.', 'Sein Code löscht {1}.'],
  [
    'Python runs {} of this folder instead, if there is one.',
    'Python führt stattdessen {1} aus diesem Ordner aus, wenn es das gibt.',
  ],
  ['It cannot be read: {}.', 'Es lässt sich nicht lesen: {1}.'],
  [
    'It gives {} what need not be a number, and bash runs the commands that stand in it.',
    'Es gibt {1} etwas, das keine Zahl sein muss, und bash führt die Befehle aus, die darin stehen.',
  ],
  [
    'It sets {} for git, which can make it run something else.',
    'Es setzt {1} für git, was etwas anderes starten kann.',
  ],
  [
    'It sets {} for git, which throws away commits that could be got back.',
    'Es setzt {1} für git, was Commits verwirft, die sich noch zurückholen ließen.',
  ],
  ['It sets {}, which decides what other programs run.', 'Es setzt {1}, was bestimmt, was andere Programme starten.'],
  ['It changes where git may fetch from: {}.', 'Es ändert, woher git holen darf: {1}.'],
  ['It changes where git fetches from: {}.', 'Es ändert, woher git holt: {1}.'],
  ['{} runs something as another user, or as root.', '{1} führt etwas als anderer Benutzer oder als root aus.'],
  [
    '{} accesses the network directly; use web_fetch or web_request.',
    '{1} geht selbst ins Netz; dafür sind web_fetch und web_request da.',
  ],
  ['{} connects this machine to another one.', '{1} verbindet diesen Rechner mit einem anderen.'],
  ['{} changes who may use {}.', '{1} ändert, wer {2} benutzen darf.'],
  ['{} stops a running program.', '{1} beendet ein laufendes Programm.'],
  ['{} goes to another machine.', '{1} geht zu einem anderen Rechner.'],
  ['{} changes a service of this machine.', '{1} ändert einen Dienst dieses Rechners.'],
  ['{} changes the state of the whole machine.', '{1} ändert den Zustand des ganzen Rechners.'],
  ['{} changes the file systems of this machine.', '{1} ändert die Dateisysteme dieses Rechners.'],
  ['{} changes the kernel’s settings.', '{1} ändert die Einstellungen des Kernels.'],
  ['{} changes the network of this machine.', '{1} ändert das Netz dieses Rechners.'],
  [
    '{} changes the programs of this machine, or asks a server for them.',
    '{1} ändert die Programme dieses Rechners oder fragt einen Server danach.',
  ],
  [
    '{} asks the network for what it is given, which can carry data out.',
    '{1} fragt das Netz nach dem, was es bekommt, und kann so Daten hinaustragen.',
  ],
  ['{} works with keys and certificates.', '{1} arbeitet mit Schlüsseln und Zertifikaten.'],
  ['{} starts or changes containers on this machine.', '{1} startet oder ändert Container auf diesem Rechner.'],
  ['{} hands a container the machine itself.', '{1} gibt einem Container den Rechner selbst.'],
  ['{} runs the project’s own checks.', '{1} führt die Prüfungen des Projekts aus.'],
  ['{} runs the project’s script {}.', '{1} führt das Skript {2} des Projekts aus.'],
  ['{} runs what the project’s Makefile says.', '{1} führt aus, was das Makefile des Projekts sagt.'],
  ['{} runs inline code.', '{1} führt mitgegebenen Code aus.'],
  ['{} runs the script {}.', '{1} führt das Skript {2} aus.'],
  ['{} runs the program {}.', '{1} führt das Programm {2} aus.'],
  ['{} runs the module {}.', '{1} führt das Modul {2} aus.'],
  ['{} runs the commands in {}.', '{1} führt die Befehle in {2} aus.'],
  [
    '{} runs whatever it is given, which nobody can judge beforehand.',
    '{1} führt alles aus, was es bekommt; vorher kann das niemand beurteilen.',
  ],
  ['{} runs whatever it is given.', '{1} führt alles aus, was es bekommt.'],
  [
    '{} runs what was fetched or decoded just before.',
    '{1} führt aus, was gerade erst geladen oder entschlüsselt wurde.',
  ],
  ['{} takes everything out of the file, or most of it.', '{1} leert die Datei oder entfernt das meiste davon.'],
  ['{} takes everything out of the file.', '{1} leert die Datei.'],
  ['{} can change files and start programs.', '{1} kann Dateien ändern und Programme starten.'],
  ['{} deletes what a database holds.', '{1} löscht, was in einer Datenbank steht.'],
  ['{} may run a command.', '{1} führt vielleicht einen Befehl aus.'],
  ['{} changes what the shell does.', '{1} ändert, was die Shell tut.'],
  ['{} changes what others install.', '{1} ändert, was andere installieren.'],
  ['{} changes settings or scripts.', '{1} ändert Einstellungen oder Skripte.'],
  ['{} changes its settings.', '{1} ändert seine Einstellungen.'],
  ['{} brings in code of others, and runs it.', '{1} holt Code von anderen und führt ihn aus.'],
  ['{} brings in code of others, or removes it.', '{1} holt Code von anderen oder entfernt ihn.'],
  ['{} fetches code of others and runs it.', '{1} holt Code von anderen und führt ihn aus.'],
  ['{} runs the project, or brings in code of others.', '{1} startet das Projekt oder holt Code von anderen.'],
  ['{} builds or checks the project.', '{1} baut oder prüft das Projekt.'],
  ['{} does more than read.', '{1} tut mehr als lesen.'],
  [
    '{} obeys settings of the folder or the home, which can start other programs.',
    '{1} folgt Einstellungen des Ordners oder des Benutzers, die andere Programme starten können.',
  ],
  [
    '{}: this option is not known, or starts a program.',
    '{1}: Diese Option ist nicht bekannt oder startet ein Programm.',
  ],
  ['{}: this option is not known, or loads a program.', '{1}: Diese Option ist nicht bekannt oder lädt ein Programm.'],
  ['{}: this option is not known.', '{1}: Diese Option ist nicht bekannt.'],
  ['{}: this option can run something.', '{1}: Diese Option kann etwas starten.'],
  // gates
  ['The gate {} asks for your approval: {}.', 'Die Prüfung {1} bittet um deine Freigabe: {2}.'],
  ['The gate {} blocks this: {}.', 'Die Prüfung {1} hält das auf: {2}.'],
  // what is done to a file, and where it lies
  ['It {verb} {}, a device of this machine.', 'Es {1} {2}, ein Gerät dieses Rechners.'],
  ['It {verb} {}, which belongs to the system.', 'Es {1} {2}, was zum System gehört.'],
  ['It {verb} {}, which lies outside the workspace.', 'Es {1} {2} außerhalb des Arbeitsordners.'],
  ['It {verb} {}, which programs obey.', 'Es {1} {2}, wonach sich Programme richten.'],
  ['It {verb} {}, which holds secrets.', 'Es {1} {2}, worin Geheimnisse stehen.'],
  ['It {verb} {}.', 'Es {1} {2}.'],
];

/** The English with its gaps counted, by which each language has it. */
function counted(english: string): string {
  let at = 0;
  return english.replace(/\{(?:verb)?\}/g, () => {
    at += 1;
    return `{${at}}`;
  });
}

const patterns = forms.map(([english]) => [patternOf(english), counted(english)] as const);

const reasonTexts = phrases('domain/approvals/reason-texts', {
  ...Object.fromEntries(sentences),
  ...Object.fromEntries(forms.map(([english, german]) => [counted(english), german])),
  ...sources,
  ...verbs,
  [ofTool]: 'ein Ergebnis von {1}',
  '1 line': '1 Zeile',
  '{1} lines': '{1} Zeilen',
});

function patternOf(english: string): RegExp {
  const parts = english.split(/(\{verb\}|\{\})/).map(part => {
    if (part === '{}') return '([^]+?)';
    return part === '{verb}' ? `(${Object.keys(verbs).join('|')})` : part.replace(/[.*+?^$()[\]|\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}
