/**
 * A request that is not granted: its status, and the body that says why.
 *
 * The body is `{error: {kind, code, message, said?, retryAfterMs?}}`: `kind` is the failure taxonomy, `code` follows from
 * the status, but for 409, which has three; `said` is the message as data, from which each language has it.
 */

import type { Sentence } from '../domain/policy/sentence.ts';
import { type FailureKind, Fault, failureOf, saidOf, toFailure } from '../domain/supervision/failure.ts';
import type { ApprovalRow } from '../domain/supervision/view.ts';
import { defined } from '../domain/text/json.ts';

export type RefusalCode =
  | 'invalid'
  | 'auth'
  | 'forbidden'
  | 'gone'
  | 'method'
  | 'changed'
  | 'expired'
  | 'busy'
  | 'size'
  | 'type'
  | 'host'
  | 'rate'
  | 'timeout'
  | 'unavailable'
  | 'defect';

/**
 * `why`, `outcome` and the `approval` as it stands now go with a decision that did not count; `allow` becomes the
 * header of a 405.
 */
export interface RefusalMore {
  readonly kind?: FailureKind;
  readonly code?: RefusalCode;
  readonly retryAfterMs?: number;
  readonly why?: string;
  readonly outcome?: string;
  /** Of an act that was tried and failed (`outcome` says so): its id. */
  readonly commandId?: string;
  readonly approval?: ApprovalRow;
  readonly allow?: string;
}

/**
 * Thrown by whatever answers a request, and by the client that is refused: as a `Fault`, it says the same at both ends.
 */
export class Refusal extends Fault {
  readonly status: number;
  readonly more: RefusalMore;
  constructor(status: number, sentence: Sentence, more: RefusalMore = {}) {
    const { kind = meaning[status]?.[0] ?? 'defect', retryAfterMs } = more;
    super(failureOf(kind, sentence, defined({ retryAfterMs })));
    this.status = status;
    this.more = more;
  }
}

/** A {@link Refusal} in one call: ``throw refuse(404, says`expected …, got ${text}`)``. */
export function refuse(status: number, sentence: Sentence, more: RefusalMore = {}): Refusal {
  return new Refusal(status, sentence, more);
}

/** The body of a refusal. */
export function refusalBody({ status, failure: { message, said }, more }: Refusal): { readonly error: object } {
  const [kind, code] = meaning[status] ?? ['defect', 'defect'];
  const { allow: _, ...fields } = more;
  return { error: { kind, code, message, ...defined({ said }), ...fields } };
}

/**
 * Whatever was thrown, as a refusal. A `Fault` was written to be shown. Anything else is our defect: its message may
 * hold anything, so it stays here and the asker is sent to the log.
 */
export function toRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  const failure = toFailure(thrown);
  const { kind, retryAfterMs } = failure;
  if (kind === 'defect') return refuse(500, 'internal error; the log of Straylight has the details');
  return refuse(statusOf[kind], saidOf(failure), { kind, retryAfterMs });
}

const meaning: Readonly<Record<number, readonly [FailureKind, RefusalCode]>> = {
  400: ['invalid', 'invalid'],
  401: ['denied', 'auth'],
  403: ['denied', 'forbidden'],
  404: ['invalid', 'gone'],
  405: ['invalid', 'method'],
  408: ['timeout', 'timeout'],
  409: ['invalid', 'changed'],
  413: ['invalid', 'size'],
  415: ['invalid', 'type'],
  421: ['denied', 'host'],
  429: ['unavailable', 'rate'],
  431: ['invalid', 'size'],
  500: ['defect', 'defect'],
  503: ['unavailable', 'unavailable'],
  504: ['timeout', 'timeout'],
};

const statusOf: Readonly<Record<Exclude<FailureKind, 'defect'>, number>> = {
  invalid: 400,
  denied: 403,
  exhausted: 429,
  unavailable: 503,
  timeout: 504,
  unknown: 500,
  cancelled: 503,
};
