/** How far the files are trusted that a command names, as they lie there now. */
import { mixed, type Taint } from '../../domain/policy/taint.ts';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import type { FileTaint } from '../../ports/files/taint.ts';

/** Larger files are not looked at. */
const mostBytes = 4_000_000;

/** Trusted as far as the least trusted of them; a link, a folder, or a file nobody vouches for is not trusted. */
export function readTrust(files: ConfinedFiles, trust: FileTaint) {
  return async (paths: readonly string[]): Promise<Taint> => {
    let least: Taint = 'owner';
    for (const path of paths) {
      if (files.problemOf(path) !== undefined) return 'external';
      try {
        await using file = await files.open(files.place(path));
        if (!trust.knows(file.place, file.stats)) return 'external';
        least = mixed(least, trust.of(file.place, await file.bytes(mostBytes), file.stats));
      } catch {
        return 'external';
      }
    }
    return least;
  };
}
