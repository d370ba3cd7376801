/** Why commands run where they do, and what keeps a sandbox from it. */
import type { Forms } from './forms.ts';

export const sandbox: Forms = {
  'commands run in a sandbox without network.': 'Befehle laufen in einer Sandbox ohne Netz.',
  'works here': 'funktioniert hier',
  'works here, {1}': 'funktioniert hier, {1}',
  '{1}: commands run in a sandbox without network.': '{1}: Befehle laufen in einer Sandbox ohne Netz.',
  '{1} ({2}): commands run in a sandbox without network.': '{1} ({2}): Befehle laufen in einer Sandbox ohne Netz.',
  'with gVisor': 'mit gVisor',
  'though not with its newest options': 'aber nicht mit seinen neuesten Optionen',
  'though without a warm runner, so that each command takes longer':
    'aber ohne bereiten Runner, deshalb dauert jeder Befehl länger',
  'though neither with its newest options nor with a warm runner':
    'aber weder mit seinen neuesten Optionen noch mit einem bereiten Runner',
  'chosen in config.toml: commands run without a sandbox.':
    'Befehle laufen direkt auf diesem Rechner, ohne Sandbox, wie in config.toml gewählt.',
  'Commands run directly on this machine, without a sandbox: {1}.':
    'Befehle laufen direkt auf diesem Rechner, ohne Sandbox: {1}.',
  'No command runs: config.toml asks for {1}, and {2}.': 'Kein Befehl läuft: config.toml verlangt {1}, und {2}.',
  'config.toml asks for {1}': 'config.toml verlangt {1}',
  '{1} is not available here': '{1} gibt es hier nicht',
  'the sandbox of {1} does not isolate: {2}': 'die Sandbox von {1} schirmt nicht ab: {2}',
  'the sandbox is not the one that was found earlier, so nothing was run; ask again. {1}':
    'die Sandbox ist nicht die, die früher gefunden wurde, also wurde nichts ausgeführt; bitte noch einmal. {1}',
  'the sandbox could not be built': 'die Sandbox ließ sich nicht aufbauen',
  'the sandbox could not be built: {1}': 'die Sandbox ließ sich nicht aufbauen: {1}',
  'the sandbox could not be built: private files were moved all the while':
    'die Sandbox ließ sich nicht aufbauen: Private Dateien wurden unterdessen verschoben',
  'the sandbox could not be built: a private file would not have been hidden in it':
    'die Sandbox ließ sich nicht aufbauen: Eine private Datei wäre darin nicht verborgen',
  'the sandbox could not be built: rename {1}, whose name is no text, so that it can be hidden':
    'die Sandbox ließ sich nicht aufbauen: Benenne {1} um, dessen Name kein Text ist, damit es verborgen werden kann',
  'bubblewrap is not there or does not start: install it so that {1} works':
    'bubblewrap fehlt oder startet nicht: Installier es, sodass {1} funktioniert',
  '{1} could not be started': '{1} ließ sich nicht starten',
  'the command could not be started': 'der Befehl ließ sich nicht starten',
  '{1} gave {2}': '{1} antwortete {2}',
  // how it is
  'it is tried before its first command': 'sie wird vor ihrem ersten Befehl geprüft',
  'nothing in it can fail by itself': 'nichts daran kann von selbst ausfallen',
  'a trial command did not end in time': 'ein Probebefehl wurde nicht rechtzeitig fertig',
  'a trial command failed': 'ein Probebefehl ist fehlgeschlagen',
  '1 sandbox open': '1 Sandbox offen',
  '{1} sandboxes open': '{1} Sandboxen offen',
  // Docker
  'the Docker engine cannot hold the sandbox: {1}': 'Docker kann die Sandbox nicht aufnehmen: {1}',
  'the Docker engine did not {1}: {2}': 'Docker konnte etwas nicht ({1}): {2}',
  'the Docker engine did not {1} within {2} s': 'Docker konnte etwas nicht innerhalb von {2} s ({1})',
  'list containers': 'Container aufzählen',
  'find the home of the sandbox': 'den Datenordner der Sandbox finden',
  'make the home of the sandbox': 'den Datenordner der Sandbox anlegen',
  'remove the home of the sandbox': 'den Datenordner der Sandbox entfernen',
  'remove a container': 'einen Container entfernen',
  'describe a container': 'einen Container beschreiben',
  'create the sandbox': 'die Sandbox anlegen',
  'start the sandbox': 'die Sandbox starten',
  'connect to the sandbox': 'sich mit der Sandbox verbinden',
  'say that it is there': 'sich melden',
  'describe itself': 'sich beschreiben',
  'find the image {1}': 'das Image {1} finden',
  "the Docker engine has no image {1}: build it with “docker build -t {2} '{3}'”":
    "Docker hat kein Image {1}: bau es mit „docker build -t {2} '{3}'“",
  'the Docker engine may not be used by this user: it belongs to the group “docker”':
    'dieser Benutzer darf Docker nicht benutzen: Es gehört der Gruppe „docker“',
  'there is no Docker engine: no socket at {1}': 'es gibt kein Docker: kein Socket unter {1}',
  'the image cannot be made, since the program “docker” could not be started':
    'das Image lässt sich nicht bauen, denn das Programm „docker“ ließ sich nicht starten',
  'the engine’s runtime “{1}” is not gVisor, going by the log of its kernel':
    'die Laufzeit „{1}“ von Docker ist nicht gVisor, nach dem Protokoll ihres Kernels',
  'it runs {1} containers, and Linux ones are needed':
    'es führt Container für {1} aus, gebraucht werden solche für Linux',
  'it is rootless, so files a command writes would not be yours':
    'es läuft ohne root, Dateien eines Befehls gehörten also nicht dir',
  'its kernel cannot filter system calls (seccomp)': 'sein Kernel kann Systemaufrufe nicht filtern (seccomp)',
  'its kernel cannot limit memory (the memory cgroup is off)':
    'sein Kernel kann Speicher nicht begrenzen (die cgroup memory ist aus)',
  'its kernel cannot limit the number of processes (the pids cgroup is off)':
    'sein Kernel kann die Zahl der Prozesse nicht begrenzen (die cgroup pids ist aus)',
  'its kernel cannot limit processor time': 'sein Kernel kann Rechenzeit nicht begrenzen',
  'it has no runtime “{1}” (it has {2})': 'es hat keine Laufzeit „{1}“ (es hat {2})',
};
