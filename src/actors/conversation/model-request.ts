/** What a model is asked with: instructions, memories, tools, and the newest messages that fit beside them. */
import {
  type ContextParts,
  contextWindow,
  estimateTokens,
  historyTokens,
} from '../../domain/conversation/context-window.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import type { ShownPart, ShownWindow } from '../../domain/policy/provenance.ts';
import type { ToolSpec } from '../../domain/tools/tool.ts';
import type { CompletionInput } from '../../machines/session/types.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { ModelInfo, ModelRequest, ReadPicture, SystemPart } from '../../ports/model.ts';
import type { Offer, Toolbox } from '../../ports/toolbox.ts';
import { toModelMessages } from './model-messages.ts';
import { newestPictures } from './pictures.ts';
import type { RecentMessages } from './recent-messages.ts';
import { remembered } from './remembered.ts';
import { givenTexts } from './trust/given-addresses.ts';
import { shownWindow } from './trust/shown-window.ts';
import { offerOf, type ToolForm } from './worded-tools.ts';

export interface ModelRequestSources {
  readonly toolbox: () => Toolbox;
  readonly conversation: Pick<MessageStore, 'read'>;
  readonly recent: Pick<RecentMessages, 'of'>;
  readonly memories: Pick<MemoryStore, 'get'>;
  /** The instructions: what stays the same from call to call, then what belongs to the moment. */
  readonly system: (session: string) => readonly SystemPart[];
  /** Reads pictures that lie in the workspace; without it they are only named. */
  readonly readPicture?: ReadPicture;
}

export interface PreparedRequest {
  readonly request: Pick<ModelRequest, 'system' | 'messages' | 'tools'>;
  readonly history: readonly ReadMessage[];
  /** Whose tools are offered; undefined: none are. */
  readonly offeredBy: Toolbox | undefined;
  /** What each part takes of the context window. */
  readonly parts: ContextParts;
  /** Whose text it is. */
  readonly shown: ShownWindow;
  /** Texts whose addresses may be asked for unasked. */
  readonly given: () => readonly string[];
}

/** The exact tokens of a request; undefined where they cannot be had. */
type TokenCount = (request: PreparedRequest['request']) => Promise<number | undefined>;

/** Of which call. */
type Wanted = Pick<CompletionInput, 'session' | 'recalled' | 'tools' | 'trustedUntil'> & {
  /** What the owner has said since that message may not be shown; undefined: all may. */
  readonly upTo?: string | undefined;
};

/**
 * Answers the request for one call; the tokens of its parts are estimated, so that the reply has room. The estimate is
 * on the safe side: where it leaves messages out, `count` says whether more of them fit.
 */
export function modelRequests(sources: ModelRequestSources) {
  const { toolbox, conversation, recent, memories, system, readPicture } = sources;
  const tokensOf = specTokens();
  return async (
    { session, recalled, tools, trustedUntil, upTo }: Wanted,
    info: ModelInfo,
    outputTokens: number,
    form: ToolForm,
    count?: TokenCount,
  ): Promise<PreparedRequest> => {
    const messages = messagesUpTo(recent.of(session), upTo);
    const box = tools ? toolbox() : undefined;
    const all = box?.offer(newestWords(messages));
    // tools in the instructions may be more than a small model can read; then it answers without any
    const own = system(session);
    const isReadable =
      all !== undefined && (form === 'native' || info.contextTokens > tokensOf(all.specs, form) + weightOf(own));
    const offeredBy = isReadable ? box : undefined;
    const offered = isReadable ? all : undefined;
    const known = memories.get(recalled);
    const notes = toolNotes(offered);
    const memory = remembered(known);
    const instructions = [...own, ...notes, ...memory];
    const specsTokens = offered ? tokensOf(offered.specs, form) : 0;
    const fixed = weightOf(instructions) + specsTokens;
    const memoryTokens = weightOf(memory);
    const toolTokens = specsTokens + weightOf(notes);
    const withHistory = async (history: readonly ReadMessage[]) => {
      const pictures = await newestPictures(info.takesImages ? history : [], conversation.read, readPicture);
      const shown = toModelMessages(history, pictures, conversation.read);
      const request = { system: instructions, messages: shown, tools: offered?.specs ?? [] };
      return { history, pictures, request, tokens: historyTokens(history) };
    };
    const room = info.contextTokens - outputTokens - fixed;
    const estimated = contextWindow(messages, room);
    const longer = count && estimated.length < messages.length ? contextWindow(messages, room * estimateSlack) : [];
    const tried = longer.length > estimated.length ? await withHistory(longer) : undefined;
    const counted = tried && (await count?.(tried.request));
    const fits = counted !== undefined && counted + outputTokens <= info.contextTokens;
    const chosen = tried && fits ? { ...tried, tokens: counted - fixed } : await withHistory(estimated);
    const { history, request } = chosen;
    return {
      request,
      history,
      offeredBy,
      parts: {
        system: Math.max(0, fixed - memoryTokens - toolTokens),
        tools: toolTokens,
        memories: memoryTokens,
        history: Math.max(0, Math.round(chosen.tokens)),
        window: info.contextTokens,
      },
      shown: withTools(shownWindow(history, known, trustedUntil), offered),
      given: () => givenTexts(history, known, call => conversation.read(call.arguments)),
    };
  };
}

/** All of them where that one is not among them. */
function messagesUpTo(messages: readonly ReadMessage[], last: string | undefined): readonly ReadMessage[] {
  const at = last === undefined ? -1 : messages.findIndex(({ id }) => id === last);
  const next = messages.findIndex(({ role }, place) => place > at && role === 'owner');
  return at < 0 || next < 0 ? messages : messages.slice(0, next);
}

/** English text has about four characters a token, and the estimate says three. */
const estimateSlack = 4 / 3;

/** The words of tools that nobody here has vouched for count as text that has just come. */
function withTools(shown: ShownWindow, offered: Offer | undefined): ShownWindow {
  if (offered?.taint !== 'external') return shown;
  const words: ShownPart = { origin: 'outside', text: '', from: 'the description of a tool' };
  return { ...shown, since: [...shown.since, words] };
}

/** The tokens of instructions. */
function weightOf(parts: readonly SystemPart[]): number {
  return estimateTokens(parts.map(({ text }) => text).join(''));
}

/** The tokens of the tools on offer; counted again only when they change. */
function specTokens(): (specs: readonly ToolSpec[], form: ToolForm) => number {
  let counted: { readonly specs: readonly ToolSpec[]; readonly form: ToolForm; readonly tokens: number } | undefined;
  return (specs, form) => {
    if (counted?.specs !== specs || counted.form !== form) {
      const text = form === 'native' ? JSON.stringify(specs) : offerOf(specs, form);
      counted = { specs, form, tokens: estimateTokens(text) };
    }
    return counted.tokens;
  };
}

/** What the owner said last: what a choice of tools goes by. */
function newestWords(messages: readonly ReadMessage[]): string {
  return messages.findLast(({ role }) => role === 'owner')?.text ?? '';
}

/** Tools that are there but not offered in full. */
function toolNotes(offered: Offer | undefined): readonly SystemPart[] {
  return offered && offered.notes !== '' ? [{ text: offered.notes, stable: false }] : [];
}
