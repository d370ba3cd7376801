/** Stored jobs of earlier versions of the chart. */

/**
 * A job as version 1 kept it goes on where it stood. That version knew no conversations with something to say after
 * their runs, and not whether what is due was asked for.
 */
export function migrateJob(state: object, version: string): object | undefined {
  if (version !== '1') return undefined;
  const { context, value, ...rest } = state as { readonly context: object; readonly value: unknown };
  return { ...rest, value, context: { isAsking: value === 'thinking', late: [], ...context } };
}
