/** Stored messages as a model reads them. What did not come from the owner is marked as data. */

import { isOfPeer } from '../../domain/a2a/peer.ts';
import { isOfCaller } from '../../domain/callers/caller.ts';
import type { Body } from '../../domain/conversation/body.ts';
import { quotedSource, summarySource } from '../../domain/conversation/data-block.ts';
import type { Attachment, ReadMessage } from '../../domain/conversation/message.ts';
import { modelTexts, texts } from '../../domain/text/texts.ts';
import type { ContentPart, ModelMessage, Picture, Reasoning } from '../../ports/model.ts';
import { markedData } from './marked-data.ts';

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
        ...reasoningOf(message, read),
      };
    case 'tool':
      return {
        role: 'tool',
        callId: message.callId ?? '',
        name: message.tool ?? '',
        text: isOutside(message) ? markedData(message.tool ?? 'tool', message.id, message.text) : message.text,
        failed: message.failed ?? false,
      };
    case 'notice':
      return {
        role: 'user',
        content: [
          {
            type: 'text',
            text:
              isOutside(message) || message.isSummary
                ? markedData(sourceOfNotice(message), message.id, message.text)
                : `[Straylight] ${message.text}${isKnownToOwner(message.text) ? ` ${modelTexts.ownerKnows}` : ''}`,
          },
        ],
      };
    case 'owner':
      return { role: 'user', content: ownerContent(message, pictures, read) };
  }
}

/** The owner is notified of an interrupted act when the process is back, before the model goes on with the turn. */
function isKnownToOwner(text: string): boolean {
  return interrupted.some(opening => text.startsWith(opening));
}

const interrupted = (['en', 'de'] as const).map(language => texts(language).unknownAct('\0').split('\0')[0] ?? '');

function sourceOfNotice({ isQuoted, isSummary }: ReadMessage): string {
  if (isSummary) return summarySource;
  return isQuoted ? quotedSource : 'late result';
}

/** Nothing where it is not kept any more. */
function reasoningOf({ reasoning }: ReadMessage, read: (body: Body) => string): { readonly reasoning?: Reasoning } {
  if (reasoning === undefined) return {};
  try {
    return { reasoning: JSON.parse(read(reasoning)) as Reasoning };
  } catch {
    return {};
  }
}

function ownerContent(message: ReadMessage, pictures: Pictures, read: (body: Body) => string): ContentPart[] {
  // a known peer speaks for himself, and a caller in a conversation of its own
  const text =
    message.taint === 'external' && !isOfCaller(message.id) && !isOfPeer(message.id)
      ? markedData('forwarded or quoted', message.id, message.text)
      : message.text;
  const parts: ContentPart[] = text === '' ? [] : [{ type: 'text', text }];
  for (const [at, file] of (message.attachments ?? []).entries()) {
    const picture = pictures.get(file);
    const words = named(file, picture !== undefined);
    parts.push({ type: 'text', text: markedData('a file', `${message.id} ${at}`, words) });
    if (file.text !== undefined)
      parts.push({
        type: 'text',
        text: markedData('what it says', `${message.id} ${at}`, saidBy(file, read(file.text))),
      });
    if (picture !== undefined) parts.push({ type: 'image', ...picture });
  }
  return parts.length > 0 ? parts : [{ type: 'text', text: '[an empty message]' }];
}

function saidBy({ left = 0, path = '' }: Attachment, text: string): string {
  return left === 0 ? text : `${text}\n[… ${left} more characters are left out here; the whole is at ${path}]`;
}

function named(file: Attachment, isShown: boolean): string {
  const { name, kind, mediaType, bytes, path, missing, credentials = [] } = file;
  if (missing !== undefined) return `[not attached: ${name}: ${missing}]`;
  const where = path === undefined ? '' : `, in the workspace at ${path}`;
  const why = isShown || (kind === 'document' && path !== undefined) ? '' : '; it is not shown to you';
  const held =
    credentials.length === 0 ? '' : `; it holds credentials (${credentials.join(', ')}), which you see redacted`;
  return `[attached: ${name}, ${mediaType}, ${bytes} bytes${where}${why}${held}]`;
}

function isOutside({ taint }: ReadMessage): boolean {
  return taint !== 'owner';
}
