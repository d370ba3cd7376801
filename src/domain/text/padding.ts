/**
 * Text that pushes what follows out of view (empty lines, wide gaps, one line again and again), drawn together: how much
 * there was stands in its place. What is short stays as it is.
 */

/** `text` as {@link exactlyWithTabs} writes it. What is put in stands between the same brackets. */
export function unpadded(text: string): string {
  return withoutRepeats(text)
    .replace(/\n(?:[ \t]*\n){4,}/g, gap => `\n⟨${gap.split('\n').length - 2} empty lines⟩\n`)
    .replace(/[ \t]{32,}/g, gap => ` ⟨${gap.length} spaces⟩ `);
}

/** From the fifth on, lines that are the same are counted; empty ones are counted together with what is between them. */
function withoutRepeats(text: string): string {
  const shown: string[] = [];
  let same: string[] = [];
  const settle = () => {
    const [line = ''] = same;
    if (same.length < 5 || line.trim() === '') shown.push(...same);
    else shown.push(line, `⟨the same line ${same.length - 1} more times⟩`);
    same = [];
  };
  for (const line of text.split('\n')) {
    if (same.length > 0 && line !== same[0]) settle();
    same.push(line);
  }
  settle();
  return shown.join('\n');
}
