/** Which folders and files a sandbox holds: one that was removed and made again has the same name and is another. */

import { stat } from 'node:fs/promises';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { LetInFolder } from '../../ports/files/confined.ts';

/** The same text as long as the folders are the same. Throws `Fault` (`unavailable`) where one is gone. */
export async function folderIdentity(
  workspace: string,
  scripts: string,
  letIn: readonly LetInFolder[] = [],
): Promise<string> {
  const folders = [workspace, scripts, ...letIn.map(({ path }) => path)];
  const stats = await Promise.all(folders.map(folder => stat(folder))).catch((error: NodeJS.ErrnoException) => {
    throw fault('unavailable', says`the sandbox could not be built: ${error.message}`, {
      cause: error.code ?? error.name,
    });
  });
  return stats.map(({ dev, ino }) => `${dev}:${ino}`).join(' ');
}
