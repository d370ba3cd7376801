/**
 * What a conversation holds that bears on the next reply: the open requests, what was called for them, and what came of
 * it.
 */
import { leadingDataBlock, quotedSource, wholeDataBlock } from '../../../domain/conversation/data-block.ts';
import { planModelTexts } from '../../../domain/plans/texts.ts';
import { modelTexts, texts } from '../../../domain/text/texts.ts';
import type { ModelMessage, ModelToolCall } from '../../../ports/model.ts';
import { argumentsOf } from './arguments.ts';
import { nameGiven } from './grammar/files.ts';
import { isOwnTool } from './own-tools.ts';

/** How a call ended, read from the words of its result. */
export type Ended =
  | 'done'
  | 'failed'
  | 'pending'
  | 'denied'
  | 'expired'
  | 'undelivered'
  | 'refused'
  | 'cancelled'
  | 'unknown';

export interface Called {
  readonly call: ModelToolCall;
  readonly ended: Ended;
  readonly text: string;
}

/** A finished reply, and what the owner had said before it. */
export interface Exchange {
  readonly reply: string;
  readonly request: string;
}

export interface Turn {
  /** What the owner said since the last finished reply, in order. */
  readonly requests: readonly string[];
  readonly called: readonly Called[];
  /** Words of Straylight since then: late results and the like. */
  readonly notices: readonly Notice[];
  /** Of a step of a plan: what the steps before it came to. */
  readonly material?: string;
  /** Of a step of a plan: the copy that it works on. */
  readonly copy?: string;
  /** Nobody has answered in this conversation before. */
  readonly first: boolean;
  /** The last finished reply, and what the owner had said before it. */
  readonly before?: Exchange;
  /** The finished replies before that one, newest first, each with what the owner said then. */
  readonly earlier: readonly Exchange[];
  /** A picture or file came with what the owner said. */
  readonly attached: boolean;
  /** Where in the workspace files lie that came with it. */
  readonly files: readonly string[];
  /** The tool that was made, used or taken back last, in the whole conversation. */
  readonly recent?: string;
  /** The file that was read, written or changed last, in the whole conversation but for this turn. */
  readonly recentFile?: string;
  /** The last thing that was done or asked for in this conversation before this turn, and what came of it. */
  readonly lastAct?: Called;
  /** How many turns ago that was; 1: in the last one. */
  readonly lastActAgo: number;
  /** All calls of this conversation before this turn that do more than look something up, newest first. */
  readonly acts: readonly Called[];
  /** Something came that the owner only passed on: material, never a request. */
  readonly forwarded: boolean;
  /** The calls that wait for the owner's approval. */
  readonly waits: readonly ModelToolCall[];
  /** Straylight itself has notified the owner of an act that nobody knows the end of. */
  readonly isUnknownReported: boolean;
}

/** `late`: the result of a call that had to wait; `text` is then what the tool said. */
export interface Notice {
  readonly kind: 'late' | 'limit' | 'claims' | 'other';
  readonly text: string;
  readonly tool?: string;
  readonly outcome?: string;
  /** What the call was to do. */
  readonly intent?: string;
  /** How many calls of this turn were made before it. */
  readonly after?: number;
}

