/** What all proofs come to, in one table; and whether that is enough. */
import { type Count, isClean, nothingFound } from './check.ts';

/** One line of the table. */
export interface Row extends Readonly<Record<Count, number>> {
  readonly test: string;
  readonly cases: number;
  /** What was measured, and against what. */
  readonly note?: string;
}

/**
 * Test, cases, lost, doubled, stuck, diverged; `else` is whatever else may not be: untold, failed of itself, stopped by
 * a fence, not found.
 */
export function table(rows: readonly Row[]): readonly string[] {
  const width = Math.max(...rows.map(({ test }) => test.length));
  const line = (test: string, ...cells: readonly (string | number)[]) =>
    `${test.padEnd(width)}  ${cells.map(cell => String(cell).padStart(8)).join('  ')}`;
  return [
    '',
    line('test', 'cases', 'lost', 'doubled', 'stuck', 'diverged', 'else'),
    ...rows.map(({ test, cases, lost, doubled, stuck, diverged, untold, failed, refused, note = '' }) =>
      `${line(test, cases, lost, doubled, stuck, diverged, untold + failed + refused)}  ${note}`.trimEnd(),
    ),
  ];
}

/** Is all of it zero, and was anything tried at all? */
export function isProven(rows: readonly Row[]): boolean {
  return rows.length > 0 && rows.every(row => row.cases > 0 && isClean({ ...nothingFound, ...row }));
}
