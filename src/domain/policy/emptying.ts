/** When writing is taking away. */

/**
 * Does a file lose its content, or several lines of it? `before`: the piece that is replaced, empty where the whole
 * file is; `after`: what comes in its place. What the file held, where it is written whole, nobody knows here.
 */
export function empties(before: string, after: string): boolean {
  return after.trim() === '' && (before === '' || before.trim().includes('\n'));
}
