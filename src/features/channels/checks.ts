/** Whether each channel connects, and what its settings weaken. */
import { channelCheck } from '../../commands/doctor/checks.ts';
import type { Check } from '../../commands/doctor/doctor.ts';
import type { SecurityLook } from '../../commands/security/security.ts';
import type { CheckServices, LookServices } from '../feature.ts';
import { isSetUp, openChannel } from './open-channels.ts';

/** Of those that reach another service. */
export function checks({ config, kinds, clock }: CheckServices): readonly Check[] {
  return kinds.channels
    .filter(kind => kind.secrets !== undefined && isSetUp(kind, config))
    .map(kind =>
      channelCheck(kind.title, async signal =>
        (await openChannel(kind, config, { clock, log: () => {} })).connect(signal),
      ),
    );
}

export function looks({ settled, kinds }: LookServices): readonly SecurityLook[] {
  if (settled === undefined) return [];
  const { config } = settled;
  const weaknesses = () =>
    kinds.channels
      .filter(kind => isSetUp(kind, config))
      .flatMap(kind => kind.weaknesses?.(config.channels.settings[kind.name]) ?? []);
  return [{ name: 'channels', run: weaknesses }];
}
