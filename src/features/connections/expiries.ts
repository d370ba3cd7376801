/** The ends that secrets have: their owner is told a week before, and on the day, once each for each value. */
import { sqliteTables } from '../../adapters/stores/sqlite/tables.ts';
import { connectionTexts } from '../../domain/connections/texts.ts';
import type { SecretRow } from '../../domain/secrets/rule.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Core } from '../feature.ts';

export interface ExpiryWatch {
  /** Tells what is to be told now, and looks again in time. */
  look(): void;
  stop(): void;
}

const dayMs = 86_400_000;
const aheadMs = 7 * dayMs;

export function expiryWatch(core: Core, held: () => readonly SecretRow[]): ExpiryWatch {
  const { clock, system, report, config, log, database } = core;
  const tables = sqliteTables(database);
  const texts = connectionTexts[config.owner.language];
  let cancel: (() => void) | undefined;
  let telling: Promise<void> = Promise.resolve();

  async function tell(): Promise<void> {
    for (const { name, createdAt, expires } of held()) {
      const left = expires === undefined ? Number.POSITIVE_INFINITY : expires - clock.now();
      if (left > aheadMs) continue;
      const stage = left > 0 ? 'soon' : 'over';
      const known = 'SELECT 1 FROM connections_notices WHERE name = ? AND set_at = ? AND stage = ?';
      if (tables.all(known, name, createdAt, stage).length > 0) continue;
      report(`secret:${name}`, 'failed', left > 0 ? texts.soon(name, Math.ceil(left / dayMs)) : texts.over(name));
      await system.perform(() =>
        tables.run('INSERT INTO connections_notices VALUES (?, ?, ?)', name, createdAt, stage),
      );
    }
  }

  const look = () => {
    cancel?.();
    cancel = undefined;
    if (!system.isStarted) return;
    const lost = (thrown: unknown) => log({ level: 'warn', event: 'connections', problem: toFailure(thrown).message });
    // one after the other, so that each is told once
    telling = telling.then(tell).catch(lost);
    const ends = held().flatMap(({ expires }) => (expires === undefined ? [] : [expires, expires - aheadMs]));
    const next = Math.min(...ends.filter(at => at > clock.now()));
    if (Number.isFinite(next)) cancel = clock.after(Math.min(next - clock.now(), dayMs), look);
  };
  return { look, stop: () => cancel?.() };
}
