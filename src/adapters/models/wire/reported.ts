/**
 * What a server tells beside a status: its words, its codes, and how long it wishes to be left alone. Headers and fields
 * come before prose.
 */

export interface ReportedError {
  readonly message: string;
  /** Codes, types and statuses as the body names them, the most specific first. */
  readonly codes: readonly string[];
  readonly retryAfterMs?: number;
  /** What is used up comes back on another day. */
  readonly isPerDay: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** `text`: the body as it came; it may be empty. */
export function reportedIn(text: string, headers: Headers | undefined, now: number): ReportedError {
  const body = parsed(text);
  const error = errorOf(body);
  const message = messageIn(error) ?? messageIn(body) ?? plain(text);
  const codes = ['code', 'status', 'type', 'error_type', 'reason']
    .flatMap(name => [error, isFields(error) ? error['metadata'] : undefined, body].map(one => fieldOf(one, name)))
    .filter((one): one is string => typeof one === 'string' && one !== '' && one !== 'error');
  const waitMs = wait(headers, body, message, now);
  const isDayInWords = /\bper[ -]day\b|\bdaily\b|\b[RT]PD\b/i.test(message);
  return {
    message,
    codes: [...new Set(codes)],
    // a day that rolls on is told with its wait, as Groq does; what Gemini tells with one of its own days is not it
    isPerDay: /per ?day|daily/i.test(violations(body)) || (isDayInWords && waitMs === undefined),
    retryAfterMs: waitMs,
  };
}

/** What `retry-after` or `retry-after-ms` ask for, in milliseconds from `now`; a date in the past means at once. */
function retryAfter(headers: Headers | undefined, now: number): number | undefined {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (exact >= 0) return exact;
  return instantOrSpan(headers?.get('retry-after') ?? '', now);
}

function wait(headers: Headers | undefined, body: unknown, message: string, now: number): number | undefined {
  const waits = [retryAfter(headers, now), fieldWait(body, now)].filter(one => one !== undefined);
  if (waits.length > 0) return Math.max(...waits);
  return resetIn(headers, now) ?? waitIn(message, now);
}

/**
 * When a limit is over that has nothing left: `x-ratelimit-reset-tokens` and what others call it. Where no count says
 * which of several limits it is, the shortest: a day would be waited for a minute.
 */
function resetIn(headers: Headers | undefined, now: number): number | undefined {
  const used: number[] = [];
  const others: number[] = [];
  headers?.forEach((value, name) => {
    if (!/rate-?limit/.test(name) || !/reset/.test(name)) return;
    const left = headers.get(name.replace('reset', 'remaining').replace(/-after$/, ''));
    if (left !== null && Number.parseFloat(left) > 0) return;
    const ms = instantOrSpan(value, now);
    if (ms !== undefined) (left === null ? others : used).push(ms);
  });
  if (used.length > 0) return Math.max(...used);
  return others.length > 0 ? Math.min(...others) : undefined;
}

const waitFields =
  /^(?:retry[-_]?(?:delay|after)(?:[-_]?(?:ms|seconds))?|resets?_(?:at|in_seconds|in)|x-ratelimit-reset|estimated_time|wait_seconds)$/i;

/** A wait that a field of the body tells, wherever it stands there. */
function fieldWait(body: unknown, now: number, depth = 0): number | undefined {
  if (typeof body !== 'object' || body === null || depth > 6) return undefined;
  for (const [name, value] of Object.entries(body)) {
    if (waitFields.test(name) && (typeof value === 'string' || typeof value === 'number')) {
      const ms = /ms$/i.test(name) ? Number(value) : instantOrSpan(String(value), now);
      if (ms !== undefined && Number.isFinite(ms)) return ms;
    }
    const inner = fieldWait(value, now, depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** `2.4`, `2s`, `6m0s`, `20ms`, an instant in seconds or milliseconds, or a date. */
function instantOrSpan(text: string, now: number): number | undefined {
  const written = text.trim();
  if (/^\d+(?:\.\d+)?$/.test(written)) {
    const number = Number(written);
    if (number > 1e12) return Math.max(0, number - now);
    return number > 1e9 ? Math.max(0, number * 1000 - now) : number * 1000;
  }
  if (wholeSpan.test(written)) return spanOf(written);
  const at = /\d{4}|GMT/.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milli)/i, 1],
  [/^s/i, 1_000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
  [/^d/i, 86_400_000],
];

function spanOf(text: string): number {
  const parts = text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi);
  return [...parts].reduce((sum, [, number, unit = '']) => {
    const [, ms = 0] = units.find(([known]) => known.test(unit)) ?? [];
    return sum + Number(number) * ms;
  }, 0);
}

const part =
  '\\d+(?:\\.\\d+)?\\s*(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])';
const span = `${part}(?:[\\s,]*(?:and\\s+)?${part})*`;
const wholeSpan = new RegExp(`^${span}$`, 'i');
const beginning = '(?:try again|retry|wait|available again|resets?)\\b[^.\\d]{0,40}?';
const prose = new RegExp(`${beginning}(${span})`, 'i');
/** An instant without a zone says nothing. */
const proseDate = new RegExp(
  `${beginning}(\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(?::\\d\\d)?(?:\\.\\d+)?\\s?(?:Z|UTC|GMT|[+-]\\d\\d:\\d\\d))`,
  'i',
);

/** "Please retry in 2.4s", "try again in 7m12s", "Retry after 2 seconds", "resets at 2026-11-28 12:10:00 UTC". */
function waitIn(message: string, now: number): number | undefined {
  const [, found] = prose.exec(message) ?? [];
  if (found !== undefined) return spanOf(found);
  const [, date = ''] = proseDate.exec(message) ?? [];
  return instantOrSpan(date, now);
}

function violations(body: unknown): string {
  const error = errorOf(body);
  const details = isFields(error) ? error['details'] : undefined;
  return Array.isArray(details) ? JSON.stringify(details) : '';
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value[0] : value;
  } catch {
    return undefined;
  }
}

function errorOf(body: unknown): unknown {
  if (!isFields(body)) return undefined;
  const error = body['error'] ?? (Array.isArray(body['errors']) ? body['errors'][0] : undefined);
  return error ?? body;
}

const messageNames = [
  ...[
    'message',
    'detail',
    'error_description',
    'msg',
    'error_msg',
    'error_message',
    'errorMessage',
    'errMsg',
    'errmsg',
  ],
  ...['faultstring', 'fault', 'title', 'error'],
];

function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isFields(value)) return undefined;
  for (const name of messageNames) {
    const said = value[name];
    if (typeof said === 'string' && said.trim() !== '') return withSource(said, value);
    if (Array.isArray(said) && said.length > 0) return said.map(one => messageIn(one) ?? '').join('; ');
    if (isFields(said)) return messageIn(said);
  }
  return undefined;
}

/** A router's "Provider returned error" says what the provider said beside it. */
function withSource(said: string, { metadata }: Fields): string {
  const raw = isFields(metadata) ? metadata['raw'] : undefined;
  return typeof raw === 'string' && raw !== '' ? `${said}: ${messageIn(errorOf(parsed(raw))) ?? raw}` : said;
}

/** A proxy's page, by its words. */
function plain(text: string): string {
  if (!/^\s*</.test(text)) return text;
  const [, title] = /<title[^>]*>([\s\S]*?)<\/title>/i.exec(text) ?? [];
  return title ?? text.replaceAll(/<[^>]*>/g, ' ');
}

function fieldOf(value: unknown, name: string): unknown {
  const field = isFields(value) ? value[name] : undefined;
  return typeof field === 'number' ? String(field) : field;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
