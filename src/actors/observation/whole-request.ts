/** Requests of a conversation to its model, built again from its journal, each compared with the one before it. */
import { briefMessage } from '../../domain/context/eviction.ts';
import type {
  KeptContext,
  RequestPiece,
  RequestRow,
  RequestService,
  SentRequest,
  WholeRequest,
} from '../../domain/context/sent-request.ts';
import type { Body } from '../../domain/conversation/body.ts';
import type { Attachment, ReadMessage } from '../../domain/conversation/message.ts';
import { forgottenText } from '../../domain/memory/forgetting.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import type { Redactor } from '../../domain/secrets/redaction.ts';
import { defined } from '../../domain/text/json.ts';
import type { ToolSpec } from '../../domain/tools/tool.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { ModelRequest, Picture, SystemPart } from '../../ports/model.ts';
import type { HostStore, JournalRecord } from '../../ports/store.ts';
import { toModelMessages } from '../conversation/model-messages.ts';
import { remembered } from '../conversation/remembered.ts';
import { requestDigest } from '../conversation/request/sent.ts';
import { inWords } from '../conversation/worded-tools.ts';
import { type KeyedPiece, keyedPieces } from './request-pieces.ts';

export interface WholeRequestSources {
  readonly store: Pick<HostStore, 'journal'>;
  readonly conversation: Pick<MessageStore, 'read' | 'message' | 'stretch'>;
  readonly memories: Pick<MemoryStore, 'get'>;
  readonly redactor: Pick<Redactor, 'text'>;
  /** The words around memories, where they are others than ours. */
  readonly memoriesPart?: Parameters<typeof remembered>[1];
}

const ended = 'xstate.done.actor.completion';
const pageSteps = 200;
/** So many pages of a journal are looked through for one answer. */
const mostPages = 25;

/** Nothing is read before it is asked for. */
export function requestService(sources: WholeRequestSources): RequestService {
  const { store, conversation } = sources;

  function* requestsBefore(session: string, before: number | undefined): Generator<Kept> {
    let from = before;
    for (let page = 0; page < mostPages; page += 1) {
      const steps = store.journal(session, { limit: pageSteps, ...defined({ before: from }) });
      for (const step of steps.toReversed()) {
        const kept = keptIn(step, conversation);
        if (kept) yield kept;
      }
      from = steps[0]?.seq;
      if (from === undefined || steps.length < pageSteps) return;
    }
  }

  return {
    list(session, { before, turn, limit }) {
      const found: RequestRow[] = [];
      for (const { row } of requestsBefore(session, before)) {
        if (turn !== undefined && row.turn !== turn) continue;
        if (found.length === limit) return { requests: found, ...defined({ next: found.at(-1)?.step }) };
        found.push(row);
      }
      return { requests: found };
    },
    show(session, step) {
      const [kept, earlier] = requestsBefore(session, step === undefined ? undefined : step + 1).take(2);
      if (kept === undefined || (step !== undefined && kept.row.step !== step)) return undefined;
      return wholeRequest(sources, session, kept, earlier);
    },
  };
}

interface Kept {
  readonly row: RequestRow;
  readonly sent: SentRequest | undefined;
}