/** Reads a conversation. A turn that was stopped in mid-work is over: its requests are not taken up again. */
export function turnOf(messages: readonly ModelMessage[]): Turn {
  const finished = messages.findLastIndex(message => message.role === 'assistant' && message.toolCalls.length === 0);
  const results = new Map(
    messages.flatMap(message => (message.role === 'tool' ? [[message.callId, message] as const] : [])),
  );
  let requests: string[] = [];
  let called: Called[] = [];
  let notices: Notice[] = [];
  let attached = false;
  const files: string[] = [];
  let forwarded = false;
  let material: string | undefined;
  let copy: string | undefined;
  for (const message of messages.slice(finished + 1)) {
    if (message.role === 'assistant')
      for (const call of message.toolCalls) {
        const result = results.get(call.id);
        const text = unmarked(result?.text ?? '');
        called.push({ call, text, ended: result === undefined ? 'unknown' : endOf(call.name, text, result.failed) });
      }
    if (message.role !== 'user') continue;
    const text = textOf(message);
    const notice = noticeOf(text, notices.at(-1));
    if (notice !== undefined) {
      const placed = { after: called.length, ...notice };
      notices = notice.kind === 'late' && notice.text !== '' ? [...notices.slice(0, -1), placed] : [...notices, placed];
      continue;
    }
    if (called.some(({ ended }) => ended === 'cancelled')) {
      requests = [];
      called = [];
    }
    attached ||= message.content.some(part => part.type === 'image') || attachment.test(text);
    for (const [, path = ''] of text.matchAll(placed)) files.push(path);
    forwarded ||= leadingDataBlock.test(text);
    requests.push(requestIn(text));
    if (text.includes(planModelTexts.resultsAbove)) material = notices.at(-1)?.text;
    copy = copyIn(text) ?? copy;
  }
  const [before, ...earlier] = exchanges(messages.slice(0, finished + 1));
  const recent = recentTool(messages);
  const recentFile = recentPath(messages.slice(0, finished + 1), results);
  const acts = actsIn(messages.slice(0, finished + 1), results);
  const lastAct = acts.find(({ ended }) => ended === 'done' || ended === 'pending');
  return {
    requests: requests.filter(text => text !== ''),
    ...settled(called, notices),
    first: finished < 0,
    attached,
    files,
    material,
    copy,
    recent,
    recentFile,
    lastAct,
    lastActAgo: repliesSince(lastAct?.call.id, messages),
    acts,
    forwarded,
    waits: waiting(messages),
    earlier,
    isUnknownReported: notices.some(
      ({ kind, text }) => kind === 'other' && unknownReports.some(report => text.startsWith(report)),
    ),
    before,
  };
}

/** How many replies were finished since this call. */
function repliesSince(call: string | undefined, messages: readonly ModelMessage[]): number {
  const at = messages.findLastIndex(
    message => message.role === 'assistant' && message.toolCalls.some(({ id }) => id === call),
  );
  return messages.slice(at).filter(message => message.role === 'assistant' && message.toolCalls.length === 0).length;
}

/** The finished replies, newest first. */
function exchanges(messages: readonly ModelMessage[]): readonly Exchange[] {
  const found: Exchange[] = [];
  let request = '';
  for (const message of messages) {
    if (message.role === 'user' && noticeOf(textOf(message)) === undefined) request = requestIn(textOf(message));
    if (message.role === 'assistant' && message.toolCalls.length === 0) found.push({ reply: message.text, request });
  }
  return found.toReversed();
}

/** The calls that were made to wait and have not come to an end since. */
function waiting(messages: readonly ModelMessage[]): readonly ModelToolCall[] {
  const calls = new Map(
    messages.flatMap(one => (one.role === 'assistant' ? one.toolCalls : [])).map(call => [call.id, call] as const),
  );
  const open: ModelToolCall[] = [];
  for (const message of messages) {
    const call =
      message.role === 'tool' && message.text === modelTexts.waiting(message.name) && calls.get(message.callId);
    if (call) open.push(call);
    const notice = noticeOf(textOf(message));
    const ended = notice?.kind === 'late' ? open.findIndex(({ name }) => name === notice.tool) : -1;
    if (ended >= 0) open.splice(ended, 1);
  }
  return open;
}

const unknownReports = (['en', 'de'] as const).map(language => opening(texts(language).unknownAct('\u0000')));

/** A late result that came after a call of this very turn is that call's result. */
function settled(called: readonly Called[], notices: readonly Notice[]): Pick<Turn, 'called' | 'notices'> {
  const open = [...called];
  const rest = notices.filter(({ kind, tool = '', outcome, text, after = 0 }) => {
    const mine = ({ call, ended }: Called, place: number) => place < after && ended === 'pending' && call.name === tool;
    const at = kind === 'late' ? open.findIndex(mine) : -1;
    const waiting = open[at];
    if (waiting === undefined) return true;
    open[at] = { call: waiting.call, text, ended: endOf(tool, text, outcome !== 'done') };
    return false;
  });
  return { called: open, notices: rest };
}

