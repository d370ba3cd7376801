/** What went wrong between us and a model server, as a {@link Fault}: statuses, connections, and what to do about them. */
import { type FailureKind, type Fault, fault } from '../../domain/supervision/failure.ts';

/** Who answered, for messages that say what to mend. */
export interface Service {
  /** `Anthropic`, `Ollama at http://127.0.0.1:11434`. */
  readonly name: string;
  /** The setting that holds the key. */
  readonly keySetting: string;
  /** Texts that must not be shown, should the other side repeat them. */
  readonly secrets: readonly string[];
  /** What to do when a model is not known there. */
  readonly unknownModel: string;
  /** What to do when nobody answers. */
  readonly unreachable: string;
}

/** An error the other side reported: an HTTP status, or the one its error event amounts to. */
export interface Reported {
  readonly status: number;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
  /** The other side's own code. */
  readonly code?: string | undefined;
}

const overflow = /prompt is too long|exceeds? (the )?(available )?context|context (window|length|size|limit)/i;
const quota = /credit balance|(spend|usage)[ _]limit|quota/i;

/** The fault for a reported error; `retryAfterMs` is kept where the other side told it. */
export function statusFault(service: Service, reported: Reported): Fault {
  const { status, retryAfterMs, code } = reported;
  const said = shown(service, reported.message);
  const more = {
    cause: code === undefined ? `HTTP ${status}` : `HTTP ${status} ${code}`,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  if (overflow.test(said))
    return fault('exhausted', `the conversation is longer than ${service.name} takes: ${said}`, more);
  if (status === 402 || (status < 500 && quota.test(`${said} ${code ?? ''}`)))
    return fault('exhausted', `the quota or credit at ${service.name} is spent: ${said}`, more);
  const kind = kindOf(status);
  if (kind === 'denied')
    return fault(kind, `${service.name} refused the key (${status}: ${said}); check ${service.keySetting}`, more);
  if (kind === 'unavailable')
    return fault(kind, `${service.name} cannot answer now (${status}: ${said}); try again later`, more);
  if (status === 404) return fault(kind, `${service.name} answered 404: ${said}; ${service.unknownModel}`, more);
  if (status < 400)
    return fault(kind, `${service.name} redirects (${status}), which is not followed; set its final address`, more);
  return fault(kind, `${service.name} refused the request (${status}): ${said}`, more);
}

function kindOf(status: number): FailureKind {
  if (status === 401 || status === 403) return 'denied';
  return status === 408 || status === 429 || status >= 500 ? 'unavailable' : 'invalid';
}

/** The fault for a connection that was refused, cut or never made. */
export function connectionFault(service: Service, error: unknown): Fault {
  const code = codeOf(error);
  const said = shown(service, error instanceof Error ? error.message : String(error));
  return fault(
    'unavailable',
    `the connection to ${service.name} failed (${code === undefined ? said : `${code}: ${said}`}); ${service.unreachable}`,
    { cause: code ?? said },
  );
}

/** The fault for an answer that began and did not end: never taken for a whole one. */
export function brokenAnswer(service: Service, what: string): Fault {
  return fault('unavailable', `the answer of ${service.name} broke off: ${shown(service, what)}; try again`);
}

/** Is this what a network says, rather than a mistake of ours? */
export function isConnectionError(error: unknown): boolean {
  return codeOf(error) !== undefined || (error instanceof TypeError && /fetch failed|terminated/.test(error.message));
}

/** What `retry-after` or `retry-after-ms` ask for, in milliseconds from `now`; a date in the past means at once. */
export function retryAfterIn(headers: Headers | undefined, now: number): number | undefined {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (exact >= 0) return exact;
  const text = headers?.get('retry-after') ?? '';
  if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return Number.parseFloat(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The first errno-like code along an error's causes. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at instanceof AggregateError && at.errors.length > 0) return codeOf(at.errors[0]);
  }
  return undefined;
}

function shown(service: Service, text: string): string {
  const clean = service.secrets
    .filter(secret => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text.replaceAll(/\s+/g, ' ').trim());
  return clean.length > 500 ? `${clean.slice(0, 500)}…` : clean || 'no reason given';
}
