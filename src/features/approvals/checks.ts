/** Standing approvals that allow much, or for long. */
import { withSecurityRecords } from '../../adapters/stores/sqlite/queries/security-records.ts';
import { weakStanding } from '../../commands/security/records.ts';
import type { SecurityLook } from '../../commands/security/security.ts';
import type { LookServices } from '../feature.ts';

export function looks({ paths, program, clock }: LookServices): readonly SecurityLook[] {
  const now = clock.now();
  return [
    {
      name: 'standing approvals',
      run: () => withSecurityRecords(paths.database, ({ standing }) => weakStanding(standing(now), program, now)) ?? [],
    },
  ];
}
