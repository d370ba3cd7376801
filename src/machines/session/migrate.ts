/** Stored conversations of earlier versions of the chart. */

/**
 * A state of version 1, whose models were two, by name, of version 2, which did not count what is asked for again and
 * again, of version 3, which did not wait for a model, of version 4, which its owner could not trust again, or of version
 * 5, in which one text from outside lowered the trust for good: that ends with its owner's next words.
 */
export function migrateSession(state: object, version: string): object | undefined {
  if (['2', '3', '4', '5'].includes(version)) return state;
  if (version !== '1') return undefined;
  const { context } = state as { readonly context: object & { readonly route: string } };
  return { ...state, context: { ...context, route: context.route === 'default' ? 1 : 0, models: 2 } };
}
