/**
 * Names of files as the bytes they are.
 *
 * A name on Linux is any bytes, and what was kept has to come back under the very same ones. So a path is a string with
 * one character a byte (Latin-1) while it is worked with, relative to the workspace, with slashes; it becomes text only
 * where it is shown.
 */

/** A path for the calls of `node:fs`. */
export function onDisk(bytePath: string): string | Buffer {
  return isPlain(bytePath) ? bytePath : Buffer.from(bytePath, 'latin1');
}

/** Text as one character a byte. */
export function bytesOf(text: string): string {
  return isPlain(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** As it is shown: UTF-8 where it is, else with a mark for each byte that is none. */
export function shownPath(bytePath: string): string {
  return isPlain(bytePath) ? bytePath : Buffer.from(bytePath, 'latin1').toString('utf8');
}

/** `a/b` and `c` as `a/b/c`. */
export function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The folder of a path, and its name there. */
export function partsOf(path: string): { readonly folder: string; readonly name: string } {
  const at = path.lastIndexOf('/');
  return at < 0 ? { folder: '', name: path } : { folder: path.slice(0, at), name: path.slice(at + 1) };
}

/** How many folders lead to it. */
export function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth++;
  return depth;
}

function isPlain(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
