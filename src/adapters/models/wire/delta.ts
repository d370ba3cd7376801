/**
 * What one piece of a reply brings, in whatever shape a server of OpenAI's API sends it: text and thoughts as text, as a
 * list of parts or as one object, calls whole or in pieces. What is not known here is named, so that nothing of a reply
 * is lost without a word.
 */
import type { CallPiece } from './call-pieces.ts';

export interface Delta {
  readonly text: string;
  readonly refusal: string;
  /** What the model thought; never shown. */
  readonly thought: string;
  readonly calls: readonly CallPiece[];
  /** A reason for the end that stands in the piece itself. */
  readonly reason?: unknown;
  /** Names of what brings something and is not understood. */
  readonly unread: readonly string[];
}

const textFields = ['content', 'output_text', 'text'];
const thoughtFields = [
  ...['reasoning_content', 'reasoning', 'reasoning_text', 'reasoning_summary', 'thinking', 'thinking_content'],
  ...['thought', 'thoughts', 'thinking_blocks', 'reasoning_details', 'reasoning_items', 'cot_summary', 'tool_plan'],
];
/** Facts beside the reply, of which nothing is for its reader. */
const facts = new Set([
  ...['role', 'name', 'id', 'index', 'type', 'object', 'model', 'channel', 'phase', 'status', 'obfuscation', 'padding'],
  ...['annotations', 'citations', 'references', 'search_results', 'executed_tools', 'context', 'end_turn', 'weight'],
  ...['provider_specific_fields', 'extra_content', 'extra_fields', 'metadata', 'provider', 'native_finish_reason'],
  ...[
    'logprobs',
    'token_id',
    'token_ids',
    'prompt_token_ids',
    'hidden_states',
    'matched_stop',
    'stop_reason',
    'usage',
    'created',
  ],
  ...['content_filter_results', 'content_filter_offsets', 'signature', 'thought_signature', 'thinking_signature'],
  ...['reasoning_signature', 'reasoning_opaque', 'reasoning_encrypted', 'encrypted_content', 'tool_call_id', 'prefix'],
  ...['reasoning_format', 'recipient', 'copilot_annotations', 'system_fingerprint', 'timings', 'server_tool_use'],
]);
const wholeFields = new Set([
  'refusal',
  'tool_calls',
  'function_call',
  'finish_reason',
  ...textFields,
  ...thoughtFields,
]);

/** `passedOver`: names that the owner has said may be. */
export function readDelta(wire: unknown, passedOver: ReadonlySet<string>): Delta {
  if (wire === undefined || wire === null) return nothing;
  if (typeof wire === 'string') return { ...nothing, text: wire };
  if (typeof wire !== 'object') return { ...nothing, unread: [typeof wire] };
  const delta = wire as Readonly<Record<string, unknown>>;
  const read: Reading = { text: '', thought: '', refusal: '', calls: [], unread: [] };
  for (const field of textFields) addText(delta[field], field, read);
  // the same thought often stands in two of them
  for (const field of thoughtFields)
    if (delta[field] !== undefined && read.thought === '') read.thought += wordsOf(delta[field]);
  read.refusal += wordsOf(delta['refusal']);
  for (const piece of listOf(delta['tool_calls'])) addCall(piece, read);
  // the older form of a call that stands there as well
  if (delta['function_call'] && read.calls.length === 0) addCall({ function: delta['function_call'] }, read);
  for (const [name, value] of Object.entries(delta))
    if (!wholeFields.has(name) && !facts.has(name) && bringsSomething(value)) read.unread.push(name);
  const unread = read.unread.filter(one => !isPassed(one, passedOver));
  return { ...read, unread, reason: delta['finish_reason'] };
}

const nothing: Delta = { text: '', refusal: '', thought: '', calls: [], unread: [] };

interface Reading {
  text: string;
  thought: string;
  refusal: string;
  readonly calls: CallPiece[];
  readonly unread: string[];
}

/** Text, a list of parts, or one part. `at`: its name in messages. */
function addText(value: unknown, at: string, read: Reading): void {
  if (value === undefined || value === null) return;
  if (typeof value === 'string') read.text += value;
  else if (Array.isArray(value)) for (const part of value) addPart(part, at, read);
  else addPart(value, at, read);
}

