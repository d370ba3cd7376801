/** Stored conversations of earlier versions of the chart. */

/**
 * A state of version 1, whose models were two, by name, of version 2, which did not count what is asked for again and
 * again, of version 3, which did not wait for a model, or of version 4, which its owner could not trust again.
 */
export function migrateSession(state: object, version: string): object | undefined {
  if (version === '2' || version === '3' || version === '4') return state;
  if (version !== '1') return undefined;
  const { context } = state as { readonly context: object & { readonly route: string } };
  return { ...state, context: { ...context, route: context.route === 'default' ? 1 : 0, models: 2 } };
}
