/** The configuration of another program, from its file. */
import { readFileSync } from 'node:fs';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';

/** The text of the file; `-` is standard input. Throws `invalid`. */
export function configurationIn(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (thrown) {
    const { code = 'unknown' } = thrown as NodeJS.ErrnoException;
    throw fault('invalid', says`expected a file at ${oneLine(file, 200)}; it cannot be read (${code})`);
  }
}
