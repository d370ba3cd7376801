/**
 * The crash points of the tests; loaded instead of crash-points.ts under `--conditions=development` (package.json,
 * "imports").
 *
 * `STRAYLIGHT_CRASH_AT=name:occurrence[,name:occurrence]` makes the process send itself SIGKILL there (the first of
 * them it reaches), `*:number` at so many points, whichever they are. `STRAYLIGHT_CRASH_LOG=file` writes down every
 * point it passes, a line each.
 */
import { appendFileSync } from 'node:fs';

const at = new Map<string, Set<number>>();
for (const point of (process.env['STRAYLIGHT_CRASH_AT'] ?? '').split(',').filter(Boolean)) {
  const colon = point.lastIndexOf(':');
  const name = point.slice(0, colon);
  at.set(name, (at.get(name) ?? new Set()).add(Number(point.slice(colon + 1))));
}
const log = process.env['STRAYLIGHT_CRASH_LOG'];
const passed = new Map<string, number>();
let all = 0;

export function crashPoint(name: string): void {
  if (at.size === 0 && log === undefined) return;
  const occurrence = (passed.get(name) ?? 0) + 1;
  passed.set(name, occurrence);
  all += 1;
  if (log !== undefined) appendFileSync(log, `${name}:${occurrence}\n`);
  if (at.get(name)?.has(occurrence) || at.get('*')?.has(all)) {
    process.kill(process.pid, 'SIGKILL');
    for (;;); // the signal is on its way; nothing more may happen here
  }
}
