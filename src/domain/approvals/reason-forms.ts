/**
 * What a reason says that names something, in each language: by its English form, with `{1}`, `{2}` for what it names
 * (../policy/sentence.ts).
 */

export const forms: Readonly<Record<string, string>> = {
  // gates
  'The gate {1} blocks this: {2}.': 'Die Prüfung {1} hält das auf: {2}.',
  'The gate {1} asks for your approval: {2}.': 'Die Prüfung {1} bittet um deine Freigabe: {2}.',
  'A gate has changed this call into one that cannot be run: {1}':
    'Eine Prüfung hat daraus einen Aufruf gemacht, der sich nicht ausführen lässt: {1}',
  // Straylight's own records, and what a whole call comes to
  'It deletes {1} things, each by its name.': 'Es löscht {1} Dinge, jedes beim Namen.',
  'It {1} {2} ({3}).': 'Es {1} {2} ({3}).',
  'It {1} {2}: {3}.': 'Es {1} {2}: {3}.',
  'This request may come from untrusted content: {1}.': 'Diese Bitte stammt vielleicht aus ungeprüftem Inhalt: {1}.',
  'It also runs or reads {1} more files.': 'Es führt {1} weitere Dateien aus oder liest sie.',
  'It would be given the secret {1}.': 'Es bekäme das Geheimnis {1}.',
  'It gives a piece of work to the agent {1}.': 'Es gibt dem Agenten {1} eine Arbeit.',
  'The coding worker {1} works on a copy; nothing reaches the folder before you accept it.':
    'Der Programmierer {1} arbeitet an einer Kopie; nichts kommt in den Ordner, bevor du es übernimmst.',
  'It lies outside of the copy that the worker works on.':
    'Es liegt außerhalb der Kopie, an der der Programmierer arbeitet.',
  'It does not fit the folder as that is now: {1}': 'Es passt nicht zum Ordner, wie er jetzt ist: {1}',
  'The check “{1}” was not run.': 'Die Prüfung „{1}“ lief nicht.',
  'The check “{1}” fails: {2}.': 'Die Prüfung „{1}“ schlägt fehl: {2}.',
  'The check “{1}” could not be run: {2}.': 'Die Prüfung „{1}“ konnte nicht laufen: {2}.',
  'The check “{1}” held before the work, too, so it shows nothing.':
    'Die Prüfung „{1}“ galt schon vor der Arbeit, also zeigt sie nichts.',
  '{1} files of the folder had changes in no commit, which the worker did not see.':
    '{1} Dateien des Ordners hatten Änderungen in keinem Commit, die der Programmierer nicht sah.',
  'Nothing of it is in the folder yet. No checks were given.':
    'Noch ist nichts davon im Ordner. Prüfungen waren keine gegeben.',
  'Nothing of it is in the folder yet. {1} of {2} checks hold.':
    'Noch ist nichts davon im Ordner. {1} von {2} Prüfungen gelten.',
  'Its program ended its turn with “{1}”.': 'Sein Programm beendete seine Runde mit „{1}“.',
  'Its program ended several times without having come further.':
    'Sein Programm endete mehrmals, ohne weitergekommen zu sein.',
  'Its time was up before it was done.': 'Seine Zeit war um, bevor es fertig war.',
  'Its program was interrupted, and {1} cannot take a session up again.':
    'Sein Programm wurde unterbrochen, und {1} kann eine Sitzung nicht wieder aufnehmen.',
  'Its program was interrupted, and did not take its session up again: {1}':
    'Sein Programm wurde unterbrochen und nahm seine Sitzung nicht wieder auf: {1}',
  'The agent {1} asks for more than your settings allow it. A yes holds for this alone.':
    'Der Agent {1} will mehr, als deine Einstellungen ihm erlauben. Ein Ja gilt nur hierfür.',
  'The agent {1} may not use the tool {2}.': 'Der Agent {1} darf das Werkzeug {2} nicht benutzen.',
  'The agent {1} may only use these folders: {2}.': 'Der Agent {1} darf nur diese Ordner benutzen: {2}.',
  'The agent {1} may not use the network.': 'Der Agent {1} darf das Netz nicht benutzen.',
  'The agent {1} may only reach these hosts: {2}.': 'Der Agent {1} darf nur diese Rechner erreichen: {2}.',
  'The agent {1} may not use the secret {2}.': 'Der Agent {1} darf das Geheimnis {2} nicht benutzen.',
  'The agent {1} may not use the MCP server {2}.': 'Der Agent {1} darf den MCP-Server {2} nicht benutzen.',
  'The agent {1} may not use the skill {2}.': 'Der Agent {1} darf den Skill {2} nicht benutzen.',
  'The agent {1} may only forget memories of its own partitions.':
    'Der Agent {1} darf nur Erinnerungen seiner eigenen Bereiche vergessen.',
  'The agent {1} may only run commands in a sandbox, since it may not read all memories.':
    'Der Agent {1} darf Befehle nur in einer Sandbox ausführen, da er nicht alle Erinnerungen lesen darf.',
  'The agent {1} may leave nothing that other conversations do or know, since it may not read all memories.':
    'Der Agent {1} darf nichts hinterlassen, was andere Unterhaltungen tun oder wissen, da er nicht alle Erinnerungen lesen darf.',
  'It gets {1}, which is private.': 'Es bekommt {1}, was privat ist.',
  'It may read {1}, which is private.': 'Es liest vielleicht {1}, was privat ist.',
  'It can change what is in your folders: {1}.': 'Es kann ändern, was in deinen Ordnern ist: {1}.',
  'It can read what is in your folders: {1}.': 'Es kann lesen, was in deinen Ordnern ist: {1}.',
  'It empties {1}, or removes most of it.': 'Es leert {1} oder entfernt das meiste davon.',
  'The tool {1} acts outside of Straylight.': 'Das Werkzeug {1} wirkt außerhalb von Straylight.',
  'It acts by the MCP server {1}.': 'Es wirkt durch den MCP-Server {1}.',
  'You have allowed this tool of the MCP server {1}.': 'Du hast dieses Werkzeug des MCP-Servers {1} erlaubt.',
  'It says that it only reads, and the MCP server {1} has no network.':
    'Es sagt, dass es nur liest, und der MCP-Server {1} hat kein Netz.',
  'What it is given may come from untrusted content, and the MCP server {1} can carry it out.':
    'Was es bekommt, kommt vielleicht aus nicht vertrauenswürdigem Inhalt, und der MCP-Server {1} kann es hinaustragen.',
  'It reaches {1} in your own network.': 'Es erreicht {1} in deinem eigenen Netz.',
  'It acts on a page of {1} in your own network.': 'Es handelt auf einer Seite von {1} in deinem eigenen Netz.',
  'It reaches {1} in your own network, and text from outside may have asked for it. Ask for it in a new message.':
    'Es erreicht {1} in deinem eigenen Netz, und vielleicht hat Text von außen darum gebeten. Bitte in einer neuen Nachricht darum.',
  'A page that was read has this link, but the choice of a link can carry data out, too, and the {1} bits that links may carry without approval in one conversation are used up.':
    'Eine gelesene Seite hat diesen Link, aber auch die Wahl eines Links kann Daten hinaustragen, und die {1} Bits, die Links in einem Gespräch ohne Freigabe tragen dürfen, sind verbraucht.',
  'It asks you for a secret, which the agent never sees.': 'Es bittet dich um ein Geheimnis, das der Agent nie sieht.',
  // a skill in use
  'The skill {1} is in use, and was not granted the tool {2}.':
    'Der Skill {1} wird benutzt, und das Werkzeug {2} wurde ihm nicht gewährt.',
  'The skill {1} is in use, and was not granted the host {2}.':
    'Der Skill {1} wird benutzt, und der Rechner {2} wurde ihm nicht gewährt.',
  'The skill {1} is in use, and was not granted to write files.':
    'Der Skill {1} wird benutzt, und das Schreiben von Dateien wurde ihm nicht gewährt.',
  'The skill {1} is in use, and was not granted to read files.':
    'Der Skill {1} wird benutzt, und das Lesen von Dateien wurde ihm nicht gewährt.',
  'The skill {1} is in use, and was not granted every host; nobody knows before which this reaches.':
    'Der Skill {1} wird benutzt, und nicht jeder Rechner wurde ihm gewährt; welchen das hier erreicht, weiß vorher niemand.',
  'The skill {1} is in use, and this would act later, when nothing is held to what was granted to it.':
    'Der Skill {1} wird benutzt, und das hier würde später handeln, wenn nichts mehr daran gehalten ist, was ihm gewährt wurde.',
  'The skill {1} is in use, and was not granted the secret {2}.':
    'Der Skill {1} wird benutzt, und das Geheimnis {2} wurde ihm nicht gewährt.',
  // git
  'git {1}: this option can make git run something else.':
    'git {1}: Diese Option kann git etwas anderes starten lassen.',
  'git {1} obeys the settings of the repository, which can start other programs.':
    'git {1} folgt den Einstellungen des Repositorys, die andere Programme starten können.',
  'It sets {1} for git, which throws away commits that could be got back.':
    'Es setzt {1} für git, was Commits verwirft, die sich noch zurückholen ließen.',
  'It sets {1} for git, which can make it run something else.': 'Es setzt {1} für git, was etwas anderes starten kann.',
  'git {1}: this starts another program.': 'git {1}: Das startet ein anderes Programm.',
  'git {1} may change the repository, or be another program’s name.':
    'git {1} ändert vielleicht das Repository oder ist der Name eines anderen Programms.',
  'git {1} {2}: this is not among the options that only show something.':
    'git {1} {2}: Das gehört nicht zu den Optionen, die nur etwas zeigen.',
  'git {1} shows what it would do.': 'git {1} zeigt, was es tun würde.',
  'git {1} {2}.': 'git {1} {2}.',
  'git {1} throws away changes that have not been committed.':
    'git {1} verwirft Änderungen, die noch in keinem Commit stehen.',
  'git remote {1} asks another repository.': 'git remote {1} fragt ein anderes Repository.',
  'It changes where git may fetch from: {1}.': 'Es ändert, woher git holen darf: {1}.',
  'It changes where git fetches from: {1}.': 'Es ändert, woher git holt: {1}.',
  'git {1} {2} runs a command again and again.': 'git {1} {2} führt einen Befehl immer wieder aus.',
  'git {1} changes the repository, or asks another one.': 'git {1} ändert das Repository oder fragt ein anderes.',
  'git {1} writes files.': 'git {1} schreibt Dateien.',
  'git {1} exchanges with another repository.': 'git {1} tauscht mit einem anderen Repository aus.',
  'git {1} writes over files, whatever is in them.': 'git {1} überschreibt Dateien, was auch darin steht.',
  'git {1} changes what the next commit holds.': 'git {1} ändert, was der nächste Commit enthält.',
  'git {1} may take files away, or set hooks.': 'git {1} entfernt vielleicht Dateien oder richtet Hooks ein.',
  'git {1} starts other programs.': 'git {1} startet andere Programme.',
  // files and the shell
  'It empties {1} before it is read.': 'Es leert {1}, bevor es gelesen wird.',
  '{1} obeys settings of the folder or the home, which can name another program.':
    '{1} folgt Einstellungen des Ordners oder des Benutzers, die ein anderes Programm nennen können.',
  '{1} may show what lies outside the workspace.': '{1} zeigt vielleicht, was außerhalb des Arbeitsordners liegt.',
  'Which program {1} is can only be known when it runs.': 'Welches Programm {1} ist, zeigt sich erst beim Lauf.',
  'It runs the program {1}, which nobody has reviewed.': 'Es führt das Programm {1} aus, das niemand geprüft hat.',
  'It runs the unknown program {1}.': 'Es führt das unbekannte Programm {1} aus.',
  'It is given {1}, which is a key, a password or a token.':
    'Es bekommt {1}, einen Schlüssel, ein Passwort oder ein Token.',
  'It reads {1}, which is a key, a password or a token.': 'Es liest {1}, einen Schlüssel, ein Passwort oder ein Token.',
  'It is given the address {1}, which may be asked for.': 'Es bekommt die Adresse {1}, die es vielleicht aufruft.',
  'It reads the device {1}.': 'Es liest das Gerät {1}.',
  'It reads {1}, which lies outside the workspace.': 'Es liest {1} außerhalb des Arbeitsordners.',
  'It reads {1}, which may hold secrets.': 'Es liest {1}, worin Geheimnisse stehen können.',
  'It {1} {2}, a device of this machine.': 'Es {1} {2}, ein Gerät dieses Rechners.',
  'It {1} {2}, which belongs to the system.': 'Es {1} {2}, was zum System gehört.',
  'It {1} {2}, which lies outside the workspace.': 'Es {1} {2} außerhalb des Arbeitsordners.',
  'It {1} {2}.': 'Es {1} {2}.',
  'It {1} {2}, which programs obey.': 'Es {1} {2}, wonach sich Programme richten.',
  'It {1} {2}, which holds secrets.': 'Es {1} {2}, worin Geheimnisse stehen.',
  '{1} {2} changes how the shell reads commands, or what it runs before them.':
    '{1} {2} ändert, wie die Shell Befehle liest oder was sie vorher ausführt.',
  'It gives {1} what need not be a number, and bash runs the commands that stand in it.':
    'Es gibt {1} etwas, das keine Zahl sein muss, und bash führt die Befehle aus, die darin stehen.',
  'It sets {1}, which decides what other programs run.': 'Es setzt {1}, was bestimmt, was andere Programme starten.',
  'It cannot be read: {1}.': 'Es lässt sich nicht lesen: {1}.',
  // programs
  'tar takes {1} for an archive on another machine.': 'tar hält {1} für ein Archiv auf einem anderen Rechner.',
  'tar {1}: this option {2}.': 'tar {1}: Diese Option {2}.',
  'zip {1}: this option may start another program.': 'zip {1}: Diese Option startet vielleicht ein anderes Programm.',
  '{1} {2}: this option is not known.': '{1} {2}: Diese Option ist nicht bekannt.',
  '{1} {2} may run a command.': '{1} {2} führt vielleicht einen Befehl aus.',
  '{1} runs what was fetched or decoded just before.':
    '{1} führt aus, was gerade erst geladen oder entschlüsselt wurde.',
  '{1} runs whatever it is given, which nobody can judge beforehand.':
    '{1} führt alles aus, was es bekommt; vorher kann das niemand beurteilen.',
  '{1} runs the commands in {2}.': '{1} führt die Befehle in {2} aus.',
  '{1} -C runs a command for what it reads.': '{1} -C führt für das, was es liest, einen Befehl aus.',
  'wait {1}: this may set a variable.': 'wait {1}: Das setzt vielleicht eine Variable.',
  '{1} changes the record of what was typed.': '{1} ändert die Aufzeichnung der Eingaben.',
  '{1} changes what the shell does.': '{1} ändert, was die Shell tut.',
  'It deletes {1} and its contents, which belongs to the system or is a whole home folder.':
    'Es löscht {1} samt Inhalt, was zum System gehört oder ein ganzer Benutzerordner ist.',
  'It deletes {1} and its contents without asking (rm -rf).': 'Es löscht {1} samt Inhalt, ohne zu fragen (rm -rf).',
  'It deletes {1} and its contents.': 'Es löscht {1} samt Inhalt.',
  'It deletes more than one file at once: {1}.': 'Es löscht mehr als eine Datei auf einmal: {1}.',
  'It deletes {1}, which holds secrets.': 'Es löscht {1}, worin Geheimnisse stehen.',
  'It deletes {1}.': 'Es löscht {1}.',
  'It empties or overwrites {1}.': 'Es leert oder überschreibt {1}.',
  'It deletes the empty folder {1}.': 'Es löscht den leeren Ordner {1}.',
  '{1} destroys what the file holds.': '{1} zerstört, was in der Datei steht.',
  'dd {1} is not known.': 'dd {1} ist nicht bekannt.',
  'find {1}: this is not among the options that only read.':
    'find {1}: Das gehört nicht zu den Optionen, die nur lesen.',
  '{1} erases a disk.': '{1} löscht einen Datenträger.',
  'It moves {1} to /dev/null, which deletes it.': 'Es verschiebt {1} nach /dev/null, was es löscht.',
  'It moves {1}.': 'Es verschiebt {1}.',
  'It moves {1} out of the workspace.': 'Es verschiebt {1} aus dem Arbeitsordner.',
  'It moves {1} away, which belongs to the system or is a whole home.':
    'Es verschiebt {1}, was zum System gehört oder ein ganzer Benutzerordner ist.',
  'It moves {1}, which holds secrets.': 'Es verschiebt {1}, worin Geheimnisse stehen.',
  'It tells whether {1} exists, which may lie outside the workspace.':
    'Es verrät, ob es {1} gibt, was außerhalb des Arbeitsordners liegen kann.',
  'Its code deletes {1} and its contents.': 'Sein Code löscht {1} samt Inhalt.',
  'Its code deletes {1}.': 'Sein Code löscht {1}.',
  'sed {1}: this command is not known.': 'sed {1}: Dieser Befehl ist nicht bekannt.',
  '{1} reads commands in a way of its own.': '{1} liest Befehle auf seine eigene Art.',
  '{1} is given no command.': '{1} bekommt keinen Befehl.',
  '{1} runs the script {2}.': '{1} führt das Skript {2} aus.',
  '{1} runs whatever it is given.': '{1} führt alles aus, was es bekommt.',
  '{1} runs inline code.': '{1} führt mitgegebenen Code aus.',
  '{1} takes everything out of the file.': '{1} leert die Datei.',
  '{1} runs the program {2}.': '{1} führt das Programm {2} aus.',
  '{1} runs the project’s own checks.': '{1} führt die Prüfungen des Projekts aus.',
  '{1} brings in pip.': '{1} holt pip.',
  '{1} runs the module {2}.': '{1} führt das Modul {2} aus.',
  'What {1} is given is only known when it runs.': 'Was {1} bekommt, zeigt sich erst beim Lauf.',
  'Python runs {1} of this folder instead, if there is one.':
    'Python führt stattdessen {1} aus diesem Ordner aus, wenn es das gibt.',
  '{1} {2}: this option can run something.': '{1} {2}: Diese Option kann etwas starten.',
  '{1} {2}: this option is not known, or loads a program.':
    '{1} {2}: Diese Option ist nicht bekannt oder lädt ein Programm.',
  '{1} reads files of its own choosing.': '{1} liest Dateien, die es selbst wählt.',
  '{1} takes everything out of the file, or most of it.': '{1} leert die Datei oder entfernt das meiste davon.',
  '{1} can change files and start programs.': '{1} kann Dateien ändern und Programme starten.',
  '{1} deletes what a database holds.': '{1} löscht, was in einer Datenbank steht.',
  '{1} {2}.': '{1} {2}.',
  '{1} runs something as another user, or as root.': '{1} führt etwas als anderer Benutzer oder als root aus.',
  '{1} accesses the network directly; use web_fetch or web_request.':
    '{1} geht selbst ins Netz; dafür sind web_fetch und web_request da.',
  '{1} connects this machine to another one.': '{1} verbindet diesen Rechner mit einem anderen.',
  'It takes the right to read or write {1} from its owner.':
    'Es nimmt dem Besitzer das Recht, {1} zu lesen oder zu schreiben.',
  '{1} changes who may use {2}.': '{1} ändert, wer {2} benutzen darf.',
  'It changes the rights of {1}, which belongs to the system or is a whole home.':
    'Es ändert die Rechte an {1}, was zum System gehört oder ein ganzer Benutzerordner ist.',
  '{1} stops a running program.': '{1} beendet ein laufendes Programm.',
  '{1} {2} goes to another machine.': '{1} {2} geht zu einem anderen Rechner.',
  '{1} {2} changes a service of this machine.': '{1} {2} ändert einen Dienst dieses Rechners.',
  '{1} {2} changes the state of the whole machine.': '{1} {2} ändert den Zustand des ganzen Rechners.',
  '{1} {2} goes to another engine, or by other settings.':
    '{1} {2} wendet sich an eine andere Engine oder folgt anderen Einstellungen.',
  '{1} asks the engine of this machine, or the one its settings name.':
    '{1} fragt die Engine dieses Rechners oder die, die seine Einstellungen nennen.',
  '{1} {2} starts or changes containers on this machine.': '{1} {2} startet oder ändert Container auf diesem Rechner.',
  '{1} {2} hands a container the machine itself.': '{1} {2} gibt einem Container den Rechner selbst.',
  '{1} shows what this machine runs by the clock.': '{1} zeigt, was dieser Rechner nach der Uhr startet.',
  '{1} changes the file systems of this machine.': '{1} ändert die Dateisysteme dieses Rechners.',
  '{1} changes the kernel’s settings.': '{1} ändert die Einstellungen des Kernels.',
  '{1} {2} changes the network of this machine.': '{1} {2} ändert das Netz dieses Rechners.',
  '{1} asks the network for what it is given, which can carry data out.':
    '{1} fragt das Netz nach dem, was es bekommt, und kann so Daten hinaustragen.',
  '{1} works with keys and certificates.': '{1} arbeitet mit Schlüsseln und Zertifikaten.',
  '{1} {2} changes the programs of this machine, or asks a server for them.':
    '{1} {2} ändert die Programme dieses Rechners oder fragt einen Server danach.',
  '{1} runs something in another root of the machine.':
    '{1} führt etwas unter einem anderen Wurzelverzeichnis des Rechners aus.',
  '{1} {2} {3}.': '{1} {2} {3}.',
  '{1} changes the extensions of the editor.': '{1} ändert die Erweiterungen des Editors.',
  '{1} opens the editor.': '{1} öffnet den Editor.',
  '{1} obeys settings of the folder or the home, which can start other programs.':
    '{1} folgt Einstellungen des Ordners oder des Benutzers, die andere Programme starten können.',
  '{1} {2} changes settings or scripts.': '{1} {2} ändert Einstellungen oder Skripte.',
  '{1} {2} changes what others install.': '{1} {2} ändert, was andere installieren.',
  '{1} runs the project’s script {2}.': '{1} führt das Skript {2} des Projekts aus.',
  '{1} {2} brings in code of others, and runs it.': '{1} {2} holt Code von anderen und führt ihn aus.',
  '{1} {2} does more than read.': '{1} {2} tut mehr als lesen.',
  '{1} {2}: this may ask the network, or obey other settings.':
    '{1} {2}: Das fragt vielleicht das Netz oder folgt anderen Einstellungen.',
  '{1} {2} brings in code of others, or removes it.': '{1} {2} holt Code von anderen oder entfernt ihn.',
  '{1} fetches code of others and runs it.': '{1} holt Code von anderen und führt ihn aus.',
  '{1} changes its settings.': '{1} ändert seine Einstellungen.',
  '{1} clean deletes a folder of builds, and is told which.':
    '{1} clean löscht einen Ordner mit Bauergebnissen, und ihm wird gesagt, welchen.',
  '{1} {2} changes what the project is built of.': '{1} {2} ändert, woraus das Projekt gebaut wird.',
  '{1} {2} builds or checks the project.': '{1} {2} baut oder prüft das Projekt.',
  '{1} {2} runs the project, or brings in code of others.': '{1} {2} startet das Projekt oder holt Code von anderen.',
  '{1} {2} decides what is run.': '{1} {2} bestimmt, was ausgeführt wird.',
  '{1} runs what the project’s Makefile says.': '{1} führt aus, was das Makefile des Projekts sagt.',
  '{1} is told where to look, which may be the network.':
    '{1} bekommt gesagt, wo es nachsehen soll, und das kann das Netz sein.',
  '{1} reads passwords of this machine.': '{1} liest Passwörter dieses Rechners.',
  '{1} {2} asks the network for what it is given, which can carry data out.':
    '{1} {2} fragt das Netz nach dem, was es bekommt, und kann so Daten hinaustragen.',
  '{1} -i {2} asks the network for a name.': '{1} -i {2} fragt das Netz nach einem Namen.',
  '{1} shows which files other programs have open.': '{1} zeigt, welche Dateien andere Programme geöffnet haben.',
  '{1} {2}: this is more than showing connections, or asks the network for a name.':
    '{1} {2}: Das ist mehr als Verbindungen zu zeigen oder fragt das Netz nach einem Namen.',
  '{1} asks the network for the names of other machines.': '{1} fragt das Netz nach den Namen anderer Rechner.',
  '{1} {2}: this is not among the options that only show.':
    '{1} {2}: Das gehört nicht zu den Optionen, die nur zeigen.',
  '{1} shows the environment of other programs, where secrets may be.':
    '{1} zeigt die Umgebung anderer Programme, in der Geheimnisse stehen können.',
  '{1} changes the network of this machine.': '{1} ändert das Netz dieses Rechners.',
  '{1} shows what lies outside the workspace, or what other programs said.':
    '{1} zeigt, was außerhalb des Arbeitsordners liegt oder was andere Programme meldeten.',
  '{1} {2}: this option can set something.': '{1} {2}: Diese Option kann etwas setzen.',
  '{1} {2}: this option is not known, or starts a program.':
    '{1} {2}: Diese Option ist nicht bekannt oder startet ein Programm.',
  '{1} starts another program to show it.': '{1} startet ein anderes Programm, um es zu zeigen.',
  '{1} obeys the file .manpath of the home, which can start other programs.':
    '{1} folgt der Datei .manpath des Benutzers, die andere Programme starten kann.',
  '{1} fetches its pages from the network, by the name it is given.':
    '{1} holt seine Seiten aus dem Netz, nach dem Namen, den es bekommt.',
  '{1} {2} may change files, open them with other programs, or go to the network.':
    '{1} {2} ändert vielleicht Dateien, öffnet sie mit anderen Programmen oder geht ins Netz.',
  'The program for {1} reads further files.': 'Das Programm für {1} liest weitere Dateien.',
  '{1} runs a program out of a file, which can read further files.':
    '{1} führt ein Programm aus einer Datei aus, das weitere Dateien lesen kann.',
  '{1} {2}: this is not among the options of {3} that only read.':
    '{1} {2}: Das gehört nicht zu den Optionen von {3}, die nur lesen.',
  '{1} empties what it writes.': '{1} leert, was es schreibt.',
  '{1} reads the files that a file names.': '{1} liest die Dateien, die eine Datei nennt.',
  '{1} obeys {2}, which can start other programs.': '{1} folgt {2}; damit können andere Programme starten.',
  '{1} {2}: that is more than reading.': '{1} {2}: Das ist mehr als lesen.',
  '{1} {2} names what it starts or loads.': '{1} {2} nennt, was es startet oder lädt.',
  '{1} runs a text that nobody can read ({2}).': '{1} führt einen Text aus, den niemand lesen kann ({2}).',
  '{1} deletes {2}, which is a drive, a home or belongs to the system.':
    '{1} löscht {2}, was ein Laufwerk oder ein Benutzerordner ist oder zum System gehört.',
  '{1} deletes {2} and its contents.': '{1} löscht {2} samt Inhalt.',
  '{1} deletes {2}.': '{1} löscht {2}.',
  '{1} acts on Windows.': '{1} wirkt auf Windows.',
  '{1} reads the registry of Windows.': '{1} liest die Registry von Windows.',
  '{1} changes settings of the whole machine.': '{1} ändert Einstellungen des ganzen Rechners.',
  '{1} changes the settings of Windows.': '{1} ändert die Einstellungen von Windows.',
  '{1} shows what Windows runs by the clock.': '{1} zeigt, was Windows nach der Uhr startet.',
  '{1} changes what Windows runs by itself.': '{1} ändert, was Windows von selbst startet.',
  '{1} ends or deletes a whole Linux.': '{1} beendet oder löscht ein ganzes Linux.',
  '{1} runs something beside Straylight.': '{1} führt etwas neben Straylight aus.',
  '{1} runs something as an administrator.': '{1} führt etwas als Administrator aus.',
  '{1} starts a program.': '{1} startet ein Programm.',
  '{1} changes the rights of a drive, a home or the system.':
    '{1} ändert die Rechte an einem Laufwerk, einem Benutzerordner oder dem System.',
  '{1} changes who may use a file.': '{1} ändert, wer eine Datei benutzen darf.',
  '{1} changes how a running program runs.': '{1} ändert, wie ein laufendes Programm läuft.',
  'env runs it in the folder {1}.': 'env führt es im Ordner {1} aus.',
  'env {1}: this option is not known.': 'env {1}: Diese Option ist nicht bekannt.',
  'xargs {1}: this option is not known.': 'xargs {1}: Diese Option ist nicht bekannt.',
  'parallel {1}: this option is not known, or starts a program.':
    'parallel {1}: Diese Option ist nicht bekannt oder startet ein Programm.',
  'command {1}: this option is not known.': 'command {1}: Diese Option ist nicht bekannt.',
  'fd {1}: this option is not known, or starts a program.':
    'fd {1}: Diese Option ist nicht bekannt oder startet ein Programm.',
  '{1} {2} asks a server for the programs of others.': '{1} {2} fragt einen Server nach den Programmen anderer.',
  '{1} makes files or folders.': '{1} erzeugt Dateien oder Ordner.',
  '{1} makes a link.': '{1} erzeugt einen Verweis.',
  '{1} makes a copy.': '{1} erzeugt eine Kopie.',
  '{1} replaces files by packed or unpacked ones.': '{1} ersetzt Dateien durch gepackte oder entpackte.',
  '{1} makes a file.': '{1} erzeugt eine Datei.',
  '{1} {2}: that reaches beyond files, or runs something.':
    '{1} {2}: Das reicht über Dateien hinaus oder führt etwas aus.',
  '{1} makes files.': '{1} erzeugt Dateien.',
  '{1} {2}: this option may run a program.': '{1} {2}: Diese Option führt vielleicht ein Programm aus.',
  '{1} changes its files where they stand.': '{1} ändert seine Dateien an Ort und Stelle.',
  '{1} writes over the pictures it is given.': '{1} überschreibt die Bilder, die es bekommt.',
  '{1} changes files.': '{1} ändert Dateien.',
  // what a command executes
  '{1} is not what it was when you allowed this.': '{1} ist nicht mehr, was es war, als du das erlaubt hast.',
  'What it runs can only be known when it does: {1}.': 'Was es ausführt, zeigt sich erst dann: {1}.',
  'What it reads as a list can only be known when it does: {1}.': 'Was es als Liste liest, zeigt sich erst dann: {1}.',
  'It runs {1}, which is not there now.': 'Es führt {1} aus, was jetzt nicht da ist.',
  'It reads as a list {1}, which is not there now.': 'Es liest {1} als Liste, was jetzt nicht da ist.',
  'It runs {1} ({2}, {3}).': 'Es führt {1} aus ({2}, {3}).',
  'It reads as a list {1} ({2}, {3}).': 'Es liest {1} als Liste ({2}, {3}).',
};