function keptIn({ seq, at, event }: JournalRecord, conversation: Pick<MessageStore, 'message'>): Kept | undefined {
  if (!event.includes(ended)) return undefined;
  const {
    type,
    from,
    output = {},
  } = JSON.parse(event) as {
    readonly type: string;
    readonly from?: string;
    readonly output?: {
      readonly context?: KeptContext;
      readonly model?: string;
      readonly usage?: Readonly<Record<string, number>>;
    };
  };
  const { context, model = '', usage = {} } = output;
  if (type !== ended || context === undefined) return undefined;
  const { sent, ...parts } = context;
  const { inputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const turn = sent?.turn ?? conversation.message(from ?? '')?.turn ?? '';
  return {
    row: { step: seq, turn, at, model, parts, inputTokens: inputTokens + cacheReadTokens + cacheWriteTokens },
    sent,
  };
}

function wholeRequest(
  sources: WholeRequestSources,
  session: string,
  { row, sent }: Kept,
  earlier: Kept | undefined,
): WholeRequest {
  const before = defined({ before: earlier?.row.step });
  if (sent === undefined) return { ...row, ...before, state: 'unknown', pieces: [], gone: [] };
  const built = rebuilt(sources, session, sent);
  const clean = ({ pieces }: Built) => pieces.map(piece => ({ ...piece, text: sources.redactor.text(piece.text) }));
  const now = clean(built);
  const then = earlier?.sent ? clean(rebuilt(sources, session, earlier.sent)) : undefined;
  const known = new Map((then ?? []).map(piece => [piece.key, piece]));
  const keys = new Set(now.map(({ key }) => key));
  return {
    ...row,
    ...before,
    state: built.isExact ? 'exact' : 'changed',
    pieces: now.map(({ key, ...piece }): RequestPiece => {
      const other = known.get(key)?.text;
      if (other === undefined) return { ...piece, change: 'new' };
      return other === piece.text ? { ...piece, change: 'same' } : { ...piece, change: 'changed', before: other };
    }),
    gone: (then ?? []).flatMap(({ key, ...piece }) => (keys.has(key) ? [] : [piece])),
  };
}

interface Built {
  readonly pieces: readonly KeyedPiece[];
  /** It is what was sent. */
  readonly isExact: boolean;
}

function rebuilt(
  { conversation, memories, memoriesPart }: WholeRequestSources,
  session: string,
  sent: SentRequest,
): Built {
  const read = (body: Body) => {
    try {
      return conversation.read(body);
    } catch {
      return '';
    }
  };
  const history = messagesOf(conversation, session, sent, read);
  const system = sent.system.flatMap((part): readonly SystemPart[] => {
    if ('memories' in part) return remembered(memories.get(part.memories), memoriesPart);
    const { texts, ...kind } = part;
    return listed<string>(read(texts)).map(text => ({ text, ...kind }));
  });
  const content: Pick<ModelRequest, 'system' | 'messages' | 'tools'> = {
    system,
    messages: toModelMessages(history, picturesOf(history, sent), read),
    tools: listed<ToolSpec>(read(sent.tools)),
  };
  const { toolForm } = sent;
  return {
    pieces:
      toolForm === 'native'
        ? keyedPieces(content, at => history[at]?.id ?? String(at))
        : keyedPieces(inWords(content, toolForm), String),
    isExact: requestDigest(content) === sent.digest,
  };
}

/** Messages that were set aside later stood in it; those that had been before did not. */
function messagesOf(
  conversation: Pick<MessageStore, 'stretch'>,
  session: string,
  { runs, briefTo, cut = [] }: SentRequest,
  read: (body: Body) => string,
): readonly ReadMessage[] {
  const whole = runs.flatMap(({ from, to, messages }) => {
    const all = conversation.stretch(session, from, to);
    return all.length === messages ? all : all.filter(({ isSetAside }) => isSetAside !== true);
  });
  const lastBrief = briefTo === undefined ? -1 : whole.findLastIndex(({ id }) => id === briefTo);
  const cuts = new Map(cut.map(one => [one.id, one]));
  return whole.map((message, at) => {
    if (at <= lastBrief) return briefMessage(message, read);
    const shortened = cuts.get(message.id);
    if (!shortened || message.text === forgottenText) return message;
    const { calls = {} } = shortened;
    const toolCalls = message.toolCalls?.map(call => {
      const given = calls[call.callId];
      return given === undefined ? call : { ...call, arguments: given };
    });
    return { ...message, text: read(shortened.text), ...defined({ toolCalls }) };
  });
}

function picturesOf(history: readonly ReadMessage[], { pictures = [] }: SentRequest): ReadonlyMap<Attachment, Picture> {
  const shown = new Set(pictures);
  return new Map(
    history.flatMap(({ id, attachments = [] }) =>
      attachments.flatMap((file, at) =>
        shown.has(`${id} ${at}`) ? [[file, { mediaType: file.mediaType, base64: '' }] as const] : [],
      ),
    ),
  );
}

/** Nothing where it cannot be read any more. */
function listed<Item>(json: string): readonly Item[] {
  try {
    return JSON.parse(json) as readonly Item[];
  } catch {
    return [];
  }
}
