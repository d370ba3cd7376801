/**
 * Deletes a conversation: its actor ends with all it has started, and what was said in it is removed from every table,
 * in one transaction; then the files are cleaned of it, also by the next process.
 *
 * What it has cost stays, and so do the audit chain, goals and files of the workspace. What was learned from it stays
 * unless its owner wants that forgotten too.
 */

import type { AuditNote } from '../../domain/audit/audit.ts';
import { chatOf, numbered } from '../../domain/conversation/chat-session.ts';
import type { DeletedConversation } from '../../domain/conversation/listed-conversation.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import { phraseOf, tracesOf } from '../../domain/memory/forgetting.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { ConversationList } from '../../ports/ledgers/conversation-list.ts';
import type { ConversationRemoval } from '../../ports/ledgers/conversation-removal.ts';
import type { SessionLedger } from '../../ports/ledgers/session.ts';
import type { Forgettings } from '../../ports/memory/forgettings.ts';
import type { HostStore } from '../../ports/store.ts';
import type { ActorCore } from '../core.ts';
import type { Batch } from '../runtime/commit/batch.ts';
import { writeStop } from '../runtime/commit/ending.ts';
import { writeNote } from '../runtime/commit/note.ts';
import type { ForgettingWork } from './forgetting.ts';
import { noteForgotten } from './memory-service.ts';

/** Where it stands what is deleted. */
export interface DeletedFrom {
  readonly list: Pick<ConversationList, 'row'>;
  readonly removal: ConversationRemoval;
  readonly chats: Pick<SessionLedger, 'chat' | 'setChat'>;
  readonly memories: MemoryStore;
  readonly forgettings: Pick<Forgettings, 'note'>;
}

/**
 * Undefined: nothing was ever said in it. Rejects with `invalid` where a turn runs, or where it belongs to a job.
 * `forgets`: what was learned from it goes too.
 */
export type DeleteConversation = (
  session: string,
  options: { readonly forgets: boolean },
  by: string,
) => Promise<DeletedConversation | undefined>;

/** `onBlanked`: called with the conversations of which nothing is left. */
export function conversationDeletion(
  core: ActorCore,
  tables: DeletedFrom,
  forgetting: Pick<ForgettingWork, 'now'>,
  audit: (note: AuditNote, step: { readonly at: number }) => void,
  onBlanked: (sessions: readonly string[]) => void,
): DeleteConversation {
  const { system, store, clock } = core;
  const { list, removal } = tables;
  return async (session, { forgets }, by) => {
    const gone = await system.perform(batch => {
      if (!list.row(session)) return undefined;
      const actors = removal.actors(session);
      refuseWhereAtWork(store, removal, session, actors);
      const at = clock.now();
      leaveChat(tables, session);
      endActors(core, actors, batch);
      const removed = removal.remove(session);
      const memories = forgetLearned(tables, { session, forgets, at });
      blankStates(core, [session, ...removal.observers(session)], removed.texts, batch);
      store.pruneBlobs(Number.MAX_SAFE_INTEGER, removed.blobs);
      const facts = { messages: removed.messages, memories };
      audit({ kind: 'admin.conversation-delete', subject: session, actor: by, facts }, { at });
      return { ...facts, actors };
    });
    if (!gone) return undefined;
    for (const address of gone.actors) system.refresh(address);
    onBlanked([session]);
    system.feed.publish({ kind: 'forgotten' });
    const { isComplete } = await forgetting.now();
    return { messages: gone.messages, memories: gone.memories, isComplete };
  };
}

function refuseWhereAtWork(
  store: HostStore,
  removal: ConversationRemoval,
  session: string,
  actors: readonly string[],
): void {
  if (session.startsWith(`session:${jobChannel}:`))
    throw fault('invalid', says`${session} belongs to a job, which goes on in it; remove the job instead`);
  const row = store.actor(session);
  if ((row?.status === 'active' && row.leaf !== 'idle') || removal.isBusy(actors))
    throw fault('invalid', says`${session} is at work; stop its turn, or wait for its end, and delete it then`);
}

/** What is said in its chat from now on goes to a fresh conversation. */
function leaveChat({ chats }: DeletedFrom, session: string): void {
  const chat = chatOf(session);
  const { current, newest } = chats.chat(chat);
  if (numbered(chat, current) === session) chats.setChat(chat, newest + 1, newest + 1);
}

/** The row of the conversation stays, so that its address is never used again; of what it has started nothing does. */
function endActors({ system, store }: ActorCore, actors: readonly string[], batch: Batch): void {
  const { host } = system;
  for (const [depth, address] of actors.entries()) {
    const row = store.actor(address);
    if (!row) continue;
    writeStop(host, row, host.now(), batch);
    host.forget(address, batch);
    store.removeEnded(address, depth === 0);
  }
}

function forgetLearned(
  { memories, forgettings }: DeletedFrom,
  { session, forgets, at }: { readonly session: string; readonly forgets: boolean; readonly at: number },
): number {
  const learned = forgets ? memories.list({ limit: -1 }).filter(one => one.session === session) : [];
  if (learned.length > 0) noteForgotten({ memories, forgettings }, learned, { at });
  // nothing to look for, but the files are to be cleaned of what was removed
  else forgettings.note({ id: `${at} ${session}`, at, memories: [], phrases: [] });
  return learned.length;
}

/** What is left of these actors holds none of the texts. */
function blankStates(
  { system, store }: ActorCore,
  addresses: readonly string[],
  texts: readonly string[],
  batch: Batch,
): void {
  const { host } = system;
  const traces = tracesOf(texts.flatMap(text => phraseOf(text) ?? []));
  for (const address of addresses) {
    const row = store.actor(address);
    if (!row) continue;
    store.removeEnded(address, true);
    const state = traces.without(row.state, 'state') ?? row.state;
    const input = traces.without(row.input, 'input') ?? row.input;
    host.forget(address, batch);
    // also where nothing was found: its steps are gone, so a replay begins here
    writeNote(host, { ...row, state, input }, { type: 'host.forgot', state: JSON.parse(state) }, batch);
  }
}
