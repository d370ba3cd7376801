/**
 * Which of these lines read like another of them: each of those needs its key beside it. It leans on nothing outside of
 * it, since the page is given its text and runs it in a browser.
 */
export function alikeLines(lines: readonly string[]): readonly boolean[] {
  const shown = lines.map(line => line.replaceAll(/\s+/g, ' ').trim());
  return shown.map(line => shown.indexOf(line) !== shown.lastIndexOf(line));
}
