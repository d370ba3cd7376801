/** A state of a chart as it is stored, for the views of charts. */
import type { Json } from '../domain/text/json.ts';

/**
 * The state an actor is in, and what its chart remembers: that is read by the `view` of the chart and by nothing else.
 */
export interface StoredState {
  readonly value: Json;
  readonly context: unknown;
}

/**
 * Takes the stored text of a state apart (`ActorRecord.state`). Any version of a chart may have written it, so a view
 * has to expect that a field is missing; a text that is no state has none.
 */
export function storedState(text: string): StoredState {
  const { value = null, context = {} } = parsed(text);
  return { value, context };
}

function parsed(text: string): Partial<StoredState> {
  try {
    return JSON.parse(text) as Partial<StoredState>;
  } catch {
    return {};
  }
}
