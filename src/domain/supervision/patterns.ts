/**
 * What goes wrong slowly, found by looking at the whole agent now and then: pure rules over a few numbers.
 *
 * Each finding stands until the same rule no longer finds it, with some room between the two, so that a number that
 * wavers about its limit is told once.
 */

/** What is looked at. Absent numbers could not be had, and nothing is found in them. */
export interface AgentFacts {
  readonly now: number;
  /** Of the disk the home lies on. */
  readonly disk?: { readonly freeBytes: number; readonly totalBytes: number };
  readonly database?: { readonly bytes: number };
  /** How large the database was before, oldest first. */
  readonly sizes: readonly SizeAt[];
  /** Conversations that have spent within the last hour, and when their owner last wrote. */
  readonly spenders: readonly Spender[];
}

export interface SizeAt {
  readonly at: number;
  readonly bytes: number;
}

export interface Spender {
  readonly session: string;
  /** Within the last hour. */
  readonly micros: number;
  readonly tokens: number;
  /** Null: never. */
  readonly ownerAt: number | null;
}

export interface PatternLimits {
  /** Less room than this is told. */
  readonly diskFreeMb: number;
  readonly databaseMb: number;
  readonly databaseMbPerDay: number;
  /** What a conversation may spend within an hour in which its owner says nothing. */
  readonly quietTokensPerHour: number;
}

/** The numbers a finding is told with; which of them depends on its kind. */
export interface PatternFacts {
  readonly freeMb?: number;
  readonly totalMb?: number;
  readonly mb?: number;
  readonly mbPerDay?: number;
  readonly tokens?: number;
  readonly micros?: number;
}

export interface Finding {
  readonly kind: 'spending' | 'diskLow' | 'growing';
  /** `disk`, `database`, or the session. */
  readonly subject: string;
  readonly facts: PatternFacts;
}

/** All that stands now; `before`: what stood when it was looked last, which goes only when it is well over. */
export function findPatterns(
  facts: AgentFacts,
  limits: PatternLimits,
  before: readonly Pick<Finding, 'kind' | 'subject'>[],
): readonly Finding[] {
  const stood = (kind: Finding['kind'], subject: string) =>
    before.some(one => one.kind === kind && one.subject === subject);
  return [...disk(facts, limits, stood), ...database(facts, limits, stood), ...spenders(facts, limits)];
}

type Stood = (kind: Finding['kind'], subject: string) => boolean;

/** A tenth on the other side of the limit ends what has begun. */
const ease = 1.1;
const mb = 1_000_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function disk({ disk: found }: AgentFacts, { diskFreeMb }: PatternLimits, stood: Stood): readonly Finding[] {
  if (!found) return [];
  const wanted = diskFreeMb * mb * (stood('diskLow', 'disk') ? ease : 1);
  if (found.freeBytes >= wanted) return [];
  const { freeBytes, totalBytes } = found;
  return [
    {
      kind: 'diskLow',
      subject: 'disk',
      facts: { freeMb: Math.floor(freeBytes / mb), totalMb: Math.floor(totalBytes / mb) },
    },
  ];
}

function database(
  { database: found, sizes, now }: AgentFacts,
  { databaseMb, databaseMbPerDay }: PatternLimits,
  stood: Stood,
): readonly Finding[] {
  if (!found) return [];
  const room = stood('growing', 'database') ? 1 / ease : 1;
  // a rate is one only over some hours: a start of Straylight or one large file says nothing
  const since = sizes.find(({ at }) => at >= now - dayMs);
  const ms = since ? now - since.at : 0;
  const mbPerDay = since && ms >= 6 * hourMs ? ((found.bytes - since.bytes) / mb) * (dayMs / ms) : 0;
  if (found.bytes <= databaseMb * mb * room && mbPerDay <= databaseMbPerDay * room) return [];
  const facts = { mb: Math.round(found.bytes / mb), mbPerDay: Math.max(0, Math.round(mbPerDay)) };
  return [{ kind: 'growing', subject: 'database', facts }];
}

function spenders({ spenders: found, now }: AgentFacts, { quietTokensPerHour }: PatternLimits): readonly Finding[] {
  return found
    .filter(({ tokens, ownerAt }) => tokens > quietTokensPerHour && (ownerAt ?? 0) < now - hourMs)
    .map(({ session, tokens, micros }) => ({ kind: 'spending', subject: session, facts: { tokens, micros } }));
}