function textOf(message: ModelMessage): string {
  if (message.role !== 'user') return '';
  return message.content
    .map(part => (part.type === 'text' ? part.text : ''))
    .join('\n')
    .replace(fileBlock, '$2')
    .replace(textBlock, '')
    .trim();
}

/** The fixed words at the start of one of Straylight’s texts. */
function opening(text: string): string {
  return (text.split('\u0000')[0] ?? text).trim();
}

const openings = {
  denied: opening(modelTexts.denied(undefined)).split('.')[0] ?? '',
  refused: opening(modelTexts.refused(['\u0000'])),
  unknown: opening(modelTexts.unknown('\u0000')),
  late: opening(modelTexts.late('\u0000', '')),
  claims: opening(modelTexts.claims(['\u0000'])),
  limit: modelTexts.limit('').trim(),
};

function endOf(tool: string, text: string, failed: boolean): Ended {
  if (text === modelTexts.waiting(tool)) return 'pending';
  if (text.startsWith(openings.denied)) return 'denied';
  if (text === modelTexts.expired) return 'expired';
  if (text === modelTexts.undelivered) return 'undelivered';
  if (text.startsWith(openings.refused)) return 'refused';
  if (text === modelTexts.cancelled) return 'cancelled';
  if (text.startsWith(openings.unknown)) return 'unknown';
  return failed ? 'failed' : 'done';
}

/** The mark Straylight puts before its own words. */
const marks = { agent: /^\[Straylight\]\s*/ };

/** What is said of a file stands in a block of its own, after the words it came with. */
const fileBlock = /<data-([0-9a-f]{8}) source="a file">\n(\[(?:not )?attached: [^\n]*\])\n<\/data-\1>/g;
/** What such a file says, where it stands with the message; rules make nothing of it. */
const textBlock = /\n?<data-([0-9a-f]{8}) source="what it says">\n[\s\S]*?\n<\/data-\1>/g;
const attachment = /^\[(?:not )?attached: [^\n]*\]$/m;
const placed = /^\[attached: [^\n]*, in the workspace at ([^\n;]+?)(?:; [^\n;]*)?\]$/gm;

/** Of the agent's own tools the one that was spoken of last. */
function recentTool(messages: readonly ModelMessage[]): string | undefined {
  return messages
    .flatMap(message => (message.role === 'assistant' ? message.toolCalls : []))
    .map(({ name, arguments: text }) =>
      /^(?:create|revert|show)_tool$/.test(name) ? argumentsOf(text)['name'] : isOwnTool(name) ? name : undefined,
    )
    .findLast(name => typeof name === 'string');
}

/** Of the files that calls named the one that was named last. */
function recentPath(messages: readonly ModelMessage[], results: Results): string | undefined {
  return messages
    .flatMap(message => (message.role === 'assistant' ? message.toolCalls : []))
    .filter(({ id }) => results.get(id)?.failed === false)
    .map(({ name, arguments: text }) => {
      const { path, command } = argumentsOf(text);
      if (name === 'execute_command') return nameGiven(String(command ?? ''));
      return /^(?:read|write|edit)_file$/.test(name) ? path : undefined;
    })
    .findLast(path => typeof path === 'string');
}

type Results = ReadonlyMap<string, Extract<ModelMessage, { readonly role: 'tool' }>>;

/** The calls that do more than look something up, newest first. */
function actsIn(messages: readonly ModelMessage[], results: Results): readonly Called[] {
  const calls = messages.flatMap(message => (message.role === 'assistant' ? message.toolCalls : []));
  const late = endedLate(messages);
  return calls.toReversed().flatMap(call => {
    const result = results.get(call.id);
    if (result === undefined || onlyLooks.test(call.name) || isListing(call)) return [];
    const text = unmarked(result.text);
    return [{ call, text, ended: late.get(call.id) ?? endOf(call.name, text, result.failed) }];
  });
}

