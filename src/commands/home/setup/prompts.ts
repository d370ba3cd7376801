/** The questions of `straylight init` at a terminal, by @clack/prompts. */
import type { Readable, Writable } from 'node:stream';
import { autocomplete, isCancel, password, select, spinner, text } from '@clack/prompts';
import type { Language } from '../../../domain/text/texts.ts';
import type { Prompts } from './model-step.ts';
import { withHints } from './prompt-hints.ts';

/** So many are shown at once; where there are more, typing narrows them. */
const mostShown = 12;

export function setupPrompts(
  { input, output }: { readonly input: Readable; readonly output: Writable },
  language: Language = 'en',
): Prompts {
  const streams = { input, output: withHints(output, language) };
  return {
    async choose(message, options) {
      // the library compares values by identity, and its types by their kind
      const places = options.map(({ label, hint }, value) => ({ value, label, hint: hint || undefined }));
      const wanted = { message, options: places, maxItems: mostShown, ...streams };
      const chosen = await (places.length > mostShown ? autocomplete(wanted) : select(wanted));
      return isCancel(chosen) ? undefined : options[chosen]?.value;
    },
    async text(message, placeholder, problem) {
      const typed = await text({ message, placeholder, validate: value => problem((value ?? '').trim()), ...streams });
      return isCancel(typed) ? undefined : typed;
    },
    async secret(message) {
      const typed = await password({ message, ...streams });
      return isCancel(typed) ? undefined : typed;
    },
    async during(text, work) {
      const waiting = spinner({ output: streams.output });
      waiting.start(text);
      try {
        return await work();
      } finally {
        waiting.clear();
      }
    },
  };
}
