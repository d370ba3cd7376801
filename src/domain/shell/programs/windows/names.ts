/** Names of programs as Windows takes them: whatever their case, their folder and their ending. */

/** The name alone, in small letters. */
export function windowsName(word: string): string {
  const base = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  return base.toLowerCase().replace(endings, '');
}

/** Is it written as Windows would have it: with an ending, from a drive, or with backslashes? */
export function isOfWindows(word: string): boolean {
  return endings.test(word) || /\\|^[a-z]:|^\/(mnt\/)?[a-z]\/(windows|users|program)/i.test(word);
}

const endings = /\.(exe|com|cmd|bat)$/i;
