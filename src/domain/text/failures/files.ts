/** Why a file is not read, written, sent or found. */
import type { Forms } from './forms.ts';

export const files: Forms = {
  '{1} {2}.': '{1} {2}.',
  'does not exist': 'gibt es nicht',
  'has a file where a folder is expected': 'hat eine Datei, wo ein Ordner erwartet wird',
  'is a folder': 'ist ein Ordner',
  'may not be opened: the rights of the file or of a folder above it forbid it':
    'darf nicht geöffnet werden: Die Rechte der Datei oder eines Ordners darüber verbieten es',
  'may not be changed: the system forbids it': 'darf nicht geändert werden: Das System verbietet es',
  'lies on a file system that is only for reading': 'liegt auf einem Dateisystem, das nur zum Lesen ist',
  'has a name that is too long': 'hat einen zu langen Namen',
  'exists already': 'gibt es schon',
  'was replaced by a link in the same moment; try again':
    'wurde im selben Augenblick durch einen Link ersetzt; noch einmal',
  'would become too large': 'würde zu groß',
  'there is no room on the disk for {1}; nothing of it was changed':
    'auf der Platte ist kein Platz für {1}; nichts davon wurde geändert',
  'it was cancelled': 'es wurde abgebrochen',
  '{1} could not be reached ({2})': '{1} war nicht erreichbar ({2})',
  '{1} is a link that leads in a circle.': '{1} ist ein Link, der im Kreis führt.',
  '{1} is not to be touched.': '{1} darf nicht angerührt werden.',
  '{1} does not exist.': '{1} gibt es nicht.',
  '{1} does not exist. There is: {2}.': '{1} gibt es nicht. Es gibt: {2}.',
  '{1} is no folder.': '{1} ist kein Ordner.',
  '{1} leads through too many folders.': '{1} führt durch zu viele Ordner.',
  'The folder {1}, which is {2}, is not there any more.': 'Den Ordner {1}, der {2} ist, gibt es nicht mehr.',
  'It was replaced in the same moment; try again.': 'Es wurde im selben Augenblick ersetzt; noch einmal.',
  '{1} is or passes a link, and nothing was done. Name the file itself; list_files shows where links lead.':
    '{1} ist oder passiert einen Link; geschehen ist nichts.',
  '{1} is or passes a link that leads out of its folder, so it is not followed.': '{1} führt aus dem Ordner hinaus.',
  '{1} has {2} bytes; at most {3} are taken.': '{1} hat {2} Bytes; genommen werden höchstens {3}.',
  '{1} is {2}, not a folder.': '{1} ist {2}, kein Ordner.',
  '{1} is a folder, not a file; list_files shows what is in it.': '{1} ist ein Ordner, keine Datei.',
  '{1} is {2}, which is neither read nor written.': '{1} ist {2} und wird weder gelesen noch geschrieben.',
  'a file': 'eine Datei',
  'a folder': 'ein Ordner',
  'a link': 'ein Link',
  'a pipe': 'eine Pipe',
  'a socket': 'ein Socket',
  'a device': 'ein Gerät',
  '{1} was changed by somebody else in the same moment, so nothing was written; read it again.':
    '{1} wurde im selben Augenblick von jemand anderem geändert, also wurde nichts geschrieben.',
  '{1} is no text in UTF-8 ({2}). A command can convert it.': '{1} ist kein Text in UTF-8 ({2}).',
  '{1} is no text in UTF-8, so it is not edited.': '{1} ist kein Text in UTF-8 und wird nicht bearbeitet.',
  '{1} is empty, so there is nothing to send.': '{1} ist leer, zu senden gibt es nichts.',
  'This conversation ({1}) has no channel that carries files. Tell the owner where the file lies.':
    'Dieses Gespräch ({1}) hat keinen Kanal, der Dateien trägt.',
  'old_text does not stand in {1}. {2}': 'Der Text, der ersetzt werden soll, steht nicht in {1}.',
  'old_text stands {1} times in {2} (lines {3}). Take more of what is around the right one, or set all to true.':
    'Der Text, der ersetzt werden soll, steht {1}-mal in {2} (Zeilen {3}).',
  // a tool that the agent writes
  'The implementation is not valid Python:{1}': 'Der Code ist kein gültiges Python:{1}',
  'it was stopped': 'es wurde angehalten',
  'it was not done after {1} s': 'es war nach {1} s nicht fertig',
  'it was ended by {1}': 'es wurde durch {1} beendet',
  'it ended well but wrote nothing to its standard output': 'es endete gut, hat aber nichts ausgegeben',
  'it ended with exit code {1}': 'es endete mit dem Rückgabewert {1}',
  'The test did not pass.': 'Die Probe ist nicht gelungen.',
};
