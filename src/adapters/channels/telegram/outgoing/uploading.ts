/** A file on its way to Telegram: a picture as a photo where Telegram takes it as one, anything else as a document. */
import { InputFile } from 'grammy';
import { fault, toFailure } from '../../../../domain/supervision/failure.ts';
import type { OutgoingFile } from '../../../../ports/channel.ts';
import { type TelegramChat, threadField } from '../chat.ts';
import type { TelegramClient } from '../client.ts';

/** What a bot may send. */
const maxFileBytes = 50 * 2 ** 20;
const maxPhotoBytes = 10 * 2 ** 20;
const photoTypes = ['image/jpeg', 'image/png', 'image/webp'];
const maxCaption = 1024;

/** Sends one file, at most once. Throws `invalid` for what Telegram does not take, `unknown` where no answer came. */
export async function upload(
  client: TelegramClient,
  chat: TelegramChat,
  file: OutgoingFile,
  signal: AbortSignal,
): Promise<{ readonly message_id: number }> {
  const { name, mediaType, bytes, caption } = file;
  if (bytes > maxFileBytes)
    throw fault(
      'invalid',
      `${name} has ${bytes} bytes, and Telegram takes at most ${maxFileBytes}; make it smaller, or send it in parts`,
    );
  // the library writes the name into a header as it stands; only in quotes it may have spaces and letters beyond ASCII
  const quoted = `"${name.replace(/[\p{C}"\\]+/gu, '_').slice(-120) || 'file'}"`;
  const input = () => new InputFile(() => file.content(), quoted);
  const more = {
    ...threadField(chat),
    caption: caption?.slice(0, maxCaption).toWellFormed(),
  };
  if (photoTypes.includes(mediaType) && bytes <= maxPhotoBytes)
    try {
      return await client.call('sendPhoto', 'once', signal, (api, native) =>
        api.sendPhoto(chat.chatId, input(), more, native),
      );
    } catch (error) {
      // Refused for its looks, so nothing was sent: too long and thin, or no picture after all.
      if (!/PHOTO_|IMAGE_PROCESS_FAILED|wrong type of the web page content/i.test(toFailure(error).message))
        throw error;
    }
  return client.call('sendDocument', 'once', signal, (api, native) =>
    api.sendDocument(chat.chatId, input(), more, native),
  );
}
