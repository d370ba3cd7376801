/** The writes of a conversation. */
import type { Body } from '../../../domain/conversation/body.ts';
import type { Message } from '../../../domain/conversation/message.ts';
import type { SessionWrites } from '../../../domain/conversation/writes.ts';
import { isEpisode } from '../../../domain/memory/episode.ts';
import type { ConversationStore } from '../../../ports/conversation-store.ts';
import type { CompactionLedger, EvictionLedger } from '../../../ports/ledgers/compaction.ts';
import type { Episodes } from '../../../ports/memory/episodes.ts';
import type { Writers } from '../../../ports/writer.ts';
import type { Note } from './note.ts';

/** Messages, turns, and texts on their way to a chat. */
export function sessionWriters(options: {
  readonly conversation: Pick<
    ConversationStore,
    'appendMessage' | 'beginTurn' | 'addUsage' | 'endTurn' | 'queueDelivery' | 'read'
  >;
  /** What the owner says is kept as an episode. Left out: it is not. */
  readonly episodes?: Pick<Episodes, 'keep'> | undefined;
  /** Hears orders in what is said. Left out: none are taken. */
  readonly hear?: ((message: Message) => void) | undefined;
  /** Which summaries stand for the beginnings of conversations. Left out: none is kept. */
  readonly compactions?: Pick<CompactionLedger, 'add'> | undefined;
  /** What is left out of requests. Left out: it is not kept. */
  readonly evictions?: Pick<EvictionLedger, 'add'> | undefined;
  /** Called with a conversation whose messages are others for its model from now on. */
  readonly onCompacted?: ((session: string) => void) | undefined;
  /** The conversation that is spoken in now, in the chat of this one. */
  readonly current: (session: string) => string;
  /** Called with every message that stands. */
  readonly onMessage: (message: Message) => void;
  /** Keeps a text that is too long for a row. */
  readonly store: (text: string) => Body;
  readonly note: Note;
}): Writers<SessionWrites> {
  const { conversation, episodes, hear, current, onMessage, store, note, compactions, evictions, onCompacted } =
    options;
  // what comes from outside a conversation goes to where its owner sits now
  const placeOf = (address: string, named?: string) => (named === undefined ? address : current(named));
  return {
    appendMessage(params, { address, at, onCommitted }) {
      const message = { ...params, session: placeOf(address, params.session), at };
      if (!conversation.appendMessage(message)) return;
      const { id, role, body: text, taint, session } = message;
      // a text that is stored elsewhere is too long for an episode
      if (role === 'owner' && typeof text === 'string' && isEpisode({ text, taint, session })) episodes?.keep(id);
      hear?.(message);
      onCommitted(() => onMessage(message));
    },
    compact({ summary, upTo, messages }, { address: session, at, onCommitted }) {
      compactions?.add({ summary, session, upTo, messages, at });
      onCommitted(() => onCompacted?.(session));
    },
    recordEviction: (eviction, { address, at }) => evictions?.add({ ...eviction, session: address, at }),
    beginTurn: ({ turn }, { address, at }) => conversation.beginTurn({ id: turn, session: address, startedAt: at }),
    addUsage: ({ turn, model, usage }) => conversation.addUsage(turn, model, usage),
    endTurn: ({ turn, outcome, reply }, { at }) => conversation.endTurn({ id: turn, outcome, reply, endedAt: at }),
    noteTrust: ({ by, ...facts }, step) => note(step, 'admin.trusted', step.address, by, facts),
    queueDelivery(params, { address, at }) {
      const { id, channel, chat, body, notes = [], asks = null, taint = null } = params;
      const session = placeOf(address, params.session);
      const whole =
        notes.length === 0 ? body : store([conversation.read(body), ...notes].filter(text => text !== '').join('\n\n'));
      conversation.queueDelivery({ id, channel, chat, session, body: whole, asks, taint, at });
    },
  };
}
