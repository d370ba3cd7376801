/** Programs of gates that others could change. */
import { weakGates } from '../../commands/security/places.ts';
import type { SecurityLook } from '../../commands/security/security.ts';
import type { LookServices } from '../feature.ts';

export function looks({ settled }: LookServices): readonly SecurityLook[] {
  return settled === undefined ? [] : [{ name: 'gates', run: () => weakGates(settled.config.gates) }];
}