/** Words of ours inside of these. */
export const ownParts: Readonly<Record<string, string>> = {
  '{1} {2}': '{1} {2}',
  ends: 'beendet',
  changes: 'ändert',
  'a prompt of yours': 'eine deiner Anweisungen',
  'each heartbeat reads it': 'Jeder Heartbeat liest die Datei',
  'it becomes part of every instruction of the agent': 'Die Datei wird Teil jeder Anweisung des Agenten',
  'it becomes part of what models are told': 'Sie wird Teil dessen, was Modelle lesen',
  'the goal': 'das Ziel',
  'the job': 'den Job',
  'made by you': 'von dir',
  'made in this conversation': 'aus diesem Gespräch',
  'made in another conversation': 'aus einem anderen Gespräch',
  'made by outside text in this conversation': 'von fremdem Text in diesem Gespräch',
  'nobody knows by whom': 'von wem, ist nicht bekannt',
  'a result of {1}': 'ein Ergebnis von {1}',
  'writes the history': 'schreibt in die Geschichte',
  'changes files and history': 'ändert Dateien und Geschichte',
  'brings in another repository, with its hooks and settings':
    'holt ein anderes Repository, mit seinen Hooks und Einstellungen',
  'starts another program': 'startet ein anderes Programm',
  'is not known': 'ist nicht bekannt',
  'a file': 'eine Datei',
  'shuts this machine down or restarts it': 'fährt diesen Rechner herunter oder startet ihn neu',
  'changes who may use this machine': 'ändert, wer diesen Rechner benutzen darf',
  'changes the firewall': 'ändert die Firewall',
  'changes the kernel': 'ändert den Kernel',
  'works with the history of files': 'arbeitet mit der Geschichte von Dateien',
  'works with the code of others': 'arbeitet mit dem Code anderer',
  'acts on the repositories of a server': 'wirkt auf die Repositorys eines Servers',
  'works with the hooks of git': 'arbeitet mit den Hooks von git',
  'the file .ackrc or .agignore of the folder or the home':
    'der Datei .ackrc oder .agignore des Ordners oder des Benutzers',
  'the file .lesskey of the home': 'der Datei .lesskey des Benutzers',
  'its settings in the home': 'seinen Einstellungen beim Benutzer',
  'what a list or a film names as its parts': 'dem, was eine Liste oder ein Film als seine Teile nennt',
  'its settings in the home, and what a picture names as its parts':
    'seinen Einstellungen beim Benutzer und dem, was ein Bild als seine Teile nennt',
  'the file .manpath or .infokey of the home': 'der Datei .manpath oder .infokey des Benutzers',
  'whatever it is given': 'alles, was ihm gegeben wird',
  'changes the state of the whole machine': 'ändert den Zustand des ganzen Rechners',
  'accesses the network directly; use web_fetch or web_request':
    'geht selbst ins Netz; dafür sind web_fetch und web_request da',
  'erases a disk': 'löscht einen Datenträger',
  'shuts this machine down or ends its session': 'fährt diesen Rechner herunter oder beendet seine Sitzung',
  'destroys what is left of deleted files': 'zerstört, was von gelöschten Dateien übrig ist',
  'changes who may use this machine, its services or its connections':
    'ändert, wer diesen Rechner benutzen darf, seine Dienste oder seine Verbindungen',
  'changes the firewall or the network': 'ändert die Firewall oder das Netz',
  'runs something as another user': 'führt etwas als anderer Benutzer aus',
  'fetches or unpacks what nobody has seen': 'holt oder entpackt, was niemand gesehen hat',
  'runs a text that is put together only then': 'führt einen Text aus, der erst dann entsteht',
  'runs what nobody can judge beforehand': 'führt aus, was vorher niemand beurteilen kann',
  'starts or deletes what nobody can judge beforehand': 'startet oder löscht, was vorher niemand beurteilen kann',
  'not a text': 'kein Text',
  '1 line': '1 Zeile',
  '{1} lines': '{1} Zeilen',
  'last changed by nobody the agent can name': 'zuletzt geändert von jemandem, den der Agent nicht nennen kann',
  'as the agent wrote it': 'wie der Agent es geschrieben hat',
  writes: 'schreibt in',
  deletes: 'löscht',
  overwrites: 'überschreibt',
  makes: 'erzeugt',
  'links to': 'verweist auf',
  moves: 'verschiebt',
  'may change': 'ändert vielleicht',
  'changes who may run': 'ändert die Ausführrechte von',
  // what outside text came with
  'a message that was forwarded or is not yours': 'eine Nachricht, die weitergeleitet wurde oder nicht von dir ist',
  'an earlier message with outside text, which you answered':
    'eine frühere Nachricht mit fremdem Text, auf die du geantwortet hast',
  'a list of tasks that followed untrusted content': 'eine Aufgabenliste, die auf ungeprüften Inhalt folgte',
  'a memory from untrusted content': 'eine Erinnerung aus ungeprüftem Inhalt',
  'a reply that followed untrusted content': 'eine Antwort, die auf ungeprüften Inhalt folgte',
  'a late result': 'ein spätes Ergebnis',
  'a summary of earlier messages': 'eine Zusammenfassung früherer Nachrichten',
  'a file or picture that was sent': 'eine Datei oder ein Bild, das geschickt wurde',
  'the description of a tool': 'die Beschreibung eines Werkzeugs',
  'a picture, or earlier text that the reply repeats': 'ein Bild, oder früherer Text, den die Antwort wiederholt',
};
