/**
 * What went wrong between us and a model server, as a {@link Fault}: statuses, connections, and what to do about them.
 */

import { inEnglish, type Part, says } from '../../domain/policy/sentence.ts';
import { brokenOff, type FailureKind, Fault, fault, tooLong } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FetchLike } from './watched-fetch.ts';
import { reportedIn } from './wire/reported.ts';

/** Who answered, for messages that say what to mend. */
export interface Service {
  /** `Anthropic`, `Ollama at http://127.0.0.1:11434`. */
  readonly name: Part;
  /** The setting that holds the key. */
  readonly keySetting: Part;
  /** Texts that must not be shown, should the other side repeat them. */
  readonly secrets: readonly string[];
  /** What to do when a model is not known there. */
  readonly unknownModel: Part;
  /** What to do when nobody answers. */
  readonly unreachable: Part;
}

/** An error the other side reported: an HTTP status, or the one its error event amounts to. */
export interface Reported {
  readonly status: number;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
  /** The other side's own codes. */
  readonly code?: string | undefined;
  /** What is used up comes back on another day. */
  readonly isPerDay?: boolean;
}

/**
 * What servers say of a request that is longer than their model takes; test/adapters/models/overflow-words.test.ts has
 * them.
 */
const overflow = [
  /(?:prompt|input|request|messages?) (?:is|are|was) too (?:long|large)/,
  /(?:prompt|input|request) too long|prompt exceeds max length/,
  /(?:prompt|input|sequence|inputs?`?)(?: length)?(?: \(length \d+\)| \d+)? (?:exceeds|is longer than|is larger than) (?:the )?max/,
  /(?:exceeds?|exceeded) (?:the |the allowed |your )?(?:model(?:'s)? |request )?(?:max(?:imum)? )?(?:message |prompt |input |allowed )?tokens?(?: count)?(?: of \d+)?(?: limit|\b)/,
  /prompt exceeds the limit|token count of \d+ exceeds|more than max tokens|maximum allowed tokens|exceed max message tokens/,
  /reduce (?:the length of (?:the|your) (?:messages|input|prompt)|your (?:message|prompt|input) size)/,
  /must have less than \d+ tokens|current length is \d+ while limit is|does not exceed \d+ tokens/,
  /too many total text bytes|string too long|input is too long/,
  /exceeds? (?:the |this model's )?(?:available |maximum )?context|maximum (?:context|prompt length)/,
  /context[ _](?:window|length|size|limit)|context shift is disabled/,
  /input token count .{0,20}(?:exceeds the maximum number of tokens|but model only supports)|too many (?:input )?tokens/,
  /request (?:body )?too large|max_tokens must be at least 1, got -|exceeds? (?:the )?max(?:imum)? (?:input|prompt|sequence) length/,
  /inputs` tokens \+ `max_new_tokens` must be|range of input length should be/,
];
const spentCode =
  /insufficient_(?:user_)?(?:quota|balance|credits?|funds)|exceeded_current_quota|\b1113\b|billing|credits?_|payment_required|hard_limit|spend(?:ing)?_limit|arrear|freetieronly|exhausted_balance/i;
const spentWords =
  /credit balance|insufficient (?:quota|balance|credits?|funds)|(?:spend(?:ing)?|usage|billing|credit)[ _](?:hard )?limit|exceeded your (?:current |monthly )?quota|quota (?:has been |is |was )?(?:exceeded|exhausted|spent|used up|reached)|(?:out of|no|any|more|enough) credits|top up|payment/i;
/** A limit of requests or tokens in a short time, whatever else is said. */
const rateWords = /per (?:minute|second|hour)|\bhourly\b|\b[RT]P[MS]\b|rate[ _-]?limit|too many requests|throttl/i;
const keyWords =
  /api[ _-]?key (?:is )?(?:not valid|invalid|expired|not found)|(?:incorrect|invalid) api[ _-]?key|invalid_api_key/i;
/** What was said is refused, not who said it. */
const contentWords = /flagged|moderation|content[ _-]?(?:policy|filter)/i;

/** The fault for a reported error; `retryAfterMs` is kept where the other side names it. */
export function statusFault(service: Service, reported: Reported): Fault {
  const { status, retryAfterMs, code } = reported;
  const said = shown(service, reported.message);
  const more = {
    cause: code === undefined ? `HTTP ${status}` : `HTTP ${status} ${code}`,
    ...defined({ retryAfterMs }),
  };
  if (isSpent(reported))
    return fault('exhausted', says`the quota or credit at ${service.name} is spent: ${said}`, more);
  if (isOverflow(reported))
    return fault('exhausted', says`the conversation is longer than ${service.name} takes: ${said}`, {
      ...more,
      cause: `${tooLong}: ${more.cause}`,
      ...defined({ requestTokens: requestTokensIn(reported.message) }),
    });
  const kind = kindOf(reported);
  if (kind === 'denied')
    return fault(kind, says`${service.name} refused the key (${status}: ${said}); check ${service.keySetting}`, more);
  if (kind === 'unavailable')
    return fault(kind, says`${service.name} cannot answer now (${status}: ${said}); try again later`, more);
  if (status === 404) return fault(kind, says`${service.name} answered 404: ${said}; ${service.unknownModel}`, more);
  if (status < 400)
    return fault(kind, says`${service.name} redirects (${status}), which is not followed; set its final address`, more);
  return fault(kind, says`${service.name} refused the request (${status}): ${said}`, more);
}

/** A status and a named wait come before words: who says when to come back has not run out. */
function isSpent({ status, message, code = '', retryAfterMs, isPerDay }: Reported): boolean {
  if (status === 402) return true;
  if (status !== 400 && status !== 403 && status !== 429) return false;
  if (spentCode.test(code) || (status !== 400 && isPerDay === true)) return true;
  if (status === 400) return spentWords.test(message);
  if (status === 403) return spentWords.test(message) && !rateWords.test(`${message} ${code}`);
  if (retryAfterMs !== undefined || /RESOURCE_EXHAUSTED|throttl/i.test(code)) return false;
  return spentWords.test(message) && !rateWords.test(message);
}

/** Where the stream had begun, an overflow comes as an error of the server. */
function isOverflow({ status, message, code = '' }: Reported): boolean {
  if (/context_length|exceed_context|context_window|\b1261\b/.test(code)) return true;
  // larger than what may be sent at once, or in a minute: it never fits
  if (status === 413 || (status === 429 && isAboveLimit(message))) return true;
  if (![400, 422, 500].includes(status) || isForAWhile(message)) return false;
  // a name or an id, or the description of a tool
  if (/^Invalid '(?!input|messages\[\d+\]\.content)/.test(message)) return false;
  const said = message.toLowerCase();
  // of a reply that may not be so long
  if (/^\W*max_(?:completion_|output_|new_)?tokens\b/.test(said) && !/context|got -/.test(said)) return false;
  return overflow.some(words => words.test(said));
}

/** "Limit 30000, Requested 40000": that much may not be sent in any minute. */
function isAboveLimit(message: string): boolean {
  const [, limit, requested] = /\blimit:? (\d+)\b.{0,40}\brequested:? (\d+)/i.exec(plainNumbers(message)) ?? [];
  return limit !== undefined && Number(requested) > Number(limit);
}

/** A limit on many requests, which ends by itself, and not the length of one. */
function isForAWhile(message: string): boolean {
  return rateWords.test(message) || /\b(?:please )?wait (?:before|a (?:moment|minute|while))/i.test(message);
}

/** The context length that a refusal names, as most servers do; undefined: it names none. */
export function contextTokensIn(text: string): number | undefined {
  const message = plainNumbers(text);
  const [, tokens] =
    /context (?:length|size|window)(?: is| of)?(?: only)?:? \(?(\d{3,8})\b(?! >)/i.exec(message) ??
    /\bn_ctx\W{1,4}(\d{3,8})\b/.exec(message) ??
    /(?:maximum|limit|context)[^.\d]{0,40}?(?<!\bby )(?<!\d)(\d{3,8}) tokens/i.exec(message) ??
    /> (\d{3,8}) maximum\b/.exec(message) ??
    /context limit: [\d ]+\+ [\d ]+> (\d{3,8})\b/.exec(message) ??
    /maximum (?:model )?length(?: of)? (\d{3,8})\b/i.exec(message) ??
    /(?:token limit|exceeds the limit|limit(?: is)?)(?::| of)? (\d{3,8})\b(?! requested)/i.exec(message) ??
    /(?:max_seq_len|have less than|cannot exceed|only supports up to|max size:) (\d{3,8})\b/i.exec(message) ??
    /maximum (?:prompt length is|number of tokens allowed \(?)\s?(\d{3,8})\b/.exec(message) ??
    /(?:must be <= |\[1, ?|with )(\d{3,8})(?:\]| maximum context|\. Given)/.exec(message) ??
    [];
  return tokens === undefined ? undefined : Number(tokens);
}

/** How long the refused request is without the reply, as some servers name it; undefined: it names nothing. */
function requestTokensIn(text: string): number | undefined {
  const message = plainNumbers(text);
  const [, tokens, beside = '0'] =
    /\b(\d+) (?:in the messages|of text input)(?:, (\d+) (?:in the functions|of tool input))?/.exec(message) ??
    /\b(\d+) (?:input tokens|`inputs` tokens|tokens from the input|tokens > )/.exec(message) ??
    /(?:resulted in|contains(?: at least)?|token count(?: is| of)?) \(?(\d+)\)? ?(?:tokens|exceeds|but)/.exec(
      message,
    ) ??
    /context limit: (\d+) \+ /.exec(message) ??
    /(?:input|request|prompt)(?: length)? \(?(?:length )?(\d+)(?: tokens)?\)? (?:exceeds|is longer)/i.exec(message) ??
    [];
  return tokens === undefined ? undefined : Number(tokens) + Number(beside);
}

/** `8,192` as `8192`. */
function plainNumbers(text: string): string {
  return text.replace(/(?<=\d),(?=\d{3}\b)/g, '');
}

/** Some limit a rate with 403, and refuse what was said, and some say with 400 that a key is wrong. */
function kindOf({ status, message, code = '', retryAfterMs }: Reported): FailureKind {
  const isRate = retryAfterMs !== undefined || rateWords.test(`${message} ${code}`);
  if (status === 403 && isRate) return 'unavailable';
  if (status === 403 && contentWords.test(`${message} ${code}`)) return 'invalid';
  if (status === 401 || status === 403) return 'denied';
  if (status === 400 && keyWords.test(`${message} ${code}`)) return 'denied';
  // 498 is Groq's own for a tier without room
  return [408, 425, 429, 498].includes(status) || status >= 500 ? 'unavailable' : 'invalid';
}

/** The fault for a connection that was refused, cut or never made. */
export function connectionFault(service: Service, error: unknown): Fault {
  const code = codeOf(error);
  const said = shown(service, error instanceof Error ? error.message : String(error));
  const reason = typeof said !== 'string' ? (code ?? said) : codedReason(code, said);
  return fault('unavailable', says`the connection to ${service.name} failed (${reason}); ${service.unreachable}`, {
    cause: code ?? inEnglish(said),
  });
}

function codedReason(code: string | undefined, said: string): Part {
  const [, call, where] = /^(connect ECONNREFUSED|getaddrinfo ENOTFOUND) (\S+)$/.exec(said) ?? [];
  if (where !== undefined)
    return call === 'connect ECONNREFUSED' ? says`connect ECONNREFUSED ${where}` : says`getaddrinfo ENOTFOUND ${where}`;
  return code === undefined || said.includes(code) ? said : `${code}: ${said}`;
}

/** Did the other side say that there is no such thing? */
export function isNotFound(error: unknown): boolean {
  const beneath = error instanceof Error && error.cause instanceof Fault ? error.cause : error;
  return beneath instanceof Fault && beneath.failure.cause?.startsWith('HTTP 404') === true;
}

/** The fault for an answer that began and did not end: never taken for a whole one. */
export function brokenAnswer(service: Service, what: Part): Fault {
  return fault('unavailable', says`the answer of ${service.name} broke off: ${what}; try again`, {
    cause: brokenOff,
  });
}

/** Is this what a network says, rather than a mistake of ours? */
export function isConnectionError(error: unknown): boolean {
  return codeOf(error) !== undefined || (error instanceof TypeError && /fetch failed|terminated/.test(error.message));
}

/** The fault for an answer with an error status, or for the error event that a stream has ended with. */
export function answerFault(
  service: Service,
  { status, text, headers }: { readonly status: number; readonly text: string; readonly headers?: Headers | undefined },
  now: number,
): Fault {
  const { message, codes, retryAfterMs, isPerDay } = reportedIn(text, headers, now);
  const code = codes.filter(one => one !== String(status)).join(' ');
  return statusFault(service, { status, message, retryAfterMs, isPerDay, code: code === '' ? undefined : code });
}

/**
 * `fetch` that throws the fault of an error status itself: client libraries keep a part of what the other side says,
 * and some print it.
 */
export function answering(fetch: FetchLike, service: Service, clock: Pick<Clock, 'now'>): FetchLike {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) return response;
    const text = await response.text();
    throw answerFault(service, { status: response.status, text, headers: response.headers }, clock.now());
  };
}

/** The first errno-like code along an error's causes. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at instanceof AggregateError && at.errors.length > 0) return codeOf(at.errors[0]);
  }
  return undefined;
}

function shown(service: Service, text: string): Part {
  const clean = service.secrets
    .filter(secret => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text.replaceAll(/\s+/g, ' ').trim());
  return clean.length > 500 ? `${clean.slice(0, 500)}…` : clean || says`no reason given`;
}
