/** The rows of a job against the instants of its schedule. */
import type { JobRun } from '../../../src/domain/jobs/job.ts';
import { instantsAfter, type Schedule } from '../../../src/domain/jobs/schedule.ts';

/** A sentence for each instant between the first and the last row that does not stand in exactly one of them. */
export function problemsOfRows(id: string, schedule: Schedule, runs: readonly JobRun[]): readonly string[] {
  const first = runs.filter(({ attempt, trigger }) => attempt === 1 && trigger !== 'manual');
  if (schedule.kind !== 'cron' || first.length === 0) return [];
  const [newest, oldest] = [Math.max(...first.map(({ until }) => until)), Math.min(...first.map(({ slot }) => slot))];
  const times = new Map<number, number>();
  for (const { slot, until, count } of first) {
    if (count === 1) times.set(slot, (times.get(slot) ?? 0) + 1);
    else for (const one of between(schedule, slot, until)) times.set(one, (times.get(one) ?? 0) + 1);
  }
  return between(schedule, oldest, newest)
    .filter(slot => times.get(slot) !== 1)
    .map(slot => `${id} has ${times.get(slot) ?? 0} rows for ${new Date(slot).toISOString()}`);
}

function between(schedule: Schedule, from: number, to: number): readonly number[] {
  const found: number[] = [];
  for (let after = from - 1; ; ) {
    const [...next] = instantsAfter(schedule, after, 50);
    found.push(...next.filter(one => one <= to));
    const last = next.at(-1);
    if (last === undefined || last > to) return found;
    after = last;
  }
}
