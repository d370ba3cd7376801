/** What a model was shown of a conversation, as parts with their origins, cut at the owner's newest words. */
import type { Body } from '../../../domain/conversation/body.ts';
import type { Attachment, ReadMessage } from '../../../domain/conversation/message.ts';
import { splitQuoted } from '../../../domain/conversation/quoted-lines.ts';
import type { Memory } from '../../../domain/memory/memory.ts';
import { termFields } from '../../../domain/policy/own-terms.ts';
import type { Origin, ShownPart, ShownWindow, WrittenCall } from '../../../domain/policy/provenance.ts';
import type { ToolSpec } from '../../../domain/tools/tool.ts';

type Shown = Pick<
  ReadMessage,
  'role' | 'taint' | 'text' | 'tool' | 'attachments' | 'callId' | 'at' | 'isQuoted' | 'isSummary' | 'quotes'
>;

type ReadBody = (body: Body) => string;

const inLine: ReadBody = body => (typeof body === 'string' ? body : '');

/**
 * `history`: oldest first; what came up to `trustedUntil` (epoch ms) its owner has looked at. `memories`: those that
 * stand in the instructions; the owner has accepted each of them. `read` brings back long texts.
 */
export function shownWindow(
  history: readonly Shown[],
  memories: readonly Pick<Memory, 'taint' | 'content'>[],
  trustedUntil = 0,
  read: ReadBody = inLine,
): ShownWindow {
  const begin = beginOf(history);
  const partsOf = (messages: readonly Shown[]) =>
    messages.flatMap(message => parts(message, message.at > trustedUntil, read));
  const newest = history.slice(begin);
  const kept = memories
    .filter(({ taint }) => taint === 'external')
    .map(({ content }): ShownPart => ({ origin: 'outside', text: content, from: 'a memory from untrusted content' }));
  return {
    words: newest.map(ownWords).filter(text => text !== ''),
    past: [...kept, ...partsOf(history.slice(0, begin))],
    since: partsOf(newest),
  };
}

/**
 * Where the newest breath of the owner begins: with the newest message that is the owner's own, and what was said
 * directly before it, forwarded messages too. The answer to a question of the model goes on with what was asked for
 * before. The beginning, where the owner has said nothing.
 */
function beginOf(history: readonly Shown[]): number {
  const newest = history.findLastIndex(message => ownWords(message) !== '' && message.callId === undefined);
  if (newest < 0) return 0;
  const before = history.slice(0, newest).findLastIndex(({ role, isQuoted }) => role !== 'owner' && !isQuoted);
  return before + 1;
}

/** What its owner typed of a message; empty: nothing. */
export function ownWords({ role, taint, text, quotes }: Pick<Shown, 'role' | 'taint' | 'text' | 'quotes'>): string {
  if (role !== 'owner') return '';
  return taint === 'owner' ? text : quotes ? splitQuoted(text).own : '';
}

function parts(message: Shown, isCounted: boolean, read: ReadBody): readonly ShownPart[] {
  const { attachments = [], quotes } = message;
  const origin = originOf(message);
  const own = quotes ? ownWords(message) : '';
  const text = quotes ? splitQuoted(message.text).quoted : message.text;
  const said: ShownPart = {
    origin: isCounted || origin !== 'outside' ? origin : 'straylight',
    text,
    from: fromOf(message),
  };
  const files = isCounted ? attachments.filter(mayTell).map(file => fileOf(file, read)) : [];
  return [...(own === '' ? [] : [{ origin: 'owner', text: own, from: 'a message of yours' } as const]), said, ...files];
}

function originOf({ role, taint }: Shown): Origin {
  if (taint !== 'owner') return taint === 'auth' ? 'peer' : 'outside';
  if (role === 'owner') return 'owner';
  return role === 'assistant' ? 'agent' : 'straylight';
}

/** In words that reason-texts.ts knows; of a tool by `sourceOf` of policy.ts. */
function fromOf({ role, tool, isQuoted, isSummary }: Shown): string {
  if (tool !== undefined) return `a result of ${tool}`;
  if (role === 'owner') return 'a message that was forwarded or is not yours';
  if (isSummary) return 'a summary of earlier messages';
  if (isQuoted) return 'an earlier message with outside text, which you answered';
  return role === 'assistant' ? 'a reply that followed untrusted content' : 'a late result';
}

/** A picture, or a name that is more than a name: nobody has typed it. A few words alone tell nobody what to do. */
function mayTell({ kind, name, text, missing }: Attachment): boolean {
  return (
    kind !== 'document' ||
    text !== undefined ||
    missing !== undefined ||
    name.length > longestName ||
    (name.match(/[\p{L}\p{N}]+/gu) ?? []).length > mostNameWords
  );
}

const longestName = 60;
const mostNameWords = 5;

function fileOf({ name, text, missing = '' }: Attachment, read: ReadBody): ShownPart {
  const said = text === undefined ? missing : read(text);
  return { origin: 'outside', text: `${name} ${said}`.trim(), from: 'a file or picture that was sent' };
}

/**
 * A call as a model wrote it: `text` is JSON, or what it wrote instead. `ours`: the tool where it is one of this program,
 * whose names for itself and its fields nobody else has chosen.
 */
export function writtenCall(tool: string, text: string, ours?: Pick<ToolSpec, 'parameters'>): WrittenCall {
  const value = parsed(text);
  const values = value === undefined ? [text] : leavesOf(value);
  const fields = fieldsOf(value);
  const { properties = {} } = (ours?.parameters ?? {}) as { readonly properties?: object };
  const names = [...(ours ? [] : [tool]), ...fields.filter(field => !Object.hasOwn(properties, field))];
  const said = saidIn(value) ?? { said: values, terms: [] };
  return { tool, fields, names, values, ...said };
}

/** Every text and number in the arguments of a call, in order. */
export function writtenIn(text: string): readonly string[] {
  const value = parsed(text);
  return value === undefined ? [text] : leavesOf(value);
}

/** What a call that keeps something says, apart from its terms. Undefined: it keeps nothing. */
function saidIn(value: unknown): Pick<WrittenCall, 'said' | 'terms'> | undefined {
  if (value === null || typeof value !== 'object' || !('say' in value || 'content' in value)) return undefined;
  const leaves = Object.entries(value).flatMap(([field, inner]) => leavesOf(inner).map(one => ({ field, value: one })));
  return {
    said: leaves.filter(({ field }) => !termFields.has(field)).map(one => one.value),
    terms: leaves.filter(({ field }) => termFields.has(field)),
  };
}

function fieldsOf(value: unknown): readonly string[] {
  if (value === null || typeof value !== 'object') return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(fieldsOf)];
}

/** Undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [];
}
