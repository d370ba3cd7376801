/** The commands that a text of this program names, as its owner can type them here. */

/** Where a text names a command: in quotes, behind a colon, in a column, or at its beginning. */
const named = /(^|["„“`]|: | {2})straylight(?= (?:(?:--)?[a-z{]|COMMAND|BEFEHL))/gm;

/** `program`: as it is typed here; without it, or where the path has it, by its name. */
export function asTyped(text: string, program = 'straylight'): string {
  return program === 'straylight' ? text : text.replace(named, (_, before: string) => `${before}${program}`);
}