/** How the calls ended that had to wait. */
function endedLate(messages: readonly ModelMessage[]): ReadonlyMap<string, Ended> {
  const open: { readonly id: string; readonly name: string }[] = [];
  const ends = new Map<string, Ended>();
  for (const message of messages) {
    if (message.role === 'tool' && message.text === modelTexts.waiting(message.name))
      open.push({ id: message.callId, name: message.name });
    const notice = noticeOf(textOf(message));
    const at = notice?.kind === 'late' ? open.findIndex(({ name }) => name === notice.tool) : -1;
    const [call] = at < 0 ? [] : open.splice(at, 1);
    const end = lateEnds.find(one => one === notice?.outcome);
    if (call !== undefined) ends.set(call.id, end ?? 'denied');
  }
  return ends;
}

const lateEnds = ['done', 'failed', 'expired', 'cancelled', 'unknown'] as const satisfies readonly Ended[];

const onlyLooks =
  /^(?:agent_status|ask_owner|earlier_result|list_files|list_jobs|memory_read|memory_search|read_file|search_files|show_tool|web_fetch|web_search)$/;

function isListing({ name, arguments: text }: ModelToolCall): boolean {
  return name === 'goals' && argumentsOf(text)['action'] === 'list';
}

/** Straylight’s own words to a model. The text of a late result follows its heading as a message of its own. */
function noticeOf(text: string, last?: Notice): Notice | undefined {
  const late = last?.kind === 'late' && last.text === '' ? last : undefined;
  const source = leadingDataBlock.exec(text)?.[2];
  const isLateData = source === 'late result';
  if (late !== undefined && (marks.agent.test(text) || isLateData))
    return { ...late, text: unmarked(text.replace(marks.agent, '')) };
  if (isLateData || source === quotedSource) return { kind: 'other', text: unmarked(text) };
  const plain = text.replace(marks.agent, '');
  if (plain.startsWith(openings.late)) {
    const [, tool = '', outcome = '', intent = ''] = /\(([^,()]+), ([^()]+)\)(?:: (.*))?/.exec(plain) ?? [];
    return { kind: 'late', text: plain.split('\n').slice(1).join('\n').trim(), tool, outcome, intent };
  }
  if (plain.includes(openings.limit)) return { kind: 'limit', text: plain };
  if (plain.startsWith(openings.claims)) return { kind: 'claims', text: plain };
  return plain !== text || plain === modelTexts.empty ? { kind: 'other', text: plain } : undefined;
}

/** A tool's text without the mark that says it is material. */
function unmarked(text: string): string {
  return wholeDataBlock.exec(text.trim())?.[3] ?? text;
}

/** How it begins that a step works on a copy. */
const [ofCopy = ''] = planModelTexts.inCopy('\n', '').split('\n');

/** The copy that a step of a plan works on; undefined: it works on none. */
function copyIn(text: string): string | undefined {
  const part = text.split('\n\n').find(one => one.startsWith(ofCopy));
  return part === undefined ? undefined : /^[^\s,]+/.exec(part.slice(ofCopy.length))?.[0];
}

/** The work of a step of a plan, without what the plan says of it. */
function withoutFrame(text: string): string {
  const { resultsAbove, retry, doneWhen } = planModelTexts;
  const isFrame = (part: string) =>
    part === resultsAbove || part === retry || part.startsWith(doneWhen('')) || part.startsWith(ofCopy);
  return text
    .split('\n\n')
    .filter(part => !isFrame(part))
    .join('\n\n');
}

/**
 * What the owner asks for in a message: without the list of its files, and nothing at all where it was only passed on.
 */
function requestIn(text: string): string {
  return withoutFrame(text)
    .replace(leadingDataBlock, '')
    .replace(new RegExp(attachment, 'gm'), '')
    .replace(/^\s*\[(?:an empty message|A (?:picture|file) without words\.|\d+ files without words\.)\]\s*$/, '')
    .trim();
}
