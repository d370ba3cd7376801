/**
 * The reasons of a card in each language. Rules give each as data (../policy/sentence.ts), from which the model and the
 * audit log read the English. A text that is not listed stays as it is: it is right in either language, or was kept when
 * reasons were texts.
 */

import { filled, inEnglish, type Part, type Sentence } from '../policy/sentence.ts';
import { phrases } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import { locales } from '../text/writing/locale.ts';
import { forms, ownParts } from './reason-forms.ts';

/** The reason as its owner reads it. */
export function reasonIn(language: Language, reason: Sentence): string {
  if (language === 'en') return inEnglish(reason);
  const { open, close } = locales[language];
  const texts = reasonTexts[language];
  const own = (english: string) => (Object.hasOwn(texts, english) ? (texts[english] ?? english) : english);
  const said = (part: Part): string =>
    typeof part === 'string' ? part.replace(/“([^”]*)”/g, `${open}$1${close}`) : filled(own(part.form), part, said);
  return typeof reason === 'string' ? own(reason) : said(reason);
}

/** What names nothing. */
export const sentences: Readonly<Record<string, string>> = {
  // what every rule of the policy may say
  'It only reads.': 'Es liest nur.',
  'It asks you something.': 'Es fragt dich etwas.',
  'It has agents carry out this plan, and nothing but this plan.':
    'Es lässt Agenten diesen Plan ausführen, und nichts als diesen Plan.',
  'It has agents find something out by a plan; none of them may change anything.':
    'Es lässt Agenten nach einem Plan etwas herausfinden; keiner von ihnen darf etwas ändern.',
  'It runs the lines it is given, which nobody can judge beforehand.':
    'Es führt die Zeilen aus, die es bekommt, und die vorher niemand beurteilen kann.',
  'It has too many commands to be judged.': 'Es hat zu viele Befehle, um beurteilt zu werden.',
  'It lets git run by the clock from now on.': 'Es lässt git von nun an nach der Uhr laufen.',
  'The command is not known.': 'Der Befehl ist nicht bekannt.',
  'There is no command in it: nothing but blanks.': 'Es ist kein Befehl darin, nur Leerzeichen.',
  'It would run without a sandbox, with all rights of the user that runs Straylight.':
    'Es liefe ohne Sandbox, mit allen Rechten des Benutzers, unter dem Straylight läuft.',
  'This request may come from untrusted content.': 'Diese Bitte stammt vielleicht aus ungeprüftem Inhalt.',
  'This address may come from untrusted content, and an address can carry data out.':
    'Diese Adresse stammt vielleicht aus ungeprüftem Inhalt, und eine Adresse kann Daten hinaustragen.',
  'No page that was read in this conversation has a link to it.':
    'Keine Seite, die in diesem Gespräch gelesen wurde, hat einen Link dorthin.',
  'A page that was read has this link, but the link has parts that can hold data: a query, a fragment, a port, a number instead of a name, or a part that is long or looks random.':
    'Eine gelesene Seite hat diesen Link, aber er hat Teile, die Daten tragen können: eine Abfrage, ein Fragment, einen Port, eine Zahl statt eines Namens oder einen langen oder zufälligen Teil.',
  'A page that was read has this link, but it leads to another site, and something was called in this conversation that could have put data on the page.':
    'Eine gelesene Seite hat diesen Link, aber er führt anderswohin, und in diesem Gespräch wurde etwas aufgerufen, das Daten auf die Seite gebracht haben kann.',
  'It follows a link of a page that was read before.': 'Es folgt einem Link einer Seite, die zuvor gelesen wurde.',
  'It changes only Straylight’s own records.': 'Es ändert nur Aufzeichnungen von Straylight selbst.',
  'It was allowed before, or goes only to you.': 'Es wurde schon erlaubt oder geht nur an dich.',
  'It changes the programs the agent runs.': 'Es ändert die Programme, die der Agent ausführt.',
  'It changes what runs later, by itself.': 'Es ändert, was später von selbst läuft.',
  'It makes something that only says or reads something, later.':
    'Es legt etwas an, das später nur etwas sagt oder liest.',
  'It changes the agent’s own settings, which become part of every instruction.':
    'Es ändert die Einstellungen des Agenten selbst, die Teil jeder Anweisung werden.',
  'You have not allowed this code.': 'Diesen Code hast du noch nicht erlaubt.',
  'You have not allowed this domain.': 'Diese Domain hast du noch nicht erlaubt.',
  'It reads a file that may hold secrets, and writes another one.':
    'Es liest eine Datei, die Geheimnisse enthalten kann, und schreibt eine andere.',
  'Scripts of skills run only in a sandbox, and there is none here.':
    'Skripte von Skills laufen nur in einer Sandbox, und hier gibt es keine.',
  'A standing approval covers it.': 'Eine dauerhafte Freigabe deckt es.',
  'It forgets for good whatever holds these words: memories, messages and all their copies.':
    'Es vergisst endgültig alles, was diese Worte enthält: Erinnerungen, Nachrichten und alle ihre Kopien.',
  'It restores files of the workspace as they were before a turn. That can be undone.':
    'Es stellt Dateien des Arbeitsordners so wieder her, wie sie vor einer Runde waren. Das lässt sich rückgängig machen.',
  // files
  'It deletes even the root of the file system.': 'Es löscht sogar die Wurzel des Dateisystems.',
  'It deletes all it finds in a part of the system or a whole home.':
    'Es löscht alles, was es in einem Teil des Systems oder einem ganzen Benutzerordner findet.',
  'It deletes all it finds.': 'Es löscht alles, was es findet.',
  'It deletes what is not in the source.': 'Es löscht, was in der Quelle fehlt.',
  'It deletes what it has packed.': 'Es löscht, was es eingepackt hat.',
  'It empties the trash.': 'Es leert den Papierkorb.',
  'It empties a file.': 'Es leert eine Datei.',
  'It copies files.': 'Es kopiert Dateien.',
  'It exchanges files with another machine.': 'Es tauscht Dateien mit einem anderen Rechner aus.',
  'It starts a program of its own choosing (rsync -e).': 'Es startet ein Programm seiner Wahl (rsync -e).',
  'Where it moves them is only known when it runs.': 'Wohin es sie verschiebt, zeigt sich erst beim Lauf.',
  'Which file it reads is only known when it runs.': 'Welche Datei es liest, zeigt sich erst beim Lauf.',
  'Where it writes is only known when it runs, and bash runs the commands that stand in that.':
    'Wohin es schreibt, zeigt sich erst beim Lauf, und bash führt die Befehle aus, die darin stehen.',
  'What find is given is only known when it runs: it can run programs and delete.':
    'Was find bekommt, zeigt sich erst beim Lauf: Es kann Programme starten und löschen.',
  'It takes something out of an archive, or a folder away before it unpacks.':
    'Es nimmt etwas aus einem Archiv oder entfernt vor dem Auspacken einen Ordner.',
  'It takes something out of an archive.': 'Es nimmt etwas aus einem Archiv.',
  'It unpacks an archive, which may write over files.': 'Es packt ein Archiv aus, was Dateien überschreiben kann.',
  'It makes an archive.': 'Es packt ein Archiv.',
  // programs
  'It runs the project’s own checks.': 'Es führt die Prüfungen des Projekts aus.',
  'It runs the project’s own tests.': 'Es führt die Tests des Projekts aus.',
  'It runs a program without a name.': 'Es führt ein Programm ohne Namen aus.',
  'It runs what was fetched or decoded just before.': 'Es führt aus, was gerade erst geladen oder entschlüsselt wurde.',
  'It runs a text that is put together only then (eval).': 'Es führt einen Text aus, der erst dann entsteht (eval).',
  'It runs a program with other rights or in other surroundings.':
    'Es führt ein Programm mit anderen Rechten oder in anderer Umgebung aus.',
  'It prepares a project’s surroundings and runs something in them.':
    'Es bereitet die Umgebung eines Projekts vor und führt darin etwas aus.',
  'It watches another program from inside.': 'Es beobachtet ein anderes Programm von innen.',
  'It writes down what a terminal shows.': 'Es schreibt mit, was ein Terminal zeigt.',
  'It stops every process there is.': 'Es beendet alle Prozesse.',
  'It changes what this machine runs by the clock.': 'Es ändert, was dieser Rechner nach der Uhr ausführt.',
  'It lets a program run with the rights of its owner, and not of the user that starts it.':
    'Es lässt ein Programm mit den Rechten seines Besitzers laufen statt mit denen dessen, der es startet.',
  'It opens a connection and hands a shell to the other side.':
    'Es öffnet eine Verbindung und gibt der anderen Seite eine Shell.',
  'It opens a network connection of its own.': 'Es öffnet selbst eine Verbindung ins Netz.',
  'Its code deletes files that it chooses by itself.': 'Sein Code löscht Dateien, die er selbst auswählt.',
  'Its code deletes whole folders.': 'Sein Code löscht ganze Ordner.',
  'Its code empties a file.': 'Sein Code leert eine Datei.',
  'Its code moves files out of the workspace.': 'Sein Code verschiebt Dateien aus dem Arbeitsordner.',
  'This program of awk may do more than compute and print.':
    'Dieses Programm von awk tut vielleicht mehr als rechnen und ausgeben.',
  'This script of sed may do more than print and change its text.':
    'Dieses Skript von sed tut vielleicht mehr als seinen Text ausgeben und ändern.',
  'Which program it runs is only known when it runs.': 'Welches Programm es startet, zeigt sich erst beim Lauf.',
  // the shell itself
  'A function starts itself again and again (a fork bomb).':
    'Eine Funktion startet sich immer wieder selbst (Fork-Bombe).',
  'A here-document is opened and never closed.': 'Ein Here-Dokument wird geöffnet und nie geschlossen.',
  'Commands are nested too deep to be judged.': 'Die Befehle sind zu tief verschachtelt, um sie zu beurteilen.',
  'It has too many commands or words to be judged.': 'Es hat zu viele Befehle oder Wörter, um es zu beurteilen.',
  'It cannot be read: it has a character in the wrong place.':
    'Es lässt sich nicht lesen: Ein Zeichen steht an der falschen Stelle.',
  'It cannot be read: its brackets mean something else to bash.':
    'Es lässt sich nicht lesen: Seine Klammern bedeuten für bash etwas anderes.',
  'It calculates with something that need not be a number, and bash runs the commands that stand in it.':
    'Es rechnet mit etwas, das keine Zahl sein muss, und bash führt die Befehle aus, die darin stehen.',
  'It expands a text as if it were typed.': 'Es setzt einen Text ein, als wäre er getippt.',
  'It gives a name to another command.': 'Es gibt einem anderen Befehl einen Namen.',
  'It makes one variable stand for another.': 'Es lässt eine Variable für eine andere stehen.',
  'It reads a text as a list, which runs the commands that stand in it.':
    'Es liest einen Text als Liste, was die Befehle ausführt, die darin stehen.',
  'It takes a function away.': 'Es entfernt eine Funktion.',
  'It uses a variable whose name is only known when it runs.':
    'Es nutzt eine Variable, deren Name sich erst beim Lauf zeigt.',
  'Its format may name a variable to be set.': 'Sein Format kann eine Variable nennen, die gesetzt wird.',
  'What it compares may be made of several words, which bash can evaluate.':
    'Was es vergleicht, kann aus mehreren Wörtern bestehen, die bash auswertet.',
  'What it compares may be the name of a variable, whose index bash evaluates.':
    'Was es vergleicht, kann der Name einer Variablen sein, deren Index bash auswertet.',
  'Which variable it looks at is only known when it runs.': 'Welche Variable es ansieht, zeigt sich erst beim Lauf.',
  'Which variable it sets is only known when it runs.': 'Welche Variable es setzt, zeigt sich erst beim Lauf.',
  // git
  'It adds or removes a working copy.': 'Es legt eine Arbeitskopie an oder entfernt eine.',
  'It asks another repository.': 'Es fragt ein anderes Repository.',
  'It brings back changes over the files.': 'Es holt Änderungen zurück, über die Dateien.',
  'It changes git’s settings for everything.': 'Es ändert die Einstellungen von git für alles.',
  'It changes the settings of git.': 'Es ändert die Einstellungen von git.',
  'It changes to another branch.': 'Es wechselt zu einem anderen Zweig.',
  'It deletes all files that git does not keep.': 'Es löscht alle Dateien, die git nicht verwaltet.',
  'It deletes all that git does not keep, with folders (clean -fdx).':
    'Es löscht alles, was git nicht verwaltet, samt Ordnern (clean -fdx).',
  'It deletes files, and takes them out of the repository.': 'Es löscht Dateien und nimmt sie aus dem Repository.',
  'It deletes or moves a branch whose commits may be nowhere else.':
    'Es löscht oder versetzt einen Zweig, dessen Commits vielleicht nirgends sonst sind.',
  'It deletes or moves a name of commits (a branch or tag).':
    'Es löscht oder versetzt einen Namen von Commits (einen Zweig oder ein Tag).',
  'It deletes or moves a tag, whose commits may be nowhere else.':
    'Es löscht oder versetzt ein Tag, dessen Commits vielleicht nirgends sonst sind.',
  'It deletes something in another repository.': 'Es löscht etwas in einem anderen Repository.',
  'It deletes, renames or points a branch elsewhere.': 'Es löscht einen Zweig, benennt ihn um oder versetzt ihn.',
  'It forgets commits that could be got back.': 'Es vergisst Commits, die sich noch zurückholen ließen.',
  'It gives commits other names.': 'Es gibt Commits andere Namen.',
  'It lets git run a program of its own choosing (ext::).': 'Es lässt git ein Programm seiner Wahl starten (ext::).',
  'It makes a branch.': 'Es legt einen Zweig an.',
  'It makes a repository.': 'Es legt ein Repository an.',
  'It makes a tag.': 'Es legt ein Tag an.',
  'It may move a branch away from its commits.': 'Es versetzt vielleicht einen Zweig weg von seinen Commits.',
  'It may throw away changes.': 'Es verwirft vielleicht Änderungen.',
  'It may throw away commits that could be got back.':
    'Es verwirft vielleicht Commits, die sich noch zurückholen ließen.',
  'It moves files within the repository, over others.': 'Es verschiebt Dateien im Repository, über andere.',
  'It moves files within the repository.': 'Es verschiebt Dateien im Repository.',
  'It moves the branch to another commit.': 'Es versetzt den Zweig auf einen anderen Commit.',
  'It overwrites what others may have (a forced push).': 'Es überschreibt, was andere haben können (erzwungener Push).',
  'It publishes commits to another repository.': 'Es veröffentlicht Commits in einem anderen Repository.',
  'It puts changes aside.': 'Es legt Änderungen beiseite.',
  'It puts files into the next commit.': 'Es nimmt Dateien in den nächsten Commit.',
  'It removes or moves a working copy, whatever is in it.':
    'Es entfernt oder verschiebt eine Arbeitskopie, was auch darin ist.',
  'It rewrites commits that are there already.': 'Es schreibt Commits um, die schon da sind.',
  'It rewrites the whole history.': 'Es schreibt die ganze Geschichte um.',
  'It takes files out of the next commit.': 'Es nimmt Dateien aus dem nächsten Commit.',
  'It takes the working copy of another repository away.': 'Es entfernt die Arbeitskopie eines anderen Repositorys.',
  'It throws away changes that have not been committed.': 'Es verwirft Änderungen, die noch in keinem Commit stehen.',
  'It throws away changes that were put aside.': 'Es verwirft Änderungen, die beiseitegelegt waren.',
  'It throws away what has not been committed (reset --hard).':
    'Es verwirft, was noch in keinem Commit steht (reset --hard).',
  'It tidies up the repository.': 'Es räumt das Repository auf.',
  'It writes notes beside commits.': 'Es schreibt Notizen zu Commits.',
  'parallel obeys its settings in the home, which can start other programs.':
    'parallel folgt seinen Einstellungen beim Benutzer, die andere Programme starten können.',
  'parallel runs on other machines.': 'parallel läuft auf anderen Rechnern.',
  'awk opens a network connection.': 'awk öffnet eine Verbindung ins Netz.',
  'awk starts other programs.': 'awk startet andere Programme.',
  'awk writes to files.': 'awk schreibt in Dateien.',
  'awk may start other programs.': 'awk startet vielleicht andere Programme.',
  'sed writes to a file.': 'sed schreibt in eine Datei.',
  'sed starts other programs.': 'sed startet andere Programme.',
  'tar starts another program for it.': 'tar startet dafür ein anderes Programm.',
  'tar writes wherever the archive says.': 'tar schreibt, wohin das Archiv es sagt.',
  'tar may read more than the archive it lists.': 'tar liest vielleicht mehr als das Archiv, das es auflistet.',
  'tar is told to do something that is not known.': 'tar soll etwas tun, das nicht bekannt ist.',
  'git apply changes files.': 'git apply ändert Dateien.',
  'git fetch exchanges with another repository.': 'git fetch tauscht mit einem anderen Repository aus.',
  'What fd is given is only known when it runs.': 'Was fd bekommt, zeigt sich erst beim Lauf.',
  'It accesses the network directly; use web_fetch or web_request.':
    'Es geht selbst ins Netz; dafür sind web_fetch und web_request da.',
  'It deletes files or folders by code of its own.': 'Es löscht Dateien oder Ordner mit eigenem Code.',
  'It changes only files of the scripts.': 'Es ändert nur Dateien der Skripte.',
  'It changes only files of the workspace.': 'Es ändert nur Dateien des Arbeitsordners.',
};

const reasonTexts = phrases('domain/approvals/reason-texts', { ...sentences, ...forms, ...ownParts });
