/** `/memory forget "WORDS"` in a chat: whatever holds these words. */
import type { Client } from '../../api/client/client.ts';
import type { View } from '../../api/view.ts';
import { lines } from '../../api/view.ts';
import { memoryForgotten } from '../../api/views/memory.ts';
import { memoryTexts } from '../../api/views/memory-texts.ts';
import type { Language } from '../../domain/text/texts.ts';

/** What stands behind `/memory` names words in quotes. */
export function namesWords(args: string): boolean {
  return quoted.test(args);
}

const quoted = /^forget\s+["“„'](.+?)["”“'](?:\s+(\d+))?(?:\s+(yes|ja))?$/isu;

/**
 * `"spare key"` says how much that is, `"spare key" yes` does it, and so does the number it said. Where the number is
 * another by now, a question in between has quoted the words: it says what to type for that.
 */
export async function forgetWords({ memory }: Pick<Client, 'memory'>, args: string, language: Language): Promise<View> {
  const texts = memoryTexts(language);
  const [, words = '', count, yes] = quoted.exec(args) ?? [];
  const { memories, messages } = await memory.carrying({ words });
  const all = memories + messages;
  // also where it was done before a crash, and is asked for once more by the same command
  const isMeant = yes !== undefined || Number(count) === all;
  if (isMeant && (all > 0 || count !== undefined))
    return memoryForgotten(await memory.forgetWords({ words, count: all }), { language });
  if (all === 0) return [lines(texts.nowhere)];
  return [
    ...(count === undefined ? [] : [lines(texts.moved(count))]),
    lines(texts.standIn(`${texts.memories(memories)} ${texts.and} ${texts.messages(messages)}`)),
    lines(`${texts.toBlank}: /memory forget "${words}" ${texts.yes}`),
  ];
}
