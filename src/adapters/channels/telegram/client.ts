/**
 * Calls to the Bot API, and what their failures mean.
 *
 * The token is part of every URL, and the HTTP library quotes URLs in its errors. So nothing an error says is passed
 * on: messages are written here, from the method, Telegram's own description (with the token taken out, should it ever
 * be in there) and an error code.
 */

import { Agent as HttpsAgent } from 'node:https';
import { Api, GrammyError, HttpError } from 'grammy';
import { says } from '../../../domain/policy/sentence.ts';
import { type Failure, Fault, fault } from '../../../domain/supervision/failure.ts';
import { http } from '../../process/node-http.ts';

/**
 * `again`: doing it twice looks like once, so a lost answer is a dead line. `once`: a message may have been sent
 * although no answer came; a failure then says `unknown`, unless it is certain that nothing left.
 */
export type Repeatability = 'again' | 'once';

/** The native signal; grammY's own type for it comes from an older library. */
type Signal = Parameters<Api['getMe']>[0];

export interface TelegramClient {
  /** Makes one call and turns whatever goes wrong into a {@link Fault}. */
  call<T>(
    method: string,
    how: Repeatability,
    signal: AbortSignal,
    make: (api: Api, signal: Signal) => Promise<T>,
  ): Promise<T>;
  /**
   * The bytes of a file Telegram holds. Throws a `Fault`; `exhausted` above `maxBytes`, `invalid` where there is no
   * such file.
   */
  download(path: string, maxBytes: number, signal: AbortSignal): Promise<Buffer>;
  /** A text without the token. */
  safe(text: string): string;
  close(): void;
}

/** `timeoutMs` bounds one call; a long poll says its own. */
export function telegramClient(options: {
  readonly token: string;
  readonly apiRoot: string;
  readonly timeoutMs: number;
}): TelegramClient {
  const { token, timeoutMs } = options;
  const apiRoot = options.apiRoot.replace(/\/+$/, '');
  // Idle connections are given up before the other side does it: a request on a dying connection fails without saying
  // whether it arrived.
  const pool = { keepAlive: true, timeout: 10_000 };
  const agent = apiRoot.startsWith('https:') ? new HttpsAgent(pool) : new http.Agent(pool);
  const api = new Api(token, {
    apiRoot,
    timeoutSeconds: timeoutMs / 1000,
    baseFetchConfig: { agent, compress: true },
  });
  const safe = (text: string): string =>
    text.replaceAll(token, '[secret:telegram/token]').replaceAll(encodeURIComponent(token), '[secret:telegram/token]');

  return {
    safe,
    async call(method, how, signal, make) {
      if (signal.aborted) throw fault('cancelled', `${method} was cancelled before it was sent`);
      try {
        return await make(api, signal as unknown as Signal);
      } catch (error) {
        throw new Fault(failureOf(error, { method, how, aborted: signal.aborted, safe }));
      }
    },
    async download(path, maxBytes, signal) {
      const url = `${apiRoot}/file/bot${token}/${path.split('/').map(encodeURIComponent).join('/')}`;
      const response = await fetch(url, { signal, redirect: 'error' }).catch(() => undefined);
      if (response === undefined)
        throw fault('unavailable', 'Telegram did not hand out the file: the connection failed');
      const { ok, status } = response;
      const kind = status === 429 || status >= 500 ? 'unavailable' : 'invalid';
      if (!ok) throw fault(kind, `Telegram did not hand out the file: status ${status}`);
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      try {
        for await (const chunk of response.body ?? []) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw fault('exhausted', `the file is larger than ${maxBytes} bytes`);
          chunks.push(chunk);
        }
      } catch (error) {
        throw error instanceof Fault ? error : fault('unavailable', 'Telegram broke off in the middle of a file');
      }
      return Buffer.concat(chunks);
    },
    close: () => agent.destroy(),
  };
}

interface Circumstances {
  readonly method: string;
  readonly how: Repeatability;
  readonly aborted: boolean;
  readonly safe: (text: string) => string;
}

/** What went wrong, in Straylight’s own kinds. */
function failureOf(error: unknown, about: Circumstances): Failure {
  return error instanceof GrammyError ? refusal(error, about) : lineFailure(error, about);
}

/** Telegram answered, and said no: it is certain that nothing was done. */
function refusal(error: GrammyError, { method, safe }: Circumstances): Failure {
  const code = Number(error.error_code);
  const description = safe(String(error.description ?? '')).slice(0, 300);
  const said = says`Telegram answered ${method} with ${code}: ${description}`;
  const cause = `${code} ${description}`;
  const seconds = Number(error.parameters?.retry_after);
  const retry = Number.isFinite(seconds) ? { retryAfterMs: Math.max(0, seconds) * 1000 } : {};
  if (code === 401 || (code === 404 && description === 'Not Found'))
    return fault(
      'denied',
      says`Telegram rejected the bot token (${code}); get one from @BotFather and put it in STRAYLIGHT_TELEGRAM_TOKEN`,
      { cause },
    ).failure;
  if (code === 409 && /webhook/i.test(description))
    return fault(
      'unavailable',
      says`${said}; a webhook is set for this bot; remove it, since polling and a webhook exclude each other`,
      { cause: 'conflict' },
    ).failure;
  if (code === 409)
    return fault(
      'unavailable',
      says`another program receives the messages of this bot; stop it, or give this one a token of its own`,
      { cause: 'conflict' },
    ).failure;
  if (code === 429) return fault('unavailable', said, { retryAfterMs: 5000, ...retry, cause }).failure;
  if (code >= 500) return fault('unavailable', said, { ...retry, cause }).failure;
  // the owner has blocked the bot, and may unblock it
  if (code === 403) return fault('unavailable', said, { cause }).failure;
  return fault('invalid', said, { cause }).failure;
}

const neverLeft = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
]);

/** No answer came. Whether the request arrived decides what may be said about it. */
function lineFailure(error: unknown, { method, how, aborted }: Circumstances): Failure {
  const beneath: unknown = error instanceof HttpError ? error.error : error;
  const {
    code,
    type,
    message = '',
  } = (typeof beneath === 'object' && beneath !== null ? beneath : {}) as {
    readonly code?: unknown;
    readonly type?: unknown;
    readonly message?: string;
  };
  const timedOut = /timed out after/.test(message);
  const cause = typeof code === 'string' ? code : typeof type === 'string' ? type : timedOut ? 'timeout' : 'no answer';
  // "reason: connect …" and an empty reason (several addresses tried) mean that no connection was made.
  const unsent =
    neverLeft.has(cause) ||
    cause.startsWith('ERR_TLS') ||
    cause.startsWith('CERT_') ||
    /reason: (connect .*)?$/.test(message);
  if (aborted && (how === 'again' || unsent))
    return fault('cancelled', says`${method} was cancelled`, { cause }).failure;
  if (how === 'once' && !unsent)
    return fault(
      'unknown',
      says`no answer to ${method} came from Telegram (${cause}): the message may have been sent or not`,
      { cause },
    ).failure;
  if (timedOut) return fault('timeout', says`Telegram did not answer ${method} in time`, { cause }).failure;
  return fault(
    'unavailable',
    says`Telegram cannot be reached for ${method} (${cause}); is there a network, and is channels.telegram.api_root right?`,
    { cause },
  ).failure;
}
