/** The files of a conversation, as its messages name them: nothing else of the workspace is read this way. */
import type { HandedFile } from '../../domain/conversation/files.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { ChatMessage } from '../../domain/supervision/view.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';

/** The file at place `at` of a message. Throws `invalid` where the message names none there, or it lies there no more. */
export type MessageFiles = (message: string, at: number) => Promise<HandedFile>;

export function messageFiles(options: {
  readonly conversation: Pick<MessageStore, 'message' | 'read'>;
  readonly shown: (message: ReadMessage) => ChatMessage;
  readonly open: (path: string) => Promise<HandedFile>;
}): MessageFiles {
  const { conversation, shown, open } = options;
  return async (id, at) => {
    const message = conversation.message(id);
    const file = message && shown(message).files?.[at];
    if (!message || !file) throw fault('invalid', 'this message names no such file');
    // under the name that its sender gave it
    if (file.path !== undefined) return Object.assign(await open(file.path), { name: file.name });
    const { body, mediaType = 'application/octet-stream' } = message.attachments?.[at] ?? {};
    if (body === undefined) throw fault('invalid', `${file.name} was not kept`);
    return inMemory(file.name, mediaType, Buffer.from(conversation.read(body), 'base64'));
  };
}

function inMemory(name: string, mediaType: string, content: Uint8Array): HandedFile {
  return {
    name,
    mediaType,
    bytes: content.length,
    async *content() {
      yield content;
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
