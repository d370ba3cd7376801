/**
 * Files that came with a message, fetched from Telegram into the inbox before the message is handed to Straylight.
 *
 * The order is what makes it safe: an update is confirmed only after Straylight has committed its message, so whatever
 * a crash cuts short comes again and is fetched again, and what was kept already is found under the same name. Telegram
 * being down for a moment means "not now" for the update, a few times; then the message is taken without its file, and
 * owner and model are told.
 */

import type { Attachment } from '../../../../domain/conversation/message.ts';
import { type Failure, fault, isRetryable, toFailure } from '../../../../domain/supervision/failure.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { FileInbox } from '../../../../ports/files/inbox.ts';
import type { TelegramClient } from '../client.ts';
import { maxFileBytes, type TelegramFile } from './content.ts';

/** Why a message has to do without its file. */
export type Missing = 'tooLarge' | 'notHandedOut' | 'notKept';

export type Fetched =
  | { readonly attachment: Attachment }
  | { readonly missing: Missing }
  /** Not now: the update has to come again. */
  | { readonly again: Failure };

const mostTries = 3;

/** Fetches a file; never throws. */
export function telegramFiles(options: {
  readonly client: TelegramClient;
  /** Where files go; without it none can be taken. */
  readonly inbox: FileInbox | undefined;
  /** How long one fetch may take, all messages behind it waiting. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly log: (level: 'warn', message: string, facts: Readonly<Record<string, string>>) => void;
}): (file: TelegramFile, signal: AbortSignal) => Promise<Fetched> {
  const { client, inbox, timeoutMs, clock, log } = options;
  const tries = new Map<string, number>();

  async function bytesOf({ fileId }: TelegramFile, signal: AbortSignal): Promise<Buffer> {
    const deadline = new AbortController();
    const cancel = clock.after(timeoutMs, () => deadline.abort());
    const within = AbortSignal.any([signal, deadline.signal]);
    try {
      const held = await client.call('getFile', 'again', within, (api, native) => api.getFile(fileId, native));
      if (held.file_path === undefined || (held.file_size ?? 0) > maxFileBytes)
        throw fault('exhausted', `Telegram hands out no file above ${maxFileBytes} bytes`);
      return await client.download(held.file_path, maxFileBytes, within);
    } catch (error) {
      if (deadline.signal.aborted) throw fault('timeout', `a file did not arrive within ${timeoutMs} ms`);
      throw error;
    } finally {
      cancel();
    }
  }

  function left(file: TelegramFile, missing: Missing, problem: string): Fetched {
    tries.delete(file.key);
    log('warn', 'a file could not be taken from Telegram', { why: missing, problem });
    return { missing };
  }

  return async (file, signal) => {
    if (inbox === undefined) return left(file, 'notKept', 'this process keeps no files');
    if ((file.bytes ?? 0) > maxFileBytes) return left(file, 'tooLarge', `${file.bytes} bytes`);
    const kept = await inbox.kept(file.key, file.name);
    if (kept !== undefined) return { attachment: kept };
    let bytes: Buffer;
    try {
      bytes = await bytesOf(file, signal);
    } catch (error) {
      const failure = toFailure(error);
      if (signal.aborted) return { again: failure };
      const tried = (tries.get(file.key) ?? 0) + 1;
      tries.set(file.key, tried);
      if (isRetryable(failure) && tried < mostTries) return { again: failure };
      const tooLarge = failure.kind === 'exhausted' || /file is too big/.test(failure.message);
      return left(file, tooLarge ? 'tooLarge' : 'notHandedOut', failure.message);
    }
    try {
      const attachment = await inbox.keep(file.key, file.name, bytes);
      tries.delete(file.key);
      return { attachment };
    } catch (error) {
      return left(file, 'notKept', toFailure(error).message);
    }
  };
}
