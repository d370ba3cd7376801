/**
 * What the records of a home weaken: standing approvals, tools that were changed, the audit chain, where the key lies.
 */

import { type ArgumentPattern, patternText, type StandingApproval } from '../../domain/approvals/standing.ts';
import { shellWord, type Weakness } from '../../domain/security/weakness.ts';
import type { ToolRecord } from '../../domain/tools/health.ts';

/** Those that still count. `program`: how this home is named to the command line. */
export function weakStanding(all: readonly StandingApproval[], program: string, now: number): readonly Weakness[] {
  return all.flatMap((one): readonly Weakness[] => {
    const command = `${program} approvals standing revoke ${shellWord(one.id)}`;
    const names = [`${one.id} (${patternText(one)})`];
    if (isBroad(one)) return [{ kind: 'standing', names, command }];
    const days = Math.ceil((one.until - now) / 86_400_000);
    const left = one.most - one.used;
    if (days <= longDays && left <= manyUses) return [];
    return [{ kind: 'longStanding', names: [`${names[0]}, ${days} days and ${left} uses left`], command }];
  });
}

const longDays = 30;
const manyUses = 100;

/** A whole tool, or an argument of which next to nothing is said. */
function isBroad({ arguments: given }: StandingApproval): boolean {
  const patterns = Object.values(given);
  return patterns.some(saysLittle) || (patterns.length > 0 && patterns.every(one => 'glob' in one && one.glob === '*'));
}

function saysLittle(pattern: ArgumentPattern): boolean {
  if ('glob' in pattern) return pattern.glob.includes('**');
  if ('prefix' in pattern) return pattern.prefix.length < 2 || /^https?:\/\/?$/i.test(pattern.prefix);
  return 'words' in pattern && pattern.more && pattern.words.length < 2;
}

/**
 * Tools in use whose files are not those that were trusted. `hashOf`: of the files as they are now; undefined: they are
 * gone.
 */
export function changedTools(
  records: readonly Pick<ToolRecord, 'name' | 'enabled' | 'pinned'>[],
  hashOf: (name: string) => string | undefined,
  program: string,
): readonly Weakness[] {
  return records.flatMap(({ name, enabled, pinned }): readonly Weakness[] => {
    const hash = enabled && pinned !== undefined ? hashOf(name) : undefined;
    if (hash === undefined || hash === pinned) return [];
    return [{ kind: 'tool', names: [name], command: `${program} tools disable ${shellWord(name)}` }];
  });
}

/** `problem`: what reading the chain through found. */
export function weakChain(problem: string | undefined, program: string): readonly Weakness[] {
  return problem === undefined ? [] : [{ kind: 'chain', names: [problem], command: `${program} audit accept` }];
}

/** Where the key is a file and need not be. */
export function weakKey(file: string, isFile: boolean, hasKeyring: boolean): readonly Weakness[] {
  return isFile && hasKeyring ? [{ kind: 'key', names: [file] }] : [];
}
