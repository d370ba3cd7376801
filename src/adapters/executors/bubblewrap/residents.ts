/** Programs that live on in bubblewrap; loaded with the first of them. */
import type { Masks } from '../masks/masks.ts';
import { type OpenResidents, openResidents } from '../processes/open-residents.ts';
import type { BubblewrapOptions } from './walls.ts';

export function residentsOf(options: BubblewrapOptions, masks: Pick<Masks, 'plan' | 'identity'>): OpenResidents {
  return openResidents(async resident => {
    const { bubblewrapResident } = await import('./resident.ts');
    return bubblewrapResident(options, masks, resident);
  });
}
