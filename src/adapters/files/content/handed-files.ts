/** A file of the workspace or the scripts, on its way to its owner. */
import type { HandedFile } from '../../../domain/conversation/files.ts';
import type { ConfinedFiles } from '../../../ports/files/confined.ts';
import { contentOf, typeOf } from './file-content.ts';

/** Opens one by its path. Throws `invalid` where there is none (any more). */
export function handedFiles(files: Pick<ConfinedFiles, 'place' | 'open'>): (path: string) => Promise<HandedFile> {
  return async path => {
    const file = await files.open(files.place(path));
    try {
      const { mediaType } = await typeOf(file);
      return {
        name: file.place.parts.at(-1) ?? 'file',
        mediaType,
        bytes: file.stats.size,
        content: () => contentOf(file),
        [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
      };
    } catch (error) {
      await file[Symbol.asyncDispose]();
      throw error;
    }
  };
}
