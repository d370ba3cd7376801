/** Text that is not the owner's, as a model reads it: between two marks that carry the same eight characters. */

/** `mark` must not stand in `text`, or the text could end its block. */
export function dataBlock(source: string, mark: string, text: string): string {
  return `<data-${mark} source="${source.replace(/[^\w ]/g, '')}">\n${text}\n</data-${mark}>`;
}

/** The source of what the agent itself has said, with outside text in it, and the owner answers. */
export const quotedSource = 'your earlier message that the owner answers next';

/** The source of a summary of what was said before. Like all that a model has written of others' words, it is material. */
export const summarySource = 'summary of the earlier conversation';

/** A block that is a whole text: its source in group 2, what it holds in group 3. */
export const wholeDataBlock = /^<data-([0-9a-f]{8}) source="([^"]*)">\n([\s\S]*)\n<\/data-\1>$/;

/** A block at the beginning of a text. */
export const leadingDataBlock = /^<data-([0-9a-f]{8}) source="([^"]*)">\n([\s\S]*?)\n<\/data-\1>/;
