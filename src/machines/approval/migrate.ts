/** Stored approvals of earlier versions of the chart. */
import type { Place, Shown } from './types.ts';

/**
 * An approval as an earlier version kept it goes on where it stood. Version 1 knew neither confirmation nor signature;
 * up to version 2 it showed its card by itself, and where it was about to, it waits for its turn once more. Version 3
 * stood in the same states between its steps.
 */
export function migrateApproval(state: object, version: string): object | undefined {
  if (version === '3') return state;
  if (version !== '1' && version !== '2') return undefined;
  const { context, value, ...rest } = state as {
    readonly context: { readonly shown: readonly Shown[]; readonly missed?: readonly Place[] };
    readonly value: unknown;
  };
  const since = { risk: 'high', language: 'en', undoMs: 0, undoUntil: null, after: null, intent: '' } as const;
  const { missed = [], ...kept } = context;
  const places = [...kept.shown, ...missed].map(({ channel, chat }) => ({ channel, chat }));
  const isShowing = value === 'acting';
  const shown = isShowing ? { places: [], repeat: true } : { places };
  return {
    ...rest,
    value: isShowing ? { waitingForInput: 'queued' } : value,
    context: { ...since, ...kept, ...shown },
  };
}
