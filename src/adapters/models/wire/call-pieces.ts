/**
 * Tool calls as they come in a stream of OpenAI's form, put together.
 *
 * Servers differ: pieces with an index or without, several calls under one index, ids in the first piece, in each, or
 * in none, names and arguments in pieces, whole, or as all so far, arguments as text or as an object. No field is
 * trusted beyond what it says: a piece that begins a call of its own is one, whatever its index.
 */
import { createHash } from 'node:crypto';
import { isWholeJson, jsonValues, laxJson, valueEnd } from '../../../domain/models/written/json-values.ts';
import { canonical, type JsonObject } from '../../../domain/text/json.ts';
import type { ModelRequest, ModelToolCall } from '../../../ports/model.ts';

/** A piece as it comes; the library's type holds for OpenAI alone. */
export interface CallPiece {
  readonly index?: number | string | null;
  readonly id?: string | null;
  readonly extra_content?: JsonObject;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null;
}

export interface OpenCall {
  readonly index: number | undefined;
  id: string;
  names: string[];
  /** Arguments as text so far, and a piece each. */
  json: string;
  pieces: string[];
  /** What the server wants back beside it. */
  extra?: JsonObject | undefined;
}

/** Adds a piece to the call it belongs to, or begins another one. `tools`: the names that were offered. */
export function takePiece(calls: OpenCall[], wire: CallPiece, tools: readonly string[]): void {
  const piece = { ...wire, index: indexOf(wire.index) };
  const { extra_content } = piece;
  const input = piece.function?.arguments;
  const isObject = typeof input === 'object' && input !== null;
  const json = isObject ? JSON.stringify(input) : typeof input === 'string' ? input : '';
  const name = piece.function?.name ?? '';
  const id = piece.id ?? '';
  const known = knownCall(calls, { ...piece, id }, tools);
  const isRepeated = known !== undefined && json !== '' && json === known.json && isSame(known, id, name);
  let call = known;
  if (!known || (!isRepeated && isAnother(known, { id, name, json, isObject }, tools))) {
    const usual = known && id === '' && name === '' ? known.names : [];
    call = { index: piece.index, id: '', names: [...usual], json: '', pieces: [] };
    calls.push(call);
  }
  if (!call) return;
  call.extra ??= extra_content;
  call.id ||= id;
  if (name !== '' && call.names.at(-1) !== name) call.names.push(name);
  if (json === '' || isRepeated) return;
  // an empty object in the first piece stands for what is to come
  if (call.json.trim() === '{}' && json.trimStart().startsWith('{')) [call.json, call.pieces] = ['', []];
  call.json += json;
  call.pieces.push(json);
}

function indexOf(index: CallPiece['index']): number | undefined {
  const number = typeof index === 'string' && /^\d+$/.test(index) ? Number(index) : index;
  return typeof number === 'number' ? number : undefined;
}

/** The call a piece may go on: that of its id, else the newest of its index, else the last. */
function knownCall(calls: readonly OpenCall[], { index, id, function: made }: CallPiece, tools: readonly string[]) {
  const byId = id === '' || id == null ? undefined : calls.findLast(call => call.id === id);
  if (byId && (typeof index !== 'number' || byId.index === index)) return byId;
  if (typeof index === 'number') return calls.findLast(call => call.index === index);
  const last = calls.at(-1);
  // without an index, a piece with a name begins a new call, unless a name is still being written
  const name = made?.name ?? '';
  if (!last || name === '') return last;
  const written = last.names.join('');
  const isOpenName = last.json === '' && !tools.includes(written) && tools.some(one => one.startsWith(written + name));
  return isOpenName || (written === name && (id ?? '') === '' && last.json === '') ? last : undefined;
}

interface Piece {
  readonly id: string;
  readonly name: string;
  readonly json: string;
  readonly isObject: boolean;
}

function isAnother(known: OpenCall, { id, name, json, isObject }: Piece, tools: readonly string[]): boolean {
  const written = known.json;
  const begins = json.trimStart().startsWith('{');
  if (id === '' && name === '' && !begins) return false;
  const isWhole = isObjectText(written);
  const isOtherId = id !== '' && known.id !== '' && id !== known.id;
  // an id that changes with each piece, the name beside it
  const isGoingOn = written === '' && json !== '' && known.names.join('') === name;
  if (isOtherId && name !== '' && !isGoingOn && (written === '' ? isTool(known, tools) : isWhole || begins))
    return true;
  if (isOtherId && (isWhole || (name !== '' && name !== known.names.join('')))) return true;
  if (isWhole && begins && !(written.trim() === '{}' && isSame(known, id, name))) return true;
  // a name behind whole arguments; a server that repeats the name with each piece says nothing new
  if (isWhole && name !== '' && !isSame(known, id, name)) return true;
  return isObject && written !== '';
}

