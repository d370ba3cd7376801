/** What the newest model request of a conversation was made of. */
import type { ContextParts, ModelContext } from '../../domain/conversation/context-window.ts';
import type { JournalEntry } from '../../domain/supervision/view.ts';
import type { ActorHistory } from './actor-history.ts';

const ended = 'xstate.done.actor.completion';
/** So many pages of a journal are looked through. */
const pages = 3;

/** It stands in the step in which that request ended. */
export function newestContext(journal: ActorHistory['journal'], session: string): ModelContext | undefined {
  let before: number | undefined;
  for (let page = 0; page < pages; page += 1) {
    const found = journal(session, { limit: 200, q: ended, before });
    const context = found?.entries.toReversed().map(contextOf).find(Boolean);
    if (context) return context;
    before = found?.next;
    if (before === undefined) return undefined;
  }
  return undefined;
}

/** `parts` are estimates of ours, `inputTokens` is what the provider counted. */
function contextOf({ at, event }: JournalEntry): ModelContext | undefined {
  if (event.type !== ended) return undefined;
  const { context, model, usage } = (event['output'] ?? {}) as {
    readonly context?: ContextParts;
    readonly model?: string;
    readonly usage?: Readonly<Record<string, number>>;
  };
  if (!context) return undefined;
  const { inputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage ?? {};
  return {
    at,
    model: model ?? '',
    parts: { ...context },
    inputTokens: inputTokens + cacheReadTokens + cacheWriteTokens,
  };
}
