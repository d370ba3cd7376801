/**
 * A message in which a channel has marked what is not the owner's: lines that begin with `> `, each block of them under
 * a line in brackets that ends with a colon. All other lines are the owner's own.
 */

/** The owner's own lines, and the others; either may be empty. */
export function splitQuoted(text: string): { readonly own: string; readonly quoted: string } {
  const lines = text.split('\n');
  const isQuoted = (line: string | undefined) => line !== undefined && /^>( |$)/.test(line);
  const isTheirs = (line: string, at: number) => isQuoted(line) || (/^\[.*:\]$/.test(line) && isQuoted(lines[at + 1]));
  const of = (wanted: boolean) =>
    lines
      .filter((line, at) => isTheirs(line, at) === wanted)
      .join('\n')
      .trim();
  return { own: of(false), quoted: of(true) };
}
