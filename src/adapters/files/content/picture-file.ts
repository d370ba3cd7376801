/** Pictures in the workspace, as a model is shown them. */

import type { ConfinedFiles } from '../../../ports/files/confined.ts';
import type { ReadPicture } from '../../../ports/model.ts';
import { fileType } from './file-type.ts';

/** What providers take of one picture: five megabytes of base64. */
const mostBytes = 3_900_000;

export function pictureReader(files: ConfinedFiles): ReadPicture {
  return async ({ path, bytes }) => {
    try {
      await using file = await files.open(files.place(path));
      if (file.stats.size !== bytes || bytes > mostBytes) return undefined;
      const content = await file.bytes(mostBytes);
      const { kind, mediaType } = fileType(content, path);
      return kind === 'image' ? { mediaType, base64: content.toString('base64') } : undefined;
    } catch {
      return undefined;
    }
  };
}
