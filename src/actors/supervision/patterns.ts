/**
 * Checks now and then for what goes wrong slowly (domain/patterns.ts), and reports to the supervisor what begins and
 * what is over. It never acts.
 */

import {
  type AgentFacts,
  type Finding,
  findPatterns,
  type PatternLimits,
  type SizeAt,
} from '../../domain/supervision/patterns.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from '../../ports/host.ts';
import { createWatch, type Watch } from './watch.ts';

export interface PatternWatch extends Watch {
  /** Looks once; resolves when what it found is committed. */
  look(): Promise<void>;
  /** Was it found when it was looked last? Before the first look it counts as found. */
  isFound(kind: Finding['kind'], subject: string): boolean;
}

type Pattern = Pick<Finding, 'kind' | 'subject'>;

const dayMs = 86_400_000;

export function createPatternWatch(options: {
  readonly system: Pick<Host, 'accept'>;
  readonly clock: Clock;
  readonly limits: PatternLimits;
  /** `tokens`: conversations that have used no more within the hour may be left out. */
  readonly facts: (now: number, tokens: number) => Omit<AgentFacts, 'sizes'>;
  /** What the supervisor deals with since an earlier boot. */
  readonly open: () => readonly Pattern[];
  readonly everyMs?: number;
}): PatternWatch {
  const { system, clock, limits, facts, open, everyMs = 600_000 } = options;
  let found: readonly Pattern[] | undefined;
  let sizes: readonly SizeAt[] = [];

  async function look(): Promise<void> {
    const now = clock.now();
    const seen = facts(now, limits.quietTokensPerHour);
    sizes = sizes.filter(({ at }) => at > now - dayMs);
    const before = found ?? open();
    const all = findPatterns({ ...seen, sizes }, limits, before);
    found = all;
    if (seen.database) sizes = [...sizes, { at: now, bytes: seen.database.bytes }];
    const begun = all.filter(one => !before.some(other => isSame(one, other)));
    const over = before.filter(one => !all.some(other => isSame(one, other)));
    await Promise.all([
      // the key: what the owner leaves as it is is not asked about again that day
      ...begun.map(one =>
        system.accept({
          target: 'supervisor',
          dedupe: `pattern:${one.kind}:${one.subject}:${Math.floor(now / dayMs)}`,
          event: { type: 'pattern.found', ...one },
        }),
      ),
      ...over.map(({ kind, subject }) =>
        system.accept({ target: 'supervisor', event: { type: 'pattern.passed', kind, subject } }),
      ),
    ]);
  }

  return {
    ...createWatch(clock, everyMs, look),
    look,
    isFound: (kind, subject) => found?.some(one => isSame(one, { kind, subject })) ?? true,
  };
}

function isSame(one: Pattern, other: Pattern): boolean {
  return one.kind === other.kind && one.subject === other.subject;
}
