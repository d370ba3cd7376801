/**
 * Runs the test files of a folder in one process, where `npm test` would else start a process for each: they are about
 * rules, charts and single parts, leave nothing behind and take less time than the start of a process.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..', '..');

/** The test files below a folder, from the root of the repository, in a fixed order. */
export const testFiles = (folder: string): readonly string[] =>
  globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude: ['**/node_modules'] }).toSorted();

/** Whether every test of a file is one that takes seconds (test/slow.ts), by the code of the file. */
export const isSlow = (code: string): boolean =>
  /import \{[^}]*\btest\b(?! as)[^}]*\} from '[./]*\/slow\.ts'/.test(code);

export async function together(folder: string): Promise<void> {
  for (const file of testFiles(folder)) {
    const path = join(root, file);
    if (!isSlow(readFileSync(path, 'utf8'))) await import(pathToFileURL(path).href);
  }
}
