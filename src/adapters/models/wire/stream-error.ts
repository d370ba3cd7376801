/**
 * Errors that stand in a stream in the place of a piece of the reply, as each server writes them. The stream had begun
 * with 200, so what they amount to follows from the error itself.
 */
import type { Fault } from '../../../domain/supervision/failure.ts';
import { answerFault, type Service } from '../http-fault.ts';
import type { WireEvent } from './event-stream.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Says that the server is there, and nothing else. */
export function isAlive({ event, data }: WireEvent): boolean {
  const text = data.trim();
  return text === '' || text.startsWith(':') || aliveWords.test(text) || aliveWords.test(event);
}

const aliveWords = /^(?:ping|pong|keep-?alive|heartbeat)$/i;

/** The JSON of an event, or the words that stand there in its place. Throws a `SyntaxError` for JSON that is cut. */
export function jsonOrWords(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    if (/^\s*(?:\{|\[\s*[{["\]])/.test(data)) throw error;
    return data;
  }
}

/** An error in the place of a piece; undefined: it is none. `isNamed`: the event says that it is one. */
export function errorIn(piece: unknown, isNamed = false): object | string | undefined {
  if (typeof piece === 'string') return piece.trim() === '' ? undefined : piece;
  if (Array.isArray(piece)) return errorIn(piece[0], isNamed);
  if (typeof piece !== 'object' || piece === null) return undefined;
  const { error, errors, object, choices, usage, base_resp: base } = piece as Fields;
  if (isNamed || object === 'error' || (typeof error === 'string' && error !== '')) return piece;
  if (isObject(error)) return piece;
  const [choice] = Array.isArray(choices) ? choices : [];
  if (isObject(choice?.error)) return choice;
  if (choice === undefined && Array.isArray(errors) && errors.length > 0) return piece;
  // of MiniMax
  const { status_code: code = 0, status_msg: message } = (base ?? {}) as Fields;
  if (code !== 0) return { error: { code, message } };
  const isReply = Array.isArray(choices) || (typeof object === 'string' && object !== '') || isObject(usage);
  return !isReply && Object.entries(piece).some(isComplaint) ? piece : undefined;
}

/** `{"detail": …}`, `{"msg": …}` and the like: nothing of a reply stands beside them. */
function isComplaint([name, value]: readonly [string, unknown]): boolean {
  if (typeof value === 'string')
    return value !== '' && /^(?:message|msg|detail|err(?:or)?_?(?:msg|message))$/i.test(name);
  return (name === 'detail' || name === 'fault') && isObject(value);
}

/** Statuses that an error amounts to by its own words, the most telling first. */
const statuses: readonly (readonly [RegExp, number])[] = [
  [/insufficient_(?:quota|balance|credits?|funds)|billing|payment|arrear/i, 402],
  [/authentication|api_key|unauthori[sz]ed|unauthenticated/i, 401],
  [/permission|forbidden/i, 403],
  [/not_?found/i, 404],
  [/request_too_large/i, 413],
  [/overloaded/i, 529],
  [/rate_?limit|too_many|throttl|resource_?exhausted/i, 429],
  [/timeout/i, 504],
  [/invalid_request|invalid_argument|bad_?request|validation/i, 400],
];

/** The fault for an error in a stream: the server itself failed on the way, unless it says why. */
export function streamFault(service: Service, piece: object | string, now: number): Fault {
  const text = typeof piece === 'string' ? piece : JSON.stringify(piece);
  const { error = piece } = (typeof piece === 'string' ? {} : piece) as Fields;
  const codes = [error, piece].filter(isObject).flatMap(one => {
    const { code, status, http_status, status_code, statusCode, StatusCode, type } = one as Fields;
    return [code, status, http_status, status_code, statusCode, StatusCode, type];
  });
  const number = codes.map(Number).find(one => one >= 400 && one < 600);
  const words = codes.filter(one => typeof one === 'string').join(' ');
  const [, usual = 500] = statuses.find(([known]) => known.test(words)) ?? [];
  return answerFault(service, { status: number ?? usual, text }, now);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
