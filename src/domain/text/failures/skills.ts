/** Why a skill cannot be taken, enabled or used. */
import type { Forms } from './forms.ts';

export const skills: Forms = {
  'its folders are more than {1} deep': 'seine Ordner sind tiefer als {1}',
  '{1} is a link or a device; a skill has plain files alone':
    '{1} ist eine Verknüpfung oder ein Gerät; ein Skill hat nur einfache Dateien',
  '{1} is a link or a device; plain files alone are taken':
    '{1} ist eine Verknüpfung oder ein Gerät; nur einfache Dateien werden genommen',
  'it has more than {1} files': 'er hat mehr als {1} Dateien',
  'it is larger than {1} MB': 'er ist größer als {1} MB',
  'it has no SKILL.md': 'er hat keine SKILL.md',
  'its SKILL.md is no text in UTF-8': 'seine SKILL.md ist kein Text in UTF-8',
  'its SKILL.md is longer than {1} characters': 'seine SKILL.md ist länger als {1} Zeichen',
  'its frontmatter is longer than {1} characters': 'ihr Kopf ist länger als {1} Zeichen',
  'its frontmatter is no YAML: {1}': 'ihr Kopf ist kein YAML: {1}',
  '{1} is not as Straylight writes it; restore it, or delete it to be asked about every skill again':
    '{1} ist nicht so, wie Straylight sie schreibt; stell sie wieder her, oder lösch sie, um nach jedem Skill neu gefragt zu werden',
  'expected a name of lower case letters, digits and single hyphens (at most 64); came {1}':
    'erwartet wird ein Name aus Kleinbuchstaben, Ziffern und einzelnen Bindestrichen (höchstens 64), nicht {1}',
  'expected a description of what it does and when to use it':
    'erwartet wird eine Beschreibung, was er tut und wann er gilt',
  'expected the address of an archive (.zip, .tar.gz), a Markdown file, a git repository (ending in .git) or an index (.json#name); came {1}':
    'erwartet wird die Adresse eines Archivs (.zip, .tar.gz), einer Markdown-Datei, eines git-Repositorys (mit .git am Ende) oder eines Index (.json#name), nicht {1}',
  'expected a file beside the index; came {1}': 'erwartet wird eine Datei neben dem Index, nicht {1}',
  'expected an index of skills, as {"skills": [{"name", "type", "url", "digest"}]}':
    'erwartet wird ein Index von Skills, wie {"skills": [{"name", "type", "url", "digest"}]}',
  'name one of the skills of the index behind a #: {1}': 'nenne einen der Skills des Index hinter einem #: {1}',
  'the index names {1} without a type (skill-md or archive), an address or a digest (sha256:…), so nothing vouches for it':
    'der Index nennt {1} ohne Art (skill-md oder archive), Adresse oder Digest (sha256:…); nichts bürgt also dafür',
  'expected a whole path, from / or ~ on; came {1}': 'erwartet wird ein ganzer Pfad ab / oder ~, nicht {1}',
  'the archive is larger than {1} MB': 'das Archiv ist größer als {1} MB',
  'expected a folder with a SKILL.md, an archive (.zip, .tar.gz), a Markdown file or an index (.json); {1} is none':
    'erwartet wird ein Ordner mit einer SKILL.md, ein Archiv (.zip, .tar.gz), eine Markdown-Datei oder ein Index (.json); {1} ist nichts davon',
  'a SHA-256 is of an archive; this is none': 'eine SHA-256 gilt für ein Archiv; das hier ist keines',
  'this is no skill that can be taken: {1}': 'das ist kein Skill, der sich nehmen lässt: {1}',
  'there are several skills; name one behind a #: {1}': 'es sind mehrere Skills; nenne einen hinter einem #: {1}',
  'expected a SKILL.md in {1}; there is none': 'erwartet wird eine SKILL.md in {1}; es gibt keine',
  'expected a SKILL.md in the archive; there is none': 'erwartet wird eine SKILL.md im Archiv; es gibt keine',
  'expected an archive with the SHA-256 {1}; this one has {2}. Nothing was installed':
    'erwartet wird ein Archiv mit der SHA-256 {1}; dieses hat {2}. Nichts wurde installiert',
  'expected a folder within the repository; came {1}': 'erwartet wird ein Ordner im Repository, nicht {1}',
  'the archive cannot be read: {1}': 'das Archiv ist nicht lesbar: {1}',
  'the archive has a file outside of itself: {1}': 'das Archiv hat eine Datei außerhalb seiner selbst: {1}',
  'expected the address of a git repository that begins with https://, without user or password; came {1}':
    'erwartet wird die Adresse eines git-Repositorys, die mit https:// beginnt, ohne Benutzer und Passwort, nicht {1}',
  'git was not found; install it, or give an archive':
    'git wurde nicht gefunden; installier es, oder gib ein Archiv an',
  'the repository could not be cloned: {1}': 'das Repository ließ sich nicht klonen: {1}',
  'expected a file at {1}; the server answered {2}': 'erwartet wird eine Datei unter {1}; der Server antwortete {2}',
  'there is no template {1}; there are {2}': 'es gibt keine Vorlage {1}; es gibt {2}',
  'there is a skill {1} already': 'einen Skill {1} gibt es schon',
  'the linter found something grave in {1}, line {2} ({3}): {4}':
    'die Prüfung fand etwas Ernstes in {1}, Zeile {2} ({3}): {4}',
  'the skill {1} cannot be used: {2}': 'der Skill {1} lässt sich nicht benutzen: {2}',
  'the skill {1} is not what it was when you looked at it; look again':
    'der Skill {1} ist nicht mehr, was er war, als du ihn angesehen hast; sieh noch einmal nach',
  // what the fields of its operations take
  'the name of a skill': 'der Name eines Skills',
  'a folder, an archive, a Markdown file, an index or a git address':
    'ein Ordner, ein Archiv, eine Markdown-Datei, ein Index oder eine git-Adresse',
  'the name of a skill, or the path of a folder': 'der Name eines Skills oder der Pfad eines Ordners',
  'what it does and when to use it': 'sein Zweck, und wann er gilt',
  'names of tools, parted by commas': 'Namen von Werkzeugen mit Kommas dazwischen',
  'names of hosts, parted by commas': 'Namen von Rechnern mit Kommas dazwischen',
  'names of secrets, parted by commas': 'Namen von Geheimnissen mit Kommas dazwischen',
  '64 hexadecimal digits': '64 hexadezimale Ziffern',
  'the hash of what was looked at': 'der Hash dessen, was du angesehen hast',
  // secrets that were asked for
  'this link is good no more': 'dieser Link gilt nicht mehr',
  '{1} requests for secrets wait for the owner already; wait until one is answered':
    'auf dich warten schon {1} Bitten um Geheimnisse; erst muss eine beantwortet sein',
  'the number of a request': 'die Nummer einer Bitte',
  // hooks
  'there are more than {1} hooks': 'es gibt mehr als {1} Hooks',
  'the hook file {1} cannot be read: {2}': 'die Hook-Datei {1} ist nicht lesbar: {2}',
  'the hook file {1} has no table "hooks"': 'die Hook-Datei {1} hat keine Tabelle „hooks“',
  '{1} is not as Straylight writes it; delete it to be asked about every hook again':
    '{1} ist nicht so, wie Straylight sie schreibt; lösch sie, um nach jedem Hook neu gefragt zu werden',
  'the hook {1} is not what it was when you looked at it; look again':
    'der Hook {1} ist nicht mehr, was er war, als du ihn angesehen hast; sieh noch einmal nach',
  'a hook is against a summary now: {1}': 'ein Hook ist jetzt gegen eine Zusammenfassung: {1}',
  'the id of a hook': 'die Kennung eines Hooks',
};
