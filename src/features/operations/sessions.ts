/** Conversations: read, spoken in, and gone to. */
import { refuse } from '../../api/refusal.ts';
import type { Implements } from '../../api/service.ts';
import type { SessionService } from '../../domain/conversation/chat-session.ts';
import type { ContextParts } from '../../domain/conversation/context-window.ts';
import type { TrustService } from '../../domain/policy/trust.ts';
import type { JournalEntry } from '../../domain/supervision/view.ts';
import type { Acts, Services } from './services.ts';

type Sessions = Implements<'sessions'>;

export function sessionReads(services: Services): Pick<Sessions, 'messages' | 'turn' | 'context'> {
  return {
    messages({ id, ...page }) {
      const messages = services.messages(id, page);
      if (page.before !== undefined) return messages;
      const writing = services.writing?.(id);
      const outputs = services.outputs?.(id) ?? [];
      return { ...messages, ...(writing ? { writing } : {}), ...(outputs.length > 0 ? { outputs } : {}) };
    },
    turn: ({ id }) => services.turn(id),
    context({ id }) {
      const found = newestContext(services, id);
      if (!found) throw refuse(404, 'no model call of this conversation is in its newest steps');
      return found;
    },
  };
}

export function chatReads(chats: SessionService): Pick<Sessions, 'list'> {
  return { list: async ({ id }) => ({ current: await chats.current(id), sessions: await chats.list(id) }) };
}

export function chatActs(chats: SessionService): Pick<Sessions, 'begin' | 'choose' | 'verbose'> {
  return {
    begin: async ({ id }, { commandId }) => ({ session: await chats.begin(id, commandId) }),
    verbose: async ({ id, isVerbose }, { commandId }) => ({
      isVerbose: await chats.setVerbose(id, isVerbose, commandId),
    }),
    choose: async ({ id, number }) => ({ session: await chats.choose(id, number) }),
  };
}

export function trustOperations(trust: TrustService, isActing: boolean): Pick<Sessions, 'trust' | 'restoreTrust'> {
  return {
    trust: ({ id }) => trust.look(id) ?? { level: 'owner', texts: [], count: 0, through: 0 },
    ...(isActing && {
      restoreTrust: async ({ id, through }, { by, commandId }) => ({
        restored: await trust.restore(id, through, by, commandId),
      }),
    }),
  } as Pick<Sessions, 'trust' | 'restoreTrust'>;
}

export function sessionActs({ say, slash, attach, abort }: Acts): Pick<Sessions, 'say' | 'abort'> & Partial<Sessions> {
  return {
    ...(attach && {
      async attach({ id: _, ...file }) {
        const { kind, mediaType, bytes, path } = await attach(file);
        const { clientId, name } = file;
        return { file: { clientId, name, kind, mediaType, bytes, ...(path === undefined ? {} : { path }) } };
      },
    }),
    ...(slash && { slash: ({ id, name, args }, caller) => slash(id, name, args, caller) }),
    async say({ id, ...saying }) {
      const { isOther, ...taken } = await say(id, saying);
      if (isOther)
        throw refuse(
          409,
          'another message was taken under this clientId, so this one was not; send it under a new clientId',
        );
      return { commandId: saying.clientId, ...taken };
    },
    abort: async ({ id }, { commandId }) => ({ aborted: await abort(id, commandId) }),
  };
}

const ended = 'xstate.done.actor.completion';
/** So many pages of a journal are looked through. */
const pages = 3;

/** What the newest model call was made of: it stands in the step of its end. */
function newestContext({ journal }: Pick<Services, 'journal'>, session: string) {
  let before: number | undefined;
  for (let page = 0; page < pages; page += 1) {
    const found = journal(session, { limit: 200, q: ended, ...(before === undefined ? {} : { before }) });
    const context = found?.entries.toReversed().map(contextOf).find(Boolean);
    if (context) return context;
    before = found?.next;
    if (before === undefined) return undefined;
  }
  return undefined;
}

/** `parts` are estimates of ours, `inputTokens` is what the provider counted. */
function contextOf({ at, event }: JournalEntry) {
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
