/** What the journal keeps of a request, so that it can be built again (observation/whole-request.ts). */
import { hash } from 'node:crypto';
import { dropOldest } from '../../../domain/collections/drop-oldest.ts';
import type { SentCut, SentPart, SentRequest, SentRun } from '../../../domain/context/sent-request.ts';
import type { Body } from '../../../domain/conversation/body.ts';
import type { Attachment, ReadMessage } from '../../../domain/conversation/message.ts';
import { defined } from '../../../domain/text/json.ts';
import type { ToolSpec } from '../../../domain/tools/tool.ts';
import type { ModelRequest, SystemPart } from '../../../ports/model.ts';
import { writtenTools } from './written-tools.ts';

type Content = Pick<ModelRequest, 'system' | 'messages' | 'tools'>;

/** What it is made from. */
export interface ToKeep {
  readonly turn: string;
  readonly request: Content;
  readonly toolForm: SentRequest['toolForm'];
  /** The ids of the memories in it. */
  readonly memories: readonly string[];
  readonly history: readonly ReadMessage[];
  /** The messages of the conversation, in their own order. */
  readonly source: readonly ReadMessage[];
  /** Ids of those that are brief. */
  readonly brief: ReadonlySet<string>;
  readonly pictures: ReadonlyMap<Attachment, unknown>;
  /** The list of tools as it is kept: it is mostly the same one. */
  readonly toolsBody: (tools: readonly ToolSpec[]) => Body;
  /** A long text as it is kept: instructions are mostly the same, too. */
  readonly textBody: (text: string) => Body;
}

export function sentRequest({
  turn,
  request,
  toolForm,
  memories,
  history,
  source,
  brief,
  pictures,
  toolsBody,
  textBody,
}: ToKeep): SentRequest {
  const at = new Map(source.map((message, place) => [message.id, { message, place }]));
  const briefTo = history.findLast(({ id }) => brief.has(id))?.id;
  const cut = history.flatMap(message => {
    const whole = at.get(message.id)?.message;
    return whole === undefined || whole === message || brief.has(message.id) ? [] : cutOf(message, whole);
  });
  const shown = history.flatMap(({ id, attachments = [] }) =>
    attachments.flatMap((file, place) => (pictures.has(file) ? [`${id} ${place}`] : [])),
  );
  return {
    turn,
    digest: requestDigest(request),
    toolForm,
    system: partsOf(request.system, memories, textBody),
    tools: toolsBody(request.tools),
    runs: runsOf(history, id => at.get(id)?.place ?? -1),
    ...defined({
      briefTo,
      cut: cut.length === 0 ? undefined : cut,
      pictures: shown.length === 0 ? undefined : shown,
    }),
  };
}

/** A hash of all that is sent, pictures by their types alone. */
export function requestDigest({ system, messages, tools }: Content): string {
  const instructions = system.map(({ text, stable }) => [text, stable]);
  const said = messages.map(message =>
    message.role === 'user'
      ? { ...message, content: message.content.map(part => (part.type === 'image' ? part.type : part)) }
      : message,
  );
  return hash('sha256', JSON.stringify([instructions, said, toolsDigest(tools)]));
}

function toolsDigest(tools: readonly ToolSpec[]): string {
  const known = digests.get(tools);
  if (known !== undefined) return known;
  const digest = hash('sha256', writtenTools(tools));
  digests.set(tools, digest);
  return digest;
}

const digests = new WeakMap<readonly ToolSpec[], string>();

function partsOf(
  system: readonly SystemPart[],
  memories: readonly string[],
  textBody: ToKeep['textBody'],
): readonly SentPart[] {
  const parts: ({ stable: boolean; zone: SystemPart['zone']; texts: string[] } | 'memories')[] = [];
  for (const { text, stable, zone } of system) {
    const last = parts.at(-1);
    if (zone === 'memory') parts.push('memories');
    else if (last !== undefined && last !== 'memories' && last.stable === stable && last.zone === zone)
      last.texts.push(text);
    else parts.push({ stable, zone, texts: [text] });
  }
  return parts.map((part): SentPart => {
    if (part === 'memories') return { memories };
    const { stable, zone, texts } = part;
    return {
      stable,
      ...defined({ zone: zone === 'memory' ? undefined : zone }),
      texts: textBody(JSON.stringify(texts)),
    };
  });
}

function runsOf(history: readonly ReadMessage[], placeOf: (id: string) => number): readonly SentRun[] {
  const runs: { from: string; to: string; messages: number; place: number }[] = [];
  for (const { id, isSummary } of history) {
    // a summary came after the messages behind it
    const place = isSummary ? Number.NaN : placeOf(id);
    const last = runs.at(-1);
    if (last && place === last.place + 1) Object.assign(last, { to: id, messages: last.messages + 1, place });
    else runs.push({ from: id, to: id, messages: 1, place });
  }
  return runs.map(({ from, to, messages }) => ({ from, to, messages }));
}

function cutOf({ id, text, toolCalls = [] }: ReadMessage, whole: ReadMessage): SentCut {
  const cut = toolCalls.filter((call, at) => call !== whole.toolCalls?.[at]);
  if (cut.length === 0) return { id, text };
  return { id, text, calls: Object.fromEntries(cut.map(call => [call.callId, call.arguments])) };
}

/**
 * What is stored once: from the second request on a text is named. `find`: is a text stored under this hash? `clean`: as
 * it is stored, without secrets.
 */
export function keptTexts(find: (hash: string) => boolean, clean: (text: string) => string) {
  const lists = new WeakMap<readonly ToolSpec[], Body>();
  const texts = new Map<string, Body>();

  function named(text: string): Body {
    const cleaned = clean(text);
    const name = hash('sha256', cleaned);
    return find(name) ? { blob: name, bytes: Buffer.byteLength(cleaned) } : cleaned;
  }

  return {
    toolsBody(tools: readonly ToolSpec[]): Body {
      const kept = lists.get(tools) ?? named(writtenTools(tools));
      if (typeof kept !== 'string') lists.set(tools, kept);
      return kept;
    },
    textBody(text: string): Body {
      if (text.length < fewCharacters) return text;
      const kept = texts.get(text) ?? named(text);
      if (typeof kept === 'string') return kept;
      texts.delete(text);
      texts.set(text, kept);
      dropOldest(texts, mostTexts);
      return kept;
    },
  };
}

/** A shorter text is not stored by itself. */
const fewCharacters = 2_048;
const mostTexts = 16;
