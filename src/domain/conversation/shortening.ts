/** Messages that lose the middle of what is long in them, so that the running turn fits into a small window. */
import type { Json } from '../text/json.ts';
import type { ToolRequest } from '../tools/tool.ts';
import type { Body } from './body.ts';
import type { ReadMessage } from './message.ts';

/** The same text where it is short enough, else its beginning and its end. `most` is in characters. */
function withoutMiddleOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, Math.ceil(most * 0.6)).toWellFormed();
  const tail = text.slice(text.length - Math.floor(most * 0.4)).toWellFormed();
  const gone = text.length - head.length - tail.length;
  return `${head}\n[… ${gone} characters left out here: they do not fit …]\n${tail}`;
}

/** A quotation of at most `most` characters: of a longer one the middle is left out, and that is said. */
export function shortQuotation(text: string, most: number): string {
  const left = text.length - most;
  if (left <= 0) return text;
  const half = most / 2;
  const [begins, ends] = [text.slice(0, half), text.slice(-half)].map(part => part.toWellFormed());
  return `${begins}\n[… ${left} characters left out …]\n${ends}`;
}

/** A message with its text shortened; the very same where it is short enough. */
export function shortText(message: ReadMessage, most: number): ReadMessage {
  return message.text.length <= most ? message : { ...message, text: withoutMiddleOf(message.text, most) };
}

/** A message whose calls have shorter arguments; the very same where they are short enough. `read` brings them back. */
export function shortCalls(message: ReadMessage, most: number, read: (body: Body) => string): ReadMessage {
  const { toolCalls = [] } = message;
  if (toolCalls.every(call => lengthOf(call) <= most)) return message;
  return {
    ...message,
    toolCalls: toolCalls.map(call =>
      lengthOf(call) <= most ? call : { ...call, arguments: shortArguments(read(call.arguments), most) },
    ),
  };
}

function lengthOf({ arguments: body }: ToolRequest): number {
  return typeof body === 'string' ? body.length : body.bytes;
}

/** It stays JSON, with its names. */
function shortArguments(text: string, most: number): string {
  try {
    return JSON.stringify(shortLeaves(JSON.parse(text) as Json, most));
  } catch {
    return '{}';
  }
}

function shortLeaves(value: Json, most: number): Json {
  if (typeof value === 'string') return withoutMiddleOf(value, most);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, mostItems).map(item => shortLeaves(item as Json, most));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortLeaves(inner as Json, most)]));
}

/** Of a list in the arguments. */
const mostItems = 50;
