/** What is mounted over private files, as bubblewrap reads arguments from a descriptor: any bytes, and seen by nobody. */
import type { MaskMount } from '../masks/masks.ts';

/** One argument after the other, each ended by a NUL. */
export function maskArguments(mounts: readonly MaskMount[]): Buffer {
  const made = mounts.flatMap(({ kind, source = '', target, isReadOnly }) =>
    kind === 'empty'
      ? ['--tmpfs', target]
      : [kind === 'same' && isReadOnly !== true ? '--bind' : '--ro-bind', source, target],
  );
  // only now: what is shown within them needs a place
  const closed = mounts.flatMap(({ kind, target }) => (kind === 'empty' ? ['--remount-ro', target] : []));
  return Buffer.from([...made, ...closed].map(word => `${word}\0`).join(''), 'latin1');
}
