/** How its owner can type this program here: by its name where that is on the path, else by the file. */
import { existsSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export function programHere(env: Readonly<Record<string, string | undefined>>, folder: string): string {
  // npm puts folders of its own before the path, which the shell behind it does not have
  const places = (env['PATH'] ?? '').split(delimiter).filter(place => place !== '' && !/node_modules/.test(place));
  if (places.some(place => existsSync(join(place, 'straylight')))) return 'straylight';
  const file = launcher();
  // a package that was installed has its name on the path, or the shell knows it by another way
  if (file === undefined) return 'straylight';
  const near = relative(folder, file);
  const path = near.startsWith('..') ? file : `./${near}`;
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** The file that starts this program from a checkout; undefined: it was installed in another way. */
export function launcher(): string | undefined {
  const file = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
  return existsSync(file) ? file : undefined;
}
