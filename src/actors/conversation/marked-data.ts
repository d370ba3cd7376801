/** The mark around text that is not the owner's: the same in every request, and one that the text cannot hold. */
import { hash } from 'node:crypto';
import { dataBlock } from '../../domain/conversation/data-block.ts';

/**
 * `id` and `text` decide the mark, so that a message reads the same whenever it is sent and a provider's cache goes on
 * counting. To end its block a text would have to contain the hash of itself; where by chance it does, another is
 * taken.
 */
export function markedData(source: string, id: string, text: string): string {
  return dataBlock(source, markFor(id, text), text);
}

/** Eight characters that do not stand in the text. */
export function markFor(id: string, text: string): string {
  for (let attempt = 0; ; attempt++) {
    const mark = hash('sha256', `${attempt}\n${id}\n${text}`).slice(0, 8);
    if (!text.includes(mark)) return mark;
  }
}
