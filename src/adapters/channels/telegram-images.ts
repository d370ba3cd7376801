/** Pictures that came with a message, fetched from Telegram and small enough to be shown to a model. */
import { toFailure } from '../../machines/domain/failure.ts';
import type { Attachment } from '../../machines/domain/message.ts';
import type { TelegramClient } from './telegram-client.ts';
import { type ImageFile, maxImageBytes } from './telegram-intake.ts';
import type { TelegramLog } from './telegram-taking.ts';

/** The picture with its body; `tooLarge` where it turned out to be; undefined where it cannot be had, which is logged. */
export async function telegramImage(
  client: TelegramClient,
  image: ImageFile,
  timeoutMs: number,
  log: TelegramLog,
  signal: AbortSignal,
): Promise<Attachment | 'tooLarge' | undefined> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const file = await client.call('getFile', 'again', within, (api, native) => api.getFile(image.fileId, native));
    if ((file.file_size ?? 0) > maxImageBytes) return 'tooLarge';
    if (file.file_path === undefined) return undefined;
    const bytes = await client.download(file.file_path, maxImageBytes, within);
    const mediaType = typeOf(bytes);
    if (mediaType !== undefined)
      return { kind: 'image', name: image.name, mediaType, bytes: bytes.length, body: bytes.toString('base64') };
    log('warn', 'a picture from Telegram is no JPEG, PNG, WebP or GIF', { claimed: image.mediaType });
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind === 'exhausted') return 'tooLarge';
    log('warn', 'a picture could not be fetched from Telegram', { problem: failure.message });
  }
  return undefined;
}

/** What the bytes are; what a sender claims is not asked. */
function typeOf(bytes: Buffer): string | undefined {
  const starts = (text: string, at = 0): boolean => bytes.toString('latin1', at, at + text.length) === text;
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp';
  return starts('GIF87a') || starts('GIF89a') ? 'image/gif' : undefined;
}
