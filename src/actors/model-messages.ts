/** Stored messages as a model reads them. What did not come from the owner is marked as data. */
import type { ContentPart, ModelMessage } from '../adapters/model.ts';
import type { Body } from '../machines/domain/body.ts';
import type { ReadMessage } from '../machines/domain/message.ts';

/** `read` brings back the base64 of an image that was stored apart. */
export function toModelMessages(
  messages: readonly ReadMessage[],
  takesImages: boolean,
  read: (body: Body) => string,
): ModelMessage[] {
  return messages.map(message => toModelMessage(message, takesImages, read));
}

function toModelMessage(message: ReadMessage, takesImages: boolean, read: (body: Body) => string): ModelMessage {
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
      return { role: 'user', content: ownerContent(message, takesImages, read) };
  }
}

function ownerContent(message: ReadMessage, takesImages: boolean, read: (body: Body) => string): ContentPart[] {
  const text = message.taint === 'external' ? asData('forwarded or quoted', message.text) : message.text;
  const parts: ContentPart[] = text === '' ? [] : [{ type: 'text', text }];
  for (const { kind, name, mediaType, bytes, body } of message.attachments ?? []) {
    if (kind === 'image' && takesImages && body !== undefined)
      parts.push({ type: 'image', mediaType, base64: read(body) });
    else
      parts.push({
        type: 'text',
        text: `[attached: ${name}, ${mediaType}, ${bytes} bytes; it cannot be shown to you]`,
      });
  }
  return parts.length > 0 ? parts : [{ type: 'text', text: '[an empty message]' }];
}

/** The mark says where material begins and ends; the same words inside it, however they are written, cannot end it early. */
function asData(source: string, text: string): string {
  const name = source.replace(/[^\w ]/g, '');
  return `<data source="${name}">\n${text.replace(/<(?=\s*\/\s*data\b)/gi, '<\\')}\n</data>`;
}
