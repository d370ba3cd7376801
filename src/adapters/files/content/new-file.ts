/** A look at a file of the workspace by its name alone: was it written since? */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** A disk may keep instants this much too early. */
const graceMs = 50;

/** undefined: the name leads out of the workspace. What is not there was not written. */
export function newFileIn(workspace: string): (path: string, since: number) => boolean | undefined {
  return (path, since) => {
    const parts = path.split('/').filter(part => part !== '' && part !== '.');
    if (parts.length === 0 || parts.includes('..') || path.includes('\0')) return undefined;
    try {
      let at = workspace;
      for (const part of parts.slice(0, -1)) {
        at = join(at, part);
        // what lies behind a link may be anywhere
        if (!lstatSync(at).isDirectory()) return undefined;
      }
      return lstatSync(join(workspace, ...parts)).mtimeMs >= since - graceMs;
    } catch {
      return false;
    }
  };
}
