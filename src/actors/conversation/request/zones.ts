/** A request by zones, from what is sent. */
import { charactersOf, type Zone, type Zones, type ZoneText, zoneOf } from '../../../domain/context/zones.ts';
import type { ReadMessage } from '../../../domain/conversation/message.ts';
import type { ModelMessage, ModelRequest } from '../../../ports/model.ts';
import { writtenTools } from './written-tools.ts';

/** `tokens`: by part, as they are estimated; `known`: so many memories are recalled. */
export function zonesOf(
  { system, messages, tools }: Pick<ModelRequest, 'system' | 'messages' | 'tools'>,
  history: readonly ReadMessage[],
  {
    known,
    tokens,
    factor,
  }: {
    readonly known: number;
    readonly tokens: Readonly<Record<'system' | 'tools' | 'memories' | 'history', number>>;
    readonly factor: number;
  },
): Zones {
  const of = (zone: 'orders' | 'memory' | 'workspace' | undefined) =>
    system.filter(part => part.zone === zone).map(({ text }) => text);
  const [orders, own, memory, watched] = [of('orders'), of(undefined), of('memory'), of('workspace')];
  const said = { texts: messages.flatMap(saidIn), items: history.filter(isSaid).length };
  const done = {
    texts: messages.flatMap(doneIn),
    items: history.reduce((sum, { role, attachments = [] }) => sum + (role === 'tool' ? 1 : 0) + attachments.length, 0),
  };
  const instructions = shared((tokens.system + tokens.tools) * factor, [
    { texts: orders, items: orders.reduce((sum, text) => sum + text.split('\n').length - 1, 0) },
    { texts: own, items: own.length },
    { texts: tools.length === 0 ? [] : [writtenTools(tools)], items: tools.length },
    { texts: watched, items: watched.length },
  ]);
  const conversation = shared(tokens.history * factor, [said, done]);
  const none = zoneOf({ texts: [], items: 0 }, 0);
  return {
    orders: instructions[0] ?? none,
    system: instructions[1] ?? none,
    tools: instructions[2] ?? none,
    memory: zoneOf({ texts: memory, items: known }, tokens.memories * factor),
    chronicle: conversation[0] ?? none,
    workspace: together(conversation[1] ?? none, instructions[3] ?? none),
  };
}

function together(one: Zone, other: Zone): Zone {
  return {
    tokens: one.tokens + other.tokens,
    characters: one.characters + other.characters,
    items: one.items + other.items,
  };
}

/** Each with its share of the tokens, by its length. */
function shared(tokens: number, zones: readonly ZoneText[]): readonly Zone[] {
  const lengths = zones.map(({ texts }) => charactersOf(texts));
  const all = Math.max(
    1,
    lengths.reduce((sum, length) => sum + length, 0),
  );
  return zones.map((zone, at) => zoneOf(zone, (tokens * (lengths[at] ?? 0)) / all));
}

function isSaid({ role }: ReadMessage): boolean {
  return role !== 'tool';
}

function saidIn(message: ModelMessage): readonly string[] {
  if (message.role === 'tool') return [];
  if (message.role === 'assistant') return [message.text];
  return message.content.flatMap(part => (part.type === 'text' ? part.text : []));
}

function doneIn(message: ModelMessage): readonly string[] {
  if (message.role === 'tool') return [message.text];
  return message.role === 'assistant' ? message.toolCalls.flatMap(call => [call.name, call.arguments]) : [];
}
