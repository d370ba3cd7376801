/** What a system error means (../../supervision/system-fault.ts). */
import type { Forms } from './forms.ts';

export const system: Forms = {
  '{1} ({2})': '{1} ({2})',
  'the database': 'die Datenbank',
  '{1} lies on a read-only file system; mount it for writing (mount -o remount,rw)':
    '{1} liegt auf einem Dateisystem, das nur zum Lesen ist; häng es zum Schreiben ein (mount -o remount,rw)',
  'there is no room left on the disk of {1}; free some space, then try again':
    'auf der Platte von {1} ist kein Platz mehr; schaff Platz und versuch es dann noch einmal',
  'this user may not use {1}; give it to the user that runs Straylight':
    'dieser Benutzer darf {1} nicht benutzen; gib es dem Benutzer, unter dem Straylight läuft',
  'this process has no file handles left; raise the limit ("ulimit -n", LimitNOFILE= of a service) and start it again if it does not recover by itself':
    'diesem Prozess sind die Datei-Handles ausgegangen; setz das Limit höher („ulimit -n“, LimitNOFILE= eines Dienstes) und starte ihn neu, wenn er sich nicht von selbst erholt',
  "the disk of {1} could not be read or written; look at the system's log, the disk may be failing":
    'die Platte von {1} ließ sich nicht lesen oder beschreiben; sieh ins Protokoll des Systems, vielleicht geht sie kaputt',
  '{1} is damaged: a part of it cannot be read; stop Straylight, look with "straylight doctor", and put back a copy from backups/':
    '{1} ist beschädigt: Ein Teil davon ist nicht lesbar; halt Straylight an, sieh mit „straylight doctor“ nach und leg eine Kopie aus backups/ zurück',
  'the quota of this user is used up on the disk of {1}; free some space, then try again':
    'das Kontingent dieses Benutzers auf der Platte von {1} ist aufgebraucht; schaff Platz und versuch es dann noch einmal',
  'this machine has no file handles left; end what holds many open, or raise fs.file-max':
    'dieser Maschine sind die Datei-Handles ausgegangen; beende Programme, die viele offen halten, oder setz fs.file-max höher',
  'this machine can start no more processes for this user; end some, or raise the limit ("ulimit -u", TasksMax= of a service)':
    'diese Maschine kann für diesen Benutzer keine Prozesse mehr starten; beende einige oder setz das Limit höher („ulimit -u“, TasksMax= eines Dienstes)',
  'this machine has no memory left; end what uses much of it, then try again':
    'dieser Maschine ist der Speicher ausgegangen; beende Programme, die viel davon brauchen, und versuch es dann noch einmal',
  '{1} could not be opened; it may be on a read-only file system, belong to another user, or no file handle is left':
    '{1} ließ sich nicht öffnen; vielleicht liegt es auf einem Dateisystem, das nur zum Lesen ist, gehört einem anderen Benutzer, oder kein Datei-Handle ist mehr frei',
  '{1} could not be read or written; the disk may be full or failing':
    '{1} ließ sich nicht lesen oder beschreiben; vielleicht ist die Platte voll oder geht kaputt',
  'another program holds {1}, as a database browser does in the midst of a change; close it there, then try again':
    'ein anderes Programm hält {1}, wie ein Datenbank-Betrachter mitten in einer Änderung; schließ es dort und versuch es dann noch einmal',
  'the store could not be written ({1}); nothing was accepted, try again':
    'die Datenbank ließ sich nicht schreiben ({1}); nichts wurde angenommen, versuch es noch einmal',
};
