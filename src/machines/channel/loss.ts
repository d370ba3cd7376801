/** Why a connection was lost. */
import type { Failure } from '../../domain/supervision/failure.ts';
import type { Loss } from './types.ts';

/** Which kind of loss a failure is. */
export function lossOf({ kind, cause }: Failure): Loss {
  if (cause === 'conflict') return 'conflict';
  return kind === 'denied' || kind === 'invalid' ? 'refused' : 'down';
}
