/** The append-only file outside the database in which every deed leaves a line, as it happens. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * `act`: something was done to the world, `name` names the act. `read`: a reading tool ran. `refused`: an index or a
 * fence had to stop something that should never have been tried.
 */
export interface TraceLine {
  readonly what: 'act' | 'read' | 'refused';
  readonly name: string;
}

/** Written before the call returns, so that no signal can lose it. */
export function leave(file: string, line: TraceLine): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export function traceIn(file: string): readonly TraceLine[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as TraceLine);
}
