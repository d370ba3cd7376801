/** A request as the texts it is made of, each under a key by which it is found in another request. */
import type { RequestPiece } from '../../domain/context/sent-request.ts';
import { defined } from '../../domain/text/json.ts';
import type { ContentPart, ModelMessage, ModelRequest } from '../../ports/model.ts';

export type KeyedPiece = Omit<RequestPiece, 'change' | 'before'> & { readonly key: string };

/** `idOf`: names the message at a place. */
export function keyedPieces(
  { system, messages, tools }: Pick<ModelRequest, 'system' | 'messages' | 'tools'>,
  idOf: (at: number) => string,
): readonly KeyedPiece[] {
  const counts = new Map<string, number>();
  const unique = ({ key, ...piece }: KeyedPiece): KeyedPiece => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return { ...piece, key: `${key} ${count}` };
  };
  return [
    ...system.map(
      ({ text, zone, stable }): KeyedPiece => ({
        key: `${zone} ${stable}`,
        zone: zone ?? 'system',
        kind: 'instructions',
        text,
      }),
    ),
    ...tools.map(
      (tool): KeyedPiece => ({
        key: `tool ${tool.name}`,
        zone: 'tools',
        kind: 'tool',
        name: tool.name,
        text: JSON.stringify(tool, undefined, 2),
      }),
    ),
    ...messages.flatMap((message, at) => piecesOf(message, idOf(at))),
  ].map(unique);
}

function piecesOf(message: ModelMessage, id: string): readonly KeyedPiece[] {
  if (message.role === 'tool')
    return [{ key: id, zone: 'workspace', kind: 'result', ...defined({ name: message.name }), text: message.text }];
  if (message.role === 'user') return message.content.map(part => partOf(part, id));
  const said: KeyedPiece = { key: id, zone: 'chronicle', kind: 'reply', text: message.text };
  return [
    ...(message.text === '' ? [] : [said]),
    ...message.toolCalls.map(
      (call): KeyedPiece => ({
        key: `${id} ${call.id}`,
        zone: 'workspace',
        kind: 'call',
        name: call.name,
        text: call.arguments,
      }),
    ),
  ];
}

function partOf(part: ContentPart, id: string): KeyedPiece {
  if (part.type === 'image') return { key: id, zone: 'workspace', kind: 'picture', text: part.mediaType };
  const isNote = part.text.startsWith('[Straylight] ') || part.text.startsWith('<data-');
  return { key: id, zone: 'chronicle', kind: isNote ? 'note' : 'owner', text: part.text };
}
