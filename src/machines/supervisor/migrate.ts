/** Stored supervisors of earlier versions of the chart. */

/** A state of version 1, which knew no incidents. */
export function migrateSupervisor(state: object, version: string): object | undefined {
  if (version !== '1') return undefined;
  const { context } = state as { readonly context: object };
  return { ...state, context: { ...context, incidents: {}, commands: {}, spawned: 0 } };
}
