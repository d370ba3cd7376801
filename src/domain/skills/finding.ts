/** What the linter of skills can find. */

/** What was found. */
export interface Finding {
  readonly rule: FindingRule;
  /** `grave`: it cannot be enabled by a plain yes. */
  readonly severity: 'grave' | 'note';
  readonly file: string;
  /** From 1; 0: the file as a whole. */
  readonly line: number;
  /** What was found, on one line. */
  readonly excerpt: string;
}

export const findingRules = [
  'invisible',
  'lookalike',
  'hidden',
  'override',
  'secrecy',
  'approval',
  'download',
  'remote',
  'secrets',
  'phishing',
  'destructive',
  'persistence',
  'shell',
  'obfuscated',
  'program',
  'payment',
  'greedy',
  'network',
  'install',
  'privilege',
  'name',
  'fields',
] as const;
export type FindingRule = (typeof findingRules)[number];

export function isGrave({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'grave';
}
