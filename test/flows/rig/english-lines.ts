/** Finds English in what a German owner reads. */
import assert from 'node:assert/strict';

/** Words that no German sentence has, and few English ones go without. */
const english =
  /\b(?:the|and|is|are|were|with|your|you|not|this|that|of|to|it|its|has|have|from|which|there|does|for|by|no|nothing|waits?|lists|shows|ago|without|works|exit code|created)\b/i;

/** Lines with an English word outside of quotations, code, commands to copy, paths and names of settings. */
export function englishLines(text: string): readonly string[] {
  const bare = (line: string) =>
    line
      .replace(/"[^"]*"|„[^“]*“|“[^”]*”|`[^`]*`/g, '')
      .replace(/│.*$/, '')
      .replace(/straylight [a-z]+.*$/, '')
      .replace(/--[a-z][a-z-]*/g, '')
      .replace(/\S*[/\\=_.:]\S+/g, '');
  return text.split('\n').filter(line => english.test(bare(line)));
}

/** Holds a table from English to German to the same values in braces, and to no English. */
export function assertGerman(table: Readonly<Record<string, string>>): void {
  const values = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();
  for (const [english, german] of Object.entries(table)) assert.deepEqual(values(german), values(english), english);
  assert.deepEqual(
    Object.values(table).flatMap(german => englishLines(german.replaceAll(/\{\w+\}/g, ''))),
    [],
  );
}