const textTypes = new Set(['', 'text', 'output_text', 'input_text', 'text_delta', 'text-delta', 'message', 'answer']);
const thoughtTypes = /think|thought|reason|summary_text/;

function addPart(part: unknown, at: string, read: Reading): void {
  if (part === null || part === undefined) return;
  if (typeof part === 'string' || Array.isArray(part)) {
    addText(part, at, read);
    return;
  }
  if (typeof part !== 'object') {
    read.unread.push(`${at}: ${typeof part}`);
    return;
  }
  const fields = part as Readonly<Record<string, unknown>>;
  const type = typeof fields['type'] === 'string' ? fields['type'] : '';
  if (thoughtTypes.test(type) || fields['thought'] === true) read.thought += wordsOf(part);
  else if (type === 'refusal') read.refusal += wordsOf(fields['refusal'] ?? fields['text']);
  // a place in the sources of an answer
  else if (type === 'reference' || type === 'citation') return;
  else if (type === 'tool_use' || type === 'tool_call' || type === 'function_call') addCall(usedTool(fields), read);
  else if (textTypes.has(type)) addInner(fields, type || 'part', at, read);
  else read.unread.push(`${at}: ${type}`);
}

/** The text of a part, under the name it has there. */
function addInner(fields: Readonly<Record<string, unknown>>, type: string, at: string, read: Reading): void {
  const names = ['text', 'output_text', 'content', 'value', 'parts', 'delta', 'answer'];
  const name = names.find(one => fields[one] !== undefined && fields[one] !== null);
  if (name !== undefined) addText(fields[name], `${at}: ${type}`, read);
  else if (Object.entries(fields).some(([key, value]) => !facts.has(key) && bringsSomething(value)))
    read.unread.push(`${at}: ${Object.keys(fields).join(', ')}`);
}

function addCall(piece: unknown, read: Reading): void {
  if (piece === null || piece === undefined) return;
  if (typeof piece !== 'object') return void read.unread.push('tool_calls');
  const fields = piece as Readonly<Record<string, unknown>>;
  const { function: made, type } = fields;
  const isFunction = typeof made === 'object' && made !== null;
  if (!isFunction && type !== undefined && type !== 'function' && bringsSomething(fields[String(type)]))
    return void read.unread.push(`tool_calls: ${String(type)}`);
  // some leave out the wrapper of OpenAI's form
  const inner = isFunction ? (made as Readonly<Record<string, unknown>>) : fields;
  const input = inputNames.map(name => inner[name]).find(one => one !== undefined && one !== null);
  if (input !== undefined && typeof input !== 'string' && typeof input !== 'object')
    return void read.unread.push('tool_calls: arguments');
  read.calls.push({ ...fields, function: { name: inner['name'], arguments: input } } as CallPiece);
}

const inputNames = ['arguments', 'input', 'parameters', 'args'];

function usedTool(fields: Readonly<Record<string, unknown>>) {
  const { id, call_id, name, input, arguments: given, function: made } = fields;
  return { id: call_id ?? id, function: made ?? { name, arguments: given ?? input } };
}

/** All the words in a value, whatever its shape. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(wordsOf).join('');
  if (typeof value !== 'object' || value === null) return '';
  const fields = value as Readonly<Record<string, unknown>>;
  const names = ['thinking', 'text', 'summary', 'content', 'reasoning', 'reasoning_content', 'refusal', 'parts'];
  const name = names.find(one => fields[one] !== undefined && fields[one] !== null);
  return name === undefined ? '' : wordsOf(fields[name]);
}

/** A list, what stands for one by its numbers, or the one thing that would be in it. */
function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [value].flat();
  return Object.keys(value).every(name => /^\d+$/.test(name)) ? Object.values(value) : [value];
}

/** Numbers and switches cannot hold what a model said. */
function bringsSomething(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return value.some(bringsSomething);
  return typeof value === 'object' && value !== null && Object.values(value).some(bringsSomething);
}

function isPassed(name: string, passedOver: ReadonlySet<string>): boolean {
  return passedOver.has(name) || passedOver.has(name.replace(/^.*: /, ''));
}
