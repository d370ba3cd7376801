/** Stored channels of earlier versions of the chart. */
import type { Lines } from '../../domain/conversation/delivery-line.ts';

/** A state of version 1, which kept no instants, or of version 2, which did not say what is being sent. */
export function migrateChannel(state: object, version: string): object | undefined {
  if (version === '2') return state;
  if (version !== '1') return undefined;
  const { context, ...rest } = state as { readonly context: { readonly lines: Lines } };
  const lines = Object.entries(context.lines).map(([chat, line]) => [
    chat,
    { ...line, queue: line.queue.map(item => ({ ...item, at: null })) },
  ]);
  const since = { awaySince: null, told: [], isWaitTold: false };
  return { ...rest, context: { ...context, ...since, lines: Object.fromEntries(lines) } };
}
