/** What the newest model call of a conversation was made of: read from the step of its end in the journal. */
import type { ContextParts } from '../src/domain/conversation/context-window.ts';
import type { JournalEntry } from '../src/domain/supervision/view.ts';
import type { Json } from '../src/domain/text/json.ts';
import type { Reader } from './reader.ts';
import { refuse } from './refusal.ts';
import { address, type Route } from './routes.ts';

export function requestPartsRoutes(reader: Pick<Reader, 'journal'>): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/sessions/{id}/context',
      run: ({ params }) => {
        const session = address(params['id'] ?? '', 'session');
        const found = newest(reader, session);
        if (!found) throw refuse(404, 'no model call of this conversation is in its newest steps');
        return { status: 200, value: found };
      },
    },
  ];
}

const ended = 'xstate.done.actor.completion';
/** So many pages of a journal are looked through. */
const pages = 3;

function newest(reader: Pick<Reader, 'journal'>, session: string): Json | undefined {
  let before: number | undefined;
  for (let page = 0; page < pages; page += 1) {
    const found = reader.journal(session, { limit: 200, q: ended, ...(before === undefined ? {} : { before }) });
    const told = found?.entries.toReversed().map(partsOf).find(Boolean);
    if (told) return told;
    before = found?.next;
    if (before === undefined) return undefined;
  }
  return undefined;
}

/** `parts` are estimates of ours, `inputTokens` is what the provider counted. */
function partsOf({ at, event }: JournalEntry): Json | undefined {
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
