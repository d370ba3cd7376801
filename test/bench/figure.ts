/** What one bench file measures: numbers beside their goals, as ratios wherever the machine would speak otherwise. */

/** One number of a run. */
export interface Figure {
  /** A sentence without a full stop. */
  readonly name: string;
  readonly value: number;
  /** `×` for a ratio to the yardstick of the same run. */
  readonly unit: '×' | 'MB' | 's' | 'ms' | '%';
  /** The most it may be; without one it is stated and nothing more. */
  readonly atMost?: number;
  /** What it was measured against in the same run, for a reader. */
  readonly yardstick: string;
  /** Lowest and highest of the rounds, or of the middle half of them where they are many. */
  readonly spread?: readonly [number, number];
}

/** One bench: a file of figures that belong together. */
export interface Bench {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** What it needs and this clone has not, and how to get it. It is left out then, or refused where it was asked for. */
  missing?(): string | undefined;
  run(options: BenchOptions): Promise<readonly Figure[]>;
}

export interface BenchOptions {
  /** How long what must hold under load is held under it; a few seconds if left out. */
  readonly minutes?: number;
  /** A folder for the profile of the agent's process. */
  readonly profile?: string;
  /** So many rounds a case instead of the usual; for a look at whether it works. */
  readonly rounds?: number;
  /** A line of a table that figures are too narrow for. */
  print(line: string): void;
}

export function isMissed({ value, atMost }: Figure): boolean {
  return atMost !== undefined && value > atMost;
}

/** The middle of the numbers, the mean of the middle two where they are even. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The quartiles: between them lies the middle half. */
export function middleHalf(numbers: readonly number[]): readonly [number, number] {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return [at(0.25), at(0.75)];
}

/** The lowest and the highest. */
export function spreadOf(numbers: readonly number[]): readonly [number, number] {
  return [Math.min(...numbers), Math.max(...numbers)];
}

/** `0.93 ×`, with three digits that count. */
export function shown(value: number, unit: Figure['unit']): string {
  return `${digits(value)} ${unit}`;
}

/** Rows as lines: the first column begins where it does, the others end where their title does. */
export function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.map(row =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  );
}

/** Three digits that count, of what is not nearer to 0 than 0.1. */
export function digits(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