/** Is the piece of this very call, as far as it says? */
function isSame(known: OpenCall, id: string, name: string): boolean {
  const { names } = known;
  // a name may come last
  const isOwnName = name === '' || names.length === 0 || names.includes(name) || names.join('') === name;
  return (id === '' || id === known.id) && isOwnName;
}

function isTool({ names }: OpenCall, tools: readonly string[]): boolean {
  return tools.includes(names.join('')) || tools.includes(names.at(-1) ?? '');
}

/** Put together, or, where each piece repeats all before it, the last. */
function jsonOf({ json: joined, pieces }: OpenCall): string {
  const last = pieces.at(-1) ?? '';
  if (pieces.length < 2 || isWholeJson(joined)) return joined;
  const grows = pieces.every((piece, at) => at === 0 || piece.startsWith(pieces[at - 1] ?? ''));
  return grows && last.startsWith('{') ? last : joined;
}

function isObjectText(text: string): boolean {
  return text.trimStart().startsWith('{') && isWholeJson(text);
}

/** Put together, or whole in one of the pieces, by what was offered. */
export function nameOf({ names }: Pick<OpenCall, 'names'>, tools: readonly string[]): string {
  const joined = names.join('');
  const written = [joined, names.at(-1) ?? '', names[0] ?? ''];
  return [...written, ...written.map(bareName)].find(name => tools.includes(name)) ?? joined;
}

/** Without what templates put around a name: `functions.NAME:0`, `default_api.NAME`, `NAME<|channel|>json`. */
function bareName(name: string): string {
  return name
    .trim()
    .replace(/<\|.*$/s, '')
    .replace(/^(?:functions?|default_api|tools?)[.:]/, '')
    .replace(/:\d+$/, '')
    .trim();
}

/**
 * What stands for one object, as that: a text within a text, a block of code, `null`, the same object twice, an empty
 * one before it, and marks or brackets too many behind it.
 */
export function objectText(json: string): string {
  const text = json.trim();
  if (/^(?:null|None|undefined|\[\]|"(?:null)?")?$/.test(text)) return '{}';
  if (isObjectText(text)) return text;
  const end = valueEnd(text);
  if (
    end !== undefined &&
    /^(?:[\s\0}\];]|`{3}|<\/?[|｜\w][^<>{}]*>)*$/.test(text.slice(end)) &&
    isObjectText(text.slice(0, end))
  )
    return text.slice(0, end);
  const inner = laxJson(text) ?? jsonValues(/^```\w*\s*([\s\S]*?)\s*```$/.exec(text)?.[1] ?? text);
  if (typeof inner === 'string') return isObjectText(inner) ? inner : text;
  if (!Array.isArray(inner)) return typeof inner === 'object' && inner !== null ? JSON.stringify(inner) : text;
  const parts = text.startsWith('[') ? [] : inner.map(one => JSON.stringify(one));
  const filled = parts.filter(one => one !== '{}');
  const [first, ...more] = filled.length > 0 ? filled : parts;
  return first?.startsWith('{') && more.every(one => one === first) ? first : text;
}

/** The calls of a reply, each under an id of its own. */
export function wholeCalls(calls: readonly OpenCall[], request: ModelRequest): readonly ModelToolCall[] {
  const tools = request.tools.map(({ name }) => name);
  const made: ModelToolCall[] = [];
  for (const call of calls) {
    const json = objectText(jsonOf(call));
    const name = nameOf(call, tools);
    // a place that was opened and never filled
    if (name === '' && call.id === '' && json === '{}') continue;
    made.push(named({ id: call.id, name, arguments: json }, made, request));
  }
  return made;
}

/**
 * A call without an id, or with one that another call has, is named by a hash over its place and content: the same for
 * the same reply to the same request.
 */
export function named(call: ModelToolCall, before: readonly ModelToolCall[], request: ModelRequest): ModelToolCall {
  const { id, name, arguments: input } = call;
  if (id !== '' && before.every(one => one.id !== id)) return call;
  const place = [request.messages.length, request.messages.at(-1), before.length, name, input];
  return { ...call, id: `call_${createHash('sha256').update(canonical(place)).digest('hex').slice(0, 20)}` };
}
