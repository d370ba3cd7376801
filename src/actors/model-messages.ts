/** Stored messages as a model reads them. What did not come from the owner is marked as data. */

import type { ContentPart, ModelMessage, Picture } from '../adapters/model.ts';
import type { Body } from '../machines/domain/body.ts';
import type { Attachment, ReadMessage } from '../machines/domain/message.ts';

type Pictures = ReadonlyMap<Attachment, Picture>;

/** `pictures` are shown, all other files named; `read` brings back arguments that were stored apart. */
export function toModelMessages(
  messages: readonly ReadMessage[],
  pictures: Pictures,
  read: (body: Body) => string,
): ModelMessage[] {
  return messages.map(message => toModelMessage(message, pictures, read));
}

function toModelMessage(message: ReadMessage, pictures: Pictures, read: (body: Body) => string): ModelMessage {
  switch (message.role) {
    case 'assistant':
      return {
        role: 'assistant',
        text: message.text,
        toolCalls: (message.toolCalls ?? []).map(call => ({
          id: call.callId,
          name: call.name,
          arguments: read(call.arguments),
        })),
      };
    case 'tool':
      return {
        role: 'tool',
        callId: message.callId ?? '',
        name: message.tool ?? '',
        text: message.taint === 'external' ? asData(message.tool ?? 'tool', message.text) : message.text,
        failed: message.failed ?? false,
      };
    case 'notice':
      return {
        role: 'user',
        content: [
          {
            type: 'text',
            text: message.taint === 'external' ? asData('late result', message.text) : `[Straylight] ${message.text}`,
          },
        ],
      };
    case 'owner':
      return { role: 'user', content: ownerContent(message, pictures) };
  }
}

function ownerContent(message: ReadMessage, pictures: Pictures): ContentPart[] {
  const text = message.taint === 'external' ? asData('forwarded or quoted', message.text) : message.text;
  const parts: ContentPart[] = text === '' ? [] : [{ type: 'text', text }];
  for (const file of message.attachments ?? []) {
    const picture = pictures.get(file);
    parts.push({ type: 'text', text: named(file, picture !== undefined) });
    if (picture !== undefined) parts.push({ type: 'image', ...picture });
  }
  return parts.length > 0 ? parts : [{ type: 'text', text: '[an empty message]' }];
}

function named({ name, kind, mediaType, bytes, path }: Attachment, isShown: boolean): string {
  const where = path === undefined ? '' : `, in the workspace at ${path}`;
  const why = isShown || (kind === 'document' && path !== undefined) ? '' : '; it is not shown to you';
  return `[attached: ${name}, ${mediaType}, ${bytes} bytes${where}${why}]`;
}

/** The mark says where material begins and ends; the same words inside it, however they are written, cannot end it early. */
function asData(source: string, text: string): string {
  const name = source.replace(/[^\w ]/g, '');
  return `<data source="${name}">\n${text.replace(/<(?=\s*\/\s*data\b)/gi, '<\\')}\n</data>`;
}
