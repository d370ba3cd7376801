/** Parts of the instructions that are longer than they may be, shortened once each by the model of the role `summary`. */
import { cutPart, type LongPart } from '../../domain/context/capped.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PartSummaryLedger } from '../../ports/ledgers/context/part-summary.ts';
import type { ModelCalls, ValueRequest } from '../../ports/model-call.ts';
import { markedData } from '../conversation/marked-data.ts';

/** After one that failed none is tried for so long. */
const restMs = 600_000;
/** One that is less than this share of what it may be has lost too much. */
const leastShare = 0.1;

export interface PartSummaries {
  /** The part as it stands before a model; never waits. `onLong`: its model has not shortened it yet. */
  of(long: LongPart, onLong: (long: LongPart) => void): string;
}

/** The same part reads the same under the same hash, so its model is asked once. */
export function partSummaries(ledger: Pick<PartSummaryLedger, 'get'>, digest: Digest): PartSummaries {
  return {
    of(long, onLong) {
      const { part, session, text, most } = long;
      const known = ledger.get(part, session, hashOf(long, digest));
      if (known !== undefined) return known;
      onLong(long);
      return cutPart(part, text, most);
    },
  };
}

/** SHA-256, hex. */
type Digest = (text: string) => string;

function hashOf({ text, most }: LongPart, digest: Digest): string {
  return digest(`${most}\n${text}`);
}

/** Has parts shortened, one at a time each, until it is aborted. What a model leaves too long is not used. */
export function shortening(
  options: {
    readonly models: Pick<ModelCalls, 'value'>;
    readonly schema: ValueRequest<{ readonly text: string }>['schema'];
    readonly instructions: () => string;
    readonly ledger: Pick<PartSummaryLedger, 'put'>;
    readonly digest: Digest;
    readonly perform: (work: () => void) => Promise<void>;
    readonly clock: Pick<Clock, 'now'>;
    readonly log: (line: { readonly level: 'warn'; readonly event: string; readonly [fact: string]: unknown }) => void;
  },
  signal: AbortSignal,
): (long: LongPart) => void {
  const { models, schema, instructions, ledger, digest, perform, clock, log } = options;
  const underWay = new Set<string>();
  const rests = new Map<string, number>();

  async function shorten(long: LongPart, key: string): Promise<void> {
    const { part, session, text, most } = long;
    const { value } = await models.value(
      {
        role: 'summary',
        heading: 'summary',
        schema,
        system: [{ text: instructions(), stable: true }],
        maxOutputTokens: Math.min(8_000, Math.ceil(most / 2) + 500),
        otherwise: () => ({ text: cutPart(part, text, most) }),
        messages: [
          {
            role: 'user',
            content: [{ type: 'text', text: `At most ${most} characters.\n${markedData(`part ${part}`, key, text)}` }],
          },
        ],
      },
      { signal },
    );
    const body = value.text.trim();
    const isUsable = body.length <= most && body.length >= Math.min(text.length, most) * leastShare;
    await perform(() =>
      ledger.put({ part, session, hash: key, body: isUsable ? body : cutPart(part, text, most), at: clock.now() }),
    );
  }

  return long => {
    const key = hashOf(long, digest);
    if (signal.aborted || underWay.has(key) || (rests.get(key) ?? 0) > clock.now()) return;
    underWay.add(key);
    shorten(long, key)
      .catch(thrown => {
        rests.set(key, clock.now() + restMs);
        if (!signal.aborted)
          log({ level: 'warn', event: 'part.long', part: long.part, problem: toFailure(thrown).kind });
      })
      .finally(() => underWay.delete(key));
  };
}
