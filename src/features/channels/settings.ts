import { flag, gathered, section, tablesOf, whole } from '../../../config/fields.ts';
import type { Kinds } from '../../ports/kinds.ts';

/** The channels, and what each can be given. */
export function channelsTables(kinds: Pick<Kinds, 'channels'>) {
  return {
    channels: section({
      deliver_for_hours: whole(1, 8_760, 'hours').default(168),
      ...tablesOf(kinds.channels),
      web: section({
        enabled: flag().default(true),
        port: whole(0, 65_535, '(0: any free port)').default(8_420),
        gather_ms: whole(0, 5_000, 'milliseconds').default(60),
      }),
    }).transform(settings => gathered(settings, kinds.channels)),
  };
}
