/** The messages of conversations as a chat shows them. */
import type { ReadMessage } from '../../domain/conversation/message.ts';
import { withoutFirstNotes } from '../../domain/jobs/first-notes.ts';
import type { ChatMessage } from '../../domain/supervision/view.ts';
import { isTakenBackNote, noteForOwner } from '../../domain/text/owner-notes.ts';
import type { Language } from '../../domain/text/texts.ts';
import { noPaths, type OwnersPaths } from '../../domain/tools/owners-paths.ts';
import type { MessageStore, ToolCallStore } from '../../ports/conversation-store.ts';
import type { HostStore } from '../../ports/store.ts';
import { callFacts, chatMessage } from './rows.ts';

export interface ChatMessages {
  page(
    session: string,
    page: { readonly before?: string; readonly limit: number },
  ): { readonly messages: readonly ChatMessage[]; readonly next?: string };
  shown(message: ReadMessage): ChatMessage;
}

export function chatMessages(
  conversation: Pick<MessageStore & ToolCallStore, 'messages' | 'toolOutcome' | 'read'>,
  store: Pick<HostStore, 'actor'>,
  language: Language,
  paths: OwnersPaths = noPaths,
): ChatMessages {
  const shown = (message: ReadMessage) => {
    const { id, text } = message;
    if (!isOfCall(id))
      return chatMessage(message.role === 'notice' ? { ...message, text: paths.reply(text) } : message);
    const [address = id] = id.split(/[#/]/, 1);
    const outcome = conversation.toolOutcome(id);
    const {
      doing: done,
      said: answer,
      late,
      tool = message.tool,
      ...facts
    } = callFacts(store.actor(address), language, { answer: text, read: conversation.read });
    const doing = done === undefined ? done : paths.sentence(done);
    if (id.endsWith('/late')) {
      return chatMessage({ ...message, text: paths.sentence(late ?? noteForOwner(text, language)) });
    }
    // what a tool answered is none of our notes, whatever it begins with
    const said = tool === 'schedule_job' ? withoutFirstNotes(text) : text;
    const note = outcome === 'done' ? said : noteForOwner(text, language);
    // of a call that ended before its end was kept as data, or whose actor is no longer kept
    const isTakenBack = facts.isTakenBack === true || (outcome === 'denied' && isTakenBackNote(text));
    const result = paths.result(tool, answer ?? note);
    return chatMessage({ ...message, text: result }, { outcome, doing, ...facts, isTakenBack });
  };
  return {
    page(session, { before, limit }) {
      const page = conversation.messages(session, { limit: limit + 1, before });
      const messages = page.slice(-limit).map(shown);
      const [oldest] = messages;
      return { messages, next: page.length > limit && oldest ? oldest.id : undefined };
    },
    shown,
  };
}

/** Is it the answer of a call, or said of one? The end of a turn that a call's end has brought is neither. */
function isOfCall(id: string): boolean {
  return id.startsWith('tool-call:') && (!id.includes('/') || id.endsWith('/late'));
}
