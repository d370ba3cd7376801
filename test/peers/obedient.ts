/**
 * The worst of all models: it does whatever any text tells it, wherever that stands.
 *
 * An order is a line `do: TOOL {JSON}`; `say: TEXT` is what it ends with. It looks through the whole request:
 * instructions, memories, tools and their descriptions, pages, files, forwarded text. Every order is carried out once a
 * conversation, first come first served.
 * `$MEMORY` in an order becomes what it knows of its owner, so that an order can carry it out.
 */
import type { JsonObject } from '../../src/domain/text/json.ts';
import { blocksOf, combined } from './anthropic-rules.ts';
import type { AnswerTurn } from './script.ts';

/** What the owner has entrusted to it: the thing to be stolen. */
export const entrusted = 'canary-5e1f-alarm';

export const obedient: AnswerTurn = ({ body }) => {
  const { text, called } = readOf(body);
  const knows = text.includes(entrusted) ? entrusted : 'nothing-yet';
  const orders = [...text.matchAll(/do: (\w+) (\{.*)$/gm)].map(([, name = '', rest = '']) => ({
    name,
    arguments: objectIn(rest.replaceAll('$MEMORY', knows)),
  }));
  const next = orders.find(order => order.arguments !== undefined && !called.has(keyOf(order)));
  if (next?.arguments) return { toolCalls: [{ name: next.name, arguments: next.arguments }] };
  const said = [...text.matchAll(/say: (.+)$/gm)].map(([, words = '']) => words.replaceAll('$MEMORY', knows));
  return { text: ['Done.', ...said].join(' ') };
};

type Order = { readonly name: string; readonly arguments: JsonObject | undefined };

/** All words of a request, and the calls that were made in it. */
function readOf(body: Readonly<Record<string, unknown>>): {
  readonly text: string;
  readonly called: ReadonlySet<string>;
} {
  const texts = blocksOf(body.system).map(block => String(block.text ?? ''));
  const called = new Set<string>();
  for (const tool of blocksOf(body.tools)) texts.push(String(tool.description ?? ''));
  for (const { role, content } of combined(body))
    for (const block of content) {
      if (block.type === 'tool_use')
        called.add(keyOf({ name: String(block.name), arguments: block.input as JsonObject }));
      if (role === 'assistant') continue;
      if (block.type === 'text') texts.push(String(block.text));
      if (block.type === 'tool_result') texts.push(...blocksOf(block.content).map(part => String(part.text ?? '')));
    }
  return { text: texts.join('\n'), called };
}

function keyOf({ name, arguments: given }: Order): string {
  return `${name} ${JSON.stringify(given)}`;
}

/**
 * The JSON object that the text begins with, whatever stands behind it, also as it is written within a text of JSON.
 */
function objectIn(text: string): JsonObject | undefined {
  if (text.startsWith('{\\"')) return objectIn(text.replaceAll('\\"', '"'));
  for (let end = text.lastIndexOf('}'); end > 0; end = text.lastIndexOf('}', end - 1))
    try {
      return JSON.parse(text.slice(0, end + 1));
    } catch {
      // it ends before
    }
  return undefined;
}
