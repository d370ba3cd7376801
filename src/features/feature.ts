/** What one capability brings to the process. compose.ts puts them together. */
import type { EffectSource, Lookup, MachineEntry } from '../actors/runtime/registry.ts';
import type { Writer } from '../ports/writer.ts';

/**
 * A file of this folder has a function that takes the services it needs and answers a feature, with the values it provides to others
 * beside it. What a feature needs from another is such a value; there is no container and no state of a module.
 *
 * A start calls `start` of each in order. A stop calls `stop` of each, then stops the host of the actors, then calls `close` of each.
 */
export interface Feature {
  /** Charts, with what the host does around them. */
  readonly machines?: readonly MachineEntry[];
  /** What charts invoke, by name. */
  readonly effects?: Readonly<Record<string, EffectSource>>;
  /** What charts read within a step, by name. */
  readonly lookups?: Readonly<Record<string, Lookup>>;
  /** What charts write within a step, by name. */
  readonly writers?: Readonly<Record<string, Writer>>;
  /** Lines of the greeting, after a start. `withLink`: they are for the owner alone, so a link may hold the token. */
  greeting?(withLink: boolean): readonly string[];
  start?(): void | Promise<void>;
  /** Takes nothing more in. Called before the actors are stopped. */
  stop?(): void | Promise<void>;
  /** Lets go of what it holds. Called when nothing runs any more, also where nothing was started. */
  close?(): void | Promise<void>;
}
